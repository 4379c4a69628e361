// How much of a limit is used: a bar that turns amber at 80 % and red at 100 %, with the same in words.
import { cost as copy } from "../strings/cost";

export const AMBER = 0.8;

/** How near a limit is: `fine`, `near` (80 %) or `reached`. */
export function nearness(share: number): "fine" | "near" | "reached" {
  return share >= 1 ? "reached" : share >= AMBER ? "near" : "fine";
}

const TONES = { fine: "bg-accent", near: "bg-warn", reached: "bg-bad" };
const WORDS = { fine: "", near: copy.near, reached: copy.reached };

interface LimitBarProps {
  share: number;
  label: string;
  /** The words beside it are shown elsewhere. */
  bare?: boolean;
}

export function LimitBar({ share, label, bare = false }: LimitBarProps) {
  const state = nearness(share);
  const full = Math.min(1, Math.max(0, share));
  return (
    <span className="flex min-w-12 flex-col gap-1" data-limit={state}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(full * 100)}
        aria-valuetext={WORDS[state] ? `${Math.round(full * 100)} %, ${WORDS[state]}` : undefined}
        className="block h-1 w-full overflow-hidden rounded-full bg-line"
      >
        <span className={`block h-full ${TONES[state]}`} style={{ width: `${full * 100}%` }} />
      </span>
      {!bare && WORDS[state] && (
        <span className={`text-sm ${state === "near" ? "text-warn" : "text-bad"}`}>{WORDS[state]}</span>
      )}
    </span>
  );
}
