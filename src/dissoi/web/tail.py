"""The tail of one debate: what its viewers get, encoded once, and who waits for more.

A viewer is a place in a short shared list and the number of the last event it has seen. What it lacks it reads from the
log, so that nothing is ever lost by being late; who is too far behind for the list is let go and resumes by number.
Not here: HTTP (``stream.py``), running debates (``house.py``).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from pydantic import BaseModel

from dissoi.engine.clock import stamp
from dissoi.engine.following import follow
from dissoi.errors import DissoiError
from dissoi.record.events import (
    DebateFinished,
    DebatePaused,
    Ephemeral,
    ModeratorActed,
    NodeFinished,
    NodeStarted,
    Sealed,
    Token,
    TurnForfeited,
    TurnPublished,
    envelope_line,
)
from dissoi.store.port import Store
from dissoi.web.bodies import Problem
from dissoi.web.pages import SIZE, Pages
from dissoi.web.wire import Clock, Course

_log = logging.getLogger("dissoi.web")

KEPT = 256
"""Batches that a viewer may be behind."""
PING = 15.0
"""Seconds between signs of life."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the wire. ``seq`` 0 = ephemeral; ``text`` is the JSON, ``sse`` the same as a server-sent event."""

    seq: int
    text: str
    sse: bytes
    last: bool = False


def durable(link: Sealed) -> Item:
    """An event for viewers: whole if it is public, else only its place."""
    envelope, body = link
    ends = isinstance(envelope.event, DebateFinished)
    if envelope.visibility != "public":
        text = json.dumps({"seq": envelope.seq})
        return Item(envelope.seq, text, f"id: {envelope.seq}\nevent: hidden\ndata: {text}\n\n".encode(), ends)
    text = envelope_line(envelope, body)
    return Item(envelope.seq, text, f"id: {envelope.seq}\ndata: {text}\n\n".encode(), ends)


def live(thing: BaseModel) -> Item:
    text = thing.model_dump_json()
    return Item(0, text, f"event: live\ndata: {text}\n\n".encode())


def ping() -> Item:
    clock = live(Clock(now=stamp()))
    return Item(0, clock.text, b": ping\n\n" + clock.sse)


@dataclass(slots=True)
class _Speaking:
    role: str
    parts: list[str] = field(default_factory=list[str])


class Tail:
    """One debate's wire. ``feed`` is the engine's sink; ``watch`` is one viewer. Everything happens on the loop."""

    def __init__(self, debate_id: str, store: Store) -> None:
        self.debate_id = debate_id
        self.viewers = 0
        self._store = store
        self._pages = Pages(self._page)
        self._items: deque[Item] = deque()
        self._begin = 0  # the place of the first item that is kept
        self._last = 0  # the newest durable event that was fed
        self._texts: dict[str, _Speaking] = {}
        self._nodes: dict[str, NodeStarted] = {}
        self._changed = asyncio.Event()
        self._pinging: asyncio.TimerHandle | None = None
        self._following: asyncio.Task[None] | None = None
        self._local = False
        self._closed = False
        self._known = asyncio.Lock()

    # --- what comes in

    def feed(self, item: Sealed | Ephemeral) -> None:
        """Take what the engine or another process says. Events that are known already are ignored."""
        if isinstance(item, tuple):
            envelope = item[0]
            if envelope.seq <= self._last:
                return
            self._last = envelope.seq
            self._forget(envelope.event)
            self._put(durable(item))
        else:
            self._note(item)
            self._put(live(item))

    def course(self, *, attended: bool, here: bool, trouble: Problem | None) -> None:
        """Who advances the debate has changed."""
        self._local = here
        if here and self._following is not None:
            self._following.cancel()
            self._following = None
        if not attended:
            self._texts.clear()
            self._nodes.clear()
        self._put(live(Course(attended=attended, here=here, trouble=trouble)))
        if not here:
            self._begin_following()

    def close(self) -> None:
        """Let all viewers go, after what is there: the server stops, or the debate is deleted."""
        self._closed = True
        if self._following is not None:
            self._following.cancel()
            self._following = None
        self._wake()

    def _put(self, item: Item) -> None:
        if not self.viewers and not self._items:
            return  # nobody looks: the log has it
        self._items.append(item)
        while len(self._items) > KEPT:
            self._items.popleft()
            self._begin += 1
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _note(self, item: Ephemeral) -> None:
        match item:
            case Token(slot=slot, role=role, text=text, reset=reset):
                speaking = self._texts.get(slot)
                if speaking is None or reset:
                    speaking = self._texts[slot] = _Speaking(role)
                speaking.parts.append(text)
            case NodeStarted(id=id):
                self._nodes[id] = item
            case NodeFinished(id=id):
                self._nodes.pop(id, None)

    def _forget(self, event: object) -> None:
        """What was being said is said."""
        match event:
            case TurnPublished(slot=slot) | TurnForfeited(slot=slot):
                self._texts.pop(slot, None)
            case ModeratorActed(action="introduce"):
                self._texts.clear()
            case DebatePaused() | DebateFinished():
                self._texts.clear()
                self._nodes.clear()
            case _:
                pass

    # --- what goes out

    async def watch(self, after: int) -> AsyncGenerator[Sequence[Item]]:
        """One viewer's batches, from event ``after`` + 1 on. Ends after the end of the debate, when the tail closes,
        and when the viewer is too far behind to be kept."""
        self.viewers += 1
        try:
            await self._look()
            seen, ended = after, False
            async for batch in self._backlog(after, until=0):
                seen, ended = batch[-1].seq, batch[-1].last
                yield batch
            if ended:
                return
            # No await between here and the first look into the list: nothing can slip between log and list.
            place = self._begin + len(self._items)
            yield [ping(), *self._so_far()]
            while place >= self._begin:
                batch = self._from(place)
                place += len(batch)
                first = next((item.seq for item in batch if item.seq > seen), 0)
                if first > seen + 1:
                    async for lacking in self._backlog(seen, until=first - 1):
                        seen, ended = lacking[-1].seq, lacking[-1].last
                        yield lacking
                fresh = [item for item in batch if not item.seq or item.seq > seen]
                if fresh:
                    seen = max(seen, *(item.seq for item in fresh))
                    yield fresh
                if ended or self._closed or any(item.last for item in fresh):
                    return
                if place == self._begin + len(self._items):
                    await self._changed.wait()
        finally:
            self.viewers -= 1
            if not self.viewers:
                self._rest()

    def _from(self, place: int) -> list[Item]:
        start = place - self._begin
        return list(islice(self._items, start, None)) if start < len(self._items) else []

    async def _backlog(self, after: int, until: int) -> AsyncGenerator[list[Item]]:
        """The log after ``after``, in pages: up to ``until``, or (0) until nothing that was fed here is missing."""
        seen, gone = after, False
        while True:
            wanted = until or self._last
            items = await self._pages.after(seen)
            if items:
                seen = items[-1].seq
                yield items
            elif gone:
                return  # what was fed is nowhere: the debate was deleted meanwhile
            gone = not items and seen < wanted
            if seen >= (until or self._last) and (until or not items or seen % SIZE):
                return

    def _page(self, after: int, limit: int) -> list[Item]:
        return [durable(link) for link in self._store.events(self.debate_id, after, limit)]

    def _so_far(self) -> list[Item]:
        texts = (
            Token(slot=slot, role=speaking.role, text="".join(speaking.parts), reset=True)
            for slot, speaking in self._texts.items()
        )
        return [*map(live, texts), *map(live, self._nodes.values())]

    # --- signs of life, and debates that another process runs

    async def _look(self) -> None:
        """The first viewer wakes the tail."""
        if self._pinging is None:
            self._pinging = asyncio.get_running_loop().call_later(PING, self._ping)
        if self._local or self._following is not None:
            return
        async with self._known:
            if self._following is None and not self._local:
                row = await asyncio.to_thread(self._store.row, self.debate_id)
                self._last = max(self._last, row.last_seq)
                self._begin_following()

    def _ping(self) -> None:
        self._put(ping())
        self._pinging = asyncio.get_running_loop().call_later(PING, self._ping)

    def _begin_following(self) -> None:
        if self.viewers and self._following is None and not self._closed:
            self._following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        try:
            async for item in follow(self._store, self.debate_id, self._last):
                if not self._local:
                    self.feed(item)
        except DissoiError as error:
            _log.warning("Debate %s cannot be followed: %s", self.debate_id, error)
            self._let_go()

    def _let_go(self) -> None:
        """Every viewer ends here and may come again."""
        self._begin += len(self._items) + 1
        self._items.clear()
        self._wake()

    def _rest(self) -> None:
        """The last viewer has left."""
        if self._pinging is not None:
            self._pinging.cancel()
            self._pinging = None
        if self._following is not None:
            self._following.cancel()
            self._following = None
        if not self._local:  # what is said while nobody follows is not heard: the next viewer hears it anew
            self._texts.clear()
            self._nodes.clear()
        self._begin += len(self._items)
        self._items.clear()
        self._pages.clear()
