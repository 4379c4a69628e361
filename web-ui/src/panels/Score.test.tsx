import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { DebateView } from "../wire/types";
import { golden, viewOf } from "./kit";
import { ScoreOf } from "./Score";

const view = viewOf(golden());

afterEach(cleanup);

describe("the scores", () => {
  it("are a picture whose text has every mark, and a table with the same numbers", async () => {
    render(<ScoreOf view={view} />);
    expect(screen.getByRole("img", { name: "argument: Pro 7, 6, 6 (mean 6.3); Con 6, 5, 6 (mean 5.7)" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
    const table = within(screen.getByRole("region", { name: "Scores of every judge" })).getByRole("table");
    const row = within(table).getByRole("row", { name: /^evidence/i });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(
      ["7", "6", "7", "6.7", "5", "6", "5", "5.3"], // pro and its mean, con and its mean
    );
    const totals = within(table).getByRole("row", { name: /^total/i });
    expect(
      within(totals)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["26", "24", "25", "25.0", "22", "22", "21", "21.7"]);
  });

  it("show each ballot with its reasons before its scores, its model, and the order in which it met the sides", () => {
    const asked = view.ballots.map((ballot) => (ballot.judge === "judge.2" ? { ...ballot, asked: 2 } : ballot));
    render(<ScoreOf view={{ ...view, ballots: asked }} />);
    const second = screen.getByRole("article", { name: /Judge 2/ });
    const text = second.textContent ?? "";
    expect(text.indexOf("Supporter answered")).toBeLessThan(text.indexOf("Criterion"));
    expect(text).toContain("scripted:demo");
    expect(text).toContain("in the order Con and Pro");
    expect(text).toContain("Asked again");
    expect(screen.getByRole("article", { name: /Judge 1/ }).textContent).toContain("in the order Pro and Con");
  });

  it("show arguments with the mean of each side, the strongest and the weakest", () => {
    render(<ScoreOf view={view} />);
    const part = within(screen.getByRole("region", { name: "Arguments" }));
    expect(part.getByText("Pro: mean 7.0 over 2 arguments")).toBeTruthy();
    expect(part.getByText("Con: mean 5.0 over 2 arguments")).toBeTruthy();
    expect([part.getAllByText("Strongest").length, part.getAllByText("Weakest").length]).toEqual([2, 2]);
    expect(part.getByText(/by one call of the scorer \(scripted:demo\)/)).toBeTruthy();
  });
});

describe("before the verdict", () => {
  it("shows how many ballots are in, and none that is not", () => {
    const part: DebateView = {
      ...view,
      outcome: null,
      verdict: null,
      status: "running",
      ballots: view.ballots.slice(0, 1),
    };
    render(<ScoreOf view={part} />);
    expect(screen.getByText(/^1 of 3 ballots are in/)).toBeTruthy();
    expect(screen.getAllByRole("article").length).toBe(1);
  });

  it("says what will be here when nobody has judged yet", () => {
    render(<ScoreOf view={viewOf(golden().slice(0, 10))} />);
    expect(screen.getByText("The judges have not begun.")).toBeTruthy();
  });
});
