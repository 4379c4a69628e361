"""The ballot box: which votes of people an audience ballot takes in, and when it closes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from dissoi.formats.load import load
from dissoi.formats.timeline import expand
from dissoi.graph.nodes import close_vote
from dissoi.graph.state import Desk, InterruptedWait
from dissoi.record.events import DebateCreated, DebateStarted, Event, TurnForfeited, VoteCast, VoteClosed, VoteOpened
from dissoi.record.setup import ModelChoice, Setup, motion
from dissoi.record.view import DebateView, fold
from dissoi.record.voting import Word

FORMAT = load("nround")
OPEN = datetime.fromisoformat("2026-01-02T03:04:05.000Z")
CLOSES = "2026-01-02T03:05:05.000Z"


def view() -> DebateView:
    """A debate whose ballot has just opened."""
    agreed = motion("Ban it")
    made = Setup(
        format="nround", rules=FORMAT.rules(), models={"default": ModelChoice(model="m")}, motion=agreed, vote_wait=60
    )
    slots = expand(FORMAT, {})
    events: list[Event] = [
        DebateCreated(setup=made), DebateStarted(motion=agreed, sides=FORMAT.sides, seats={}, slots=slots, judges=1)
    ]  # fmt: skip
    for slot in slots:
        if slot.verb == "vote":
            break
        events.append(TurnForfeited(slot=slot.id, seat=slot.seat, side=slot.side, reason="technical"))
    events += [
        VoteOpened(ballot="mid", options=("pro", "con", "tie"), closes_at=CLOSES),
        VoteCast(ballot="mid", voter="listener.1", choice="con", simulated=True),
    ]
    return fold(events)


def word(id: int, second: float, voter: str, choice: str | None = None, **more: Any) -> Word:
    at = (OPEN + timedelta(seconds=second)).isoformat(timespec="milliseconds")
    return Word(id=id, at=at, voter=voter, choice=choice, **more)


class Box:
    """An inbox that fills as time goes by, and a clock that only waiting moves."""

    def __init__(self, words: Sequence[Word], *, begins: float = 0, stops: float | None = None) -> None:
        self.words, self.now, self.stops = words, OPEN + timedelta(seconds=begins), stops

    def desk(self) -> Desk:
        async def votes(ballot: str, after: int) -> list[Word]:
            return [w for w in self.words if w.id > after and datetime.fromisoformat(w.at) <= self.now]

        async def wait(seconds: float) -> None:
            self.now += timedelta(seconds=max(seconds, 0.001))

        def stopping() -> bool:
            return self.stops is not None and self.now >= OPEN + timedelta(seconds=self.stops)

        return Desk(
            format=FORMAT, mind=lambda *_: pytest.fail("no model is asked"), token=lambda *_: None,
            now=lambda: self.now, votes=votes, wait=wait, stopping=stopping,
        )  # fmt: skip

    async def events(self) -> list[Event]:
        runtime: Any = SimpleNamespace(context=self.desk())
        return (await close_vote({"debate": view()}, runtime))["debate"]


def counted(events: list[Event]) -> tuple[dict[str, str | None], VoteClosed]:
    casts = {e.voter: e.choice for e in events if isinstance(e, VoteCast)}
    assert len(casts) == sum(isinstance(e, VoteCast) for e in events)
    return casts, next(e for e in events if isinstance(e, VoteClosed))


async def test_a_ballot_is_open_until_its_time_is_over() -> None:
    """Whoever votes early does not close it: the last word of each person before the end counts, with its reason; an
    abstention is a vote, and a choice that is none is not."""
    box = Box([
        word(1, 1, "ana", "pro", reason="First."), word(2, 2, "ben", "con"), word(3, 30, "ana", "tie", reason="Now."),
        word(4, 31, "cem"), word(5, 32, "ben", "nonsense"), word(6, 60, "dan", "pro"), word(7, 61, "eve", "pro"),
    ])  # fmt: skip
    events = await box.events()
    casts, closed = counted(events)
    assert casts == {"ben": "con", "ana": "tie", "cem": None, "dan": "pro"}
    assert next(e for e in events if isinstance(e, VoteCast) and e.voter == "ana").reason == "Now."
    assert (closed.counts["con"], closed.counts["tie"], closed.abstained) == (2, 1, 1)
    assert box.now >= datetime.fromisoformat(CLOSES)


async def test_a_vote_can_be_taken_back() -> None:
    """A withdrawn vote is none, and the voter may vote again."""
    box = Box([
        word(1, 1, "ana", "pro"), word(2, 2, "ben", "con"), word(3, 3, "ana", withdraw=True),
        word(4, 4, "ben", withdraw=True), word(5, 5, "ben", "pro"),
    ])  # fmt: skip
    assert counted(await box.events())[0] == {"ben": "pro"}


async def test_the_host_closes_it_early() -> None:
    """A closing message takes its own vote in and none that comes after it; one without a voter only closes."""
    box = Box([word(1, 1, "ana", "pro"), word(2, 2, "host", "con", close=True), word(3, 2, "ben", "pro")])
    assert counted(await box.events())[0] == {"ana": "pro", "host": "con"}
    assert box.now < OPEN + timedelta(seconds=3)
    assert counted(await Box([word(1, 1, "ana", "pro"), word(2, 2, "", close=True)]).events())[0] == {"ana": "pro"}


async def test_a_ballot_whose_time_is_over_closes_at_once() -> None:
    """When a debate is resumed after the end of a ballot, what was sent in time counts and nobody waits."""
    box = Box([word(1, -5, "early", "con"), word(2, 5, "ana", "pro"), word(3, 90, "late", "con")], begins=600)
    assert counted(await box.events())[0] == {"early": "con", "ana": "pro"}
    assert box.now == OPEN + timedelta(seconds=600)


async def test_a_stop_does_not_wait_for_the_ballot() -> None:
    """A debate that is asked to stop leaves the open ballot as it is, with nothing added; a ballot that is over is
    closed first."""
    with pytest.raises(InterruptedWait):
        await Box([word(1, 1, "ana", "pro")], stops=2).events()
    assert counted(await Box([word(1, 1, "ana", "pro")], begins=60, stops=2).events())[0] == {"ana": "pro"}
