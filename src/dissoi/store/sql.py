"""``SqlStore``: the store on SQLite or PostgreSQL. One Core code path.

Not here: where the two differ (``sqlite.py``, ``postgres.py``), what a write does (``log.py``, ``journal.py``).
"""

from __future__ import annotations

import weakref
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, or_, select

from dissoi.errors import UsageError
from dissoi.models.port import CallRecord
from dissoi.record.events import SCHEMA_VERSION, Envelope, Sealed, parse_event
from dissoi.store import card, grants, log, presence
from dissoi.store.crash import CrashPoint
from dissoi.store.database import database
from dissoi.store.journal import SqlJournal, read_calls
from dissoi.store.migrations import bring_up_to_date
from dissoi.store.port import DebateRow, Grant, Message
from dissoi.store.reading import Reading
from dissoi.store.schema import debates, events, inbox, speaking
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

    async def create(
        self, debate_id: str, sealed: Sequence[Sealed], *, owner: str = "", holder: str | None = None,
        imported: bool = False,
    ) -> None:  # fmt: skip
        rows, statements = log.rows_of(debate_id, sealed), self._statements
        await self._writer.run(
            "create", lambda c: log.create(c, statements, debate_id, sealed, rows, owner, holder, imported)
        )

    async def take(self, debate_id: str, holder: str | None = None) -> int:
        return await self._writer.run("take", lambda c: log.take(c, self._statements, debate_id, holder))

    async def release(self, debate_id: str, epoch: int) -> None:
        row = {"id_": debate_id, "epoch_": epoch}
        await self._writer.run("release", lambda c: self._statements.release.run(c, row).rowcount)

    async def append(self, debate_id: str, epoch: int, sealed: Sequence[Sealed]) -> None:
        rows = log.rows_of(debate_id, sealed)
        if rows:
            await self._writer.run("append", lambda c: log.append(c, self._statements, epoch, sealed, rows))

    async def delete(self, debate_id: str) -> None:
        await self._writer.run("delete", lambda c: log.delete(c, self._statements, debate_id))

    async def post(self, debate_id: str, kind: str, body: str) -> int:
        at = presence.stamp()
        return await self._writer.run("post", lambda c: log.post(c, self._statements, debate_id, kind, body, at))

    # --- presence

    async def beat(self, worker: str, until: str) -> None:
        await self._writer.run("beat", lambda c: presence.beat(c, self._statements, worker, until))

    async def leave(self, worker: str) -> None:
        await self._writer.run("leave", lambda c: presence.leave(c, worker))

    async def look(self, debate_id: str, until: str) -> None:
        await self._writer.run("look", lambda c: presence.look(c, self._statements, debate_id, until))

    async def speak(self, debate_id: str, slot: str, role: str, text: str) -> None:
        await self._writer.run("speak", lambda c: presence.speak(c, self._statements, debate_id, slot, role, text))

    async def hush(self, debate_id: str) -> None:
        await self._writer.run("hush", lambda c: self._statements.hush.run(c, {"id_": debate_id}).rowcount)

    def adrift(self, now: str) -> list[str]:
        return presence.adrift(self._reading, now)

    def attended(self, ids: Collection[str], now: str) -> set[str]:
        return presence.attended(self._reading, ids, now)

    def looked_at(self, ids: Collection[str], now: str) -> set[str]:
        return presence.looked_at(self._reading, ids, now)

    def speaking(self, debate_id: str) -> list[tuple[str, str, str]]:
        statement = select(speaking).where(speaking.c.debate_id == debate_id).order_by(speaking.c.slot)
        return [(row.slot, row.role, row.text) for row in self._reading.rows(statement)]

    def pulse(self, debate_id: str) -> presence.Pulse:
        return presence.pulse(self._reading, debate_id)

    # --- tokens

    async def grant(
        self, hash: str, kind: str, owner: str, debate_id: str | None, may: str, name: str, created_at: str,
        expires_at: str | None,
    ) -> int:  # fmt: skip
        values = {
            "hash": hash, "kind": kind, "owner": owner, "debate_id": debate_id, "may": may, "name": name,
            "created_at": created_at, "expires_at": expires_at,
        }  # fmt: skip
        return await self._writer.run("grant", lambda c: grants.grant(c, values))

    async def revoke(self, id: int) -> bool:
        return await self._writer.run("revoke", lambda c: grants.revoke(c, id))

    def grants(self, owner: str | None = None, kind: str | None = None, debate_id: str | None = None) -> list[Grant]:
        return grants.grants(self._reading, owner=owner, kind=kind, debate_id=debate_id)

    def find_grant(self, hash: str) -> Grant | None:
        return next(iter(grants.grants(self._reading, hash=hash)), None)

    # --- reads

    def events(self, debate_id: str, after: int = 0, limit: int | None = None) -> list[Sealed]:
        """Empty for a debate that is not there. Raises ``StoreError`` for an event that this version cannot read."""
        statement = select(events).where(events.c.debate_id == debate_id, events.c.seq > after).order_by(events.c.seq)
        return [_sealed(row) for row in self._reading.rows(statement.limit(limit))]

    def debates(
        self, *, limit: int | None = None, search: str = "", owner: str | None = None,
        status: Collection[str] | None = None, format: str | None = None, outcome: str | None = None,
        before: int | None = None, origin: str | None = None,
    ) -> list[DebateRow]:  # fmt: skip
        """Newest first. ``search``: part of the motion or of the format's name, in any case."""
        statement = select(debates).order_by(debates.c.serial.desc()).limit(limit)
        equal = {"owner": owner, "format": format, "outcome": outcome}
        statement = statement.where(*(debates.c[name] == value for name, value in equal.items() if value is not None))
        if status is not None:
            statement = statement.where(debates.c.status.in_(status))
        if before is not None:
            statement = statement.where(debates.c.serial < before)
        if origin is not None:
            statement = statement.where(debates.c.card.contains(card.origin_text(origin), autoescape=True))
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
        created_at=row.created_at, updated_at=row.updated_at, last_seq=row.last_seq, owner=row.owner,
        imported=bool(row.imported),
        spent=card.dollars(row.spent), unpriced=row.unpriced, calls=row.calls, serial=row.serial, **card.read(row.card),
    )  # fmt: skip
