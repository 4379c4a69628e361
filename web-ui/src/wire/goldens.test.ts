// @vitest-environment node
// The reducer against what Python folded: the committed golden logs, and those that tests/web/test_reducer.py makes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apply, emptyView, fold } from "./reducer";
import type { DebateEvent, DebateView, Envelope } from "./types";

const GOLDEN = join(import.meta.dirname, "../../../tests/golden");
const names = readdirSync(GOLDEN)
  .filter((file) => file.endsWith(".view.json"))
  .map((file) => file.slice(0, -".view.json".length));

function log(name: string): DebateEvent[] {
  const lines = readFileSync(join(GOLDEN, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => (JSON.parse(line) as Envelope).event);
}

describe.each(names)("golden log %s", (name) => {
  it("folds to the view that Python folds it to", () => {
    expect(fold(log(name))).toEqual(JSON.parse(readFileSync(join(GOLDEN, `${name}.view.json`), "utf8")));
  });

  it("folds from every prefix, and what an event leaves alone keeps its identity", () => {
    let view = emptyView;
    for (const event of log(name)) {
      const next = apply(view, event);
      view.turns.forEach((turn, at) => {
        expect(next.turns[at]).toBe(turn);
      });
      if (!event.type.startsWith("ballot")) expect(next.ballots).toBe(view.ballots);
      view = next;
    }
  });
});

const cases = process.env.DISSOI_REDUCER_CASES;

describe.runIf(cases)("random logs folded by Python", () => {
  it("fold to the same views here", () => {
    const all = JSON.parse(readFileSync(cases ?? "", "utf8")) as { events: DebateEvent[]; view: DebateView }[];
    expect(all.length).toBeGreaterThan(0);
    for (const { events, view } of all) expect(fold(events)).toEqual(view);
  });
});
