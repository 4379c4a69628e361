// What is to be debated: grows with what is typed, and offers motions to whoever has none.
import { type RefObject, useLayoutEffect, useRef } from "react";
import { fresh } from "../strings/new";
import { Field } from "../ui/Field";
import { length } from "./draft";
import { box, type Form } from "./form";
import { SAMPLES } from "./samples";

const copy = fresh.motion;
/** The counter appears when so many characters are left. */
const NEAR = 100;

/** `limit`: characters that a motion may have; null = not known yet. It can be typed before the rest is there. */
interface MotionBoxProps extends Pick<Form, "draft" | "change" | "faults"> {
  limit: number | null;
}

export function MotionBox({ limit, ...form }: MotionBoxProps) {
  const { draft, change, faults } = form;
  const area = useGrowing(draft.motion);
  const left = limit === null ? Number.POSITIVE_INFINITY : limit - length(draft.motion);
  const blank = !draft.motion.trim();
  return (
    <div className="flex flex-col gap-3">
      <Field label={copy.label} hint={copy.hint} error={faults.motion}>
        {(control) => (
          <div className="relative mt-1">
            <textarea
              {...control}
              {...box("motion")}
              ref={area}
              dir="auto"
              rows={2}
              autoFocus
              value={draft.motion}
              placeholder={copy.placeholder}
              onChange={(event) => change({ motion: event.target.value })}
              className={`input max-h-[50dvh] resize-none overflow-y-auto px-4 pt-3 font-serif text-xl leading-snug ${left > NEAR ? "pb-3" : "pb-8"}`}
            />
            <span
              aria-live="off"
              className={`absolute inset-e-3 bottom-2 text-sm ${left < 0 ? "font-semibold text-bad" : "text-muted"} ${left > NEAR ? "invisible" : ""}`}
            >
              {Number.isFinite(left) && copy.left(left)}
            </span>
          </div>
        )}
      </Field>
      {blank && <Samples change={change} area={area} />}
      {blank && <About {...form} />}
    </div>
  );
}

interface SamplesProps extends Pick<Form, "change"> {
  area: RefObject<HTMLTextAreaElement | null>;
}

function Samples({ change, area }: SamplesProps) {
  const take = (motion: string) => {
    change({ motion });
    area.current?.focus();
  };
  return (
    <ul aria-label={copy.samples} className="flex flex-wrap gap-2">
      {SAMPLES.slice(0, 3).map((motion) => (
        <li key={motion}>
          <button
            type="button"
            onClick={() => take(motion)}
            className="min-h-11 rounded-full border border-line bg-surface px-3 py-1 text-start text-muted text-sm hover:border-accent hover:text-ink"
          >
            {motion}
          </button>
        </li>
      ))}
    </ul>
  );
}

function About({ draft, change, faults }: Pick<Form, "draft" | "change" | "faults">) {
  return (
    <Field label={fresh.about.label} hint={fresh.about.hint} error={faults.about} optional>
      {(control) => (
        <input
          {...control}
          {...box("about")}
          type="text"
          dir="auto"
          value={draft.about}
          placeholder={fresh.about.placeholder}
          onChange={(event) => change({ about: event.target.value })}
          className="input"
        />
      )}
    </Field>
  );
}

/** A text area that is as high as what stands in it. */
function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [text]);
  return area;
}
