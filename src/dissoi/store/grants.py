"""Tokens of owners and shares of debates: who may come in, by the hash of a secret that is stored nowhere.

An expired grant is not found. Not here: making and checking secrets, what a grant lets do (the web).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, or_, select

from dissoi.errors import ConflictError
from dissoi.store import log
from dissoi.store.port import Grant
from dissoi.store.presence import stamp
from dissoi.store.reading import Reading
from dissoi.store.schema import debates, tokens


def grant(connection: Connection, values: dict[str, Any]) -> int:
    """Returns the id; raises ``ConflictError`` for a hash that is there, ``UnknownNameError`` for no such debate."""
    connection.execute(delete(tokens).where(tokens.c.expires_at < stamp()))
    if connection.execute(select(tokens.c.id).where(tokens.c.hash == values["hash"])).first():
        raise ConflictError("This token is in use already.", hint="Make another one.")
    debate_id = values["debate_id"]
    if debate_id is not None and not connection.execute(select(debates.c.id).where(debates.c.id == debate_id)).first():
        raise log.unknown(debate_id)
    return connection.execute(insert(tokens).values(values).returning(tokens.c.id)).scalar_one()


def revoke(connection: Connection, id: int) -> bool:
    return bool(connection.execute(delete(tokens).where(tokens.c.id == id)).rowcount)


def grants(reading: Reading, **wanted: Any) -> list[Grant]:
    """Oldest first; a condition that is None is none."""
    conditions = [tokens.c[name] == value for name, value in wanted.items() if value is not None]
    return [_grant(row) for row in _rows(reading, conditions)]


def _rows(reading: Reading, conditions: Sequence[ColumnElement[bool]]) -> Sequence[Row[Any]]:
    valid = or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > stamp())
    return reading.rows(select(tokens).where(valid, *conditions).order_by(tokens.c.id))


def _grant(row: Row[Any]) -> Grant:
    return Grant(
        id=row.id, kind=row.kind, owner=row.owner, debate_id=row.debate_id, may=row.may, name=row.name,
        created_at=row.created_at, expires_at=row.expires_at,
    )  # fmt: skip
