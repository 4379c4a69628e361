"""SQLite: how a file is opened for one writer and many readers, and what its failures mean.

WAL, so that readers never wait for the writer; ``synchronous=FULL``, so that a commit survives a power cut; ``BEGIN
IMMEDIATE``, so that a writer waits (5 s) before its first statement and not in the middle.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from dissoi.errors import StoreError

BUSY_SECONDS = 5
JOURNAL_BYTES = 16 * 1024 * 1024
CHECKPOINT_PAGES = 1000

Mode = Literal["mode=rw", "mode=ro&immutable=1"]


class SqliteFile:
    """One database file. Raises ``StoreError`` if it is missing and not to be made, or cannot be read."""

    def __init__(self, path: str, *, create: bool) -> None:
        self.path = Path(path).expanduser().absolute()
        self.label = f"The database {self.path}"
        try:
            if not self.path.exists():
                if not create:
                    raise StoreError(f"{self.label} does not exist.", hint="It is made by the first debate.")
                self.path.parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))  # debates are private to their owner
        except OSError as error:
            raise self.explain(error) from error
        self._mode: Mode = self._readable()
        self._reader: Engine | None = None

    def reader(self) -> Engine:
        if self._reader is None:
            self._reader = create_engine(
                "sqlite://",
                creator=self._connect_reader,
                poolclass=QueuePool,
                pool_size=4,
                max_overflow=28,
                paramstyle="named",
            )
        return self._reader

    def writer(self) -> Engine:
        engine = create_engine("sqlite://", creator=self._connect_writer, poolclass=NullPool, paramstyle="named")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def lock(self, connection: Connection) -> None:
        """``BEGIN IMMEDIATE`` did it."""

    def lacks_table(self, error: DBAPIError) -> bool:
        return "no such table" in str(error.orig)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.dispose()

    def _connect(self, mode: Mode) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self.path.as_uri()}?{mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,  # transactions are ours to begin
            check_same_thread=False,
        )

    def _connect_reader(self) -> sqlite3.Connection:
        connection = self._connect(self._mode)
        connection.execute("PRAGMA query_only = ON")
        connection.create_function("lower", 1, _lower, deterministic=True)  # SQLite's own knows only ASCII
        return connection

    def _connect_writer(self) -> sqlite3.Connection:
        connection = self._connect("mode=rw")
        try:
            _use_wal(connection)
            for pragma in (
                "synchronous = FULL",
                "foreign_keys = ON",
                f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
                f"journal_size_limit = {JOURNAL_BYTES}",
            ):
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _readable(self) -> Mode:
        """How the file can be read: WAL needs its two side files, which a read-only directory may not let it make.

        Where nothing can write, nothing changes, so the file may be read as it is; but not past a WAL that still holds
        commits, which such a reading would miss.
        """
        try:
            connection = self._connect("mode=rw")
            try:
                connection.execute("PRAGMA schema_version").fetchone()
                return "mode=rw"
            finally:
                connection.close()
        except sqlite3.Error as error:
            if _name(error) not in ("SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY_CANTINIT"):
                raise self.explain(error) from error
            wal = self.path.with_name(f"{self.path.name}-wal")
            if os.access(self.path.parent, os.W_OK) or (wal.exists() and wal.stat().st_size):
                raise self.explain(error) from error
            return "mode=ro&immutable=1"

    def explain(self, error: BaseException) -> StoreError:
        if isinstance(error, DBAPIError) and error.orig is not None:
            error = error.orig
        if isinstance(error, OSError):
            reason = (error.strerror or type(error).__name__).lower()
            return StoreError(f"{self.label} cannot be made: {reason}.", hint=self._access_hint())
        name = _name(error)
        for prefix, what, hint in _FAILURES:
            if name.startswith(prefix):
                return StoreError(f"{self.label} {what}.", hint=hint or self._access_hint())
        return StoreError(f"{self.label} failed: {error}.", hint="Run dissoi doctor.")

    def _access_hint(self) -> str:
        place = next(p for p in (self.path, *self.path.parents) if p.exists())
        return f"{place} belongs to {_owner(place)}; change its permissions, or point DISSOI_HOME elsewhere."


_DISK = "Free some space; nothing that was stored is lost, and dissoi resume goes on."
_FAILURES = (
    ("SQLITE_READONLY", "is read-only", ""),
    ("SQLITE_CANTOPEN", "cannot be opened", ""),
    ("SQLITE_PERM", "may not be opened", ""),
    ("SQLITE_FULL", "cannot grow: the disk is full", _DISK),
    ("SQLITE_IOERR", "cannot be read or written: the disk is full or failing", _DISK),
    (
        "SQLITE_BUSY",
        f"has been locked by another process for more than {BUSY_SECONDS} s",
        "Wait for that process, or end it, and try again.",
    ),
    ("SQLITE_NOTADB", "is not a database", "Move the file away, or put a copy back."),
    ("SQLITE_CORRUPT", "is damaged", "Move the file away, or put a copy back; sqlite3's .recover may save its rows."),
)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL, which it then stays in.

    Two processes that do so at once may stand in each other's way, and SQLite then fails one of them without the wait.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not _name(error).startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _name(error: BaseException) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def _lower(value: str | None) -> str | None:
    return value.lower() if value is not None else None


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, NotImplementedError):  # an owner without a name; a system without owners
        return f"user {path.stat().st_uid}"
