import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "./link";
import { keepSeen } from "./seen";
import { type Arrival, DebateStream, type Receiver } from "./stream";
import type { DebateDocument, Live } from "./types";

class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((message: MessageEvent<string>) => void) | null = null;
  closed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close(): void {
    this.closed = true;
  }

  say(seq: number, type = "phase.changed", version = 1): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(envelope(seq, type, version)) }));
  }

  tell(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

function envelope(seq: number, type = "phase.changed", version = 1) {
  return { schema_version: version, debate_id: "d", seq, at: "2026-01-01T00:00:00Z", event: { type, phase: "p" } };
}

/** What the server has: answers /log from it, or fails with a status. */
let server: { last: number; status: number; log: number[] | null };
let calls: string[];
let seen: number[];
let states: string[];
let documents: number;
let lives: Live[];

const receiver: Receiver = {
  snapshot: (document: DebateDocument) => {
    documents += 1;
    seen = [document.last_seq];
  },
  events: (arrivals: Arrival[]) => void seen.push(...arrivals.map((arrival) => arrival.seq)),
  live: (item: Live) => void lives.push(item),
  opened: () => undefined,
  connection: ({ state }: Connection) => void (states.at(-1) === state || states.push(state)),
  problem: () => undefined,
};

function answer(url: string): Response {
  calls.push(url);
  if (!server.status) throw new TypeError("no network");
  if (server.status !== 200) {
    return Response.json({ detail: "No", code: "unknown.debate", status: server.status }, { status: server.status });
  }
  if (!url.includes("/log")) return Response.json({ last_seq: server.last, view: { status: "running" } });
  const after = Number(new URL(url, "http://x").searchParams.get("after"));
  const all = server.log ?? Array.from({ length: server.last }, (_, at) => at + 1);
  const events = all.filter((seq) => seq > after).map((seq) => envelope(seq));
  return Response.json({ events, last_seq: server.last });
}

const last = () => FakeSource.all.at(-1) as FakeSource;
const soon = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
let stream: DebateStream;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSource.all = [];
  server = { last: 3, status: 200, log: null };
  [calls, seen, states, lives, documents] = [[], [], [], [], 0];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", async (url: string) => answer(url));
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  stream = new DebateStream("d", receiver);
  stream.start();
  await soon();
});

afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the stream of a debate", () => {
  it("takes the snapshot first, then listens after its last event", () => {
    expect([calls, seen, last().url]).toEqual([["/api/debates/d"], [3], "/api/debates/d/events?after=3"]);
  });

  it("says how much came since this browser was here last", async () => {
    stream.close();
    keepSeen("d", { seq: 1, turns: 0 });
    stream = new DebateStream("d", receiver);
    stream.start();
    await soon();
    last().onopen?.();
    expect(states.at(-1)).toBe("caught-up");
    localStorage.clear();
  });

  it("hands on each event once and in order", () => {
    last().onopen?.();
    for (const seq of [4, 4, 3, 5]) last().say(seq);
    expect(seen).toEqual([3, 4, 5]);
  });

  it("holds back what comes too early, and fetches what is missing after a moment", async () => {
    last().onopen?.();
    server.last = 6;
    for (const seq of [6, 5]) last().say(seq);
    expect(seen).toEqual([3]);
    await soon(200);
    expect([seen, calls.at(-1)]).toEqual([[3, 4, 5, 6], "/api/debates/d/log?after=3"]);
  });

  it("needs no fetch where the missing event is only late", async () => {
    last().onopen?.();
    for (const seq of [5, 4]) last().say(seq);
    await soon(500);
    expect([seen, calls.length]).toEqual([[3, 4, 5], 1]);
  });

  it("loads the snapshot again where the log itself has a hole", async () => {
    last().onopen?.();
    server = { ...server, last: 6, log: [5, 6] };
    last().say(6);
    await soon(200);
    expect([documents, seen]).toEqual([2, [6]]);
    expect(last().url).toBe("/api/debates/d/events?after=6");
  });

  it("catches up after a break, and says how much", async () => {
    last().onopen?.();
    const lost = last();
    server = { ...server, status: 0 };
    lost.onerror?.();
    expect(lost.closed).toBe(true);
    await soon(400);
    server = { ...server, last: 5, status: 200 };
    stream.retry();
    await soon();
    last().onopen?.();
    expect(states).toEqual(["live", "reconnecting", "caught-up"]);
    expect([seen, last().url]).toEqual([[3, 4, 5], "/api/debates/d/events?after=5"]);
    await soon(3000);
    expect(states.at(-1)).toBe("live");
  });

  it("learns from the answer that the debate is gone", async () => {
    last().onopen?.();
    server = { ...server, status: 404 };
    last().onerror?.();
    await soon(60_000);
    expect([states.at(-1), FakeSource.all.length]).toEqual(["gone", 1]);
  });

  it("closes at the end and leaves it at that", async () => {
    last().onopen?.();
    last().say(4, "debate.finished");
    last().onerror?.();
    await soon(60_000);
    expect([states, last().closed, calls.length]).toEqual([["live", "ended"], true, 1]);
  });

  it("goes on where it was after a resume", async () => {
    last().onopen?.();
    last().say(4, "debate.finished");
    server.last = 5;
    stream.reopen();
    await soon();
    expect([seen, last().url]).toEqual([[3, 4, 5], "/api/debates/d/events?after=5"]);
  });

  it("reads nothing of a newer schema", () => {
    last().onopen?.();
    last().say(4, "phase.changed", 2);
    expect([seen, states.at(-1), last().closed]).toEqual([[3], "too-new", true]);
  });

  it("counts an event that is hidden from us, so that the next is in order", () => {
    last().onopen?.();
    last().tell("hidden", { seq: 4 });
    last().say(5);
    expect(seen).toEqual([3, 4, 5]);
  });

  it("hands on live text, which is a sign of life", async () => {
    last().onopen?.();
    await soon(20_000);
    expect(states.at(-1)).toBe("stale");
    last().tell("live", { type: "clock", now: "2026-01-01T00:00:00Z" });
    expect([states.at(-1), lives.length]).toEqual(["live", 1]);
  });

  it("hears nothing more of a stream that it let go", () => {
    const old = last();
    old.onopen?.();
    old.onerror?.();
    old.say(4);
    expect(seen).toEqual([3]);
  });
});
