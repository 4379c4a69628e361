"""What LangChain does not pass on of an OpenAI-style reply: the headers, a refusal, and how the stream really ended.

A tap listens to the bytes of one reply on their way to the SDK. It keeps the last few thousand and parses nothing until
the end, so that it costs microseconds a chunk. Not for the text of the reply: that comes through LangChain.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from typing import Any

import httpx2

_TAIL = 8192  # bytes: the last events of a reply, a large usage block included
_NO_DATA = re.compile(rb"^event:[^\n]*\n(?=\r?\n)", re.M)
_REFUSAL = re.compile(rb'"refusal":\s*"[^"]')

current: ContextVar[Tap | None] = ContextVar("current_tap", default=None)
"""The tap of the request that this task is about to send."""


class Tap:
    """``opened`` is called when the provider accepts the request."""

    def __init__(self, opened: Callable[[], None]) -> None:
        self._opened = opened
        self._response: httpx2.Response | None = None
        self._tail = b""
        self.accepted = False
        self.refusal = False
        self.foreign = False  # a web page or the like, as a wrong address or a login page of a network gives
        self.request_id: str | None = None

    def open(self, response: httpx2.Response) -> None:
        self.request_id = response.headers.get("x-request-id")
        if response.status_code == 200:
            self.accepted = True
            self.foreign = "event-stream" not in response.headers.get("content-type", "event-stream")
            self._response = response
            self._opened()

    def hear(self, data: bytes) -> bytes:
        """Take note of ``data`` and return what the SDK shall see: all but events without data, which it chokes on."""
        if not self.refusal and b'"refusal"' in data:
            self.refusal = _REFUSAL.search(data) is not None
        self._tail = (self._tail + data)[-_TAIL:]
        return _NO_DATA.sub(b"", data) if b"event:" in data else data

    def ended_with_empty_reason(self) -> bool:
        """True if ``[DONE]`` came and the last choice's finish reason was "" (C10), which LangChain takes for none."""
        lines = self._tail.split(b"\n")
        if not any(line.strip() == b"data: [DONE]" for line in lines):
            return False
        reasons = [reason for line in lines if (reason := _reason(line)) is not _NOTHING]
        return bool(reasons) and reasons[-1] == ""

    async def close(self) -> None:
        """Hang up, so that a provider stops writing for a caller that has left."""
        if self._response is not None:
            await self._response.aclose()


_NOTHING = object()


def _reason(line: bytes) -> Any:
    """The finish reason of an event's first choice, or ``_NOTHING``."""
    if not line.startswith(b"data: {"):
        return _NOTHING
    try:
        choices = json.loads(line[6:]).get("choices")
        return choices[0].get("finish_reason", _NOTHING) if choices else _NOTHING
    except (ValueError, AttributeError, LookupError, TypeError):
        return _NOTHING


async def listen(response: httpx2.Response) -> None:
    """An httpx2 response hook: put the current tap, if there is one, between the network and the SDK."""
    tap = current.get()
    if tap is not None:
        current.set(None)
        tap.open(response)
        stream = response.stream
        if tap.accepted and isinstance(stream, httpx2.AsyncByteStream):
            response.stream = _Tapped(stream, tap)


class _Tapped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._stream:
            yield self._tap.hear(data)

    async def aclose(self) -> None:
        await self._stream.aclose()
