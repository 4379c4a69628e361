import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleted } from "../history/deletions";
import * as uploading from "../history/upload";
import { type Asked, catalogue, problem, serve, summary } from "../new/kit";
import { Toasts } from "../ui/Toast";
import { toasts } from "../ui/toasts";
import { ApiError } from "../wire/client";
import type { Problem } from "../wire/types";
import History from "./History";

let wide = true;

beforeEach(() => {
  history.replaceState(null, "", "/history");
  deleted.setState({ ids: new Set() });
  toasts.setState({ shown: [] });
  wide = true;
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const running = summary("L", { status: "running", outcome: null, winner: null, attended: true });
const ofLive = ({ query }: Asked) => query.getAll("status").includes("running");

async function open(answer: (asked: Asked) => unknown, routes: Parameters<typeof serve>[0] = {}): Promise<Asked[]> {
  const log = serve({ ...catalogue, "GET /api/debates": answer, ...routes });
  render(
    <>
      <History />
      <Toasts />
    </>,
  );
  await screen.findByRole("option", { name: "Duel" });
  return log;
}

const shelf = (asked: Asked) =>
  ofLive(asked)
    ? { items: [running], next: null }
    : { items: [summary("a"), summary("b", { tags: ["cities", ""] })], next: null };

async function choose(debate: string, command: string) {
  const trigger = await screen.findByRole("button", { name: `Commands for “Motion ${debate}”` });
  fireEvent.keyDown(trigger, { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: command }));
}

describe("the list", () => {
  it("is a table with running debates first, each with its result, line-up and cost in words", async () => {
    await open(shelf);
    const table = await screen.findByRole("table");
    await waitFor(() => expect(within(table).getAllByText("Duel").length).toBe(3));
    const cells = within(table)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(cells[1]).toBe("Running now: 1");
    expect(cells[2]).toContain("Motion LDuelPm:aCm:bRunning");
    expect(cells[3]).toBe("Newest first");
    expect(cells[4]).toMatch(/^Motion aDuelPm:aCm:bCon won.*free$/);
    expect(within(table).getByRole("link", { name: "Motion a" }).getAttribute("href")).toBe("/d/a");
    expect(within(table).getByText("cities")).toBeTruthy();
    const time = within(table).getAllByText(/ago|yesterday|just now|in /)[0];
    expect([time?.tagName, time?.getAttribute("datetime"), time?.title]).toEqual([
      ...["TIME", "2026-11-30T10:00:00Z", expect.stringContaining("2026")],
    ]);
  });

  it("is cards where there is no room for a table", async () => {
    wide = false;
    await open(shelf);
    expect((await screen.findAllByRole("listitem")).length).toBeGreaterThan(2);
    expect(screen.queryByRole("table")).toBe(null);
  });

  it("pages on demand, and says when there is no more", async () => {
    await open((asked) => {
      if (ofLive(asked)) return { items: [], next: null };
      return asked.query.get("cursor") ? { items: [summary("b")], next: null } : { items: [summary("a")], next: "1" };
    });
    fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
    await screen.findByRole("link", { name: "Motion b" });
    expect(screen.getByText("2 debates")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load more" })).toBe(null);
  });

  it("looks at what runs every five seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const log = await open(shelf);
    await screen.findByRole("table");
    const before = log.filter(ofLive).length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(log.filter(ofLive).length).toBe(before + 2);
  });

  it("keeps its rows when the server is away, says that they may be old, and mends on demand", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let away = false;
    await open((asked) => (away ? problem(503, { detail: "Busy." }) : shelf(asked)));
    await screen.findByRole("table");
    away = true;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await screen.findByText("This list may be old: Busy.");
    expect(screen.getByRole("link", { name: "Motion a" })).toBeTruthy();
    away = false;
    fireEvent.click(screen.getByRole("button", { name: /Try again/ }));
    await waitFor(() => expect(screen.queryByText(/may be old/)).toBe(null));
  });

  it("that cannot be had at all says why, and can be asked for again", async () => {
    let away = true;
    await open((asked) => (away ? problem(503, { detail: "Busy.", hint: "Wait." }) : shelf(asked)));
    await screen.findByText("Busy.");
    away = false;
    fireEvent.click(screen.getByRole("button", { name: /Try again/ }));
    await screen.findByRole("link", { name: "Motion a" });
  });

  it("without a debate says what will be here, and begins a demo", async () => {
    await open(() => ({ items: [], next: null }), { "POST /api/debates": () => ({ debate_id: "d1" }) });
    await screen.findByText("Your debates will be listed here");
    fireEvent.click(screen.getByRole("button", { name: /Try the demo/ }));
    await waitFor(() => expect(location.pathname).toBe("/d/d1"));
  });
});

describe("filters", () => {
  it("are steps of the browser's history, all letters of a search one step", async () => {
    await open(shelf);
    const push = vi.spyOn(history, "pushState");
    const search = async (value: string) => {
      fireEvent.change(screen.getByLabelText("Search motions"), { target: { value } });
      await waitFor(() => expect(new URLSearchParams(location.search).get("q")).toBe(value), { timeout: 2000 });
    };
    await search("zo");
    await search("zoo");
    expect(push).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole("button", { name: "Finished" }));
    expect(location.search).toBe("?q=zoo&status=finished");
    expect(push).toHaveBeenCalledTimes(2);
  });

  it("stand in the address, reach the server, and can be cleared where nothing matches", async () => {
    const log = await open((asked) => (asked.query.has("search") ? { items: [], next: null } : shelf(asked)));
    await screen.findByRole("table");
    fireEvent.change(screen.getByLabelText("Search motions"), { target: { value: "zoo" } });
    fireEvent.change(screen.getByLabelText("Outcome"), { target: { value: "draw" } });
    await screen.findByText("Nothing matches", {}, { timeout: 2000 });
    expect(new URLSearchParams(location.search).toString()).toBe("q=zoo&outcome=draw");
    expect(log.at(-1)?.query.get("outcome")).toBe("draw");
    fireEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await screen.findByRole("link", { name: "Motion a" });
    expect([location.search, screen.getByLabelText<HTMLInputElement>("Search motions").value]).toEqual(["", ""]);
  });

  it("are taken from the address, and each can be taken away", async () => {
    history.replaceState(null, "", "/history?status=finished&format=duel");
    const log = await open(shelf);
    await screen.findByRole("table");
    expect(log.filter(({ path }) => path === "/api/debates").map(({ query }) => query.toString())).toEqual([
      "limit=50&format=duel&status=finished",
    ]);
    expect(screen.getByRole("button", { name: "Finished" }).getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(await screen.findByRole("button", { name: "Remove the filter Duel" }));
    expect(location.search).toBe("?status=finished");
    await waitFor(() => expect(log.at(-1)?.query.toString()).toBe("limit=50&status=finished"));
  });
});

describe("the commands of a debate", () => {
  it("delete it with an undo; its neighbour takes the focus", async () => {
    const log = await open(shelf);
    await choose("a", "Delete");
    await waitFor(() => expect(screen.queryByRole("link", { name: "Motion a" })).toBe(null));
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Motion b"));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByRole("link", { name: "Motion a" });
    expect(log.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("bring it back with the reason where the server refuses", async () => {
    await open(shelf, { "DELETE /api/debates/a": () => problem(409, { detail: "It runs elsewhere." }) });
    await choose("a", "Delete");
    fireEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
    await screen.findByText(/was not deleted. It runs elsewhere./);
    expect(screen.getByRole("link", { name: "Motion a" })).toBeTruthy();
  });

  it("open the form with its setup", async () => {
    await open(shelf);
    await choose("b", "Duplicate");
    expect(location.pathname + location.search).toBe("/?from=b");
  });
});

describe("importing", () => {
  const file = (name: string) => new File(["{}"], name);

  async function drop(...files: File[]) {
    const event = Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { types: ["Files"], files } });
    await act(async () => void dispatchEvent(event));
    return event.defaultPrevented;
  }

  it("by a drop anywhere opens the debate", async () => {
    const sent = vi.spyOn(uploading, "upload").mockResolvedValue("d9");
    await open(shelf);
    expect(await drop(file("cars.JSONL"))).toBe(true);
    expect([sent.mock.calls.length, location.pathname]).toEqual([1, "/d/d9"]);
  });

  it("of what is no log, or of several at once, is refused before it is sent", async () => {
    const sent = vi.spyOn(uploading, "upload");
    await open(shelf);
    await drop(file("cars.pdf"));
    expect(screen.getByText(/cars.pdf is no .jsonl file/)).toBeTruthy();
    await drop(file("a.jsonl"), file("b.jsonl"));
    expect(screen.getByText("Import one file at a time.")).toBeTruthy();
    expect(sent).not.toHaveBeenCalled();
  });

  it("that fails says why in the server's words, and stays on the list", async () => {
    const refused = new ApiError({ detail: "Line 3 is no event.", hint: "Export it again.", code: "store" } as Problem);
    vi.spyOn(uploading, "upload").mockRejectedValue(refused);
    await open(shelf);
    await act(async () => {
      fireEvent.change(document.querySelector("input[type=file]") as Element, { target: { files: [file("a.jsonl")] } });
    });
    expect(screen.getByText("Line 3 is no event.")).toBeTruthy();
    expect(screen.getByText("Export it again.")).toBeTruthy();
    expect(location.pathname).toBe("/history");
  });

  it("of a debate that is here already offers to open it", async () => {
    const refused = new ApiError({ detail: "It is here already.", code: "conflict" } as Problem);
    vi.spyOn(uploading, "upload").mockRejectedValue(refused);
    await open(shelf);
    await drop(new File(['{"debate_id":"d5","seq":1}\n'], "a.jsonl"));
    const link = await screen.findByRole("link", { name: "Open the debate" });
    expect(link.getAttribute("href")).toBe("/d/d5");
  });
});
