"""New debates from old logs: fork (go another way from an event on) and import (bring an exported log in)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from dissoi.engine.clock import is_id, is_stamp, new_id, stamp
from dissoi.errors import ConflictError, LogError, StoreError, UnknownNameError, UsageError
from dissoi.record.events import (
    GENESIS,
    ArgumentScored,
    DebateCreated,
    Event,
    Sealed,
    VoteOpened,
    faults,
    parse_event,
    parse_line,
    seal,
)
from dissoi.record.setup import Origin, overridden
from dissoi.record.usage import Usage
from dissoi.record.view import fold
from dissoi.store.port import Store

FIXED = frozenset({"motion", "about", "format", "rules", "vars", "judges"})
"""What a fork cannot change once the timeline has been fixed by ``debate.started``."""
MOST = 10**9
"""The most tokens, seconds, calls or dollars of one event that an import takes."""


async def fork(
    store: Store, debate_id: str, seq: int, changes: dict[str, Any] | None = None, *, owner: str = ""
) -> str:
    """Copy the first ``seq`` events into a new debate with ``changes`` to its setup; return the new id.

    The parent stays as it is; nothing of its later events, journal or inbox comes along. The copied events keep their
    times, but the first: it tells that this debate was created, which is now. Raises ``UsageError``.
    """
    events = [e.event for e, _ in await asyncio.to_thread(store.events, debate_id)]
    parent = await asyncio.to_thread(store.row, debate_id)
    if not 1 <= seq <= len(events):
        raise _misplaced(
            f"Debate {debate_id} has events 1 to {len(events)}; there is no event {seq}.",
            hint="Choose one of them.",
        )
    kept = events[:seq]
    view = fold(kept)
    if view.status == "finished":
        raise _misplaced(f"At event {seq} the debate is over.", hint="Fork at an earlier event.")
    if seq < len(events) and isinstance(events[seq - 1], ArgumentScored) and isinstance(events[seq], ArgumentScored):
        begin = max(n for n in range(seq) if not isinstance(events[n], ArgumentScored)) + 1
        raise _misplaced(
            f"Event {seq} is one of several scores that came together.", hint=f"Fork at event {begin}, before them."
        )
    first = kept[0]
    assert isinstance(first, DebateCreated)
    fixed = sorted(FIXED & (changes or {}).keys()) if view.slots else []
    if fixed:
        raise UsageError(f"After the start, {', '.join(fixed)} cannot be changed.", hint="Begin a new debate for that.")
    try:
        setup = overridden(
            first.setup, {**(changes or {}), "origin": Origin(debate_id=debate_id, seq=seq).model_dump()}
        )
    except ValidationError as error:
        raise UsageError(f"The fork's options do not hold: {error.errors()[0]['msg']}.") from error
    copy = new_id()
    stamps = [stamp(), *(e.at for e, _ in await asyncio.to_thread(store.events, debate_id, 1, seq - 1))]
    links = resealed(copy, [DebateCreated(setup=setup), *kept[1:]], stamps)
    await store.create(copy, links, owner=owner, imported=parent.imported)
    return copy


def _misplaced(message: str, *, hint: str) -> UsageError:
    error = UsageError(message, hint=hint)
    error.field = "at"
    return error


def resealed(debate_id: str, events: Iterable[Event], stamps: Iterable[str]) -> list[Sealed]:
    """The same events as a log of ``debate_id``."""
    sealed: list[Sealed] = []
    previous = GENESIS
    for seq, (event, at) in enumerate(zip(events, stamps, strict=True), 1):
        link = seal(debate_id, seq, at, event, previous)
        sealed.append(link)
        previous = link[0].hash
    return sealed


async def bring_in(store: Store, lines: Iterable[str | bytes], *, owner: str = "") -> str:
    """Import an exported log (JSON Lines) and return the debate's id. Raises ``LogError`` if the log does not verify,
    ``ConflictError`` if the debate is here already and ``owner``'s own.

    What the host brings in keeps its id, so that what names the debate goes on naming it. What anybody else brings in
    is a new debate under a new id: if an id that is free were kept and one that is taken were not, strangers could
    find out which debates others have; and nobody can take an id that the host may want. So it is, too, if the id that
    the host brings is that of somebody else's debate, which the host's lists do not show.
    """
    sealed = await asyncio.to_thread(_verified, lines)
    debate_id = sealed[0][0].debate_id
    known = await asyncio.to_thread(_owner, store, debate_id)
    if known == owner:
        raise ConflictError(f"Debate {debate_id} is here already.", hint="Delete it first to bring it in again.")
    if owner or known is not None:
        debate_id = new_id()
        events, stamps = [e.event for e, _ in sealed], [e.at for e, _ in sealed]
        sealed = await asyncio.to_thread(resealed, debate_id, events, stamps)
    await store.create(debate_id, sealed, owner=owner, imported=True)
    return debate_id


def _owner(store: Store, debate_id: str) -> str | None:
    """Whose debate it is; None = there is none."""
    try:
        return store.row(debate_id).owner
    except UnknownNameError:
        return None


def _verified(lines: Iterable[str | bytes]) -> list[Sealed]:
    sealed = [_parsed(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    wrong = faults(sealed)
    if wrong:
        faulty = "1 fault" if len(wrong) == 1 else f"{len(wrong)} faults"
        raise LogError(f"The log was not imported: {wrong[0]}.", hint=f"{faulty} in all; nothing was changed.")
    if odd := next(filter(None, map(_odd, sealed)), None):
        raise LogError(f"The log was not imported: {odd}.", hint="Dissoi did not write it; nothing was changed.")
    return sealed


def _odd(link: Sealed) -> str | None:
    """What an event says that none of ours does, and that would not fit our tables, addresses or clocks."""
    envelope, event = link[0], link[0].event
    if not is_id(envelope.debate_id):
        return "its debate has an id that is none"
    times = [envelope.at, event.closes_at] if isinstance(event, VoteOpened) else [envelope.at]
    if not all(map(is_stamp, times)):
        return f"event {envelope.seq} holds a time that is none"
    usage: Usage | None = getattr(event, "usage", None)
    if usage is not None:
        tokens = (usage.input or 0, usage.cached or 0, usage.output or 0)
        counts = (usage.calls, usage.attempts, usage.seconds, *tokens)
        if not all(0 <= count <= MOST for count in counts) or not _is_money(usage.cost):
            return f"event {envelope.seq} holds an amount that no call can take"
    limits = event.setup.limits if isinstance(event, DebateCreated) else getattr(event, "limits", None)
    if limits is not None and not _is_money(limits.budget):
        return f"event {envelope.seq} holds a budget that is none"
    return None


def _is_money(amount: Decimal | None) -> bool:
    """Whether an amount can be added, and written out, in a reasonable number of digits."""
    return amount is None or (0 <= amount <= MOST and int(amount.as_tuple().exponent) >= -30)


def _parsed(number: int, line: str | bytes) -> Sealed:
    try:
        link = parse_line(line)
        parse_event(link[1])  # as the store will read it, which takes less nesting
        return link
    except StoreError as error:
        raise LogError(f"Line {number}: {error.message}", hint="Nothing was imported.") from error
