// Why a debate does not go on, and what to do about it, at the end of the stage: paused, in trouble, left by its
// process. What was said stays above it.
import { Pause, Play, RotateCw, ServerOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDebate } from "../store";
import { moneyOf } from "../strings/cost";
import { live as copy, PAUSES } from "../strings/live";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { ErrorCard } from "../ui/states";
import type { DebateView, Problem } from "../wire/types";
import { amountOf, resumeRequest } from "./changes";
import { type Course, goOn } from "./course";

export function Rest({ course }: { course: Course }) {
  const meta = useDebate((state) => state.meta);
  const status = useDebate((state) => state.view.status);
  const owner = meta?.may === "owner";
  if (status === "paused") return <Paused course={course} owner={owner} />;
  if (status === "finished" || !meta) return null;
  if (meta.trouble) {
    return <ErrorCard problem={meta.trouble} onRetry={owner ? () => goOn(course) : undefined} />;
  }
  if (!meta.attended) return <Left course={course} owner={owner} />;
  if (!meta.here && owner) return <p className="text-muted text-sm">{copy.course.elsewhere}</p>;
  return null;
}

interface RestProps {
  course: Course;
  owner: boolean;
}

function Left({ course, owner }: RestProps) {
  return (
    <section className="card flex flex-col items-start gap-2" data-rest="left">
      <h2 className="flex items-center gap-2 text-lg">
        <ServerOff aria-hidden className="size-5 text-warn" />
        {copy.course.unattended}
      </h2>
      <p className="text-muted">{copy.course.unattendedHint}</p>
      {owner && (
        <Button kind="primary" icon={Play} onClick={() => goOn(course)}>
          {copy.course.goOn}
        </Button>
      )}
    </section>
  );
}

/**
 * What the log says beyond the kind of the pause, and the cards of failures above do not say already. Of a limit its
 * first sentence alone: the rest says what to type on a command line.
 */
function reasonOf({ pause, reason, failures }: DebateView): string {
  if (pause === "user" || failures.some((failure) => failure.message === reason)) return "";
  return pause === "budget" ? (reason.match(/^.*?[.](?= [A-Z])/s)?.[0] ?? reason) : reason;
}

function Paused({ course, owner }: RestProps) {
  const pause = useDebate((state) => state.view.pause);
  const reason = useDebate(({ view }) => reasonOf(view));
  const { changing, change } = course;
  useEffect(() => () => change(false), [change]);
  const limited = pause === "budget"; // as it is, it would only pause again
  return (
    <section className="card flex flex-col items-start gap-2 border-warn" data-rest="paused">
      <h2 className="flex items-center gap-2 text-lg">
        <Pause aria-hidden className="size-5 text-warn" />
        {copy.course.paused}
      </h2>
      <p>{PAUSES[pause] ?? pause}</p>
      {reason && (
        <p dir="auto" className="text-muted">
          {reason}
        </p>
      )}
      {owner && <p className="text-muted">{limited ? copy.course.limitedHint : copy.course.pausedHint}</p>}
      {owner && !changing && (
        <div className="mt-1 flex flex-wrap gap-2">
          {!limited && (
            <Button kind="primary" icon={Play} onClick={() => goOn(course)}>
              {copy.course.resume}
            </Button>
          )}
          <Button kind={limited ? "primary" : undefined} onClick={() => change(true)}>
            {copy.course.change}
          </Button>
        </div>
      )}
      {owner && changing && <ResumeForm course={course} limited={limited} />}
    </section>
  );
}

/** Resume with other models or higher limits. */
function ResumeForm({ course, limited }: { course: Course; limited: boolean }) {
  const setup = useDebate((state) => state.view.setup);
  const usage = useDebate((state) => state.view.usage);
  const [models, setModels] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(setup?.models ?? {}).map(([role, choice]) => [role, choice.model])),
  );
  const [budget, setBudget] = useState(String(setup?.limits?.budget ?? ""));
  const [calls, setCalls] = useState(String(setup?.limits?.max_calls ?? ""));
  const [problem, setProblem] = useState<Problem | null>(null);
  const wrong = [budget, calls].map((text) => (amountOf(text) === undefined ? copy.course.notPositive : null));
  const at = (field: string) => (problem?.field === field ? problem.detail : null);
  const known = problem?.field && (problem.field.startsWith("models") || problem.field.startsWith("limits"));
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => form.current?.querySelector<HTMLElement>(limited ? "[inputmode=decimal]" : "input")?.focus(),
    [limited],
  );
  const send = async () => {
    if (setup) setProblem(await course.resume(resumeRequest(setup, models, budget, calls)));
  };
  return (
    <form
      ref={form}
      className="mt-2 flex w-full max-w-md flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {Object.entries(models).map(([role, model]) => (
        <Field
          key={role}
          label={copy.course.modelFor(role)}
          hint={copy.course.modelHint}
          error={at(`models.${role}`) ?? at("models")}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              translate="no"
              value={model}
              onChange={(event) => setModels({ ...models, [role]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field
        label={copy.course.budget}
        hint={copy.course.budgetHint(moneyOf(usage))}
        error={wrong[0] ?? at("limits.budget")}
        optional
      >
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="decimal"
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={copy.course.maxCalls}
        hint={copy.course.callsHint(usage.calls)}
        error={wrong[1] ?? at("limits.max_calls")}
        optional
      >
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="numeric"
            value={calls}
            onChange={(event) => setCalls(event.target.value)}
          />
        )}
      </Field>
      {problem && !known && <ErrorCard problem={problem} />}
      <div>
        <Button kind="primary" icon={RotateCw} disabled={wrong.some(Boolean)} onClick={send}>
          {copy.course.resume}
        </Button>
      </div>
    </form>
  );
}
