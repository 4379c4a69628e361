// @vitest-environment node
import { describe, expect, it } from "vitest";
import { golden, viewOf } from "../panels/kit";
import { panelsOf } from "../panels/registry";
import { runningAt } from "../replay/steps";
import { openPoll, pollState } from "./polls";

const log = golden();
const opened = log.findIndex(({ event }) => event.type === "vote.opened") + 1;
const voting = viewOf(log.slice(0, opened));
const stopped = { ...voting, status: "finished", outcome: "stopped" } as const;
const [poll] = voting.polls;
const badge = (view: typeof voting) => {
  const panel = panelsOf(view).find(({ id }) => id === "audience");
  return panel?.badge?.(view) ?? null;
};

describe("a ballot", () => {
  it("is open until it is closed", () => {
    expect([openPoll(voting), poll && pollState(poll, voting)]).toEqual([poll, "open"]);
    expect(openPoll(viewOf(log))).toBeUndefined();
    expect(poll && pollState({ ...poll, closed: true }, stopped)).toBe("closed");
  });

  it("that was open when its debate ended takes no votes and is called unclosed, not open", () => {
    expect([openPoll(stopped), poll && pollState(poll, stopped)]).toEqual([undefined, "unclosed"]);
    expect([badge(voting) === null, badge(stopped)]).toEqual([false, null]);
    expect(runningAt(stopped)).toEqual({});
  });
});
