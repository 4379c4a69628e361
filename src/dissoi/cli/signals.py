"""Ctrl-C and SIGTERM: the first asks the debate to stop after its step, the next quits at once.

Works where the event loop cannot handle signals (Windows, some embedders). Not here: what is said about it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """``with Interrupts(first, again):`` inside a running loop. Both are called on the loop."""

    def __init__(self, first: Callable[[], object], again: Callable[[], object]) -> None:
        self._first, self._again = first, again
        self._count = 0
        self._before: dict[signal.Signals, Any] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def _hit(self) -> None:
        self._count += 1
        (self._first if self._count == 1 else self._again)()

    def __enter__(self) -> Interrupts:
        self._loop = asyncio.get_running_loop()
        for number in SIGNALS:
            self._before[number] = signal.getsignal(number)
            try:
                self._loop.add_signal_handler(number, self._hit)
            except (NotImplementedError, RuntimeError):  # RuntimeError: a loop that is not in the main thread
                self._take(number)
        return self

    def _take(self, number: signal.Signals) -> None:
        loop = self._loop
        assert loop is not None

        def handler(_number: int, _frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._hit)

        try:
            signal.signal(number, handler)
        except ValueError:  # not in the main thread: whoever owns that one handles signals
            del self._before[number]

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        for number, before in self._before.items():
            with contextlib.suppress(NotImplementedError, RuntimeError):
                self._loop.remove_signal_handler(number)
            signal.signal(number, before)
