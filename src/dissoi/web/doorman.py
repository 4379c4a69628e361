"""The doorman: closes connections that take too long to become a request, and turns away those for whom there is no
room, before they cost anything.

Not here: requests that are whole (``guard.py``), how many live views one viewer has (``rates.py``).
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dissoi.web import problems
from dissoi.web.guard import HEADERS
from dissoi.web.problems import BusyError

HEADER_SECONDS = 5.0
"""From the first byte of a request, or from the connection, to the end of the header."""
BODY_SECONDS = 60.0
"""From there to the end of the body."""
HEADER_BYTES = 64 * 1024
"""After so many, no more of a header is read."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def protocol(
    connections: int, *, header_seconds: float = HEADER_SECONDS, body_seconds: float = BODY_SECONDS
) -> type[HttpToolsProtocol]:
    """The uvicorn protocol that serves ``connections`` at once. As many again are told so; more are cut off."""

    class Doorman(HttpToolsProtocol):
        _timer: asyncio.TimerHandle | None = None
        _crowded = False
        _heading = 0  # bytes of a header that is not complete; -1 = it is

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if len(self.connections) > 2 * connections:
                transport.abort()
            elif len(self.connections) > connections:
                self._crowded = True
                self.app: Any = turned_away
            self._wait(header_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._timer is None and getattr(self.cycle, "response_complete", True):
                self._wait(header_seconds)
            if self._heading > HEADER_BYTES:
                self.transport.write(TOO_LARGE)
                return self.transport.close()
            if self._heading >= 0:
                self._heading += len(data)
            super().data_received(data)

        def on_headers_complete(self) -> None:
            self._heading = -1
            self._wait(body_seconds)
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._heading = 0
            self._rest()
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._rest()
            if self._crowded:
                self.transport.abort()
            else:
                super().handle_websocket_upgrade()

        def _wait(self, seconds: float) -> None:
            self._rest()
            self._timer = self.loop.call_later(seconds, self.transport.close)

        def _rest(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Doorman


async def turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    """What those hear for whom there is no room."""
    error = BusyError("The server has as many connections as it can serve.", hint="Try again in a few seconds.")
    response = problems.answer(error)
    response.headers.update({**HEADERS, "Connection": "close", "Cache-Control": "no-store"})
    await response(scope, receive, send)
