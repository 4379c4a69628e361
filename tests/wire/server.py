"""A loopback HTTP server that speaks the providers' wire formats, faults included, on a thread of its own.

It is a real server on a random port of 127.0.0.1, so that the SDKs' own parsing, pooling and retrying are part of
every test. Not a model: what it says is decided by a behaviour (``behaviours.py``).
"""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from types import ModuleType
from typing import Any, Self

from tests.wire import anthropic, gemini, ollama, openai
from tests.wire.answer import Answer, Behaviour, Call
from tests.wire.behaviours import paragraph

_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}


class Wire:
    """``with Wire(behaviour) as wire:`` serves until the block ends. ``calls`` holds every model call that arrived."""

    def __init__(self, behaviour: Behaviour = paragraph, *, tls: ssl.SSLContext | None = None, port: int = 0) -> None:
        self.behaviour = behaviour
        self.calls: list[Call] = []
        self.other: list[str] = []  # paths of all other requests
        self.finished = 0  # replies sent to their end
        self._live = 0
        self._idle = threading.Condition()
        self._tls = tls
        self.port = port
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), name="wire", daemon=True)

    @property
    def url(self) -> str:
        """Root of the server; Anthropic, Gemini and Ollama clients take it as their base URL."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def openai_url(self) -> str:
        return f"{self.url}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def wait_until_idle(self, seconds: float = 10) -> bool:
        """Wait until no reply is being sent; False if ``seconds`` were not enough."""
        with self._idle:
            return self._idle.wait_for(lambda: self._live == 0, seconds)

    def join(self) -> None:
        """Serve until the process is told to end (the command line's use)."""
        self._thread.join()

    async def _main(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(lambda _loop, _context: None)  # torn connections are this server's trade
        open_tasks: set[asyncio.Task[None]] = set()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            open_tasks.add(task)
            try:
                await self._converse(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError):
                writer.transport.abort()
            finally:
                open_tasks.discard(task)
                writer.close()

        server = await asyncio.start_server(accept, "127.0.0.1", self.port, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(open_tasks):
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ", 2)
            headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
            raw = await reader.readexactly(int(headers.get("content-length", "0")))
            wire = _wire(path)
            if wire is None or method != "POST":
                self.other.append(path)
                await self._send(writer, 200 if method == "GET" else 404, _listing(path))
                continue
            call: Call = wire.read(path, headers, json.loads(raw))
            self.calls.append(call)
            answer = self.behaviour(call)
            self._moved(1)
            try:
                await self._answer(writer, wire, call, answer)
                self.finished += 1
            finally:
                self._moved(-1)

    def _moved(self, by: int) -> None:
        with self._idle:
            self._live += by
            self._idle.notify_all()

    async def _answer(self, writer: asyncio.StreamWriter, wire: ModuleType, call: Call, answer: Answer) -> None:
        if answer.hang:
            await asyncio.Event().wait()
        if answer.delay:
            await asyncio.sleep(answer.delay)
        if answer.raw is not None:
            await self._send(writer, answer.status, answer.raw, answer)
        elif answer.status != 200 and answer.fail_after is None:
            await self._send(writer, answer.status, _json(wire.error(answer)), answer)
        elif call.stream:
            await self._stream(writer, wire, call, answer)
        else:
            await self._send(writer, 200, _json(wire.whole(call, answer)), answer)

    async def _stream(self, writer: asyncio.StreamWriter, wire: ModuleType, call: Call, answer: Answer) -> None:
        kind = "application/x-ndjson" if call.wire == "ollama" else "text/event-stream"
        writer.write(_head(200, {"content-type": kind, "transfer-encoding": "chunked", **_extra(answer)}))
        for count, event in enumerate(wire.events(call, answer)):
            if count == answer.fail_after:
                break
            if answer.ending in ("cut", "stall") and count == answer.cut_after:
                if answer.ending == "stall":
                    await asyncio.Event().wait()
                await _tear(writer, event)
            if answer.junk and count == 1:
                _write(writer, answer.junk)
            _write(writer, event)
            if answer.pace:
                await writer.drain()
                await asyncio.sleep(answer.pace)
        if answer.fail_after is not None:
            _write(writer, wire.failure(answer))
        else:
            for event in wire.ending(call, answer):
                _write(writer, event)
                if answer.ending == "late_cut":
                    await _tear(writer, event)
        writer.write(b"0\r\n\r\n")
        await writer.drain()

    async def _send(self, writer: asyncio.StreamWriter, status: int, body: bytes, answer: Answer | None = None) -> None:
        extra = _extra(answer) if answer else {}
        head = {"content-type": "application/json", "content-length": str(len(body)), **extra}
        writer.write(_head(status, head) + body)
        await writer.drain()


async def _tear(writer: asyncio.StreamWriter, event: bytes) -> None:
    """Hang up in the middle of an HTTP chunk."""
    writer.write(b"%x\r\n" % (len(event) + 99) + event[: len(event) // 2])
    await writer.drain()
    raise ConnectionResetError


def _wire(path: str) -> ModuleType | None:
    path = path.split("?", 1)[0]
    if path.endswith("/chat/completions"):
        return openai
    if path.endswith("/messages"):
        return anthropic
    if path.endswith(("GenerateContent", ":generateContent")):
        return gemini
    return ollama if path.endswith("/api/chat") else None


def _listing(path: str) -> bytes:
    if path.endswith("/api/tags"):
        return _json({"models": [{"name": "llama3.2:latest", "model": "llama3.2:latest"}]})
    return _json({"object": "list", "data": [{"id": "any", "object": "model", "owned_by": "wire"}]})


def _extra(answer: Answer) -> dict[str, str]:
    return {"x-request-id": "req_1", "request-id": "req_1", **answer.headers}


def _head(status: int, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(b"%x\r\n%s\r\n" % (len(data), data))


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()
