// @vitest-environment node
import { describe, expect, it } from "vitest";
import { golden, viewOf } from "../panels/kit";
import type { Ballot, DebateView, Verdict } from "../wire/types";
import { agreement, resultSentence, score, speechName, verdict } from "./verdict";

const base = viewOf(golden());

function ballot(judge: string, pro: number[], con: number[]): Ballot {
  const [argument = 0, engagement = 0, evidence = 0, clarity = 0] = pro;
  const [a = 0, b = 0, c = 0, d = 0] = con;
  const scores = {
    pro: { argument, engagement, evidence, clarity },
    con: { argument: a, engagement: b, evidence: c, clarity: d },
  };
  return { judge, model: "m", rfd: "why", scores, asked: 1 };
}

function view(change: Partial<DebateView>, numbers: Partial<Verdict> = {}): DebateView {
  return { ...base, verdict: { ...(base.verdict as Verdict), ...numbers }, ...change };
}

describe("the result in a sentence", () => {
  it("gives the winner, the margin, and on what the judges disagree", () => {
    const ballots = [
      ballot("judge.1", [7, 7, 8, 7], [6, 6, 5, 6]),
      ballot("judge.2", [7, 7, 4, 7], [6, 6, 8, 6]),
      ballot("judge.3", [6, 6, 5, 5], [7, 7, 8, 7]),
    ];
    const split = view({ ballots }, { ballots: { pro: 2, con: 1 } });
    expect(resultSentence(split)).toBe(
      "Pro wins 2–1; the judges disagree on argument, engagement, evidence and clarity.",
    );
    const [first, second] = ballots as [Ballot, Ballot];
    expect(agreement({ ...split, ballots: [first, second] })).toBe("the judges disagree on evidence");
  });

  it("says that judges agree, or that there was one", () => {
    expect(resultSentence(base)).toBe("Pro wins 3–0; the judges agree.");
    expect(resultSentence(view({ ballots: base.ballots.slice(0, 1) }, { ballots: { pro: 1, con: 0 } }))).toBe(
      "Pro wins 1–0; there was one judge.",
    );
  });

  it("says so where points decided between equal ballots", () => {
    const numbers = { reason: "equal ballots, more points", ballots: { pro: 1, con: 1 }, totals: { pro: 50, con: 48 } };
    expect(resultSentence(view({ ballots: [] }, numbers))).toBe(
      "Pro wins on points, 50 points to 48, after 1–1 in ballots.",
    );
  });

  it("has words of its own for each other outcome", () => {
    const drawn = { winner: null, tied: ["con", "pro"], ballots: { pro: 1, con: 1 } };
    const reason = "equal ballots and equal points";
    expect(resultSentence(view({ outcome: "draw", winner: null, reason }, drawn))).toBe(
      "A draw between Con and Pro, 1–1: equal ballots and equal points.",
    );
    const of = (outcome: DebateView["outcome"], why: string, winner: string | null = null) =>
      resultSentence(view({ outcome, reason: why, winner }));
    expect(of("unresolved", "1 of 3 ballots, 2 needed")).toBe("Unresolved, nobody wins: 1 of 3 ballots, 2 needed.");
    expect(of("stopped", "stopped by the user")).toBe("Stopped by the user, before a verdict. What was said stays.");
    expect(of("forfeit", "three refuted claims", "pro")).toBe("Con forfeits, so Pro wins: three refuted claims.");
    expect(of("disqualification", "", "con")).toBe("Pro is disqualified, so Con wins.");
    expect(of("failed", "the model is gone.")).toBe("Failed: there is no verdict: the model is gone.");
    expect(of("consensus", "")).toBe("The debaters came to agree.");
    expect(of("no_consensus", "five rounds")).toBe("The debaters did not come to agree: five rounds.");
    expect(of(null, "")).toBe("There is no result yet.");
  });
});

describe("the numbers of a verdict", () => {
  it("are those of the log, with every ballot counted", () => {
    expect(score(base)).toBe("3–0");
    expect(verdict.numbers(base)).toBe("Ballots: Pro 3, Con 0. Points: Pro 75, Con 65. 3 of 3 ballots cast, 2 needed.");
  });

  it("name missing ballots and why, and invent none", () => {
    const failures = [{ role: "judge", id: "judge.2", kind: "timeout", message: "No answer in 60 s.", fatal: false }];
    const short = view({ ballots: base.ballots.filter(({ judge }) => judge !== "judge.2"), failures });
    expect(verdict.missing(short)).toEqual(["Judge 2 has no ballot: No answer in 60 s."]);
    expect(verdict.missing(base)).toEqual([]);
    expect(verdict.missing({ ...short, outcome: "stopped" })).toEqual(["Judge 2 has no ballot: No answer in 60 s."]);
    expect(verdict.missing(view({ outcome: "stopped", ballots: [], failures: [] }))).toEqual([]);
  });

  it("name the slots in which a model failed", () => {
    expect(verdict.impaired(view({}, { impaired: ["C_rebuttal.1"] }))).toContain("Con’s rebuttal 1");
  });
});

it("names a speech by its side and its place", () => {
  expect(["intro", "P_opening", "C_rebuttal.2", "gone"].map((id) => speechName(base, id))).toEqual([
    "the chair’s intro",
    "Pro’s opening",
    "Con’s rebuttal 2",
    "gone",
  ]);
});
