// What the stage lists, in order: phases, turns, ballots of the audience, what is being said. Pure; what has not
// changed keeps its identity, so that a new turn re-renders no other.
import type { DebateView, Failure, Poll, Slot, Turn } from "../wire/types";
import { doneSlots } from "./phases";

export const INTRODUCTION = "introduction";

export type Row =
  | { readonly kind: "phase"; readonly key: string; readonly name: string }
  | { readonly kind: "introduction"; readonly key: string; readonly text: string | null }
  | { readonly kind: "turn"; readonly key: string; readonly slot: Slot; readonly turn: Turn | null }
  | { readonly kind: "poll"; readonly key: string; readonly poll: Poll }
  | { readonly kind: "failure"; readonly key: string; readonly failure: Failure };

/** The id of the element of a slot, for links and keys. */
export function turnId(slot: string): string {
  return `turn-${slot}`;
}

function bare(turn: Turn): Slot {
  return {
    ...{ id: turn.slot, verb: "say", phase: turn.phase, seat: turn.seat, side: turn.side, seconds: null, words: null },
    ...{ new: "all", role: "", ballot: "", voters: "" },
  };
}

function failureRow(failure: Failure): Row {
  return { kind: "failure", key: `failure-${failure.role}-${failure.id}`, failure };
}

/**
 * The rows of a debate. `speaking`: slots whose text is arriving; `introducing`: the chair is at it. The failure of the
 * chair stands for its introduction, that of a speaker follows its turn, which was the last one then; all others come
 * at the end: nothing that was read moves.
 */
export function rowsOf(view: DebateView, speaking: readonly string[], introducing: boolean): Row[] {
  const rows: Row[] = [];
  let phase = "";
  const place = (slot: Slot, row: Row) => {
    if (slot.phase !== phase) rows.push({ kind: "phase", key: `phase-${slot.id}`, name: slot.phase });
    phase = slot.phase;
    rows.push(row);
  };
  const open = introducing || speaking.includes(INTRODUCTION);
  if (view.introduction || (open && view.introduction === null)) {
    rows.push({ kind: "introduction", key: INTRODUCTION, text: view.introduction ?? null });
  }
  const chair = view.failures.filter(({ role }) => role === "moderator");
  rows.push(...chair.map(failureRow));
  const slots = new Map(view.slots.map((slot) => [slot.id, slot]));
  const polls = new Map(view.polls.map((poll) => [poll.name, poll]));
  const said = new Map(view.turns.map((turn) => [turn.slot, turn]));
  const failed = new Map(view.failures.flatMap((one) => (one.role === "speaker" ? [[one.id, one] as const] : [])));
  for (const turn of view.turns) if (!slots.has(turn.slot)) slots.set(turn.slot, bare(turn));
  for (const slot of slots.values()) {
    const turn = said.get(slot.id) ?? null;
    const poll = slot.verb === "vote" ? polls.get(slot.ballot) : undefined;
    if (poll) place(slot, { kind: "poll", key: turnId(slot.id), poll });
    else if (turn || slot.id === view.floor || speaking.includes(slot.id)) {
      place(slot, { kind: "turn", key: turnId(slot.id), slot, turn });
      const failure = failed.get(slot.id);
      if (failure) rows.push(failureRow(failure));
      failed.delete(slot.id);
    }
  }
  const others = view.failures.filter((one) => !chair.includes(one) && (one.role !== "speaker" || failed.has(one.id)));
  return [...rows, ...others.map(failureRow)];
}

/** How much has happened on the stage: what "3 new turns" counts. */
export function progress(view: DebateView): number {
  return doneSlots(view) + (view.introduction ? 1 : 0) + (view.verdict ? 1 : 0);
}
