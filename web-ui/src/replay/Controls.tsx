// What plays and winds the log, on top of the room.
import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from "lucide-react";
import { Link } from "wouter";
import { to } from "../routes";
import { useDebate } from "../store";
import { replay as copy } from "../strings/replay";
import { IconButton } from "../ui/Button";
import { Select } from "../ui/Field";
import { momentName } from "./moments";
import { Scrubber } from "./Scrubber";
import { type ReplaySession, SPEEDS, type Speed, useReel } from "./session";

export function Controls({ session }: { session: ReplaySession }) {
  const playing = useReel(session, (reel) => reel.playing);
  const speed = useReel(session, (reel) => reel.speed);
  return (
    <section aria-label={copy.title} className="replay-bar">
      <div className="flex min-w-0 flex-wrap items-center gap-1">
        <IconButton
          className="max-sm:hidden"
          icon={SkipBack}
          label={copy.lastPhase}
          onClick={() => session.step(-1, "phase")}
        />
        <IconButton icon={StepBack} label={copy.lastTurn} onClick={() => session.step(-1, "turn")} />
        <IconButton
          kind="primary"
          icon={playing ? Pause : Play}
          label={playing ? copy.stop : copy.play}
          onClick={() => session.toggle()}
        />
        <IconButton icon={StepForward} label={copy.nextTurn} onClick={() => session.step(1, "turn")} />
        <IconButton
          className="max-sm:hidden"
          icon={SkipForward}
          label={copy.nextPhase}
          onClick={() => session.step(1, "phase")}
        />
        <Select
          aria-label={copy.speed}
          className="w-auto! shrink-0 max-sm:max-w-20"
          options={SPEEDS.map((value) => ({ value, label: copy.speeds[value] ?? value }))}
          value={speed}
          onChange={(value) => session.setSpeed(value as Speed)}
        />
        <Place session={session} />
        <span className="max-sm:hidden">
          <Ahead session={session} />
        </span>
      </div>
      <Scrubber session={session} />
    </section>
  );
}

function Place({ session }: { session: ReplaySession }) {
  const seq = useDebate((state) => state.seq);
  const entry = useDebate((state) => state.log.at(-1));
  const last = useReel(session, (reel) => reel.last);
  const end = useReel(session, (reel) => reel.end);
  return (
    <p
      data-place
      className="replay-place line-clamp-3 min-w-0 flex-1 wrap-anywhere px-2 max-[30rem]:line-clamp-5 text-muted text-sm tabular-nums leading-tight"
    >
      {copy.place(seq, last)}
      {entry && <span className="text-ink"> · {momentName(end, entry)}</span>}
    </p>
  );
}

/** How far a debate that still runs is ahead of what is shown, and the way there. */
export function Ahead({ session }: { session: ReplaySession }) {
  const id = useDebate((state) => state.id);
  const seq = useDebate((state) => state.seq);
  const last = useReel(session, (reel) => reel.last);
  const open = useReel(session, (reel) => reel.open);
  const ready = useReel(session, (reel) => reel.ready);
  if (!open || !ready) return null;
  return (
    <Link
      href={to.debate(id)}
      data-ahead={last - seq}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-accent bg-accent-tint px-4 font-medium text-accent text-sm leading-tight"
    >
      {last > seq ? copy.ahead(last - seq) : copy.atLive}
      <span aria-hidden>→</span>
      <span className="sr-only">{copy.toLive}</span>
    </Link>
  );
}
