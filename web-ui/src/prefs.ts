// What a reader prefers, kept in this browser and applied at once. The first paint is public/theme-boot.js's.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

export const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  text: ["small", "medium", "large", "huge"],
  width: ["narrow", "medium", "wide"],
  motion: ["system", "reduced", "full"],
  /** `stream`: text as it is spoken; `whole`: turns when they are done. */
  reading: ["stream", "whole"],
  announcements: ["off", "turns", "sentences"],
  sounds: ["off", "on"],
  /** Shortcuts of one letter, which speech input can press by accident. */
  shortcuts: ["on", "off"],
} as const;

export type PrefName = keyof typeof CHOICES;
export type Prefs = { readonly [K in PrefName]: (typeof CHOICES)[K][number] };

export const DEFAULTS: Prefs = {
  theme: "system",
  text: "medium",
  width: "medium",
  motion: "system",
  reading: "stream",
  announcements: "turns",
  sounds: "off",
  shortcuts: "on",
};

const KEY = "dissoi.prefs";

/** What was stored, without anything that is no choice. */
export function readPrefs(stored: string | null): Prefs {
  let given: unknown = null;
  try {
    given = JSON.parse(stored ?? "null");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  const known = entries.filter(([name, value]) => (CHOICES[name as PrefName] as readonly unknown[])?.includes(value));
  return { ...DEFAULTS, ...(Object.fromEntries(known) as Partial<Prefs>) };
}

// Storage may be closed to the page (private windows, policies): preferences then last as long as the page.
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export const prefs = createStore<Prefs>(() => readPrefs(storage()?.getItem(KEY) ?? null));

export function usePrefs(): Prefs {
  return useStore(prefs);
}

export function usePref<K extends PrefName>(name: K): Prefs[K] {
  return useStore(prefs, (all) => all[name]);
}

export function setPref<K extends PrefName>(name: K, value: Prefs[K]): void {
  prefs.setState({ [name]: value } as Partial<Prefs>);
  try {
    storage()?.setItem(KEY, JSON.stringify(prefs.getState()));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // full or closed: it holds until the page is closed
  }
  applyPrefs();
}

function resolvedTheme(theme: Prefs["theme"]): string {
  if (theme !== "system") return theme;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Write the preferences to the document, where theme.css reads them. */
export function applyPrefs(): void {
  const { theme, text, width, motion } = prefs.getState();
  Object.assign(document.documentElement.dataset, { theme: resolvedTheme(theme), text, width, motion });
}

/** Whether things may move. */
export function mayMove(): boolean {
  const { motion } = prefs.getState();
  return motion === "full" || (motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Follow the system's theme, and what other tabs choose, from now on. */
export function followPrefs(): void {
  applyPrefs();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", applyPrefs);
  }
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    prefs.setState(readPrefs(event.newValue));
    applyPrefs();
  });
}
