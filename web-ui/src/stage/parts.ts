// What this viewer can do about what is on the stage now, made from the open debate: the live side of context.ts.
import { useEffect, useMemo, useState } from "react";
import type { StoreApi } from "zustand";
import { type ConnectionState, type DebateState, useDebate, useDebateSession } from "../store";
import { openPoll } from "../wire/polls";
import { keepSeen, lastSeen } from "../wire/seen";
import type { DebateView } from "../wire/types";
import type { StageParts } from "./context";
import { type Course, goOn } from "./course";
import { turnId } from "./rows";
import { floorSince } from "./times";

/** Nobody won for want of ballots, so that asking those judges again may help; where a side never spoke it does not. */
export function lacksBallots({ outcome, failures }: Pick<DebateView, "outcome" | "failures">): boolean {
  return outcome === "unresolved" && failures.some(({ role }) => role === "judge");
}

/** `vote`: opens the ballot of the audience. */
export function useParts(course: Course, vote: () => void): StageParts {
  const status = useDebate((state) => state.view.status);
  const judgeless = useDebate((state) => lacksBallots(state.view));
  const floor = useDebate((state) => state.view.floor);
  const polling = useDebate((state) => Boolean(openPoll(state.view)));
  const may = useDebate((state) => state.meta?.may ?? "watch");
  const attended = useDebate((state) => state.meta?.attended ?? false);
  const here = useDebate((state) => state.meta?.here ?? false);
  const offset = useDebate((state) => state.clockOffset);
  const since = useDebate((state) => floorSince(state.log, state.view.floor));
  const owner = may === "owner";
  const running = owner && attended && (status === "running" || status === "new");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the deeds of a course stay what they are
  return useMemo(
    () => ({
      skip: running && floor ? course.skip : null,
      retry: running && here ? course.retry : null,
      mend: owner && status === "paused" ? () => goOn(course) : null,
      reopen: owner && judgeless ? () => goOn(course) : null,
      without: owner && status === "paused" && floor ? course.without : null,
      vote: polling && may !== "watch" ? vote : null,
      resting: status === "paused" || status === "finished",
      ...{ offset, since },
    }),
    [running, judgeless, owner, here, status, floor, polling, may, vote, offset, since],
  );
}

const BROKEN: readonly ConnectionState[] = ["reconnecting", "offline"];
const MENDED: readonly ConnectionState[] = ["caught-up", "ended"];

/** Follows a store and says where the turns begin that a break of the connection had kept from us. */
export function watchBreaks(store: Pick<StoreApi<DebateState>, "subscribe">, found: (key: string) => void): () => void {
  let known: number | null = null;
  return store.subscribe((now, before) => {
    const { state } = now.connection;
    if (BROKEN.includes(state)) known ??= before.view.turns.length;
    const first = known === null ? undefined : now.view.turns[known];
    if (MENDED.includes(state) && first) {
      found(turnId(first.slot));
      known = null;
    } else if (state === "live") known = null;
  });
}

/** The first row that came since this browser was here last. */
function unseen({ id, view }: DebateState): string | null {
  const seen = lastSeen(id);
  const first = seen && view.turns[seen.turns];
  return first ? turnId(first.slot) : null;
}

/** The key of the first row that came since the last visit, or after the last break of the connection; null = there
 * was none. What is seen now is remembered when the page is left. */
export function useFreshMark(): string | null {
  const { store } = useDebateSession();
  const [key, setKey] = useState<string | null>(() => unseen(store.getState()));
  useEffect(() => watchBreaks(store, setKey), [store]);
  useEffect(() => {
    const leave = () => {
      const { id, seq, view } = store.getState();
      keepSeen(id, { seq, turns: view.turns.length });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [store]);
  return key;
}
