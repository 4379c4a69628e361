"""Schema changes: which revision a database is at, and how it reaches the newest. Alembic is imported only to move it.

The files of ``versions/`` are history and never change once released; a new one needs its number in
``schema.REVISIONS``. Not here: what the tables mean (``schema.py``).
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Text, column, select, table
from sqlalchemy.exc import DBAPIError

from dissoi.errors import StoreError
from dissoi.store.database import Database
from dissoi.store.schema import REVISIONS, VERSION_TABLE


def bring_up_to_date(database: Database) -> None:
    """Migrate ``database`` if it is behind. Raises ``StoreError`` if it is newer than this code or cannot be opened."""
    try:
        current = _revision(database)
        if current == REVISIONS[-1]:
            return
        if current is not None and current not in REVISIONS:
            raise StoreError(
                f"{database.label} was written by a newer Dissoi (schema {current}; this one knows {REVISIONS[-1]}).",
                hint="Upgrade Dissoi, or point DISSOI_HOME or DISSOI_DATABASE_URL elsewhere.",
            )
        engine = database.writer()
        try:
            with engine.begin() as connection:
                database.lock(connection)
                _upgrade(connection)
        finally:
            engine.dispose()
    except DBAPIError as error:
        raise database.explain(error) from error


def _revision(database: Database) -> str | None:
    """The revision of the database; None = it has no tables of ours yet."""
    with database.reader().connect() as connection:
        try:
            return connection.execute(select(column("version_num", Text)).select_from(table(VERSION_TABLE))).scalar()
        except DBAPIError as error:
            if database.lacks_table(error):
                return None
            raise


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
