import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "../new/kit";
import { golden, META, viewOf } from "../panels/kit";
import type { DebateDocument, Envelope } from "../wire/types";
import { ReplaySession } from "./session";

const log = golden();
const turns = log.filter(({ event }) => event.type === "turn.published").map(({ seq }) => seq);
const phases = log.filter(({ event }) => event.type === "phase.changed").map(({ seq }) => seq);
const begun = 2;
let session: ReplaySession;
let stored: Envelope[];

const state = () => session.store.getState();
const reel = () => session.reel.getState();

async function open(wanted: number | null = null, known: Envelope[] = log): Promise<void> {
  stored = known;
  session = new ReplaySession("d", wanted);
  const document = { ...META, last_seq: known.length, view: viewOf(known) };
  session.snapshot(document as unknown as DebateDocument);
  await vi.waitFor(() => expect(state().loaded).toBe(true));
}

beforeEach(() => {
  serve({
    "GET /api/debates/d/log": ({ query }) => {
      const after = Number(query.get("after"));
      const events = stored.slice(after, after + Number(query.get("limit")));
      return { events, last_seq: stored.length };
    },
  });
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a replay", () => {
  it("begins at the start, or where the address says", async () => {
    await open();
    expect([state().seq, state().view.status]).toEqual([begun, "running"]);
    session.close();
    await open(20);
    expect([state().seq, state().view]).toEqual([20, viewOf(log.slice(0, 20))]);
    expect(state().log.length).toBe(20);
  });

  it("goes to the end where the address names an event that is not there", async () => {
    await open(9999);
    expect(state().seq).toBe(log.length);
  });

  it("steps by turns and by phases, on and back, to both ends", async () => {
    await open();
    session.step(1, "turn");
    expect(state().seq).toBe(turns[0]);
    session.step(1, "turn");
    session.step(1, "turn");
    session.step(-1, "turn");
    expect(state().seq).toBe(turns[1]);
    session.step(-1, "turn");
    session.step(-1, "turn");
    expect(state().seq).toBe(begun);
    session.step(1, "phase");
    session.step(1, "phase");
    expect(state().seq).toBe(phases[1]);
    session.step(-1, "phase");
    expect(state().seq).toBe(phases[0]);
    for (const _ of turns) session.step(1, "turn");
    session.step(1, "turn");
    expect(state().seq).toBe(log.length);
  });

  it("has ticks where turns end, and bands for the phases and the judging", async () => {
    await open();
    expect(reel().ticks.map(({ seq }) => seq)).toEqual(turns);
    expect(
      reel()
        .ticks.map(({ side }) => side)
        .slice(0, 3),
    ).toEqual(["", "pro", "con"]);
    expect(reel().bands.map(({ name }) => name)).toEqual([
      ...["intro", "opening", "rebuttal 1", "rebuttal 2", "vote", "closing", "judging"],
    ]);
    expect(reel().bands.at(-1)?.to).toBe(log.length);
  });

  it("types a speech out, then has it published, turn by turn", async () => {
    await open();
    vi.useFakeTimers();
    session.setSpeed("turns");
    session.play();
    const seen: string[] = [];
    session.store.subscribe(({ live }) => {
      const text = live.intro?.text;
      if (text) seen.push(text);
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([state().seq, reel().playing, state().live]).toEqual([turns[0], false, {}]);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toBe(state().view.turns[0]?.text);
  });

  it("plays to the end and stops there, and plays again from the beginning", async () => {
    await open(40);
    vi.useFakeTimers();
    session.setSpeed("4");
    session.play();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([state().seq, reel().playing, state().view]).toEqual([log.length, false, viewOf(log)]);
    session.play();
    expect([state().seq, reel().playing]).toEqual([begun, true]);
  });

  it("knows how far a debate that still runs is ahead, and stays where it is", async () => {
    await open(10, log.slice(0, 12));
    expect([reel().open, reel().last]).toEqual([true, 12]);
    session.events(log.slice(12, 26));
    expect([reel().last, state().seq]).toEqual([26, 10]);
    session.events(log.slice(26));
    expect([reel().open, reel().last, state().seq]).toEqual([false, log.length, 10]);
  });

  it("loads a log of several pages, past events that this viewer may not see", async () => {
    const hidden = new Set([3, 4]);
    const long = Array.from({ length: 2500 }, (_, at): Envelope => {
      const known = log[at];
      if (known && at < 2) return known;
      return { ...(log[2] as Envelope), seq: at + 1, event: { type: "phase.changed", phase: `p${at}` } };
    });
    serve({
      "GET /api/debates/d/log": ({ query }) => {
        const after = Number(query.get("after"));
        const events = long.slice(after, after + Number(query.get("limit"))).filter(({ seq }) => !hidden.has(seq));
        return { events, last_seq: long.length };
      },
    });
    session = new ReplaySession("d", null);
    session.snapshot({ ...META, last_seq: 2500, view: viewOf(log) } as unknown as DebateDocument);
    await vi.waitFor(() => expect(state().loaded).toBe(true));
    expect(reel().last).toBe(2500);
    session.toEnd();
    expect([state().view.phase, state().log.length]).toEqual(["p2499", 2498]);
  });
});
