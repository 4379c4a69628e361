import { describe, expect, it } from "vitest";
import { clock, moved, standing } from "../strings/audience";
import { remaining } from "../wire/clock";
import { type Paper, paperOf, pollMarks, shift } from "./ballots";
import { golden, viewOf } from "./kit";

const name = (option: string) => option;

function paper(ballot: string, people: Record<string, number>, part: Partial<Paper> = {}): Paper {
  return {
    ...{ ballot, state: "closed", options: Object.keys(people), closes_at: "2026-01-01T00:00:00Z", now: "" },
    ...{ yours: null, people, simulated: {}, abstained: 0, ...part },
  };
}

describe("a countdown", () => {
  const closes = "2026-01-01T00:01:00Z";
  const now = Date.parse("2026-01-01T00:00:00Z");

  it("is the server's, whatever the client's clock says", () => {
    const hour = 3_600_000;
    expect(remaining(closes, -hour, now + hour)).toBe(60_000);
    expect(remaining(closes, hour, now - hour)).toBe(60_000);
  });

  it("is never negative, and shows 0:00 only when it is over", () => {
    expect(remaining(closes, 0, now + 10 * 60_000)).toBe(0);
    expect([0, 1, 999, 1000, 45_000, 723_000].map(clock)).toEqual(["0:00", "0:01", "0:01", "0:01", "0:45", "12:03"]);
  });
});

describe("counts in words", () => {
  it("name a leader, a tie between options, most calling it a tie, and nobody", () => {
    expect(standing("People", { pro: 2, con: 1, tie: 0 }, name)).toBe("People: pro leads, 2 of 3 votes.");
    expect(standing("People", { pro: 2, con: 2, tie: 0 }, name)).toBe(
      "People: pro and con are level, with 2 votes each of 4.",
    );
    expect(standing("People", { pro: 0, con: 0, tie: 1 }, name)).toBe("People: most call it a tie, 1 of 1 vote.");
    expect(standing("People", { pro: 0, con: 0, tie: 0 }, name)).toBe("People: nobody voted for an option.");
  });
});

describe("two ballots with the same options", () => {
  it("show what changed from the first to the last", () => {
    const pair = shift([
      paper("before", { pro: 1, con: 3 }),
      paper("other", { yes: 1, no: 0 }),
      paper("after", { con: 2, pro: 2 }),
    ]);
    expect(pair?.map(({ ballot }) => ballot)).toEqual(["before", "after"]);
    expect(moved({ pro: 1, con: 3, tie: 0 }, { pro: 2, con: 2, tie: 0 }, name)).toBe("pro +1, con −1, tie ±0");
  });

  it("show nothing while one is open or never opened", () => {
    const first = paper("before", { pro: 1, con: 3 });
    expect(shift([first, paper("after", { pro: 1, con: 1 }, { state: "open" })])).toBeNull();
    expect(shift([first, paper("after", { pro: 0, con: 0 }, { closes_at: null })])).toBeNull();
  });
});

describe("a ballot as the log has it", () => {
  const log = golden();
  it("keeps people and simulated listeners apart", () => {
    const view = viewOf(log);
    const [poll] = view.polls;
    if (!poll) throw new Error("The golden debate has a vote.");
    const found = paperOf(poll, "now", view);
    expect([found.people, found.simulated, found.state]).toEqual([
      { pro: 0, con: 0, tie: 0 },
      { pro: 1, con: 1, tie: 0 },
      "closed",
    ]);
  });

  it("has a mark that changes with each of its events", () => {
    const votes = log.filter(({ event }) => event.type.startsWith("vote."));
    const marks = votes.map(({ seq }) => pollMarks(viewOf(log.slice(0, seq))));
    expect(new Set(marks).size).toBe(votes.length);
  });
});
