"""Group commit: failures stay alone, loops come and go, and the thread ends with its store."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from dissoi.errors import ConflictError, StoreError
from dissoi.store.crash import CrashPoint
from dissoi.store.sql import SqlStore
from tests.store.samples import plain


def _commits(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a list will hold one entry of for each commit of the store's writer from now on."""
    seen: list[str] = []
    database = store._database  # pyright: ignore[reportPrivateUsage]
    opened = database.writer

    def writer() -> Engine:
        engine = opened()
        event.listen(engine, "commit", lambda *_: seen.append("commit"))
        return engine

    monkeypatch.setattr(database, "writer", writer)
    return seen


async def _blocked(store: SqlStore) -> tuple[asyncio.Task[Any], threading.Event]:
    """Hold the writer inside an operation, so that what is written next waits in its queue as one group."""
    entered, release = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(_: Connection) -> None:
        loop.call_soon_threadsafe(entered.set)
        release.wait()

    task = asyncio.create_task(store._writer.run("hold", hold))  # pyright: ignore[reportPrivateUsage]
    await entered.wait()
    return task, release


async def test_writes_that_wait_are_committed_together(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that waits while a commit goes on shares the next one."""
    commits = _commits(store, monkeypatch)
    holding, release = await _blocked(store)
    creates = asyncio.gather(*(store.create(f"d{n}", plain(f"d{n}", 3)) for n in range(50)))
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(holding, creates)
    assert len(commits) == 2
    assert len(store.debates()) == 50


async def test_refusal_fails_alone(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale writer's append in the middle of a group is refused; its neighbours are committed, still together."""
    ids = ("a", "stale", "b")
    commits = _commits(store, monkeypatch)
    for id in ids:
        await store.create(id, plain(id))
    await store.take("stale")
    commits.clear()
    holding, release = await _blocked(store)
    appends = asyncio.gather(*(store.append(id, 0, plain(id, 2)[1:]) for id in ids), return_exceptions=True)
    await asyncio.sleep(0)
    release.set()
    outcome = await appends
    await holding
    assert [type(o) for o in outcome] == [type(None), ConflictError, type(None)]
    assert [store.row(id).last_seq for id in ids] == [2, 1, 2]
    assert len(commits) == 2


async def test_broken_operation_fails_alone(store: SqlStore) -> None:
    """An operation that breaks a law of the database, or has a bug, is rolled back whole; its group is not."""

    def breaks(connection: Connection) -> None:
        connection.execute(text("UPDATE debates SET motion = 'changed'"))
        connection.execute(text("UPDATE events SET body = '{}'"))

    def bug(connection: Connection) -> None:
        connection.execute(text("UPDATE debates SET motion = 'changed'"))
        raise ZeroDivisionError

    await store.create("d", plain("d"))
    holding, release = await _blocked(store)
    writes = asyncio.gather(
        store.append("d", 0, plain("d", 2)[1:]),
        store._writer.run("breaks", breaks),  # pyright: ignore[reportPrivateUsage]
        store._writer.run("bug", bug),  # pyright: ignore[reportPrivateUsage]
        store.append("d", 0, plain("d", 3)[2:]),
        return_exceptions=True,
    )
    await asyncio.sleep(0)
    release.set()
    outcome = await writes
    await holding
    assert [type(o) for o in outcome] == [type(None), StoreError, ZeroDivisionError, type(None)]
    assert isinstance(outcome[1], StoreError)
    assert "never changed" in outcome[1].message
    row = store.row("d")
    assert (row.last_seq, row.motion) == (3, "Cats are better than dogs")


async def test_a_group_keeps_the_order_of_its_callers(store: SqlStore) -> None:
    """Appends that are queued in order are carried out in order, so each finds the one before it."""
    sealed = plain("d", 30)
    await store.create("d", sealed[:1])
    await asyncio.gather(*(store.append("d", 0, [link]) for link in sealed[1:]))
    assert store.events("d") == sealed


def test_several_loops_write_at_once(store: SqlStore) -> None:
    """One store serves the event loops of several threads."""

    def work(name: str) -> None:
        async def debate() -> None:
            sealed = plain(name, 10)
            await store.create(name, sealed[:1])
            for link in sealed[1:]:
                await store.append(name, 0, [link])

        asyncio.run(debate())

    threads = [threading.Thread(target=work, args=(f"d{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.row(f"d{n}").last_seq for n in range(4)] == [10] * 4


def test_a_loop_that_is_gone_stops_nobody(store: SqlStore) -> None:
    """A write whose event loop closed before the answer is carried out all the same, and the next loop is served."""

    async def leave() -> threading.Event:
        _, release = await _blocked(store)
        tasks.append(asyncio.create_task(store.create("left", plain("left"))))
        await asyncio.sleep(0)
        return release

    tasks: list[asyncio.Task[None]] = []
    loop = asyncio.new_event_loop()
    release = loop.run_until_complete(leave())
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    release.set()
    asyncio.run(store.create("next", plain("next")))
    assert [d.id for d in store.debates()] == ["next", "left"]


async def test_cancelled_write_is_still_whole(store: SqlStore) -> None:
    """Whoever stops waiting for a write leaves it queued: it is carried out once and whole."""
    holding, release = await _blocked(store)
    create = asyncio.create_task(store.create("d", plain("d", 3)))
    await asyncio.sleep(0)
    create.cancel()
    release.set()
    await holding
    await store.take("d")
    assert create.cancelled()
    assert len(store.events("d")) == 3


async def test_close_finishes_what_waits_and_refuses_the_rest(url: str) -> None:
    """A close waits for queued writes; a later write says that the store is closed; a second close does nothing."""
    store = SqlStore(url)
    creates = [asyncio.create_task(store.create(f"d{n}", plain(f"d{n}"))) for n in range(5)]
    await asyncio.sleep(0)
    store.close()
    await asyncio.gather(*creates)
    with pytest.raises(StoreError, match="closed"):
        await store.create("late", plain("late"))
    store.close()
    reopened = SqlStore(url)
    assert len(reopened.debates()) == 5
    reopened.close()


async def test_forgotten_store_leaves_no_thread(sqlite_url: str) -> None:
    """The writer's thread ends when its store is garbage."""
    before = _writers()
    store = SqlStore(sqlite_url)
    await store.create("d", plain("d"))
    (thread,) = _writers() - before
    del store
    gc.collect()
    thread.join(10)  # told to end at once; when it has ended is the scheduler's business
    assert not thread.is_alive()


def _writers() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if t.name == "dissoi-writer"}


_NEVER_CLOSED = """
import asyncio, sys
from dissoi.store import open_store
from tests.store.samples import plain
store = open_store(sys.argv[1])
asyncio.run(store.create("d", plain("d")))
print("written")
"""


def test_process_ends_though_nobody_closed(url: str) -> None:
    """A process that never closes its store ends by itself, in silence, with its writes kept."""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", _NEVER_CLOSED, url],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "written\n", "")
    store = SqlStore(url)
    assert store.row("d").last_seq == 1
    store.close()


_CRASHES = """
import asyncio, sys
from dissoi.store import open_store
from tests.store.samples import call, plain
async def main():
    store = open_store(sys.argv[1])
    sealed = plain("d", 9)
    await store.create("d", sealed[:1])
    journal = store.journal("d", await store.take("d"))
    for link in sealed[1:]:
        await journal.intend(call("d", link[0].hash))
        print(link[0].seq, flush=True)
        await journal.settle(link[0].hash, state="done", reply="{}")
        await store.append("d", 1, [link])
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("point", "seq", "calls", "done"),
    [
        ("append:3:before", 3, 3, 3),
        ("append:3:after", 4, 3, 3),
        ("settle:3:before", 3, 3, 2),
        ("settle:3:after", 3, 3, 3),
        ("intend:3:before", 3, 2, 2),
        ("intend:3:after", 3, 3, 2),
    ],
)
def test_kill_hook_hits_the_chosen_commit(
    sqlite_url: str, point: str, seq: int, calls: int, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``DISSOI_CRASH_AT`` kills the process before or after exactly that commit, and what was committed is there."""
    monkeypatch.setenv("DISSOI_CRASH_AT", point)
    ended = subprocess.run(
        [sys.executable, "-c", _CRASHES, sqlite_url], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == -9, ended.stderr
    monkeypatch.delenv("DISSOI_CRASH_AT")
    store = SqlStore(sqlite_url)
    states = [c.state for c in store.calls("d")]
    assert (store.row("d").last_seq, len(states), states.count("done")) == (seq, calls, done)
    store.close()


@pytest.mark.parametrize("setting", ["append", "append:x:before", "append:1:later", ":1:after", "append:1"])
def test_kill_hook_refuses_nonsense(setting: str) -> None:
    """A crash point that would never be reached is an error, not a test that passes."""
    with pytest.raises(Exception, match="DISSOI_CRASH_AT"):
        CrashPoint(setting)


def test_reading_starts_no_thread(sqlite_url: str) -> None:
    """A store that is only read has no writer."""
    before = _writers()
    store = SqlStore(sqlite_url)
    store.debates()
    assert _writers() <= before
    store.close()
