"""The memory: ``open_store(url)`` gives the log, the list of debates, the inbox and the call journal (``port.py``).

Importing this package costs nothing: SQLAlchemy is loaded by the first ``open_store``, Alembic only by a migration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dissoi.store.port import Store


def open_store(url: str, *, create: bool = True) -> Store:
    """Open the database at ``url`` (``sqlite:///path`` or ``postgresql://...``) and bring its schema up to date.

    ``create``: make a missing SQLite file and its directories. Raises ``StoreError`` (unreachable, read-only while a
    migration is due, full, corrupt, locked, newer than this Dissoi, missing) and ``ConfigError`` (not such a URL, no
    driver).
    """
    from dissoi.store.sql import SqlStore

    return SqlStore(url, create=create)
