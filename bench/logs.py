"""The log itself: how fast a long one is folded and verified, and how much larger than its text it is."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.debates import MOTION, hold
from bench.report import Figure, Section, figure
from dissoi.engine.line_up import Wish, compose
from dissoi.record.events import (
    GENESIS,
    DebateCreated,
    DebateFinished,
    DebateStarted,
    Event,
    ModeratorActed,
    Sealed,
    TurnPublished,
    TurnStarted,
    VoteCast,
    VoteOpened,
    envelope_line,
    faults,
    parse_line,
    seal,
)
from dissoi.record.setup import Slot
from dissoi.record.view import fold
from dissoi.store import open_store

EVENTS = 10_000
SPEECH = (
    "The measure before the house is worth its price, and nobody has shown another that is. " * 17
)  # 1,479 characters


def long_log() -> list[Sealed]:
    """A debate of about ``EVENTS`` events: some three thousand speeches."""
    setup = compose(Wish(motion=MOTION, models={"default": "scripted:demo"}, seed=1))
    assert setup.motion
    turns = (EVENTS - 3) // 3
    sides = ("pro", "con")
    slots = tuple(
        Slot(id=f"{n}", phase="debate", verb="say", seat=sides[n % 2], side=sides[n % 2]) for n in range(turns)
    )
    started = DebateStarted(
        motion=setup.motion, sides=sides, seats=dict(zip(sides, sides, strict=True)), slots=slots, judges=1
    )
    events: list[Event] = [DebateCreated(setup=setup), started]
    for slot in slots:
        events += [
            ModeratorActed(action="hand_over", slot=slot.id),
            TurnStarted(slot=slot.id, seat=slot.seat, side=slot.side),
            TurnPublished(slot=slot.id, seat=slot.seat, side=slot.side, text=SPEECH, words=255),
        ]
    events.append(DebateFinished(outcome="unresolved"))
    log: list[Sealed] = []
    for seq, event in enumerate(events, 1):
        log.append(seal("long", seq, "2000-01-01T00:00:00.000Z", event, log[-1][0].hash if log else GENESIS))
    return log


def votes() -> list[Event]:
    """A ballot on which ``EVENTS`` people vote."""
    names = ("pro", "con")
    opened = VoteOpened(ballot="mid", options=names, closes_at="2000-01-01T00:00:00.000Z")
    return [opened, *(VoteCast(ballot="mid", voter=f"voter.{n}", choice=names[n % 2]) for n in range(EVENTS))]


def measure(*, quick: bool) -> Section:
    times = 1 if quick else 5
    log = long_log()
    events = [envelope.event for envelope, _ in log]
    lines = [envelope_line(envelope, body) for envelope, body in log]
    cast = votes()
    return Section(
        "Log",
        f"A log of {len(log):,} events with {len(events) // 3:,} speeches of {len(SPEECH):,} characters. Payload: what"
        " was said and written in 20 ordinary nround debates, in bytes.",
        [
            figure("fold", _seconds(lambda: fold(events), times), "s", bar=1),
            figure(f"fold of {EVENTS:,} votes on one ballot", _seconds(lambda: fold(cast), times), "s", bar=1),
            figure("verify (sequence, hashes, chain)", _seconds(lambda: faults(log), times), "s", bar=1),
            figure("read from JSON Lines", _seconds(lambda: [parse_line(line) for line in lines], times), "s"),
            *_sizes(),
        ],
    )


def _seconds(work: Callable[[], object], times: int) -> list[float]:
    found: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return found


def _sizes() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="dissoi-bench-") as home:
        path = Path(home) / "dissoi.db"
        store = open_store(f"sqlite:///{path}")
        try:
            empty = path.stat().st_size
            asyncio.run(
                hold(store, {"format": "nround", "debates": 20, "delay_ms": 0, "chunk": 1000, "watched": False})
            )
            logs = [store.events(row.id) for row in store.debates()]
        finally:
            store.close()
        view = [fold(envelope.event for envelope, _ in log) for log in logs]
        texts = [t.text or "" for v in view for t in v.turns] + [b.rfd for v in view for b in v.ballots]
        texts += [f"{a.summary}{a.reason}" for v in view for a in v.arguments]
        payload = sum(len(text.encode()) for text in texts)
        exported = sum(len(envelope_line(e, body).encode()) + 1 for log in logs for e, body in log)
        return [
            Figure("exported log ÷ payload", exported / payload, ""),
            Figure(
                "database file ÷ payload, journal and indices included", (path.stat().st_size - empty) / payload, ""
            ),
        ]
