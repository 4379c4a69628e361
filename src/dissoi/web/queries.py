"""Refuses query parameters that a route does not have, as bodies refuse keys: a misspelt filter would list everything.

Asked by ``access.py`` once it knows who asks, so that a stranger learns nothing. Not here: what a
parameter may be (the routes).
"""

from __future__ import annotations

from collections.abc import Iterator

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from dissoi.errors import UsageError
from dissoi.record.text import flat


class QueryError(UsageError):
    """``field``: the parameter."""

    def __init__(self, field: str, known: list[str]) -> None:
        hint = f"There are {', '.join(known)}." if known else "This address takes no query parameters."
        super().__init__(f"The query parameter {field!r} is not known here.", hint=hint)
        self.field = field


def refuse_unknown(connection: HTTPConnection) -> None:
    """Raises ``QueryError``. WebSockets pass: what they do not know, they have never read."""
    route = connection.scope.get("route")
    if not isinstance(route, APIRoute):
        return
    known = list(dict.fromkeys(_names(route.dependant)))
    for name in connection.query_params:
        if name not in known:
            raise QueryError(flat(name)[:60], known)


def _names(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _names(inner)
