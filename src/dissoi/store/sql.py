"""``SqlStore``: the store on SQLite or PostgreSQL. One Core code path.

Not here: where the two differ (``sqlite.py``, ``postgres.py``), what a write does (``log.py``, ``journal.py``).
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, func, or_, select

from dissoi.errors import UsageError
from dissoi.models.port import CallRecord
from dissoi.record.events import SCHEMA_VERSION, Envelope, Sealed, parse_event
from dissoi.store import log
from dissoi.store.crash import CrashPoint
from dissoi.store.database import database
from dissoi.store.journal import SqlJournal, read_calls
from dissoi.store.migrations import bring_up_to_date
from dissoi.store.port import DebateRow, Message
from dissoi.store.reading import Reading
from dissoi.store.schema import debates, events, inbox
from dissoi.store.statements import Statements
from dissoi.store.writer import Writer

NEWEST = "last"
"""The reference that always means the debate that was stored last."""


class SqlStore:
    """Implements ``store.port.Store``. See ``open_store`` for what opening raises."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        crash = CrashPoint.from_environment()
        self._database = database(url, create=create)
        self._let_go = weakref.finalize(self, self._database.close)  # at the latest when the interpreter exits
        bring_up_to_date(self._database)
        self._reading = Reading(self._database)
        self._writer = Writer(self._database, crash)
        self._statements = Statements(self._database.reader().dialect)

    # --- writes

    async def create(self, debate_id: str, sealed: Sequence[Sealed]) -> None:
        rows = log.rows_of(debate_id, sealed)
        await self._writer.run("create", lambda c: log.create(c, self._statements, debate_id, sealed, rows))

    async def take(self, debate_id: str) -> int:
        return await self._writer.run("take", lambda c: log.take(c, self._statements, debate_id))

    async def append(self, debate_id: str, epoch: int, sealed: Sequence[Sealed]) -> None:
        rows = log.rows_of(debate_id, sealed)
        if rows:
            await self._writer.run("append", lambda c: log.append(c, self._statements, epoch, sealed, rows))

    async def delete(self, debate_id: str) -> None:
        await self._writer.run("delete", lambda c: log.delete(c, self._statements, debate_id))

    async def post(self, debate_id: str, kind: str, body: str) -> int:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        return await self._writer.run("post", lambda c: log.post(c, self._statements, debate_id, kind, body, at))

    # --- reads

    def events(self, debate_id: str, after: int = 0, limit: int | None = None) -> list[Sealed]:
        """Empty for a debate that is not there. Raises ``StoreError`` for an event that this version cannot read."""
        statement = select(events).where(events.c.debate_id == debate_id, events.c.seq > after).order_by(events.c.seq)
        return [_sealed(row) for row in self._reading.rows(statement.limit(limit))]

    def debates(self, *, limit: int | None = None, search: str = "") -> list[DebateRow]:
        """Newest first. ``search``: part of the motion or of the format's name, in any case."""
        statement = select(debates).order_by(debates.c.serial.desc()).limit(limit)
        if search:
            parts = (
                func.lower(c).contains(search.lower(), autoescape=True) for c in (debates.c.motion, debates.c.format)
            )
            statement = statement.where(or_(*parts))
        return [_debate(row) for row in self._reading.rows(statement)]

    def row(self, debate_id: str) -> DebateRow:
        rows = self._reading.rows(select(debates).where(debates.c.id == debate_id))
        if not rows:
            raise log.unknown(debate_id)
        return _debate(rows[0])

    def resolve(self, ref: str) -> str:
        if ref == NEWEST:
            newest = self._ids(debates.c.id.is_not(None), 1)
            if not newest:
                raise UsageError(
                    "There is no last debate: none has been held yet.", hint="Start one with dissoi debate."
                )
            return newest[0]
        if self._ids(debates.c.id == ref, 1):
            return ref
        found = self._ids(func.substr(debates.c.id, 1, len(ref)) == ref, 6) if ref else []
        if not found:
            raise log.unknown(ref)
        if len(found) > 1:
            more = ", ..." if len(found) > 5 else ""
            raise UsageError(
                f"{ref!r} fits several debates: {', '.join(found[:5])}{more}.", hint="Give more of the id."
            )
        return found[0]

    def _ids(self, condition: ColumnElement[bool], limit: int) -> list[str]:
        statement = select(debates.c.id).where(condition).order_by(debates.c.serial.desc()).limit(limit)
        return [row.id for row in self._reading.rows(statement)]

    def inbox(self, debate_id: str, after: int = 0) -> list[Message]:
        statement = select(inbox).where(inbox.c.debate_id == debate_id, inbox.c.id > after).order_by(inbox.c.id)
        return [
            Message(id=row.id, debate_id=row.debate_id, kind=row.kind, body=row.body, at=row.at)
            for row in self._reading.rows(statement)
        ]

    def calls(self, debate_id: str) -> list[CallRecord]:
        return read_calls(self._reading, debate_id)

    def journal(self, debate_id: str, epoch: int) -> SqlJournal:
        return SqlJournal(debate_id, epoch, self._reading, self._writer, self._statements)

    def close(self) -> None:
        """Finish the writes that are waiting and let go of the database. May be called twice."""
        self._writer.close()
        self._let_go()


def _sealed(row: Row[Any]) -> Sealed:
    envelope = Envelope.model_construct(
        schema_version=SCHEMA_VERSION, debate_id=row.debate_id, seq=row.seq, at=row.at, visibility=row.visibility,
        prev_hash=row.prev_hash, hash=row.hash, event=parse_event(row.body),
    )  # fmt: skip
    return envelope, row.body


def _debate(row: Row[Any]) -> DebateRow:
    return DebateRow(
        id=row.id, motion=row.motion, format=row.format, status=row.status, outcome=row.outcome, winner=row.winner,
        created_at=row.created_at, updated_at=row.updated_at, last_seq=row.last_seq,
    )  # fmt: skip
