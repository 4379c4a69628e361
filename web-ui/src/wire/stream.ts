// One debate as it arrives: a snapshot, then events in order without a gap, then live text, over EventSource. Decides
// nothing about the connection itself (link.ts) and keeps nothing of the debate but its place in the log.
import { address, api, problemOf } from "./client";
import { type Connection, newLink, type Signal, step, wakeAt } from "./link";
import { lastSeen } from "./seen";
import type { DebateDocument, DebateEvent, Envelope, Live, Problem, Schemas } from "./types";
import { SCHEMA_VERSION } from "./types";

/** An event in its place; `event` null = this viewer may not see it. */
export interface Arrival {
  readonly seq: number;
  readonly at: string;
  readonly event: DebateEvent | null;
}

export interface Receiver {
  snapshot(document: DebateDocument): void;
  /** Events in order: dense, each once. */
  events(arrivals: Arrival[]): void;
  live(item: Live): void;
  /** The stream was opened: what runs and what is being said is told afresh. */
  opened(): void;
  connection(connection: Connection): void;
  problem(problem: Problem | null): void;
}

const GAP_WAIT = 200;
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Where the log of a debate is. */
export function debatePath(id: string, rest: string = ""): string {
  return `/api/debates/${encodeURIComponent(id)}${rest}`;
}

export class DebateStream {
  readonly #id: string;
  readonly #receiver: Receiver;
  #link = newLink(Date.now());
  #seq: number | null = null;
  #early: Arrival[] = [];
  #source: EventSource | null = null;
  #filling = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gapTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #leave = new AbortController();

  constructor(id: string, receiver: Receiver) {
    this.#id = id;
    this.#receiver = receiver;
  }

  start(): void {
    const { signal } = this.#leave;
    addEventListener("online", () => this.#signal({ type: "online" }), { signal });
    addEventListener("offline", this.#offline, { signal });
    document.addEventListener("visibilitychange", this.#visibility, { signal });
    this.#visibility();
    this.#signal({ type: "start" });
  }

  /** Try to connect now instead of later. */
  retry(): void {
    this.#signal({ type: "retry" });
  }

  /** Go on after an end: the debate was resumed. */
  reopen(): void {
    this.#signal({ type: "reopen" });
  }

  close(): void {
    this.#leave.abort();
    clearTimeout(this.#timer);
    this.#shut();
  }

  // A server on this very machine is there without any network.
  #offline = () => {
    if (!LOOPBACK.test(location.hostname)) this.#signal({ type: "offline" });
  };

  #visibility = () => this.#signal({ type: document.visibilityState === "hidden" ? "hidden" : "shown" });

  #signal(signal: Signal): void {
    if (this.#leave.signal.aborted) return;
    const before = this.#link.connection;
    const [link, effect] = step(this.#link, signal, Date.now(), Math.random());
    this.#link = link;
    if (link.connection !== before) this.#receiver.connection(link.connection);
    if (effect === "close") this.#shut();
    if (effect === "fill") void this.#fill();
    clearTimeout(this.#timer);
    const at = wakeAt(this.#link);
    if (at !== null) this.#timer = setTimeout(() => this.#signal({ type: "tick" }), Math.max(0, at - Date.now()));
  }

  #shut(): void {
    this.#filling += 1;
    clearTimeout(this.#gapTimer);
    this.#gapTimer = undefined;
    this.#early = [];
    this.#source?.close();
    this.#source = null;
  }

  /** Fetch what is missing (the first time, or after a break that cannot be mended: the snapshot), then listen. */
  async #fill(): Promise<void> {
    this.#shut();
    const own = this.#filling;
    try {
      const ended = this.#seq === null ? await this.#load(own) : await this.#catchUp(own);
      if (own !== this.#filling) return;
      this.#receiver.problem(null);
      if (ended) this.#signal({ type: "finished" });
      else this.#open();
    } catch (error) {
      if (own !== this.#filling || this.#leave.signal.aborted) return;
      const problem = problemOf(error);
      if (problem.code === "cursor") this.#seq = null; // another log under this id
      this.#receiver.problem(problem);
      this.#signal({ type: "failed", status: problem.status || null });
    }
  }

  async #load(own: number): Promise<boolean> {
    const document = await api.get<DebateDocument>(debatePath(this.#id), { signal: this.#leave.signal });
    if (own !== this.#filling) return false;
    this.#seq = document.last_seq;
    this.#receiver.snapshot(document);
    const seen = lastSeen(this.#id)?.seq ?? document.last_seq;
    if (seen < document.last_seq) this.#signal({ type: "filled", count: document.last_seq - seen });
    return document.view.status === "finished";
  }

  /** Take in the log from where we are. True = it has come to an end. A log with a hole makes us load the snapshot. */
  async #catchUp(own: number): Promise<boolean> {
    let ended = false;
    for (let last = Number.POSITIVE_INFINITY; this.#seq !== null && this.#seq < last; ) {
      const from = this.#seq;
      const log = await api.get<Schemas["Log"]>(debatePath(this.#id, "/log"), {
        signal: this.#leave.signal,
        query: { after: from },
      });
      if (own !== this.#filling) return false;
      last = log.last_seq;
      const dense = log.events.every((envelope, at) => envelope.seq === from + at + 1);
      if (!dense || (!log.events.length && last > from)) return this.#load(own);
      const fresh = log.events.map((envelope) => this.#arrival(envelope)).filter((arrival) => arrival !== null);
      if (fresh.length < log.events.length) return false; // too new for this page
      if (fresh.length) {
        ended = fresh.at(-1)?.event?.type === "debate.finished";
        this.#deliver(fresh);
        this.#signal({ type: "filled", count: fresh.length });
      }
    }
    return ended;
  }

  #open(): void {
    if (this.#link.connection.state === "too-new" || this.#leave.signal.aborted) return;
    const source = new EventSource(address(debatePath(this.#id, "/events"), { after: this.#seq ?? 0 }));
    this.#source = source;
    source.onopen = () => {
      this.#receiver.opened();
      this.#signal({ type: "opened" });
    };
    source.onerror = () => this.#signal({ type: "failed", status: null });
    source.onmessage = this.#heard(source, (data: Envelope) => this.#take(this.#arrival(data)));
    source.addEventListener(
      "hidden",
      this.#heard(source, (data: { seq: number }) => this.#take({ seq: data.seq, at: "", event: null })),
    );
    source.addEventListener(
      "live",
      this.#heard(source, (data: Live) => this.#receiver.live(data)),
    );
  }

  #heard<T>(source: EventSource, take: (data: T) => void): (message: MessageEvent<string>) => void {
    return (message) => {
      if (source !== this.#source) return;
      this.#signal({ type: "sign" });
      take(JSON.parse(message.data) as T);
    };
  }

  #arrival(envelope: Envelope): Arrival | null {
    if (envelope.schema_version > SCHEMA_VERSION) {
      this.#signal({ type: "too-new" });
      return null;
    }
    return { seq: envelope.seq, at: envelope.at, event: envelope.event };
  }

  /** Events in order go on; one that comes too early waits for those before it, which are fetched after a moment. */
  #take(arrival: Arrival | null): void {
    if (!arrival || this.#seq === null || arrival.seq <= this.#seq) return;
    this.#early.push(arrival);
    this.#release();
    if (this.#early.length) this.#gapTimer ??= setTimeout(() => void this.#fill(), GAP_WAIT);
  }

  #release(): void {
    const ready: Arrival[] = [];
    this.#early.sort((a, b) => a.seq - b.seq);
    for (let next = this.#early[0]; next && next.seq <= (this.#seq ?? 0) + ready.length + 1; next = this.#early[0]) {
      this.#early.shift();
      if (next.seq === (this.#seq ?? 0) + ready.length + 1) ready.push(next);
    }
    if (!ready.length) return;
    if (!this.#early.length) {
      clearTimeout(this.#gapTimer);
      this.#gapTimer = undefined;
    }
    this.#deliver(ready);
    if (ready.at(-1)?.event?.type === "debate.finished") this.#signal({ type: "finished" });
  }

  #deliver(arrivals: Arrival[]): void {
    this.#seq = arrivals.at(-1)?.seq ?? this.#seq;
    this.#receiver.events(arrivals);
  }
}
