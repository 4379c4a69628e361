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
from dissoi.record.voting import Word


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


class InterruptedWait(Exception):
    """A node that only waits for people was asked to stop: it adds nothing, and waits again after a resume."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The edge of the world as nodes see it (LangGraph's runtime context).

    ``mind(role, seat, side)``: the model for a role; ``token(slot, role)``: where its text streams, None = nobody
    looks; ``now()``: UTC; ``votes(ballot, after)``: what people sent to it after that id; ``wait(seconds)``:
    sleep; ``stopping()``: whether the debate is asked to stop after this step.
    """

    format: Format
    mind: Callable[[str, str, str], Mind]
    token: Callable[[str, str], Callable[[str, bool], None] | None]
    now: Callable[[], datetime]
    votes: Callable[[str, int], Awaitable[list[Word]]]
    wait: Callable[[float], Awaitable[None]]
    stopping: Callable[[], bool]
