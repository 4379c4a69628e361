import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, serve } from "../new/kit";
import { draw, golden, viewOf } from "../panels/kit";
import Fork from "./Fork";
import { changes, modelKeys } from "./useFork";

const log = golden();
const SEQ = 20;
const view = viewOf(log.slice(0, SEQ));
const entries = log.slice(0, SEQ).map(({ seq, at, event }) => ({
  ...{ seq, at, type: event.type, slot: "slot" in event ? (event.slot ?? null) : null },
}));
const FORK = "POST /api/debates/d/fork";
const catalogue = {
  "GET /api/models": () => ({ providers: [], suggested: ["scripted:demo"], scripted: {}, auto: "", auto_reason: "" }),
  "GET /api/config/styles": () => ({ styles: { academic: "Reason carefully." } }),
};

function show() {
  draw(<Fork onClose={() => {}} />, { id: "d", view, seq: SEQ, log: entries });
}

const start = () => userEvent.click(screen.getByRole("button", { name: "Start the fork" }));

beforeEach(() => history.replaceState(null, "", "/d/d/replay"));
afterEach(() => vi.unstubAllGlobals());

describe("a fork", () => {
  it("says in words where it leaves, sends only what changes, and goes to the new debate", async () => {
    const asked = serve({ ...catalogue, [FORK]: () => Response.json({ debate_id: "new" }, { status: 201 }) });
    show();
    expect(screen.getByText(/the first 20 events of this one, after Con’s rebuttal 1, and/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Model of Con"), "scripted:gullible");
    await userEvent.type(screen.getByLabelText("Style of Pro"), "academic");
    await start();
    const sent = asked.find(({ method }) => method === "POST");
    expect(sent?.body).toEqual({
      ...{ at: SEQ, run: true, models: { con: "scripted:gullible" }, styles: { pro: "academic" } },
    });
    expect(sent?.key).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(location.pathname).toBe("/d/new"));
  });

  it("is not offered where the debate is over, but the way to where it can begin", async () => {
    const asked = serve(catalogue);
    draw(<Fork onClose={() => {}} />, { id: "d", view: viewOf(log), seq: log.length, log: entries });
    expect(screen.queryByRole("button", { name: "Start the fork" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Choose a moment in the replay" }));
    expect(`${location.pathname}${location.search}`).toBe("/d/d/replay?seq=1");
    expect(asked.some(({ method }) => method === "POST")).toBe(false);
  });

  it("shows what the server says of a place where none can begin, and keeps what was typed", async () => {
    const detail = "Event 20 is one of several scores that came together.";
    serve({ ...catalogue, [FORK]: () => problem(422, { detail, hint: "Fork at event 19, before them." }) });
    show();
    await userEvent.type(screen.getByLabelText("Model of Pro"), "scripted:demo");
    await start();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(detail);
    expect(alert.textContent).toContain("Fork at event 19");
    expect((screen.getByLabelText("Model of Pro") as HTMLInputElement).value).toBe("scripted:demo");
    expect(location.pathname).toBe("/d/d/replay");
  });

  it("shows at its box what is wrong with one model", async () => {
    serve({ ...catalogue, [FORK]: () => problem(422, { detail: "No such model.", field: "models.judge.2" }) });
    show();
    await start();
    await screen.findByText("No such model.");
    expect(screen.getByLabelText("Model of Judge 2").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("sends the same wish again under the same name, and another wish under another", async () => {
    const asked = serve({ ...catalogue, [FORK]: () => problem(503, { detail: "Busy." }) });
    show();
    await start();
    await start();
    await userEvent.type(screen.getByLabelText("Style of Con"), "academic");
    await start();
    const keys = asked.filter(({ method }) => method === "POST").map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });
});

describe("the names of models", () => {
  it("are those of the seats where seats have models of their own", () => {
    const setup = { ...view.setup, models: { ...view.setup?.models, C: { model: "a" } } } as typeof view.setup;
    const own = { ...view, setup };
    expect([modelKeys(view, "con"), modelKeys(own, "con"), modelKeys(own, "judge.2")]).toEqual([
      ["con"],
      ["C"],
      ["judge.2"],
    ]);
    expect(changes(own, { con: " b ", pro: " " }, {})).toEqual({ models: { C: "b" } });
  });
});
