"""Laws of connections: who is slow is let go, and who finds no room is told so. Over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator

import pytest
import uvicorn
from fastapi import FastAPI, Request
from starlette.responses import StreamingResponse

from dissoi.web.doorman import protocol

SHORT = 0.2
LONG = 60.0
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def app() -> FastAPI:
    app = FastAPI()

    @app.get("/")
    async def page() -> str:
        return "page"

    @app.post("/")
    async def take(request: Request) -> int:
        return len(await request.body())

    @app.get("/long")
    async def long() -> StreamingResponse:
        async def parts() -> AsyncGenerator[bytes]:
            for _ in range(6):
                yield b"part "
                await asyncio.sleep(SHORT / 2)

        return StreamingResponse(parts())

    return app


@contextlib.asynccontextmanager
async def served(connections: int = 10, header: float = LONG, body: float = LONG) -> AsyncGenerator[int]:
    """A server on a free port, which it gives."""
    kind = protocol(connections, header_seconds=header, body_seconds=body)
    config = uvicorn.Config(app(), http=kind, ws="none", lifespan="off", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            await running


@contextlib.asynccontextmanager
async def connected(port: int) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


HALVES = [b"", b"GET / HTTP/1.1\r\nHo", b"\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n"]


@pytest.mark.parametrize("half", HALVES)
async def test_a_header_must_come(half: bytes) -> None:
    """A connection whose header is not whole in time is closed, whatever part of it came."""
    async with served(header=SHORT) as port, connected(port) as (reader, writer):
        writer.write(half)
        assert await rest(reader) == b""


@pytest.mark.parametrize("half", HALVES[1:])
async def test_the_next_header_must_come_too(half: bytes) -> None:
    """A connection that has served a request is held to the same for the next one."""
    async with served(header=SHORT) as port, connected(port) as (reader, writer):
        writer.write(REQUEST)
        assert (await reader.readuntil(b'"page"')).startswith(b"HTTP/1.1 200")
        writer.write(half)
        assert await rest(reader) == b""


async def test_a_body_must_come() -> None:
    """A connection whose body is not whole in time is closed without an answer."""
    async with served(body=SHORT) as port, connected(port) as (reader, writer):
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
        assert b" 200 " not in await rest(reader)


async def test_answers_may_take_their_time() -> None:
    """A response, however long it takes, is cut by none of these deadlines."""
    async with served(header=SHORT, body=SHORT) as port, connected(port) as (reader, writer):
        writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await rest(reader)).count(b"part ") == 6


async def test_a_full_house() -> None:
    """With all connections taken, the next hears 503 and when to come back, and as many again as there are places are
    cut off; whoever is in is served, and a place that is left is free."""
    async with served(connections=2) as port, contextlib.AsyncExitStack() as stack:
        inside = [await stack.enter_async_context(connected(port)) for _ in range(2)]
        for reader, writer in inside:
            writer.write(REQUEST)
            await reader.readuntil(b'"page"')
        outside = [await stack.enter_async_context(connected(port)) for _ in range(2)]
        reader, writer = await stack.enter_async_context(connected(port))
        writer.write(REQUEST)
        assert await rest(reader) == b""
        for reader, writer in outside:
            writer.write(REQUEST)
            answer = await rest(reader)
            assert answer.startswith(b"HTTP/1.1 503") and b'"code":"busy"' in answer
            assert b"\r\nretry-after: 5\r\n" in answer.lower() and b"default-src 'none'" in answer
        reader, writer = inside[0]
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await rest(reader)).startswith(b"HTTP/1.1 200")
        async with connected(port) as (reader, writer):
            writer.write(REQUEST)
            assert (await reader.readuntil(b'"page"')).startswith(b"HTTP/1.1 200")
