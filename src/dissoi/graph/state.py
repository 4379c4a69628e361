"""The graph's state, whose reducer is the fold, and the desk: what nodes may ask of the world. No routing here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict

from dissoi.formats.schema import Format
from dissoi.models.port import Mind
from dissoi.record.events import Event
from dissoi.record.view import DebateView, fold


def _fold(view: DebateView, events: list[Event]) -> DebateView:
    return fold(events, view)


class State(TypedDict):
    """``debate``: the view; nodes return the events that they add to it."""

    debate: Annotated[DebateView, _fold]


class Task(TypedDict):
    """What a parallel branch gets: the view as it was, and which part is its own (``judge.2``)."""

    debate: DebateView
    task: str


class Update(TypedDict):
    """What a node returns."""

    debate: list[Event]


@dataclass(frozen=True, slots=True)
class VoteMessage:
    """A vote that a person sent: the inbox id, who, and what (None = abstains)."""

    id: int
    voter: str
    choice: str | None


@dataclass(frozen=True, slots=True)
class Desk:
    """The edge of the world as nodes see it (LangGraph's runtime context).

    ``mind(role, seat, side)``: the model for a role; ``token(slot, role)``: where its text streams, None = nobody
    looks; ``now()``: UTC; ``votes(ballot, after)``: votes of people in the inbox after that id; ``wait(seconds)``:
    sleep.
    """

    format: Format
    mind: Callable[[str, str, str], Mind]
    token: Callable[[str, str], Callable[[str, bool], None] | None]
    now: Callable[[], datetime]
    votes: Callable[[str, int], Awaitable[list[VoteMessage]]]
    wait: Callable[[float], Awaitable[None]]
