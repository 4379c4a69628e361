// A timeline as it is drawn and told: bars by seconds, marks for votes and the verdict. Pure.
import { type SideMark, sideMark } from "../sides";
import { fresh } from "../strings/new";
import type { Schemas } from "../wire/types";

export type PlannedSlot = Schemas["PlannedSlot"];

export interface Step {
  readonly id: string;
  readonly kind: "speech" | "vote" | "verdict";
  readonly mark: SideMark;
  /** Who acts, as people say it. */
  readonly who: string;
  readonly phase: string;
  readonly seconds: number;
  readonly words: number | null;
}

export interface Totals {
  readonly speeches: number;
  readonly votes: number;
  readonly minutes: number;
}

/** The steps of a timeline, with the verdict at its end where anybody judges. */
export function stepsOf(timeline: readonly PlannedSlot[], sides: readonly string[], judged: boolean): Step[] {
  const copy = fresh.preview;
  const steps = timeline.map((slot): Step => {
    const mark = sideMark(sides, slot.side);
    const vote = slot.verb === "vote";
    const who = vote ? copy.everyone : mark.name || copy.chair;
    const phase = vote ? fresh.format.vote(slot.who) : slot.phase;
    return {
      ...{ id: slot.slot, kind: vote ? "vote" : "speech", mark, who, phase },
      ...{ seconds: slot.seconds ?? 0, words: slot.words },
    } as Step;
  });
  if (!judged) return steps;
  const mark = sideMark(sides, null);
  const verdict = { id: "verdict", kind: "verdict", mark, who: copy.roles.judge ?? "", phase: fresh.format.verdict };
  return [...steps, { ...verdict, seconds: 0, words: null } as Step];
}

export function totalsOf(steps: readonly Step[]): Totals {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const of = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { speeches: of("speech"), votes: of("vote"), minutes: Math.round(seconds / 60) };
}
