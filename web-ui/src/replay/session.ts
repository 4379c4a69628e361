// A debate that is wound and played, behind the same store as one that is watched: the components do not know the
// difference. The stream goes on behind it, so that the end of the film follows a debate that still runs.
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { DebateSession } from "../debate";
import { useDebateSession } from "../store";
import { replay as copy } from "../strings/replay";
import { api, problemOf } from "../wire/client";
import { offsetFrom } from "../wire/clock";
import { own } from "../wire/own";
import { type Arrival, debatePath } from "../wire/stream";
import type { DebateDocument, DebateView, Schemas } from "../wire/types";
import { Film, type Shot } from "./film";
import { type Band, bands, stepFrom, type Tick, ticks } from "./moments";
import { scene } from "./pace";
import { runningAt } from "./steps";

export const SPEEDS = ["1", "2", "4", "turns"] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Reel {
  /** The whole log as it is known is here. */
  readonly ready: boolean;
  readonly last: number;
  /** The debate may still go on. */
  readonly open: boolean;
  /** The view at the end, for names: what is shown of it is only the timeline. */
  readonly end: DebateView;
  readonly ticks: readonly Tick[];
  readonly bands: readonly Band[];
  readonly playing: boolean;
  readonly speed: Speed;
}

const PAGE = 1000;
const STOPS: readonly string[] = ["turn.published", "turn.forfeited", "debate.finished"];

export class ReplaySession extends DebateSession {
  readonly reel: StoreApi<Reel>;
  readonly #debate: string;
  #film = new Film();
  #loading = false;
  #late: Arrival[] = [];
  /** Where to begin; null = at the beginning. */
  #wanted: number | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, wanted: number | null) {
    super(id);
    this.#debate = id;
    this.#wanted = wanted;
    this.reel = createStore<Reel>(() => ({
      ...{ ready: false, last: 0, open: false, end: this.#film.end, ticks: [], bands: [] },
      ...{ playing: false, speed: "1" },
    }));
  }

  override close(): void {
    clearTimeout(this.#timer);
    super.close();
  }

  // --- what arrives

  override snapshot(document: DebateDocument): void {
    const { view: _view, last_seq, ...meta } = document;
    this.store.setState({ meta, clockOffset: offsetFrom(meta.now) });
    if (last_seq < this.#film.last) this.#film = new Film(); // another log under this id
    void this.#load(last_seq);
  }

  override events(arrivals: Arrival[]): void {
    if (this.#loading) this.#late.push(...arrivals);
    else this.#grow(arrivals);
  }

  // What is said right now is no part of a replay.
  override live(): void {}
  override opened(): void {}

  async #load(last: number): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      for (let from = this.#film.last; from < last; ) {
        const query = { after: from, limit: PAGE };
        const page = await api.get<Schemas["Log"]>(debatePath(this.#debate, "/log"), { query });
        this.#film.append(page.events);
        from = Math.max(from + PAGE, this.#film.last); // hidden events leave holes
      }
      this.store.setState({ problem: null });
    } catch (error) {
      this.store.setState({ problem: problemOf(error) });
      return;
    } finally {
      this.#loading = false;
    }
    this.#grow(this.#late.splice(0));
    this.reel.setState({ ready: true });
    if (!this.store.getState().loaded) this.#show(this.#wanted ?? this.#beginning());
  }

  /** Where there is something to see: the start, or the first event where it never came to that. */
  #beginning(): number {
    const start = this.#film.entries.find(({ type }) => type === "debate.started");
    return (start ?? this.#film.entries[0])?.seq ?? 0;
  }

  #grow(arrivals: readonly Arrival[]): void {
    this.#film.append(arrivals);
    const { end, entries, last } = this.#film;
    const open = end.status !== "finished";
    this.reel.setState({ last, open, end, ticks: ticks(end, entries), bands: bands(end, entries, copy.judging) });
  }

  // --- winding

  /** Show the debate as it stood after event `seq`. Playing goes on from there. */
  seek(seq: number): void {
    this.#wanted = seq;
    if (!this.reel.getState().ready) return;
    this.#show(seq);
    if (this.reel.getState().playing) this.#next();
  }

  #show(seq: number): void {
    const shot = this.#film.at(Math.max(seq, this.#film.entries[0]?.seq ?? 0));
    const at = shot?.seq ?? 0;
    const view = this.#film.view(at);
    const running = runningAt(view);
    this.store.setState({
      ...{ loaded: true, view, seq: at, log: this.#film.log(at), live: {}, running, waiting: 0 },
      lastNode: Object.values(running)[0] ?? this.store.getState().lastNode,
    });
  }

  /** One turn, or one phase, on or back. Beyond the last there is the end, before the first the beginning. */
  step(by: 1 | -1, of: "turn" | "phase"): void {
    const { ticks: turns, bands: phases, last } = this.reel.getState();
    const places = of === "turn" ? turns.map(({ seq }) => seq) : phases.map(({ from }) => from);
    this.seek(stepFrom(places, this.store.getState().seq, by) ?? (by > 0 ? last : this.#beginning()));
  }

  toBeginning(): void {
    this.seek(this.#beginning());
  }

  toEnd(): void {
    this.seek(this.#film.last);
  }

  // --- playing

  setSpeed(speed: Speed): void {
    this.reel.setState({ speed });
  }

  toggle(): void {
    if (this.reel.getState().playing) this.stop();
    else this.play();
  }

  /** Play on; at the end, from the beginning. */
  play(): void {
    if (!this.reel.getState().ready) return;
    if (!this.#film.after(this.store.getState().seq)) this.toBeginning();
    this.reel.setState({ playing: true });
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.reel.setState({ playing: false });
    this.store.setState({ live: {} });
  }

  override pauseDisplay(): void {
    this.stop();
  }

  override resumeDisplay(): void {
    this.play();
  }

  #next(): void {
    clearTimeout(this.#timer);
    const { seq } = this.store.getState();
    const next = this.#film.after(seq);
    if (!next) {
      this.stop();
      return;
    }
    const { speed } = this.reel.getState();
    const { wait, pieces } = scene(this.#film.at(seq), next, speed === "turns" ? 1 : Number(speed));
    this.#type(next, pieces, 0, wait);
  }

  /** After a moment the next piece of a speech; after the last, the event. */
  #type(shot: Shot, pieces: readonly string[], at: number, wait: number): void {
    this.#timer = setTimeout(() => {
      const piece = pieces[at];
      if (piece !== undefined) {
        this.#say(shot, piece);
        this.#type(shot, pieces, at + 1, at + 1 < pieces.length ? wait : 0);
        return;
      }
      this.#show(shot.seq);
      if (this.reel.getState().speed === "turns" && STOPS.includes(shot.event.type)) this.stop();
      else this.#next();
    }, wait);
  }

  #say({ event }: Shot, piece: string): void {
    if (event.type !== "turn.published") return;
    const { slot, seat: role } = event;
    const before = own(this.store.getState().live, slot);
    const text = { slot, role, text: (before?.text ?? "") + piece, since: before?.since ?? performance.now() };
    this.store.setState({ live: { [slot]: text } });
  }
}

/** The replay that is open, or null where a debate is watched. */
export function useReplay(): ReplaySession | null {
  const session = useDebateSession();
  return session instanceof ReplaySession ? session : null;
}

/** A part of the open replay's reel. */
export function useReel<T>(session: ReplaySession, select: (reel: Reel) => T): T {
  return useStore(session.reel, select);
}
