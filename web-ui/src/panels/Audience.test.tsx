import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, serve } from "../new/kit";
import type { DebateMeta } from "../wire/types";
import Audience from "./Audience";
import type { Paper } from "./ballots";
import { draw, golden, META, viewOf } from "./kit";

const log = golden();
const opened = log.find(({ event }) => event.type === "vote.opened")?.seq ?? 0;
const view = viewOf(log.slice(0, opened));
const VOTES = "/api/debates/d/votes";
let paper: Paper;

function open(change: Partial<Paper> = {}): Paper {
  const now = new Date().toISOString();
  return {
    ...{ ballot: "mid", state: "open", options: ["pro", "con", "tie"], now, yours: null },
    ...{ closes_at: new Date(Date.now() + 90_000).toISOString(), people: null, simulated: null, abstained: null },
    ...change,
  };
}

function voted(choice: string | null, reason = ""): Paper {
  const people = { pro: 0, con: 0, tie: 0, ...(choice ? { [choice]: 1 } : {}) };
  return open({ yours: { choice, reason }, people, simulated: { pro: 1, con: 0, tie: 0 }, abstained: choice ? 0 : 1 });
}

function show(may: DebateMeta["may"] = "owner") {
  return draw(<Audience />, { id: "d", view, meta: { ...META, may } });
}

const routes = {
  [`GET ${VOTES}`]: () => ({ ballots: [paper] }),
  [`POST ${VOTES}`]: ({ body }: { body: unknown }) => {
    const { choice, reason } = body as { choice: string | null; reason: string };
    paper = voted(choice, reason);
    return paper;
  },
  [`DELETE ${VOTES}`]: () => {
    paper = open();
    return paper;
  },
  [`POST ${VOTES}/close`]: () => {
    paper = { ...voted("pro"), state: "closed" };
    return paper;
  },
};

beforeEach(() => {
  paper = open();
});
afterEach(() => vi.unstubAllGlobals());

describe("an open ballot", () => {
  it("is voted in by keyboard alone, then changed, then taken back", async () => {
    const asked = serve(routes);
    const user = userEvent.setup();
    show("vote");
    const first = await screen.findByRole("radio", { name: "Pro" });
    expect(screen.queryByRole("table")).toBeNull(); // no counts before a vote
    first.focus();
    await user.keyboard("[Space]");
    await user.tab();
    await user.keyboard("Clear.");
    await user.tab();
    await user.keyboard("[Enter]");
    expect(await screen.findByText("You voted: Pro")).toBeTruthy();
    expect(screen.getByText("“Clear.”")).toBeTruthy();
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      ...{ ballot: "mid", choice: "pro", reason: "Clear." },
    });
    const table = screen.getByRole("table", { name: "Votes in “mid”" });
    expect(table.textContent).toContain("People (n = 1)");
    expect(table.textContent).toContain("Simulated listeners (n = 1)");
    await user.click(screen.getByRole("button", { name: "Change vote" }));
    await user.click(screen.getByRole("radio", { name: "Con" }));
    await user.click(screen.getByRole("button", { name: "Change vote" }));
    expect(await screen.findByText("You voted: Con")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Take it back" }));
    expect(await screen.findByRole("button", { name: "Vote" })).toBeTruthy();
    expect(asked.some(({ method, query }) => method === "DELETE" && query.get("ballot") === "mid")).toBe(true);
  });

  it("takes an abstention, which is null and no tie", async () => {
    const asked = serve(routes);
    const user = userEvent.setup();
    show("vote");
    await user.click(await screen.findByRole("radio", { name: "Abstain" }));
    await user.click(screen.getByRole("button", { name: "Vote" }));
    expect(await screen.findByText("You abstained")).toBeTruthy();
    expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({ choice: null });
    expect(screen.getByText(/^1 person abstained\./)).toBeTruthy();
  });

  it("asks for a choice before anything is sent", async () => {
    const asked = serve(routes);
    show("vote");
    await userEvent.click(await screen.findByRole("button", { name: "Vote" }));
    expect(screen.getByText("Choose an option first.")).toBeTruthy();
    expect(asked.every(({ method }) => method === "GET")).toBe(true);
  });

  it("shows what the server says to a late vote, and keeps what was typed", async () => {
    const detail = "The ballot 'mid' closed at 12:00.";
    const hint = "Votes that came later are not counted.";
    serve({ ...routes, [`POST ${VOTES}`]: () => problem(409, { code: "conflict", detail, hint }) });
    const user = userEvent.setup();
    show("vote");
    await user.click(await screen.findByRole("radio", { name: "Con" }));
    await user.type(screen.getByRole("textbox"), "Because.");
    await user.click(screen.getByRole("button", { name: "Vote" }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.getByText(hint)).toBeTruthy();
    expect((screen.getByRole("textbox") as HTMLTextAreaElement).value).toBe("Because.");
    expect((screen.getByRole("radio", { name: "Con" }) as HTMLInputElement).checked).toBe(true);
  });

  it("sends one vote however often the button is pressed", async () => {
    let answer = (_: Paper) => {};
    const asked = serve({
      ...routes,
      [`POST ${VOTES}`]: () =>
        new Promise<Paper>((done) => {
          answer = done;
        }),
    });
    const user = userEvent.setup();
    show("vote");
    await user.click(await screen.findByRole("radio", { name: "Pro" }));
    const button = screen.getByRole("button", { name: "Vote" });
    await user.dblClick(button);
    expect(asked.filter(({ method }) => method === "POST").length).toBe(1);
    paper = voted("pro");
    await act(async () => answer(paper));
    expect(await screen.findByText("You voted: Pro")).toBeTruthy();
  });

  it("says to those who only watch why they cannot vote", async () => {
    serve(routes);
    show("watch");
    expect(await screen.findByText(/You came by a link to watch/)).toBeTruthy();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("can be closed by its owner, who is asked first", async () => {
    const asked = serve(routes);
    const user = userEvent.setup();
    show("owner");
    await user.click(await screen.findByRole("button", { name: "Close the vote now" }));
    expect(asked.some(({ path }) => path.endsWith("/close"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "Close it" }));
    expect(await screen.findByText("People: Pro leads, 1 of 1 vote.")).toBeTruthy();
    expect(asked.some(({ path, query }) => path.endsWith("/close") && query.get("ballot") === "mid")).toBe(true);
  });

  it("is asked for again when a vote event arrives", async () => {
    const asked = serve(routes);
    const { set } = show("vote");
    await screen.findByRole("radio", { name: "Pro" });
    const before = asked.length;
    paper = voted("pro");
    act(() => set({ view: viewOf(log.slice(0, opened + 1)) }));
    expect(await screen.findByText("You voted: Pro")).toBeTruthy();
    expect(asked.length).toBe(before + 1);
  });
});

describe("other ballots", () => {
  it("say that they are not open yet, and that who never voted is not counted", async () => {
    paper = open({ state: "coming", closes_at: null });
    serve(routes);
    const { set } = show("vote");
    expect(await screen.findByText("It opens when the debate comes to it (vote).")).toBeTruthy();
    paper = { ...voted("pro"), state: "closed" };
    act(() => set({ view: viewOf(log.slice(0, opened + 1)) }));
    expect(await screen.findByText("Simulated listeners: Pro leads, 1 of 1 vote.")).toBeTruthy();
    expect(screen.getByText(/Who never voted is not counted/)).toBeTruthy();
  });

  it("are an error with a way on when the server does not answer", async () => {
    let broken = true;
    serve({ ...routes, [`GET ${VOTES}`]: () => (broken ? problem(503, { detail: "Busy." }) : { ballots: [paper] }) });
    show("vote");
    expect(await screen.findByText("Busy.")).toBeTruthy();
    broken = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("radio", { name: "Pro" })).toBeTruthy();
  });
});
