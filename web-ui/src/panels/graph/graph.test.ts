// @vitest-environment node
import { describe, expect, it } from "vitest";
import { golden, viewOf } from "../kit";
import { edgeId, NODE, pathThrough, placed } from "./layout";
import { standingOf } from "./states";

const NAMES = ["start", "begin", "speak", "open_vote", "close_vote", "judge", "gather", "decide", "end"];
const WAYS = [
  ...[
    ["start", "begin"],
    ["begin", "speak"],
    ["speak", "speak"],
    ["speak", "open_vote"],
    ["speak", "judge"],
  ],
  ...[
    ["open_vote", "close_vote"],
    ["close_vote", "speak"],
    ["close_vote", "judge"],
    ["judge", "gather"],
  ],
  ...[
    ["gather", "decide"],
    ["gather", "close_vote"],
    ["decide", "end"],
    ["speak", "end"],
  ],
] as [string, string][];
const graph = {
  nodes: NAMES.map((id) => ({ id, words: id })),
  edges: WAYS.map(([source, target]) => ({ source, target })),
};
const log = golden();
const still = { running: {}, visited: {} };

describe("the end", () => {
  it("of a debate that somebody stopped is called stopped, not done", () => {
    const view = viewOf(log);
    expect(standingOf("end", { view: { ...view, status: "finished" }, ...still }).state).toBe("done");
    const stopped = { ...view, status: "finished", outcome: "stopped" } as const;
    expect(standingOf("end", { view: stopped, ...still }).state).toBe("stopped");
  });
});

describe("after the end", () => {
  it("a step that was never taken is not called one to come, nor one that leaves no mark called untaken", () => {
    const view = { ...viewOf(log.slice(0, 2)), status: "finished", outcome: "stopped" } as const;
    const at = (id: string, visited = {}) => standingOf(id, { view, running: {}, visited }).state;
    expect([at("listen"), at("judge"), at("decide")]).toEqual(["untaken", "untaken", "untaken"]);
    expect([at("hand_over"), at("hand_over", { hand_over: 1 })]).toEqual(["unknown", "done"]);
    expect(standingOf("judge", { view: { ...view, status: "paused" }, ...still }).state).toBe("idle");
  });
});

describe("the layout", () => {
  const plan = placed(graph, "end");

  it("gives every step a place of its own, and every way a line inside the picture", () => {
    const places = [...plan.nodes.values()];
    for (const [at, a] of places.entries()) {
      for (const b of places.slice(at + 1)) {
        expect(Math.abs(a.x - b.x) >= NODE.width || Math.abs(a.y - b.y) >= NODE.height).toBe(true);
      }
    }
    for (const { source, target } of graph.edges.filter((edge) => edge.source !== edge.target)) {
      const points = plan.edges.get(edgeId(source, target)) ?? [];
      expect(points.length).toBeGreaterThan(1);
      expect(points.every(({ x }) => x >= 0 && x <= plan.width)).toBe(true);
      expect(pathThrough(points)).toMatch(/^M [\d.]+ [\d.]+ L/);
    }
  });

  it("is the same each time", () => {
    expect(placed(graph, "end")).toEqual(plan);
  });
});

describe("a step", () => {
  it("is done as often as the log says", () => {
    const known = { view: viewOf(log), ...still };
    const times = Object.fromEntries(NAMES.map((id) => [id, standingOf(id, known)]));
    expect(times.speak).toEqual({ state: "done", times: 9 });
    expect(times.judge).toEqual({ state: "done", times: 3 });
    expect([times.open_vote?.times, times.decide?.state, times.end?.state]).toEqual([1, "done", "done"]);
  });

  it("is at work while it runs, and waits while a vote is held open for people", () => {
    const opened = log.findIndex(({ event }) => event.type === "vote.opened") + 1;
    const view = viewOf(log.slice(0, opened));
    const at = (running: Record<string, string>, id: string) => standingOf(id, { view, visited: {}, running }).state;
    expect(at({ "judge.1": "judge" }, "judge")).toBe("running");
    expect(at({ x: "close_vote" }, "close_vote")).toBe("waiting");
    expect(at({}, "judge")).toBe("idle");
  });

  it("has failed until it has done its part", () => {
    const failures = [{ role: "judge", id: "judge.1", kind: "timeout", message: "late", fatal: false }];
    const view = { ...viewOf(log.slice(0, 30)), failures };
    expect(standingOf("judge", { view, ...still }).state).toBe("failed");
    expect(standingOf("judge", { view, ...still, running: { "judge.1": "judge" } }).state).toBe("running");
  });
});
