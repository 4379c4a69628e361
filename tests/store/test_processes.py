"""Several processes on one database: readers beside a writer, two that create it at once, two that want one debate."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

from dissoi.errors import ConflictError
from dissoi.record.events import faults
from dissoi.store.sql import SqlStore
from tests.store.samples import plain

_WRITES = """
import asyncio, sys
from dissoi.store import open_store
from tests.store.samples import plain
async def main():
    store = open_store(sys.argv[1])
    sealed = plain("d", 400)
    await store.create("d", sealed[:1])
    print("begun", flush=True)
    for link in sealed[1:]:
        await store.append("d", 0, [link])
    store.close()
asyncio.run(main())
"""

_CREATES = """
import asyncio, sys
import alembic.command, dissoi.store.sql, dissoi.store.sqlite  # so that all are ready to race
from dissoi.store import open_store
from tests.store.samples import plain
print("ready", flush=True)
sys.stdin.readline()
store = open_store(sys.argv[1])
asyncio.run(store.create(sys.argv[2], plain(sys.argv[2])))
store.close()
"""


def _start(code: str, *arguments: str) -> subprocess.Popen[str]:
    command: Sequence[str] = [sys.executable, "-W", "error", "-c", code, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_reading_while_another_process_writes(url: str) -> None:
    """Whenever a reader looks, it sees a whole, valid prefix of the log, and a row that goes with some prefix."""
    writer = _start(_WRITES, url)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "begun\n"
    store = SqlStore(url)
    seen: list[int] = []
    while writer.poll() is None:
        row, stored = store.row("d"), store.events("d")
        assert not faults(stored)
        assert 1 <= row.last_seq <= len(stored)
        seen.append(len(stored))
    assert writer.communicate()[1] == ""
    assert seen == sorted(seen)
    assert store.events("d") == plain("d", 400)
    store.close()


def test_several_processes_create_the_database_at_once(url: str) -> None:
    """Processes that find no database at the same time make it once, and all of them write."""
    names = [f"d{n}" for n in range(4)]
    started = [_start(_CREATES, url, name) for name in names]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[1] for process in started] == [""] * 4
    store = SqlStore(url)
    assert sorted(d.id for d in store.debates()) == names
    store.close()


async def test_second_taker_wins(url: str) -> None:
    """Of two stores that advance one debate, as two processes have them, the later taker writes."""
    first, second = SqlStore(url), SqlStore(url)
    await first.create("d", plain("d"))
    stale, epoch = await first.take("d"), await second.take("d")
    await second.append("d", epoch, plain("d", 2)[1:])
    with pytest.raises(ConflictError, match="taken the debate d over"):
        await first.append("d", stale, plain("d", 3)[2:])
    assert len(first.events("d")) == 2
    first.close()
    second.close()
