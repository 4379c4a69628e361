"""An engine whose model says a little and then waits to be told to go on: debates that can be caught in mid-speech."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from dissoi.engine.line_up import Wish, compose
from dissoi.engine.runner import Engine
from dissoi.models.port import Chunk, End, Profile, Request
from dissoi.models.pricing import PriceBook
from dissoi.models.scripted import open_scripted
from dissoi.record.setup import ModelChoice, Setup
from dissoi.store import open_store
from dissoi.store.sql import SqlStore


class Gate:
    """``shut()`` makes the next reply stop after its first words; ``caught`` is set when it does; ``open()`` lets all
    go on."""

    def __init__(self) -> None:
        self.caught, self._go = asyncio.Event(), asyncio.Event()
        self._go.set()

    def shut(self) -> None:
        self.caught.clear()
        self._go.clear()

    def open(self) -> None:
        self._go.set()

    async def passed(self) -> None:
        if not self._go.is_set():
            self.caught.set()
        await self._go.wait()


class Gated:
    """A scripted model behind a gate."""

    def __init__(self, name: str, gate: Gate) -> None:
        self._inner, self._gate = open_scripted(name), gate
        self.name, self.provider, self.profile = self._inner.name, "scripted", Profile(free=True)

    async def stream(self, request: Request) -> AsyncIterator[Chunk | End]:
        first = True
        async for part in self._inner.stream(request):
            yield part
            if first:
                await self._gate.passed()
            first = False

    async def aclose(self) -> None: ...


def engine(store: SqlStore, gate: Gate, worker: str = "") -> Engine:
    def open_model(choice: ModelChoice) -> Gated:
        return Gated(choice.model, gate)

    return Engine(store, open_model, PriceBook(), worker=worker)


def setup(**more: Any) -> Setup:
    fields: dict[str, Any] = {"format": "nround", "rounds": 1, "judges": 1, "seed": 1} | more
    return compose(
        Wish(motion="Cities should ban cars", models={"default": "scripted:demo?words=30&chunk=10"}, **fields)
    )  # fmt: skip


def opened(folder: Path) -> SqlStore:
    """A store of its own on the database of a test, as another process would have it."""
    store = open_store(f"sqlite:///{folder}/d.db")
    assert isinstance(store, SqlStore)
    return store


async def until(true: Callable[[], bool]) -> None:
    """Let the loop and the store's thread work until ``true()``; the test's own timeout ends what never comes."""
    while not true():  # noqa: ASYNC110 - what it waits for happens in threads too
        await asyncio.sleep(0.002)
