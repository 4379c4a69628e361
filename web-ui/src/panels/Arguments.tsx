// Scores of single arguments: side, points, reason; averages, the strongest and the weakest.
import { sideMark } from "../sides";
import { verdict as copy, sideName } from "../strings/verdict";
import { Pill } from "../ui/Pill";
import type { ArgumentScore, DebateView } from "../wire/types";
import { argumentsBySide, extremes, HIGH } from "./verdict";

/** The model that scores, as it was chosen. */
function scorer(view: DebateView): string {
  const models = view.setup?.models ?? {};
  return (models.scorer ?? models.default)?.model ?? "";
}

export function Arguments({ view }: { view: DebateView }) {
  const failure = view.failures.find(({ role }) => role === "scorer");
  if (!view.arguments.length) {
    return failure ? <p className="text-warn">{copy.argumentsMissing(failure.message)}</p> : null;
  }
  const { strongest, weakest } = extremes(view.arguments);
  return (
    <section aria-label={copy.arguments} className="flex flex-col gap-3">
      <h3>{copy.arguments}</h3>
      {argumentsBySide(view).map(({ side, arguments: own, mean }) => (
        <div key={side} data-side={sideMark(view.sides, side).index} className="flex flex-col gap-2">
          <h4 className="text-side">
            {mean === null
              ? copy.noArguments(sideName(view, side))
              : copy.sideMean(sideName(view, side), mean.toFixed(1), own.length)}
          </h4>
          <ul className="flex flex-col gap-2">
            {own.map((argument) => (
              <Argument
                key={argument.id}
                argument={argument}
                flag={strongest.has(argument.id) ? copy.strongest : weakest.has(argument.id) ? copy.weakest : ""}
              />
            ))}
          </ul>
        </div>
      ))}
      <p className="text-muted text-sm">{copy.argumentsNote(scorer(view))}</p>
    </section>
  );
}

function Argument({ argument, flag }: { argument: ArgumentScore; flag: string }) {
  return (
    <li className="rounded-lg border border-line border-s-4 border-s-side bg-surface p-3">
      <p dir="auto">{argument.summary}</p>
      <div className="mt-2 flex items-center gap-2">
        <div aria-hidden className="h-2 flex-1 rounded-full bg-sunken">
          <div className="h-2 rounded-full bg-side" style={{ width: `${(argument.points / HIGH) * 100}%` }} />
        </div>
        <span className="whitespace-nowrap text-sm tabular-nums">{copy.points(argument.points)}</span>
        {flag && <Pill tone="side">{flag}</Pill>}
      </div>
      {argument.reason && (
        <p dir="auto" className="mt-1 text-muted text-sm">
          {argument.reason}
        </p>
      )}
    </li>
  );
}
