// What screen readers are told: a queue of whole messages, in order, none dropped. Two regions exist in all: a polite
// one, and an assertive one for errors and "your turn". Streaming text is never announced as it grows.
import { createStore } from "zustand/vanilla";

export type Urgency = "polite" | "assertive";

export interface Spoken {
  readonly polite: string;
  readonly assertive: string;
}

/** How long a message stays before the next takes its place: readers miss what changes faster. */
const HOLD: Record<Urgency, number> = { polite: 300, assertive: 1000 };
const CLEAR = 8_000;
/** Makes a repeated message a new text, and is not spoken. */
const AGAIN = "\u00a0";

export class Announcements {
  readonly store = createStore<Spoken>(() => ({ polite: "", assertive: "" }));
  readonly #waiting: Record<Urgency, string[]> = { polite: [], assertive: [] };
  readonly #busy: Record<Urgency, boolean> = { polite: false, assertive: false };
  readonly #clearing: Partial<Record<Urgency, ReturnType<typeof setTimeout>>> = {};

  say(text: string, urgency: Urgency = "polite"): void {
    const message = text.replace(/\s+/g, " ").trim();
    if (!message) return;
    this.#waiting[urgency].push(message);
    if (!this.#busy[urgency]) this.#next(urgency);
  }

  #next(urgency: Urgency): void {
    const message = this.#waiting[urgency].shift();
    this.#busy[urgency] = message !== undefined;
    if (message === undefined) return;
    clearTimeout(this.#clearing[urgency]);
    const same = this.store.getState()[urgency] === message;
    this.store.setState({ [urgency]: same ? message + AGAIN : message } as Partial<Spoken>);
    setTimeout(() => this.#next(urgency), HOLD[urgency]);
    this.#clearing[urgency] = setTimeout(() => this.store.setState({ [urgency]: "" } as Partial<Spoken>), CLEAR);
  }
}

export const announcements = new Announcements();

/** Tell screen readers `text` once those before it were told. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  announcements.say(text, urgency);
}
