import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DebateSession } from "./debate";
import type { Arrival } from "./wire/stream";
import type { DebateDocument, DebateEvent, Live } from "./wire/types";

const SLOT = "opening";
const META = { debate_id: "d", may: "owner", attended: true, here: true, trouble: null, now: "2026-01-01T00:00:10Z" };
const NOW = Date.parse("2026-01-01T00:00:00Z");
let session: DebateSession;
let writes: number;

const state = () => session.store.getState();
const frame = () => vi.advanceTimersByTime(20);

function arrival(seq: number, event: object): Arrival {
  return { seq, at: "2026-01-01T00:00:00Z", event: event as DebateEvent };
}

function token(text: string, reset = false, slot = SLOT): Live {
  return { type: "token", slot, role: "P", text, reset };
}

const published = (seq: number, text = "said") =>
  arrival(seq, { type: "turn.published", slot: SLOT, seat: "P", side: "pro", text, words: 1 });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("fetch", async () =>
    Response.json({ entries: [{ seq: 1, at: "", type: "debate.created", slot: null }] }),
  );
  session = new DebateSession("d");
  writes = 0;
  session.store.subscribe(() => {
    writes += 1;
  });
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an open debate", () => {
  it("is written once a frame, however much arrives", () => {
    for (const text of ["one", " two", " three"]) session.live(token(text));
    session.events([arrival(1, { type: "phase.changed", phase: "p" })]);
    expect(writes).toBe(0);
    frame();
    expect([writes, state().live[SLOT]?.text, state().view.phase]).toEqual([1, "one two three", "p"]);
  });

  it("is written in a hidden tab too, which never gets a frame", () => {
    vi.stubGlobal("requestAnimationFrame", () => 1);
    session.live(token("text"));
    vi.advanceTimersByTime(100);
    expect(state().live[SLOT]?.text).toBe("text");
  });

  it("forgets the text of a speech when it is published or begun again", () => {
    session.live(token("draft"));
    session.live(token("again", true));
    frame();
    expect(state().live[SLOT]?.text).toBe("again");
    session.events([published(1)]);
    frame();
    expect([state().live, state().view.turns.length]).toEqual([{}, 1]);
  });

  it("takes each event once", () => {
    session.events([published(1)]);
    session.events([published(1)]);
    frame();
    expect([state().view.turns.length, state().log.length, state().seq]).toEqual([1, 1, 1]);
  });

  it("holds everything while its display is paused, and says how many events wait", () => {
    session.pauseDisplay();
    session.live(token("text"));
    session.events([published(1), arrival(2, { type: "phase.changed", phase: "p" })]);
    vi.advanceTimersByTime(500);
    expect([state().waiting, state().view.turns.length, state().live]).toEqual([2, 0, {}]);
    session.resumeDisplay();
    expect([state().waiting, state().paused, state().view.turns.length, state().seq]).toEqual([0, false, 1, 2]);
  });

  it("keeps the identity of a turn that a snapshot repeats", async () => {
    session.events([published(1), published(2, "more")]);
    frame();
    const { view } = state();
    const document = { ...META, last_seq: 2, view: structuredClone({ ...view, phase: "new" }) };
    session.snapshot(document as unknown as DebateDocument);
    expect(state().view.turns).toBe(view.turns);
    expect([state().view.phase, state().loaded, state().meta?.may, state().clockOffset]).toEqual([
      "new",
      true,
      "owner",
      10_000 - 20,
    ]);
    await vi.advanceTimersByTimeAsync(1);
    expect(state().log.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("knows which steps of the graph run, and how often each began", () => {
    for (const id of ["a", "b", "a"]) session.live({ type: "node.started", node: "speak", id });
    session.live({ type: "node.finished", node: "speak", id: "a" });
    frame();
    expect([state().running, state().visited, state().lastNode]).toEqual([{ b: "speak" }, { speak: 2 }, "speak"]);
    session.opened();
    session.live({ type: "node.started", node: "speak", id: "b" });
    frame();
    expect(state().running).toEqual({ b: "speak" });
  });

  it("learns the server's clock and who advances the debate at once", () => {
    session.snapshot({ ...META, last_seq: 0, view: state().view } as unknown as DebateDocument);
    session.live({ type: "clock", now: "2026-01-01T00:00:30Z" });
    session.live({ type: "course", attended: false, here: false, trouble: null });
    expect([state().clockOffset, state().meta?.attended]).toEqual([30_000, false]);
  });
});
