import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { live as copy } from "../strings/live";
import { pollState } from "../wire/polls";
import type { Poll } from "../wire/types";
import { NOTHING, StageContext } from "./context";
import { PollLine } from "./Notes";

afterEach(cleanup);

const poll: Poll = {
  ...{ name: "mid", options: ["pro", "con"], closes_at: "2020-01-01T00:00:00Z", closed: false },
  votes: [],
};

function show(over: boolean, one: Poll = poll) {
  const state = pollState(one, { status: over ? "finished" : "running" });
  render(
    <StageContext value={{ ...NOTHING, vote: () => {} }}>
      <PollLine id="row" poll={one} state={state} />
    </StageContext>,
  );
}

describe("a ballot on the stage", () => {
  it("offers its paper while the debate goes on", () => {
    show(false);
    expect(screen.getByRole("button", { name: copy.poll.vote })).toBeTruthy();
    expect(screen.getByRole("heading").textContent).toContain(copy.poll.states.open);
  });

  it("that was never closed says so after the end, and promises no time and no paper", () => {
    show(true);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("heading").textContent).toContain(copy.poll.states.unclosed);
    expect(screen.getByText(copy.poll.unclosed)).toBeTruthy();
    expect(screen.queryByText(copy.poll.closing)).toBeNull();
  });

  it("that was closed shows its count after the end", () => {
    show(true, { ...poll, closed: true });
    expect(screen.getByRole("heading").textContent).toContain(copy.poll.states.closed);
    expect(screen.getByText(copy.poll.nobody)).toBeTruthy();
  });
});
