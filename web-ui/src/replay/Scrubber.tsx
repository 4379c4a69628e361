// The scrubber over the log: a native range input, ticks where turns end, bands for phases. Not here: what winding does
// (session.ts).
import type { KeyboardEvent } from "react";
import { sideMark } from "../sides";
import { useDebate } from "../store";
import { replay as copy } from "../strings/replay";
import { momentName } from "./moments";
import "./replay.css";
import { type ReplaySession, useReel } from "./session";

export function Scrubber({ session }: { session: ReplaySession }) {
  const seq = useDebate((state) => state.seq);
  const last = useReel(session, (reel) => reel.last);
  const ready = useReel(session, (reel) => reel.ready);
  const end = useReel(session, (reel) => reel.end);
  const entry = useDebate((state) => state.log.at(-1));
  const text = entry ? copy.placeIn(seq, last, momentName(end, entry)) : copy.place(seq, last);

  function pressed(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (by) session.step(by, event.shiftKey ? "phase" : "turn");
    else if (event.key === "Home") session.toBeginning();
    else if (event.key === "End") session.toEnd();
    else if (event.key === " ") session.toggle();
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <Bands session={session} seq={seq} last={last} />
      <div className="scrubber">
        <Ticks session={session} last={last} />
        <input
          type="range"
          min={1}
          max={Math.max(1, last)}
          step={1}
          value={Math.max(1, seq)}
          disabled={!ready}
          aria-label={copy.scrubber}
          aria-valuetext={text}
          onChange={(event) => session.seek(Number(event.target.value))}
          onKeyDown={pressed}
        />
      </div>
    </div>
  );
}

/** Where event `seq` is along the track, in percent. */
function place(seq: number, last: number): number {
  return last > 1 ? ((seq - 1) / (last - 1)) * 100 : 0;
}

function Bands({ session, seq, last }: { session: ReplaySession; seq: number; last: number }) {
  const bands = useReel(session, (reel) => reel.bands);
  return (
    <div className="scrubber" aria-hidden>
      <div className="scrubber-marks">
        {bands.map(({ name, from, to }) => (
          <span
            key={from}
            title={name}
            data-now={seq >= from && seq <= to}
            className="scrubber-band"
            style={{
              insetInlineStart: `${place(from, last)}%`,
              width: `${place(Math.min(to + 1, last), last) - place(from, last)}%`, // as far as the next begins
            }}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

function Ticks({ session, last }: { session: ReplaySession; last: number }) {
  const ticks = useReel(session, (reel) => reel.ticks);
  const sides = useReel(session, (reel) => reel.end.sides);
  return (
    <div className="scrubber-ticks" aria-hidden>
      {ticks.map(({ seq, side }) => (
        <span
          key={seq}
          data-side={sideMark(sides, side).index}
          className="scrubber-tick"
          style={{ insetInlineStart: `${place(seq, last)}%` }}
        />
      ))}
    </div>
  );
}
