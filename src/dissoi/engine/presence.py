"""Presence: tells other processes that this one lives and what it advances, and what is being said, if they look.

Nothing of it decides anything about a debate: where the store fails here, the log goes on or fails by itself. Not here:
who looks (``following.py``), the log (``runner.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from dissoi.engine.clock import now, stamp
from dissoi.engine.tokens import Voice
from dissoi.errors import StoreError
from dissoi.store.port import Store

BEAT = 2.0
"""Seconds between signs of life."""
ALIVE = timedelta(seconds=6)
"""So long after its last sign of life a worker counts as alive."""
SPEAK = 0.3
"""Seconds between two tellings of a text that is being made; before each it is asked whether anybody looks."""


class Presence:
    """One worker's presence. It begins with the first debate that is held and ends with the last."""

    def __init__(self, store: Store, worker: str) -> None:
        self.worker = worker
        self._store = store
        self._promised: set[str] = set()
        self._runs: Counter[str] = Counter()
        self._voices: dict[str, Voice] = {}
        self._first: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    async def promise(self, debate_id: str) -> None:
        """This worker is going to advance the debate. Raises ``StoreError``."""
        self._promised.add(debate_id)
        await self._begun()

    async def hold(self, debate_id: str) -> Voice:
        """This worker advances the debate from now on; what is said in it goes to the voice. Raises ``StoreError``."""
        self._runs[debate_id] += 1
        self._promised.discard(debate_id)
        voice = self._voices[debate_id] = Voice()
        try:
            await self._begun()
        except BaseException:
            await self.let_go(debate_id, voice)
            raise
        return voice

    async def let_go(self, debate_id: str, voice: Voice, epoch: int | None = None) -> None:
        """It does so no more. ``epoch``: give the debate up; None = leave it to whoever takes what this worker
        leaves behind."""
        writes: list[Coroutine[Any, Any, None]] = []
        if self._voices.get(debate_id) is voice:
            del self._voices[debate_id]
            if voice.heard:
                writes.append(self._store.hush(debate_id))
        if epoch is not None:
            writes.append(self._store.release(debate_id, epoch))
        self._runs[debate_id] -= 1
        if self._runs[debate_id] <= 0:
            del self._runs[debate_id]
        if not self._runs and not self._promised:
            self._end()
            writes.append(self._store.leave(self.worker))
        await asyncio.gather(*writes, return_exceptions=True)  # what is not told now is known when the beats stop

    async def hush(self, debate_id: str, voice: Voice) -> None:
        """What was being said is said."""
        voice.clear()
        if voice.heard:
            voice.heard = False
            await self._store.hush(debate_id)

    async def close(self) -> None:
        """The process ends: what it still holds is adrift from now on."""
        if self._beating is not None:
            self._end()
            with contextlib.suppress(StoreError):  # then it is when the beats are missed
                await self._store.leave(self.worker)

    async def _begun(self) -> None:
        """Return when the first sign of life is stored: nobody may take for adrift what is held after it."""
        if self._first is None or self._beating is None or self._beating.done():  # done: another loop has ended
            self._first = asyncio.create_task(self._beat())
            self._beating = asyncio.create_task(self._live())
        first = self._first
        try:
            await asyncio.shield(first)
        except StoreError:
            if first is self._first:
                self._end()
            raise

    def _end(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
        self._beating = self._first = None

    async def _beat(self) -> None:
        await self._store.beat(self.worker, stamp(now() + ALIVE))

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            await asyncio.sleep(SPEAK)
            with contextlib.suppress(StoreError):  # the next time it may work; appends say what is wrong
                if loop.time() - last >= BEAT:
                    last = loop.time()
                    await self._beat()
                for debate_id in await self._looked_at():
                    await self._speak(debate_id)

    async def _looked_at(self) -> set[str]:
        """Where there is something new to say and somebody who looks. Asks nothing where nothing is being said."""
        speaking = [debate_id for debate_id, voice in self._voices.items() if voice.fresh]
        return await asyncio.to_thread(self._store.looked_at, speaking, stamp()) if speaking else set()

    async def _speak(self, debate_id: str) -> None:
        voice = self._voices.get(debate_id)
        while voice is not None and (news := voice.news()):
            await self._store.speak(debate_id, *news)
