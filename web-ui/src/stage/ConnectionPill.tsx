// The connection in words: its state, since when, and "try now" where that is a way on.
import { CircleDashed, CloudOff, type LucideIcon, Radio, RotateCw, Square } from "lucide-react";
import { type ConnectionState, useDebate, useDebateSession } from "../store";
import { live as copy } from "../strings/live";
import { Pill } from "../ui/Pill";
import { useNow } from "../wire/clock";
import type { Connection } from "../wire/link";

type Tone = "plain" | "good" | "warn" | "accent" | "bad";

const LOOKS: Readonly<Record<ConnectionState, readonly [Tone, LucideIcon]>> = {
  connecting: ["plain", CircleDashed],
  live: ["good", Radio],
  stale: ["plain", Radio],
  reconnecting: ["warn", RotateCw],
  "caught-up": ["accent", Radio],
  offline: ["warn", CloudOff],
  ended: ["plain", Square],
  gone: ["bad", Square],
  "too-new": ["warn", RotateCw],
};

/** What the connection is, in words. `now`: the client's time; `resting`: the debate is paused; `stopped`: somebody
 * ended it for good. */
export function connectionWords(connection: Connection, now: number, resting: boolean, stopped = false): string {
  const { state, tries, nextAt, caught, quietSince } = connection;
  const words = copy.connection;
  switch (state) {
    case "live":
      return resting ? words.resting : words.live;
    case "stale":
      return resting ? words.resting : words.stale(now - quietSince);
    case "reconnecting":
      return words.reconnecting(tries, nextAt === null ? null : Math.max(0, nextAt - now));
    case "caught-up":
      return words["caught-up"](caught);
    case "ended":
      return stopped ? words.stopped : words.ended;
    default:
      return words[state];
  }
}

export function ConnectionPill() {
  const session = useDebateSession();
  const connection = useDebate((state) => state.connection);
  const resting = useDebate((state) => state.view.status === "paused");
  const stopped = useDebate((state) => state.view.outcome === "stopped");
  const { state } = connection;
  const now = useNow(1000, state === "stale" || state === "reconnecting");
  const [tone, icon] = LOOKS[state];
  const words = connectionWords(connection, now, resting, stopped);
  return (
    <span className="bar-connection" data-connection={state}>
      <Pill tone={resting && tone === "good" ? "plain" : tone} icon={icon} className="tabular-nums">
        {words}
      </Pill>
      {state === "reconnecting" && (
        <button
          type="button"
          className="min-h-11 px-2 text-accent text-sm underline"
          onClick={() => session.stream.retry()}
        >
          {copy.connection.retry}
        </button>
      )}
      {state === "too-new" && (
        <button type="button" className="min-h-11 px-2 text-accent text-sm underline" onClick={() => location.reload()}>
          {copy.connection.reload}
        </button>
      )}
    </span>
  );
}
