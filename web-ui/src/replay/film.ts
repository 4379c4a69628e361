// A log to wind through: the view at any of its events, from the nearest snapshot and what follows it. What two views
// share keeps its identity, so that a step re-renders what it changes. Not here: time, the page (session.ts).
import { apply, emptyView } from "../wire/reducer";
import { share } from "../wire/share";
import type { Arrival } from "../wire/stream";
import type { DebateEvent, DebateView, LogEntry } from "../wire/types";

/** Events between two snapshots. */
export const STRIDE = 200;

export interface Shot {
  readonly seq: number;
  readonly at: string;
  readonly event: DebateEvent;
}

export class Film {
  readonly #shots: Shot[] = [];
  readonly #entries: LogEntry[] = [];
  /** The view after every `STRIDE` shots; the first is of none. */
  readonly #snapshots: DebateView[] = [emptyView];
  #end: DebateView = emptyView;
  #shown: DebateView = emptyView;

  get last(): number {
    return this.#shots.at(-1)?.seq ?? 0;
  }

  /** The view at the end. */
  get end(): DebateView {
    return this.#end;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Take in what follows. What is here already, and what this viewer may not see, is left out. */
  append(arrivals: readonly Arrival[]): void {
    for (const { seq, at, event } of arrivals) {
      if (!event || seq <= this.last) continue;
      this.#shots.push({ seq, at, event });
      const slot = "slot" in event ? (event.slot ?? null) : null;
      this.#entries.push({ seq, at, type: event.type, slot });
      this.#end = apply(this.#end, event);
      if (this.#shots.length % STRIDE === 0) this.#snapshots.push(this.#end);
    }
  }

  /** How many shots are not after `seq`. */
  count(seq: number): number {
    let [low, high] = [0, this.#shots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shots[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The shot at `seq` or the last before it. */
  at(seq: number): Shot | null {
    return this.#shots[this.count(seq) - 1] ?? null;
  }

  after(seq: number): Shot | null {
    return this.#shots[this.count(seq)] ?? null;
  }

  /** What the log came to by `seq`. */
  view(seq: number): DebateView {
    const count = this.count(seq);
    const stride = Math.floor(count / STRIDE);
    let view = this.#snapshots[stride] ?? emptyView;
    for (const { event } of this.#shots.slice(stride * STRIDE, count)) view = apply(view, event);
    this.#shown = share(this.#shown, view);
    return this.#shown;
  }

  /** The outline of the log up to `seq`. */
  log(seq: number): LogEntry[] {
    return this.#entries.slice(0, this.count(seq));
  }
}
