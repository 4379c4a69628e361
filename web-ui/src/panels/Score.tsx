// S8: the verdict, the scores that it was computed from, every judge's ballot, and the arguments.

import { Matrix } from "../charts/Matrix";
import { useDebate } from "../store";
import { verdict as copy } from "../strings/verdict";
import { EmptyState } from "../ui/states";
import type { DebateView } from "../wire/types";
import { Arguments } from "./Arguments";
import { Ballot } from "./Ballot";
import { VerdictCard } from "./VerdictCard";

export default function Score() {
  return <ScoreOf view={useDebate((state) => state.view)} />;
}

export function ScoreOf({ view }: { view: DebateView }) {
  if (!view.outcome && !view.ballots.length && !view.arguments.length) return <Nothing view={view} />;
  return (
    <div className="flex flex-col gap-6">
      {view.outcome ? <VerdictCard view={view} heading="h3" /> : <Waiting view={view} />}
      {view.ballots.length > 0 && (
        <>
          <Matrix view={view} />
          <section aria-label={copy.ballots} className="flex flex-col gap-3">
            <h3>{copy.ballots}</h3>
            <p className="text-muted text-sm">{copy.names(view)}</p>
            {view.ballots.map((ballot) => (
              <Ballot key={ballot.judge} ballot={ballot} view={view} />
            ))}
          </section>
        </>
      )}
      <Arguments view={view} />
    </div>
  );
}

function Nothing({ view }: { view: DebateView }) {
  const judged = !view.slots.length || view.judges > 0;
  return <EmptyState title={judged ? copy.empty : copy.nobody}>{judged && copy.emptyHint}</EmptyState>;
}

function Waiting({ view }: { view: DebateView }) {
  return (
    <div className="card">
      <p>{copy.waiting(view.ballots.length, view.judges)}</p>
      {view.failures.some(({ role }) => role === "judge") &&
        copy.missing(view).map((sentence) => (
          <p key={sentence} dir="auto" className="mt-1 text-sm text-warn">
            {sentence}
          </p>
        ))}
    </div>
  );
}
