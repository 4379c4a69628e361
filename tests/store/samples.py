"""Small logs and calls for the tests of the store. Not for tests of what the events mean."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from dissoi.models.port import CallRecord
from dissoi.record.events import GENESIS, DebateCreated, DebateStarted, Event, PhaseChanged, Sealed, seal
from dissoi.record.setup import ModelChoice, Motion, Setup, Slot
from dissoi.record.usage import Usage

AT = "2026-01-02T03:04:05.000Z"
MOTION = Motion(text="Cats are better than dogs")
USAGE = Usage(model="scripted:demo", input=10, cached=4, output=5, cost=Decimal("0.0001"), seconds=0.5)


def created(motion: str | None = MOTION.text, format: str = "deb8flow") -> DebateCreated:
    given = None if motion is None else Motion(text=motion)
    setup = Setup(motion=given, format=format, rules={}, models={"default": ModelChoice(model="scripted:demo")})
    return DebateCreated(setup=setup)


def started(motion: str = MOTION.text) -> DebateStarted:
    slot = Slot(id="s1", verb="say", phase="opening", seat="pro", side="pro")
    return DebateStarted(
        motion=Motion(text=motion), sides=("pro", "con"), seats={"pro": "pro", "con": "con"}, slots=(slot,), judges=1
    )


def log(debate_id: str, events: Sequence[Event]) -> list[Sealed]:
    """A whole log from event 1."""
    return following(debate_id, [], events)


def following(debate_id: str, before: Sequence[Sealed], events: Sequence[Event]) -> list[Sealed]:
    """The links that follow ``before``."""
    prev, sealed = (before[-1][0].hash if before else GENESIS), list[Sealed]()
    for number, event in enumerate(events, len(before) + 1):
        sealed.append(seal(debate_id, number, AT, event, prev))
        prev = sealed[-1][0].hash
    return sealed


def plain(debate_id: str, length: int = 1, *, motion: str = MOTION.text) -> list[Sealed]:
    """A log of ``length`` events in which nothing much happens."""
    return log(debate_id, [created(motion), *(PhaseChanged(phase=f"phase {n}") for n in range(2, length + 1))])


def call(debate_id: str, key: str, *, reserved: str | None = "0.10", role: str = "pro") -> CallRecord:
    return CallRecord(
        key=key, debate_id=debate_id, ordinal=0, role=role, model="scripted:demo", prompt_name="draft", sample=0,
        prompt_chars=100, shared_chars=60, own_chars=40, state="intended",
        reserved=None if reserved is None else Decimal(reserved), at=AT,
    )  # fmt: skip
