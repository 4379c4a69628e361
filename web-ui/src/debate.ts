// The state of one open debate: what its events add up to and what is being said, written once per animation frame.
// Not here: how events arrive (wire/stream.ts), how they add up (wire/reducer.ts).
import { createStore, type StoreApi } from "zustand/vanilla";
import { api, problemOf } from "./wire/client";
import { offsetFrom, onWake } from "./wire/clock";
import { type Connection, newLink } from "./wire/link";
import { own } from "./wire/own";
import { apply, emptyView } from "./wire/reducer";
import { share } from "./wire/share";
import { type Arrival, DebateStream, debatePath, type Receiver } from "./wire/stream";
import type { DebateDocument, DebateMeta, DebateView, Live, LogEntry, Problem, Schemas } from "./wire/types";

export type { Connection, ConnectionState } from "./wire/link";

/** Text of the speech that is being made. `since`: when it began, as in `performance.now()`. */
export interface LiveText {
  readonly slot: string;
  readonly role: string;
  readonly text: string;
  readonly since: number;
}

export interface DebateState {
  readonly id: string;
  /** False until the first snapshot is there. */
  readonly loaded: boolean;
  readonly view: DebateView;
  readonly seq: number;
  readonly live: Readonly<Record<string, LiveText>>;
  /** Task id -> node of the graph. */
  readonly running: Readonly<Record<string, string>>;
  /** Node -> how often it began while we watched. */
  readonly visited: Readonly<Record<string, number>>;
  readonly lastNode: string | null;
  readonly log: readonly LogEntry[];
  readonly connection: Connection;
  readonly meta: DebateMeta | null;
  readonly problem: Problem | null;
  readonly clockOffset: number; // server minus client, in milliseconds
  /** The display stands still; `waiting` events are held until it goes on. */
  readonly paused: boolean;
  readonly waiting: number;
}

type Arrived = { readonly arrival: Arrival } | { readonly live: Live } | { readonly opened: true };

const FRAME_LIMIT = 100;

function newState(id: string): DebateState {
  return {
    ...{ id, loaded: false, view: emptyView, seq: 0, live: {}, running: {}, visited: {}, lastNode: null, log: [] },
    ...{ connection: newLink(Date.now()).connection, meta: null, problem: null },
    ...{ clockOffset: 0, paused: false, waiting: 0 },
  };
}

export class DebateSession implements Receiver {
  readonly store: StoreApi<DebateState>;
  readonly stream: DebateStream;
  #held: Arrived[] = [];
  #frame: number | null = null;
  #limit: ReturnType<typeof setTimeout> | undefined;
  readonly #id: string;
  #unwatch = () => {};

  constructor(id: string) {
    this.#id = id;
    this.store = createStore<DebateState>(() => newState(id));
    this.stream = new DebateStream(id, this);
  }

  start(): void {
    this.stream.start();
    this.#unwatch = onWake(() => {
      this.refreshMeta().catch((error: unknown) => this.problem(problemOf(error)));
    });
  }

  close(): void {
    this.stream.close();
    this.#unwatch();
    this.#unschedule();
  }

  pauseDisplay(): void {
    this.#flush();
    this.store.setState({ paused: true });
  }

  resumeDisplay(): void {
    this.store.setState({ paused: false, waiting: 0 });
    this.#flush();
  }

  snapshot(document: DebateDocument): void {
    this.#held = [];
    const { view, last_seq, ...meta } = document;
    const { state, paused } = {
      state: this.store.getState(),
      paused: this.store.getState().paused && view.status !== "finished",
    };
    this.store.setState({
      ...{
        loaded: true,
        view: share(state.view, view),
        seq: last_seq,
        meta,
        live: {},
        running: {},
        paused,
        waiting: 0,
      },
      clockOffset: offsetFrom(meta.now),
    });
    void this.#outline();
  }

  events(arrivals: Arrival[]): void {
    for (const arrival of arrivals) this.#held.push({ arrival });
    if (this.store.getState().paused) {
      this.store.setState({ waiting: this.#held.filter((item) => "arrival" in item).length });
    }
    this.#schedule();
  }

  live(item: Live): void {
    if (item.type === "clock") this.store.setState({ clockOffset: offsetFrom(item.now) });
    else if (item.type === "course") this.#course(item);
    else if (!this.#joined(item)) {
      this.#held.push({ live: item });
      this.#schedule();
    }
  }

  opened(): void {
    this.#held.push({ opened: true });
    this.#schedule();
  }

  connection(connection: Connection): void {
    this.store.setState({ connection });
  }

  problem(problem: Problem | null): void {
    this.store.setState({ problem });
  }

  /** Fetch again what is not in the log: who may do what, and whether somebody advances the debate. */
  async refreshMeta(): Promise<void> {
    const meta = await api.get<DebateMeta>(debatePath(this.#id, "/meta"));
    this.store.setState({ meta, clockOffset: offsetFrom(meta.now) });
  }

  #course({ attended, here, trouble }: Extract<Live, { type: "course" }>): void {
    const { meta } = this.store.getState();
    if (meta) this.store.setState({ meta: { ...meta, attended, here, trouble } });
  }

  /** Text that follows held text of its slot joins it, so that a long pause stays small. */
  #joined(item: Live): boolean {
    const last = this.#held.at(-1);
    if (item.type !== "token" || item.reset || !last || !("live" in last)) return false;
    if (last.live.type !== "token" || last.live.slot !== item.slot) return false;
    this.#held[this.#held.length - 1] = { live: { ...last.live, text: last.live.text + item.text } };
    return true;
  }

  async #outline(): Promise<void> {
    try {
      const { entries } = await api.get<Schemas["Outline"]>(debatePath(this.#id, "/outline"));
      const { log } = this.store.getState();
      const last = entries.at(-1)?.seq ?? 0;
      this.store.setState({ log: [...entries, ...log.filter((entry) => entry.seq > last)] });
    } catch (error) {
      this.store.setState({ problem: problemOf(error) });
    }
  }

  // A frame never comes in a hidden tab, so a timer stands behind it.
  #schedule(): void {
    if (this.#frame !== null || this.store.getState().paused) return;
    this.#frame = requestAnimationFrame(() => this.#flush());
    this.#limit = setTimeout(() => this.#flush(), FRAME_LIMIT);
  }

  #unschedule(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#limit);
    this.#frame = null;
  }

  #flush(): void {
    this.#unschedule();
    if (!this.#held.length) return;
    const held = this.#held;
    this.#held = [];
    this.store.setState((state) => held.reduce(taken, state));
  }
}

/** The state after one thing that arrived. Pure. */
export function taken(state: DebateState, item: Arrived): DebateState {
  if ("opened" in item) return { ...state, running: {} };
  return "live" in item ? heard(state, item.live) : happened(state, item.arrival);
}

function happened(state: DebateState, { seq, at, event }: Arrival): DebateState {
  if (!event || seq <= state.seq) return seq > state.seq ? { ...state, seq } : state;
  const { slot } = "slot" in event ? event : { slot: null };
  const log = [...state.log, { seq, at, type: event.type, slot: slot ?? null }];
  const next = { ...state, seq, log, view: apply(state.view, event) };
  switch (event.type) {
    case "turn.published":
    case "turn.forfeited":
      return { ...next, live: without(state.live, event.slot) };
    case "moderator.acted":
      return event.action === "introduce" ? { ...next, live: {} } : next;
    case "debate.paused":
    case "debate.finished":
      return { ...next, live: {}, running: {} };
    default:
      return next;
  }
}

function heard(state: DebateState, item: Live): DebateState {
  switch (item.type) {
    case "token": {
      const { slot, role, reset } = item;
      const before = own(state.live, slot);
      const text = reset ? item.text : (before?.text ?? "") + item.text;
      const since = before?.since ?? performance.now();
      return { ...state, live: { ...state.live, [slot]: { slot, role, text, since } } };
    }
    case "node.started": {
      const times = (own(state.visited, item.node) ?? 0) + (item.id in state.running ? 0 : 1);
      const visited = { ...state.visited, [item.node]: times };
      return { ...state, running: { ...state.running, [item.id]: item.node }, visited, lastNode: item.node };
    }
    case "node.finished":
      return { ...state, running: without(state.running, item.id) };
    default:
      return state;
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _gone, ...rest } = record;
  return key in record ? rest : record;
}
