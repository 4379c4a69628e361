"""The call journal of one debate: intents and replies of model calls, kept in the table ``calls``.

Laws: only the newest writer may intend; ordinals count first intents, densely from 1; a reply that is stored is never
lost again, whoever writes later. Not here: when a call is made or answered from the journal (the gateway).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import Connection, Row, select

from dissoi.errors import ConflictError
from dissoi.models.port import CallRecord
from dissoi.record.usage import Usage
from dissoi.store import log
from dissoi.store.reading import Reading
from dissoi.store.schema import calls
from dissoi.store.statements import Statements
from dissoi.store.writer import Writer


class SqlJournal:
    """Implements ``models.port.Journal``. Raises ``ConflictError`` (stale epoch, never intended), ``StoreError``."""

    def __init__(self, debate_id: str, epoch: int, reading: Reading, writer: Writer, statements: Statements) -> None:
        self._debate_id = debate_id
        self._epoch = epoch
        self._reading = reading
        self._writer = writer
        self._statements = statements

    async def find(self, key: str) -> CallRecord | None:
        """The call with this key as it is stored now: an older writer may have settled it since it was last read."""
        return next(iter(await asyncio.to_thread(read_calls, self._reading, self._debate_id, key)), None)

    async def intend(self, record: CallRecord) -> None:
        """Store the intent. ``record.ordinal`` is not read: the journal counts. A call that is done stays as it is.

        An intent after a failed or lost call forgets its error, but not its usage and attempts (they may have cost).
        """
        if record.debate_id != self._debate_id:
            raise ConflictError(f"A call of debate {record.debate_id} cannot be journalled in {self._debate_id}.")
        row = {
            "debate_id_": record.debate_id, "key_": record.key, "role_": record.role, "model_": record.model,
            "prompt_name_": record.prompt_name, "sample_": record.sample, "prompt_chars_": record.prompt_chars,
            "shared_chars_": record.shared_chars, "own_chars_": record.own_chars, "state_": "intended",
            "reserved_": None if record.reserved is None else str(record.reserved), "reply_": None, "usage_": None,
            "attempts_": 0, "error_": None, "at_": record.at, "asked_": record.asked,
        }  # fmt: skip
        await self._writer.run("intend", lambda connection: self._intend(connection, row))

    def _intend(self, connection: Connection, row: dict[str, Any]) -> None:
        held = {"id_": self._debate_id, "epoch_": self._epoch}
        if self._statements.hold_debate.run(connection, held).first() is None:
            gone = self._statements.find_debate.run(connection, {"id_": self._debate_id}).first() is None
            raise log.deleted(self._debate_id) if gone else log.taken_over(self._debate_id)
        self._statements.intend.run(connection, row)

    async def settle(
        self,
        key: str,
        *,
        state: Literal["done", "failed"],
        reply: str | None = None,
        usage: Usage | None = None,
        attempts: int = 0,
        error: str | None = None,
    ) -> None:
        """Store the outcome of a call. No epoch is asked for: a reply that was paid for serves the next writer too."""
        row = {
            "debate_id_": self._debate_id, "key_": key, "state_": state, "reply_": reply,
            "usage_": None if usage is None else usage.model_dump_json(exclude_defaults=True), "attempts_": attempts,
            "error_": error,
        }  # fmt: skip
        await self._writer.run("settle", lambda connection: self._settle(connection, row))

    def _settle(self, connection: Connection, row: dict[str, Any]) -> None:
        if self._statements.settle.run(connection, row).rowcount:
            return
        place = {"debate_id_": row["debate_id_"], "key_": row["key_"]}
        if self._statements.find_call.run(connection, place).first() is None:
            raise ConflictError(f"A call of debate {self._debate_id} was settled that nobody had intended.")

    async def calls(self) -> list[CallRecord]:
        return await asyncio.to_thread(read_calls, self._reading, self._debate_id)


def read_calls(reading: Reading, debate_id: str, key: str | None = None) -> list[CallRecord]:
    """The calls of a debate in the order of their first intent, or the one with ``key``."""
    statement = select(calls).where(calls.c.debate_id == debate_id).order_by(calls.c.ordinal)
    rows: Sequence[Row[Any]] = reading.rows(statement if key is None else statement.where(calls.c.key == key))
    return [_record(row) for row in rows]


def _record(row: Row[Any]) -> CallRecord:
    return CallRecord(
        key=row.key, debate_id=row.debate_id, ordinal=row.ordinal, role=row.role, model=row.model,
        prompt_name=row.prompt_name, sample=row.sample, prompt_chars=row.prompt_chars, shared_chars=row.shared_chars,
        own_chars=row.own_chars, state=row.state, reserved=None if row.reserved is None else Decimal(row.reserved),
        reply=row.reply, usage=None if row.usage is None else Usage.model_validate_json(row.usage),
        attempts=row.attempts, error=row.error, at=row.at, asked=row.asked,
    )  # fmt: skip
