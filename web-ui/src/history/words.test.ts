import { describe, expect, it } from "vitest";
import { duel, summary } from "../new/kit";
import { agoWords, costWords, dateWords, resultWords } from "../strings/history";
import { dollars } from "../strings/words";
import { lineUpOf } from "./useFormats";

const name = (side: string) => side.toUpperCase();

describe("a debate of the list in words", () => {
  it("names its result, and never a result that it has not", () => {
    const of = (part: Parameters<typeof summary>[1]) => resultWords(summary("a", part), name);
    expect(of({ outcome: "verdict", winner: "con" })).toBe("CON won");
    expect(of({ outcome: "forfeit", winner: "pro" })).toBe("PRO won: the other side forfeited");
    expect(of({ outcome: "draw", winner: null })).toBe("Draw");
    expect(of({ outcome: "stopped", winner: null })).toBe("Stopped before a verdict");
    expect(of({ status: "paused", outcome: null, winner: null })).toBe("Paused");
    expect(of({ status: "new", outcome: null, winner: null })).toBe("Starting");
  });

  it("never takes an unknown price for nothing", () => {
    const of = (usd: string, unpriced: number, calls = 9) => costWords(summary("a", { usd, unpriced, calls }));
    expect([of("0", 0), of("0", 9), of("0.5", 0)]).toEqual(["free", "price unknown", "$0.50"]);
    expect([of("0.5", 1), of("0", 0, 0)]).toEqual(["$0.50 and 1 call of unknown price", "no calls yet"]);
    expect(["0.1", "0.0123", "0.00046", "0.00000001"].map(dollars)).toEqual([
      ...["$0.10", "$0.012", "$0.0005", "under $0.0001"],
    ]);
  });

  it("says how long ago it began, and the date in full", () => {
    const now = Date.parse("2026-11-30T12:00:00Z");
    const ago = [
      "2026-11-30T12:00:05Z",
      "2026-11-30T11:59:30Z",
      "2026-11-30T11:58:59Z",
      "2026-11-29T11:00:00Z",
      "2024-01-01T00:00:00Z",
    ];
    expect(ago.map((at) => agoWords(at, now))).toEqual([
      "just now",
      "just now",
      "1 minute ago",
      "yesterday",
      "2 years ago",
    ]);
    expect([agoWords("soon", now), dateWords("soon")]).toEqual(["soon", "soon"]);
    expect(dateWords("2026-11-15T12:00:00Z")).toContain("November 2026");
  });

  it("has its sides in the order of the format, whatever the order of the line-up", () => {
    const sides = (format: string) =>
      lineUpOf(summary("a", { format }), [duel]).map(({ mark, model }) => `${mark.index}${mark.name} ${model}`);
    expect(sides("duel")).toEqual(["1Pro m:a", "2Con m:b"]);
    expect(sides("unheard of")).toEqual(["1Pro m:a", "2Con m:b"]);
  });
});
