import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../new/kit";
import type { DebateView } from "../wire/types";
import Events from "./Events";
import { draw, golden, viewOf } from "./kit";

const view = viewOf(golden());
const poll = { name: "after", options: ["pro"], closes_at: null, votes: [], closed: false };
const log = [
  { seq: 1, type: "vote.opened", at: "" },
  { seq: 2, type: "vote.cast", at: "" },
];

function showing(closed: boolean, status: DebateView["status"] = "running") {
  const polls = [{ ...poll, closed }] as unknown as DebateView["polls"];
  draw(<Events />, { view: { ...view, status, polls }, log } as unknown as Parameters<typeof draw>[1]);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("says that a vote was cast, and how only once its ballot is closed", async () => {
  serve({ "GET /api/debates/d/log": () => ({ events: [{ choice: "pro" }], last_seq: 2 }) });
  showing(false);
  await userEvent.click(screen.getByText("vote.cast"));
  expect(await screen.findByText(/How, is told when its ballot closes/)).toBeTruthy();
  expect(screen.queryByText(/"choice"/)).toBeNull();
  cleanup();
  showing(true);
  await userEvent.click(screen.getByText("vote.cast"));
  expect(await screen.findByText(/"choice"/)).toBeTruthy();
});

it("shows the votes of a ballot that its debate never closed", async () => {
  serve({ "GET /api/debates/d/log": () => ({ events: [{ choice: "pro" }], last_seq: 2 }) });
  showing(false, "finished");
  await userEvent.click(screen.getByText("vote.cast"));
  expect(await screen.findByText(/"choice"/)).toBeTruthy();
});
