import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, address, api, onSignedOut, problemOf } from "./client";

function answering(body: string, init: ResponseInit) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, init));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

const PROBLEM = { "Content-Type": "application/problem+json" };

afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("sends JSON and its key, and leaves out what is not given", async () => {
    const fetched = answering('{"debate_id":"d"}', { status: 201 });
    const query = { a: 1, none: null, missing: undefined, text: "x y" };
    expect(await api.post("/api/debates", { motion: "M" }, { key: "k", query })).toEqual({ debate_id: "d" });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/api/debates?a=1&text=x+y");
    expect(init).toMatchObject({ method: "POST", body: '{"motion":"M"}' });
    expect(init?.headers).toMatchObject({ "Content-Type": "application/json", "Idempotency-Key": "k" });
  });

  it("answers nothing where there is nothing to say", async () => {
    answering("", { status: 200 });
    expect(await api.del("/api/debates/d")).toBeUndefined();
  });

  it("fails with the server's own words, its field, and when to try again", async () => {
    const body = { detail: "Too many.", hint: "Wait.", code: "limit", status: 429, field: "motion" };
    answering(JSON.stringify(body), { status: 429, headers: { ...PROBLEM, "Retry-After": "7" } });
    const error = await failure(api.get("/api/debates"));
    expect(error.problem).toMatchObject(body);
    expect([error.message, error.status, error.retryAfter]).toEqual(["Too many.", 429, 7]);
  });

  it("tells the page when the server does not know who asks", async () => {
    const told = vi.fn();
    onSignedOut(told);
    answering(JSON.stringify({ detail: "Sign in.", code: "auth" }), { status: 401, headers: PROBLEM });
    await failure(api.get("/api/debates"));
    expect(told).toHaveBeenCalledOnce();
    await failure(api.get("/api/formats", { guest: true }));
    expect(told).toHaveBeenCalledOnce();
  });

  it("says so where no server answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("x")));
    expect((await failure(api.get("/api"))).problem).toMatchObject({ code: "network", status: 0 });
  });

  it("says so where something else than Dissoi answers", async () => {
    answering("<html>", { status: 502, headers: { "Content-Type": "text/html" } });
    expect((await failure(api.get("/api"))).problem).toMatchObject({ code: "answer", status: 502 });
    answering("not json", { status: 200 });
    expect((await failure(api.get("/api"))).problem.code).toBe("answer");
    answering("[1]", { status: 500, headers: PROBLEM });
    expect((await failure(api.get("/api"))).problem.code).toBe("answer");
  });

  it("that its caller gave up is no failure of the server", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("gone", "AbortError")));
    await expect(api.get("/api", { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(DOMException);
  });
});

describe("helpers of calls", () => {
  it("make an address with its query", () => {
    expect([address("/a"), address("/a", { b: false, c: "" })]).toEqual(["/a", "/a?b=false&c="]);
  });

  it("find the problem in anything that was thrown", () => {
    expect(problemOf(new Error("Oh"))).toMatchObject({ detail: "Oh", code: "page" });
    expect(problemOf("text")).toMatchObject({ detail: "text" });
  });
});
