// The place in the log and the address: `?seq=` says where a replay begins and follows it, without adding to the
// browser's history.
import { useEffect, useRef } from "react";
import { useSearch } from "wouter";
import { useDebate } from "../store";
import type { ReplaySession } from "./session";

/** Browsers refuse pages that change their address many times a second. */
const CALM = 400;

/** The event that a query names, or null. */
export function seqIn(search: string): number | null {
  const given = new URLSearchParams(search).get("seq") ?? "";
  const seq = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  return seq >= 1 ? seq : null;
}

export function useSeqInAddress(session: ReplaySession): void {
  const seq = useDebate((state) => state.seq);
  const loaded = useDebate((state) => state.loaded);
  const search = useSearch();
  const written = useRef<number | null>(seqIn(location.search));
  useEffect(() => {
    if (!loaded || written.current === seq) return;
    const timer = setTimeout(() => {
      written.current = seq;
      history.replaceState(history.state, "", `${location.pathname}?seq=${seq}${location.hash}`);
    }, CALM);
    return () => clearTimeout(timer);
  }, [seq, loaded]);
  useEffect(() => {
    const asked = seqIn(search); // a link to another moment of the same debate
    if (asked === null || asked === written.current) return;
    written.current = asked;
    session.seek(asked);
  }, [search, session]);
}
