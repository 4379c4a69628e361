"""What the engine and the faces may ask of the memory: the log, the list of debates, the inbox, the call journal.

Reads are plain functions (call them in a thread from async code); writes are coroutines, durable when they return.
Not here: SQL (``sql.py``), grouping of commits (``writer.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, Protocol

from dissoi.models.port import CallRecord, Journal
from dissoi.record.events import Sealed

if TYPE_CHECKING:
    from dissoi.store.presence import Pulse


@dataclass(frozen=True, slots=True)
class DebateRow:
    """One debate as the list shows it; kept up to date by every append. Times are ISO 8601 UTC.

    ``owner``: empty = the host. ``lineup``: side -> model (several seats: joined by commas). ``judges``: None = not
    known before it begins. ``origin``: the debate it was forked from. ``spent``: USD, the known part, to a
    billionth; ``unpriced``: calls of unknown price. ``serial``: order of arrival. ``imported``: what its setup says was
    not said here.
    """

    id: str
    motion: str
    format: str
    status: Literal["new", "running", "paused", "finished"]
    outcome: str | None
    winner: str | None
    created_at: str
    updated_at: str
    last_seq: int
    owner: str
    imported: bool
    lineup: dict[str, str]
    tags: tuple[str, ...]
    judges: int | None
    origin: str | None
    spent: Decimal
    unpriced: int
    calls: int
    serial: int

    @property
    def over(self) -> bool:
        """As ``DebateView.over``."""
        return self.status == "finished" and self.outcome != "unresolved"


@dataclass(frozen=True, slots=True)
class Message:
    """Something a person sent to a debate that another process may be advancing. ``body`` is JSON.

    A vote: ``ballot``, ``voter``, ``choice`` (null abstains), and maybe ``reason``, ``withdraw`` (the voter takes the
    vote back) or ``close`` (the host closes the ballot now).
    """

    id: int  # increasing within the store
    debate_id: str
    kind: Literal["vote", "turn", "stop", "pause"]
    body: str
    at: str


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token or a share lets its bearer do. ``name``: what its owner calls it. Times are stamps, UTC."""

    id: int
    kind: Literal["owner", "share"]
    owner: str
    debate_id: str | None
    may: Literal["all", "watch", "vote"]
    name: str
    created_at: str
    expires_at: str | None


class Store(Protocol):
    # --- writes: raise ConflictError (stale epoch, gap, exists), StoreError (read-only, full, corrupt, locked)
    async def create(
        self, debate_id: str, sealed: Sequence[Sealed], *, owner: str = "", holder: str | None = None,
        imported: bool = False,
    ) -> None:  # fmt: skip
        """A new debate with its first events (seq 1..n): one event for a new one, many for a fork or an import.

        ``holder``: the worker that promises to advance it. ``imported``: the log came from elsewhere.
        """
        ...

    async def take(self, debate_id: str, holder: str | None = None) -> int:
        """Become the writer: raise the epoch and return it. Every older writer's next write fails.

        ``holder``: the worker that advances the debate from now on; None = nobody does.
        """
        ...

    async def release(self, debate_id: str, epoch: int) -> None:
        """Say that nobody advances the debate any more, unless somebody else has taken it."""
        ...

    async def append(self, debate_id: str, epoch: int, sealed: Sequence[Sealed]) -> None:
        """Add events that follow the last one, all or none, if ``epoch`` is still the newest."""
        ...

    async def delete(self, debate_id: str) -> None:
        """Remove a whole debate with journal, inbox and shares. Single events cannot be removed."""
        ...

    async def post(self, debate_id: str, kind: str, body: str) -> int:
        """Put a message into the inbox of a debate (no epoch: anybody may); returns its id."""
        ...

    # --- presence: of no consequence for any log (``presence.py``); times are stamps
    async def beat(self, worker: str, until: str) -> None:
        """The worker lives, and counts as alive until then."""
        ...

    async def leave(self, worker: str) -> None:
        """The worker is gone: what it still holds is adrift at once."""
        ...

    async def look(self, debate_id: str, until: str) -> None:
        """Somebody in another process wants the text of this debate as it is made."""
        ...

    async def speak(self, debate_id: str, slot: str, role: str, text: str) -> None:
        """The text so far of a slot, for those who look from another process."""
        ...

    async def hush(self, debate_id: str) -> None:
        """Nothing is being said in the debate now."""
        ...

    def adrift(self, now: str) -> list[str]:
        """Debates that somebody began to advance, that have not ended, and whose worker is gone. Oldest first."""
        ...

    def attended(self, ids: Collection[str], now: str) -> set[str]:
        """Which of these some living worker holds."""
        ...

    def looked_at(self, ids: Collection[str], now: str) -> set[str]: ...

    def speaking(self, debate_id: str) -> list[tuple[str, str, str]]:
        """``(slot, role, text so far)``, while somebody looks."""
        ...

    def pulse(self, debate_id: str) -> Pulse:
        """What has changed, in one small read: the last event's number and ``speaking``. Raises
        ``UnknownNameError``."""
        ...

    # --- tokens (``grants.py``): ``hash`` is that of the secret
    async def grant(
        self, hash: str, kind: Literal["owner", "share"], owner: str, debate_id: str | None,
        may: Literal["all", "watch", "vote"], name: str, created_at: str, expires_at: str | None,
    ) -> int:  # fmt: skip
        """Raises ``ConflictError`` for a hash that is there already, ``UnknownNameError`` for no such debate."""
        ...

    async def revoke(self, id: int) -> bool:
        """Whether there was such a grant."""
        ...

    def grants(self, owner: str | None = None, kind: str | None = None, debate_id: str | None = None) -> list[Grant]:
        """Those that have not expired, oldest first. None = any."""
        ...

    def find_grant(self, hash: str) -> Grant | None: ...

    # --- reads
    def events(self, debate_id: str, after: int = 0, limit: int | None = None) -> list[Sealed]: ...

    def debates(
        self, *, limit: int | None = None, search: str = "", owner: str | None = None,
        status: Collection[str] | None = None, format: str | None = None, outcome: str | None = None,
        before: int | None = None, origin: str | None = None,
    ) -> list[DebateRow]:  # fmt: skip
        """Newest first. ``owner``: None = everybody's. ``before``: the ``serial`` where the page before ended."""
        ...

    def row(self, debate_id: str) -> DebateRow:
        """Raises ``UnknownNameError("debate", ...)``."""
        ...

    def resolve(self, ref: str) -> str:
        """The id for a full id, a unique prefix or ``last`` (the newest).

        Raises ``UnknownNameError``, or ``UsageError`` for a prefix of several.
        """
        ...

    def inbox(self, debate_id: str, after: int = 0) -> list[Message]: ...

    def calls(self, debate_id: str) -> list[CallRecord]: ...

    def journal(self, debate_id: str, epoch: int) -> Journal:
        """The call journal of a debate for its writer: ``intend`` fails for a stale epoch."""
        ...

    def close(self) -> None: ...
