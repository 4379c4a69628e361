// How long a debate has run, and since when somebody has the floor, from the times in its log. Pure; the clock of the
// server is the caller's to give.
import type { LogEntry } from "../wire/types";

const RESTS = ["debate.paused", "debate.finished"];

type Moment = Pick<LogEntry, "seq" | "at" | "type">;

/**
 * Milliseconds that a debate has run at `now` (server's clock): its rests do not count, nor do the events that a fork
 * took over (up to number `taken`): their times are those of its ancestors.
 */
export function runningTime(log: readonly Moment[], now: number, taken = 0): number {
  let total = 0;
  let from: number | null = null;
  for (const { seq, at, type } of log) {
    const time = Date.parse(at);
    if (seq <= taken || Number.isNaN(time)) continue;
    if (RESTS.includes(type)) {
      total += from === null ? 0 : Math.max(0, time - from);
      from = null;
    } else if (from === null && (type === "debate.resumed" || total === 0)) from = time;
  }
  return total + (from === null ? 0 : Math.max(0, now - from));
}

/** When the floor was given for `slot`, or when the last thing happened that we know of. */
export function floorSince(log: readonly LogEntry[], slot: string): string | null {
  const given = log.findLast((entry) => entry.slot === slot && entry.type === "turn.started");
  const resumed = log.findLast((entry) => entry.type === "debate.resumed");
  const later = given && resumed && resumed.seq > given.seq ? resumed : given;
  return (later ?? log.at(-1))?.at ?? null;
}
