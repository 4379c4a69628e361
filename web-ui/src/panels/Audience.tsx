// S7: the votes of the audience, a card for each ballot. In a replay, as the log had them at that moment.
import { type ReplaySession, useReel, useReplay } from "../replay/session";
import { useDebate } from "../store";
import { audience as copy, moved, optionName } from "../strings/audience";
import { EmptyState, ErrorCard, Skeleton } from "../ui/states";
import { openPoll } from "../wire/polls";
import type { DebateView } from "../wire/types";
import { type Ballots, type Paper, paperOf, shift, useBallots } from "./ballots";
import { Poll } from "./Poll";

export default function Audience() {
  const replay = useReplay();
  return replay ? <Past session={replay} /> : <Present />;
}

function Present() {
  const id = useDebate((state) => state.id);
  const view = useDebate((state) => state.view);
  const may = useDebate((state) => state.meta?.may ?? "watch");
  const ballots = useBallots(id, true);
  if (!ballots.papers) {
    return ballots.problem ? <ErrorCard problem={ballots.problem} onRetry={ballots.reload} /> : <Skeleton />;
  }
  return (
    <div className="flex flex-col gap-4">
      {ballots.problem && <ErrorCard problem={ballots.problem} onRetry={ballots.reload} />}
      <Papers papers={ballots.papers} {...{ id, view, may, ballots }} />
    </div>
  );
}

const NOTHING: Pick<Ballots, "put" | "reload" | "offset"> = { put: () => {}, reload: async () => {}, offset: 0 };

function Past({ session }: { session: ReplaySession }) {
  // A ballot that is open even now shows no counts here either: nobody shall vote with the crowd.
  const secret = useReel(session, ({ end }) => openPoll(end));
  const id = useDebate((state) => state.id);
  const view = useDebate((state) => state.view);
  const now = useDebate((state) => state.log.at(-1)?.at ?? "");
  const papers = view.slots
    .filter((slot) => slot.verb === "vote")
    .map((slot): Paper => {
      const poll = view.polls.find(({ name }) => name === slot.ballot);
      if (!poll) return coming(slot.ballot, view, now);
      const paper = paperOf(poll, now, view);
      return poll.name === secret?.name ? { ...paper, people: null, simulated: null, abstained: null } : paper;
    });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">{copy.replay}</p>
      <Papers papers={papers} may={null} ballots={NOTHING} {...{ id, view }} />
    </div>
  );
}

function coming(ballot: string, view: DebateView, now: string): Paper {
  const state = view.status === "finished" ? "closed" : "coming";
  return {
    ...{ ballot, state, options: view.sides, now, closes_at: null },
    ...{ yours: null, people: null, simulated: null, abstained: null },
  };
}

type PapersProps = Omit<Parameters<typeof Poll>[0], "paper"> & { papers: readonly Paper[] };

function Papers({ papers, ...rest }: PapersProps) {
  if (!papers.length) return <EmptyState title={copy.none}>{copy.noneHint}</EmptyState>;
  return (
    <>
      {papers.map((paper) => (
        <Poll key={paper.ballot} paper={paper} {...rest} />
      ))}
      <Shift papers={papers} view={rest.view} />
    </>
  );
}

function Shift({ papers, view }: { papers: readonly Paper[]; view: DebateView }) {
  const pair = shift(papers);
  if (!pair) return null;
  const [first, last] = pair;
  const name = (option: string) => optionName(view.sides, option);
  const listeners = [first, last].some((paper) => Object.values(paper.simulated ?? {}).some(Boolean));
  return (
    <section aria-label={copy.shift.title} className="card">
      <h3>{copy.shift.title}</h3>
      <p className="text-muted text-sm">{copy.shift.of(first.ballot, last.ballot)}</p>
      <p className="mt-1">
        {copy.people}: {moved(first.people ?? {}, last.people ?? {}, name)}
      </p>
      {listeners && (
        <p>
          {copy.simulated}: {moved(first.simulated ?? {}, last.simulated ?? {}, name)}
        </p>
      )}
    </section>
  );
}
