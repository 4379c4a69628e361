import { beforeEach, describe, expect, it } from "vitest";
import { keepSeen, lastSeen } from "./seen";

beforeEach(() => localStorage.clear());

describe("what was seen", () => {
  it("is kept for each debate, and nothing is known of others", () => {
    keepSeen("a", { seq: 7, turns: 2 });
    expect(lastSeen("a")).toEqual({ seq: 7, turns: 2 });
    expect(lastSeen("b")).toBeNull();
  });

  it("never goes back when a tab is left that had seen less", () => {
    keepSeen("a", { seq: 7, turns: 2 });
    keepSeen("a", { seq: 3, turns: 1 });
    expect(lastSeen("a")?.seq).toBe(7);
  });

  it("is forgotten of debates that were left long ago", () => {
    for (let at = 0; at < 101; at += 1) keepSeen(`d${at}`, { seq: 1, turns: 0 });
    expect(lastSeen("d0")).toBeNull();
    expect(lastSeen("d100")).not.toBeNull();
  });

  it("is nothing where storage holds something else", () => {
    localStorage.setItem("dissoi.seen", "{");
    expect(lastSeen("a")).toBeNull();
  });
});
