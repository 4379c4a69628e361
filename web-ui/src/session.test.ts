import { afterEach, describe, expect, it, vi } from "vitest";
import { asker, enter, readFragment } from "./session";

function answering(status: number, body: object) {
  const sent = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", sent);
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  asker.setState({ signedOut: false, problem: null });
});

describe("the fragment of the address", () => {
  it("is a key, or nothing of ours", () => {
    expect(readFragment("#ticket=abc")).toEqual({ ticket: "abc" });
    expect(readFragment("#share=x%2By")).toEqual({ share: "x+y" });
    for (const hash of ["", "#", "#turn-3", "#ticket="]) expect(readFragment(hash)).toBe(null);
  });

  it("is gone from the address before it is sent", async () => {
    history.replaceState(null, "", "/?a=1#ticket=secret");
    const sent = answering(200, { owner: "", name: "host", host: true, debate_id: null });
    sent.mockImplementation(async () => {
      expect(location.href).not.toContain("secret");
      return Response.json({ owner: "", name: "host", host: true, debate_id: null });
    });
    await enter();
    expect(sent).toHaveBeenCalledOnce();
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: "POST", body: '{"ticket":"secret"}' });
    expect([location.pathname, location.search, location.hash]).toEqual(["/", "?a=1", ""]);
  });

  it("of a share leads to its debate", async () => {
    history.replaceState(null, "", "/#share=s");
    answering(200, { owner: null, name: "", host: false, debate_id: "d1" });
    await enter();
    expect([location.pathname, asker.getState().signedOut]).toEqual(["/d/d1", false]);
  });

  it("that is spent is no hindrance to somebody whom the server knows", async () => {
    history.replaceState(null, "", "/#ticket=old");
    const answers = [Response.json({ detail: "Used.", code: "auth" }, { status: 401 }), Response.json({ items: [] })];
    vi.stubGlobal("fetch", async () => answers.shift());
    await enter();
    expect([asker.getState(), location.hash]).toEqual([{ signedOut: false, problem: null, guest: false }, ""]);
  });

  it("that is worth nothing leads to the sign-in, with the reason", async () => {
    history.replaceState(null, "", "/#ticket=old");
    answering(401, { detail: "That link was used.", code: "auth", status: 401 });
    await enter();
    expect(asker.getState()).toMatchObject({ signedOut: true, problem: { detail: "That link was used." } });
    expect(location.hash).toBe("");
  });
});
