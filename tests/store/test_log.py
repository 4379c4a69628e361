"""The laws of the log: dense, append-only, one writer, all or nothing. Held on both databases."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import IntegrityError

from dissoi.errors import ConflictError, UnknownNameError
from dissoi.record.events import GENESIS, PhaseChanged, Sealed, faults, seal
from dissoi.store.sql import SqlStore
from tests.store.samples import AT, call, created, following, log, plain

_ids = (f"debate-{n}" for n in itertools.count())


class LogMachine(RuleBasedStateMachine):
    """One debate under writers of every kind, against a list that says what its log must hold."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__()
        self.store = store
        self.loop = asyncio.new_event_loop()
        self.id = next(_ids)
        self.log = plain(self.id)
        self.run(store.create(self.id, self.log))
        self.epoch = 0

    def run(self, write: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(write)

    def refused(self, epoch: int, sealed: list[Sealed], *, says: str) -> None:
        with pytest.raises(ConflictError, match=says):
            self.run(self.store.append(self.id, epoch, sealed))

    def next(self, count: int, phase: str = "next") -> list[Sealed]:
        return following(self.id, self.log, [PhaseChanged(phase=phase)] * count)

    @rule()
    def take(self) -> None:
        epoch = self.run(self.store.take(self.id))
        assert epoch > self.epoch
        self.epoch = epoch

    @rule(count=st.integers(0, 3), phase=st.text(max_size=5))
    def append(self, count: int, phase: str) -> None:
        sealed = self.next(count, phase)
        self.run(self.store.append(self.id, self.epoch, sealed))
        self.log += sealed

    @precondition(lambda self: self.epoch > 0)
    @rule(count=st.integers(1, 3), behind=st.integers(1, 2))
    def stale(self, count: int, behind: int) -> None:
        self.refused(self.epoch - behind, self.next(count), says="taken the debate .* over")

    @rule(skip=st.integers(1, 3))
    def gap(self, skip: int) -> None:
        self.refused(self.epoch, self.next(skip + 1)[skip:], says="missing")

    @rule()
    def hole(self) -> None:
        first, _, third = self.next(3)
        self.refused(self.epoch, [first, third], says="does not follow")

    @rule()
    def again(self) -> None:
        self.refused(self.epoch, self.log[-1:], says="there is one already")

    @rule()
    def another_past(self) -> None:
        link = seal(self.id, len(self.log) + 1, AT, PhaseChanged(phase="forged"), "f" * 64)
        self.refused(self.epoch, [link], says="broken chain")

    @rule()
    def another_debate(self) -> None:
        self.refused(self.epoch, plain("other"), says="cannot be stored in debate")

    @invariant()
    def holds(self) -> None:
        stored = self.store.events(self.id)
        assert stored == self.log
        assert not faults(stored)
        assert self.store.row(self.id).last_seq == len(self.log)

    def teardown(self) -> None:
        self.loop.close()


def test_log_holds_what_its_newest_writer_appended(store: SqlStore) -> None:
    """Whatever writers try, the log is what the newest one appended, in order; a refused append leaves nothing."""
    run_state_machine_as_test(
        lambda: LogMachine(store),  # pyright: ignore[reportArgumentType] - any factory will do
        settings=settings(max_examples=15, stateful_step_count=15, deadline=None),
    )


def _execute(store: SqlStore, statement: str) -> None:
    """Raw SQL past the store's own code."""
    engine = store._database.writer()  # pyright: ignore[reportPrivateUsage]
    try:
        with engine.begin() as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}' WHERE seq = 2",
        "UPDATE events SET seq = 9 WHERE seq = 3",
        "DELETE FROM events WHERE seq = 3",
        "DELETE FROM events",
        "DELETE FROM debates",
        "INSERT INTO events SELECT debate_id, 5, at, type, visibility, prev_hash, hash, body FROM events WHERE seq = 3",
        "INSERT INTO events SELECT debate_id, 3, at, type, visibility, prev_hash, hash, body FROM events WHERE seq = 2",
        "INSERT INTO events SELECT 'nobody', 1, at, type, visibility, prev_hash, hash, body FROM events WHERE seq = 1",
    ],
)
async def test_database_itself_refuses_to_change_a_log(store: SqlStore, statement: str) -> None:
    """No SQL changes an event, removes a single one, leaves a gap, doubles a number or writes to no debate."""
    sealed = plain("d", 3)
    await store.create("d", sealed)
    with pytest.raises(IntegrityError):
        _execute(store, statement)
    assert store.events("d") == sealed


@pytest.mark.postgres
async def test_postgres_refuses_to_truncate_events(postgres_url: str) -> None:
    """TRUNCATE, which fires no row trigger, is refused too."""
    store = SqlStore(postgres_url)
    await store.create("d", plain("d"))
    with pytest.raises(IntegrityError, match="never deleted"):
        _execute(store, "TRUNCATE events CASCADE")
    store.close()


async def test_replace_cannot_change_an_event(sqlite_url: str) -> None:
    """SQLite's REPLACE, which deletes without firing triggers, cannot overwrite an event."""
    store = SqlStore(sqlite_url)
    await store.create("d", plain("d", 2))
    with pytest.raises(IntegrityError):
        _execute(store, "REPLACE INTO events SELECT debate_id, 2, at, type, visibility, hash, hash, body FROM events")
    store.close()


async def test_deleting_is_final(store: SqlStore) -> None:
    """A debate that is marked as being deleted cannot be unmarked, so a mark cannot be used to edit a log."""
    await store.create("d", plain("d"))
    _execute(store, "UPDATE debates SET deleting = 1")
    with pytest.raises(IntegrityError):
        _execute(store, "UPDATE debates SET deleting = 0")


async def test_delete_removes_a_whole_debate_and_no_other(store: SqlStore) -> None:
    """A delete takes log, journal, inbox and row of one debate; its name is unknown then, and free."""
    for id in ("gone", "kept"):
        await store.create(id, plain(id, 2))
        await store.journal(id, 0).intend(call(id, "k"))
        await store.post(id, "stop", "{}")
    await store.delete("gone")
    assert (store.events("gone"), store.calls("gone"), store.inbox("gone")) == ([], [], [])
    assert (len(store.events("kept")), len(store.calls("kept")), len(store.inbox("kept"))) == (2, 1, 1)
    for refused in (store.delete("gone"), store.take("gone"), store.post("gone", "stop", "{}")):
        with pytest.raises(UnknownNameError):
            await refused
    with pytest.raises(ConflictError, match="no longer"):
        await store.append("gone", 0, plain("gone", 3)[2:])
    await store.create("gone", plain("gone"))


async def test_create_refuses_a_name_that_is_taken(store: SqlStore) -> None:
    """A second debate of the same id is refused and leaves the first as it was."""
    await store.create("d", plain("d", 3))
    with pytest.raises(ConflictError, match="already"):
        await store.create("d", plain("d", 1))
    assert len(store.events("d")) == 3


@pytest.mark.parametrize("part", [slice(0, 0), slice(1, 3)])
async def test_create_refuses_a_log_without_a_beginning(store: SqlStore, part: slice) -> None:
    """A debate begins with event 1."""
    with pytest.raises(ConflictError, match="begin"):
        await store.create("d", plain("d", 3)[part])
    assert store.debates() == []


async def test_epoch_of_a_new_debate_is_zero_and_rises_by_taking(store: SqlStore) -> None:
    """Each taker gets a higher epoch, and only the last one may write."""
    await store.create("d", plain("d"))
    first, second = await store.take("d"), await store.take("d")
    assert 0 < first < second
    with pytest.raises(ConflictError):
        await store.append("d", first, plain("d", 2)[1:])
    await store.append("d", second, plain("d", 2)[1:])


async def test_events_can_be_read_from_the_middle(store: SqlStore) -> None:
    """``after`` and ``limit`` cut the log by its numbers."""
    sealed = plain("d", 6)
    await store.create("d", sealed)
    assert store.events("d", after=2, limit=3) == sealed[2:5]
    assert store.events("d", after=6) == []
    assert store.events("nobody") == []


async def test_stored_text_is_the_text_that_was_hashed(store: SqlStore) -> None:
    """Bodies come back byte for byte, whatever the script, quotes and percent signs in them."""
    sealed = log("d", [created('Ünï 100 % "çödé" 日本 %(id)s :id \' 🐈')])
    await store.create("d", sealed)
    assert store.events("d") == sealed
    assert store.events("d")[0][0].prev_hash == GENESIS


async def test_append_commits_once_and_reads_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append is one fence, one insert and one commit: no SELECT, no savepoint."""
    store = SqlStore(sqlite_url)
    seen: list[str] = []
    opened = store._database.writer  # pyright: ignore[reportPrivateUsage]

    def writer() -> Engine:
        engine = opened()
        event.listen(engine, "before_cursor_execute", lambda *args: seen.append(args[2].split()[0]))
        event.listen(engine, "commit", lambda *_: seen.append("COMMIT"))
        return engine

    monkeypatch.setattr(store._database, "writer", writer)  # pyright: ignore[reportPrivateUsage]
    await store.create("d", plain("d"))
    seen.clear()
    await store.append("d", 0, plain("d", 3)[1:])
    assert seen == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
    store.close()
