"""Pages of a log, read once for all who want them at about the same time.

A thousand viewers who come at once cost one reading, and those who are stuck in a page hold the same one. Not here:
what is in a page (``tail.py``), who waits for more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

SIZE = 32
"""Events of a page."""
KEPT = 16
"""Whole pages that are kept for who comes next."""


class Pages(Generic[T]):
    """``read(after, limit)`` blocks and returns what follows event ``after``; whole pages never change."""

    def __init__(self, read: Callable[[int, int], list[T]]) -> None:
        self._read = read
        self._pages: dict[int, asyncio.Task[list[T]]] = {}

    async def after(self, seq: int) -> list[T]:
        """What follows event ``seq`` in its page; empty = there is nothing yet. Raises as ``read``."""
        start = seq - seq % SIZE
        task = self._pages.get(start)
        if task is None:
            task = self._pages[start] = asyncio.create_task(asyncio.to_thread(self._read, start, SIZE))
            task.add_done_callback(lambda done: self._keep(start, done))
            while len(self._pages) > KEPT:
                self._pages.pop(next(iter(self._pages)))
        return (await asyncio.shield(task))[seq - start :]

    def clear(self) -> None:
        self._pages.clear()

    def _keep(self, start: int, task: asyncio.Task[list[T]]) -> None:
        """Only what is whole: the rest of the last page may have come already."""
        failed = task.cancelled() or task.exception() is not None
        if (failed or len(task.result()) < SIZE) and self._pages.get(start) is task:
            del self._pages[start]
