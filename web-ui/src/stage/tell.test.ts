import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { DebateView } from "../wire/types";
import { newState } from "./state.fixture";
import { messagesOf, Reciter } from "./tell";

const golden: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
const early = (turns: number, change: Partial<DebateView> = {}): DebateView => ({
  ...golden,
  ...{ turns: golden.turns.slice(0, turns), polls: [], status: "running", verdict: null, outcome: null, ballots: [] },
  floor: golden.slots[turns]?.id ?? "",
  ...change,
});
const state = (view: DebateView) => ({ ...newState(), view });

describe("messagesOf", () => {
  it("says once that a turn ended, how long it was, and who has the floor now", () => {
    expect(messagesOf(state(early(4)), state(early(5)))).toEqual([
      `Con, rebuttal 1, has spoken, ${golden.turns[4]?.words} words.`,
      "Pro, rebuttal 2, has the floor.",
    ]);
  });

  it("says nothing for a token, and nothing of what was there when the page was opened", () => {
    const before = state(early(4));
    const live = { x: { slot: "x", role: "C", text: "word", since: 0 } };
    expect(messagesOf(before, { ...before, live })).toEqual([]);
    expect(messagesOf({ ...before, loaded: false }, state(golden))).toEqual([]);
  });

  it("says that a ballot opens, that it closes, and the result", () => {
    const [poll] = golden.polls;
    if (!poll) throw new Error("The golden debate has a poll.");
    const quiet = { floor: "" };
    const open = state(early(7, { ...quiet, polls: [{ ...poll, closed: false }] }));
    const closed = state(early(7, { ...quiet, polls: [poll] }));
    expect(messagesOf(state(early(7, quiet)), open)).toEqual(["The vote of the audience, mid, is open."]);
    expect(messagesOf(open, closed)).toEqual(["The vote of the audience, mid, is closed."]);
    const judged = state({ ...golden, status: "running", outcome: null });
    expect(messagesOf(judged, state(golden)).join()).toContain("Pro wins 3–0");
  });

  it("sums a long gap up by its last turn", () => {
    const spoken = messagesOf(state(early(1)), state(early(7))).filter((message) => message.includes("has spoken"));
    expect(spoken).toHaveLength(1);
  });

  it("says when the connection breaks and when it is back, with what was missed", () => {
    const on = state(early(4));
    const link = { ...on.connection, state: "live" as const };
    const broken = { ...on, connection: { ...link, state: "reconnecting" as const, tries: 1 } };
    const back = { ...on, connection: { ...link, state: "caught-up" as const, caught: 14 } };
    expect(messagesOf({ ...on, connection: link }, broken)).toEqual([
      "The connection broke. The page reconnects by itself.",
    ]);
    expect(messagesOf(broken, back)).toEqual(["Connected again, 14 events caught up."]);
  });
});

describe("Reciter", () => {
  it("says each sentence once, and the rest when the speech is published", () => {
    const reciter = new Reciter();
    const saying = (text: string) => ({
      ...state(early(4)),
      live: { "C_rebuttal.1": { slot: "", role: "C", text, since: 0 } },
    });
    const [none, one, two] = [state(early(4)), saying("We say no. Beca"), saying("We say no. Because it fails. And")];
    expect(reciter.take(none, one)).toEqual(["We say no."]);
    expect(reciter.take(one, two)).toEqual(["Because it fails."]);
    const [turn] = golden.turns.slice(4);
    if (!turn) throw new Error("The golden debate has turns.");
    const said = { ...turn, text: "We say no. Because it fails. And so on" };
    expect(reciter.take(two, state({ ...early(5), turns: [...golden.turns.slice(0, 4), said] }))).toEqual([
      "And so on",
    ]);
  });

  it("says no speech that was over before it was heard", () => {
    expect(new Reciter().take(state(early(1)), state(early(7)))).toEqual([]);
  });
});
