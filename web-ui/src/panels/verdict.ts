// What ballots and votes come to, as facts: totals, agreement, what is missing. Pure. Not here: sentences
// (strings/verdict.ts), who wins (the server computed that: record/ballots.py).
import { compareText } from "../wire/order";
import { own } from "../wire/own";
import type { ArgumentScore, Ballot, DebateView } from "../wire/types";

/** What judges score, in their own order. Others, of other logs, follow by name. */
const CRITERIA = ["argument", "engagement", "evidence", "clarity"];

export const LOW = 1;
export const HIGH = 10;

/** Every criterion on any ballot. */
export function criteria(ballots: readonly Ballot[]): string[] {
  const found = new Set(ballots.flatMap((ballot) => Object.values(ballot.scores).flatMap(Object.keys)));
  const others = [...found].filter((name) => !CRITERIA.includes(name)).sort(compareText);
  return [...CRITERIA.filter((name) => found.has(name)), ...others];
}

export function total(ballot: Ballot, side: string): number {
  return Object.values(ballot.scores[side] ?? {}).reduce((sum, points) => sum + points, 0);
}

export function points(ballot: Ballot, side: string, criterion: string): number | null {
  return own(own(ballot.scores, side) ?? {}, criterion) ?? null;
}

/** The names with the highest number. */
function best(names: readonly string[], number: (name: string) => number): string[] {
  const most = Math.max(...names.map(number));
  return names.filter((name) => number(name) === most);
}

/** The sides that a ballot puts first: one = a win, several = a tie on this ballot. */
export function winners(ballot: Ballot): string[] {
  return best(Object.keys(ballot.scores), (side) => total(ballot, side));
}

/** The criteria on which two judges put different sides first. */
export function disputed(ballots: readonly Ballot[]): string[] {
  return criteria(ballots).filter((criterion) => {
    const first = ballots.map((ballot) =>
      best(Object.keys(ballot.scores), (side) => points(ballot, side, criterion) ?? Number.NEGATIVE_INFINITY),
    );
    return first.some((one, at) => first.slice(at + 1).some((two) => !one.some((side) => two.includes(side))));
  });
}

export interface Missing {
  readonly judge: string;
  /** Why, where the log says so. */
  readonly why: string | null;
}

/** The judges whose ballots are not there; none where the debate was stopped before any judge had answered or failed. */
export function missing(view: DebateView): Missing[] {
  const begun = view.ballots.length > 0 || view.failures.some(({ role }) => role === "judge");
  if (view.outcome === "stopped" && !begun) return [];
  const cast = new Set(view.ballots.map((ballot) => ballot.judge));
  const expected = Math.max(view.judges, view.verdict?.expected ?? 0);
  const ids = Array.from({ length: expected }, (_, at) => `judge.${at + 1}`);
  const failure = (id: string) => view.failures.find(({ role, id: other }) => role === "judge" && other === id);
  return ids.filter((id) => !cast.has(id)).map((judge) => ({ judge, why: failure(judge)?.message ?? null }));
}

/** The number in `judge.2`, or null where the id has none. */
export function judgeNumber(id: string): number | null {
  const found = /\.(\d+)$/.exec(id);
  return found ? Number(found[1]) : null;
}

/** The order in which a judge met the sides: judges of even number meet them the other way round. */
export function metIn(sides: readonly string[], judge: string): string[] {
  return (judgeNumber(judge) ?? 1) % 2 ? [...sides] : [...sides].reverse();
}

export function mean(numbers: readonly number[]): number | null {
  return numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null;
}

export interface SideArguments {
  readonly side: string;
  readonly arguments: readonly ArgumentScore[];
  readonly mean: number | null;
}

/** The scored arguments, side by side in the order of the sides. */
export function argumentsBySide(view: DebateView): SideArguments[] {
  return view.sides.map((side) => {
    const own = view.arguments.filter((argument) => argument.side === side);
    return { side, arguments: own, mean: mean(own.map((argument) => argument.points)) };
  });
}

/** The ids of the strongest and the weakest arguments of all; none where all are equal. */
export function extremes(scored: readonly ArgumentScore[]): { strongest: Set<string>; weakest: Set<string> } {
  const numbers = scored.map((argument) => argument.points);
  const [high, low] = [Math.max(...numbers), Math.min(...numbers)];
  const those = (number: number) =>
    new Set(high > low ? scored.filter((one) => one.points === number).map((one) => one.id) : []);
  return { strongest: those(high), weakest: those(low) };
}
