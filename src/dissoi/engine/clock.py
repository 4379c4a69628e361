"""The wall clock and new names: the only place where time and randomness enter a debate. Order never depends on
them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case: no letters that look like digits


def now() -> datetime:
    return datetime.now(UTC)


def stamp(at: datetime | None = None) -> str:
    """ISO 8601 in UTC with milliseconds."""
    return (at or now()).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def new_id() -> str:
    """A debate id: 6 characters of time (sortable to about a minute, for ten centuries) and 8 of chance."""
    minutes = int(now().timestamp()) // 60
    head = "".join(_ALPHABET[(minutes >> shift) & 31] for shift in range(25, -1, -5))
    return head + "".join(secrets.choice(_ALPHABET) for _ in range(8))
