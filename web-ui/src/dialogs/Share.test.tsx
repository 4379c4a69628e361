import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { problem, serve } from "../new/kit";
import { draw, golden, META, viewOf } from "../panels/kit";
import Export from "./Export";
import Share from "./Share";

const log = golden();
const view = viewOf(log);
const SHARES = "/api/debates/d/shares";
const link = { id: 7, may: "vote", created_at: "2026-01-01T00:00:00Z", expires_at: "2026-01-08T00:00:00Z" };

afterEach(() => vi.unstubAllGlobals());

function show(may: "owner" | "watch" = "owner") {
  const entries = log.map(({ seq, at, event }) => ({ seq, at, type: event.type, slot: null }));
  draw(<Share onClose={() => {}} />, { id: "d", view, seq: 48, log: entries, meta: { ...META, may } });
}

describe("sharing", () => {
  it("makes a link whose token is shown once, in the fragment, and can revoke it", async () => {
    let held = [] as object[];
    const asked = serve({
      [`GET ${SHARES}`]: () => ({ shares: held }),
      [`POST ${SHARES}`]: () => {
        held = [link];
        return { ...link, token: "SECRET" };
      },
      [`DELETE ${SHARES}/7`]: () => {
        held = [];
        return new Response(null, { status: 204 });
      },
    });
    show();
    expect(await screen.findByText("No share link works now.")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: "Watching and voting" }));
    await userEvent.selectOptions(screen.getByLabelText("For"), "30");
    await userEvent.click(screen.getByRole("button", { name: "Make a link" }));
    const field = (await screen.findByLabelText("New share link")) as HTMLInputElement;
    expect(field.value).toBe(`${location.origin}/#share=SECRET`);
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({ may: "vote", days: 30 });
    await userEvent.click(screen.getByRole("button", { name: /^Revoke the link/ }));
    await waitFor(() => expect(screen.queryByLabelText("New share link")).toBeNull());
    expect(await screen.findByText("No share link works now.")).toBeTruthy();
  });

  it("gives the address of the debate, and of the moment that is shown", async () => {
    serve({ [`GET ${SHARES}`]: () => ({ shares: [] }) });
    show();
    const address = () => (screen.getByLabelText("Address") as HTMLInputElement).value;
    expect(address()).toBe(`${location.origin}/d/d`);
    await userEvent.click(screen.getByRole("radio", { name: "This moment: at the end" }));
    expect(address()).toBe(`${location.origin}/d/d/replay?seq=48`);
  });

  it("offers links to the owner alone", async () => {
    const asked = serve({});
    show("watch");
    expect(screen.getByText("Only the owner of a debate can make share links.")).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("says why no link was made", async () => {
    const detail = "There are 20 links already.";
    serve({ [`GET ${SHARES}`]: () => ({ shares: [] }), [`POST ${SHARES}`]: () => problem(429, { detail }) });
    show();
    await userEvent.click(screen.getByRole("button", { name: "Make a link" }));
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});

describe("exporting", () => {
  it("says of each paper what it holds, and offers it as a download", () => {
    draw(<Export onClose={() => {}} />, { id: "d", view });
    const links = screen.getAllByRole("link", { name: /^Download/ });
    expect(links.map((one) => one.getAttribute("href"))).toEqual(
      ["markdown", "html", "json", "jsonl"].map((format) => `/api/debates/d/export?format=${format}`),
    );
    expect(screen.queryByText(/The debate is not over/)).toBeNull();
  });

  it("says that an unfinished debate is one on paper, too", () => {
    draw(<Export onClose={() => {}} />, { id: "d", view: viewOf(log.slice(0, 10)) });
    expect(screen.getByText(/The debate is not over/)).toBeTruthy();
  });
});
