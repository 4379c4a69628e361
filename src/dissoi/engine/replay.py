"""Replay: an old log as a paced stream. Reads only; the pauses are the log's own, shortened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from dissoi.record.events import Sealed, Token, TurnPublished

LONGEST = 4.0
"""Seconds: no pause of a replay is longer, whatever the debate waited for."""


def paced(log: Sequence[Sealed], speed: float = 1.0, *, chunk: int = 24) -> Iterator[tuple[float, Sealed | Token]]:
    """Yield ``(seconds to wait first, item)``; speeches come as tokens again before they are published.

    ``speed``: 4 = four times as fast; 0 = no pauses and no tokens.
    """
    before: datetime | None = None
    for link in log:
        envelope = link[0]
        at = datetime.fromisoformat(envelope.at)
        gap = max(0.0, min((at - before).total_seconds(), LONGEST)) if before else 0.0
        before = at
        if not speed:
            yield 0.0, link
            continue
        event = envelope.event
        if isinstance(event, TurnPublished) and event.text:
            pieces = [event.text[i : i + chunk] for i in range(0, len(event.text), chunk)]
            for piece in pieces:
                yield gap / speed / len(pieces), Token(slot=event.slot, role=event.seat, text=piece)
            yield 0.0, link
        else:
            yield gap / speed, link
