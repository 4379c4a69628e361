// Short messages about what was just done, perhaps with an undo. Each is announced too.
import { createStore } from "zustand/vanilla";
import { announce } from "../a11y/announcements";

export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly kind: "done" | "error";
  readonly action?: { readonly label: string; readonly run: () => unknown };
  /** Called once, when it goes away without its action. */
  readonly onGone?: () => unknown;
  /** Milliseconds that it stays; it waits while it has the pointer or the focus. */
  readonly stay: number;
}

export const toasts = createStore<{ readonly shown: readonly ToastMessage[] }>(() => ({ shown: [] }));
let last = 0;

/** Show `text`; errors stay longer and are announced at once. Returns the id for `dismiss`. */
export function toast(text: string, options: Partial<Omit<ToastMessage, "id" | "text">> = {}): number {
  const kind = options.kind ?? "done";
  const stay = options.stay ?? (kind === "error" || options.action ? 10_000 : 5_000);
  last += 1;
  const message = { ...options, id: last, text, kind, stay };
  toasts.setState(({ shown }) => ({ shown: [...shown, message] }));
  announce(options.action ? `${text} ${options.action.label}?` : text, kind === "error" ? "assertive" : "polite");
  return last;
}

/** Take a toast away; `acted` = its action was taken. */
export function dismiss(id: number, acted = false): void {
  const gone = toasts.getState().shown.find((message) => message.id === id);
  toasts.setState(({ shown }) => ({ shown: shown.filter((message) => message.id !== id) }));
  if (gone && !acted) gone.onGone?.();
}
