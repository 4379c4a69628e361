"""Short reads: one statement, one snapshot, one pooled connection, from any thread or process, writer or no writer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select
from sqlalchemy.exc import DBAPIError

from dissoi.store.database import Database


class Reading:
    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Row[Any]]:
        """Raises ``StoreError`` for whatever the driver says."""
        try:
            with self._database.reader().connect() as connection:
                return connection.execute(statement).all()
        except DBAPIError as error:
            raise self._database.explain(error) from error
