// A server for tests of screens: answers by method and path, and remembers what it was asked.
import { vi } from "vitest";
import type { DebateSummary, Problem, Schemas } from "../wire/types";
import type { FormatCard } from "./draft";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly key: string | undefined;
}

type Answer = (asked: Asked) => unknown;

export function problem(status: number, part: Partial<Problem>): Response {
  const whole = { type: "about:blank#x", title: "", status, detail: "No.", hint: "", code: "usage", ...part };
  return Response.json(whole, { status });
}

/** Stub `fetch`. Routes are `METHOD /path`; a `Response` is sent as it is, anything else as JSON. */
export function serve(routes: Readonly<Record<string, Answer>>): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body, headers, signal }: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(address, "http://here");
    const key = (headers as Record<string, string> | undefined)?.["Idempotency-Key"];
    const asked = { method, path, query, body: body ? JSON.parse(String(body)) : undefined, key };
    log.push(asked);
    const found = await (routes[`${method} ${path}`] ?? (() => problem(404, { code: "unknown.route" })))(asked);
    signal?.throwIfAborted();
    return found instanceof Response ? found : Response.json(found ?? null);
  });
  return log;
}

function slot(side: string, phase: string): Schemas["PlannedSlot"] {
  return { slot: `${side}-${phase}`, phase, who: side, side, verb: "say", seconds: 60, words: 150 };
}

export const duel: FormatCard = {
  ...{ name: "duel", title: "Duel", sides: ["pro", "con"], seats: { P: "pro", C: "con" }, rounds: null },
  ...{ judges_low: 1, judges_high: 9, audience: false, timeline: [slot("pro", "opening"), slot("con", "opening")] },
};

export const rounds: FormatCard = { ...duel, name: "rounds", title: "Rounds", rounds: 2, audience: true };

export const defaults: Schemas["Defaults"] = {
  ...{ format: "duel", models: { default: "auto" }, judges: null, listeners: 0, vote_wait: 0, budget: null },
  ...{ max_calls: null, motion_limit: 100, info_limit: 200, live_debates: 4 },
};

export const plan: Schemas["Plan"] = {
  ...{ timeline: duel.timeline, calls: [], calls_low: 3, calls_high: 6, minutes_low: 1, minutes_high: 4 },
  worst_usd: null,
};

export const catalogue: Readonly<Record<string, Answer>> = {
  "GET /api/formats": () => ({ formats: [duel, rounds] }),
  "GET /api/models": () => ({
    providers: [
      { provider: "openai", state: "no key", key: "OPENAI_API_KEY", remedy: "Set it." },
      { provider: "ollama", state: "ready", key: "", remedy: "" },
    ],
    ...{ suggested: ["local:tiny"], scripted: { demo: "plays any role" }, auto: "local:tiny", auto_reason: "no key" },
  }),
  "GET /api/config/styles": () => ({ styles: { academic: "Reason carefully." } }),
  "GET /api/config/defaults": () => defaults,
  "POST /api/debates/plan": () => plan,
};

export function summary(id: string, part: Partial<DebateSummary> = {}): DebateSummary {
  return {
    ...{ debate_id: id, motion: `Motion ${id}`, format: "duel", status: "finished", outcome: "verdict" },
    ...{ winner: "con", lineup: { con: "m:b", pro: "m:a" }, tags: [], origin: null, usd: "0", unpriced: 0, calls: 7 },
    ...{ last_seq: 20, created_at: "2026-11-30T10:00:00Z", updated_at: "2026-11-30T10:05:00Z", attended: false },
    ...part,
  };
}
