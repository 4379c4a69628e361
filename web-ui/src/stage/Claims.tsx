// The line below a turn where its checked claims stand, each with its verdict as a word and an icon. A debate without
// claims has no line. Not here: where claims come from.
import { CircleCheck, CircleHelp, CircleX, Hourglass, type LucideIcon, TriangleAlert } from "lucide-react";
import { claimStates } from "../strings/live";

export type ClaimState = keyof typeof claimStates;

export interface ClaimNote {
  readonly id: string;
  readonly state: ClaimState;
  readonly words: string;
}

const ICONS: Readonly<Record<ClaimState, LucideIcon>> = {
  queued: Hourglass,
  checking: Hourglass,
  supported: CircleCheck,
  refuted: CircleX,
  mixed: TriangleAlert,
  unknown: CircleHelp,
  uncheckable: CircleHelp,
  failed: TriangleAlert,
};

export function Claims({ claims }: { claims: readonly ClaimNote[] }) {
  if (!claims.length) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {claims.map(({ id, state, words }) => {
        const Icon = ICONS[state];
        return (
          <li key={id} title={words} className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            {id} {claimStates[state]}
          </li>
        );
      })}
    </ul>
  );
}
