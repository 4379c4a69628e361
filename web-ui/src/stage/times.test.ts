import { describe, expect, it } from "vitest";
import { floorSince, runningTime } from "./times";

const START = Date.parse("2030-01-01T10:00:00Z");
const entry = (seq: number, second: number, type: string, slot: string | null = null) => ({
  ...{ seq, type, slot },
  at: new Date(START + second * 1000).toISOString(),
});

describe("runningTime", () => {
  const log = [entry(1, 0, "debate.created"), entry(2, 5, "debate.started")];

  it("counts from the first event to now", () => {
    expect(runningTime(log, START + 30_000)).toBe(30_000);
  });

  it("leaves rests out", () => {
    const rested = [...log, entry(3, 10, "debate.paused"), entry(4, 100, "debate.resumed")];
    expect(runningTime(rested.slice(0, 3), START + 60_000)).toBe(10_000);
    expect(runningTime(rested, START + 103_000)).toBe(13_000);
  });

  it("stands still after the end", () => {
    const over = [...log, entry(3, 20, "debate.finished")];
    expect(runningTime(over, START + 999_000)).toBe(20_000);
  });

  it("leaves out the events that a fork took over, whichever ancestor they are from", () => {
    const fork = [...log, entry(3, 900, "turn.started"), entry(4, 904, "debate.finished")];
    expect(runningTime(fork.slice(0, 2), START + 800_000, 2)).toBe(0);
    expect(runningTime(fork.slice(0, 3), START + 902_000, 2)).toBe(2_000);
    expect(runningTime(fork, START + 999_000, 2)).toBe(4_000);
    const again = [...fork.slice(0, 3), entry(4, 5000, "turn.started"), entry(5, 5003, "debate.finished")];
    expect(runningTime(again, START + 9_999_000, 3)).toBe(3_000);
  });

  it("is never negative, whatever the clocks say", () => {
    expect(runningTime(log, START - 5_000)).toBe(0);
    expect(runningTime([], START)).toBe(0);
  });
});

describe("floorSince", () => {
  it("is when the floor was given, or the debate resumed after that", () => {
    const log = [entry(1, 0, "debate.created"), entry(2, 7, "turn.started", "a")];
    expect(floorSince(log, "a")).toBe(log[1]?.at);
    const resumed = entry(4, 50, "debate.resumed");
    expect(floorSince([...log, entry(3, 9, "debate.paused"), resumed], "a")).toBe(resumed.at);
  });

  it("is when something happened last where the log does not say", () => {
    expect(floorSince([entry(1, 0, "debate.created")], "a")).toBe(entry(1, 0, "").at);
    expect(floorSince([], "a")).toBeNull();
  });
});
