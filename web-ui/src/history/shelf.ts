// The list of debates: those that run, pinned and looked at often; the others page by page. What is shown stays when a
// refresh fails, and says so.
import { api, problemOf } from "../wire/client";
import type { DebateSummary, Problem, Schemas } from "../wire/types";
import { type Filters, livePath, pagePath } from "./filters";

type Page = Schemas["DebateList"];

export interface ShelfState {
  readonly live: readonly DebateSummary[];
  readonly items: readonly DebateSummary[];
  /** Where the next page begins; null = there is none. */
  readonly next: string | null;
  /** False until the first answer is there. */
  readonly loaded: boolean;
  /** Why the last refresh failed: what is shown may be old. */
  readonly problem: Problem | null;
  /** Why the next page could not be had. */
  readonly moreProblem: Problem | null;
}

export const emptyShelf: ShelfState = {
  ...{ live: [], items: [], next: null, loaded: false, problem: null, moreProblem: null },
};

/** The rows after a fresh first page: those further down stay, those that are gone from its stretch go. */
export function merged(old: Pick<ShelfState, "items" | "next">, fresh: Page): Pick<ShelfState, "items" | "next"> {
  const last = fresh.items.at(-1);
  const end = last ? old.items.findIndex(({ debate_id }) => debate_id === last.debate_id) : -1;
  if (end < 0 || fresh.next === null) return { items: fresh.items, next: fresh.next };
  const rest = old.items.slice(end + 1);
  return { items: [...fresh.items, ...rest], next: rest.length ? old.next : fresh.next };
}

export class Shelf {
  state: ShelfState = emptyShelf;
  readonly #filters: Filters;
  readonly #changed: (state: ShelfState) => void;
  readonly #gone = new AbortController();
  #turn = 0;

  constructor(filters: Filters, changed: (state: ShelfState) => void) {
    this.#filters = filters;
    this.#changed = changed;
  }

  close(): void {
    this.#gone.abort();
  }

  /** Read the debates that run, and the first page of the others. The last call wins. */
  async refresh(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const [live, page] = await Promise.all([
        this.#read(livePath(this.#filters)),
        this.#read(pagePath(this.#filters, null)),
      ]);
      if (turn !== this.#turn) return;
      this.#set({ live: live.items, ...merged(this.state, page), loaded: true, problem: null });
    } catch (error) {
      if (turn === this.#turn) this.#set({ problem: problemOf(error) });
    }
  }

  /** Read the debates that run. When one began or ended, or the list may be old, read all of it. */
  async look(): Promise<void> {
    if (!this.state.loaded || this.state.problem) return this.refresh();
    const turn = this.#turn;
    try {
      const { items } = await this.#read(livePath(this.#filters));
      if (turn !== this.#turn) return;
      if (names(items) !== names(this.state.live)) await this.refresh();
      else this.#set({ live: items });
    } catch (error) {
      if (turn === this.#turn) this.#set({ problem: problemOf(error) });
    }
  }

  /** Read the next page. */
  async more(): Promise<void> {
    const { next } = this.state;
    if (next === null) return;
    try {
      const page = await this.#read(pagePath(this.#filters, next));
      if (this.state.next !== next) return; // a refresh has changed what comes next
      const known = new Set(this.state.items.map(({ debate_id }) => debate_id));
      const fresh = page.items.filter(({ debate_id }) => !known.has(debate_id));
      this.#set({ items: [...this.state.items, ...fresh], next: page.next, moreProblem: null });
    } catch (error) {
      this.#set({ moreProblem: problemOf(error) });
    }
  }

  async #read(path: string | null): Promise<Page> {
    return path === null ? { items: [], next: null } : api.get<Page>(path, { signal: this.#gone.signal });
  }

  #set(part: Partial<ShelfState>): void {
    if (this.#gone.signal.aborted) return;
    this.state = { ...this.state, ...part };
    this.#changed(this.state);
  }
}

function names(debates: readonly DebateSummary[]): string {
  return debates.map(({ debate_id }) => debate_id).join(" ");
}
