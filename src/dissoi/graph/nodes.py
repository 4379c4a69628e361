"""The nodes: each takes the view and returns the events that it adds. Thin: roles do the work, the fold keeps the
state.

No node decides what comes next, and no exception of a model leaves one: a failed role is a typed event. Failures that
every further call would share (no key, no server, no budget) pause the debate, so that nothing is lost.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from langgraph.runtime import Runtime

from dissoi.agents import audience, judge, moderator, speaker, topic
from dissoi.errors import BudgetError, ProviderError
from dissoi.formats import timeline
from dissoi.formats.lint import seats
from dissoi.formats.schema import Format
from dissoi.graph.routes import Step, next_step, silent
from dissoi.graph.state import Desk, InterruptedWait, State, Task, Update
from dissoi.record.ballots import decide as tally
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    BudgetReached,
    DebateFinished,
    DebatePaused,
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
    VoteOpened,
)
from dissoi.record.setup import Slot
from dissoi.record.text import words
from dissoi.record.transcript import Poll
from dissoi.record.view import DebateView, fold, visible_to
from dissoi.record.voting import TIE, Word, closing, standing

POLL_SECONDS = 0.25
"""How often an open ballot looks into the inbox."""

_SHARED_FATE = frozenset(
    {
        "auth",
        "quota",
        "not_found",
        "unreachable",
        "certificate",
        "rate_limit",
        "overloaded",
        "server",
        "timeout",
        "rejected",
    }
)
"""Failures that say more about the provider than about this one reply."""
_HOPELESS = frozenset({"auth", "quota", "not_found", "unreachable", "certificate"})
"""Those that the very next call to the same model would meet again."""


async def invent(state: State, runtime: Runtime[Desk]) -> Update:
    view = state["debate"]
    try:
        mind = runtime.context.mind("topic", "", "")
        motion, usage = await topic.invent(visible_to("topic", view), mind)
    except (ProviderError, BudgetError) as error:
        return {"debate": _failed("topic", "topic", error, fatal=True)}
    return {"debate": [TopicGenerated(motion=motion, usage=usage)]}


async def begin(state: State, runtime: Runtime[Desk]) -> Update:
    view, format = state["debate"], runtime.context.format
    assert view.setup and view.motion
    slots = timeline.expand(format, view.setup.vars)
    started = DebateStarted(
        motion=view.motion, sides=format.sides, seats=seats(format), slots=slots,
        judges=timeline.judges(format, view.setup.judges),
    )  # fmt: skip
    return _go_on(format, view, [started])


async def introduce(state: State, runtime: Runtime[Desk]) -> Update:
    view, desk = state["debate"], runtime.context
    try:
        mind = desk.mind("moderator", "chair", "")
        text, usage = await moderator.introduce(
            visible_to("chair", view), mind, on_text=desk.token("introduction", "moderator")
        )
    except (ProviderError, BudgetError) as error:
        return _go_on(desk.format, view, _failed("moderator", "introduction", error, fatal=_hopeless(view, error)))
    return _go_on(desk.format, view, [ModeratorActed(action="introduce", text=text, usage=usage)])


async def hand_over(state: State, runtime: Runtime[Desk]) -> Update:
    return {"debate": _hand_over(state["debate"])}


def _hand_over(view: DebateView) -> list[Event]:
    slot = _due(view)
    given = ModeratorActed(action="hand_over", slot=slot.id)
    return [*_phase(view, slot), given, TurnStarted(slot=slot.id, seat=slot.seat, side=slot.side)]


def _go_on(format: Format, view: DebateView, events: list[Event]) -> Update:
    """``events``, and the floor to the next seat if that is all that comes next.

    It needs nobody's answer, and as a step of its own it would cost as much as a model call.
    """
    after = fold(events, view)
    if next_step(format, after) == (Step("hand_over"),):
        events = [*events, *_hand_over(after)]
    return {"debate": events}


async def await_person(state: State, runtime: Runtime[Desk]) -> Update:
    slot = _due(state["debate"])
    return {"debate": [HumanAwaited(slot=slot.id, seat=slot.seat)]}


async def speak(state: State, runtime: Runtime[Desk]) -> Update:
    view, desk = state["debate"], runtime.context
    slot = _due(view)
    try:
        spoken = await (_chair_speaks if slot.seat == "chair" else _side_speaks)(view, slot, desk)
    except (ProviderError, BudgetError) as error:
        return _go_on(desk.format, view, _silenced(slot, error))
    return _go_on(desk.format, view, [spoken])


async def _side_speaks(view: DebateView, slot: Slot, desk: Desk) -> Event:
    mind = desk.mind("speaker", slot.seat, slot.side)
    style = view.setup.styles.get(slot.side, "") if view.setup else ""
    said = await speaker.speak(
        visible_to(slot.seat, view), slot, mind, style=style, on_text=desk.token(slot.id, slot.seat)
    )
    if said.refused:
        return TurnForfeited(
            slot=slot.id, seat=slot.seat, side=slot.side, reason="refused", detail=said.text[:200]
        )  # fmt: skip
    return TurnPublished(
        slot=slot.id, seat=slot.seat, side=slot.side, text=said.text, words=said.words, marks=said.marks,
        usage=said.usage,
    )  # fmt: skip


async def _chair_speaks(view: DebateView, slot: Slot, desk: Desk) -> Event:
    mind = desk.mind("moderator", slot.seat, "")
    limit = slot.words or moderator.WORDS
    text, usage = await moderator.introduce(
        visible_to("chair", view), mind, limit=limit, on_text=desk.token(slot.id, slot.seat)
    )
    return TurnPublished(slot=slot.id, seat=slot.seat, side="", text=text, words=words(text), usage=usage)


async def open_vote(state: State, runtime: Runtime[Desk]) -> Update:
    view, desk = state["debate"], runtime.context
    slot = _due(view)
    wait = view.setup.vote_wait if view.setup else 0
    closes = (desk.now() + timedelta(seconds=wait)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    opened = VoteOpened(ballot=slot.ballot, options=(*view.sides, TIE), closes_at=closes)
    return {"debate": [*_phase(view, slot), opened]}


async def listen(task: Task, runtime: Runtime[Desk]) -> Update:
    view, id = task["debate"], task["task"]
    ballot = _due(view).ballot
    try:
        mind = runtime.context.mind("audience", id, "")
        vote, usage = await audience.vote(visible_to(id, view), int(id.rsplit(".", 1)[-1]), mind)
    except (ProviderError, BudgetError) as error:
        return {"debate": _failed("audience", f"{ballot}/{id}", error)}
    return {
        "debate": [
            VoteCast(
                ballot=ballot, voter=vote.voter, choice=vote.choice, simulated=True, reason=vote.reason, usage=usage
            )
        ]
    }


async def close_vote(state: State, runtime: Runtime[Desk]) -> Update:
    """Wait for people until the ballot closes, take their votes in, and close it."""
    view, desk = state["debate"], runtime.context
    poll = view.poll(_due(view).ballot)
    assert poll is not None
    return _go_on(desk.format, view, closing(poll, await _sent(desk, poll, view.inbox)))


async def _sent(desk: Desk, poll: Poll, after: int) -> list[Word]:
    """What people sent to the ballot, once its time is over or the host has closed it. Raises ``InterruptedWait``."""
    closes = datetime.fromisoformat(poll.closes_at)
    words: list[Word] = []
    while True:
        late = desk.now() >= closes
        words += await desk.votes(poll.name, words[-1].id if words else after)
        if late or standing(words, poll.closes_at)[1]:
            return words
        if desk.stopping():
            raise InterruptedWait
        await desk.wait(min(POLL_SECONDS, max(0.0, (closes - desk.now()).total_seconds())))


async def judge_one(task: Task, runtime: Runtime[Desk]) -> Update:
    view, id = task["debate"], task["task"]
    try:
        mind = runtime.context.mind("judge", id, "")
        ties = runtime.context.format.decide[0].tie != "never"
        ballot, usage = await judge.judge(visible_to(id, view), id, mind, ties=ties)
    except (ProviderError, BudgetError) as error:
        return {"debate": _failed("judge", id, error)}
    return {"debate": [BallotCast(ballot=ballot, usage=usage)]}


async def score(task: Task, runtime: Runtime[Desk]) -> Update:
    view = task["debate"]
    try:
        mind = runtime.context.mind("judge", "scorer", "")
        arguments, usage = await judge.score(visible_to("scorer", view), mind)
    except (ProviderError, BudgetError) as error:
        return {"debate": _failed("scorer", "scorer", error)}
    return {"debate": [ArgumentScored(argument=a, usage=usage if n == 0 else None) for n, a in enumerate(arguments)]}


async def gather(state: State, runtime: Runtime[Desk]) -> Update:
    """All branches of a parallel step have ended; the routing behind this node sees what they add up to."""
    return {"debate": []}


async def decide(state: State, runtime: Runtime[Desk]) -> Update:
    view = state["debate"]
    impaired = tuple(t.slot for t in view.turns if t.text is None and t.side)
    verdict = tally(view.sides, view.ballots, view.judges, impaired=impaired, silent=silent(view))
    outcome: Outcome = "verdict" if verdict.winner else "draw" if verdict.tied else "unresolved"
    if not view.judges:
        outcome = "unresolved"
    end = DebateFinished(outcome=outcome, winner=verdict.winner, reason=verdict.reason)
    return {"debate": [VerdictGiven(verdict=verdict), end]}


def _due(view: DebateView) -> Slot:
    slot = view.next_slot
    assert slot is not None, "next_step names a slot's step only while there is one"
    return slot


def _phase(view: DebateView, slot: Slot) -> list[Event]:
    return [] if view.phase == slot.phase else [PhaseChanged(phase=slot.phase)]


def _failed(role: str, id: str, error: ProviderError | BudgetError, *, fatal: bool = False) -> list[Event]:
    """A role that failed: a budget pauses the debate, a provider only if nothing can be done without this role."""
    if isinstance(error, BudgetError):
        return _out_of_budget(error)
    event = _failure(role, id, error, fatal)
    return [event, DebatePaused(reason="provider", detail=str(error))] if fatal else [event]


def _failure(role: str, id: str, error: ProviderError, fatal: bool) -> RoleFailed:
    return RoleFailed(
        role=role, id=id, kind=error.kind, message=str(error), attempts=error.attempts, fatal=fatal, usage=error.spent
    )  # fmt: skip


def _hopeless(view: DebateView, error: ProviderError | BudgetError) -> bool:
    """Whether the first speaker has the chair's model, which cannot be called: one request is enough to know it."""
    slot, setup = view.next_slot, view.setup
    if slot is None or setup is None or isinstance(error, BudgetError) or error.kind not in _HOPELESS:
        return False
    return setup.choice("moderator", seat="chair") == setup.choice("speaker", seat=slot.seat, side=slot.side)


def _silenced(slot: Slot, error: ProviderError | BudgetError) -> list[Event]:
    """A speaker without a speech: pause when the provider is to blame as a whole, else this slot stays silent."""
    if isinstance(error, BudgetError) or error.kind in _SHARED_FATE:
        return _failed("speaker", slot.id, error, fatal=True)
    reason = "refused" if error.kind == "refused" else "technical"
    failed = _failure("speaker", slot.id, error, False)
    return [failed, TurnForfeited(slot=slot.id, seat=slot.seat, side=slot.side, reason=reason, detail=error.message)]


def _out_of_budget(error: BudgetError) -> list[Event]:
    return [BudgetReached(limit=error.limit, message=error.message), DebatePaused(reason="budget", detail=str(error))]
