import { readFileSync } from "node:fs";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { LiveText } from "../store";
import type { DebateView } from "../wire/types";
import { drawing } from "./Blocks";
import { NOTHING, SourceContext, StageContext, type StageParts } from "./context";
import { Stage } from "./Stage";

const commits: string[] = [];

// A turn renders its body whenever it renders, and a body renders alone when its text grows: this sees both.
vi.mock("./Body", async (original) => {
  const real = await original<typeof import("./Body")>();
  type Props = Parameters<typeof real.Body>[0];
  return {
    ...real,
    Body: (props: Props) => (
      <Profiler id={props.slot.id} onRender={(id) => void commits.push(id)}>
        <real.Body {...props} />
      </Profiler>
    ),
  };
});

vi.mock("react-markdown", async (original) => {
  const real = await original<typeof import("react-markdown")>();
  type Props = Parameters<typeof real.default>[0];
  return {
    ...real,
    default: (props: Props) => (
      <Profiler id={`markdown: ${props.children}`} onRender={(id) => void commits.push(id)}>
        <real.default {...props} />
      </Profiler>
    ),
  };
});

const golden: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
const early = (turns: number): DebateView => ({
  ...golden,
  ...{ turns: golden.turns.slice(0, turns), polls: [], status: "running", verdict: null, outcome: null, ballots: [] },
  floor: golden.slots[turns]?.id ?? "",
});

const source = createStore<{ live: Record<string, LiveText> }>(() => ({ live: {} }));
const say = (slot: string, text: string) =>
  act(() => source.setState(({ live }) => ({ live: { ...live, [slot]: { slot, role: "C", text, since: 0 } } })));

function show(view: DebateView, change: Partial<StageParts> = {}, props: Partial<Parameters<typeof Stage>[0]> = {}) {
  const page = (next: DebateView) => (
    <SourceContext value={source}>
      <StageContext value={{ ...NOTHING, ...change }}>
        <Stage view={next} {...props} />
      </StageContext>
    </SourceContext>
  );
  const shown = render(page(view));
  return { ...shown, update: (next: DebateView) => shown.rerender(page(next)) };
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(() => drawing);
beforeEach(() => {
  commits.length = 0;
  source.setState({ live: {} });
  vi.stubGlobal("IntersectionObserver", NoObserver);
  vi.stubGlobal("ResizeObserver", NoObserver);
});
afterEach(cleanup);

describe("Stage", () => {
  it("renders one turn for one token, and of that turn the last block only", () => {
    show(early(4));
    say("P_rebuttal.2", "First.\n\nSecond");
    commits.length = 0;
    say("P_rebuttal.2", "First.\n\nSecond goes");
    say("P_rebuttal.2", "First.\n\nSecond goes on");
    expect([...new Set(commits)]).toEqual(["markdown: Second goes", "P_rebuttal.2", "markdown: Second goes on"]);
  });

  it("renders no earlier turn when a new one is published", () => {
    const before = early(3);
    const { update } = show(before);
    commits.length = 0;
    update({ ...early(4), turns: [...before.turns, ...golden.turns.slice(3, 4)] });
    expect(commits.filter((id) => ["intro", "P_opening"].includes(id))).toEqual([]);
    expect(commits).toContain("P_rebuttal.1");
  });

  it("keeps the element of a text when its speech is published, so that nothing jumps", () => {
    const { update, container } = show(early(4));
    const text = golden.turns[4]?.text ?? "";
    say("C_rebuttal.1", text);
    const words = () => container.querySelector("[data-turn='C_rebuttal.1'] .turn-text p");
    const before = words();
    act(() => {
      source.setState({ live: {} });
      update({ ...early(5), turns: golden.turns.slice(0, 5) });
    });
    expect(before).not.toBeNull();
    expect(words()).toBe(before);
  });

  it("is busy and untranslated while it is spoken, and no live region", () => {
    const { container } = show(early(4));
    say("C_rebuttal.1", "We say no");
    const turn = screen.getByRole("article", { name: "Con, rebuttal 1" });
    expect(turn.getAttribute("aria-busy")).toBe("true");
    expect(turn.querySelector(".turn-text")?.getAttribute("translate")).toBe("no");
    expect(container.querySelector("[aria-live], [role=log], [role=status]")).toBeNull();
  });

  it("tells a side by its letter and its name, not by its colour alone", () => {
    show(early(4));
    const turn = screen.getByRole("article", { name: "Pro, opening" });
    expect(turn.querySelector(".turn-badge")?.textContent).toBe("P");
    expect(turn.querySelector("h3")?.textContent).toContain("Pro");
  });

  it("names the step before the first word, and offers ways on only after a while and only to the owner", () => {
    vi.useFakeTimers({ now: 100_000 });
    const skip = vi.fn();
    const since = (ago: number) => new Date(100_000 - ago).toISOString();
    const first = show(early(4), { skip, since: since(2_000) });
    expect(first.container.querySelector("[data-step]")?.textContent).toBe("preparing");
    expect(screen.queryByRole("button", { name: "Skip this turn" })).toBeNull();
    first.unmount();
    const second = show(early(4), { skip, since: since(14_000) });
    expect(second.container.querySelector("[data-step]")?.textContent).toBe("preparing · 0:14");
    screen.getByRole("button", { name: "Skip this turn" }).click();
    expect(skip).toHaveBeenCalledOnce();
    second.unmount();
    show(early(4), { since: since(14_000) });
    expect(screen.queryByRole("button")).toBeNull();
    vi.useRealTimers();
  });

  it("turns amber at nine tenths of the limit, and says so", () => {
    const { container } = show(early(4));
    const limit = golden.slots[4]?.words ?? 0;
    say("C_rebuttal.1", "word ".repeat(limit * 0.5));
    expect(container.querySelector("[data-near]")).toBeNull();
    say("C_rebuttal.1", "word ".repeat(Math.ceil(limit * 0.9)));
    expect(container.querySelector("[data-near]")?.textContent).toContain("near the limit");
  });

  it("says in words what is odd about a turn, and why one is silent", () => {
    const [intro, opening, answer] = golden.turns;
    if (!intro || !opening || !answer) throw new Error("The golden debate has turns.");
    const marked = { ...opening, marks: ["cut" as const] };
    const silent = { ...answer, text: null, reason: "technical" };
    const { container } = show({ ...early(3), turns: [intro, marked, silent] });
    expect(container.querySelector("[data-mark=cut]")?.textContent).toContain("longer than the format allows");
    expect(container.querySelector("[data-silence=technical]")?.textContent).toContain("neither a strike nor a loss");
  });

  it("shows a role that failed in place, and lets the owner ask again", () => {
    const [mend, reopen] = [vi.fn(), vi.fn()];
    const failures = [{ role: "judge", id: "judge.2", kind: "timeout", message: "No answer in 60 s.", fatal: false }];
    show({ ...early(10), failures }, { mend, reopen });
    expect(screen.getByText("Judge 2 did not answer in time.")).toBeTruthy();
    screen.getByRole("button", { name: "Ask again" }).click();
    expect(reopen).toHaveBeenCalledOnce();
    expect(mend).not.toHaveBeenCalled();
  });

  it("offers to ask a speaker again only where the debate rests for its want", () => {
    const { mend, reopen, without } = { mend: vi.fn(), reopen: vi.fn(), without: vi.fn() };
    const failure = { role: "speaker", id: "C_opening", kind: "empty", message: "It said nothing.", fatal: false };
    const { update } = show({ ...early(10), failures: [failure] }, { mend, reopen, without });
    expect(screen.queryByRole("button")).toBeNull();
    update({ ...early(10), failures: [{ ...failure, fatal: true }] });
    screen.getByRole("button", { name: "Ask again" }).click();
    expect(mend).toHaveBeenCalledOnce();
    screen.getByRole("button", { name: "Go on without" }).click();
    expect(without).toHaveBeenCalledOnce();
  });

  it("tells no votes before a ballot is closed, and the counts after", () => {
    const [poll] = golden.polls;
    if (!poll) throw new Error("The golden debate has a poll.");
    const { container, update } = show({ ...early(7), polls: [{ ...poll, closed: false }] });
    const line = () => container.querySelector("[data-poll]")?.textContent ?? "";
    expect(line()).toContain("2 simulated listeners have voted");
    expect(line()).not.toContain("con 1");
    update({ ...early(7), polls: [{ ...poll, closed: false, votes: [] }] });
    expect(line()).not.toContain("voted"); // those of people are not in the log before it is closed
    update({ ...early(7), polls: [poll] });
    expect(line()).toContain("Simulated listeners: pro 1 · con 1 · tie 0");
  });

  it("waits for the chair with a sentence while nothing has been said", () => {
    show({ ...early(0), floor: "" });
    expect(screen.getByText("Waiting for the chair")).toBeTruthy();
  });
});
