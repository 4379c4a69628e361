// Where a debate stands in its recorded timeline: phases in order, each done, now or next. Pure.
import type { DebateView, Slot } from "../wire/types";

export type Standing = "done" | "now" | "next";

export interface SlotStanding {
  readonly slot: Slot;
  readonly standing: Standing;
}

/** A run of neighbouring slots of one phase. `key` is stable: the id of its first slot. */
export interface Phase {
  readonly key: string;
  readonly name: string;
  readonly standing: Standing;
  readonly slots: readonly SlotStanding[];
}

/** How many slots are behind us: spoken, silent, or voted and closed. */
export function doneSlots(view: Pick<DebateView, "turns" | "polls">): number {
  return view.turns.length + view.polls.filter((poll) => poll.closed).length;
}

/** The slot that is due, or null when all are done. */
export function dueSlot(view: DebateView): Slot | null {
  return view.slots[doneSlots(view)] ?? null;
}

function standingOf(all: readonly Standing[]): Standing {
  if (all.every((one) => one === "done")) return "done";
  return all.every((one) => one === "next") ? "next" : "now";
}

/** The phases of the timeline. A debate that has ended has nothing that is now. */
export function phasesOf(view: DebateView): Phase[] {
  const done = doneSlots(view);
  const over = view.status === "finished";
  const groups: SlotStanding[][] = [];
  for (const [at, slot] of view.slots.entries()) {
    const standing = at < done ? "done" : at === done && !over ? "now" : "next";
    const last = groups.at(-1);
    if (last?.[0]?.slot.phase === slot.phase) last.push({ slot, standing });
    else groups.push([{ slot, standing }]);
  }
  return groups.flatMap((slots) => {
    const [first] = slots;
    if (!first) return [];
    const { id: key, phase: name } = first.slot;
    return [{ key, name, slots, standing: standingOf(slots.map((one) => one.standing)) }];
  });
}

/** How the verdict stands, which comes after the last phase where anybody judges; null where nobody does. */
export function verdictStanding(view: DebateView): Standing | null {
  if (!view.judges && !view.verdict) return null;
  if (view.verdict) return "done";
  return view.slots.length && !dueSlot(view) && view.status !== "finished" ? "now" : "next";
}
