// The ballots of the audience as the server shows them to this person, kept fresh: when votes arrive in the log, every
// few seconds while one is open, and at once when a tab or a machine wakes. Not here: drawing them (Audience.tsx).
import { useCallback, useEffect, useRef, useState } from "react";
import { useDebate } from "../store";
import { api, problemOf } from "../wire/client";
import { offsetFrom, onWake } from "../wire/clock";
import { pollState } from "../wire/polls";
import { debatePath } from "../wire/stream";
import type { DebateView, Poll, Problem, Schemas } from "../wire/types";

export type Paper = Schemas["BallotPaper"];

const AGAIN = 5_000;

export interface BallotsState {
  readonly papers: readonly Paper[] | null;
  readonly problem: Problem | null;
  /** Server minus client in milliseconds, by the newest paper. */
  readonly offset: number;
}

export interface Ballots extends BallotsState {
  readonly reload: () => Promise<void>;
  /** Take in one paper that the server answered with. */
  readonly put: (paper: Paper) => void;
}

/** The ballots of the debate with `id`, fetched while mounted. `fetching` false = leave the server alone. */
export function useBallots(id: string, fetching: boolean): Ballots {
  const [state, setState] = useState<BallotsState>({ papers: null, problem: null, offset: 0 });
  const asked = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const own = asked.current;
    try {
      const { ballots } = await api.get<Schemas["Ballots"]>(debatePath(id, "/votes"));
      if (own !== asked.current) return;
      setState((before) => ({ papers: ballots, problem: null, offset: latest(ballots, before.offset) }));
    } catch (error) {
      if (own === asked.current) setState((before) => ({ ...before, problem: problemOf(error) }));
    }
  }, [id]);
  const put = useCallback((paper: Paper) => {
    asked.current += 1; // an answer that was asked for earlier is older than this one
    setState((before) => ({
      papers: (before.papers ?? []).map((one) => (one.ballot === paper.ballot ? paper : one)),
      problem: null,
      offset: offsetFrom(paper.now),
    }));
  }, []);
  const open = state.papers?.some((paper) => paper.state === "open") ?? false;
  useFresh(fetching, open, reload);
  return { ...state, reload, put };
}

function latest(papers: readonly Paper[], before: number): number {
  const paper = papers.at(-1);
  return paper ? offsetFrom(paper.now) : before;
}

function useFresh(fetching: boolean, open: boolean, reload: () => Promise<void>): void {
  const marks = useDebate(({ view }) => pollMarks(view));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the log says of the ballots is the reason to ask again
  useEffect(() => {
    if (fetching) void reload();
  }, [fetching, reload, marks]);
  useEffect(() => {
    if (!fetching) return;
    const look = () => {
      if (document.visibilityState === "visible") void reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [fetching, reload]);
  useEffect(() => {
    if (!fetching || !open) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void reload(), AGAIN);
    const leave = onWake(() => void reload());
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [fetching, open, reload]);
}

/** Changes whenever the log says something new of the ballots. */
export function pollMarks(view: DebateView): string {
  const polls = view.polls.map((poll) => `${poll.name} ${poll.votes.length} ${poll.closed}`);
  return [view.status, view.slots.length, ...polls].join("\n");
}

/** A ballot as the log has it: what a replay shows. */
export function paperOf(poll: Poll, now: string, view: Pick<DebateView, "status">): Paper {
  const counts = (simulated: boolean) =>
    Object.fromEntries(
      poll.options.map((option) => [
        option,
        poll.votes.filter((vote) => vote.choice === option && vote.simulated === simulated).length,
      ]),
    );
  const people = poll.votes.filter((vote) => !vote.simulated);
  return {
    ...{ ballot: poll.name, state: pollState(poll, view) === "open" ? "open" : "closed", options: poll.options, now },
    ...{ closes_at: poll.closes_at, yours: null, people: counts(false), simulated: counts(true) },
    abstained: people.filter((vote) => vote.choice === null).length,
  };
}

/** Simulated listeners who abstained, which the server's papers do not say. */
export function simulatedAbstentions(view: DebateView, ballot: string): number {
  const poll = view.polls.find(({ name }) => name === ballot);
  return poll?.votes.filter((vote) => vote.simulated && vote.choice === null).length ?? 0;
}

/** The first and the last closed ballot with the same options: what a debate changed. */
export function shift(papers: readonly Paper[]): readonly [Paper, Paper] | null {
  const counted = papers.filter((paper) => paper.state === "closed" && paper.closes_at && paper.people);
  const last = counted.at(-1);
  const same = (paper: Paper) => [...paper.options].sort().join("\n") === [...(last?.options ?? [])].sort().join("\n");
  const first = counted.find((paper) => paper !== last && same(paper));
  return first && last ? [first, last] : null;
}
