// What the steps of the graph did, read from the view: how often each is done, which failed, which is at work in a
// replay. The log keeps no starts and ends of steps, so this is what can be known of a debate that was not watched.
import { openPoll } from "../wire/polls";
import type { DebateView } from "../wire/types";

/** Step -> how often it is done, by what is in the log. `hand_over` leaves nothing of its own. */
export function doneTimes(view: DebateView): Readonly<Record<string, number>> {
  const simulated = view.polls.flatMap((poll) => poll.votes).filter((vote) => vote.simulated).length;
  const closed = view.polls.filter((poll) => poll.closed);
  const joined = closed.filter((poll) => poll.votes.some((vote) => vote.simulated)).length;
  return {
    topic: view.setup && !view.setup.motion && view.motion ? 1 : 0,
    begin: view.slots.length ? 1 : 0,
    introduce: view.introduction !== null ? 1 : 0,
    speak: view.turns.length,
    open_vote: view.polls.length,
    listen: simulated,
    close_vote: closed.length,
    judge: view.ballots.length,
    score: view.arguments.length ? 1 : 0,
    gather: joined + (view.verdict && (view.judges || view.ballots.length) ? 1 : 0),
    decide: view.verdict ? 1 : 0,
  };
}

const STEP_OF: Readonly<Record<string, string>> = {
  topic: "topic",
  moderator: "introduce",
  speaker: "speak",
  audience: "listen",
  judge: "judge",
  scorer: "score",
};

/** The steps that failed and have not done their part since. */
export function failedSteps(view: DebateView): Set<string> {
  return new Set(view.failures.map(({ role }) => STEP_OF[role] ?? role));
}

/** The steps at work at this place of the log, as far as it says: task -> step. */
export function runningAt(view: DebateView): Readonly<Record<string, string>> {
  if (view.status !== "running") return {};
  if (view.awaiting) return { [view.awaiting]: "await_person" };
  if (view.floor) return { [view.floor]: "speak" };
  const open = openPoll(view);
  if (open) return { [open.name]: open.votes.length < (view.setup?.listeners ?? 0) ? "listen" : "close_vote" };
  const done = view.turns.length + view.polls.length;
  if (!view.slots.length || done < view.slots.length || view.verdict) return {};
  const cast = new Set(view.ballots.map(({ judge }) => judge));
  const waiting = Array.from({ length: view.judges }, (_, at) => `judge.${at + 1}`).filter((id) => !cast.has(id));
  return waiting.length ? Object.fromEntries(waiting.map((id) => [id, "judge"])) : {};
}

/** Which events a step writes, for "its last events". */
export const WRITES: Readonly<Record<string, readonly string[]>> = {
  topic: ["topic.generated"],
  begin: ["debate.created", "debate.started"],
  introduce: ["moderator.acted"],
  hand_over: ["moderator.acted", "turn.started"],
  await_person: ["human.awaited"],
  speak: ["turn.started", "turn.published", "turn.forfeited"],
  open_vote: ["vote.opened"],
  listen: ["vote.cast"],
  close_vote: ["vote.cast", "vote.closed"],
  judge: ["ballot.cast"],
  score: ["argument.scored"],
  gather: [],
  decide: ["verdict.given", "debate.finished"],
};
