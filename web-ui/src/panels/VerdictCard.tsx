// The result in a sentence, with what it was computed from: at the stage's end, and on top of the scores.
import { CircleSlash, Flag, Gavel, Handshake, type LucideIcon, Scale, Square, TriangleAlert } from "lucide-react";
import { sideMark } from "../sides";
import { verdict as copy, OUTCOMES, resultSentence } from "../strings/verdict";
import { Bound } from "../ui/Bound";
import { Pill } from "../ui/Pill";
import type { DebateView } from "../wire/types";

const ICONS: Readonly<Record<NonNullable<DebateView["outcome"]>, LucideIcon>> = {
  verdict: Gavel,
  draw: Scale,
  forfeit: Flag,
  disqualification: Flag,
  consensus: Handshake,
  no_consensus: CircleSlash,
  unresolved: CircleSlash,
  stopped: Square,
  failed: TriangleAlert,
};

const BAD: readonly DebateView["outcome"][] = ["unresolved", "failed", "stopped"];

/** Nothing while there is no result. A landmark at the stage's end only: a page has one verdict. */
export function VerdictCard({ view, heading = "h2" }: { view: DebateView; heading?: "h2" | "h3" }) {
  if (!view.outcome) return null;
  const Heading = heading;
  const side = view.outcome === "verdict" ? sideMark(view.sides, view.winner).index : 0;
  const numbers = copy.numbers(view);
  const impaired = copy.impaired(view);
  return (
    <section
      aria-label={heading === "h2" ? copy.title : undefined}
      data-side={side}
      data-outcome={view.outcome}
      className="card border-s-4 border-s-side"
    >
      <Pill tone={BAD.includes(view.outcome) ? "warn" : "side"} icon={ICONS[view.outcome]}>
        {OUTCOMES[view.outcome]}
      </Pill>
      <Heading dir="auto" className="mt-2 text-xl">
        <Bound text={resultSentence(view)} />
      </Heading>
      {numbers && (
        <p className="mt-2 text-sm">
          <Bound text={numbers} />
        </p>
      )}
      {impaired && (
        <p className="mt-2 flex items-start gap-1.5 wrap-anywhere text-warn">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {impaired}
        </p>
      )}
      {copy.missing(view).map((sentence) => (
        <p key={sentence} dir="auto" className="mt-2 flex items-start gap-1.5 text-sm text-warn">
          <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
          {sentence}
        </p>
      ))}
      {numbers && <p className="mt-2 text-muted text-sm">{copy.computed}</p>}
    </section>
  );
}
