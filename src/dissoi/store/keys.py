"""Secrets of grants: how one is made, and the hash by which the store knows it. The secret itself is stored nowhere.

Not here: what a grant lets its bearer do.
"""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32


def new_secret() -> str:
    """256 bits of chance, in characters that an address and a cookie can hold."""
    return secrets.token_urlsafe(BYTES)


def digest(secret: str) -> str:
    """SHA-256 in hex. A plain hash is enough for secrets that nobody can guess, and lets the store look them up."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
