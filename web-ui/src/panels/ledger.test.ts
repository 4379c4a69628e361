import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { moneyOf } from "../strings/cost";
import type { DebateView, Envelope } from "../wire/types";
import { type Spending, spendingOf, sumBy } from "./ledger";

const view: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
const log: Envelope[] = readFileSync("../tests/golden/nround.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const spendings = log.map((envelope) => spendingOf(envelope, view)).filter((one) => one !== null);

describe("the ledger", () => {
  it.each([
    ["role", (one: Spending) => one.role],
    ["phase", (one: Spending) => one.phase],
    ["model", (one: Spending) => one.usage.model],
  ])("comes to the totals of the view when summed by %s", (_, name) => {
    const all = sumBy(spendings, name);
    for (const part of ["calls", "input", "cached", "output", "unpriced"] as const) {
      expect(all.reduce((sum, row) => sum + row[part], 0)).toBe(view.usage[part]);
    }
  });

  it("gives every call to a role and to a phase that people know", () => {
    const names = (name: (one: Spending) => string) => new Set(spendings.map(name));
    expect(names((one) => one.role)).toEqual(new Set(["moderator", "speaker", "audience", "judge", "scorer"]));
    expect(names((one) => one.phase)).toEqual(
      new Set(["intro", "opening", "rebuttal 1", "rebuttal 2", "vote", "closing", "judging"]),
    );
  });

  it("adds money exactly and counts calls of unknown price apart", () => {
    const [first] = spendings;
    if (!first) throw new Error("The golden log has usage.");
    const priced = (cost: string | null): Spending => ({ ...first, usage: { ...first.usage, cost } });
    const [sum] = sumBy([priced("0.1"), priced("0.2"), priced(null)], () => "all");
    expect(sum).toMatchObject({ cost: "0.3", unpriced: 1 });
  });
});

describe("moneyOf", () => {
  it("never shows an unknown price as 0", () => {
    expect(moneyOf({ calls: 2, cost: "0", unpriced: 2 })).toBe("price unknown");
    expect(moneyOf({ calls: 3, cost: "0.42", unpriced: 1 })).toBe("$0.42 and 1 call of unknown price");
    expect(moneyOf({ calls: 3, cost: "0", unpriced: 0 })).toBe("free");
  });
});
