// @vitest-environment node
import { describe, expect, it } from "vitest";
import { golden, viewOf } from "../panels/kit";
import { apply, emptyView, fold } from "../wire/reducer";
import type { DebateEvent } from "../wire/types";
import { Film, type Shot, STRIDE } from "./film";
import { scene } from "./pace";

const log = golden();

/** A long debate: many phases, turns and votes, far over several snapshots. */
function long(events: number): Shot[] {
  const [created, started] = log;
  if (!created || !started) throw new Error("The golden log begins with two events.");
  return Array.from({ length: events }, (_, at): Shot => {
    const known = [created.event, started.event][at];
    const turn: DebateEvent = {
      ...{ type: "turn.published", slot: `s${at}`, seat: "P", side: "pro", text: `said ${at}`, words: 2 },
      ...{ marks: [], controller: "ai", inbox: null, usage: null },
    };
    const phase: DebateEvent = { type: "phase.changed", phase: `p${at}` };
    return { seq: at + 1, at: "2026-01-01T00:00:00Z", event: known ?? (at % 3 ? turn : phase) };
  });
}

describe("a film", () => {
  it("shows at every event of a golden log what the events until then add up to", () => {
    const film = new Film();
    film.append(log);
    for (const { seq } of [...log].reverse()) expect(film.view(seq)).toEqual(viewOf(log.slice(0, seq)));
    expect(film.view(0)).toEqual(emptyView);
    expect(film.end).toEqual(viewOf(log));
  });

  it("shows the same around each snapshot of a long log, in any order", () => {
    const shots = long(3 * STRIDE + 20);
    const film = new Film();
    film.append(shots);
    const places = [0, 1, 2, 3].flatMap((n) => [n * STRIDE - 1, n * STRIDE, n * STRIDE + 1]).filter((n) => n > 0);
    for (const place of [...places, 7, ...places.reverse()]) {
      expect(film.view(place)).toEqual(fold(shots.slice(0, place).map(({ event }) => event)));
    }
  });

  it("folds no more than a stride of events for one step, however long the log is", () => {
    const film = new Film();
    film.append(long(3 * STRIDE));
    const before = film.view(3 * STRIDE - 1);
    const after = film.view(3 * STRIDE);
    expect(after.turns.slice(0, 300).every((turn, at) => turn === before.turns[at])).toBe(true);
    expect(film.view(2 * STRIDE + 1).turns[5]).toBe(before.turns[5]);
  });

  it("takes each event once, and leaves out what this viewer may not see", () => {
    const film = new Film();
    const [one, two, three] = log;
    if (!one || !two || !three) throw new Error("The golden log has more than three events.");
    film.append([one, { seq: 2, at: "", event: null }]);
    film.append([one, three]);
    expect([film.count(0), film.count(1), film.count(2), film.count(3), film.last]).toEqual([0, 1, 1, 2, 3]);
    expect(film.view(3)).toEqual(apply(apply(emptyView, one.event), three.event));
    expect(film.entries.map(({ seq }) => seq)).toEqual([1, 3]);
  });
});

describe("the pace", () => {
  const at = (second: number, event: DebateEvent): Shot => ({
    seq: second + 1,
    at: new Date(second * 1000).toISOString(),
    event,
  });
  const phase: DebateEvent = { type: "phase.changed", phase: "p" };
  const speech = log.find(({ event }) => event.type === "turn.published")?.event as DebateEvent;

  it("is the log's own, with no pause over four seconds, divided by the speed", () => {
    expect(scene(at(0, phase), at(2, phase), 1)).toEqual({ wait: 2000, pieces: [] });
    expect(scene(at(0, phase), at(900, phase), 1).wait).toBe(4000);
    expect(scene(at(0, phase), at(900, phase), 4).wait).toBe(1000);
    expect(scene(null, at(9, phase), 1).wait).toBe(0);
    expect(scene(at(5, phase), at(2, phase), 1).wait).toBe(0);
  });

  it("types a speech whole, within its pause, and never at once", () => {
    const { wait, pieces } = scene(at(0, phase), at(2, speech), 1);
    expect(pieces.join("")).toBe("text" in speech ? speech.text : "");
    expect(wait * pieces.length).toBeCloseTo(2000);
    expect(scene(at(0, phase), at(0, speech), 1).wait).toBeGreaterThan(0);
  });
});
