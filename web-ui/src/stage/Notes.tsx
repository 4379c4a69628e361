// What happens between speeches, in its place in the flow: the introduction, ballots of the audience, roles that
// failed, steps that no seat takes.
import { RotateCw, SkipForward, TriangleAlert, Vote } from "lucide-react";
import { memo } from "react";
import { live as copy } from "../strings/live";
import { judgeName } from "../strings/verdict";
import { Button } from "../ui/Button";
import { remaining, useNow } from "../wire/clock";
import type { PollState } from "../wire/polls";
import type { DebateView, Failure, Poll } from "../wire/types";
import { Blocks } from "./Blocks";
import { Waiting } from "./Body";
import { useLiveText, useStageParts } from "./context";
import { INTRODUCTION } from "./rows";
import { speakerName } from "./Turn";

/** The chair's words before the first speech. */
export const Introduction = memo(function Introduction({ text }: { text: string | null }) {
  const live = useLiveText(text === null ? INTRODUCTION : null);
  const said = text ?? live?.text;
  return (
    <article
      data-turn={INTRODUCTION}
      tabIndex={-1}
      aria-label={`${copy.chair}, ${copy.introduction}`}
      aria-busy={text === null || undefined}
      className="turn turn-chair"
    >
      <header className="turn-head">
        <h3 className="text-side">
          {copy.chair}
          <span className="sr-only">, {copy.introduction}</span>
        </h3>
      </header>
      {said ? (
        <div className="reading turn-text" data-speaking={text === null || undefined}>
          <Blocks text={said} />
        </div>
      ) : (
        <Waiting step={copy.steps.introduce} />
      )}
    </article>
  );
});

interface PollLineProps {
  id: string;
  poll: Poll;
  state: PollState;
}

/** A ballot of the audience: how long it is open, then its count, people and simulated listeners apart. */
export const PollLine = memo(function PollLine({ id, poll, state }: PollLineProps) {
  const { vote } = useStageParts();
  return (
    <section
      id={id}
      data-turn={poll.name}
      data-poll={state}
      tabIndex={-1}
      aria-label={copy.poll.title(poll.name)}
      className="stage-note"
    >
      <Vote aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow basis-44">
        <h3 className="text-base" dir="auto">
          {copy.poll.title(poll.name)}
          <span className="ms-2 font-normal text-muted text-sm">{copy.poll.states[state]}</span>
        </h3>
        {state === "unclosed" && <Line text={copy.poll.unclosed} />}
        {state === "closed" && countsOf(poll).map((line) => <Line key={line} text={line} />)}
        {state === "open" && <Left poll={poll} />}
      </div>
      {vote && state === "open" && <Button onClick={vote}>{copy.poll.vote}</Button>}
    </section>
  );
});

function Line({ text }: { text: string }) {
  return (
    <p dir="auto" className="text-muted text-sm tabular-nums">
      {text}
    </p>
  );
}

/** The votes of a closed ballot: people and simulated listeners are never added together. */
export function countsOf({ options, votes }: Pick<Poll, "options" | "votes">): string[] {
  const groups = [
    [copy.poll.people, votes.filter((one) => !one.simulated)],
    [copy.poll.simulated, votes.filter((one) => one.simulated)],
  ] as const;
  const lines = groups.flatMap(([name, cast]) => {
    if (!cast.length) return [];
    const counts = options.map((option) => `${option} ${cast.filter((one) => one.choice === option).length}`);
    const abstained = cast.filter((one) => one.choice === null).length;
    return [`${name}: ${[...counts, ...(abstained ? [copy.poll.abstained(abstained)] : [])].join(" · ")}`];
  });
  return lines.length ? lines : [copy.poll.nobody];
}

/** How long it stays open. What the votes are is nobody's business before it is closed; how many people have voted, the
 * log does not tell before. */
function Left({ poll }: { poll: Poll }) {
  const { offset } = useStageParts();
  const left = remaining(poll.closes_at, offset, useNow());
  const listeners = poll.votes.filter((vote) => vote.simulated).length;
  const voted = listeners ? [copy.poll.listened(listeners)] : [];
  const closes = left === null ? [] : [left ? copy.poll.left(left) : copy.poll.closing];
  const parts = [...voted, ...closes];
  return parts.length ? <Line text={parts.join(" · ")} /> : null;
}

/** Who failed, as people say it. */
export function failedName(view: DebateView, { role, id }: Failure): string {
  switch (role) {
    case "judge":
      return judgeName(id);
    case "audience":
      return copy.failure.listener(id);
    case "topic":
      return copy.failure.topic;
    case "scorer":
      return copy.failure.scorer;
    case "moderator":
      return copy.failure.chair;
    default: {
      const slot = view.slots.find((one) => one.id === id);
      return slot ? speakerName(slot, view.sides) : id;
    }
  }
}

/** Those who are asked again when a debate that nobody won is reopened. */
const AT_THE_END = ["judge", "scorer"];

interface FailureCardProps {
  who: string;
  failure: Failure;
}

/** A role that failed, where it failed. */
export const FailureCard = memo(function FailureCard({ who, failure }: FailureCardProps) {
  const parts = useStageParts();
  const again = failure.fatal ? parts.mend : AT_THE_END.includes(failure.role) ? parts.reopen : null;
  const without = failure.fatal && failure.role === "speaker" ? parts.without : null;
  return (
    <section data-failure={`${failure.role} ${failure.id}`} className="stage-note border-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="min-w-0 grow basis-44">
        <p dir="auto">
          <strong className="font-semibold">{copy.failure.line(who, failure.kind)}</strong>{" "}
          {failure.fatal ? copy.failure.fatal : copy.failure.goesOn}
        </p>
        <p dir="auto" className="text-muted text-sm">
          {failure.message}
        </p>
        {(again || without) && (
          <div className="mt-2 flex flex-wrap gap-2">
            {again && (
              <Button icon={RotateCw} onClick={again}>
                {copy.again}
              </Button>
            )}
            {without && (
              <Button icon={SkipForward} onClick={without}>
                {copy.goOnWithout}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
});

/** What is being done that is no speech, in words; null while somebody speaks or nothing happens. */
export function activityOf(view: DebateView, nodes: readonly string[]): string | null {
  if (view.status !== "running" && view.status !== "new") return null;
  if (nodes.includes("judge")) return copy.activity.judge(view.ballots.length, view.judges);
  const { judge: _judge, ...named } = copy.activity;
  const node = nodes.find((one): one is keyof typeof named => one in named);
  return node ? named[node] : null;
}

export function Activity({ text }: { text: string }) {
  return (
    <p className="stage-activity" data-activity>
      <span className="turn-pulse" aria-hidden />
      {text}
    </p>
  );
}
