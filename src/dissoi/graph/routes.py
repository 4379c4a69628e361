"""``next_step(format, view)``: the one place that says what happens next, in a fresh, a resumed and a forked debate.

Pure: no LangGraph, no clock, no randomness. ``LEGAL`` lists which step may follow which; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dissoi.formats.schema import Format
from dissoi.formats.timeline import expand, has_chair
from dissoi.record.setup import Slot
from dissoi.record.view import DebateView

START, END = "start", "end"


@dataclass(frozen=True, slots=True)
class Step:
    """The next node, and for a branch of a parallel step its own part (``judge.2``)."""

    node: str
    task: str = ""


LEGAL: dict[str, tuple[str, ...]] = {
    "topic": ("begin", END),
    "begin": ("introduce", "speak", "await_person", "open_vote"),
    "introduce": ("speak", "await_person", "open_vote", "judge", "score", "decide", END),
    "hand_over": ("speak", "await_person"),
    "await_person": (END,),
    "speak": ("speak", "await_person", "open_vote", "judge", "score", "decide", END),
    "open_vote": ("listen", "close_vote"),
    "listen": ("gather",),
    "close_vote": ("speak", "await_person", "open_vote", "judge", "score", "decide", END),
    "judge": ("gather",),
    "score": ("gather",),
    "gather": ("close_vote", "decide", END),
    "decide": (END,),
}
"""Every legal edge; the picture that LangGraph draws is made from it.

Whoever ends a slot gives the next seat the floor in the same step, so ``hand_over`` is only where a resumed or forked
debate may start. ``gather`` joins parallel branches: a branch that routed for itself would see its own part only, and
start the others again.
"""

ENTRIES = tuple(name for name in LEGAL if name != "gather")
"""A resumed debate may start anywhere."""


def parts(format: Format, *, invented: bool = True, people: bool = False) -> tuple[str, ...]:
    """The nodes that a format can reach. ``invented``: the motion comes from a model; ``people``: some seat is
    human."""
    slots = expand(format, {})
    votes = any(s.verb == "vote" for s in slots)
    wanted = {
        "topic": invented, "begin": True, "hand_over": True, "speak": True, "judge": True, "score": True,
        "gather": True, "decide": True, "await_person": people,
        "introduce": has_chair(format) and not any(s.seat == "chair" for s in slots),
        "open_vote": votes, "listen": votes, "close_vote": votes,
    }  # fmt: skip
    return tuple(name for name in LEGAL if wanted[name])


def targets(name: str, names: Collection[str]) -> tuple[str, ...]:
    """Where a debate may go from a node, among ``names`` and the end."""
    return tuple(target for target in LEGAL[name] if target == END or target in names)


def edges(names: Collection[str], *, entries: Collection[str] = ("topic", "begin")) -> list[tuple[str, str]]:
    """Every legal edge that can be reached among ``names``, with ``START`` and ``END``. ``entries``: where a debate
    may start."""
    found = [(START, name) for name in LEGAL if name in names and name in entries]
    reached = [name for _, name in found]
    for name in reached:  # it grows on the way
        ways = targets(name, names)
        found += [(name, target) for target in ways]
        reached += [target for target in ways if target != END and target not in reached]
    return [*found, (START, END)]


def next_step(format: Format, view: DebateView) -> tuple[Step, ...]:
    """Name the next node, or the branches of a parallel step, or nothing when the debate rests or is over."""
    if view.status in ("paused", "finished") or view.setup is None:
        return ()
    if view.motion is None:
        return (Step("topic"),)
    if not view.slots:
        return (Step("begin"),)
    if _wants_introduction(format, view):
        return (Step("introduce"),)
    slot = view.next_slot
    if slot is not None:
        return _slot_step(view, slot)
    return _judging(view) or (Step("decide"),)


def _wants_introduction(format: Format, view: DebateView) -> bool:
    """The chair opens, unless the format gives it a slot of its own, it has failed at it, or the floor was given."""
    if view.introduction is not None or view.turns or view.floor or not has_chair(format):
        return False
    return not any(s.seat == "chair" for s in view.slots) and not view.failed("moderator", "introduction")


def _slot_step(view: DebateView, slot: Slot) -> tuple[Step, ...]:
    if slot.verb == "vote":
        poll = view.poll(slot.ballot)
        if poll is None:
            return (Step("open_vote"),)
        return _listeners(view, slot.ballot) or (Step("close_vote"),)
    if view.floor != slot.id:
        return (Step("hand_over"),)
    if view.setup is not None and slot.seat in view.setup.humans:
        return () if view.awaiting == slot.id else (Step("await_person"),)
    return (Step("speak"),)


def _listeners(view: DebateView, ballot: str) -> tuple[Step, ...]:
    """The simulated listeners who have neither voted nor failed."""
    poll, setup = view.poll(ballot), view.setup
    if poll is None or setup is None:
        return ()
    voted = {v.voter for v in poll.votes}
    ids = [f"listener.{n}" for n in range(1, setup.listeners + 1)]
    return tuple(Step("listen", id) for id in ids if id not in voted and not view.failed("audience", f"{ballot}/{id}"))


def _judging(view: DebateView) -> tuple[Step, ...]:
    """Ballots and argument scores that are neither there nor failed, side by side. Nobody judges a side that never
    spoke."""
    if silent(view):
        return ()
    cast = {b.judge for b in view.ballots}
    ids = [f"judge.{n}" for n in range(1, view.judges + 1)]
    steps = [Step("judge", id) for id in ids if id not in cast and not view.failed("judge", id)]
    if view.judges and not view.arguments and not view.failed("scorer", "scorer"):
        steps.append(Step("score", "scorer"))
    return tuple(steps)


def silent(view: DebateView) -> tuple[str, ...]:
    """The sides that have slots and not one speech."""
    spoke = {t.side for t in view.speeches}
    due = {s.side for s in view.slots if s.verb == "say" and s.side}
    return tuple(sorted(due - spoke))
