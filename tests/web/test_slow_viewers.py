"""Slow, half-open and restless viewers (D10): the debate keeps its pace, who reads gets everything, memory stays.

Pace is compared with the same debate without them, in the same run, as a ratio that no machine's noise reaches. Not
here: what a viewer gets in general (``test_tail.py``), limits on views (``test_bad_wire.py``).
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.hostile import beginning
from tests.web.kit import TOKEN, Server, happenings, serving, until
from tests.web.logs import HEADERS, log_of

pytestmark = pytest.mark.slow

CHATTY = "scripted:demo?delay_ms=700&chars=60000&chunk=120"
"""Calls that take 0.7 s, whatever happens, and send ten times as many tokens as a speech has."""
READERS_NEVER, READERS_SLOW, HALF_OPEN = 100, 50, 20
STORM, SECONDS = 50, 5
"""Connections a second, and how long."""
RATIO = 1.5
"""Without viewers 1.0; where viewers held the debate up, many."""
ROOM = 50 * 1024
"""KiB that the server may grow by."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    args = ("--connections", "400", "--streams", "400", "--live-debates", "9")
    with serving(tmp_path_factory.mktemp("slow"), *args) as server:
        server.wait_ready()
        yield server


def memory(server: Server) -> int:
    """KiB that the server holds now."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.is_file():
        pytest.skip("memory is read from /proc")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
    assert found
    return int(found[1])


def start(server: Server) -> str:
    return server.start(models=CHATTY, seed=1)


def pace(server: Server, debate_id: str) -> float:
    """Seconds from the first event of a debate to its last, by their own times."""
    lines = server.client.get(f"/api/debates/{debate_id}/export?format=jsonl").text.splitlines()
    first, last = (datetime.fromisoformat(json.loads(line)["at"]) for line in (lines[0], lines[-1]))
    return (last - first).total_seconds()


@pytest.fixture(scope="module")
def alone(busy: Server) -> float:
    """How many seconds the debate takes with one viewer."""
    debate_id = start(busy)
    healthy(busy, debate_id)
    return pace(busy, debate_id)


def healthy(server: Server, debate_id: str) -> list[int]:
    """Watch to the end as a browser does; the numbers of the events, each once and in order."""
    with server.client.stream("GET", f"/api/debates/{debate_id}/events") as response:
        assert response.status_code == 200
        found = [one.seq for one in happenings(response) if one["id"]]
    assert found == list(range(1, len(found) + 1))
    return found


def wire(server: Server, debate_id: str, *, whole: bool = True, last: int | None = None) -> socket.socket:
    """A viewer that has asked, or half asked, and takes little into its own memory."""
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    viewer.settimeout(60)
    viewer.connect(("127.0.0.1", server.port))
    resume = f"Last-Event-ID: {last}\r\n" if last is not None else ""
    request = (
        f"GET /api/debates/{debate_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {TOKEN}\r\n{resume}"
    )  # fmt: skip
    viewer.sendall(request.encode() + (b"\r\n" if whole else b""))
    return viewer


class Crumbs:
    """Reads one byte a second from each of its viewers, until it is told to stop."""

    def __init__(self, viewers: list[socket.socket]) -> None:
        self._stop = threading.Event()
        self._ready = selectors.DefaultSelector()
        for viewer in viewers:
            viewer.setblocking(False)
            self._ready.register(viewer, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._stop.wait(1):
            for key, _ in self._ready.select(0):
                taken: Any = key.fileobj
                if not taken.recv(1):
                    self._ready.unregister(taken)

    def __enter__(self) -> Crumbs:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._ready.close()


def left_in(viewer: socket.socket) -> tuple[list[int], bool]:
    """What a viewer that never read was sent: numbers of whole events, and whether the stream had come to its end."""
    viewer.settimeout(3)
    found = b""
    try:
        while part := viewer.recv(1 << 16):
            found += part
    except TimeoutError:
        pass
    text = found.decode("utf-8", "replace")
    return [int(n) for n in re.findall(r"^id: (\d+)\ndata: .+\n\n", text, re.MULTILINE)], found.endswith(b"0\r\n\r\n")


def test_slow_viewers_hold_nothing_up(busy: Server, alone: float) -> None:
    """100 viewers that never read, 50 that read a byte a second and 20 that never finish asking change neither the pace
    of the debate nor what a reader gets; the server grows little; who was left behind resumes without loss."""
    before = memory(busy)
    debate_id = start(busy)
    with ExitStack() as open:
        never = [open.enter_context(wire(busy, debate_id)) for _ in range(READERS_NEVER)]
        slow = [open.enter_context(wire(busy, debate_id)) for _ in range(READERS_SLOW)]
        half = [open.enter_context(wire(busy, debate_id, whole=False)) for _ in range(HALF_OPEN)]
        open.enter_context(Crumbs(slow))
        seqs = healthy(busy, debate_id)
        grown = memory(busy) - before
        assert pace(busy, debate_id) <= alone * RATIO
        assert grown < ROOM, f"{grown} KiB"
        for viewer in half:
            assert viewer.recv(100) == b""  # cut: the header never came
        for viewer in never[:5]:
            got, _ = left_in(viewer)
            assert got == seqs[: len(got)]
            if len(got) < len(seqs):
                with wire(busy, debate_id, last=len(got)) as again:
                    assert left_in(again)[0] == seqs[len(got) :]
    until(lambda: busy.client.get("/health").status_code == 200, "an answer")


def test_slow_viewers_of_a_long_debate_share_its_pages(busy: Server, alone: float) -> None:
    """150 viewers that read nothing of a log of megabytes cost the server one copy of a few pages, and nobody waits
    for them."""
    names = [f"s{n}" for n in range(400)]
    spoken = [
        {"type": "turn.published", "slot": name, "seat": name, "side": "A", "text": "word " * 1500, "words": 1500}
        for name in names
    ]
    content = log_of("long", [*beginning(names), *spoken])
    assert busy.client.post("/api/debates/import", content=content, headers=HEADERS).status_code == 201
    before = memory(busy)
    with ExitStack() as open:
        viewers = [open.enter_context(wire(busy, "long")) for _ in range(150)]
        assert all(viewer.recv(15) == b"HTTP/1.1 200 OK" for viewer in viewers)
        with busy.client.stream("GET", "/api/debates/long/events") as response:
            stream = happenings(response)
            assert [next(stream).seq for _ in range(len(names) + 4)] == list(range(1, len(names) + 5))
        assert memory(busy) - before < 3 * ROOM


def test_a_storm_of_reconnects_holds_nothing_up(busy: Server, alone: float) -> None:
    """50 viewers a second that come, read a little and go, for five seconds, change neither pace nor content nor
    memory."""
    before = memory(busy)
    debate_id = start(busy)
    faults: list[Exception] = []

    def storm() -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            due = time.monotonic() + 1 / STORM
            try:
                with wire(busy, debate_id) as viewer:
                    assert viewer.recv(1024).startswith(b"HTTP/1.1 200 ")
            except Exception as error:  # noqa: BLE001 - told below
                faults.append(error)
            time.sleep(max(0, due - time.monotonic()))

    thread = threading.Thread(target=storm)
    thread.start()
    healthy(busy, debate_id)
    thread.join()
    assert not faults, faults[:3]
    assert pace(busy, debate_id) <= alone * RATIO
    assert memory(busy) - before < ROOM


def test_viewers_leave_nothing_behind(busy: Server, alone: float) -> None:
    """When they have gone, as many again may come: no place stays taken."""
    debate_id = start(busy)
    for _ in range(3):
        with ExitStack() as open:
            many = [open.enter_context(wire(busy, debate_id)) for _ in range(130)]
            assert all(viewer.recv(15) == b"HTTP/1.1 200 OK" for viewer in many)
    assert busy.client.post(f"/api/debates/{debate_id}/stop").status_code in (202, 409)
    with httpx.Client(base_url=busy.address, trust_env=False) as guest:
        assert guest.get("/health").json() == {"status": "ok", "detail": ""}
