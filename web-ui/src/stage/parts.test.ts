import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { ConnectionState } from "../store";
import type { DebateView } from "../wire/types";
import { lacksBallots, watchBreaks } from "./parts";
import { newState } from "./state.fixture";

const golden: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));

function watched() {
  const store = createStore(() => newState());
  const found = vi.fn();
  watchBreaks(store, found);
  const be = (state: ConnectionState, turns: number) =>
    store.setState((before) => ({
      connection: { ...before.connection, state },
      view: { ...golden, turns: golden.turns.slice(0, turns) },
    }));
  return { be, found };
}

describe("lacksBallots", () => {
  it("is true where nobody won and a judge failed, not where a side never spoke", () => {
    const failure = { id: "x", kind: "empty", message: "", fatal: false };
    const of = (outcome: DebateView["outcome"], role: string) =>
      lacksBallots({ outcome, failures: [{ ...failure, role }] });
    expect(of("unresolved", "judge")).toBe(true);
    expect(of("unresolved", "speaker")).toBe(false);
    expect(of("verdict", "judge")).toBe(false);
  });
});

describe("watchBreaks", () => {
  it("marks the first turn that a break had kept from us, also if it comes a frame late", () => {
    const { be, found } = watched();
    be("live", 3);
    be("reconnecting", 3);
    be("caught-up", 3);
    be("caught-up", 5);
    expect(found.mock.calls).toEqual([["turn-P_rebuttal.1"]]);
  });

  it("marks nothing when nothing was missed, and nothing that came live", () => {
    const { be, found } = watched();
    be("live", 3);
    be("reconnecting", 3);
    be("live", 3);
    be("live", 4);
    be("caught-up", 5);
    expect(found).not.toHaveBeenCalled();
  });
});
