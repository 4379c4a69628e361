// The server's clock as the page knows it. Deadlines are the server's; the page only shows what is left. Always read
// from the wall clock, never counted down, so that a machine that slept shows the truth at once.
import { useEffect, useState } from "react";

/** Server minus client, in milliseconds, from the server's time as it arrives. */
export function offsetFrom(serverNow: string, clientNow: number = Date.now()): number {
  const server = Date.parse(serverNow);
  return Number.isNaN(server) ? 0 : server - clientNow;
}

/** Milliseconds until `deadline` (ISO 8601) by the server's clock, never negative; null where there is no deadline. */
export function remaining(
  deadline: string | null | undefined,
  offset: number,
  now: number = Date.now(),
): number | null {
  const until = Date.parse(deadline ?? "");
  return Number.isNaN(until) ? null : Math.max(0, until - (now + offset));
}

/** Milliseconds since `start` (ISO 8601) by the server's clock, never negative. */
export function elapsed(start: string | null | undefined, offset: number, now: number = Date.now()): number {
  const since = Date.parse(start ?? "");
  return Number.isNaN(since) ? 0 : Math.max(0, now + offset - since);
}

const LOOK = 1_000;
/** Milliseconds by which the two clocks of this machine may differ between two looks. */
const SLACK = 2_000;

/** Call `woke` when the machine has slept or its clock was changed: the wall clock and the steady one then disagree. */
export function onWake(woke: () => void): () => void {
  let [wall, steady] = [Date.now(), performance.now()];
  const timer = setInterval(() => {
    const [now, tick] = [Date.now(), performance.now()];
    const slept = tick - steady > LOOK + SLACK || Math.abs(now - wall - (tick - steady)) > SLACK;
    [wall, steady] = [now, tick];
    if (slept) woke();
  }, LOOK);
  return () => clearInterval(timer);
}

/** The client's time in milliseconds: the component renders every `every` milliseconds and when the tab is shown. */
export function useNow(every: number = 1000, running: boolean = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    const look = () => setNow(Date.now());
    const timer = setInterval(look, every);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [every, running]);
  return now;
}
