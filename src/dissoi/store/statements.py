"""Every writing statement, compiled once per database and then run as text: Core's own way costs twice the CPU.

The one place that chooses between the databases' dialects, for ``ON CONFLICT``. Not here: when a statement is run,
and what its row count means (``log.py``, ``journal.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Connection,
    CursorResult,
    Dialect,
    Table,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)

from dissoi.store.card import TYPES
from dissoi.store.schema import calls, debates, events, glances, inbox, speaking, tokens

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

Row = Mapping[str, Any]


class Statement:
    """One compiled statement. Parameters are named; those that the statement itself brings need not be given."""

    def __init__(self, statement: ClauseElement, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        self._sql = str(compiled)
        self._own = {name: value for name, value in (compiled.params or {}).items() if value is not None}

    def run(self, connection: Connection, row: Row) -> CursorResult[Any]:
        return connection.exec_driver_sql(self._sql, {**self._own, **row})

    def run_many(self, connection: Connection, rows: Sequence[Row]) -> None:
        if len(rows) == 1:
            connection.exec_driver_sql(self._sql, {**self._own, **rows[0]})
        elif rows:
            connection.exec_driver_sql(self._sql, [{**self._own, **row} for row in rows])


class Statements:
    """The statements in the dialect of one database; each is compiled when it is first wanted."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self.advance = lru_cache(maxsize=64)(self._advance)

    @cached_property
    def insert_debate(self) -> Statement:
        """No row is touched if the id exists."""
        columns = [c.name for c in debates.c if c.name != "serial"]
        return Statement(self.upsert(debates).on_conflict_do_nothing(index_elements=["id"]), self._dialect, columns)

    @cached_property
    def insert_event(self) -> Statement:
        return Statement(insert(events), self._dialect, [c.name for c in events.c])

    def _advance(self, changed: frozenset[str], resumed: bool, costly: bool) -> Statement:
        """The fence and the gap check at once: one row if the writer is the newest and nothing is missing, else none.

        ``changed``: summary columns to set. ``resumed``: ``status`` follows from whether the debate had started.
        ``costly``: the events add to what the debate cost.
        """
        values: dict[str, Any] = {
            name: bindparam(f"new_{name}") for name in ("last_seq", "last_hash", "updated_at", *sorted(changed))
        }
        if costly:
            for column in (debates.c.spent, debates.c.unpriced, debates.c.calls):
                values[column.name] = column + bindparam(f"more_{column.name}", type_=column.type)
        if resumed:
            started = exists().where(events.c.debate_id == bindparam("id_"), events.c.type == "debate.started")
            values["status"] = case((started, text("'running'")), else_=text("'new'"))
        statement = (
            update(debates)
            .where(
                debates.c.id == bindparam("id_"),
                debates.c.epoch == bindparam("epoch_"),
                debates.c.last_seq == bindparam("seq_"),
                debates.c.last_hash == bindparam("hash_"),
            )
            .values(values)
        )
        return Statement(statement, self._dialect)

    @cached_property
    def find_debate(self) -> Statement:
        columns = (debates.c.epoch, debates.c.last_seq, debates.c.last_hash)
        return Statement(select(*columns).where(debates.c.id == bindparam("id_")), self._dialect)

    @cached_property
    def take(self) -> Statement:
        statement = update(debates).where(debates.c.id == bindparam("id_"))
        values = {"epoch": debates.c.epoch + 1, "holder": bindparam("holder_", type_=debates.c.holder.type)}
        return Statement(statement.values(values).returning(debates.c.epoch), self._dialect)

    @cached_property
    def release(self) -> Statement:
        """Touches no row if somebody else has taken the debate since."""
        held = (debates.c.id == bindparam("id_"), debates.c.epoch == bindparam("epoch_"))
        return Statement(update(debates).where(*held).values(holder=literal_column("NULL")), self._dialect)

    @cached_property
    def hush(self) -> Statement:
        return Statement(delete(speaking).where(speaking.c.debate_id == bindparam("id_")), self._dialect)

    @cached_property
    def told(self) -> Statement:
        """The stored events that the card of a debate is made from."""
        wanted = events.c.type.in_([literal_column(f"'{type}'") for type in TYPES])
        statement = select(events.c.body).where(events.c.debate_id == bindparam("id_"), wanted)
        return Statement(statement.order_by(events.c.seq), self._dialect)

    @cached_property
    def mark_deleting(self) -> Statement:
        statement = update(debates).where(debates.c.id == bindparam("id_"), debates.c.deleting == literal_column("0"))
        return Statement(statement.values(deleting=literal_column("1")), self._dialect)

    @cached_property
    def deletes(self) -> tuple[Statement, ...]:
        """A whole debate, children first."""
        children = (
            delete(t).where(t.c.debate_id == bindparam("id_"))
            for t in (events, calls, inbox, glances, speaking, tokens)
        )
        return tuple(
            Statement(statement, self._dialect)
            for statement in (*children, delete(debates).where(debates.c.id == bindparam("id_")))
        )

    @cached_property
    def post(self) -> Statement:
        """Inserts nothing, and returns no id, if there is no such debate."""
        given: list[ColumnElement[Any]] = [
            bindparam(f"{name}_", type_=inbox.c[name].type) for name in ("kind", "body", "at")
        ]
        source = select(debates.c.id, *given).where(debates.c.id == bindparam("id_"))
        statement = insert(inbox).from_select(["debate_id", "kind", "body", "at"], source)
        return Statement(statement.returning(inbox.c.id), self._dialect)

    @cached_property
    def hold_debate(self) -> Statement:
        """The debate's row if the writer is the newest; nobody can take the debate over before the commit."""
        statement = select(debates.c.epoch).where(
            debates.c.id == bindparam("id_"), debates.c.epoch == bindparam("epoch_")
        )
        return Statement(statement.with_for_update(), self._dialect)

    @cached_property
    def intend(self) -> Statement:
        """A first intent gets the next ordinal; a later one keeps it. A finished call keeps its reply, untouched."""
        given = [c for c in calls.c if c.name not in ("debate_id", "ordinal")]
        values: list[ColumnElement[Any]] = [bindparam(f"{c.name}_", type_=c.type) for c in given]
        source = select(
            bindparam("debate_id_", type_=calls.c.debate_id.type),
            func.coalesce(func.max(calls.c.ordinal), literal_column("0")) + literal_column("1"),
            *values,
        ).where(calls.c.debate_id == bindparam("debate_id_"))
        statement = self.upsert(calls).from_select(["debate_id", "ordinal", *(c.name for c in given)], source)
        fresh = [c.name for c in given if c.name not in ("key", "usage", "attempts")]  # what was spent stays known
        return Statement(
            statement.on_conflict_do_update(
                index_elements=["debate_id", "key"],
                set_={name: statement.excluded[name] for name in fresh},
                where=calls.c.state != literal_column("'done'"),
            ),
            self._dialect,
        )

    @cached_property
    def settle(self) -> Statement:
        """Touches no row if the call is done already, or was never intended."""
        statement = update(calls).where(
            calls.c.debate_id == bindparam("debate_id_"),
            calls.c.key == bindparam("key_"),
            calls.c.state != literal_column("'done'"),
        )
        names = ("state", "reply", "usage", "attempts", "error")
        return Statement(statement.values({name: bindparam(f"{name}_") for name in names}), self._dialect)

    @cached_property
    def find_call(self) -> Statement:
        statement = select(calls.c.state).where(
            calls.c.debate_id == bindparam("debate_id_"), calls.c.key == bindparam("key_")
        )
        return Statement(statement, self._dialect)

    def upsert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        if self._dialect.name == "sqlite":
            from sqlalchemy.dialects.sqlite import insert as upsert

            return upsert(table)
        from sqlalchemy.dialects.postgresql import insert as upsert_postgresql  # 60 ms that SQLite need not wait for

        return upsert_postgresql(table)
