import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { emptyView } from "../wire/reducer";
import type { DebateView } from "../wire/types";
import { dueSlot, phasesOf, verdictStanding } from "./phases";
import { rowsOf } from "./rows";

const golden: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
/** The golden debate as it was when `turns` had been spoken and the vote had not begun. */
const early = (turns: number): DebateView => ({
  ...golden,
  ...{ turns: golden.turns.slice(0, turns), polls: [], status: "running", verdict: null, outcome: null, ballots: [] },
  floor: golden.slots[turns]?.id ?? "",
});

describe("phasesOf", () => {
  it("says of every phase whether it is done, now or next", () => {
    const standings = phasesOf(early(4)).map(({ name, standing }) => [name, standing]);
    expect(standings).toEqual([
      ["intro", "done"],
      ["opening", "done"],
      ["rebuttal 1", "now"],
      ["rebuttal 2", "next"],
      ["vote", "next"],
      ["closing", "next"],
    ]);
  });

  it("has nothing that is now once the debate is over, however early it ended", () => {
    const stopped = phasesOf({ ...early(4), status: "finished" });
    expect(stopped.flatMap((phase) => phase.slots).filter((one) => one.standing === "now")).toEqual([]);
    expect(phasesOf(golden).every((phase) => phase.standing === "done")).toBe(true);
  });

  it("counts a ballot as done when it is closed, not when it is opened", () => {
    const [poll] = golden.polls;
    if (!poll) throw new Error("The golden debate has a poll.");
    expect(dueSlot({ ...early(7), polls: [{ ...poll, closed: false }] })?.id).toBe("mid");
    expect(dueSlot({ ...early(7), polls: [poll] })?.id).toBe("P_closing");
  });

  it("has the verdict after the last phase, and none where nobody judges", () => {
    expect(verdictStanding(early(4))).toBe("next");
    expect(verdictStanding({ ...golden, verdict: null, status: "running" })).toBe("now");
    expect(verdictStanding(golden)).toBe("done");
    expect(verdictStanding({ ...emptyView, judges: 0 })).toBeNull();
  });
});

describe("rowsOf", () => {
  it("lists phases, turns and ballots in the order of the timeline", () => {
    const kinds = rowsOf(golden, [], false).map((row) => (row.kind === "phase" ? row.name : row.key));
    expect(kinds.slice(0, 6)).toEqual([
      "intro",
      "turn-intro",
      "opening",
      "turn-P_opening",
      "turn-C_opening",
      "rebuttal 1",
    ]);
    expect(kinds.slice(-5)).toEqual(["vote", "turn-mid", "closing", "turn-P_closing", "turn-C_closing"]);
  });

  it("shows who has the floor and whose text arrives, and nobody who is still to come", () => {
    const rows = rowsOf(early(3), ["C_rebuttal.1"], false);
    const open = rows.flatMap((row) => (row.kind === "turn" && !row.turn ? [row.slot.id] : []));
    expect(open).toEqual(["P_rebuttal.1", "C_rebuttal.1"]);
  });

  it("keeps the identity of turns that a new one follows", () => {
    const turns = (rows: ReturnType<typeof rowsOf>) => rows.flatMap((row) => (row.kind === "turn" ? [row.turn] : []));
    const [before, after] = [turns(rowsOf(early(3), [], false)), turns(rowsOf(early(4), [], false))];
    expect(after.slice(0, 3).every((turn, at) => Object.is(turn, before[at]))).toBe(true);
  });

  it("puts the failure of a speaker behind its turn, and all others at the end", () => {
    const failure = { kind: "empty", message: "It said nothing.", fatal: false };
    const failures = [
      { ...failure, role: "judge", id: "judge.1" },
      { ...failure, role: "speaker", id: "C_opening" },
      { ...failure, role: "speaker", id: "gone" },
    ];
    const keys = rowsOf({ ...golden, failures }, [], false).map((row) => row.key);
    expect(keys[keys.indexOf("turn-C_opening") + 1]).toBe("failure-speaker-C_opening");
    expect(keys.slice(-2)).toEqual(["failure-judge-judge.1", "failure-speaker-gone"]);
  });

  it("shows a turn of a slot that the timeline does not know", () => {
    const [turn] = golden.turns;
    if (!turn) throw new Error("The golden debate has turns.");
    const stray = { ...golden, turns: [{ ...turn, slot: "stray" }], polls: [] };
    expect(rowsOf(stray, [], false).map((row) => row.key)).toContain("turn-stray");
  });
});
