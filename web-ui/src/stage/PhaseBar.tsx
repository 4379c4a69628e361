// The recorded timeline as a bar: each phase done, now or to come, by word, mark and weight; a press scrolls there. Too
// many phases scroll inside the bar, never the page.
import { useEffect, useMemo, useRef } from "react";
import { sideMark } from "../sides";
import { live as copy } from "../strings/live";
import type { DebateView } from "../wire/types";
import { type Phase, phasesOf, type Standing, verdictStanding } from "./phases";
import { goTo } from "./places";
import { turnId } from "./rows";

export function PhaseBar({ view }: { view: DebateView }) {
  const { slots, turns, polls, status, verdict, judges } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the parts of the view that the bar reads
  const phases = useMemo(() => phasesOf(view), [slots, turns, polls, status]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const last = useMemo(() => verdictStanding(view), [slots, turns, polls, status, verdict, judges]);
  const bar = useRef<HTMLElement>(null);
  const now = phases.find((phase) => phase.standing === "now")?.key ?? (last === "now" ? "verdict" : "");
  useEffect(() => {
    const { current } = bar;
    if (!current || !now) return;
    const show = () => {
      const here = current.querySelector<HTMLElement>("[aria-current]");
      const left = here && here.offsetLeft - (current.clientWidth - here.offsetWidth) / 2;
      if (left !== null) current.scrollTo({ left, behavior: "instant" });
    };
    const resized = new ResizeObserver(show);
    resized.observe(current);
    return () => resized.disconnect();
  }, [now]);
  return (
    <nav ref={bar} aria-label={copy.phases} className="phase-bar">
      <ol>
        {phases.map((phase) => (
          <Step key={phase.key} phase={phase} sides={view.sides} />
        ))}
        {last && (
          <li data-standing={last}>
            <Press name={copy.verdict} standing={last} target="verdict" />
            <span aria-hidden className="phase-slots" />
          </li>
        )}
      </ol>
    </nav>
  );
}

function Step({ phase: { name, standing, slots }, sides }: { phase: Phase; sides: readonly string[] }) {
  const reached = slots.find((one) => one.standing !== "next");
  return (
    <li data-standing={standing}>
      <Press name={name} standing={standing} target={reached ? turnId(reached.slot.id) : null} />
      <span aria-hidden className="phase-slots">
        {slots.map(({ slot, standing: at }) => (
          <span key={slot.id} data-side={sideMark(sides, slot.side).index} data-standing={at} />
        ))}
      </span>
    </li>
  );
}

interface PressProps {
  name: string;
  standing: Standing;
  /** The id of the element to scroll to; null = it is still to come. */
  target: string | null;
}

function Press({ name, standing, target }: PressProps) {
  const come = target !== null && standing !== "next";
  return (
    <button
      type="button"
      aria-current={standing === "now" ? "step" : undefined}
      aria-disabled={!come || undefined}
      onClick={() => come && goTo(target)}
    >
      <span dir="auto">{name}</span>
      <span className="sr-only">, {copy.standing[standing]}</span>
    </button>
  );
}
