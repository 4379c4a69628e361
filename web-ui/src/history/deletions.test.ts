import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, serve } from "../new/kit";
import { dismiss, toasts } from "../ui/toasts";
import { deleted, remove, sendWaiting } from "./deletions";

beforeEach(() => {
  deleted.setState({ ids: new Set() });
  toasts.setState({ shown: [] });
});
afterEach(() => vi.unstubAllGlobals());

const last = () => toasts.getState().shown.at(-1);
const gone = () => [...deleted.getState().ids];
const settled = () => new Promise((done) => setTimeout(done));

/** As the corner does: the message goes, with its action or without. */
function leave(acted: boolean) {
  const message = last();
  if (!message) throw new Error("No message is shown.");
  dismiss(message.id, acted);
  if (acted) message.action?.run();
}

describe("a deletion", () => {
  it("takes the row at once, and tells the server when the time for undoing is over", async () => {
    const log = serve({ "DELETE /api/debates/a": () => new Response(null, { status: 204 }) });
    remove("a", "Motion a");
    expect([gone(), log.length, last()?.action?.label]).toEqual([["a"], 0, "Undo"]);
    leave(false);
    await settled();
    expect([gone(), log.map(({ method, path }) => `${method} ${path}`)]).toEqual([["a"], ["DELETE /api/debates/a"]]);
  });

  it("that is undone brings the row back, and the server never hears of it", async () => {
    const log = serve({});
    remove("a", "Motion a");
    leave(true);
    sendWaiting();
    await settled();
    expect([gone(), log]).toEqual([[], []]);
  });

  it("that fails brings the row back with the server's sentence", async () => {
    serve({ "DELETE /api/debates/a": () => problem(409, { detail: "It runs elsewhere.", hint: "Stop it there." }) });
    remove("a", "Motion a");
    leave(false);
    await settled();
    expect(gone()).toEqual([]);
    expect(last()).toMatchObject({ kind: "error", text: expect.stringContaining("It runs elsewhere. Stop it there.") });
  });

  it("of what is gone already, or twice, is no error", async () => {
    const log = serve({ "DELETE /api/debates/a": () => problem(404, { code: "unknown.debate" }) });
    remove("a", "Motion a");
    remove("a", "Motion a");
    expect(toasts.getState().shown.length).toBe(1);
    leave(false);
    await settled();
    expect([gone(), log.length, last()]).toEqual([["a"], 1, undefined]);
  });

  it("is sent once, in a way that outlives the page, when the page is left", async () => {
    const sent = vi.fn(async () => new Response(null, { status: 204 }));
    vi.stubGlobal("fetch", sent);
    remove("a", "Motion a");
    remove("b", "Motion b");
    dispatchEvent(new Event("pagehide"));
    leave(false);
    await settled();
    const keepalive = { method: "DELETE", keepalive: true };
    expect(sent.mock.calls).toEqual([
      ["/api/debates/a", keepalive],
      ["/api/debates/b", keepalive],
    ]);
  });
});
