// The parts of a debate in the list, the same in a table's row and on a card.

import { GitFork } from "lucide-react";
import { Link } from "wouter";
import { to } from "../routes";
import { sideMark } from "../sides";
import { agoWords, history as copy, costWords, dateWords, resultWords } from "../strings/history";
import { ModelName } from "../ui/ModelName";
import { Pill } from "../ui/Pill";
import type { DebateSummary } from "../wire/types";
import { type FormatCard, lineUpOf, sidesOf } from "./useFormats";

interface PartProps {
  debate: DebateSummary;
}

interface FormedProps extends PartProps {
  formats: readonly FormatCard[];
}

export function isLive({ status }: DebateSummary): boolean {
  return status === "new" || status === "running";
}

export function MotionLink({ debate }: PartProps) {
  return (
    <Link
      href={to.debate(debate.debate_id)}
      dir="auto"
      className="line-clamp-3 w-fit wrap-anywhere font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-accent"
    >
      {debate.motion || copy.noMotion}
    </Link>
  );
}

export function Tags({ debate }: PartProps) {
  const tags = debate.tags.filter((tag) => tag.trim());
  if (!tags.length && !debate.origin) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {debate.origin && (
        <span title={copy.forkTitle}>
          <Pill icon={GitFork}>{copy.fork}</Pill>
        </span>
      )}
      {tags.map((tag) => (
        <Pill key={tag}>
          <span dir="auto">{tag}</span>
        </Pill>
      ))}
    </span>
  );
}

/** Sides with their models; once where all have the same. */
export function LineUp({ debate, formats }: FormedProps) {
  const places = lineUpOf(debate, formats);
  const same = new Set(places.map(({ model }) => model)).size === 1;
  if (same && places[0]) return <ModelName name={places[0].model} className="text-sm" />;
  return (
    <ul className="flex flex-col">
      {places.map(({ mark, model }) => (
        <li key={mark.name} data-side={mark.index} className="flex items-baseline gap-1.5">
          <abbr title={mark.name} className="font-semibold text-side no-underline">
            {mark.letter}
          </abbr>
          <ModelName name={model} className="text-sm" />
        </li>
      ))}
    </ul>
  );
}

/** What became of it, or that it runs: a dot that moves where it is being advanced. */
export function Result({ debate, formats }: FormedProps) {
  const sides = sidesOf(debate, formats);
  const { index } = sideMark(sides, debate.winner);
  if (!isLive(debate)) {
    const words = resultWords(debate, (side) => sideMark(sides, side).name || side);
    return (
      <span data-side={index} className={index ? "font-medium text-side" : "text-muted"}>
        {words}
      </span>
    );
  }
  return (
    <span className={`inline-flex items-center gap-1.5 ${debate.attended ? "font-medium text-good" : "text-muted"}`}>
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full bg-current ${debate.attended ? "animate-pulse" : ""}`}
      />
      {debate.attended ? copy.statuses[debate.status] : copy.waiting}
    </span>
  );
}

export function When({ debate, now }: PartProps & { now: number }) {
  // The log of a fork begins at the times of what it branched off from.
  const at = debate.origin ? debate.updated_at : debate.created_at;
  return (
    <time dateTime={at} title={dateWords(at)} className="whitespace-nowrap text-muted">
      {agoWords(at, now)}
    </time>
  );
}

export function Cost({ debate }: PartProps) {
  return <span className="text-muted tabular-nums">{costWords(debate)}</span>;
}
