"""Who asks, and what of a debate they may see: tokens, tickets, cookies, shares.

Secrets have 256 bits; the store knows their hashes alone (``store/keys.py``). A debate that is somebody else's and one
that does not exist are the same to whoever asks. Not here: which requests are refused before anybody asks who made
them (``guard.py``), how much one may take (``rates.py``).
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, cast

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from dissoi.engine.clock import is_id, now, stamp
from dissoi.errors import ConfigError, UnknownNameError
from dissoi.record import voting
from dissoi.settings import Settings, environment
from dissoi.store.keys import digest, new_secret
from dissoi.store.port import DebateRow, Grant, Store
from dissoi.web import bodies
from dissoi.web.problems import AuthError, ReadOnlyError
from dissoi.web.queries import refuse_unknown

HOST = voting.HOST
"""What the host is called: whoever owns the machine, as an owner the empty string."""
BROWSER = "browser"
"""The name of the grants that signing in by a ticket makes."""
TICKET_SECONDS = 600
TICKETS = 16
BROWSER_DAYS = 30
MEMORY_SECONDS = 2.0
"""How long a grant that was found counts without another look: a revoked one works no longer than this."""
MEMORY = 4096
TOKEN_LEAST = 16
"""Characters that ``DISSOI_TOKEN`` must have."""

_SECRET = re.compile(r"[\w-]{43}")


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who owns debates. ``owner``: as the store has it; ``name``: as people, and votes, have it."""

    owner: str
    name: str

    @property
    def host(self) -> bool:
        return self.owner == ""


@dataclass(frozen=True, slots=True)
class Visible:
    """A debate that the asker may see. ``voter``: under which name they vote, and whose live views count together;
    ``share``: by which share they see it, None = it is theirs."""

    row: DebateRow
    may: bodies.May
    voter: str
    share: Grant | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A cookie to be set. ``max_age`` in seconds. ``identity``: None = a share, which opens ``debate_id`` alone."""

    cookie: str
    value: str
    max_age: int
    identity: Identity | None = None
    debate_id: str | None = None


def host_token(env: Mapping[str, str]) -> str:
    """``DISSOI_TOKEN``; empty = it is not set. Raises ``ConfigError`` if it can be guessed."""
    token = env.get("DISSOI_TOKEN", "").strip()
    if token and len(token) < TOKEN_LEAST:
        raise ConfigError(
            f"DISSOI_TOKEN has fewer than {TOKEN_LEAST} characters.",
            hint="A token that dissoi token makes is a good one.",
        )
    return token


class Access:
    """``address``: where the page is reached. ``clock``: seconds that only go forward. ``token``: None = as
    ``DISSOI_TOKEN`` has it."""

    def __init__(
        self, store: Store, settings: Settings, *, address: str | None = None,
        clock: Callable[[], float] = time.monotonic, token: str | None = None,
    ) -> None:  # fmt: skip
        self.store = store
        self._secure = (address or "").startswith("https:")
        self.cookie = f"dissoi_{settings.port}"
        self._clock = clock
        token = host_token(environment(Path.cwd())) if token is None else token
        self._tokens = [digest(token), digest(_cookie_of(token))] if token else []
        self._token = token
        self._tickets: dict[str, float] = {}
        self._found: dict[str, tuple[float, Grant | None]] = {}

    # --- coming in

    def ticket(self) -> str:
        """A secret that signs the host in once, within ten minutes."""
        while len(self._tickets) >= TICKETS:
            del self._tickets[next(iter(self._tickets))]
        ticket = new_secret()
        self._tickets[digest(ticket)] = self._clock() + TICKET_SECONDS
        return ticket

    async def sign_in(
        self, connection: HTTPConnection, response: Response, *, ticket: str = "", token: str = "", share: str = ""
    ) -> bodies.Session:
        """Exchange one of them for a cookie, which ``response`` sets. Raises ``AuthError``."""
        if ticket:
            found = await self._by_ticket(ticket)
        elif token:
            found = await self._by_token(token)
        else:
            found = await self._by_share(share, connection.cookies)
        response.set_cookie(
            found.cookie, found.value, max_age=found.max_age, path="/", httponly=True, samesite="strict",
            secure=self._secure or connection.url.scheme == "https",
        )  # fmt: skip
        who = found.identity or await self.who(connection)
        owner, name, host = (who.owner, who.name, who.host) if who else (None, "guest", False)
        return bodies.Session(owner=owner, name=name, host=host, debate_id=found.debate_id)

    async def _by_ticket(self, ticket: str) -> SignedIn:
        given, expires = digest(ticket), 0.0
        for known in list(self._tickets):
            if hmac.compare_digest(known, given):
                expires = self._tickets.pop(known)
        if self._clock() >= expires:
            raise AuthError(
                "This address has been used already, or has expired.",
                hint="Sign in with a token: whoever runs the server makes one with dissoi token.",
            )
        secret, until = new_secret(), now() + timedelta(days=BROWSER_DAYS)
        await self.store.grant(digest(secret), "owner", "", None, "all", BROWSER, stamp(), stamp(until))
        return SignedIn(self.cookie, secret, BROWSER_DAYS * 86_400, Identity("", HOST))

    async def _by_token(self, token: str) -> SignedIn:
        token = token.strip()
        identity = await self._identity(token)
        if identity is None:
            raise AuthError("This token is not known, or is no longer valid.", hint="Ask whoever gave it to you.")
        if self._token and hmac.compare_digest(digest(token), self._tokens[0]):
            token = _cookie_of(token)
        grant = await self._grant(token)
        return SignedIn(self.cookie, token, _seconds(grant), identity)

    async def _by_share(self, share: str, cookies: Mapping[str, str]) -> SignedIn:
        """A browser that opens the link again stays the same visitor, and so keeps its vote."""
        grant = await self._grant(share.strip())
        if grant is None or grant.kind != "share" or grant.debate_id is None:
            raise AuthError("This link is no longer valid.", hint="Ask whoever gave it to you for another one.")
        name = self._share_cookie(grant.debate_id)
        token, _, visitor = cookies.get(name, "").partition(".")
        if token != share.strip() or not _SECRET.fullmatch(visitor):
            visitor = new_secret()
        return SignedIn(name, f"{share.strip()}.{visitor}", _seconds(grant), debate_id=grant.debate_id)

    async def sign_out(self, connection: HTTPConnection, response: Response) -> None:
        """Forget the owner's cookie; a grant that only this browser has ends with it."""
        secret = connection.cookies.get(self.cookie, "")
        grant = await self._grant(secret)
        if grant is not None and grant.owner == "" and grant.name == BROWSER:
            await self.revoke(grant.id)
        response.delete_cookie(self.cookie, path="/", httponly=True, samesite="strict")

    # --- who asks

    async def who(self, connection: HTTPConnection) -> Identity | None:
        """The owner who asks. A token in the header counts alone; without one, the cookie does."""
        bearer = _bearer(connection)
        secret = connection.cookies.get(self.cookie, "") if bearer is None else bearer
        return await self._identity(secret)

    async def sees(self, connection: HTTPConnection, row: DebateRow) -> Visible | None:
        """What the asker may do with a debate; None = it is none of theirs."""
        identity = await self.who(connection)
        if identity is not None and identity.owner == row.owner:
            return Visible(row, "owner", identity.name)
        bearer = _bearer(connection)
        cookie = connection.cookies.get(self._share_cookie(row.id), "") if bearer is None else bearer
        secret, _, visitor = cookie.partition(".")
        grant = await self._grant(secret)
        if grant is None or grant.kind != "share" or grant.debate_id != row.id:
            return None
        voter = "web." + hashlib.sha256(f"{grant.id} {visitor}".encode()).hexdigest()[:10]
        return Visible(row, "vote" if grant.may == "vote" else "watch", voter, grant)

    async def visible(self, debate_id: str, connection: HTTPConnection) -> Visible:
        """A debate that the asker may see. Raises ``UnknownNameError`` if there is none or it is somebody else's,
        ``AuthError`` for both if nobody is signed in."""
        seen = None
        if is_id(debate_id):
            try:
                row = await asyncio.to_thread(self.store.row, debate_id)
            except UnknownNameError:
                row = None
            seen = await self.sees(connection, row) if row is not None else None
        if seen is not None:
            return seen
        if await self.who(connection) is None:
            raise _nobody()
        raise UnknownNameError("debate", debate_id[:100], hint="It may have been deleted, or it is not yours.")

    def _share_cookie(self, debate_id: str) -> str:
        return f"{self.cookie}_s_{debate_id}"

    async def _identity(self, secret: str) -> Identity | None:
        given = digest(secret)
        if any(hmac.compare_digest(known, given) for known in self._tokens):
            return Identity("", HOST)
        grant = await self._grant(secret)
        return Identity(grant.owner, grant.owner or HOST) if grant is not None and grant.kind == "owner" else None

    async def _grant(self, secret: str) -> Grant | None:
        if not _SECRET.fullmatch(secret):
            return None
        hash, at = digest(secret), self._clock()
        until, grant = self._found.get(hash, (0.0, None))
        if at >= until:
            grant = await asyncio.to_thread(self.store.find_grant, hash)
            if len(self._found) >= MEMORY:
                self._found.clear()
            self._found[hash] = (at + MEMORY_SECONDS, grant)
        return grant

    # --- shares

    async def share(self, row: DebateRow, may: Literal["watch", "vote"], days: float) -> bodies.Share:
        """A new share of a debate, with its secret, which is told this once."""
        secret, made, until = new_secret(), stamp(), stamp(now() + timedelta(days=days))
        id = await self.store.grant(digest(secret), "share", row.owner, row.id, may, "", made, until)
        return bodies.Share(id=id, may=may, created_at=made, expires_at=until, token=secret)

    async def revoke(self, id: int) -> bool:
        """End a token or share. Whether there was one. In this process it ends at once."""
        was = await self.store.revoke(id)
        self._found.clear()
        return was


def _cookie_of(token: str) -> str:
    """What a browser is given for ``DISSOI_TOKEN``: it works as long as that does, and does not tell it."""
    return hmac.new(token.encode(), b"dissoi cookie", hashlib.sha256).hexdigest()


def _seconds(grant: Grant | None) -> int:
    """How long the cookie of a grant may live: never longer than the grant."""
    most = BROWSER_DAYS * 86_400
    if grant is None or grant.expires_at is None:
        return most
    return max(1, min(most, int((datetime.fromisoformat(grant.expires_at) - now()).total_seconds())))


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


# --- for routes


def access_of(connection: HTTPConnection) -> Access:
    return cast("Access", connection.app.state.access)


async def asker(connection: HTTPConnection) -> Identity:
    """The owner who asks. Raises ``AuthError`` if nobody is signed in."""
    identity = await access_of(connection).who(connection)
    if identity is None:
        raise _nobody()
    refuse_unknown(connection)
    return identity


Asker = Annotated[Identity, Depends(asker)]


async def visible(debate_id: str, connection: HTTPConnection) -> Visible:
    """The debate of the path. Raises as ``Access.visible`` does, and for query parameters that the route has not."""
    seen = await access_of(connection).visible(debate_id, connection)
    refuse_unknown(connection)
    return seen


async def owned(seen: Annotated[Visible, Depends(visible)]) -> Visible:
    """The debate of the path, if it is the asker's own. Raises ``ReadOnlyError`` if it was only shared."""
    if seen.may != "owner":
        raise ReadOnlyError("This link lets you watch the debate, not change it.", hint="Ask whoever runs it.")
    return seen


def refuse_readers(seen: Visible) -> None:
    """Raises ``ReadOnlyError`` for whoever may only watch."""
    if seen.may == "watch":
        raise ReadOnlyError("This link lets you watch, not vote.", hint="Ask whoever runs it for another one.")


def _nobody() -> AuthError:
    return AuthError("Sign in to see this.", hint="Open the address that dissoi serve shows, or paste a token.")
