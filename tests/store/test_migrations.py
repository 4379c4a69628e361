"""Migrations make the tables that the code expects, and Alembic is not loaded when there is nothing to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from dissoi.store import migrations
from dissoi.store.schema import REVISIONS, VERSION_TABLE, metadata
from dissoi.store.sql import SqlStore


def test_migrated_tables_are_those_of_the_schema(store: SqlStore) -> None:
    """Nothing differs between what the migrations made and what ``schema.py`` declares."""
    with store._database.reader().connect() as connection:  # pyright: ignore[reportPrivateUsage]
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISIONS[-1]


def test_code_knows_every_revision() -> None:
    """``REVISIONS`` lists the files of ``versions/`` from base to head."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(found)) == REVISIONS


def test_opening_again_loads_no_alembic(sqlite_url: str) -> None:
    """A database that is up to date is opened without Alembic, and the package itself loads no SQLAlchemy."""
    SqlStore(sqlite_url).close()
    code = (
        "import sys, dissoi.store; assert 'sqlalchemy' not in sys.modules;"
        "dissoi.store.open_store(sys.argv[1]).debates();"
        "assert 'alembic' not in sys.modules and 'sqlalchemy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, sqlite_url], check=True, timeout=60)
