// One ballot of the audience as a card: coming, open with what is left of its time, or closed with its counts.
import { CircleCheck, Clock, Lock, type LucideIcon, Vote } from "lucide-react";
import { useState } from "react";
import { announce } from "../a11y/announcements";
import { useHeldFocus } from "../a11y/useHeldFocus";
import { Tally } from "../charts/Tally";
import { clock, audience as copy, optionName, standing } from "../strings/audience";
import { Button } from "../ui/Button";
import { Pill } from "../ui/Pill";
import { ErrorCard } from "../ui/states";
import { api, problemOf } from "../wire/client";
import { remaining, useNow } from "../wire/clock";
import { pollState } from "../wire/polls";
import { debatePath } from "../wire/stream";
import type { DebateMeta, DebateView, Problem } from "../wire/types";
import { type Ballots, type Paper, simulatedAbstentions } from "./ballots";
import { VoteForm } from "./VoteForm";

export interface PollProps {
  id: string;
  paper: Paper;
  view: DebateView;
  /** Null = a replay, where nothing can be done. */
  may: DebateMeta["may"] | null;
  ballots: Pick<Ballots, "put" | "reload" | "offset">;
}

const ICONS: Readonly<Record<Paper["state"], LucideIcon>> = { coming: Clock, open: Vote, closed: Lock };

export function Poll(props: PollProps) {
  const { paper, view, may } = props;
  const phase = view.slots.find((slot) => slot.ballot === paper.ballot)?.phase ?? "";
  const held = useHeldFocus<HTMLElement>();
  const known = view.polls.find(({ name }) => name === paper.ballot);
  const unclosed = paper.state === "closed" && known && pollState(known, view) === "unclosed";
  return (
    <article
      {...held}
      aria-label={copy.ballot(paper.ballot)}
      data-ballot={paper.state}
      className="card flex flex-col gap-3"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 dir="auto">{copy.ballot(paper.ballot)}</h3>
        <Pill tone={paper.state === "open" ? "accent" : "plain"} icon={ICONS[paper.state]}>
          {unclosed ? copy.unclosed : copy.state[paper.state]}
        </Pill>
      </header>
      {paper.state === "coming" && <p className="text-muted">{copy.coming(phase)}</p>}
      {paper.state === "open" && may !== null && <Countdown paper={paper} offset={props.ballots.offset} />}
      {paper.state === "open" && <Booth {...props} />}
      {unclosed && <p className="text-muted">{copy.unclosedHint}</p>}
      {paper.state === "closed" && !unclosed && <Result {...props} />}
      {paper.state === "open" && may === "owner" && <CloseNow {...props} />}
    </article>
  );
}

function Countdown({ paper, offset }: { paper: Paper; offset: number }) {
  const left = remaining(paper.closes_at, offset, useNow(500));
  if (left === null) return null;
  if (left === 0) return <p role="timer">{copy.closing}</p>;
  return (
    <p role="timer" className="flex items-baseline gap-2">
      {copy.closesIn}
      <span className="font-semibold text-2xl tabular-nums">{clock(left)}</span>
    </p>
  );
}

/** What a person sees of an open ballot: the form, or their vote. */
function Booth({ id, paper, view, may, ballots }: PollProps) {
  const [changing, setChanging] = useState(false);
  if (may === null && !paper.people) return <p className="text-muted">{copy.hidden}</p>;
  if (may === null) return <Counts paper={paper} view={view} />;
  if (may === "watch") return <p className="text-muted">{copy.watchOnly}</p>;
  const done = (fresh: Paper) => {
    setChanging(false);
    ballots.put(fresh);
  };
  if (paper.yours && !changing) {
    return <Cast {...{ id, paper, view, ballots }} onChange={() => setChanging(true)} />;
  }
  return (
    <>
      <VoteForm
        id={id}
        paper={paper}
        sides={view.sides}
        onDone={done}
        onKeep={paper.yours ? () => setChanging(false) : undefined}
        onRefused={() => void ballots.reload()}
      />
      {!paper.yours && <p className="text-muted text-sm">{copy.hidden}</p>}
    </>
  );
}

type CastProps = Pick<PollProps, "id" | "paper" | "view" | "ballots"> & { onChange: () => void };

function Cast({ id, paper, view, ballots, onChange }: CastProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  async function undo(): Promise<void> {
    setProblem(null);
    try {
      ballots.put(await api.del<Paper>(debatePath(id, "/votes"), { query: { ballot: paper.ballot } }));
      announce(copy.taken);
    } catch (error) {
      setProblem(problemOf(error));
      void ballots.reload();
    }
  }
  return (
    <>
      <Yours paper={paper} sides={view.sides} />
      <p className="text-muted text-sm">{copy.untilClose}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onChange}>{copy.change}</Button>
        <Button kind="quiet" onClick={undo}>
          {copy.undo}
        </Button>
      </div>
      {problem && <ErrorCard problem={problem} />}
      <Counts paper={paper} view={view} />
    </>
  );
}

function Yours({ paper, sides }: { paper: Paper; sides: readonly string[] }) {
  const { yours } = paper;
  if (!yours) return null;
  return (
    <div>
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="size-5 text-good" />
        {yours.choice === null ? copy.yoursAbstained : copy.yours(optionName(sides, yours.choice))}
      </p>
      {yours.reason && (
        <p dir="auto" className="ps-7 text-muted text-sm">
          {copy.yourReason(yours.reason)}
        </p>
      )}
    </div>
  );
}

function Result({ paper, view }: PollProps) {
  if (!paper.closes_at) return <p className="text-muted">{copy.neverOpened}</p>;
  const name = (option: string) => optionName(view.sides, option);
  return (
    <>
      {paper.people && <p className="font-medium">{standing(copy.people, paper.people, name)}</p>}
      {paper.simulated && hasListeners(view) && <p>{standing(copy.simulated, paper.simulated, name)}</p>}
      <Yours paper={paper} sides={view.sides} />
      <Counts paper={paper} view={view} />
    </>
  );
}

function hasListeners(view: DebateView): boolean {
  return (view.setup?.listeners ?? 0) > 0 || view.polls.some((poll) => poll.votes.some((vote) => vote.simulated));
}

function Counts({ paper, view }: { paper: Paper; view: DebateView }) {
  if (!paper.people) return null;
  const listeners = hasListeners(view);
  const silent = listeners ? simulatedAbstentions(view, paper.ballot) : 0;
  return (
    <>
      <Tally
        name={paper.ballot}
        sides={view.sides}
        options={paper.options}
        people={paper.people}
        simulated={listeners ? paper.simulated : null}
      />
      <p className="text-muted text-sm">
        {[
          paper.abstained ? copy.abstained(paper.abstained) : "",
          silent ? copy.simulatedAbstained(silent) : "",
          copy.notCounted,
          listeners ? copy.apart : "",
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </>
  );
}

function CloseNow({ id, paper, ballots }: PollProps) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function close(): Promise<void> {
    setProblem(null);
    try {
      ballots.put(
        await api.post<Paper>(debatePath(id, "/votes/close"), undefined, { query: { ballot: paper.ballot } }),
      );
      announce(copy.closed);
    } catch (error) {
      setProblem(problemOf(error));
      void ballots.reload();
    }
  }
  if (!asking) {
    return (
      <Button kind="quiet" icon={Lock} className="self-start" onClick={() => setAsking(true)}>
        {copy.closeNow}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-3">
      <p>{copy.closeSure}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="danger" autoFocus onClick={close}>
          {copy.closeYes}
        </Button>
        <Button kind="quiet" onClick={() => setAsking(false)}>
          {copy.closeNo}
        </Button>
      </div>
      {problem && <ErrorCard problem={problem} />}
    </div>
  );
}
