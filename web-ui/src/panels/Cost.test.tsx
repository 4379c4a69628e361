import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "../new/kit";
import type { DebateView } from "../wire/types";
import Cost from "./Cost";
import { draw, golden, viewOf } from "./kit";

const log = golden();
const view = viewOf(log);

beforeEach(() => {
  serve({ "GET /api/debates/d/log": () => ({ events: log, last_seq: log.length }) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function total(change: Partial<DebateView>): string {
  draw(<Cost />, { seq: log.length, view: { ...view, ...change } });
  return screen.getByRole("region", { name: "In all" }).textContent ?? "";
}

describe("the cost", () => {
  it("of a fork says that it counts what was taken over; that of another debate says nothing of it", () => {
    expect(total({})).not.toContain("took over");
    cleanup();
    if (!view.setup) throw new Error("The golden debate has a setup.");
    const setup = { ...view.setup, origin: { debate_id: "parent", seq: 9 } };
    expect(total({ setup })).toContain("what events 1 to 9 cost");
  });

  it("is no number where the price of every call is unknown", () => {
    const usage = { ...view.usage, unpriced: view.usage.calls };
    const said = total({ usage });
    expect(said).toContain("price unknown");
    expect(said).not.toContain("$");
  });
});
