"""Who spoke and judged, and by which model: the line-up as rows, the same in every medium. Plain text, not escaped."""

from __future__ import annotations

from typing import NamedTuple

from dissoi.export import phrases
from dissoi.record.setup import Setup
from dissoi.record.view import DebateView


class Place(NamedTuple):
    """One row. ``model`` is the one that served where the log has it, else the one that was chosen."""

    seat: str
    side: str
    model: str
    style: str = ""


def places(view: DebateView) -> list[Place]:
    """Speakers in the order of the sides, then the chair, then the judges by number."""
    setup = view.setup
    if setup is None or not view.seats:
        return []
    served = {turn.seat: turn.model for turn in view.turns if turn.model}
    found: list[Place] = []
    for seat, side in phrases.seats(view):
        person = seat in setup.humans
        role = "speaker" if side else "moderator"
        model = "a person" if person else served.get(seat) or _chosen(setup, role, seat, side)
        found.append(Place(seat, side, model, setup.styles.get(side, "")))
    chaired = view.introduction is not None or any(turn.seat == "chair" for turn in view.turns)
    if chaired and "chair" not in view.seats:
        found.append(Place("chair", "", served.get("chair") or _chosen(setup, "moderator", "chair", "")))
    cast = {ballot.judge: ballot.model for ballot in view.ballots}
    for judge in sorted({*cast, *(f"judge.{n}" for n in range(1, view.judges + 1))}, key=_natural):
        found.append(Place(judge, "", cast.get(judge) or _chosen(setup, "judge", judge, "")))
    return found


def _natural(id: str) -> tuple[int, str]:
    return len(id), id


def _chosen(setup: Setup, role: str, seat: str, side: str) -> str:
    try:
        return setup.choice(role, seat=seat, side=side).model
    except KeyError:  # an imported log need not name a model for each role
        return "unknown"
