"""A tiny application behind the real guard, and ways to speak to it without a network. Not here: the real routes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from decimal import Decimal
from typing import Annotated, Any, Literal

import httpx
from fastapi import FastAPI, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import PlainTextResponse

from dissoi.errors import DissoiError
from dissoi.settings import Settings
from dissoi.web import guard

HERE = "http://127.0.0.1:8321"


class Options(BaseModel):
    model_config = ConfigDict(extra="forbid")

    model: str


class Wish(BaseModel):
    model_config = ConfigDict(extra="forbid")

    motion: Annotated[str, Field(max_length=20)]
    rounds: Annotated[int, Field(ge=1)] = 1
    budget: Decimal | None = None
    may: Literal["watch", "vote"] = "watch"
    models: str | dict[str, str | Options] | None = None
    keywords: Annotated[list[str], Field(max_length=2)] = []


def tiny_app(settings: Settings | None = None, error: DissoiError | Exception | None = None) -> FastAPI:
    """``error`` is raised by ``/api/error``."""
    app = FastAPI(docs_url=None, redoc_url=None)

    @app.get("/api/thing")
    async def thing(last: int = 0) -> dict[str, int]:
        return {"last": last}

    @app.post("/api/thing")
    async def make(wish: Wish) -> Wish:
        return wish

    @app.post("/api/bare")
    async def bare() -> str:
        return "done"

    @app.post("/api/raw")
    async def raw(request: Request) -> int:
        return len(await request.body())

    @app.post("/api/import")
    async def bring_in(request: Request) -> int:
        return len(await request.body())

    @app.get("/api/error")
    async def fail() -> None:
        assert error is not None
        raise error

    @app.get("/assets/app-abc.js")
    async def asset() -> PlainTextResponse:
        return PlainTextResponse("1")

    @app.get("/")
    async def page() -> PlainTextResponse:
        return PlainTextResponse("page")

    @app.websocket("/ws/thing")
    async def socket(websocket: WebSocket) -> None:
        if error is not None and "late" not in websocket.query_params:
            raise error
        await websocket.accept()
        if error is not None:
            raise error
        await websocket.close(1000)

    guard.install(app, settings or Settings())
    return app


async def ask(app: FastAPI, method: str, path: str, *, base: str = HERE, **more: Any) -> httpx.Response:
    """One request; an error that leaves the application fails the test."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as client:
        return await client.request(method, path, **more)


async def knock(
    app: FastAPI, headers: dict[str, str], *, path: str = "/ws/thing", query: str = "", denial: bool = True
) -> list[dict[str, Any]]:
    """What a WebSocket handshake with these headers is answered."""
    said: list[dict[str, Any]] = []
    scope = {
        "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "subprotocols": [],
        "headers": raw(headers.items()), "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8321),
        "extensions": {"websocket.http.response": {}} if denial else {},
    }  # fmt: skip
    heard = asyncio.Queue[dict[str, Any]]()
    heard.put_nowait({"type": "websocket.connect"})
    heard.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, heard.get, send)
    return said


async def speak(app: FastAPI, path: str, headers: Iterable[tuple[str, str]], parts: list[bytes]) -> dict[str, Any]:
    """A POST whose body comes in parts; returns status, and how many of the parts were taken."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": raw(headers),
        "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8321),
    }  # fmt: skip
    found: dict[str, Any] = {"taken": 0}

    async def receive() -> dict[str, Any]:
        found["taken"] += 1
        return {
            "type": "http.request", "body": parts[found["taken"] - 1], "more_body": found["taken"] < len(parts),
        }  # fmt: skip

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            found["status"] = message["status"]

    await app(scope, receive, send)
    return found


def raw(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers]
