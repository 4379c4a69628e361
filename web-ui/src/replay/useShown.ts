// Where a replay is looked at: what a step has brought comes into view from its beginning; what is typed out is followed
// while its reader is at the end. Nothing moves without a step.
import { type RefObject, useEffect, useRef } from "react";
import { useFollow } from "../stage/follow";
import { useDebate } from "../store";

/** What is brought is in view if it begins in the upper part of the window, below the bar. */
const UPPER = 0.6;
const BAR = 120;
/** Milliseconds after which rows that came into view have their height. */
const SETTLED = 150;

function bring(place: HTMLElement): void {
  const last = [...place.querySelectorAll("[data-row], [data-outcome]")].at(-1);
  const top = last?.getBoundingClientRect().top;
  if (!last || top === undefined || (top >= BAR && top <= innerHeight * UPPER)) return;
  last.scrollIntoView({ block: "start", behavior: "instant" });
}

export function useShown(column: RefObject<HTMLElement | null>, playing: boolean): void {
  const rows = useDebate(({ view, live }) =>
    [...[view.turns.length, view.polls.length, view.introduction, view.outcome, view.floor], ...Object.keys(live)].join(
      "\n",
    ),
  );
  const { toEnd } = useFollow(column, false);
  const now = useRef(playing);
  useEffect(() => {
    now.current = playing;
    if (playing) toEnd();
  }, [playing, toEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that are shown have changed
  useEffect(() => {
    const { current } = column;
    if (!current || now.current) return;
    bring(current);
    // Rows far away are not laid out yet: once they are, the place has moved.
    const frame = requestAnimationFrame(() => bring(current));
    const later = setTimeout(() => bring(current), SETTLED);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [rows, column]);
}
