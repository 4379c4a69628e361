// A format, drawn: a bar a speech as long as its time, in its side's colour and with its letter; marks for votes and
// the verdict. What it shows is told in words beside it, so it is a picture to screen readers.
import { Gavel, Vote } from "lucide-react";
import type { Step } from "./steps";

const MARKS = { vote: Vote, verdict: Gavel };

export function Timeline({ steps, label, tall = false }: { steps: readonly Step[]; label: string; tall?: boolean }) {
  return (
    <div
      role="img"
      aria-label={label}
      className={`flex w-full flex-wrap items-stretch gap-0.5 ${tall ? "min-h-9" : "min-h-6"}`}
    >
      {steps.map((step) => (
        <Bar key={step.id} step={step} />
      ))}
    </div>
  );
}

function Bar({ step }: { step: Step }) {
  const { kind, mark, who, phase, seconds } = step;
  const title = `${who}: ${phase}`;
  if (kind !== "speech") {
    const Icon = MARKS[kind];
    return (
      <span title={title} className="flex min-h-6 w-6 shrink-0 items-center justify-center text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
    );
  }
  return (
    <span
      title={title}
      data-side={mark.index}
      style={{ flexGrow: Math.max(seconds, 1) }}
      className="flex min-h-6 min-w-3 basis-0 items-center justify-center rounded-sm border-side border-b-3 bg-side-tint font-semibold text-side text-xs"
    >
      <span aria-hidden>{mark.letter || "·"}</span>
    </span>
  );
}
