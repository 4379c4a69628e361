// The keys of the offered actions. Keys of letters and arrows work only where nothing else needs them.
import { useEffect } from "react";
import { createKeybindingsHandler } from "tinykeys";
import { type ActionContext, available, useOffered } from "../actions";
import { usePref } from "../prefs";

const TYPING =
  "input:not([type=checkbox],[type=radio],[type=button],[type=submit]), textarea, select, [contenteditable]";
const PRESSING = "button, a[href], summary, input, [role=button], [role=tab], [role=menuitem], [role=option]";
const MOVING =
  "[role=tablist], [role=slider], [role=menu], [role=listbox], [role=radiogroup], [role=tree], [role=grid], " +
  "[data-arrows], input, video, audio";

/** Whether a press of this key belongs to what has the focus, and not to the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING)) return true;
  if (document.querySelector("dialog[open]")) return true;
  if ((event.key === " " || event.key === "Enter") && target?.closest(PRESSING)) return true;
  return /^(Arrow|Home|End|Page)/.test(event.key) && target?.closest(MOVING) !== null && target !== null;
}

/** A key of one character, without a modifier: speech input may press it by accident. */
export function isSingle(key: string): boolean {
  return [...key.replace(/^Shift\+/, "")].length === 1;
}

/** Bind the keys of every offered action while mounted. */
export function useKeys(context: ActionContext): void {
  const sets = useOffered();
  const shortcuts = usePref("shortcuts");
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    const keys = new Set([...sets.values()].flat().flatMap((action) => action.keys ?? []));
    for (const key of keys) {
      if (shortcuts === "off" && isSingle(key)) continue;
      bindings[key] = (event) => {
        const action = available(context).findLast((candidate) => candidate.keys?.includes(key));
        if (!action || (!action.everywhere && isTaken(event))) return;
        event.preventDefault();
        action.run(context);
      };
    }
    const listener = createKeybindingsHandler(bindings);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [sets, shortcuts, context]);
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Space: "Space",
  Escape: "Esc",
};

/** How a key is written for people: `$mod+k` is ⌘K on a Mac and Ctrl+K elsewhere. */
export function keyLabel(key: string, mac: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent)): string {
  if (key === "Shift+?") return "?";
  return key
    .split("+")
    .map((part) => {
      if (part === "$mod") return mac ? "⌘" : "Ctrl";
      return NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    })
    .join(mac ? "" : "+");
}
