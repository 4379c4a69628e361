// Copy of the verdict (S8): the result in words. Pure functions of the view; the facts are panels/verdict.ts's.
import { disputed, judgeNumber, missing, winners } from "../panels/verdict";
import { sideMark } from "../sides";
import type { DebateView } from "../wire/types";
import { count } from "./words";

export { count };

export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function sideName(view: DebateView, side: string): string {
  return sideMark(view.sides, side).name || side;
}

/** `judge.2` as people say it. */
export function judgeName(id: string): string {
  const number = judgeNumber(id);
  return number === null ? id : `Judge ${number}`;
}

/** Ballots of the winner to those of the next side; in a draw those of each tied side. */
export function score(view: DebateView): string {
  const { verdict } = view;
  if (!verdict) return "";
  if (!verdict.winner) return verdict.tied.map((side) => verdict.ballots[side] ?? 0).join("–");
  const others = Object.entries(verdict.ballots).filter(([side]) => side !== verdict.winner);
  return `${verdict.ballots[verdict.winner] ?? 0}–${Math.max(0, ...others.map(([, won]) => won))}`;
}

function pointsApart(view: DebateView): string {
  const { verdict } = view;
  if (!verdict?.winner) return "";
  const others = Object.entries(verdict.totals).filter(([side]) => side !== verdict.winner);
  return `${verdict.totals[verdict.winner] ?? 0} points to ${Math.max(0, ...others.map(([, points]) => points))}`;
}

/** Whether the judges agree, and on what they do not. */
export function agreement(view: DebateView): string {
  const { ballots } = view;
  if (ballots.length < 2) return ballots.length ? "there was one judge" : "";
  const split = disputed(ballots);
  if (split.length) return `the judges disagree on ${list(split)}`;
  return new Set(ballots.map((ballot) => winners(ballot).join("/"))).size === 1
    ? "the judges agree"
    : "no judge contradicts another on any criterion";
}

function ended(reason: string, fallback: string): string {
  const because = reason.trim().replace(/[.\s]+$/, "");
  return because ? `: ${because}` : fallback;
}

/** The result in one sentence, with margin and agreement. */
export function resultSentence(view: DebateView): string {
  const names = (sides: readonly string[]) => list(sides.map((side) => sideName(view, side)));
  const winner = view.winner ? sideName(view, view.winner) : "";
  const losers = names(view.sides.filter((side) => side !== view.winner));
  switch (view.outcome) {
    case "verdict": {
      const agreed = agreement(view);
      const tail = agreed ? `; ${agreed}` : "";
      if (!view.verdict) return `${winner} wins.`;
      if (view.verdict.reason === "equal ballots, more points") {
        return `${winner} wins on points, ${pointsApart(view)}, after ${score(view)} in ballots${tail}.`;
      }
      return `${winner} wins ${score(view)}${tail}.`;
    }
    case "draw": {
      const tied = view.verdict?.tied ?? [];
      const numbers = score(view) ? `, ${score(view)}` : "";
      return `A draw${tied.length ? ` between ${names(tied)}` : ""}${numbers}${ended(view.reason, "")}.`;
    }
    case "forfeit":
      return winner
        ? `${losers} forfeits, so ${winner} wins${ended(view.reason, "")}.`
        : `Forfeited${ended(view.reason, "")}.`;
    case "disqualification":
      return winner
        ? `${losers} is disqualified, so ${winner} wins${ended(view.reason, "")}.`
        : `Disqualified${ended(view.reason, "")}.`;
    case "consensus":
      return `The debaters came to agree${ended(view.reason, "")}.`;
    case "no_consensus":
      return `The debaters did not come to agree${ended(view.reason, "")}.`;
    case "unresolved":
      return `Unresolved, nobody wins${ended(view.reason, ", because nothing could be decided")}.`;
    case "stopped":
      return /^stopped /i.test(view.reason)
        ? `S${view.reason
            .trim()
            .slice(1)
            .replace(/[.\s]+$/, "")}, before a verdict. What was said stays.`
        : `Stopped before a verdict${ended(view.reason, "")}. What was said stays.`;
    case "failed":
      return `Failed: there is no verdict${ended(view.reason, "")}.`;
    default:
      return view.status === "paused"
        ? `Paused${ended(view.reason, "")}. There is no result yet.`
        : "There is no result yet.";
  }
}

/** The kind of an outcome as one word or two, beside an icon. */
export const OUTCOMES: Readonly<Record<NonNullable<DebateView["outcome"]>, string>> = {
  verdict: "Verdict",
  draw: "Draw",
  forfeit: "Forfeit",
  disqualification: "Disqualified",
  consensus: "Agreement",
  no_consensus: "No agreement",
  unresolved: "Unresolved",
  stopped: "Stopped",
  failed: "Failed",
};

/** A speech by its place: `Pro's rebuttal 1`; where the place is unknown, its id. */
export function speechName(view: DebateView, id: string): string {
  const slot = view.slots.find((one) => one.id === id);
  if (!slot) return id;
  if (slot.verb === "vote") return `the vote “${slot.ballot}”`;
  return `${slot.side ? sideName(view, slot.side) : slot.seat === "chair" ? "the chair" : slot.seat}’s ${slot.phase}`;
}

export const verdict = {
  title: "Verdict",
  empty: "The judges have not begun.",
  emptyHint: "Ballots appear here when the last speech is over. Each judge writes reasons first, then scores.",
  nobody: "Nobody judges this debate.",
  waiting: (done: number, all: number) =>
    `${done} of ${count(all, "ballot")} are in. Nothing is decided before all are.`,
  numbers: (view: DebateView) => {
    const found = view.verdict;
    if (!found?.cast) return "";
    const each = (numbers: Readonly<Record<string, number>>) =>
      view.sides.map((side) => `${sideName(view, side)} ${numbers[side] ?? 0}`).join(", ");
    const tied = found.tied_ballots ? `; ${count(found.tied_ballots, "tied ballot")}` : "";
    return `Ballots: ${each(found.ballots)}${tied}. Points: ${each(found.totals)}. ${found.cast} of ${found.expected} ballots cast, ${found.quorum} needed.`;
  },
  impaired: (view: DebateView) =>
    view.verdict?.impaired.length
      ? `Weigh this with care: nothing was said in ${list(view.verdict.impaired.map((id) => speechName(view, id)))}, because a model failed.`
      : "",
  computed: "Code computed this from the ballots; no model names a winner.",
  missing: (view: DebateView) =>
    missing(view).map(({ judge, why }) => `${judgeName(judge)} has no ballot${why ? `: ${why}` : "."}`),
  scores: "Scores",
  scoresTable: "Scores of every judge",
  scoresNote: (judges: number) =>
    `From ${count(judges, "judge")}, 1 to 10 on each criterion: one mark a judge, a line from the lowest to the highest.`,
  criterion: "Criterion",
  mean: "Mean",
  total: "Total",
  chart: "Show as chart",
  table: "Show as table",
  names: (view: DebateView) => {
    const called = view.sides.length === 2 ? ["supporter", "opponent"] : view.sides.map((_, at) => `side ${at + 1}`);
    return `Judges never see the names of the sides: ${list(view.sides.map((side, at) => `“${called[at]}” is ${sideName(view, side)}`))}.`;
  },
  ballots: "Ballots",
  reasons: "Reasons",
  asked: "Asked again",
  askedWhy:
    "The first ballot was a tie where none is allowed, or its reasons were in another language. This one stands.",
  met: (names: readonly string[]) => `Met the sides in the order ${list(names)}.`,
  tiedBallot: "A tie on this ballot: it counts for no side.",
  ballotFor: (name: string) => `For ${name}`,
  arguments: "Arguments",
  argumentsNote: (model: string) =>
    `Points from 1 to 10 by one call of the scorer${model ? ` (${model})` : ""}. They explain; they decide nothing.`,
  argumentsMissing: (why: string) => `The arguments were not scored: ${why}`,
  sideMean: (name: string, mean: string, n: number) => `${name}: mean ${mean} over ${count(n, "argument")}`,
  noArguments: (name: string) => `${name}: no argument was scored`,
  strongest: "Strongest",
  weakest: "Weakest",
  points: (points: number) => `${points} of 10`,
  details: "Reasons and scores",
};
