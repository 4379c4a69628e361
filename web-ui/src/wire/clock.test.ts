import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { elapsed, offsetFrom, onWake, remaining, useNow } from "./clock";

const NOW = Date.parse("2026-01-01T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

describe("the server's clock", () => {
  it("decides what is left, whatever ours says", () => {
    const offset = offsetFrom("2026-01-01T12:05:00Z");
    expect(offset).toBe(300_000);
    expect(remaining("2026-01-01T12:06:00Z", offset)).toBe(60_000);
    expect(elapsed("2026-01-01T12:04:00Z", offset)).toBe(60_000);
  });

  it("never leaves less than nothing, and has no opinion without a deadline", () => {
    expect(remaining("2026-01-01T11:00:00Z", 0)).toBe(0);
    expect(elapsed("2026-01-01T13:00:00Z", 0)).toBe(0);
    expect([remaining(null, 0), remaining("", 0), remaining("soon", 0), offsetFrom("")]).toEqual([null, null, null, 0]);
  });

  it("is read anew when a tab is shown, after a sleep too", () => {
    const { result } = renderHook(() => useNow());
    vi.setSystemTime(NOW + 3_600_000);
    expect(result.current).toBe(NOW);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(result.current).toBe(NOW + 3_600_000);
  });

  it("ticks while it is wanted", () => {
    const { result, rerender } = renderHook(({ on }) => useNow(1000, on), { initialProps: { on: true } });
    act(() => void vi.advanceTimersByTime(2000));
    expect(result.current).toBe(NOW + 2000);
    rerender({ on: false });
    act(() => void vi.advanceTimersByTime(2000));
    expect(result.current).toBe(NOW + 2000);
  });
});

describe("waking", () => {
  let steady: number;
  beforeEach(() => {
    steady = 0;
    vi.useFakeTimers({ now: 0, toFake: ["Date", "setInterval", "clearInterval"] });
    vi.spyOn(performance, "now").mockImplementation(() => steady);
  });
  afterEach(() => vi.useRealTimers());

  /** A second in which the steady clock goes on by `tick`, after the wall clock was moved by `jump`. */
  function second(tick: number, jump = 0): void {
    steady += tick;
    vi.setSystemTime(Date.now() + jump);
    vi.advanceTimersByTime(1000);
  }

  it("is noticed when the machine slept, or its clock was changed either way, and at no other time", () => {
    const woke = vi.fn();
    const leave = onWake(woke);
    second(1000);
    expect(woke).toHaveBeenCalledTimes(0);
    second(1000, 90_000); // the steady clock stood still while the machine slept
    expect(woke).toHaveBeenCalledTimes(1);
    second(1000, -3_600_000);
    expect(woke).toHaveBeenCalledTimes(2);
    second(91_000, 90_000); // a steady clock that runs on in sleep
    expect(woke).toHaveBeenCalledTimes(3);
    second(1000);
    leave();
    second(1000, 90_000);
    expect(woke).toHaveBeenCalledTimes(3);
  });
});
