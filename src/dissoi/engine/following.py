"""Following a debate that another process runs: its events as they are stored, and its text as it is made.

Reads only, but for the glance that asks the other process to say what it hears. Not here: running (``runner.py``),
who speaks (``presence.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from datetime import timedelta

from dissoi.engine.clock import now, stamp
from dissoi.engine.presence import BEAT
from dissoi.errors import StoreError
from dissoi.record.events import DebateFinished, Sealed, Token
from dissoi.store.port import Store

GLANCE = timedelta(seconds=6)
"""So long after its last look a watcher counts as one."""


async def follow(
    store: Store, debate_id: str, after: int, *, poll: float = 0.25
) -> AsyncGenerator[Sealed | Token, None]:
    """Yield the events after number ``after``, and tokens of the turns that are being made; ends with the debate.

    ``poll``: seconds between looks, each of which is one small read. Where tokens stop without an event, the text was
    given up. A rest of the debate does not end it. Raises ``StoreError``, ``UnknownNameError`` if it is deleted.
    """
    loop = asyncio.get_running_loop()
    said: dict[str, str] = {}
    glance = loop.time()
    if await _ended(store, debate_id, after):
        return
    while True:
        if loop.time() >= glance:
            glance = loop.time() + BEAT
            with contextlib.suppress(StoreError):  # a database that may only be read gives events without live text
                await store.look(debate_id, stamp(now() + GLANCE))
        pulse = await asyncio.to_thread(store.pulse, debate_id)
        if pulse.last_seq > after:
            links = await asyncio.to_thread(store.events, debate_id, after, pulse.last_seq - after)
            for link in links:
                after = link[0].seq
                yield link
            if links and isinstance(links[-1][0].event, DebateFinished):
                return
        for token in _news(said, pulse.speaking):
            yield token
        await asyncio.sleep(poll)


async def _ended(store: Store, debate_id: str, after: int) -> bool:
    """Whether the event ``after`` is the last one, and the end."""
    last = await asyncio.to_thread(store.events, debate_id, after - 1, 2) if after else []
    return len(last) == 1 and isinstance(last[0][0].event, DebateFinished)


def _news(said: dict[str, str], speaking: list[tuple[str, str, str]]) -> list[Token]:
    """What makes the texts that were ``said`` into those of now, which it then holds. The first of a slot is a reset:
    whoever hears it may have heard of the slot before."""
    tokens: list[Token] = []
    for slot, role, text in speaking:
        before = said.get(slot)
        if before is None or not text.startswith(before):
            tokens.append(Token(slot=slot, role=role, text=text, reset=True))
        elif text != before:
            tokens.append(Token(slot=slot, role=role, text=text[len(before) :]))
    said.clear()
    said.update({slot: text for slot, _, text in speaking})
    return tokens
