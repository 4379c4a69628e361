// fold(events) -> view: the mirror of src/dissoi/record/view.py, exact to the byte of the JSON. Pure; what an event
// does not change keeps its identity, so that one token or turn re-renders one turn.
import { add, isZero } from "./decimal";
import { argument, ballot, emptyView, limits, models, motion, setup, slot, verdict } from "./nouns";
import { compareIds, compareText, put } from "./order";
import type { DebateEvent, DebateView, EventOf, Failure, Turn, Usage, Vote } from "./types";

export { emptyView };

type Change = Partial<DebateView>;

/** Apply `events` in order to `start`. */
export function fold(events: Iterable<DebateEvent>, start: DebateView = emptyView): DebateView {
  let view = start;
  for (const event of events) view = apply(view, event);
  return view;
}

/** The view after one event. Unknown events, slots and ballots are ignored, never an exception: a log is history. */
export function apply(view: DebateView, event: DebateEvent): DebateView {
  const usage = "usage" in event ? event.usage : null;
  const change = changed(view, event);
  if (usage) change.usage = totals(view.usage, usage);
  return Object.keys(change).length ? { ...view, ...change } : view;
}

function changed(view: DebateView, event: DebateEvent): Change {
  switch (event.type) {
    case "debate.created":
    case "topic.generated":
    case "debate.started":
    case "debate.paused":
    case "debate.resumed":
    case "debate.finished":
      return course(view, event);
    case "phase.changed":
      return { phase: event.phase };
    case "turn.started":
      return { floor: event.slot };
    case "human.awaited":
      return { awaiting: event.slot };
    case "turn.published":
      return published(view, event);
    case "turn.forfeited":
      return silent(view, event);
    case "moderator.acted":
      return event.action === "introduce" ? { introduction: event.text ?? "" } : {};
    case "vote.opened":
    case "vote.cast":
    case "vote.closed":
      return polling(view, event);
    case "ballot.cast":
    case "argument.scored":
    case "verdict.given":
    case "role.failed":
      return judging(view, event);
    default:
      return {};
  }
}

type CourseEvent = EventOf<
  "debate.created" | "topic.generated" | "debate.started" | "debate.paused" | "debate.resumed" | "debate.finished"
>;

function course(view: DebateView, event: CourseEvent): Change {
  switch (event.type) {
    case "debate.created": {
      const agreed = setup(event.setup);
      return { setup: agreed, motion: agreed.motion };
    }
    case "topic.generated":
      return { motion: motion(event.motion), failures: healed(view, "topic", "topic") };
    case "debate.started": {
      const { sides, seats, judges } = event;
      return { motion: motion(event.motion), sides, seats, slots: event.slots.map(slot), judges, status: "running" };
    }
    case "debate.paused":
      return { status: "paused", pause: event.reason, reason: event.detail ?? "" };
    case "debate.resumed":
      return resumed(view, event);
    case "debate.finished": {
      const { outcome, winner = null, reason = "" } = event;
      return { status: "finished", outcome, winner, reason, floor: "", awaiting: "", pause: "" };
    }
  }
}

function resumed(view: DebateView, event: EventOf<"debate.resumed">): Change {
  const change: Change = {
    status: view.slots.length ? "running" : "new",
    pause: "",
    outcome: null,
    winner: null,
    reason: "",
    verdict: null,
    failures: [],
  };
  if (view.setup && (event.limits || event.models)) {
    change.setup = {
      ...view.setup,
      ...(event.limits ? { limits: limits(event.limits) } : {}),
      ...(event.models ? { models: { ...view.setup.models, ...models(event.models) } } : {}),
    };
  }
  return change;
}

function published(view: DebateView, event: EventOf<"turn.published">): Change {
  const { slot, seat, side, text, words, marks = [] } = event;
  const turn: Turn = {
    ...{ slot, phase: phaseOf(view, slot), seat, side, text, words, marks },
    ...{ model: event.usage?.model ?? "", reason: "" },
  };
  return {
    turns: [...view.turns, turn],
    floor: "",
    awaiting: "",
    failures: healed(view, "speaker", slot),
    inbox: Math.max(view.inbox, event.inbox ?? view.inbox),
  };
}

function silent(view: DebateView, event: EventOf<"turn.forfeited">): Change {
  const { slot, seat, side, reason } = event;
  const turn: Turn = {
    ...{ slot, phase: phaseOf(view, slot), seat, side, text: null, words: 0, marks: [] },
    ...{ model: "", reason },
  };
  return { turns: [...view.turns, turn], floor: "", awaiting: "" };
}

function phaseOf(view: DebateView, id: string): string {
  return view.slots.find((slot) => slot.id === id)?.phase ?? view.phase;
}

function polling(view: DebateView, event: EventOf<"vote.opened" | "vote.cast" | "vote.closed">): Change {
  const name = event.ballot;
  switch (event.type) {
    case "vote.opened": {
      const poll = { name, options: event.options, closes_at: event.closes_at, votes: [], closed: false };
      return { polls: [...view.polls, poll], floor: "" };
    }
    case "vote.closed":
      return { polls: view.polls.map((poll) => (poll.name === name ? { ...poll, closed: true } : poll)) };
    case "vote.cast": {
      const { voter, choice = null, simulated = false, reason = "" } = event;
      const vote: Vote = { voter, choice, simulated, reason };
      return {
        polls: view.polls.map((poll) =>
          poll.name === name && !poll.closed ? { ...poll, votes: put(poll.votes, vote, (v) => v.voter) } : poll,
        ),
        failures: healed(view, "audience", `${name}/${voter}`),
        inbox: Math.max(view.inbox, event.inbox ?? view.inbox),
      };
    }
  }
}

type JudgingEvent = EventOf<"ballot.cast" | "argument.scored" | "verdict.given" | "role.failed">;

/** What comes from parallel branches is keyed and sorted by id. */
function judging(view: DebateView, event: JudgingEvent): Change {
  switch (event.type) {
    case "ballot.cast": {
      const cast = ballot(event.ballot);
      return { ballots: put(view.ballots, cast, (b) => b.judge), failures: healed(view, "judge", cast.judge) };
    }
    case "argument.scored": {
      const scored = argument(event.argument);
      return { arguments: put(view.arguments, scored, (a) => a.id), failures: healed(view, "scorer", "scorer") };
    }
    case "verdict.given":
      return { verdict: verdict(event.verdict) };
    case "role.failed": {
      const { role, id, kind, message, fatal = false } = event;
      const failures = [...healed(view, role, id), { role, id, kind, message, fatal }];
      return { failures: failures.sort((a, b) => compareText(a.role, b.role) || compareIds(a.id, b.id)) };
    }
  }
}

function healed(view: DebateView, role: string, id: string): Failure[] {
  const hurt = view.failures.some((f) => f.role === role && f.id === id);
  return hurt ? view.failures.filter((f) => f.role !== role || f.id !== id) : view.failures;
}

function totals(sum: DebateView["usage"], usage: Usage): DebateView["usage"] {
  const cost = usage.cost ?? null;
  const calls = usage.calls ?? 1;
  return {
    calls: sum.calls + calls,
    input: sum.input + (usage.input ?? 0),
    cached: sum.cached + (usage.cached ?? 0),
    output: sum.output + (usage.output ?? 0),
    cost: add(sum.cost, cost === null || isZero(cost) ? "0" : cost),
    unpriced: sum.unpriced + (cost === null ? calls : 0),
    milliseconds: sum.milliseconds + halfToEven((usage.seconds ?? 0) * 1000),
  };
}

/** Rounds as Python's `round` does. */
function halfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}
