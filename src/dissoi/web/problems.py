"""Errors over HTTP: RFC 9457 problem documents, and the errors that only HTTP has.

Nothing that a request said is repeated but names of members and of things; nothing of a bug but its number in the log.
Not here: which request is refused (``guard.py``, ``access.py``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, cast

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Mount
from starlette.websockets import WebSocketState

from dissoi.errors import DissoiError, FormatError, MotionError, UnknownNameError, UsageError
from dissoi.record.text import canonical, flat

MEDIA_TYPE = "application/problem+json"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class AuthError(UsageError):
    code = "auth"
    http_status = 401


class ReadOnlyError(UsageError):
    code = "read_only"
    http_status = 403


class OriginError(UsageError):
    code = "origin"
    http_status = 403


class HostError(UsageError):
    code = "host"
    http_status = 421


class MediaTypeError(UsageError):
    code = "media_type"
    http_status = 415


class SizeError(UsageError):
    code = "size"
    http_status = 413


class RouteError(UsageError):
    code = "unknown.route"
    http_status = 404


class MethodError(UsageError):
    code = "method"
    http_status = 405


class BusyError(DissoiError):
    code = "busy"
    exit_code = 2
    http_status = 503
    retry_after = 5.0


TITLES = {
    "auth": "Nobody is signed in",
    "busy": "The server is busy",
    "config": "A setting is wrong",
    "conflict": "It cannot be done as things stand",
    "cursor": "There is no such place in the log",
    "format": "The format breaks a rule",
    "host": "The server does not answer for this name",
    "internal": "A bug in Dissoi",
    "limit": "Too many",
    "log": "The log cannot be brought in",
    "media_type": "The body is of the wrong kind",
    "method": "This cannot be done here",
    "motion": "The motion cannot be debated",
    "origin": "The request comes from another site",
    "provider": "A model provider failed",
    "read_only": "Watching only",
    "size": "The body is too large",
    "store": "The database cannot be used",
    "unknown": "There is no such thing",
    "usage": "The request cannot be carried out",
}
_FIELDS = {
    "format": "format",
    "style": "styles",
    "side": "styles",
    "choice": "choice",
    "judge": "judges",
    "ballot": "ballot",
}
_MODELS = ("provider", "script", "local model", "option")


def problem(error: DissoiError, request_id: str = "", *, field: str | None = None) -> dict[str, Any]:
    """The problem document of an error. ``field``: the member of the request that it is about, if the caller knows."""
    family = error.code.partition(".")[0]
    document: dict[str, Any] = {
        "type": f"about:blank#{error.code}",
        "title": TITLES.get(family) or HTTPStatus(error.http_status).phrase,
        "status": error.http_status,
        "detail": canonical(error.message),  # it may name what the request named: half characters have no bytes
        "hint": canonical(error.hint),
        "code": error.code,
    }
    if field := field or getattr(error, "field", None) or _field_of(error):
        document["field"] = flat(field)[:100]
    return document | {"request_id": request_id}


def _field_of(error: DissoiError) -> str | None:
    if isinstance(error, MotionError):
        return "motion"
    if isinstance(error, FormatError):
        return "format"
    if isinstance(error, UnknownNameError):
        if error.kind == "role":
            return f"models.{error.name}"[:100]
        return "models" if error.kind in _MODELS else _FIELDS.get(error.kind)
    return None


def answer(error: DissoiError, request_id: str = "", *, field: str | None = None) -> Response:
    """The response to a request that ended in ``error``."""
    headers: dict[str, str] = {}
    seconds = getattr(error, "retry_after", None)
    if isinstance(seconds, int | float):
        headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    if error.http_status == AuthError.http_status:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(
        problem(error, request_id, field=field), error.http_status, headers=headers, media_type=MEDIA_TYPE
    )


def request_id(scope: Mapping[str, Any]) -> str:
    """The number that ``guard.py`` gave the request."""
    return str(scope.get("state", {}).get("request_id", ""))


def internal() -> DissoiError:
    """What is said about a bug: nothing of it."""
    return DissoiError("Something went wrong in Dissoi.", hint="The server's log says more; name the request id.")


def install(app: FastAPI) -> None:
    """Give each error of the routes its answer. What is left, bugs, ``guard.py`` answers."""
    for kind, handler in (
        (DissoiError, _on_error),
        (RequestValidationError, _on_invalid),
        (WebSocketRequestValidationError, _on_invalid),
        (HTTPException, _on_http),
    ):
        app.add_exception_handler(kind, cast("Any", handler))  # the declared type has no answer for an open WebSocket


async def _on_error(connection: Request | WebSocket, error: Exception) -> Response | None:
    return await _give(connection, cast("DissoiError", error))


async def _on_invalid(connection: Request | WebSocket, error: Exception) -> Response | None:
    faults = cast("RequestValidationError", error).errors()
    message, field = sentence(cast("list[Mapping[str, Any]]", faults))
    return await _give(connection, UsageError(message), field)


async def _on_http(connection: Request | WebSocket, error: Exception) -> Response | None:
    raised = cast("HTTPException", error)
    response = await _give(connection, of_status(raised.status_code))
    if response is not None and raised.status_code == MethodError.http_status:
        response.headers["Allow"] = ", ".join(_allowed(connection)) or (raised.headers or {}).get("Allow", "")
    return response


def _allowed(connection: Request | WebSocket) -> list[str]:
    """All methods of the address that was asked, whichever route takes them; a mounted one speaks for itself."""
    routes = [route for route in connection.app.routes if not isinstance(route, Mount)]
    found = [
        method
        for method in METHODS
        if any(route.matches({**connection.scope, "method": method})[0] is Match.FULL for route in routes)
    ]
    return [*found, "HEAD"] if "GET" in found else found


def of_status(status: int) -> DissoiError:
    """The error for a status that the framework gives by itself; its own words never reach anybody."""
    match status:
        case 404:
            return RouteError("There is nothing at this address.")
        case 405:
            return MethodError("This address does not take such a request.")
        case 413:
            return SizeError("The body of the request is too large.")
        case 415:
            return MediaTypeError("The body of the request must be JSON.", hint="Send Content-Type: application/json.")
        case _ if status >= 500:
            return internal()
        case _:
            return UsageError("The request could not be read.")


async def _give(connection: HTTPConnection, error: DissoiError, field: str | None = None) -> Response | None:
    """Answer; a WebSocket that is open already is closed with the sentence instead."""
    response = answer(error, request_id(connection.scope), field=field)
    if not isinstance(connection, WebSocket):
        return response
    if connection.application_state != WebSocketState.CONNECTING:
        reason = error.message.encode()[:120].decode("utf-8", "ignore")  # a close frame has no room for more
        await connection.close(1011 if error.http_status >= 500 else 1008, reason)
    elif "websocket.http.response" in connection.scope.get("extensions", {}):
        await connection.send_denial_response(response)
    else:
        await connection.close(1008)
    return None


# --- what a validation error says


_KINDS = {
    "string": "text",
    "int": "a whole number",
    "finite": "a number",
    "float": "a number",
    "decimal": "a number",
    "bool": "true or false",
    "list": "a list",
    "dict": "an object",
    "model": "an object",
}
_BOUNDS = {
    "greater_than_equal": ("must be at least {}", "ge"),
    "greater_than": ("must be more than {}", "gt"),
    "less_than_equal": ("must be at most {}", "le"),
    "less_than": ("must be less than {}", "lt"),
    "string_too_long": ("must have at most {} characters", "max_length"),
    "string_too_short": ("must have at least {} characters", "min_length"),
    "too_long": ("must have at most {} entries", "max_length"),
    "too_short": ("must have at least {} entries", "min_length"),
    "decimal_max_places": ("must have at most {} decimal places", "decimal_places"),
    "decimal_max_digits": ("must have at most {} digits", "max_digits"),
    "decimal_whole_digits": ("must have at most {} digits before the point", "whole_digits"),
    "literal_error": ("must be {}", "expected"),
    "enum": ("must be {}", "expected"),
}
_TAG = re.compile(r"(str|int|float|bool|decimal|none|constrained-\w+|literal|.*[\[(].*|function-.*|[A-Z]\w*)")
_NAME = re.compile(r"[\w.-]{1,60}")


def sentence(faults: Iterable[Mapping[str, Any]]) -> tuple[str, str | None]:
    """One sentence about the faults that Pydantic found, and the member that it names (None = the body).

    Where a member may be of several kinds, the faults of the one that fits best count: those that lie deepest.
    """
    found = [(_member(fault["loc"]), fault) for fault in faults]
    deepest = max(len(member) for member, _ in found)
    member, first = next((m, f) for m, f in found if len(m) == deepest)
    if first["type"] == "json_invalid":
        return f"The body is not valid JSON (at character {first['loc'][-1]}).", None
    words = list(dict.fromkeys(_words(fault) for other, fault in found if other == member))
    if len(words) > 1 and all(w.startswith("must be ") for w in words):
        words = [f"must be {' or '.join(w.removeprefix('must be ') for w in words)}"]
    field = ".".join(member) or None
    return f"{field or 'The body'} {words[0]}.", field


def _member(place: tuple[int | str, ...]) -> tuple[str, ...]:
    """The path of a member without "body" and without Pydantic's marks for the kinds that it tried."""
    parts: list[str] = []
    for part in map(str, place[1:]):
        if parts and _TAG.fullmatch(part):
            continue
        if not _NAME.fullmatch(part):
            break
        parts.append(part)
    return tuple(parts)


def _words(fault: Mapping[str, Any]) -> str:
    kind: str = fault["type"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not known here"
    if kind in _BOUNDS:
        words, bound = _BOUNDS[kind]
        return words.format(str(fault.get("ctx", {}).get(bound, "")).replace("'", ""))
    known = _KINDS.get(kind.partition("_")[0])
    return f"must be {known}" if known else "is not acceptable"
