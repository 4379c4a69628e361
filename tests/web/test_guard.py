"""Laws of the door: which names, sites and bodies pass it, and what every response carries."""

from __future__ import annotations

import ipaddress
import logging
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dissoi.settings import Settings
from dissoi.web.guard import BODY_LIMIT, CSP, HEADERS, IMPORT_LIMIT, Names, is_loopback, is_wildcard
from tests.web.tiny import HERE, ask, knock, speak, tiny_app

OURS = ["127.0.0.1", "127.0.0.1:8321", "localhost:8321", "LOCALHOST", "[::1]:8321", "[0:0:0:0:0:0:0:1]"]
FOREIGN = [
    "evil.example", "evil.example:8321", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.7:8321",
    "127.0.0.1:8321@evil.example", "testserver", "", "[::2]", "::1", "0.0.0.0:8321", "localhost:", "localhost:999999",
    "local host",
]  # fmt: skip


@pytest.mark.parametrize("host", OURS)
async def test_our_names_are_answered(host: str) -> None:
    """A request to a loopback name or address, with any port and in any case, is answered."""
    assert (await ask(tiny_app(), "GET", "/api/thing", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("path", ["/api/thing", "/", "/assets/app-abc.js", "/nowhere"])
@pytest.mark.parametrize("host", FOREIGN)
async def test_other_names_are_refused(host: str, path: str) -> None:
    """A request to any other name is refused with 421 on every path: a rebound name reaches nothing."""
    answer = await ask(tiny_app(), "GET", path, headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")
    assert host == "" or host not in answer.text


async def test_one_host_is_needed() -> None:
    """A request with two Host headers, or none, is refused."""
    for headers in ([("host", "127.0.0.1"), ("host", "evil.example")], []):
        found = await speak(tiny_app(), "/api/bare", headers, [b""])
        assert found["status"] == 421


@given(st.from_regex(r"[a-z0-9_.:\[\]-]{1,30}", fullmatch=True))
@example("localhost.")
@example("127.1")
@example("[::ffff:127.0.0.1]")
def test_only_listed_names_are_ours(host: str) -> None:
    """No Host but those of the list is ours, however it is written."""
    names = Names(Settings(hosts=("debates.example.org",)))
    if names.knows(host):
        name = host.rpartition("]")[0].removeprefix("[") if host.startswith("[") else host.partition(":")[0]
        assert name in ("localhost", "127.0.0.1", "debates.example.org") or ipaddress.ip_address(name).is_loopback


def test_hosts_of_the_settings_are_ours() -> None:
    """A name of the settings, and the name that the server is bound to, are ours; where it listens on all addresses,
    any address is, but no name."""
    assert Names(Settings(hosts=("debates.example.org:8443",))).knows("Debates.Example.org")
    assert Names(Settings(host="box.local")).knows("box.local:8321")
    everywhere = Names(Settings(host="0.0.0.0"))
    assert everywhere.knows("192.168.1.7:8321") and everywhere.knows("[2001:db8::5]")
    assert not everywhere.knows("evil.example")
    assert not Names(Settings(host="192.168.1.7")).knows("192.168.1.8")


def test_reach() -> None:
    """Loopback addresses are reached from this machine alone; empty and unspecified ones stand for all."""
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "LocalHost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "", "192.168.1.7", "example.org")))
    assert all(map(is_wildcard, ("", "0.0.0.0", "::", "[::]"))) and not is_wildcard("127.0.0.1")


ORIGINS = [
    ("http://127.0.0.1:8321", "127.0.0.1:8321", True),
    ("http://LOCALHOST:8321", "localhost:8321", True),
    ("https://debates.example.org", "127.0.0.1:8321", True),  # a proxy that changes Host
    ("https://debates.example.org", "debates.example.org", True),
    ("https://other.example.org:8443", "127.0.0.1:8321", True),
    ("https://debates.example.org:4443", "127.0.0.1:8321", False),
    ("https://other.example.org", "127.0.0.1:8321", False),
    ("http://localhost:3000", "localhost:8321", False),
    ("http://127.0.0.1:8321", "localhost:8321", False),
    ("http://evil.example", "127.0.0.1:8321", False),
    ("http://127.0.0.1:8321.evil.example", "127.0.0.1:8321", False),
    ("http://127.0.0.1:8321@evil.example", "127.0.0.1:8321", False),
    ("ftp://127.0.0.1:8321", "127.0.0.1:8321", False),
    ("127.0.0.1:8321", "127.0.0.1:8321", False),
    ("null", "127.0.0.1:8321", False),
    ("", "127.0.0.1:8321", False),
]


@pytest.mark.parametrize(("origin", "host", "ours"), ORIGINS)
async def test_origins(origin: str, host: str, ours: bool) -> None:
    """A request or handshake with an Origin passes only if that is the page's own: under the name that was asked, or a
    name of the settings."""
    app = tiny_app(Settings(hosts=("debates.example.org", "other.example.org:8443")))
    headers = {"Host": host, "Origin": origin}
    answer = await ask(app, "POST", "/api/bare", headers=headers)
    first = (await knock(app, headers))[0]
    assert answer.status_code == (200 if ours else 403)
    assert first["type"] == ("websocket.accept" if ours else "websocket.http.response.start")
    assert ours or (answer.json()["code"], first["status"]) == ("origin", 403)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_other_sites_are_refused(site: str) -> None:
    """What a browser says another site asks for is refused under /api and /ws, also to read; the page may be linked
    to."""
    app, headers = tiny_app(), {"Host": "127.0.0.1:8321", "Sec-Fetch-Site": site}
    assert (await ask(app, "GET", "/api/thing", headers=headers)).json()["code"] == "origin"
    assert (await knock(app, headers))[0]["status"] == 403
    assert (await ask(app, "GET", "/", headers=headers)).status_code == 200


async def test_a_hidden_origin_needs_the_browsers_word() -> None:
    """Origin null passes only beside Sec-Fetch-Site: same-origin, which no other site can make a browser send."""
    app = tiny_app()
    own = await ask(app, "POST", "/api/bare", headers={"Origin": "null", "Sec-Fetch-Site": "same-origin"})
    typed = await ask(app, "POST", "/api/bare", headers={"Origin": "null", "Sec-Fetch-Site": "none"})
    assert (own.status_code, typed.status_code) == (200, 403)


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Host": "127.0.0.1", "Origin": "http://evil.example"}],
    ids=["host", "origin"],
)
async def test_handshakes_are_refused_by_any_server(headers: dict[str, str]) -> None:
    """A server that cannot answer a handshake closes the refused one instead, before it is open."""
    assert await knock(tiny_app(), headers, denial=False) == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 200),
        ("Application/JSON; charset=UTF-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/json; charset=utf-16", 415),
        ("application/jsonp", 415),
        ("", 415),
    ],
)
async def test_bodies_are_json(kind: str, status: int) -> None:
    """A body passes only as JSON in UTF-8; the kinds that a form of another site can send do not."""
    answer = await ask(
        tiny_app(), "POST", "/api/thing", content=b'{"motion": "x"}', headers={"Content-Type": kind} if kind else {}
    )
    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "media_type"


async def test_packed_bodies_are_refused() -> None:
    """A body with a content encoding is refused: nobody would count what it unpacks to."""
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert (await ask(tiny_app(), "POST", "/api/thing", content=b"x", headers=headers)).status_code == 415


async def test_no_body_needs_no_kind() -> None:
    """A POST without a body passes without a content type."""
    assert (await ask(tiny_app(), "POST", "/api/bare")).status_code == 200


@pytest.mark.parametrize(("path", "limit"), [("/api/raw", BODY_LIMIT), ("/api/import", IMPORT_LIMIT)])
async def test_size(path: str, limit: int) -> None:
    """A body of exactly the limit passes; one byte more is refused before a byte of it is read."""
    kind = {"Content-Type": "application/json"}
    assert (await ask(tiny_app(), "POST", path, content=b" " * limit, headers=kind)).text == str(limit)
    headers = [("host", "127.0.0.1"), ("content-type", "application/json"), ("content-length", str(limit + 1))]
    assert await speak(tiny_app(), path, headers, [b"never read"]) == {"status": 413, "taken": 0}


@pytest.mark.parametrize("path", ["/api/raw", "/api/thing"])
async def test_size_without_a_length(path: str) -> None:
    """A body that does not say its length is counted as it comes, and read no further than the limit."""
    headers = [("host", "127.0.0.1"), ("content-type", "application/json"), ("transfer-encoding", "chunked")]
    parts = [b" " * 30_000] * 50
    assert await speak(tiny_app(), path, headers, parts) == {"status": 413, "taken": 3}


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 5000, "١"])
async def test_lengths_are_numbers(length: str) -> None:
    """A length that is no number, or too long a one, is refused."""
    headers = [("host", "127.0.0.1"), ("content-type", "application/json"), ("content-length", length)]
    assert (await speak(tiny_app(), "/api/raw", headers, [b""]))["status"] == 413


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("GET", "/", {}),
        ("GET", "/api/thing", {}),
        ("GET", "/assets/app-abc.js", {}),
        ("GET", "/nowhere", {}),
        ("PUT", "/api/thing", {}),
        ("GET", "/api/thing?last=x", {}),
        ("GET", "/api/error", {}),
        ("POST", "/api/thing", {"content": b"x"}),
        ("GET", "/", {"headers": {"Host": "evil.example"}}),
    ],
)
async def test_every_response_is_guarded(
    method: str, path: str, more: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Every response, refusals and bugs too, carries the security headers and a number of its own."""
    app = tiny_app(error=RuntimeError("x"))
    one, two = await ask(app, method, path, **more), await ask(app, method, path, **more)
    assert {name: one.headers[name] for name in HEADERS} == dict(HEADERS)
    assert one.headers["x-request-id"] != two.headers["x-request-id"]
    assert "server" not in one.headers
    if one.status_code >= 400:
        assert one.json()["request_id"] == one.headers["x-request-id"]
        assert one.headers["content-type"] == "application/problem+json"


def test_the_policy_allows_no_inline_code() -> None:
    """The content security policy falls back to nothing, and allows neither inline code, eval nor a foreign host."""
    assert CSP.startswith("default-src 'none'")
    assert not any(word in CSP for word in ("unsafe", "http:", "https:", "*", "blob:"))


async def test_caches() -> None:
    """Nothing of the API and no failure is stored, the page is asked for again, and assets with a hash in their name
    are kept."""
    app = tiny_app()
    kept = {
        path: (await ask(app, "GET", path)).headers["cache-control"]
        for path in ("/api/thing", "/", "/assets/app-abc.js", "/assets/gone.js")
    }
    assert kept == {
        "/api/thing": "no-store",
        "/": "no-cache",
        "/assets/app-abc.js": "public, max-age=31536000, immutable",
        "/assets/gone.js": "no-store",
    }


async def test_a_bug_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A bug is answered with 500 and nothing of it; the log has its traceback under the number of the answer, and not
    the query."""
    app = tiny_app(error=RuntimeError("the secret reason"))
    with caplog.at_level(logging.ERROR, "dissoi.web"):
        answer = await ask(app, "GET", "/api/error?token=abc")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "secret" not in answer.text and "RuntimeError" not in answer.text
    (record,) = caplog.records
    assert answer.headers["x-request-id"] in record.getMessage() and "abc" not in record.getMessage()
    assert "the secret reason" in caplog.text


@pytest.mark.parametrize(("query", "last"), [("", 500), ("late", 1011)])
async def test_a_bug_ends_a_socket(query: str, last: int, caplog: pytest.LogCaptureFixture) -> None:
    """A bug refuses a handshake, and closes a socket that is open."""
    said = await knock(
        tiny_app(error=RuntimeError("x")), {"Host": "127.0.0.1"}, query=f"{query}=1" if query else "", denial=True
    )
    assert last in (said[0].get("status"), said[-1].get("code"))
    assert len(caplog.records) == 1


def test_here_is_ours() -> None:
    """The address of these tests is one that the default settings serve."""
    assert Names(Settings()).owns(HERE, "127.0.0.1:8321")
