"""PostgreSQL in trouble: unreachable, wrong password, restarted. No message holds a password."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dissoi.errors import StoreError
from dissoi.store import open_store
from dissoi.store.sql import SqlStore
from tests.store.samples import plain

pytestmark = pytest.mark.postgres


def test_unreachable_server(tmp_path: Path) -> None:
    """A server that does not answer is named, without the password of the URL."""
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        open_store(f"postgresql://me:secret@/debates?host={quote(str(tmp_path), safe='')}")
    assert str(tmp_path) in caught.value.message
    assert "secret" not in str(caught.value)


def test_missing_database(postgres_url: str) -> None:
    """A database that the server does not have is named."""
    with pytest.raises(StoreError, match=r"database_test.* does not exist"):
        open_store(postgres_url.replace("/test", "/no_such_database_test"))


def test_wrong_password(server: Any, postgres_url: str) -> None:
    """A refused password is reported as such and never shown."""
    rules = Path(server.pgdata) / "pg_hba.conf"
    before = rules.read_text()
    server.psql("CREATE ROLE guarded LOGIN PASSWORD 'right';")
    try:
        rules.write_text(f"local all guarded scram-sha-256\n{before}")
        server.psql("SELECT pg_reload_conf();")
        with pytest.raises(StoreError, match="refuses the user or the password") as caught:
            open_store(postgres_url.replace("postgres@", "guarded:wr0ng@"))
        assert "wr0ng" not in str(caught.value)
    finally:
        rules.write_text(before)
        server.psql("SELECT pg_reload_conf();")
        server.psql("DROP ROLE guarded;")


async def test_connections_that_the_server_closed_are_made_anew(server: Any, postgres_url: str) -> None:
    """After a restart of the server, the next write and the next read succeed by themselves."""
    store = SqlStore(postgres_url)
    await store.create("d", plain("d"))
    store.row("d")
    server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dissoi';")
    await store.append("d", 0, plain("d", 2)[1:])
    assert store.row("d").last_seq == 2
    store.close()
