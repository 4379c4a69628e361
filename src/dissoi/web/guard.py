"""The guard at the door: every request, WebSocket and response of the web application passes it.

Refuses names that are not ours (DNS rebinding), requests that other sites make, and bodies that are too large or of
the wrong kind; gives each request a number and each response its security headers; answers HEAD as GET without the
body, and bugs. Not here: who asks (``access.py``), connections that never become a request (``doorman.py``).
"""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from dissoi.errors import DissoiError
from dissoi.settings import Settings
from dissoi.web import problems
from dissoi.web.problems import HostError, MediaTypeError, OriginError, SizeError

BODY_LIMIT = 64 * 1024
IMPORT_LIMIT = 8 * 1024 * 1024
"""Bytes of a body, and of the log of a debate that is brought in."""

CSP = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
))  # fmt: skip

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_AUTHORITY = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(?P<port>\d{1,5}))?")
_JSON = ("application/json",)
_LINES = ("application/json", "application/jsonl", "application/x-ndjson")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_USUAL = {"http": "80", "https": "443"}
_log = logging.getLogger("dissoi.web")


def install(app: FastAPI, settings: Settings) -> None:
    """Put the guard before everything else: call it after all other ``add_middleware``."""
    problems.install(app)
    app.add_middleware(Guard, settings=settings)


class Names:
    """The names and origins that are ours."""

    def __init__(self, settings: Settings) -> None:
        places = [_split(host) for host in settings.hosts]
        self._further = {place for place in places if place is not None}
        bound = _plain(settings.host)
        self._any_address = is_wildcard(bound)
        self._names = {*_LOOPBACK, bound, *(name for name, _ in self._further)} - {"0.0.0.0", "::", ""}  # noqa: S104

    def knows(self, host: str) -> bool:
        """Is this Host header one of ours? An address stands for itself and cannot be rebound: where we listen on all
        addresses, any is ours."""
        place = _split(host)
        if place is None:
            return False
        return place[0] in self._names or (self._any_address and _is_address(place[0]))

    def owns(self, origin: str, host: str) -> bool:
        """Is this Origin the page that we serve: under the name that the request came to, or one of the settings?"""
        parts = urlsplit(origin.lower())
        place = _split(parts.netloc)
        if place is None or parts.scheme not in _USUAL or parts.path:
            return False
        if parts.netloc == host.lower():
            return True
        usual = place[1] in (None, _USUAL[parts.scheme])
        return place in self._further or (usual and (place[0], None) in self._further)


def is_wildcard(host: str) -> bool:
    """Does a server that is bound to ``host`` listen on all addresses of the machine?"""
    return host == "" or (_is_address(_plain(host)) and ipaddress.ip_address(_plain(host)).is_unspecified)


def is_loopback(host: str) -> bool:
    """Can only this machine reach a server that is bound to ``host``?"""
    host = _plain(host)
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _plain(name: str) -> str:
    """A name in lower case; an address in its shortest form, without brackets."""
    name = name.lower().removeprefix("[").removesuffix("]")
    return ipaddress.ip_address(name).compressed if _is_address(name) else name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _split(authority: str) -> tuple[str, str | None] | None:
    """Name and port; None for what is neither."""
    match = _AUTHORITY.fullmatch(authority.lower())
    return (_plain(match["name"]), match["port"]) if match else None


class Guard:
    """ASGI middleware. Raises nothing: what a bug raised inside becomes an answer and a line in the log."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._names = Names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        number = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number
        exchange = _Exchange(scope, receive, send, number)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            await exchange.refuse(refusal)
            return
        try:
            await self._app(exchange.inner, exchange.receive, exchange.send)
        except (ClientDisconnect, WebSocketDisconnect):
            pass  # whoever asked has gone
        except Exception as error:  # noqa: BLE001 - the last one to catch it; it is logged under the request's number
            _log.error("Request %s failed: %s", number, _line(scope), exc_info=error)
            await exchange.refuse(problems.internal())

    def _refusal(self, scope: Scope, headers: Headers) -> DissoiError | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._names.knows(hosts[0]):
            return HostError(
                "This server does not answer for the name that it was asked by.",
                hint="Use the address that dissoi serve shows, or add the name to hosts in its settings.",
            )
        site = headers.get("sec-fetch-site", "")
        inner = scope["path"].startswith(("/api", "/ws"))
        if inner and site in ("cross-site", "same-site"):
            return _foreign()
        for origin in origins:
            hidden = origin == "null" and site == "same-origin"  # as a referrer policy makes browsers send it
            if not (hidden or self._names.owns(origin, hosts[0])):
                return _foreign()
        return _of_body(scope, headers) if scope["type"] == "http" else None


def _foreign() -> OriginError:
    return OriginError(
        "The request was made by a page of another site.",
        hint="If that page is Dissoi behind a proxy, add its name to hosts in the settings.",
    )


def _limits(path: str) -> tuple[int, tuple[str, ...]]:
    """Bytes and kinds that a body may have."""
    return (IMPORT_LIMIT, _LINES) if path.endswith("/import") else (BODY_LIMIT, _JSON)


def _of_body(scope: Scope, headers: Headers) -> DissoiError | None:
    size = headers.get("content-length", "0")
    if size.strip("0") == "" and "transfer-encoding" not in headers:
        return None
    limit, kinds = _limits(scope["path"])
    if not (size.isascii() and size.isdigit()) or int(size[:20]) > limit:
        return _oversize(limit)
    kind, _, more = headers.get("content-type", "").lower().partition(";")
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", more)
    if kind.strip() not in kinds or "content-encoding" in headers or (charset and charset[1] not in ("utf-8", "utf8")):
        return MediaTypeError("The body of a request must be JSON.", hint=f"Send Content-Type: {kinds[-1]}.")
    return None


def _oversize(limit: int) -> SizeError:
    return SizeError(f"The body of the request is larger than {limit // 1024} KiB.", hint="Send less at once.")


def _line(scope: Scope) -> str:
    """What was asked for, without the query, as one line of a log."""
    return f"{scope.get('method', scope['type'])} {scope['path'][:200]!r}"


class _Exchange:
    """One request and its response: counts what comes in, and completes the headers of what goes out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, number: str) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._number = number
        self._limit = _limits(scope["path"])[0]
        self._taken = 0
        self._begun = False
        self._over = False
        self._head = scope.get("method") == "HEAD"
        self.inner: Scope = {**scope, "method": "GET"} if self._head else scope
        """What the application is asked: whatever can be got can be asked about (RFC 9110, 9.3.2)."""

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._taken += len(message.get("body", b""))
            if self._taken > self._limit:
                raise HTTPException(413)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self._complete(message)
        self._begun = self._begun or message["type"].startswith(("http.response", "websocket."))
        self._over = self._over or message["type"] == "websocket.close"
        if not (self._head and message["type"] == "http.response.body"):
            await self._send(message)
        if self._head and message["type"] == "http.response.start":  # a body that never ends must not be waited for
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def _complete(self, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers[name] = value
        headers["X-Request-Id"] = self._number
        path, status = self._scope["path"], message["status"]
        if path.startswith("/assets/") and status in (200, 206, 304):  # their names hold a hash of what is in them
            headers["Cache-Control"] = "public, max-age=31536000, immutable"
        elif status >= 400 or path.startswith(("/api", "/ws", "/health", "/ready")):
            headers["Cache-Control"] = "no-store"
        else:
            headers.setdefault("Cache-Control", "no-cache")

    async def refuse(self, error: DissoiError) -> None:
        """Answer with ``error``, or break off what was begun already."""
        if self._over:
            return
        websocket = self._scope["type"] == "websocket"
        if websocket and (self._begun or "websocket.http.response" not in self._scope.get("extensions", {})):
            await self._send({"type": "websocket.close", "code": 1011 if self._begun else 1008})
        elif not self._begun:
            response = problems.answer(error, self._number)
            await response(self._scope, self._receive, self.send)
