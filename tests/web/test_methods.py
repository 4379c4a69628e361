"""Laws of methods: what can be got can be asked about, and who asks by a wrong method is told the right ones."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.kit import serving
from tests.web.town import HOST_TOKEN, Town

PAGES = ("/", "/history", "/d/x", "/favicon.svg", "/index.html", "/assets/none.js", "/nowhere", "/api/openapi.json")
FRESH = {"x-request-id", "date", "last-modified"}
"""Headers that no two answers share, or whose order of writing is the file system's."""


def _gettable(town: Town) -> list[str]:
    schema: dict[str, Any] = town.app.openapi()["paths"]
    return [path for path, methods in schema.items() if "get" in methods]


def _head(answer: httpx.Response) -> tuple[int, dict[str, str]]:
    return answer.status_code, {name: value for name, value in answer.headers.items() if name not in FRESH}


async def test_head_is_get_without_a_body(town: Town) -> None:
    """Each address that can be got answers HEAD with the status and headers of GET and no body, refusals too, whether
    the asker is signed in or not (RFC 9110, 9.3.2)."""
    debate = await town.debate("")
    for path in [*_gettable(town), *PAGES]:
        if path.endswith("/events"):
            continue  # GET would not end; below
        where = path.format(debate_id=debate, name="deb8flow")
        for secret in (HOST_TOKEN, None):
            got = await town.say("GET", where, secret=secret)
            asked = await town.say("HEAD", where, secret=secret)
            assert _head(asked) == _head(got), where
            assert asked.content == b"", where


async def test_head_of_a_stream_ends(town: Town) -> None:
    """HEAD of a stream that goes on answers at once, and holds no place among the asker's streams afterwards."""
    debate = await town.debate("")
    async with asyncio.timeout(20):
        for _ in range(town.session.settings.streams + 1):
            answer = await town.say("HEAD", f"/api/debates/{debate}/events", secret=HOST_TOKEN)
            assert (answer.status_code, answer.content) == (200, b"")
            assert answer.headers["content-type"].startswith("text/event-stream")


async def test_head_changes_nothing(town: Town) -> None:
    """HEAD where only other methods are taken is refused, and does nothing."""
    debate = await town.debate("")
    for action in ("pause", "stop", "fork"):
        answer = await town.say("HEAD", f"/api/debates/{debate}/{action}", secret=HOST_TOKEN)
        assert (answer.status_code, answer.headers["allow"], answer.content) == (405, "POST", b"")
    assert town.store.row(debate).last_seq == 6


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("PUT", "/api/debates", "GET, POST, HEAD"),
        ("PATCH", "/api/debates/x", "GET, DELETE, HEAD"),
        ("GET", "/api/debates/x/resume", "POST"),
        ("DELETE", "/health", "GET, HEAD"),
        ("POST", "/ready", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("OPTIONS", "/api/session", "GET, POST, DELETE, HEAD"),
    ],
)
async def test_a_wrong_method_is_told_the_right_ones(town: Town, method: str, path: str, allow: str) -> None:
    """A method that an address does not take is 405, and ``Allow`` names all that it takes."""
    answer = await town.say(method, path, secret=HOST_TOKEN)
    assert (answer.status_code, answer.headers["allow"]) == (405, allow)


async def test_no_file_is_below_the_api(town: Town) -> None:
    """Below ``/api`` and ``/ws`` what no route takes is 404 by any method, as a problem document."""
    for method in ("GET", "HEAD", "POST", "DELETE"):
        for path in ("/api/nothing", "/api/debates/", "/ws", "/ws/debates/x"):
            answer = await town.say(method, path, secret=HOST_TOKEN, headers={"Accept": "text/html"})
            assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_head_over_the_network(tmp_path: Path) -> None:
    """A real server answers HEAD of the API and its health on one connection, one after the other: no body of the one
    is taken for the head of the next."""
    with serving(tmp_path) as server:
        for path in ("/health", "/api/debates", "/api/nothing", "/api/debates?limit=0", "/health"):
            got, asked = server.client.get(path), server.client.head(path)
            assert _head(asked) == _head(got)
            assert asked.content == b""
