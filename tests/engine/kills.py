"""Processes that run a debate and may be told to die in the middle of it. Imported by a fork server: heavy imports
once."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator

import dissoi.graph.build  # noqa: F401  loaded before the fork, so that a killed run costs milliseconds
from dissoi.engine.line_up import Wish, compose
from dissoi.engine.runner import Engine
from dissoi.errors import ConflictError
from dissoi.models.gateway import Prices
from dissoi.models.port import Chunk, End, Profile, Request
from dissoi.models.scripted import open_scripted
from dissoi.record.setup import ModelChoice
from dissoi.store import open_store

REFUSED = 42
"""Exit code of a process that was told it may not write (taken over, or the debate is over)."""


class Counted:
    """A scripted model behind a counter that outlives the process: one line in a file for each reply made in full."""

    def __init__(self, name: str, counter: str) -> None:
        self._inner = open_scripted(name)
        self.name, self.provider, self.profile = self._inner.name, "scripted", Profile(free=True)
        self._counter = counter

    async def stream(self, request: Request) -> AsyncIterator[Chunk | End]:
        async for part in self._inner.stream(request):
            if isinstance(part, End):
                key = hashlib.sha256(repr((request.messages, request.seed)).encode()).hexdigest()
                self._count(key)
            yield part

    def _count(self, key: str) -> None:
        with open(self._counter, "a") as lines:
            lines.write(f"{key}\n")

    async def aclose(self) -> None: ...


def run(url: str, counter: str, model: str, crash_at: str, debate_id: str | None) -> None:
    """Create a debate, or go on with ``debate_id``; exit 0 when it has ended."""
    if crash_at:
        os.environ["DISSOI_CRASH_AT"] = crash_at

    async def main() -> None:
        store = open_store(url)

        def open_model(choice: ModelChoice) -> Counted:
            return Counted(choice.model, counter)

        engine = Engine(store, open_model, Prices())
        id = debate_id
        if id is None:
            wish = Wish(
                motion="Cities should ban private cars",
                format="nround",
                models={"default": model},
                seed=1,
                judges=2,
                listeners=2,
            )
            id = await engine.create(compose(wish))
        await engine.advance(id)
        store.close()

    try:
        asyncio.run(main())
    except ConflictError:
        os._exit(REFUSED)
