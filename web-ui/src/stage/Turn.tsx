// One turn: who, where in the timeline, by which model, what was said or why nothing was, what is odd about it. The
// same element before and after it is published, so that nothing jumps when a speech ends.

import { MicOff, TriangleAlert } from "lucide-react";
import { memo, useRef } from "react";
import { sideMark } from "../sides";
import { live as copy, MARKS, SILENCE } from "../strings/live";
import { ModelName } from "../ui/ModelName";
import type { Turn as Said, Slot } from "../wire/types";
import { Body } from "./Body";
import { type ClaimNote, Claims } from "./Claims";
import { useRipe } from "./ripe";
import { turnId } from "./rows";

const NO_CLAIMS: readonly ClaimNote[] = [];

interface TurnProps {
  slot: Slot;
  turn: Said | null;
  sides: readonly string[];
  /** The model that was chosen for it, until the log says which one served. */
  model: string;
  /** It is drawn at once, not when its time comes. */
  eager: boolean;
  latest: boolean;
  claims?: readonly ClaimNote[];
}

/** Who speaks, as headings name them: `Pro`, `Chair`, or the seat where there is no side. */
export function speakerName({ seat, side }: Pick<Slot, "seat" | "side">, sides: readonly string[]): string {
  if (side) return sideMark(sides, side).name || side;
  return seat === "chair" ? copy.chair : seat;
}

export const Turn = memo(function Turn({ slot, turn, sides, model, eager, latest, claims = NO_CLAIMS }: TurnProps) {
  const element = useRef<HTMLElement>(null);
  const ripe = useRipe(element, eager);
  const { index, letter } = sideMark(sides, slot.side);
  const id = turnId(slot.id);
  const served = turn?.model || model;
  const name = speakerName(slot, sides);
  return (
    <article
      ref={element}
      id={id}
      data-turn={slot.id}
      data-side={index}
      data-latest={latest || undefined}
      tabIndex={-1}
      aria-label={`${name}, ${slot.phase}`}
      aria-busy={turn ? undefined : true}
      className={slot.side ? "turn" : "turn turn-chair"}
    >
      {letter && (
        <span aria-hidden className="turn-badge">
          {letter}
        </span>
      )}
      <header className="turn-head">
        <h3 className="text-side" dir="auto">
          {name}
          <span className="sr-only">, {slot.phase}</span>
        </h3>
        <p className="turn-facts">
          {!turn && <span className="font-medium text-side">{copy.steps.waiting}</span>}
          {served && <ModelName name={served} className="turn-model" />}
          {turn?.text != null && <span className="tabular-nums">{copy.words(turn.words, slot.words ?? null)}</span>}
        </p>
      </header>
      <Body slot={slot} turn={turn} plain={!ripe} />
      {turn && <Remarks turn={turn} />}
      <Claims claims={claims} />
    </article>
  );
});

/** What is odd about a turn, and why one is silent. */
function Remarks({ turn }: { turn: Said }) {
  if (turn.text === null) {
    return (
      <p className="turn-silence" data-silence={turn.reason}>
        <MicOff aria-hidden className="mt-1 size-4 shrink-0" />
        {SILENCE[turn.reason] ?? turn.reason}
      </p>
    );
  }
  if (!turn.marks.length) return null;
  return (
    <ul className="mt-3 flex flex-col gap-1">
      {turn.marks.map((mark) => (
        <li key={mark} data-mark={mark} className="flex items-start gap-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {MARKS[mark]}
        </li>
      ))}
    </ul>
  );
}
