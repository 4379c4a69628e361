"""SQLite files in trouble: read-only, full, corrupt, locked, missing, newer. Each is one sentence; nothing is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from dissoi.errors import ConfigError, StoreError
from dissoi.store import open_store, sqlite
from dissoi.store.sql import SqlStore
from tests.store.samples import plain


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def _filled(url: str) -> Path:
    """A database with one debate, closed."""
    store = SqlStore(url)
    asyncio.run(store.create("d", plain("d", 3)))
    store.close()
    return _path(url)


def test_opening_makes_the_directories_and_a_private_file(sqlite_url: str) -> None:
    """A new database is made with its directories and is readable by its owner alone."""
    path = _filled(sqlite_url)
    assert path.stat().st_mode & 0o077 == 0
    assert sorted(p.name for p in path.parent.iterdir()) == ["dissoi.db"]  # closed whole: no side files stay


def test_missing_file_is_not_made_when_only_reading(sqlite_url: str) -> None:
    """``create=False`` refuses a file that is not there, and makes nothing."""
    with pytest.raises(StoreError, match="does not exist") as caught:
        open_store(sqlite_url, create=False)
    assert str(_path(sqlite_url)) in caught.value.message
    assert not _path(sqlite_url).parent.exists()


def test_commits_survive_a_power_cut(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer's connection has WAL, a full sync, foreign keys, a bounded journal and a wait of five seconds."""
    _filled(sqlite_url)
    file = sqlite.SqliteFile(str(_path(sqlite_url)), create=False)
    engine = file.writer()
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "journal_size_limit", "wal_autocheckpoint")
    with engine.connect() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
    engine.dispose()
    assert found == ["wal", 2, 1, 5000, sqlite.JOURNAL_BYTES, sqlite.CHECKPOINT_PAGES]


def test_readers_cannot_write(sqlite_url: str) -> None:
    """A read connection refuses writes, so that every write passes the writer."""
    _filled(sqlite_url)
    file = sqlite.SqliteFile(str(_path(sqlite_url)), create=False)
    with file.reader().connect() as connection, pytest.raises(OperationalError):
        connection.exec_driver_sql("DELETE FROM inbox")
    file.close()


@pytest.mark.parametrize("content", [b"this is not a database, but it is long enough to be one" * 20, b"\0" * 4096])
def test_file_of_another_kind_is_refused(sqlite_url: str, content: bytes) -> None:
    """A file that is no database is named and left as it is."""
    path = _path(sqlite_url)
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is not a database") as caught:
        open_store(sqlite_url)
    assert str(path) in caught.value.message
    assert path.read_bytes() == content


def test_damaged_file_is_refused_when_it_is_read(sqlite_url: str) -> None:
    """Damage inside the file is reported as such."""
    path = _filled(sqlite_url)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises(StoreError, match=r"is damaged|is not a database"):
        open_store(sqlite_url).debates()


def test_newer_database_is_refused(sqlite_url: str) -> None:
    """A database at a revision that this code does not know is not touched."""
    path = _filled(sqlite_url)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE dissoi_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Dissoi"):
        open_store(sqlite_url)
    assert path.read_bytes() == before


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://u:secret@h/d", "nonsense", "http//:x@y"])
def test_url_of_no_database_is_refused_without_its_password(url: str) -> None:
    """A URL that names no file or server we know is a configuration error that repeats no password."""
    with pytest.raises(ConfigError) as caught:
        open_store(url)
    assert "secret" not in str(caught.value)
    assert "DISSOI_DATABASE_URL" in caught.value.hint


def test_parent_that_is_a_file(tmp_path: Path) -> None:
    """A directory that cannot be made is named with its owner."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made") as caught:
        open_store(f"sqlite:///{tmp_path}/file/dissoi.db")
    assert str(tmp_path / "file") in caught.value.hint


async def test_locked_database_is_waited_for_and_then_named(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write behind another process's lock fails after the wait, and succeeds when the lock is gone."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    store = SqlStore(sqlite_url)
    await store.create("d", plain("d"))
    other = sqlite3.connect(_path(sqlite_url), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another process"):
        await store.append("d", 0, plain("d", 2)[1:])
    assert store.row("d").last_seq == 1
    other.execute("ROLLBACK")
    await store.append("d", 0, plain("d", 2)[1:])
    other.close()
    store.close()


async def test_full_disk_loses_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no room left an append fails whole, reading goes on, and with room again the same append succeeds."""
    connect = sqlite.SqliteFile._connect_writer  # pyright: ignore[reportPrivateUsage]
    pages = 30

    def small(file: sqlite.SqliteFile) -> sqlite3.Connection:
        connection = connect(file)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(sqlite.SqliteFile, "_connect_writer", small)
    store = SqlStore(sqlite_url)
    sealed = plain("d", 2000)
    await store.create("d", sealed[:1])
    with pytest.raises(StoreError, match="disk is full") as caught:
        await store.append("d", 0, sealed[1:])
    assert "Free some space" in caught.value.hint
    assert store.events("d") == sealed[:1]
    pages = 10_000
    await store.append("d", 0, sealed[1:])
    assert store.events("d") == sealed
    store.close()


def _run(code: str, url: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", code, url]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


_LIMITED = """
import asyncio, resource, sys
from dissoi.errors import StoreError
from dissoi.store import open_store
from tests.store.samples import plain
async def main():
    store = open_store(sys.argv[1])
    sealed = plain("d", 3000)
    await store.create("d", sealed[:1])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        await store.append("d", 0, sealed[1:])
    except StoreError as error:
        print(error.message)
    assert store.events("d") == sealed[:1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.append("d", 0, sealed[1:])
    assert store.events("d") == sealed
    store.close()
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
def test_write_that_the_system_refuses_loses_nothing(sqlite_url: str) -> None:
    """The same when it is the operating system that lets the file grow no further."""
    ended = _run(_LIMITED, sqlite_url)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "disk is full" in ended.stdout


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory that every user may enter (pytest's own are private)."""
    directory = Path(tempfile.mkdtemp(prefix="dissoi-ro-"))
    directory.chmod(0o755)
    yield directory
    for path in (directory, *directory.rglob("*")):
        path.chmod(0o700)
    shutil.rmtree(directory)


_AS_NOBODY = """
import asyncio, os, sys
import dissoi.store.journal, dissoi.store.sql, dissoi.store.sqlite, sqlalchemy.dialects.sqlite.pysqlite
from dissoi.errors import StoreError
from tests.store.samples import call, plain
if os.geteuid() == 0:  # whom no permission stops
    os.setgid(65534)
    os.setuid(65534)
try:
    store = dissoi.store.sql.SqlStore(sys.argv[1])
except StoreError as error:
    sys.exit(str(error))
print([d.id for d in store.debates()], len(store.events("d")), store.resolve("last"), store.calls("d"))
try:
    asyncio.run(store.append("d", 0, plain("d", 4)[3:]))
except StoreError as error:
    print(error)
store.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")
@pytest.mark.parametrize("writing", [False, True])
def test_read_only_home_can_be_read(open_directory: Path, writing: bool) -> None:
    """Where a user may only read, list and show work, beside a writer too; a write names the file and its owner."""
    url = f"sqlite:///{open_directory}/dissoi.db"
    path = _filled(url)
    store = SqlStore(url)
    if writing:
        asyncio.run(store.take("d"))
    for file in open_directory.iterdir():
        file.chmod(0o444)
    open_directory.chmod(0o555)
    ended = _run(_AS_NOBODY, url)
    store.close()
    assert (ended.returncode, ended.stderr) == (0, "")
    read, refused = ended.stdout.splitlines()
    assert read == "['d'] 3 d []"
    assert refused.startswith(f"The database {path} is read-only.")
    assert f"{path} belongs to {path.owner()}" in refused


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")
def test_read_only_copy_with_an_unread_journal_is_not_read_past_it(open_directory: Path) -> None:
    """A WAL that cannot be read is never ignored: the copy is refused rather than shown without its last events."""
    url = f"sqlite:///{open_directory}/home/dissoi.db"
    store = SqlStore(url)
    asyncio.run(store.create("d", plain("d", 3)))
    copy = open_directory / "copy"
    copy.mkdir()
    for name in ("dissoi.db", "dissoi.db-wal"):
        shutil.copy(open_directory / "home" / name, copy / name)
        (copy / name).chmod(0o444)
    copy.chmod(0o555)
    ended = _run(_AS_NOBODY, f"sqlite:///{copy}/dissoi.db")
    store.close()
    assert ended.returncode == 1
    assert "cannot be opened" in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")
def test_file_that_may_not_be_read(open_directory: Path) -> None:
    """A file of somebody else is named with its owner."""
    url = f"sqlite:///{open_directory}/dissoi.db"
    path = _filled(url)
    path.chmod(0)
    ended = _run(_AS_NOBODY, url)
    assert ended.returncode == 1
    assert f"{path} cannot be opened. {path} belongs to {path.owner()}" in ended.stderr
    assert os.access(open_directory, os.R_OK)
