// What is or was said in a turn. The same text element while it is spoken and after: a speech that ends moves nothing.
// The only part of the stage that renders for each new word, and it renders for the words of its own slot only.
import { RotateCw, SkipForward } from "lucide-react";
import { usePref } from "../prefs";
import { live as copy } from "../strings/live";
import { Button } from "../ui/Button";
import { elapsed, useNow } from "../wire/clock";
import type { Slot, Turn } from "../wire/types";
import { Blocks } from "./Blocks";
import { useLiveText, useStageParts } from "./context";
import { countWords } from "./words";

/** After so long without a word the page says how long it has been, and the owner can do something about it. */
const SLOW = 10_000;
const NEAR = 0.9;

interface BodyProps {
  slot: Slot;
  /** Null while it is being spoken. */
  turn: Turn | null;
  plain: boolean;
}

export function Body({ slot, turn, plain }: BodyProps) {
  const live = useLiveText(turn ? null : slot.id);
  const whole = usePref("reading") === "whole";
  const text = turn ? turn.text : whole ? null : (live?.text ?? null);
  return (
    <>
      {text !== null && (
        <div className="reading turn-text" data-speaking={turn ? undefined : true} translate={turn ? undefined : "no"}>
          <Blocks text={text} plain={plain} />
        </div>
      )}
      {!turn && !live && <Waiting />}
      {!turn && live && <Progress text={live.text} limit={slot.words ?? null} />}
    </>
  );
}

/** Before the first word: the step by its name, and after a while how long it takes, with ways on for the owner. */
export function Waiting({ step = copy.steps.preparing }: { step?: string }) {
  const { since, offset, retry, skip, resting } = useStageParts();
  const now = useNow();
  const waited = elapsed(since, offset, now);
  if (resting) return null;
  const slow = since !== null && waited >= SLOW;
  return (
    <div className="turn-wait">
      <p className="text-muted" data-step={step}>
        <span className="turn-pulse" aria-hidden />
        {slow ? copy.stepSince(step, waited) : step}
      </p>
      {slow && (retry || skip) && (
        <>
          <p className="mt-2 text-muted text-sm">{copy.skipWhy}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {retry && (
              <Button icon={RotateCw} onClick={retry}>
                {copy.again}
              </Button>
            )}
            {skip && (
              <Button icon={SkipForward} onClick={skip}>
                {copy.skip}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface ProgressProps {
  text: string;
  limit: number | null;
}

/** How much of the limit is used: a number, and a thin bar that turns amber near the end. */
function Progress({ text, limit }: ProgressProps) {
  const words = countWords(text);
  const share = limit ? Math.min(1, words / limit) : 0;
  const near = share >= NEAR;
  return (
    <div className="turn-progress" data-near={near || undefined}>
      {limit !== null && (
        <div className="turn-bar" aria-hidden>
          <div style={{ transform: `scaleX(${share})` }} />
        </div>
      )}
      <p className="text-muted tabular-nums">
        {copy.speaking(copy.words(words, limit))}
        {near && <span className="text-warn"> · {copy.near}</span>}
      </p>
    </div>
  );
}
