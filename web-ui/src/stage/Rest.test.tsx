import { readFileSync } from "node:fs";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DebateView } from "../wire/types";
import { Controls } from "./Controls";
import { useCourse } from "./course";
import { Rest } from "./Rest";
import { META, renderIn } from "./session.fixture";

const golden: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
const going: DebateView = { ...golden, status: "running", outcome: null, verdict: null };
const paused: DebateView = { ...going, status: "paused", pause: "budget", reason: "The budget of $0.50 is reached." };

function Page() {
  return <Rest course={useCourse()} />;
}

function Both() {
  const course = useCourse();
  return (
    <>
      <Controls course={course} />
      <Rest course={course} />
    </>
  );
}

const trouble = {
  ...{ type: "", title: "", status: 502, code: "provider", field: null, request_id: "" },
  ...{ detail: "The key of openai was refused.", hint: "Set OPENAI_API_KEY." },
};

function answering(body: unknown, status = 202) {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, body: init.body ? JSON.parse(String(init.body)) : null });
    const answer = path.endsWith("/meta") ? META : body;
    const failed = path.endsWith("/meta") ? 200 : status;
    return new Response(JSON.stringify(answer), { status: failed, headers: { "Content-Type": "application/json" } });
  });
  return sent;
}

afterEach(cleanup);

describe("Rest", () => {
  it("says nothing while a debate goes on", () => {
    expect(renderIn({ view: going }, <Page />).container.textContent).toBe("");
  });

  it("says in words which limit is reached, not what to type, and offers other limits alone: as it is it would pause again", () => {
    renderIn({ view: { ...paused, reason: `${paused.reason} Resume with a higher --budget.` } }, <Page />);
    expect(screen.getByText("A limit is reached, so the next call was not made.")).toBeTruthy();
    expect(screen.getByText("The budget of $0.50 is reached.")).toBeTruthy();
    expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Other models or limits"]);
  });

  it("lets the owner of a debate that is paused resume it", async () => {
    const sent = answering({ debate_id: "test" });
    renderIn({ view: { ...paused, pause: "provider" } }, <Page />);
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(sent[0]).toEqual({ path: "/api/debates/test/resume", body: {} });
  });

  it("opens the form of limits, with the budget in focus, where a resume at the top of the page would only pause again", async () => {
    const sent = answering({ debate_id: "test" });
    renderIn({ view: paused, meta: META }, <Both />);
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Budget/ }));
    expect(sent).toEqual([]);
  });

  it("resumes with what was changed in the form only", async () => {
    const sent = answering({ debate_id: "test" });
    renderIn({ view: paused }, <Page />);
    await userEvent.click(screen.getByRole("button", { name: "Other models or limits" }));
    await userEvent.type(screen.getByRole("textbox", { name: /Budget/ }), "2");
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(sent[0]?.body).toEqual({ limits: { budget: "2" } });
  });

  it("shows a refusal at the field that it is about", async () => {
    answering({ ...trouble, field: "models.default", detail: "No such provider." }, 422);
    renderIn({ view: paused }, <Page />);
    await userEvent.click(screen.getByRole("button", { name: "Other models or limits" }));
    await userEvent.type(screen.getByRole("textbox", { name: /Model for all/ }), "x");
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(screen.getByRole("textbox", { name: /Model for all/ }).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("No such provider.")).toBeTruthy();
  });

  it("offers a viewer nothing to press", () => {
    renderIn({ view: paused, meta: { ...META, may: "watch" } }, <Page />);
    expect(screen.getByText("A limit is reached, so the next call was not made.")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows trouble with what to do about it, and tries again by resuming", async () => {
    const sent = answering({ debate_id: "test" });
    renderIn({ view: going, meta: { ...META, attended: false, here: false, trouble } }, <Page />);
    expect(screen.getByText("Set OPENAI_API_KEY.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(sent[0]?.path).toBe("/api/debates/test/resume");
  });

  it("says that nobody runs a debate, as soon as that is known", () => {
    const { session } = renderIn({ view: going }, <Page />);
    act(() => session.live({ type: "course", attended: false, here: false, trouble: null }));
    expect(screen.getByText("Nobody runs this debate now.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Go on" })).toBeTruthy();
  });

  it("says that another process runs it", () => {
    renderIn({ view: going, meta: { ...META, here: false } }, <Page />);
    expect(screen.getByText(/Another process runs this debate/)).toBeTruthy();
  });
});
