// The way back to the live end, for whoever reads elsewhere; and what waits while the display is paused.
import { ArrowDown, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { live as copy } from "../strings/live";

interface FollowPillProps {
  pinned: boolean;
  /** How much has happened on the stage so far. */
  progress: number;
  /** Who is speaking now; empty = nobody. */
  speaker: string;
  paused: boolean;
  waiting: number;
  onEnd: () => void;
  onResume: () => void;
}

const LOOK =
  "no-print inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-medium text-sm shadow-raised tabular-nums";

export function FollowPill({ pinned, progress, speaker, paused, waiting, onEnd, onResume }: FollowPillProps) {
  const seen = useRef(progress);
  useEffect(() => {
    if (pinned) seen.current = progress;
  }, [pinned, progress]);
  const fresh = Math.max(0, progress - seen.current);
  const words = fresh ? copy.follow.new(fresh) : speaker ? copy.follow.speaking(speaker) : "";
  return (
    <div className="follow-pill">
      {paused && (
        <button type="button" onClick={onResume} className={`${LOOK} border-warn bg-warn-tint text-warn`} data-paused>
          <Play aria-hidden className="size-4" />
          {copy.display.paused(waiting)}
        </button>
      )}
      {!pinned && words && (
        <button type="button" onClick={onEnd} className={`${LOOK} border-accent bg-accent text-accent-ink`} data-follow>
          {words}
          <ArrowDown aria-hidden className="size-4" />
          <span className="sr-only">{copy.follow.live}</span>
        </button>
      )}
    </div>
  );
}
