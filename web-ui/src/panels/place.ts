// Which panel is open, which is part of the address, and how wide panels are, which this browser remembers.
import { useCallback, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const KEY = "dissoi.panel";
export const NARROWEST = 280;
export const WIDEST = 720;

export interface Place {
  readonly width: number;
  /** Whether a panel is open where the address names none. */
  readonly open: boolean;
}

export function widthWithin(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

/** What was stored, without anything that cannot be. */
export function readPlace(stored: string | null): Place {
  let given: Partial<Place> | null = null;
  try {
    given = JSON.parse(stored ?? "null") as Partial<Place> | null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const width = typeof given?.width === "number" && Number.isFinite(given.width) ? widthWithin(given.width) : 440;
  return { width, open: given?.open !== false };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is closed to the page: the place lasts as long as the page
  }
}

const place = createStore<Place>(() => readPlace(stored()));

export function usePlace(): Place {
  return useStore(place);
}

export function setPlace(change: Partial<Place>): void {
  place.setState(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(place.getState()));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function listen(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

function read(): string {
  return location.hash.slice(1);
}

/** The fragment of the address, and a way to change it that adds nothing to the history. */
export function useFragment(): readonly [string, (next: string) => void] {
  const fragment = useSyncExternalStore(listen, read);
  const change = useCallback((next: string) => {
    history.replaceState(history.state, "", `${location.pathname}${location.search}${next ? `#${next}` : ""}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }, []);
  return [fragment, change];
}

const PHONE = "(max-width: 45rem)";
/** Below this there is no room for a panel beside the speeches unless somebody asks for it. */
const ROOMY = "(min-width: 68rem)";

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export interface OpenPanel {
  /** The id of the panel that is open; null = none. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
  readonly phone: boolean;
}

/** The open panel among `ids`: the one that the address names, else `first` where there is room for it. */
export function useOpenPanel(ids: readonly string[], first: string = ""): OpenPanel {
  const [fragment, setFragment] = useFragment();
  const { open: wanted } = usePlace();
  const [phone, roomy] = [useMedia(PHONE), useMedia(ROOMY)];
  const named = ids.includes(fragment) ? fragment : null;
  const open = useCallback(
    (id: string) => {
      setPlace({ open: true });
      setFragment(id);
    },
    [setFragment],
  );
  const close = useCallback(() => {
    setPlace({ open: false });
    setFragment("");
  }, [setFragment]);
  return {
    id: named ?? (roomy && wanted ? (ids.find((id) => id === first) ?? ids[0] ?? null) : null),
    open,
    close,
    phone,
  };
}
