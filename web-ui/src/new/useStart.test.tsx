import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { problem, serve } from "./kit";
import { newKey, useStart } from "./useStart";

afterEach(() => vi.unstubAllGlobals());

const request = { motion: "Ban it" };

describe("starting", () => {
  it("makes one debate of two presses at once", async () => {
    const log = serve({ "POST /api/debates": () => ({ debate_id: "d1" }) });
    const { result } = renderHook(() => useStart(vi.fn()));
    const ids = await act(() => Promise.all([result.current.start(request), result.current.start(request)]));
    expect([ids, log.length, result.current.busy]).toEqual([["d1", null], 1, true]);
  });

  it("repeats the key of a wish whose answer was lost, and of no other", async () => {
    const answers: (() => unknown)[] = [
      () => Promise.reject(new TypeError("lost")),
      () => problem(422, { field: "motion" }),
      () => ({ debate_id: "d1" }),
    ];
    const log = serve({ "POST /api/debates": () => answers.shift()?.() });
    const refused = vi.fn();
    const { result } = renderHook(() => useStart(refused));
    for (let press = 0; press < 3; press += 1) await act(() => result.current.start(request));
    const [lost, again, fresh] = log.map(({ key }) => key);
    expect(again).toBe(lost);
    expect(fresh).not.toBe(again);
    expect(refused.mock.calls.map(([{ problem }]) => problem.code)).toEqual(["network", "usage"]);
  });

  it("takes another key for another wish, even after a lost answer", async () => {
    const log = serve({ "POST /api/debates": () => Promise.reject(new TypeError("lost")) });
    const { result } = renderHook(() => useStart(vi.fn()));
    await act(() => result.current.start(request));
    await act(() => result.current.start({ motion: "Keep it" }));
    expect(log[0]?.key).not.toBe(log[1]?.key);
  });

  it("passes on when the server allows another try", async () => {
    const limit = Response.json(
      { detail: "Too many.", code: "limit" },
      { status: 429, headers: { "Retry-After": "9" } },
    );
    serve({ "POST /api/debates": () => limit });
    const refused = vi.fn();
    const { result } = renderHook(() => useStart(refused));
    await act(() => result.current.start(request));
    expect(refused).toHaveBeenCalledWith({ problem: expect.objectContaining({ code: "limit" }), retryAfter: 9 });
    expect(result.current.busy).toBe(false);
  });

  it("has keys that do not repeat", () => {
    expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100);
  });
});
