// What the debate of the form would take, as ranges: steps, calls, time and money. Nothing is called for it.

import { Gavel, Vote } from "lucide-react";
import type { ReactNode } from "react";
import { sideMark } from "../sides";
import { fresh } from "../strings/new";
import { count, dollars } from "../strings/words";
import { ModelName } from "../ui/ModelName";
import { ErrorCard, Skeleton } from "../ui/states";
import type { FormatCard } from "./draft";
import { told } from "./faults";
import { type Step, stepsOf } from "./steps";
import type { Plan, Planned } from "./usePlan";

const copy = fresh.preview;

export function Preview({ planned, card }: { planned: Planned; card: FormatCard }) {
  const { plan, problem, old, again } = planned;
  return (
    <section aria-labelledby="preview" aria-busy={old} className="card flex flex-col gap-4">
      <header>
        <h2 id="preview" className="text-lg">
          {copy.title}
        </h2>
        <p className="text-muted text-sm">{copy.note}</p>
      </header>
      {problem?.field && <p className="text-muted">{told(problem)}</p>}
      {problem && !problem.field && <ErrorCard problem={problem} onRetry={again} />}
      {!plan && !problem && <Skeleton lines={5} />}
      {plan && !problem && (
        <div className={`flex flex-col gap-4 transition-opacity ${old ? "opacity-60" : ""}`}>
          <Figures plan={plan} />
          <div>
            <Steps steps={stepsOf(plan.timeline, card.sides, card.judges_high > 0)} />
            <Calls plan={plan} card={card} />
          </div>
        </div>
      )}
    </section>
  );
}

function Figures({ plan }: { plan: Plan }) {
  const { calls_low, calls_high, minutes_low, minutes_high, worst_usd } = plan;
  const cost =
    worst_usd === null ? copy.unknown : Number(worst_usd) === 0 ? copy.free : copy.atMost(dollars(worst_usd));
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Figure name={copy.steps}>{plan.timeline.length}</Figure>
      <Figure name={copy.minutes}>{copy.time(minutes_low, minutes_high)}</Figure>
      <Figure name={copy.calls} hint={calls_low === calls_high ? "" : copy.callsHint}>
        {copy.range(calls_low, calls_high)}
      </Figure>
      <Figure name={copy.cost}>{cost}</Figure>
    </dl>
  );
}

function Figure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-semibold text-lg tabular-nums">{children}</dd>
      {hint && <dd className="text-muted text-xs">{hint}</dd>}
    </div>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <details>
      <summary className="min-h-11 py-2 font-medium">{copy.timeline}</summary>
      <ol className="flex flex-col gap-1 text-sm">
        {steps.map((step) => (
          <li
            key={step.id}
            data-side={step.mark.index}
            className="flex items-baseline gap-2 border-side border-s-3 ps-2"
          >
            <Who step={step} />
            <span className="flex-1">{step.phase}</span>
            <span className="text-muted tabular-nums">
              {step.seconds > 0 && copy.clock(step.seconds)}
              {step.words !== null && ` · ${copy.words(step.words)}`}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Who({ step: { kind, who } }: { step: Step }) {
  const Icon = kind === "vote" ? Vote : kind === "verdict" ? Gavel : null;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-side">
      {Icon && <Icon aria-hidden className="size-3.5 self-center" />}
      {who}
    </span>
  );
}

function Calls({ plan, card }: { plan: Plan; card: FormatCard }) {
  return (
    <details>
      <summary className="min-h-11 py-2 font-medium">{copy.models}</summary>
      <ul className="flex flex-col gap-1 text-sm">
        {plan.calls.map(({ role, model, calls }) => (
          <li key={`${role} ${model}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{roleName(role, card)}</span>
            <ModelName name={model} className="flex-1 text-muted" />
            <span aria-label={count(calls, "call")} className="tabular-nums">
              {copy.times(calls)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A role, seat or side as people read it. */
function roleName(role: string, { seats, sides }: FormatCard): string {
  return copy.roles[role] ?? (sideMark(sides, seats[role] ?? role).name || role);
}
