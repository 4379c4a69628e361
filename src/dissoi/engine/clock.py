"""The wall clock and new names: the only place where time and randomness enter a debate. Order never depends on
them."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case: no letters that look like digits
_ID = re.compile(r"[\w-]{1,100}", re.ASCII)


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


def is_id(text: str) -> bool:
    """Can ``text`` be the id of a debate: a word that stands in addresses, file names and cookies as it is?"""
    return _ID.fullmatch(text) is not None


def is_stamp(text: str) -> bool:
    """Is ``text`` a moment, as ``stamp`` writes it or in another spelling of ISO 8601 with a zone?"""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
