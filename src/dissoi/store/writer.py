"""Group commit: every write of a process goes through one thread, which commits all that is waiting with one fsync.

Two hundred debates that write at once cost a handful of commits, not two hundred, and no event loop ever waits for a
disk. An operation that is refused (it raises a ``DissoiError`` before it writes anything) fails alone; if one fails
otherwise, the group is rolled back and each of its operations runs again by itself, so that it, too, fails alone.
That costs no savepoint on the way that is nearly always taken.

Not here: what an operation does (``log.py``, ``journal.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from dissoi.errors import DissoiError, StoreError
from dissoi.store.crash import CrashPoint
from dissoi.store.database import Database

T = TypeVar("T")

GROUP = 512
"""Operations in one transaction at most, so that a burst cannot hold the write lock for long."""
_RETRY_STATES = ("40001", "40P01")  # serialization failure, deadlock: rolled back whole, and worth running again


@dataclass(slots=True)
class _Job:
    kind: str
    operation: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


_Queue = queue.SimpleQueue["_Job | None"]  # None = stop


class Writer:
    """The writing side of a store. ``run`` may be called from any number of event loops, in any threads."""

    def __init__(self, database: Database, crash: CrashPoint | None) -> None:
        self._database = database
        self._crash = crash
        self._lock = threading.Lock()
        self._queue: _Queue = queue.SimpleQueue()
        self._closed = False
        self._stop: Callable[[], object] | None = None

    async def run(self, kind: str, operation: Callable[[Connection], T]) -> T:
        """Carry out ``operation`` in a transaction; returns when it is durable. Raises what it raised.

        It may run twice (the first time rolled back), so it must change nothing but the database. Once queued it is
        carried out even if nobody waits for it any more.
        """
        loop = asyncio.get_running_loop()
        job = _Job(kind, operation, loop, loop.create_future())
        with self._lock:
            if self._closed:
                raise StoreError("The store is closed.", hint="Open it again.")
            if self._stop is None:
                self._start()
            self._queue.put(job)
        return await job.future

    def _start(self) -> None:
        work = _Work(self._queue, self._database, self._crash)
        thread = threading.Thread(target=work.run, name="dissoi-writer", daemon=True)
        # also at garbage collection and, before daemon threads are frozen, at the exit of the interpreter
        self._stop = weakref.finalize(self, _stop, self._queue, thread)
        thread.start()

    def close(self) -> None:
        """Finish what is queued, and stop. A second call does nothing."""
        with self._lock:
            self._closed = True
        if self._stop is not None:
            self._stop()


def _stop(jobs: _Queue, thread: threading.Thread) -> None:
    jobs.put(None)
    if thread is not threading.current_thread():
        thread.join()


class _Work:
    """What the thread does. It holds no ``Writer``, so that a forgotten one can be collected."""

    def __init__(self, jobs: _Queue, database: Database, crash: CrashPoint | None) -> None:
        self._jobs = jobs
        self._database = database
        self._crash = crash
        self._engine: Engine | None = None
        self._connection: Connection | None = None
        self._committing = False

    def run(self) -> None:
        open_ = True
        while open_:
            group: list[_Job] = []
            item = self._jobs.get()
            while item is not None:
                group.append(item)
                if len(group) == GROUP:
                    break
                try:
                    item = self._jobs.get_nowait()
                except queue.Empty:
                    break
            open_ = item is not None
            if group:
                self._commit(group)
                _answer(group)
                del group, item  # an idle thread keeps no operation, future or loop alive
        self._disconnect()

    def _commit(self, group: list[_Job], *, again: bool = False) -> None:
        try:
            self._transact(group)
        except Exception as error:  # noqa: BLE001 - it is handed to whoever waits; the thread must go on
            lost = isinstance(error, DBAPIError) and error.connection_invalidated and not self._committing
            if isinstance(error, DBAPIError):
                self._disconnect()
            if lost and not again:  # an idle connection that the server closed: nothing was written
                self._commit(group, again=True)
            elif len(group) > 1 and not self._committing and _one_is_to_blame(error):
                for job in group:
                    self._commit([job])
            else:
                for job in group:
                    job.error = self._database.explain(error) if isinstance(error, DBAPIError) else error

    def _transact(self, group: list[_Job]) -> None:
        """Carry out the whole group in one transaction, or raise and leave nothing of it."""
        self._committing = False
        connection = self._connect()
        with connection.begin() as transaction:
            for job in group:
                job.error = None
                try:
                    job.result = job.operation(connection)
                except DissoiError as refusal:
                    job.error = refusal
            if self._crash:
                self._crash.reached("before", [job.kind for job in group if job.error is None])
            self._committing = True
            transaction.commit()
        if self._crash:
            self._crash.reached("after", [job.kind for job in group if job.error is None])

    def _connect(self) -> Connection:
        if self._connection is None:
            self._engine = self._engine or self._database.writer()
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError):  # it may be broken already, which is why it goes
                connection.close()


def _one_is_to_blame(error: Exception) -> bool:
    """Whether an operation failed, rather than the database: then the others of its group can still succeed."""
    if isinstance(error, OperationalError):
        return getattr(error.orig, "sqlstate", None) in _RETRY_STATES
    return True


def _answer(group: list[_Job]) -> None:
    """Hand the outcomes to the event loops, each woken once. A loop that is gone has nobody who waits."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in group:
        loops.setdefault(job.loop, []).append(job)
    for loop, jobs in loops.items():
        with contextlib.suppress(RuntimeError):  # closed
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # whoever waited was cancelled
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)
