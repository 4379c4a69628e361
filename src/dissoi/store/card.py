"""The card of a debate: what the list shows of its setup, as a pure function of events; and what its events cost.

Not here: status and motion (``summary.py``), who stores it (``log.py``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, cast

from dissoi.record.events import (
    DebateCreated,
    DebateResumed,
    DebateStarted,
    Event,
    TopicGenerated,
    canonical_json,
)
from dissoi.record.setup import Setup
from dissoi.record.usage import Totals
from dissoi.record.view import fold

TYPES = ("debate.created", "topic.generated", "debate.started", "debate.resumed")
"""The events that a card is made from."""
NANO = 10**9
PERSON = "human"


def turns_card(event: Event) -> bool:
    """Does the event change the card?"""
    if isinstance(event, DebateResumed):
        return event.models is not None
    return isinstance(event, (DebateCreated, TopicGenerated, DebateStarted))


def card(events: Iterable[Event]) -> str:
    """The card of a debate whose events of ``TYPES`` these are: canonical JSON."""
    view = fold(event for event in events if event.type in TYPES)
    setup, motion = view.setup, view.motion
    seats = view.seats or (_seats(setup.rules) if setup else {})
    line_up: dict[str, list[str]] = {}
    for seat, side in seats.items() if setup else ():
        line_up.setdefault(side, []).append(_model(setup, seat, side) if setup else "")
    return canonical_json(
        {
            "lineup": {side: ", ".join(dict.fromkeys(names)) for side, names in line_up.items()},
            "tags": list(motion.keywords) if motion else [],
            "judges": view.judges if view.sides else setup.judges if setup else None,
            "origin": setup.origin.debate_id if setup and setup.origin else None,
        }
    )


def _model(setup: Setup, seat: str, side: str) -> str:
    if seat in setup.humans:
        return PERSON
    try:
        return setup.choice("speaker", seat=seat, side=side).model
    except KeyError:  # an imported log may lack what this version always writes
        return ""


def _seats(rules: dict[str, Any]) -> dict[str, str]:
    """Seat -> side by the rules of a debate that has not begun: as ``formats.lint.seats`` has it."""
    teams = cast("dict[str, dict[str, Any]]", rules.get("teams") or {})
    try:
        return {str(seat): str(team["side"]) for team in teams.values() for seat in team["seats"]}
    except (AttributeError, KeyError, TypeError):  # an imported log may hold rules that no version reads
        return {}


def costs(events: Iterable[Event]) -> dict[str, int]:
    """What ``events`` add to the columns ``spent`` (nano-dollars), ``unpriced`` and ``calls``; empty = nothing."""
    total = Totals()
    for event in events:
        usage = getattr(event, "usage", None)
        if usage is not None:
            total = total.add(usage)
    if not total.calls:
        return {}
    nano = int((total.cost * NANO).to_integral_value())
    return {"spent": nano, "unpriced": total.unpriced, "calls": total.calls}


def read(text: str) -> dict[str, Any]:
    """The fields of ``DebateRow`` that a stored card gives."""
    told = json.loads(text)
    return {
        "lineup": told.get("lineup") or {}, "tags": tuple(told.get("tags") or ()), "judges": told.get("judges"),
        "origin": told.get("origin"),
    }  # fmt: skip


def origin_text(debate_id: str) -> str:
    """What occurs in the card of every fork of ``debate_id`` and in no other: keys are sorted, and text inside a tag
    or a model's name has its quotes escaped."""
    return f'}},"origin":{canonical_json(debate_id)},"tags":['


def dollars(nano: int) -> Decimal:
    return Decimal(nano) / NANO
