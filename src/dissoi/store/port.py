"""What the engine and the faces may ask of the memory: the log, the list of debates, the inbox, the call journal.

Reads are plain functions (call them in a thread from async code); writes are coroutines, durable when they return.
Not here: SQL (``sql.py``), grouping of commits (``writer.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from dissoi.models.port import CallRecord, Journal
from dissoi.record.events import Sealed


@dataclass(frozen=True, slots=True)
class DebateRow:
    """One debate as the list shows it; kept up to date by every append. Times are ISO 8601 UTC."""

    id: str
    motion: str
    format: str
    status: Literal["new", "running", "paused", "finished"]
    outcome: str | None
    winner: str | None
    created_at: str
    updated_at: str
    last_seq: int


@dataclass(frozen=True, slots=True)
class Message:
    """Something a person sent to a debate that another process may be advancing. ``body`` is JSON."""

    id: int  # increasing within the store
    debate_id: str
    kind: Literal["vote", "turn", "stop", "pause"]
    body: str
    at: str


class Store(Protocol):
    # --- writes: raise ConflictError (stale epoch, gap, exists), StoreError (read-only, full, corrupt, locked)
    async def create(self, debate_id: str, sealed: Sequence[Sealed]) -> None:
        """A new debate with its first events (seq 1..n): one event for a new one, many for a fork or an import."""
        ...

    async def take(self, debate_id: str) -> int:
        """Become the writer: raise the epoch and return it. Every older writer's next write fails."""
        ...

    async def append(self, debate_id: str, epoch: int, sealed: Sequence[Sealed]) -> None:
        """Add events that follow the last one, all or none, if ``epoch`` is still the newest."""
        ...

    async def delete(self, debate_id: str) -> None:
        """Remove a whole debate with journal and inbox. Single events cannot be removed."""
        ...

    async def post(self, debate_id: str, kind: str, body: str) -> int:
        """Put a message into the inbox of a debate (no epoch: anybody may); returns its id."""
        ...

    # --- reads
    def events(self, debate_id: str, after: int = 0, limit: int | None = None) -> list[Sealed]: ...

    def debates(self, *, limit: int | None = None, search: str = "") -> list[DebateRow]:
        """Newest first."""
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
