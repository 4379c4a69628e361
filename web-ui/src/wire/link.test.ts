// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  backoff,
  CAUGHT,
  DEAD,
  type Effect,
  HIDDEN,
  type Link,
  newLink,
  QUIET,
  type Signal,
  step,
  wakeAt,
} from "./link";

/** The link after signals at given times, and the effects that were asked for. */
function run(...signals: (Signal & { at?: number })[]): { link: Link; effects: Effect[]; state: string } {
  let link = newLink(0);
  const effects: Effect[] = [];
  for (const { at = 0, ...signal } of signals) {
    const [next, effect] = step(link, signal as Signal, at, 0.5);
    link = next;
    if (effect) effects.push(effect);
  }
  return { link, effects, state: link.connection.state };
}

const START = { type: "start" } as const;
const OPENED = { type: "opened" } as const;
const LOST = { type: "failed", status: null } as const;

describe("the connection", () => {
  it("connects, then is live, with no try counted and no gap announced", () => {
    const { link, effects } = run(START, OPENED);
    expect(effects).toEqual(["fill"]);
    expect(link.connection).toMatchObject({ state: "live", tries: 0, caught: 0, nextAt: null });
  });

  it("is stale after 20 s without a sign of life, and live at the next one", () => {
    expect(wakeAt(run(START, OPENED).link)).toBe(QUIET);
    const stale = [START, OPENED, { type: "tick", at: QUIET }] as const;
    expect(run(...stale).state).toBe("stale");
    expect(run(...stale, { type: "sign", at: QUIET + 1 }).link.connection).toMatchObject({
      state: "live",
      quietSince: QUIET + 1,
    });
  });

  it("takes a stream for dead that stays silent for three signs of life", () => {
    const { link, effects, state } = run(START, OPENED, { type: "tick", at: QUIET }, { type: "tick", at: DEAD });
    expect([state, link.connection.tries, effects.at(-1)]).toEqual(["reconnecting", 1, "close"]);
  });

  it("waits longer before each try, up to 30 s, by chance within half of it", () => {
    expect([1, 2, 3, 4].map((tries) => backoff(tries, 1))).toEqual([500, 1000, 2000, 4000]);
    expect([backoff(20, 0), backoff(20, 1)]).toEqual([15_000, 30_000]);
    const { link, state } = run(START, OPENED, { ...LOST, at: 1000 });
    expect(state).toBe("reconnecting");
    expect(wakeAt(link)).toBe(1000 + backoff(1, 0.5));
    expect(run(START, OPENED, LOST, { type: "tick", at: 400 }, LOST).link.connection.tries).toBe(2);
  });

  it("tries now when it is told to", () => {
    const { link, effects } = run(START, OPENED, LOST, { type: "retry" });
    expect([effects.at(-1), link.connection.nextAt]).toEqual(["fill", null]);
  });

  it("says for 3 s how much it caught up, then that it is live", () => {
    const caught = [START, OPENED, LOST, { type: "filled", count: 9 }, { type: "filled", count: 5 }, OPENED] as const;
    const { link } = run(...caught);
    expect(link.connection).toMatchObject({ state: "caught-up", caught: 14 });
    expect(wakeAt(link)).toBe(CAUGHT);
    expect(run(...caught, { type: "tick", at: CAUGHT }).link.connection).toMatchObject({ state: "live", caught: 0 });
  });

  it("is offline without a network, and goes on by itself when there is one", () => {
    const { effects, state, link } = run(START, OPENED, { type: "offline" }, LOST);
    expect([state, wakeAt(link), effects]).toEqual(["offline", null, ["fill", "close", "close"]]);
    expect(run(START, OPENED, { type: "offline" }, { type: "retry" }).effects).toEqual(["fill", "close"]);
    expect(run(START, OPENED, { type: "offline" }, { type: "online" })).toMatchObject({ state: "reconnecting" });
  });

  it("lets the stream go in a tab that is hidden for 60 s, and catches up when it is shown", () => {
    const hidden = [START, OPENED, { type: "hidden" }] as const;
    expect(run(...hidden, { type: "tick", at: HIDDEN - 1 }).link.asleep).toBe(false);
    const asleep = [...hidden, { type: "tick", at: HIDDEN }] as const;
    expect(run(...asleep)).toMatchObject({ link: { asleep: true }, effects: ["fill", "close"] });
    expect(run(...asleep, { ...LOST, at: HIDDEN + 1 }).link.connection.nextAt).toBe(null);
    expect(run(...asleep, { type: "shown" }).effects.at(-1)).toBe("fill");
    expect(run(...hidden, { type: "shown" }, { type: "tick", at: HIDDEN }).link.asleep).toBe(false);
  });

  it("stops at the end, and goes on only when the debate does", () => {
    const over = [START, OPENED, { type: "finished" }] as const;
    expect(run(...over)).toMatchObject({ state: "ended", effects: ["fill", "close"] });
    for (const signal of [LOST, { type: "tick" }, { type: "retry" }, { type: "online" }, { type: "shown" }] as const) {
      expect(run(...over, signal)).toMatchObject({ state: "ended", effects: ["fill", "close"] });
    }
    expect(run(...over, { type: "reopen" })).toMatchObject({ state: "connecting", effects: ["fill", "close", "fill"] });
  });

  it("never asks again for a debate that is gone, or one that it cannot read", () => {
    const gone = run(START, { type: "failed", status: 404 }, { type: "retry" }, { type: "reopen" });
    expect(gone).toMatchObject({ state: "gone", effects: ["fill", "close"] });
    expect(wakeAt(gone.link)).toBe(null);
    expect(run(START, { type: "too-new" }, { type: "retry" })).toMatchObject({ state: "too-new" });
  });
});
