// Places in a log, in words and for the scrubber: ticks where turns end, bands for phases. Pure functions of the
// outline, which has no texts.
import { speechName } from "../strings/verdict";
import type { DebateView, LogEntry } from "../wire/types";

/** What an event did, as the end of "at event 17, …". */
export function momentName(view: DebateView, entry: Pick<LogEntry, "type"> & Partial<LogEntry>): string {
  const speech = entry.slot ? speechName(view, entry.slot) : "";
  switch (entry.type) {
    case "debate.created":
      return "at the very beginning";
    case "topic.generated":
      return "after the motion was invented";
    case "debate.started":
      return "after the start";
    case "phase.changed":
      return "at the beginning of a phase";
    case "turn.started":
      return speech ? `before ${speech}` : "before a speech";
    case "turn.published":
      return speech ? `after ${speech}` : "after a speech";
    case "turn.forfeited":
      return speech ? `after the silence in place of ${speech}` : "after a silent turn";
    case "moderator.acted":
      return speech ? `when the chair gave the floor for ${speech}` : "after the chair’s introduction";
    case "human.awaited":
      return speech ? `when ${speech} waited for a person` : "when a person was awaited";
    case "vote.opened":
      return "when a vote opened";
    case "vote.cast":
      return "after a vote was cast";
    case "vote.closed":
      return "after a vote closed";
    case "ballot.cast":
      return "after a judge’s ballot";
    case "argument.scored":
      return "after an argument was scored";
    case "verdict.given":
      return "after the verdict";
    case "role.failed":
      return "after a failure";
    case "budget.reached":
      return "when a limit was reached";
    case "debate.paused":
      return "when the debate paused";
    case "debate.resumed":
      return "when the debate went on";
    case "debate.finished":
      return "at the end";
    default:
      return "after an event";
  }
}

/** Where a turn ends: the steps of ← and →. */
export interface Tick {
  readonly seq: number;
  readonly slot: string;
  /** Empty for the chair. */
  readonly side: string;
}

/** A run of events of one phase. */
export interface Band {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const TURNS = ["turn.published", "turn.forfeited"];

export function ticks(view: DebateView, log: readonly LogEntry[]): Tick[] {
  return log
    .filter((entry) => TURNS.includes(entry.type) && entry.slot)
    .map(({ seq, slot }) => ({
      seq,
      slot: slot ?? "",
      side: view.slots.find((one) => one.id === slot)?.side ?? "",
    }));
}

/** The phases in order. What is before the first is its beginning; what follows the last turn is judging. */
export function bands(view: DebateView, log: readonly LogEntry[], judging: string): Band[] {
  const last = log.at(-1)?.seq ?? 0;
  const starts: { name: string; from: number }[] = [];
  const names = phaseNames(view);
  for (const entry of log) {
    const first = entry.type === "argument.scored" || entry.type === "ballot.cast" || entry.type === "verdict.given";
    if (entry.type === "phase.changed") starts.push({ name: names[starts.length] ?? "", from: entry.seq });
    else if (first && starts.at(-1)?.name !== judging) starts.push({ name: judging, from: entry.seq });
  }
  return starts.map(({ name, from }, at) => ({ name, from, to: (starts[at + 1]?.from ?? last + 1) - 1 }));
}

/** The runs of the timeline, which `phase.changed` marks one by one. */
function phaseNames(view: DebateView): string[] {
  return view.slots.map((slot) => slot.phase).filter((phase, at, all) => phase !== all[at - 1]);
}

/** The first of `places` after `seq`, or the last before it; null = there is none. */
export function stepFrom(places: readonly number[], seq: number, by: 1 | -1): number | null {
  return (by > 0 ? places.find((place) => place > seq) : places.findLast((place) => place < seq)) ?? null;
}
