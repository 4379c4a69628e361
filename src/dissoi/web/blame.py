"""Which member of a request an error is about, so that a form can show it at its box.

Found by trying: the member without which the same thing no longer goes wrong. Nothing is read out of sentences.
Not here: what is wrong (the code that raised), how it is told (``problems.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from dissoi.errors import DissoiError
from dissoi.web.bodies import SetupRequest

_TABLES = ("models", "styles")
MOST = 40
"""Members that are tried: nobody gives more but to keep the server busy."""
_LAST = ("motion", "format")
"""Tried last: what is wrong with the background of a motion, or with a number for a format, goes with them too."""


def member_of(request: SetupRequest, error: DissoiError, attempt: Callable[[SetupRequest], object]) -> str | None:
    """The dotted name of the member that is to blame for ``error`` of ``attempt(request)``; None = no single one is.

    ``attempt`` is made once more for each member that was given, up to ``MOST``.
    """
    for name, less in islice(_without_one(request), MOST):
        try:
            attempt(less)
        except DissoiError as other:
            if other.message == error.message:
                continue
        return name
    return None


def _without_one(request: SetupRequest) -> Iterator[tuple[str, SetupRequest]]:
    given = request.model_dump(exclude_none=True)
    for name in sorted(given, key=lambda name: name in _LAST):
        if name in _TABLES and isinstance(given[name], dict):
            entries: dict[str, Any] = getattr(request, name)
            for key in entries:
                rest = {other: entry for other, entry in entries.items() if other != key}
                yield f"{name}.{key}", request.model_copy(update={name: rest or None})
        else:
            yield name, request.model_copy(update={name: None})
