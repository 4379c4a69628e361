"""Who is here: workers that advance debates, watchers who want text as it is made, and that text.

Nothing here is part of a log: all of it may be lost at any time, and a debate goes on the same. Times are stamps (ISO
8601 UTC with milliseconds), which sort as text. Not here: who beats and speaks (the engine).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, or_, select

from dissoi.store import log
from dissoi.store.reading import Reading
from dissoi.store.schema import debates, glances, speaking, workers
from dissoi.store.statements import Statements

KEPT = timedelta(hours=1)
"""So long the row of a worker that died stays: after its time it says no more than a missing one."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a watcher asks at each look: the number of the last event, and ``(slot, role, text so far)``."""

    last_seq: int
    speaking: list[tuple[str, str, str]]


def stamp(at: datetime | None = None) -> str:
    """``at`` (default: now), as every time in the store is written."""
    return (at or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def beat(connection: Connection, statements: Statements, worker: str, until: str) -> None:
    row = statements.upsert(workers).values(worker=worker, until=until)
    connection.execute(row.on_conflict_do_update(index_elements=["worker"], set_={"until": until}))


def leave(connection: Connection, worker: str) -> None:
    gone = stamp(datetime.now(UTC) - KEPT)
    connection.execute(delete(workers).where(or_(workers.c.worker == worker, workers.c.until < gone)))


def look(connection: Connection, statements: Statements, debate_id: str, until: str) -> None:
    source = select(debates.c.id, bindparam("until_", until, type_=glances.c.until.type)).where(
        debates.c.id == debate_id
    )
    row = statements.upsert(glances).from_select(["debate_id", "until"], source)
    connection.execute(row.on_conflict_do_update(index_elements=["debate_id"], set_={"until": until}))


def speak(connection: Connection, statements: Statements, debate_id: str, slot: str, role: str, text: str) -> None:
    told = {"slot": slot, "role": role, "text": text}
    given = (bindparam(f"{name}_", value, type_=speaking.c[name].type) for name, value in told.items())
    source = select(debates.c.id, *given).where(debates.c.id == debate_id)
    row = statements.upsert(speaking).from_select(["debate_id", *told], source)
    change = {"role": role, "text": text}
    connection.execute(row.on_conflict_do_update(index_elements=["debate_id", "slot"], set_=change))


_HELD = ("new", "running")


def adrift(reading: Reading, now: str) -> list[str]:
    """Oldest first: the debates that somebody began to advance and nobody does."""
    joined = debates.outerjoin(workers, debates.c.holder == workers.c.worker)
    statement = select(debates.c.id).select_from(joined).where(
        debates.c.holder.is_not(None), debates.c.status.in_(_HELD),
        or_(workers.c.until.is_(None), workers.c.until < now),
    )  # fmt: skip
    return [row.id for row in reading.rows(statement.order_by(debates.c.serial))]


def attended(reading: Reading, ids: Collection[str], now: str) -> set[str]:
    joined = debates.join(workers, debates.c.holder == workers.c.worker)
    statement = select(debates.c.id).select_from(joined).where(debates.c.id.in_(ids), workers.c.until >= now)
    return {row.id for row in reading.rows(statement)}


def looked_at(reading: Reading, ids: Collection[str], now: str) -> set[str]:
    statement = select(glances.c.debate_id).where(glances.c.debate_id.in_(ids), glances.c.until >= now)
    return {row.debate_id for row in reading.rows(statement)}


def pulse(reading: Reading, debate_id: str) -> Pulse:
    joined = debates.outerjoin(speaking, debates.c.id == speaking.c.debate_id)
    columns = (debates.c.last_seq, speaking.c.slot, speaking.c.role, speaking.c.text)
    statement = select(*columns).select_from(joined).where(debates.c.id == debate_id).order_by(speaking.c.slot)
    rows = reading.rows(statement)
    if not rows:
        raise log.unknown(debate_id)
    return Pulse(rows[0].last_seq, [(row.slot, row.role, row.text) for row in rows if row.slot is not None])
