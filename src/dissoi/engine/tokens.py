"""Streamed text on its way to whoever looks: gathered for 50 ms, so that a screen is painted per glance, not per
token; and kept as the text so far, for those who look from another process (``presence.py``)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from dissoi.record.events import Token

BATCH = 0.05  # seconds


class TokenBatch:
    """The tokens of one slot. ``take`` is the ``OnText`` of a call; ``flush`` sends what is left."""

    def __init__(self, slot: str, role: str, send: Callable[[Token], None]) -> None:
        self._slot, self._role, self._send = slot, role, send
        self._parts: list[str] = []
        self._reset = False
        self._timer: asyncio.TimerHandle | None = None

    def take(self, text: str, reset: bool) -> None:
        if reset:
            self._parts.clear()
            self._reset = True
        self._parts.append(text)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BATCH, self.flush)

    def flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        text = "".join(self._parts)
        if text or self._reset:
            self._send(Token(slot=self._slot, role=self._role, text=text, reset=self._reset))
        self._parts.clear()
        self._reset = False


class Voice:
    """The text so far of the open turns of one debate. ``heard``: somebody was told some of it."""

    def __init__(self) -> None:
        self.heard = False
        self._texts: dict[str, tuple[str, list[str]]] = {}
        self._fresh: dict[str, None] = {}

    def take(self, slot: str, role: str, text: str, reset: bool) -> None:
        if reset or slot not in self._texts:
            self._texts[slot] = (role, [text])
        else:
            self._texts[slot][1].append(text)
        self._fresh[slot] = None

    @property
    def fresh(self) -> bool:
        """Whether there is text that nobody was told yet."""
        return bool(self._fresh)

    def news(self) -> tuple[str, str, str] | None:
        """Slot, role and text so far of a turn whose text has grown since it was last told."""
        for slot in self._fresh:
            del self._fresh[slot]
            self.heard = True
            role, parts = self._texts[slot]
            return slot, role, "".join(parts)
        return None

    def clear(self) -> None:
        self._texts.clear()
        self._fresh.clear()
