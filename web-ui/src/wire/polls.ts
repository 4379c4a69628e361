// Which ballot of the audience takes votes now. A debate that is over takes none, even where its log closes no ballot.
import type { DebateView, Poll } from "./types";

type Known = Pick<DebateView, "polls" | "status">;

export function openPoll({ polls, status }: Known): Poll | undefined {
  return status === "finished" ? undefined : polls.find((poll) => !poll.closed);
}

export type PollState = "open" | "closed" | "unclosed";

/** `unclosed`: the debate ended while the ballot was open, so its count was never written down. */
export function pollState(poll: Pick<Poll, "closed">, { status }: Pick<DebateView, "status">): PollState {
  if (poll.closed) return "closed";
  return status === "finished" ? "unclosed" : "open";
}
