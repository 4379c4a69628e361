"""Streams of events over HTTP: server-sent events, and the same texts as frames of a WebSocket.

Bytes are made once per event (``tail.py``) and sent in batches. A viewer that does not take them in time is let go.
Not here: who may watch (``access.py``), what people send over a WebSocket means (``routes/``).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, aclosing
from typing import Any, cast

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from dissoi.errors import ConflictError, UsageError
from dissoi.web.tail import Item

PATIENCE = 30.0
"""Seconds that a viewer may take for a batch."""
PIECE = 64 * 1024
"""Bytes that are handed over at once."""
LOOK = 5.0
"""Seconds between looks at whether a viewer still may see what it gets."""
Still = Callable[[], Awaitable[bool]]
HEADERS = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no"}


class CursorError(UsageError):
    """``after`` or ``Last-Event-ID`` that is no number of an event."""

    code = "cursor"


class AheadError(ConflictError):
    """A cursor beyond the end of the log: the viewer has seen another log under this id."""

    code = "cursor"


def cursor(after: str | None, last_event_id: str | None, last_seq: int) -> int:
    """The event after which a viewer goes on; ``Last-Event-ID`` wins, since a browser that reconnects by itself sends
    the address it began with. Raises ``CursorError``, ``AheadError``."""
    text = last_event_id if last_event_id is not None else after if after is not None else "0"
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        where = "Last-Event-ID" if last_event_id is not None else "after"
        error = CursorError(f"{where} must be the number of an event.", hint="Leave it out to begin at the beginning.")
        error.field = where.lower()
        raise error
    if int(text) > last_seq:
        raise AheadError(
            f"The log ends at event {last_seq}; there is no event {int(text)}.", hint="Load the debate again."
        )
    return int(text)


async def permitted(batches: AsyncIterator[Sequence[Item]], still: Still) -> AsyncGenerator[Sequence[Item]]:
    """``batches`` as long as the viewer may see them: a share that was revoked ends within ``LOOK`` seconds of news."""
    loop = asyncio.get_running_loop()
    look = loop.time() + LOOK
    async with aclosing(cast("Any", batches)) as open:
        async for batch in open:
            if loop.time() >= look:
                look = loop.time() + LOOK
                if not await still():
                    return
            yield batch


def pieces(batch: Sequence[Item]) -> Iterator[bytes]:
    """The bytes of a batch, in pieces of about ``PIECE``: a copy of more would wait in memory for each slow viewer."""
    held: list[bytes] = []
    size = 0
    for item in batch:
        held.append(item.sse)
        size += len(item.sse)
        if size >= PIECE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


class EventStream(Response):
    """A response that ends with its batches, with its reader, when the reader is too slow or may no longer see it.
    ``place`` is held until then."""

    def __init__(
        self, batches: AsyncIterator[Sequence[Item]], place: AbstractContextManager[object], still: Still
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self.body = b""
        self._batches = batches
        self._place = place
        self._still = still

    def init_headers(self, headers: Any = None) -> None:
        self.raw_headers = [(name.encode(), value.encode()) for name, value in dict(headers or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await self._until_either_ends(receive, send)

    async def _until_either_ends(self, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            found = await asyncio.gather(sending, leaving, return_exceptions=True)
        for outcome in found:
            if isinstance(outcome, Exception):
                raise outcome

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        try:
            async with aclosing(permitted(self._batches, self._still)) as batches:
                async for batch in batches:
                    for body in pieces(batch):
                        async with asyncio.timeout(PATIENCE):
                            await send({"type": "http.response.body", "body": body, "more_body": True})
        except TimeoutError:
            return  # it resumes by number, if it is still there at all
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while True:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            return
