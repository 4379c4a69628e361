"""Who gets through which door: every route of the API against wrong names, sites, tokens, owners and share links.

The routes come from the application itself: one without a rule here fails. What a route does for those who may is in
``test_story.py``; odd values for what it takes, in ``test_bad_input.py`` and ``test_schemathesis.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

import httpx
import pytest
from starlette.routing import Mount

from dissoi.engine.clock import now, stamp
from dissoi.store.keys import digest, new_secret
from dissoi.web.guard import HEADERS
from dissoi.web.routes.page import SCREENS
from tests.web.tiny import HERE, knock
from tests.web.town import HOST_TOKEN, Town, said

Rule = Literal["open", "owner", "see", "vote", "change"]
"""Who may: everybody; whoever owns debates; whoever sees this one; whoever may vote in it; its owner alone."""

RULES: dict[tuple[str, str], Rule] = {
    ("GET", "/health"): "open",
    ("GET", "/ready"): "open",
    ("GET", "/api"): "open",
    ("POST", "/api/session"): "open",
    ("DELETE", "/api/session"): "open",
    ("GET", "/api/session"): "owner",
    ("GET", "/api/formats"): "owner",
    ("GET", "/api/formats/{name}"): "owner",
    ("GET", "/api/models"): "owner",
    ("GET", "/api/config/styles"): "owner",
    ("GET", "/api/config/defaults"): "owner",
    ("GET", "/api/debates"): "owner",
    ("POST", "/api/debates"): "owner",
    ("POST", "/api/debates/plan"): "owner",
    ("POST", "/api/debates/import"): "owner",
    ("GET", "/api/debates/{debate_id}"): "see",
    ("GET", "/api/debates/{debate_id}/meta"): "see",
    ("GET", "/api/debates/{debate_id}/log"): "see",
    ("GET", "/api/debates/{debate_id}/outline"): "see",
    ("GET", "/api/debates/{debate_id}/export"): "see",
    ("GET", "/api/debates/{debate_id}/graph"): "see",
    ("GET", "/api/debates/{debate_id}/events"): "see",
    ("GET", "/api/debates/{debate_id}/votes"): "see",
    ("POST", "/api/debates/{debate_id}/votes"): "vote",
    ("DELETE", "/api/debates/{debate_id}/votes"): "vote",
    ("POST", "/api/debates/{debate_id}/votes/close"): "change",
    ("DELETE", "/api/debates/{debate_id}"): "change",
    ("POST", "/api/debates/{debate_id}/pause"): "change",
    ("POST", "/api/debates/{debate_id}/resume"): "change",
    ("POST", "/api/debates/{debate_id}/stop"): "change",
    ("POST", "/api/debates/{debate_id}/skip"): "change",
    ("POST", "/api/debates/{debate_id}/retry"): "change",
    ("POST", "/api/debates/{debate_id}/fork"): "change",
    ("GET", "/api/debates/{debate_id}/shares"): "change",
    ("POST", "/api/debates/{debate_id}/shares"): "change",
    ("DELETE", "/api/debates/{debate_id}/shares/{share_id}"): "change",
}
BODIES: dict[tuple[str, str], Any] = {
    ("POST", "/api/session"): {"ticket": "", "token": ""},
    ("POST", "/api/debates"): {"motion": " "},
    ("POST", "/api/debates/plan"): {"motion": "x", "models": "scripted:demo"},
    ("POST", "/api/debates/import"): {"no": "log"},
    ("POST", "/api/debates/{debate_id}/votes"): {"ballot": "mid", "choice": "pro"},
    ("POST", "/api/debates/{debate_id}/resume"): {"models": {"nobody": "scripted:demo"}},
    ("POST", "/api/debates/{debate_id}/fork"): {"at": 99},
    ("POST", "/api/debates/{debate_id}/shares"): {},
}
"""Bodies that are taken, and that start no debate."""
QUERIES: dict[Key, dict[str, str]] = {
    ("DELETE", "/api/debates/{debate_id}/votes"): {"ballot": "mid"},
    ("POST", "/api/debates/{debate_id}/votes/close"): {"ballot": "mid"},
    ("GET", "/api/debates/{debate_id}/events"): {"after": "99"},  # a stream that is granted would not end
}
UNLISTED = {"/api/openapi.json", "/ws/debates/{debate_id}", *SCREENS}
"""What the OpenAPI does not hold: itself, the socket, the page. They have tests of their own below."""
PAGES = ("/", "/history", "/settings", "/d/x", "/d/x/replay", "/index.html", "/assets/none.js", "/favicon.svg", "/no")
OPEN = ("/api/openapi.json", *PAGES)
FOREIGN_HOSTS = ("evil.example", "127.0.0.1.evil.example:8321", "192.168.1.7:8321", "[::2]:8321")
FOREIGN_ORIGINS = ("http://evil.example", "https://127.0.0.1:8321.evil.example", "http://localhost:3000", "null")
Key = tuple[str, str]

keys = tuple(RULES)
of_debates = tuple(key for key in keys if "{debate_id}" in key[1])


async def ask(town: Town, key: Key, debate_id: str = "-", secret: str | None = None, **headers: Any) -> httpx.Response:
    """One request to a route, in order but for what is said here."""
    method, path = key
    where = path.format(debate_id=debate_id, name="deb8flow", share_id=1)
    more: dict[str, Any] = {"json": BODIES[key]} if key in BODIES else {}
    return await town.say(method, where, secret=secret, headers=headers, params=QUERIES.get(key), **more)


def _paths(routes: Iterable[Any]) -> Iterator[str]:
    """Every path that the application knows, with those of routers that it includes."""
    for route in routes:
        if isinstance(route, Mount):
            continue
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _paths(inner.routes)
        else:
            yield route.path


async def test_every_route_has_a_rule(town: Town) -> None:
    """Each operation of the OpenAPI has a rule here, and each route of the application is in the OpenAPI or named
    here as one that is not."""
    schema = town.app.openapi()["paths"]
    assert {(method.upper(), path) for path, methods in schema.items() for method in methods} == set(RULES)
    assert set(_paths(town.app.routes)) == {path for _, path in RULES} | UNLISTED


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
async def test_no_route_answers_for_another_name(town: Town, host: str) -> None:
    """Whoever asks by another name gets 421 from every route and file, token or not: a rebound name reaches nothing."""
    secret = await town.token("ana")
    for key in (*keys, *(("GET", path) for path in OPEN)):
        assert said(await ask(town, key, secret=secret, Host=host)) == (421, "host"), key
    for method in ("OPTIONS", "HEAD", "PUT", "TRACE"):
        assert (await ask(town, (method, "/api/debates"), Host=host)).status_code == 421


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
async def test_no_route_answers_a_page_of_another_site(town: Town, origin: str) -> None:
    """Whatever another site's page asks for, with the host's token even, is 403, and nothing lets its scripts read."""
    for key in (*keys, *(("GET", path) for path in OPEN)):
        answer = await ask(town, key, secret=HOST_TOKEN, Origin=origin)
        assert said(answer) == (403, "origin"), key
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_no_route_answers_a_browser_that_names_another_site(town: Town, site: str) -> None:
    """What a browser marks as another site's request is 403 on every route of the API, reading too."""
    for key in (key for key in keys if key[1].startswith("/api")):
        assert said(await ask(town, key, secret=HOST_TOKEN, **{"Sec-Fetch-Site": site})) == (403, "origin"), key
    assert said(await ask(town, ("GET", "/api/openapi.json"), **{"Sec-Fetch-Site": site})) == (403, "origin")


async def test_no_preflight_is_granted(town: Town) -> None:
    """A browser that asks whether another site may is told no, by every route."""
    headers = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for _, path in keys:
        for origin in (HERE, "http://evil.example"):
            answer = await ask(town, ("OPTIONS", path), Origin=origin, **headers)
            assert answer.status_code in (403, 405)
            assert not [name for name in answer.headers if name.startswith("access-control-")]


async def secrets_of_nobody(town: Town) -> dict[str, str | None]:
    gone = await town.token("ana")
    grants = town.store.grants("ana", kind="owner")
    await town.app.state.access.revoke(grants[-1].id)
    other = await town.debate("bob")
    return {
        "none": None,
        "empty": "",
        "wrong": new_secret(),
        "odd": "ü\x00'--",
        "hash": digest(HOST_TOKEN),
        "short": HOST_TOKEN[:-1],
        "revoked": gone,
        "expired": await town.token("ana", stamp(now().replace(year=2020))),
        "expired share": await town.share(other, "vote", days=-1),
        "share of another debate": await town.share(other, "vote"),
    }


async def test_nobody_gets_in_without_a_secret_that_holds(town: Town) -> None:
    """No token, a wrong, expired or revoked one, the hash of one or a link to another debate: 401 from every route that
    is not open, whether the debate is there or not, with a word on how to sign in."""
    closed = [key for key in keys if RULES[key] != "open"]
    for what, secret in (await secrets_of_nobody(town)).items():
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}".encode()}
        for key in closed:
            for debate_id in (await town.debate("ana"), "nothing"):
                answer = await ask(town, key, debate_id, **headers)  # type: ignore[arg-type]
                assert said(answer) == (401, "auth"), (what, key)
                assert answer.headers["www-authenticate"] == "Bearer" and answer.json()["hint"]


@pytest.mark.parametrize("scheme", ["Basic", "Bearer ", "Token", ""])
async def test_only_a_bearer_counts(town: Town, scheme: str) -> None:
    """A right token under another scheme lets nobody in; one behind blanks does."""
    answer = await ask(town, ("GET", "/api/session"), Authorization=f"{scheme} {HOST_TOKEN}")
    assert answer.status_code == (200 if scheme == "Bearer " else 401)


async def test_what_is_open_needs_nobody(town: Town) -> None:
    """The open routes answer whoever asks, and name no debate, owner or path of the machine."""
    await town.debate("ana")
    for key in (key for key in keys if RULES[key] == "open"):
        answer = await ask(town, key)
        assert answer.status_code not in (401, 403, 404, 421, 500), key
        assert not [word for word in ("fresh", "ana", str(Path.home()), "sqlite") if word in answer.text]


async def test_a_foreign_debate_is_an_unknown_one(town: Town) -> None:
    """On every route, what is somebody else's and what does not exist get the same 404, member by member and header by
    header, also for the host."""
    debates = {owner: await town.debate(owner) for owner in ("", "ana", "bob")}
    for asker, secret in (("bob", await town.token("bob")), ("", HOST_TOKEN)):
        for key in of_debates:
            whole = []
            for debate_id in (debates["ana"], "x" * len(debates["ana"])):
                answer = await ask(town, key, debate_id, secret)
                assert said(answer) == (404, "unknown.debate"), (asker, key)
                known = {k: v for k, v in answer.headers.items() if k != "x-request-id"}
                document = answer.json() | {"request_id": ""}
                document["detail"] = document["detail"].replace(debate_id, "")
                whole.append((document, known))
            assert whole[0] == whole[1]
    assert {id: row.last_seq for id in debates.values() for row in [town.store.row(id)]} == dict.fromkeys(
        debates.values(), 6
    )


async def test_a_link_to_watch_lets_nobody_change(town: Town) -> None:
    """A visitor by a link sees what can be seen of that debate; every route that changes it is 403, votes too unless
    the link says so; and the routes of owners do not know a visitor."""
    wanted = {
        "watch": {"see": None, "vote": (403, "read_only"), "change": (403, "read_only"), "owner": (401, "auth")},
        "vote": {"see": None, "vote": None, "change": (403, "read_only"), "owner": (401, "auth")},
    }
    for may, rules in wanted.items():
        for key in (key for key in keys if RULES[key] != "open"):
            debate_id = await town.debate("ana")
            link = await town.share(debate_id, may)
            name = f"{town.app.state.access.cookie}_s_{debate_id}"
            for asked in ({"secret": link}, {"Cookie": f"{name}={link}.{new_secret()}"}):
                found = said(await ask(town, key, debate_id, **asked))
                if (refusal := rules[RULES[key]]) is not None:
                    assert found == refusal, (may, key, asked)
                else:
                    assert found[0] not in (401, 403, 500) and found[1] != "unknown.debate", (may, key, found)
            assert town.store.row(debate_id).last_seq == 6 and len(town.store.grants(kind="share")) > 0


async def test_owners_are_let_in(town: Town) -> None:
    """The owner of a debate passes the door of every route, by a token and by a browser's cookie: the refusals above
    are of who asks, not of what."""
    secret = await town.token("ana")
    for asked in ({"secret": secret}, {"Cookie": f"{town.app.state.access.cookie}={secret}"}):
        for key in keys:
            status, code = said(await ask(town, key, await town.debate("ana"), **asked))
            assert status not in (401, 403, 421) and code != "unknown.debate", (key, status, code)
            assert status < 500 or key == ("GET", "/ready"), (key, status, code)  # nothing gets ready without a loop


async def test_every_refusal_is_guarded(town: Town) -> None:
    """Refusals carry the security headers, are not stored, and are problem documents that hold the number of the
    request and nothing that was sent."""
    for key in set(keys) - {("GET", "/ready")}:
        answer = await ask(town, key, "zq9-secret-looking", secret="zq9" * 9, Cookie="dissoi_8321=zq9cookie")
        assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS), key
        if answer.status_code >= 400:
            assert answer.headers["cache-control"] == "no-store"
            assert answer.json()["request_id"] == answer.headers["x-request-id"] and "zq9" not in answer.text


SOCKET = "/ws/debates/{}"


async def test_the_socket_has_the_same_doors(town: Town) -> None:
    """A handshake with a wrong name, site or token, for a foreign or an unknown debate, is refused before it opens,
    with the status that the routes give."""
    debate_id = await town.debate("ana")
    ana, bob = await town.token("ana"), await town.token("bob")

    async def first(path: str = SOCKET.format(debate_id), **headers: str) -> dict[str, Any]:
        return (await knock(town.app, {"Host": "127.0.0.1:8321", **headers}, path=path))[0]

    for headers, status in (
        ({"Host": "evil.example", "Authorization": f"Bearer {ana}"}, 421),
        ({"Origin": "http://evil.example", "Authorization": f"Bearer {ana}"}, 403),
        ({"Origin": "null", "Authorization": f"Bearer {ana}"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Authorization": f"Bearer {ana}"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Authorization": f"Bearer {ana}"}, 403),
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Bearer {bob}"}, 404),
        ({"Authorization": f"Bearer {HOST_TOKEN}"}, 404),
    ):
        found = await first(**headers)
        assert (found["type"], found["status"]) == ("websocket.http.response.start", status), headers
    assert (await first(SOCKET.format("nothing"), Authorization=f"Bearer {ana}"))["status"] == 404
    assert (await first("/ws/nowhere", Authorization=f"Bearer {ana}"))["type"] != "websocket.accept"
    odd = await first(SOCKET.format(debate_id), Authorization=f"Bearer {ana}", Origin=HERE)
    assert odd == {"type": "websocket.accept", "subprotocol": None, "headers": []}


@pytest.mark.parametrize(
    "path",
    [
        "/../dissoi.db", "/assets/../../app.py", "/%2e%2e/%2e%2e/app.py", "/assets/%2e%2e%2f%2e%2e%2fapp.py",
        "/..%5c..%5capp.py", "//etc/passwd", "/assets//etc/passwd", "/%00", "/d/../../app.py", "/app.py", "/.env",
        "/assets/", "/index.html/..", "/%c0%ae%c0%ae/app.py",     ],
)  # fmt: skip
async def test_no_file_but_the_page_is_served(town: Town, path: str) -> None:
    """No path leads out of the folder of the page, nor lists it."""
    answer = b""
    status = 0

    async def send(message: Any) -> None:
        nonlocal answer, status
        status = message.get("status", status)
        answer += message.get("body", b"")

    heard = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in heard:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": unquote(path), "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"127.0.0.1:8321")], "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8321),
    }  # fmt: skip
    await town.app(scope, receive, send)
    assert status in (200, 404, 503) and b"import annotations" not in answer and b"root:" not in answer
    assert status != 200 or answer.lstrip().lower().startswith(b"<!doctype html>")
