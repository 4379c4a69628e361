"""Streamed text on its way to whoever looks: gathered for 50 ms, so that a screen is painted per glance, not per
token."""

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
