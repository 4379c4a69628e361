// How long the debate has run, and how long somebody has had the floor: by the server's clock, never negative.
import { Timer } from "lucide-react";
import { useMemo } from "react";
import { sideMark } from "../sides";
import { useDebate } from "../store";
import { clock, live as copy } from "../strings/live";
import { elapsed, useNow } from "../wire/clock";
import { speakerName } from "./Turn";
import { floorSince, runningTime } from "./times";

export function Clocks() {
  const log = useDebate((state) => state.log);
  const offset = useDebate((state) => state.clockOffset);
  const floor = useDebate((state) => state.view.floor);
  const sides = useDebate((state) => state.view.sides);
  const taken = useDebate((state) => state.view.setup?.origin?.seq);
  const slots = useDebate((state) => state.view.slots);
  const status = useDebate((state) => state.view.status);
  const now = useNow(1000, status === "running" || status === "new");
  const slot = status === "running" ? slots.find((one) => one.id === floor) : undefined;
  const since = useMemo(() => floorSince(log, floor), [log, floor]);
  if (!log.length) return null;
  const name = slot ? speakerName(slot, sides) : "";
  return (
    <span className="bar-clocks">
      <span title={copy.elapsed}>
        <Timer aria-hidden className="size-4 text-muted" />
        <span className="sr-only">{copy.elapsed} </span>
        {clock(runningTime(log, now + offset, taken))}
      </span>
      {slot && (
        <span data-side={sideMark(sides, slot.side).index} className="text-side" title={copy.turnClock(name)}>
          <span className="sr-only">{copy.turnClock(name)} </span>
          <span aria-hidden>{name} </span>
          {clock(elapsed(since, offset, now))}
        </span>
      )}
    </span>
  );
}
