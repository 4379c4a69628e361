import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Asked, plan, problem, serve } from "./kit";
import { usePlan } from "./usePlan";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const motionOf = ({ body }: Asked) => (body as { motion: string }).motion;

describe("the preview", () => {
  it("is asked for once typing rests, for what stands there then", async () => {
    const log = serve({ "POST /api/debates/plan": () => plan });
    const { result, rerender } = renderHook(({ motion }) => usePlan({ motion }, 400), {
      initialProps: { motion: "a" },
    });
    for (const motion of ["ab", "abc"]) {
      await pass(300);
      rerender({ motion });
    }
    expect(log).toEqual([]);
    await pass(400);
    expect(log.map(motionOf)).toEqual(["abc"]);
    expect(result.current).toMatchObject({ plan, problem: null, old: false });
  });

  it("shows the last answer wanted, in whatever order answers come", async () => {
    const answers = new Map<string, (value: unknown) => void>();
    serve({ "POST /api/debates/plan": (asked) => new Promise((done) => answers.set(motionOf(asked), done)) });
    const { result, rerender } = renderHook(({ motion }) => usePlan({ motion }, 400), {
      initialProps: { motion: "a" },
    });
    await pass(400);
    rerender({ motion: "b" });
    await pass(400);
    answers.get("b")?.({ ...plan, calls_low: 2 });
    await pass(0);
    answers.get("a")?.({ ...plan, calls_low: 1 });
    await pass(0);
    expect(result.current).toMatchObject({ plan: { calls_low: 2 }, old: false });
  });

  it("keeps the last plan beside a problem, and is old until the answer is there", async () => {
    let broken = false;
    serve({ "POST /api/debates/plan": () => (broken ? problem(422, { field: "judges", detail: "Too many." }) : plan) });
    const { result, rerender } = renderHook(({ motion }) => usePlan({ motion }, 400), {
      initialProps: { motion: "a" },
    });
    await pass(400);
    broken = true;
    rerender({ motion: "b" });
    expect(result.current).toMatchObject({ plan, problem: null, old: true });
    await pass(400);
    expect(result.current).toMatchObject({ plan, problem: { detail: "Too many." }, old: false });
    broken = false;
    act(() => result.current.again());
    await pass(400);
    expect(result.current.problem).toBe(null);
  });
});
