"""``fold(events) -> DebateView``: the one reducer behind the graph's state, the CLI, exports, the API and resume.

Pure. Events of a parallel step may arrive in any order: what they add is keyed and sorted, so that every permutation
folds to the same view. ``visible_to`` is the only way that a role sees a view.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from dissoi.record.ballots import ArgumentScore, Ballot, Verdict
from dissoi.record.base import Noun
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    BudgetReached,
    DebateCreated,
    DebateFinished,
    DebatePaused,
    DebateResumed,
    DebateStarted,
    Event,
    HumanAwaited,
    ModeratorActed,
    Outcome,
    PhaseChanged,
    RoleFailed,
    TopicGenerated,
    TurnForfeited,
    TurnPublished,
    TurnStarted,
    VerdictGiven,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from dissoi.record.setup import Motion, Setup, Slot
from dissoi.record.transcript import Poll, Turn, Vote
from dissoi.record.usage import Totals

T = TypeVar("T")

Status = Literal["new", "running", "paused", "finished"]


class Failure(Noun):
    """A role that failed and has not done its part since."""

    role: str
    id: str
    kind: str
    message: str
    fatal: bool = False


class DebateView(Noun):
    """A debate as its events tell it. Every field has a default: LangGraph starts the channel with ``DebateView()``.

    ``floor``: the slot whose speaker has the floor; ``awaiting``: the slot that waits for a person; ``inbox``: the last
    message of people that was taken in. ``turns``, ``polls`` are in timeline order; ``ballots``, ``arguments``,
    ``failures`` sorted by id.
    """

    setup: Setup | None = None
    motion: Motion | None = None
    sides: tuple[str, ...] = ()
    seats: dict[str, str] = {}
    slots: tuple[Slot, ...] = ()
    judges: int = 0
    status: Status = "new"
    pause: str = ""
    phase: str = ""
    floor: str = ""
    awaiting: str = ""
    inbox: int = 0
    introduction: str | None = None
    turns: tuple[Turn, ...] = ()
    polls: tuple[Poll, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    arguments: tuple[ArgumentScore, ...] = ()
    failures: tuple[Failure, ...] = ()
    verdict: Verdict | None = None
    outcome: Outcome | None = None
    winner: str | None = None
    reason: str = ""
    usage: Totals = Totals()

    def slot(self, id: str) -> Slot:
        return next(s for s in self.slots if s.id == id)

    @property
    def over(self) -> bool:
        """Whether the debate has ended so that no resume goes on with it."""
        return self.status == "finished" and self.outcome != "unresolved"

    @property
    def speeches(self) -> tuple[Turn, ...]:
        """The turns of debaters that have text, in order."""
        return tuple(t for t in self.turns if t.side and t.text is not None)

    @property
    def next_slot(self) -> Slot | None:
        """The first slot that is not done yet."""
        done = len(self.turns) + sum(p.closed for p in self.polls)
        return self.slots[done] if done < len(self.slots) else None

    def poll(self, name: str) -> Poll | None:
        return next((p for p in self.polls if p.name == name), None)

    def failed(self, role: str, id: str) -> bool:
        return any(f.role == role and f.id == id for f in self.failures)


def fold(events: Iterable[Event], start: DebateView | None = None) -> DebateView:
    """Apply ``events`` in order to ``start`` (default: an empty view)."""
    view = start or DebateView()
    for event in events:
        view = apply(view, event)
    return view


def apply(view: DebateView, event: Event) -> DebateView:
    """Return the view after one event. Unknown slots and ballots are ignored, never an exception: a log is history."""
    change = _change(view, event)
    usage = getattr(event, "usage", None)
    if usage is not None:
        change["usage"] = view.usage.add(usage)
    return view.model_copy(update=change) if change else view


def _change(view: DebateView, event: Event) -> dict[str, Any]:
    match event:
        case DebateCreated() | TopicGenerated() | DebateStarted() | DebatePaused() | DebateResumed() | DebateFinished():
            return _course(view, event)
        case PhaseChanged(phase=phase):
            return {"phase": phase}
        case TurnStarted(slot=slot):
            return {"floor": slot}
        case HumanAwaited(slot=slot):
            return {"awaiting": slot}
        case TurnPublished() | TurnForfeited():
            return _turn(view, event)
        case ModeratorActed(action="introduce"):
            return {"introduction": event.text}
        case ModeratorActed() | BudgetReached():
            return {}
        case VoteOpened():
            poll = Poll(name=event.ballot, options=event.options, closes_at=event.closes_at)
            return {"polls": (*view.polls, poll), "floor": ""}
        case VoteCast():
            return _vote(view, event)
        case VoteClosed(ballot=name):
            closed = {"closed": True}
            return {"polls": tuple(p.model_copy(update=closed) if p.name == name else p for p in view.polls)}
        case _:
            return _judging(view, event)


def _course(
    view: DebateView,
    event: DebateCreated | TopicGenerated | DebateStarted | DebatePaused | DebateResumed | DebateFinished,
) -> dict[str, Any]:
    """What begins, pauses and ends a debate."""
    match event:
        case DebateCreated(setup=setup):
            return {"setup": setup, "motion": setup.motion}
        case TopicGenerated(motion=motion):
            return {"motion": motion, "failures": _healed(view, "topic", "topic")}
        case DebateStarted():
            return {
                "motion": event.motion, "sides": event.sides, "seats": event.seats, "slots": event.slots,
                "judges": event.judges, "status": "running",
            }  # fmt: skip
        case DebatePaused(reason=reason, detail=detail):
            return {"status": "paused", "pause": reason, "reason": detail}
        case DebateResumed():
            return _resumed(view, event)
        case DebateFinished():
            return {
                "status": "finished", "outcome": event.outcome, "winner": event.winner, "reason": event.reason,
                "floor": "", "awaiting": "", "pause": "",
            }  # fmt: skip


def _judging(view: DebateView, event: BallotCast | ArgumentScored | VerdictGiven | RoleFailed) -> dict[str, Any]:
    """What comes from parallel branches is keyed and sorted by id."""
    match event:
        case BallotCast(ballot=ballot):
            ballots = _put(view.ballots, ballot, lambda b: b.judge)
            return {"ballots": ballots, "failures": _healed(view, "judge", ballot.judge)}
        case ArgumentScored(argument=argument):
            arguments = _put(view.arguments, argument, lambda a: a.id)
            return {"arguments": arguments, "failures": _healed(view, "scorer", "scorer")}
        case VerdictGiven(verdict=verdict):
            return {"verdict": verdict}
        case RoleFailed():
            failure = Failure(
                role=event.role, id=event.id, kind=event.kind, message=event.message, fatal=event.fatal
            )  # fmt: skip
            failures = (*_healed(view, event.role, event.id), failure)
            return {"failures": tuple(sorted(failures, key=lambda f: (f.role, _natural(f.id))))}


def _turn(view: DebateView, event: TurnPublished | TurnForfeited) -> dict[str, Any]:
    phase = next((s.phase for s in view.slots if s.id == event.slot), view.phase)
    if isinstance(event, TurnPublished):
        model = event.usage.model if event.usage else ""
        turn = Turn(
            slot=event.slot, phase=phase, seat=event.seat, side=event.side, text=event.text, words=event.words,
            marks=event.marks, model=model,
        )  # fmt: skip
    else:
        turn = Turn(slot=event.slot, phase=phase, seat=event.seat, side=event.side, text=None, reason=event.reason)
    change: dict[str, Any] = {"turns": (*view.turns, turn), "floor": "", "awaiting": ""}
    if isinstance(event, TurnPublished):
        change["failures"] = _healed(view, "speaker", event.slot)
        if event.inbox is not None:
            change["inbox"] = max(view.inbox, event.inbox)
    return change


def _vote(view: DebateView, event: VoteCast) -> dict[str, Any]:
    vote = Vote(voter=event.voter, choice=event.choice, simulated=event.simulated, reason=event.reason)

    def with_vote(poll: Poll) -> Poll:
        return poll.model_copy(update={"votes": _put(poll.votes, vote, lambda v: v.voter)})

    change: dict[str, Any] = {
        "polls": tuple(with_vote(p) if p.name == event.ballot and not p.closed else p for p in view.polls),
        "failures": _healed(view, "audience", f"{event.ballot}/{event.voter}"),
    }
    if event.inbox is not None:
        change["inbox"] = max(view.inbox, event.inbox)
    return change


def _resumed(view: DebateView, event: DebateResumed) -> dict[str, Any]:
    change: dict[str, Any] = {
        "status": "running" if view.slots else "new", "pause": "", "outcome": None, "winner": None, "reason": "",
        "verdict": None, "failures": (),
    }  # fmt: skip
    if view.setup and (event.limits or event.models):
        update: dict[str, Any] = {}
        if event.limits:
            update["limits"] = event.limits
        if event.models:
            update["models"] = {**view.setup.models, **event.models}
        change["setup"] = view.setup.model_copy(update=update)
    return change


def _healed(view: DebateView, role: str, id: str) -> tuple[Failure, ...]:
    return tuple(f for f in view.failures if (f.role, f.id) != (role, id))


def _put(items: tuple[T, ...], new: T, id: Callable[[T], str]) -> tuple[T, ...]:
    """``items``, which are sorted by id, with ``new`` in its place, where it replaces the one of the same id."""

    def key(item: T) -> Any:
        return _natural(id(item)), id(item)

    at = bisect_left(items, key(new), key=key)
    same = at < len(items) and id(items[at]) == id(new)
    return (*items[:at], new, *items[at + same :])


def _natural(id: str) -> tuple[tuple[bool, int | str], ...]:
    """Sort key under which ``judge.2`` comes before ``judge.10``."""
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else part) for part in id.replace("/", ".").split(".")
    )


def visible_to(seat: str, view: DebateView) -> DebateView:
    """What ``seat`` may see: an allow-list, so that a field added later is hidden until somebody decides otherwise.

    Everybody sees the motion, the rules and what was said. Nobody who still has to speak, vote or judge sees votes,
    ballots, scores or failures: a bandwagon is not an argument. ``chair`` sees no more than a debater; ``public`` (an
    onlooker, a finished export) sees all that is public.
    """
    if seat == "public":
        return view
    return DebateView(
        setup=view.setup, motion=view.motion, sides=view.sides, seats=view.seats, slots=view.slots, judges=view.judges,
        status=view.status, phase=view.phase, floor=view.floor, introduction=view.introduction, turns=view.turns,
    )  # fmt: skip
