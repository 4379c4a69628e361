"""Bad input to a server as a process: sizes, headers, noise, races and crowds. Whatever comes, others are served.

Not here: what a single value leads to (``test_bad_input.py``), readers that are slow (``test_slow_viewers.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from dissoi.engine.clock import stamp
from dissoi.store import open_store
from dissoi.store.keys import digest, new_secret
from dissoi.web.guard import BODY_LIMIT
from dissoi.web.rates import VOTES
from tests.web.kit import TOKEN, Server, happenings, serving, until
from tests.web.town import problem

GOLDEN = Path(__file__).parents[1] / "golden"
JSON = {"content-type": "application/json"}
LINES = {"content-type": "application/jsonl"}
PLAN = "/api/debates/plan"
WHOLE = (GOLDEN / "nround.jsonl").read_bytes()


class Guests:
    """A server with its usual limits, and clients of Ana and Bob."""

    def __init__(self, server: Server, tokens: dict[str, str]) -> None:
        self.server = server
        self.tokens = tokens
        self.ana, self.bob = (self.client(name) for name in ("ana", "bob"))

    def client(self, name: str) -> httpx.Client:
        headers = {"authorization": f"Bearer {self.tokens[name]}"}
        return httpx.Client(base_url=self.server.address, headers=headers, timeout=60, trust_env=False)

    def start(self, who: httpx.Client, **setup: Any) -> str:
        answer = who.post("/api/debates", json={"motion": "Ban cars", "models": "scripted:demo", **setup})
        assert answer.status_code == 201, answer.text
        return answer.json()["debate_id"]

    def status(self, who: httpx.Client, debate_id: str) -> str:
        return who.get(f"/api/debates/{debate_id}").json()["view"]["status"]

    def well(self) -> None:
        """The server is there for others."""
        assert self.bob.get("/api/debates").status_code == 200
        assert self.server.process.poll() is None


def tokens_in(home: Path) -> dict[str, str]:
    async def grant() -> dict[str, str]:
        store = open_store(f"sqlite:///{home / 'dissoi.db'}")
        secrets = {name: new_secret() for name in ("ana", "bob")}
        for name, secret in secrets.items():
            await store.grant(digest(secret), "owner", name, None, "all", name, stamp(), None)
        store.close()
        return secrets

    return asyncio.run(grant())


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Generator[Guests]:
    home = tmp_path_factory.mktemp("guests")
    tokens = tokens_in(home)
    with serving(home, "--starts-per-hour", "40") as server:
        server.wait_ready()
        found = Guests(server, tokens)
        yield found
        found.ana.close()
        found.bob.close()


def spoken(server: Server, sent: Iterable[bytes], *, end: bool = False) -> bytes:
    """What the server answers to these bytes; ``end``: then no more will come."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as wire:
        try:
            for part in sent:
                wire.sendall(part)
            if end:
                wire.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has heard enough
        found = b""
        try:
            while part := wire.recv(65536):
                found += part
                if not end and b"\r\n\r\n" in found:
                    break
        except ConnectionResetError:
            pass
        return found


def head(guests: Guests, path: str = PLAN, *more: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{guests.server.port}", "Content-Type: application/json",
             f"Authorization: Bearer {guests.tokens['ana']}", *more]  # fmt: skip
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def test_bodies_that_are_too_large_are_refused(guests: Guests) -> None:
    """A motion of 10 MB is refused by its length, or as soon as it is too much where none is given; a log of more than
    8 MB too."""
    motion = b'{"motion": "' + b"x" * 10_000_000 + b'"}'
    answer = guests.ana.post("/api/debates", content=motion, headers=JSON)
    assert problem(answer)[:2] == (413, "size")
    answer = guests.ana.post("/api/debates/import", content=WHOLE * 400, headers=LINES)
    assert problem(answer)[:2] == (413, "size")
    chunks = (b"%x\r\n" % 10_000 + b"x" * 10_000 + b"\r\n" for _ in range(1000))
    found = spoken(guests.server, [head(guests, "/api/debates", "Transfer-Encoding: chunked"), *chunks])
    assert found.startswith(b"HTTP/1.1 413 ")
    guests.well()


def test_bodies_that_are_cut_start_nothing(guests: Guests) -> None:
    """A body that ends before its length starts nothing, and leaves nothing open."""
    before = guests.ana.get("/api/debates").json()
    body = b'{"motion": "Ban cars", "models": "scripted:demo"}'
    found = spoken(guests.server, [head(guests, "/api/debates", "Content-Length: 900") + body], end=True)
    assert b" 201 " not in found and b" 500 " not in found
    assert guests.ana.get("/api/debates").json() == before
    guests.well()


@pytest.mark.parametrize(
    "odd",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: b\r\n" * 200_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1_000_000,
        b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ],
    ids=["many", "long", "address"],
)
def test_headers_are_bounded(guests: Guests, odd: bytes) -> None:
    """A header of a megabyte is cut off, as many lines, as one, or as an address."""
    found = spoken(guests.server, [odd[n : n + 50_000] for n in range(0, len(odd), 50_000)])
    assert found == b"" or found.startswith(b"HTTP/1.1 4")
    guests.well()


@pytest.mark.parametrize(
    "odd",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/api HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        b"\x00" * 1000,
    ],
    ids=range(10),
)
def test_what_is_no_request_is_refused(guests: Guests, odd: bytes) -> None:
    """Requests without a name or with two, for proxies, with two lengths, in TLS or in noise get a refusal or nothing,
    and never content."""
    found = spoken(guests.server, [odd], end=True)
    assert found == b"" or found.split(b" ", 2)[1][:1] == b"4", found[:200]
    guests.well()


def test_votes_before_after_and_twice(guests: Guests) -> None:
    """A vote before its ballot opens is refused and not kept for later; a second one replaces the first; one after it
    has closed is refused."""
    debate_id = guests.start(guests.ana, format="nround", rounds=1, vote_wait=600, models="scripted:demo?delay_ms=40")
    votes = f"/api/debates/{debate_id}/votes"
    early = guests.ana.post(votes, json={"ballot": "mid", "choice": "pro"})
    assert problem(early)[:2] == (409, "conflict")
    until(lambda: guests.ana.get(votes).json()["ballots"][0]["state"] == "open", "the ballot")
    assert guests.ana.get(votes).json()["ballots"][0]["yours"] is None
    for choice in ("pro", "pro", "con"):
        paper = guests.ana.post(votes, json={"ballot": "mid", "choice": choice}).json()
    assert paper["people"] == {"pro": 0, "con": 1, "tie": 0}
    for choice in ("maybe", "", "PRO", "p" * 200):
        answer = guests.ana.post(votes, json={"ballot": "mid", "choice": choice})
        assert problem(answer) == (404, "unknown.choice", "choice")
    assert guests.ana.post(f"{votes}/close?ballot=mid").status_code == 200
    for late in ({"ballot": "mid", "choice": "pro"}, {"ballot": "mid", "choice": None}):
        assert problem(guests.ana.post(votes, json=late))[:2] == (409, "conflict")
    assert problem(guests.ana.delete(f"{votes}?ballot=mid"))[:2] == (409, "conflict")
    until(lambda: guests.status(guests.ana, debate_id) == "finished", "the end")
    (poll,) = guests.ana.get(f"/api/debates/{debate_id}").json()["view"]["polls"]
    assert [(vote["voter"], vote["choice"]) for vote in poll["votes"]] == [("ana", "con")]


def test_a_running_debate_is_forked_as_it_is(guests: Guests) -> None:
    """A debate that runs may be forked at what has happened, not at what has not; it goes on unharmed."""
    debate_id = guests.start(guests.ana, models="scripted:demo?delay_ms=60")
    path = f"/api/debates/{debate_id}"
    until(lambda: guests.ana.get(f"{path}/outline").json()["entries"][-1]["seq"] >= 3, "some events")
    assert guests.ana.post(f"{path}/fork", json={"at": 3, "run": False}).status_code == 201
    assert problem(guests.ana.post(f"{path}/fork", json={"at": 400}))[::2] == (422, "at")
    until(lambda: guests.status(guests.ana, debate_id) == "finished", "the end")
    for _ in range(2):
        assert problem(guests.ana.post(f"{path}/resume", json={}))[:2] == (409, "conflict")
    assert [guests.ana.delete(path).status_code for _ in range(2)] == [204, 404]


def test_a_flood_of_votes_is_dammed(guests: Guests) -> None:
    """A visitor of a link who votes over and over gets 429; the last vote that was taken counts, and others vote."""
    debate_id = guests.start(guests.ana, format="nround", rounds=1, vote_wait=600)
    path = f"/api/debates/{debate_id}"
    until(lambda: guests.ana.get(f"{path}/votes").json()["ballots"][0]["state"] == "open", "the ballot")
    link = guests.ana.post(f"{path}/shares", json={"may": "vote"}).json()["token"]
    with httpx.Client(base_url=guests.server.address, trust_env=False, timeout=60) as visitor:
        assert visitor.post("/api/session", json={"share": link}).status_code == 200
        body = {"ballot": "mid", "choice": "pro"}
        codes = [visitor.post(f"{path}/votes", json=body).status_code for _ in range(VOTES + 5)]
        assert codes == [200] * VOTES + [429] * 5
    paper = guests.ana.post(f"{path}/votes", json={"ballot": "mid", "choice": "con"}).json()
    assert paper["people"] == {"pro": 1, "con": 1, "tie": 0}
    assert guests.ana.post(f"{path}/stop").status_code == 202


def test_what_cannot_be_done_disturbs_no_run(guests: Guests) -> None:
    """A skip where nobody has the floor is refused, and the debate that runs goes on to its verdict."""
    debate_id = guests.start(guests.ana, format="nround", rounds=1, vote_wait=600)
    path = f"/api/debates/{debate_id}"
    until(lambda: guests.ana.get(f"{path}/votes").json()["ballots"][0]["state"] == "open", "the ballot")
    for _ in range(3):
        assert problem(guests.ana.post(f"{path}/skip"))[:2] == (409, "conflict")
    assert guests.ana.post(f"{path}/votes/close?ballot=mid").status_code == 200
    until(lambda: guests.status(guests.ana, debate_id) == "finished", "the end")
    assert guests.ana.get(f"{path}/meta").json()["trouble"] is None


def test_a_stop_right_after_the_start(guests: Guests) -> None:
    """A debate can be stopped in the moment in which it begins to run."""

    def once(_: int) -> int:
        client = guests.server.client
        debate_id = guests.start(client, models="scripted:demo?delay_ms=300")
        return client.post(f"/api/debates/{debate_id}/stop").status_code

    with ThreadPoolExecutor(3) as few:
        assert set(few.map(once, range(40))) == {202}


def test_a_hundred_and_one_starts_at_once(guests: Guests) -> None:
    """Of 101 debates that one owner starts at once, as many run as may; the others get 429 and a time to try again.
    Meanwhile another owner's debate starts and ends, and everybody can read."""
    mine: list[httpx.Response] = []

    def start(_: int) -> None:
        body = {"motion": "Ban cars", "models": "scripted:demo?delay_ms=60000"}
        with guests.client("ana") as client:
            mine.append(client.post("/api/debates", json=body))

    with ThreadPoolExecutor(30) as many:
        running = [many.submit(start, n) for n in range(101)]
        bobs = guests.start(guests.bob)
        until(lambda: guests.status(guests.bob, bobs) == "finished", "Bob's debate")
        for one in running:
            one.result()
    taken = [answer.json()["debate_id"] for answer in mine if answer.status_code == 201]
    assert len(taken) == 4 and len(mine) == 101
    for answer in mine:
        if answer.status_code != 201:
            assert problem(answer)[:2] == (429, "limit") and int(answer.headers["retry-after"]) >= 1
    items = guests.ana.get("/api/debates").json()["items"]
    assert sorted(item["debate_id"] for item in items if item["attended"]) == sorted(taken)
    for debate_id in taken:
        assert guests.ana.post(f"/api/debates/{debate_id}/stop").status_code == 202
    assert guests.status(guests.ana, taken[0]) == "finished"
    guests.well()


def test_fifty_live_views_of_one_person(guests: Guests) -> None:
    """Of 50 live views that one person opens, as many stay as may; the others get 429; one that closes makes room, and
    others see the debate all the while."""
    debate_id = guests.start(guests.ana, models="scripted:demo?delay_ms=60000")
    path = f"/api/debates/{debate_id}/events"
    with contextlib.ExitStack() as open:
        seen = [open.enter_context(guests.ana.stream("GET", path)) for _ in range(50)]
        codes = [answer.status_code for answer in seen]
        assert codes.count(200) == 8 and codes.count(429) == 42
        refused = next(answer for answer in seen if answer.status_code == 429)
        assert int(refused.headers["retry-after"]) >= 1
        for answer in seen[8:]:
            answer.close()
        link = guests.ana.post(f"/api/debates/{debate_id}/shares", json={}).json()["token"]
        headers = {"authorization": f"Bearer {link}"}
        with httpx.stream("GET", f"{guests.server.address}{path}", headers=headers, trust_env=False) as guest:
            assert guest.status_code == 200 and next(happenings(guest))["id"] == "1"
        next(answer for answer in seen if answer.status_code == 200).close()

        def room() -> bool:
            with guests.ana.stream("GET", path) as again:
                return again.status_code == 200

        until(room, "a place")
    assert guests.ana.post(f"/api/debates/{debate_id}/stop").status_code == 202
    guests.well()


FRAMES = (
    b"\x00\xff",
    "", "x", "[]", "null", "5", '{"type": "shout"}', '{"type": "vote"}',
    '{"type": "vote", "ballot": 5, "choice": "pro"}',
    '{"type": "vote", "ballot": "mid", "choice": "pro", "voter": "bob"}', "[" * 20_000, '{"a":' * 5000,
    '{"type": "vote", "ballot": "\\ud800", "choice": null}', '{"type": "vote", "ballot": "no-such", "choice": null}',
)  # fmt: skip


def test_odd_frames_get_an_answer_each(guests: Guests) -> None:
    """A frame that is no vote, or no text, is answered by a problem, and the socket goes on; one beyond the limit ends
    it."""
    debate_id = guests.start(guests.ana, models="scripted:demo?delay_ms=60000")
    where = f"{guests.server.address.replace('http', 'ws')}/ws/debates/{debate_id}"
    headers = {"Authorization": f"Bearer {guests.tokens['ana']}"}

    def answer(wire: ClientConnection) -> dict[str, Any]:
        while True:
            said = json.loads(wire.recv(30))
            if said.get("type") in ("problem", "ballot"):
                return said

    with connect(where, additional_headers=headers, proxy=None) as wire:
        for frame in FRAMES:
            wire.send(frame)
            found = answer(wire)["problem"]
            assert found["status"] in (404, 409, 422) and found["detail"].endswith((".", "?")), frame
    with connect(where, additional_headers=headers, proxy=None) as wire:
        wire.send("x" * (BODY_LIMIT + 1))
        with contextlib.suppress(ConnectionClosedError):
            for _ in wire:
                pass
        assert wire.close_code == 1009
    for after in ("-1", "x", "9" * 5000, "%00"):
        with connect(f"{where}?after={after}", additional_headers=headers, proxy=None) as wire:
            assert json.loads(wire.recv(30))["problem"]["code"] == "cursor"
    assert guests.ana.post(f"/api/debates/{debate_id}/stop").status_code == 202
    guests.well()


def test_nothing_of_all_this_was_a_bug(guests: Guests) -> None:
    """The server has logged no failure of its own, and no secret."""
    said = "\n".join(guests.server.lines)
    assert "Traceback" not in said and "failed" not in said
    assert not [secret for secret in (TOKEN, *guests.tokens.values()) if secret in said]
