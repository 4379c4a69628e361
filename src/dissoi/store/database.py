"""What the store needs of a database, and which one a URL names. One class per kind: ``sqlite.py``, ``postgres.py``.

Not here: SQL. Everything that differs between the two kinds and is not SQL is behind ``Database``.
"""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from dissoi.errors import ConfigError, StoreError


class Database(Protocol):
    """A place for tables. ``label`` names it in messages and never holds a password."""

    label: str

    def reader(self) -> Engine:
        """The engine for short reads, each statement in a snapshot of its own; the same one every time."""
        ...

    def writer(self) -> Engine:
        """A new engine whose transactions may write; commits are durable. The caller disposes of it."""
        ...

    def lock(self, connection: Connection) -> None:
        """Let only this transaction change the schema until it ends."""
        ...

    def lacks_table(self, error: DBAPIError) -> bool: ...

    def explain(self, error: BaseException) -> StoreError:
        """One sentence for a failure of the driver: what happened, where, and what to do."""
        ...

    def close(self) -> None: ...


def database(url: str, *, create: bool) -> Database:
    """The database that ``url`` names. Raises ``ConfigError`` for a URL that names none."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # the message of neither may be shown: it can hold the password
        raise ConfigError("The database URL cannot be read.", hint=_HINT) from error
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        from dissoi.store.sqlite import SqliteFile

        if not parsed.database or parsed.database == ":memory:":
            raise ConfigError(
                "The database URL names no SQLite file, and a debate must outlive the process.", hint=_HINT
            )
        return SqliteFile(parsed.database, create=create)
    if backend in ("postgresql", "postgres"):
        from dissoi.store.postgres import PostgresServer

        return PostgresServer(parsed)
    raise ConfigError(f"The database URL names {backend!r}, which is neither SQLite nor PostgreSQL.", hint=_HINT)


_HINT = "Set DISSOI_DATABASE_URL to sqlite:///path or postgresql://user@host/name."
