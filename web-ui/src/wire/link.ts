// The connection as a pure machine: what is shown of it, and what to do next. No timers, no network: stream.ts drives it.

export type ConnectionState =
  | "connecting"
  | "live"
  | "stale"
  | "reconnecting"
  | "caught-up"
  | "offline"
  | "ended"
  | "gone"
  | "too-new";

/** What a page shows. Times are milliseconds as in `Date.now()`. `caught`: events that a break had kept from us. */
export interface Connection {
  readonly state: ConnectionState;
  readonly tries: number;
  readonly nextAt: number | null;
  readonly caught: number;
  readonly quietSince: number;
}

/** The machine's state: the connection, and what is not shown. */
export interface Link {
  readonly connection: Connection;
  readonly hiddenSince: number | null;
  readonly asleep: boolean;
  readonly caughtUntil: number | null;
}

export type Signal =
  | { readonly type: "start" | "opened" | "sign" | "tick" | "retry" | "finished" | "too-new" | "reopen" }
  | { readonly type: "offline" | "online" | "hidden" | "shown" }
  | { readonly type: "filled"; readonly count: number }
  | { readonly type: "failed"; readonly status: number | null };

/** `fill`: fetch what is missing, then open the stream. `close`: let the stream go. */
export type Effect = "fill" | "close";

export const QUIET = 20_000;
/** Three signs of life have been missed: the stream is dead, though nobody said so. */
export const DEAD = 50_000;
export const CAUGHT = 3_000;
export const HIDDEN = 60_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const OVER: readonly ConnectionState[] = ["gone", "too-new"];

export function newLink(now: number): Link {
  const connection = { state: "connecting" as const, tries: 0, nextAt: null, caught: 0, quietSince: now };
  return { connection, hiddenSince: null, asleep: false, caughtUntil: null };
}

/** The wait before try number `tries` (from 1): doubled each time, half of it by chance. */
export function backoff(tries: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}

/** What becomes of `link`, and what is to be done. `chance`: a random number from 0 to 1. */
export function step(link: Link, signal: Signal, now: number, chance: number): readonly [Link, Effect | null] {
  const { state } = link.connection;
  if (OVER.includes(state)) return [link, null];
  switch (signal.type) {
    case "finished":
      return [show(link, { state: "ended", tries: 0, nextAt: null }), "close"];
    case "too-new":
      return [show(link, { state: "too-new", nextAt: null }), "close"];
    case "start":
      return [link, "fill"];
    case "reopen":
      return [show({ ...link, asleep: false }, { state: "connecting", tries: 0, nextAt: null, caught: 0 }), "fill"];
  }
  if (state === "ended") return [link, null];
  switch (signal.type) {
    case "opened":
      return [opened(link, now), null];
    case "sign":
      return [sign(link, now), null];
    case "filled":
      return [show(link, { caught: link.connection.caught + signal.count }), null];
    case "failed":
      return failed(link, signal.status, now, chance);
    case "retry":
      return link.asleep || state === "offline" ? [link, null] : [show(link, { nextAt: null }), "fill"];
    case "offline":
      return [show(link, { state: "offline", nextAt: null }), "close"];
    case "online":
      if (state !== "offline") return [link, null];
      return [show(link, { state: "reconnecting", tries: 0, caught: 0 }), link.asleep ? null : "fill"];
    case "hidden":
      return [{ ...link, hiddenSince: link.hiddenSince ?? now }, null];
    case "shown":
      return shown(link);
    case "tick":
      return tick(link, now, chance);
  }
}

/** When the machine wants its next `tick`, or null. */
export function wakeAt(link: Link): number | null {
  const { state, quietSince, nextAt } = link.connection;
  const times = [
    link.hiddenSince !== null && !link.asleep ? link.hiddenSince + HIDDEN : null,
    state === "live" || state === "caught-up" ? quietSince + QUIET : null,
    state === "stale" ? quietSince + DEAD : null,
    state === "reconnecting" || state === "connecting" ? nextAt : null,
    state === "caught-up" ? link.caughtUntil : null,
  ].filter((time) => time !== null);
  return state === "ended" || OVER.includes(state) || !times.length ? null : Math.min(...times);
}

function show(link: Link, change: Partial<Connection>): Link {
  return { ...link, connection: { ...link.connection, ...change } };
}

function opened(link: Link, now: number): Link {
  const { tries, caught } = link.connection;
  const state = caught > 0 ? "caught-up" : "live";
  const open = show(link, { state, tries: 0, nextAt: null, quietSince: now, caught: tries || caught ? caught : 0 });
  return { ...open, caughtUntil: caught > 0 ? now + CAUGHT : null };
}

function sign(link: Link, now: number): Link {
  const { state } = link.connection;
  return show(link, { quietSince: now, state: state === "stale" ? "live" : state });
}

function failed(link: Link, status: number | null, now: number, chance: number): readonly [Link, Effect] {
  if (status === 404) return [show(link, { state: "gone", nextAt: null }), "close"];
  const { state, tries, caught } = link.connection;
  if (link.asleep || state === "offline") return [link, "close"];
  const wait = backoff(tries + 1, chance);
  const fresh = state === "live" || state === "stale" || state === "caught-up";
  const change = { tries: tries + 1, nextAt: now + wait, caught: fresh ? 0 : caught };
  return [show(link, { ...change, state: "reconnecting" }), "close"];
}

function shown(link: Link): readonly [Link, Effect | null] {
  const awake = { ...link, hiddenSince: null, asleep: false };
  if (link.asleep) return [show(awake, { state: "reconnecting", tries: 0, nextAt: null, caught: 0 }), "fill"];
  // A machine that slept finds its stream dead without being told: try at once what was to be tried later.
  if (link.connection.nextAt !== null) return [show(awake, { nextAt: null }), "fill"];
  return [awake, null];
}

function tick(link: Link, now: number, chance: number): readonly [Link, Effect | null] {
  const { state, quietSince, nextAt } = link.connection;
  if (link.hiddenSince !== null && !link.asleep && now >= link.hiddenSince + HIDDEN) {
    return [show({ ...link, asleep: true }, { nextAt: null }), "close"];
  }
  if (nextAt !== null && now >= nextAt) return [show(link, { nextAt: null }), "fill"];
  if (state === "stale" && now >= quietSince + DEAD) return failed(link, null, now, chance);
  const quiet = now >= quietSince + QUIET;
  if (quiet && (state === "live" || state === "caught-up")) return [show(link, { state: "stale", caught: 0 }), null];
  if (state === "caught-up" && link.caughtUntil !== null && now >= link.caughtUntil) {
    return [{ ...show(link, { state: "live", caught: 0 }), caughtUntil: null }, null];
  }
  return [link, null];
}
