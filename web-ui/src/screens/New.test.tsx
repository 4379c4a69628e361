import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcements } from "../a11y/announcements";
import { type Asked, catalogue, problem, serve } from "../new/kit";
import New from "./New";

beforeEach(() => history.replaceState(null, "", "/"));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof serve>[0];

async function open(routes: Answers = {}): Promise<Asked[]> {
  const log = serve({ ...catalogue, "POST /api/debates": () => ({ debate_id: "d1" }), ...routes });
  render(<New />);
  await screen.findByLabelText("Model for all");
  return log;
}

const motion = () => screen.getByLabelText<HTMLTextAreaElement>("Motion");
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole("button", { name })));
};
const started = (log: Asked[]) => log.filter(({ method, path }) => method === "POST" && path === "/api/debates");
const focused = () => (document.activeElement as HTMLElement).dataset.box;

describe("a new debate", () => {
  it("can be typed at once: the motion has the focus", async () => {
    await open();
    expect(document.activeElement).toBe(motion());
  });

  it("starts as it stands in the form, and is gone to", async () => {
    const log = await open();
    type(motion(), "Ban it");
    fireEvent.click(screen.getByRole("radio", { name: /Rounds/ }));
    await press("Start");
    expect(started(log).map(({ body }) => body)).toEqual([{ motion: "Ban it", format: "rounds", vote_wait: 60 }]);
    expect(location.pathname).toBe("/d/d1");
  });

  it("starts once, however often the button is pressed", async () => {
    const log = await open();
    await act(async () => {
      for (let press = 0; press < 3; press += 1) fireEvent.submit(document.querySelector("form") as HTMLFormElement);
    });
    expect(started(log).length).toBe(1);
  });

  it("is a demo in one press, with a motion of ours and no key", async () => {
    const log = await open();
    await press("Try the demo");
    const [asked] = started(log);
    expect(asked?.body).toMatchObject({ models: expect.stringMatching(/^scripted:demo/), motion: expect.any(String) });
    expect(location.pathname).toBe("/d/d1");
  });
});

describe("what is typed", () => {
  it("survives a reload, and a start that fails", async () => {
    await open({ "POST /api/debates": () => Promise.reject(new TypeError("lost")) });
    type(motion(), "Ban it");
    type(screen.getByLabelText("Model for all"), "m:a");
    await press("Start");
    await screen.findByText("The server cannot be reached.");
    cleanup();
    await open();
    expect(motion().value).toBe("Ban it");
    expect(screen.getByLabelText<HTMLInputElement>("Model for all").value).toBe("m:a");
  });

  it("gives way to a duplicate, and can be brought back", async () => {
    await open();
    type(motion(), "Mine");
    cleanup();
    history.replaceState(null, "", "/?from=d7");
    const setup = { motion: { text: "Theirs" }, format: "gone", models: { default: { model: "m:z" } } };
    await open({ "GET /api/debates/d7": () => ({ view: { setup } }) });
    await waitFor(() => expect(motion().value).toBe("Theirs"));
    expect(location.search).toBe("");
    expect(screen.getByRole("status").textContent).toContain("gone, is not among those of this server");
    await press("Bring back what I had");
    expect(motion().value).toBe("Mine");
  });
});

describe("a fault", () => {
  it("that the page sees is shown at its box, gets the focus, and nothing is sent", async () => {
    const log = await open();
    const say = vi.spyOn(announcements, "say");
    type(motion(), "x".repeat(101));
    type(screen.getByLabelText("Judges"), "12");
    await press("Start");
    expect(started(log)).toEqual([]);
    expect([focused(), motion().getAttribute("aria-invalid")]).toEqual(["motion", "true"]);
    expect(screen.getByLabelText("Judges").getAttribute("aria-invalid")).toBe("true");
    expect(say).toHaveBeenCalledWith(expect.stringContaining("2 things to mend"), "assertive");
  });

  it("that the server names is shown at its box with what to do, folded or not", async () => {
    const places = {
      "models.con": "Con",
      "styles.pro": "Style of Pro",
      max_calls: "Model calls at most",
      rounds: "Rounds",
    };
    for (const [field, label] of Object.entries(places)) {
      await open({ "POST /api/debates": () => problem(422, { field, detail: "It is wrong.", hint: "Mend it." }) });
      fireEvent.click(screen.getByRole("radio", { name: /Rounds/ }));
      fireEvent.click(screen.getByRole("checkbox", { name: /A model for each/ }));
      await press("Start");
      const box = screen.getByLabelText(label);
      expect([field, focused(), box.getAttribute("aria-invalid")]).toEqual([field, field, "true"]);
      const text = document.getElementById(box.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "")?.textContent;
      expect(text).toBe("It is wrong. Mend it.");
      cleanup();
      sessionStorage.clear();
    }
  });

  it("goes when its box is mended", async () => {
    await open({ "POST /api/debates": () => problem(422, { field: "motion", detail: "It is wrong." }) });
    await press("Start");
    expect(screen.getByText("It is wrong.")).toBeTruthy();
    type(motion(), "Better");
    expect(screen.queryByText("It is wrong.")).toBe(null);
  });

  it("of the preview is shown at its box, but not while it is being typed", async () => {
    await open({ "POST /api/debates/plan": () => problem(422, { field: "models", detail: "No such provider." }) });
    const model = screen.getByLabelText("Model for all");
    act(() => model.focus());
    type(model, "opn");
    await screen.findByText("No such provider.", {}, { timeout: 2000 }); // in the preview
    expect(model.getAttribute("aria-invalid")).toBe(null);
    act(() => model.blur());
    expect(model.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("a refusal that is about no box", () => {
  it("is a card that says what to do and when", async () => {
    const limit = () =>
      Response.json(
        { detail: "4 debates run.", hint: "Wait.", code: "limit", status: 429 },
        { status: 429, headers: { "Retry-After": "300" } },
      );
    await open({ "POST /api/debates": limit });
    type(motion(), "Ban it");
    await press("Start");
    expect(screen.getByText("4 debates run.")).toBeTruthy();
    expect(screen.getByText(/again in about 5 minutes.*Nothing that you typed is lost/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See what runs" }).getAttribute("href")).toBe("/history?status=live");
    expect(motion().value).toBe("Ban it");
  });

  it("can be tried again as it was", async () => {
    const answers = [() => problem(503, { code: "busy", detail: "Busy." }), () => ({ debate_id: "d2" })];
    const log = await open({ "POST /api/debates": () => answers.shift()?.() });
    await press("Try the demo");
    await press("Try again");
    expect(started(log).map(({ body }) => (body as { models: string }).models.split("?")[0])).toEqual([
      "scripted:demo",
      "scripted:demo",
    ]);
    expect(location.pathname).toBe("/d/d2");
  });
});

describe("while the server is away", () => {
  it("the motion can be typed, and the rest is asked for again on demand", async () => {
    serve({});
    render(<New />);
    await screen.findByRole("button", { name: "Try again" });
    type(motion(), "Ban it");
    serve(catalogue);
    await press("Try again");
    await screen.findByLabelText("Model for all");
    expect(motion().value).toBe("Ban it");
  });
});
