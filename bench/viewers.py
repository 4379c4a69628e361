"""Many viewers of one debate, and many debates at once: how late events come, and what the server has left.

The server (``hall.py``) is a process of its own; the viewers, whose work is not Dissoi's, are here and share the cores.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.hall import TOKEN
from bench.process import ROOT, environment
from bench.report import Figure, Section

VIEWERS, PER_SECOND = 200, 40
DEBATES = 50
STREAMING = "scripted:demo?delay_ms=4000&chunk=24"
"""A call of 4 s whose speech comes in some 60 pieces: the pace of a fast remote model."""
_MADE = re.compile(rb'"phase":"(\d+) ')
_SEQ = re.compile(rb"^id: (\d+)$", re.MULTILINE)


@contextmanager
def hall(**case: Any) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "bench.hall", json.dumps(case)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        try:
            yield json.loads(server.stdout.readline()), server
        finally:
            server.terminate()


async def view(port: int, debate_id: str, here: asyncio.Semaphore, delays: list[float], seqs: list[int]) -> None:
    """One viewer, from its first event to the end of the stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /api/debates/{debate_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    writer.write(head.encode())
    await reader.readuntil(b"clock")
    here.release()
    while data := await reader.read(65536):
        now = time.monotonic_ns()
        delays += [(now - int(made)) / 1e6 for made in _MADE.findall(data)]
        seqs += map(int, _SEQ.findall(data))
        if b"debate.finished" in data:
            break
    writer.close()


def watched(case: dict[str, Any], viewers: int) -> tuple[dict[str, Any], list[float], list[list[int]]]:
    """Run a case with ``viewers`` of each debate. Returns what the server took, delays in ms, and the numbers seen."""

    async def everybody(told: dict[str, Any], server: subprocess.Popen[str]) -> dict[str, Any]:
        here = asyncio.Semaphore(0)
        places = [(debate_id, seen) for debate_id in told["ids"] for seen in ([] for _ in range(viewers))]
        tasks = [asyncio.create_task(view(told["port"], id, here, delays, seen)) for id, seen in places]
        for _ in tasks:
            await here.acquire()
        assert server.stdin and server.stdout
        server.stdin.write("go\n")
        server.stdin.flush()
        await asyncio.gather(*tasks)
        seqs.extend(seen for _, seen in places)
        return json.loads(await asyncio.to_thread(server.stdout.readline))

    delays: list[float] = []
    seqs: list[list[int]] = []
    with hall(**case) as (told, server):
        return asyncio.run(everybody(told, server)), delays, seqs


def measure(*, quick: bool) -> Section:
    seconds = 2 if quick else 10
    feeds = [
        watched({"feed": PER_SECOND, "seconds": seconds, "debates": 1, "model": "scripted:demo"}, VIEWERS)
        for _ in range(1 if quick else 3)
    ]
    due = PER_SECOND * seconds + 1
    got = min(sum(seen == list(range(2, due + 2)) for seen in seqs) for _, _, seqs in feeds)
    p99 = [sorted(delays)[int(len(delays) * 0.99)] for _, delays, _ in feeds]
    p50 = [sorted(delays)[len(delays) // 2] for _, delays, _ in feeds]
    many, _, logs = watched({"feed": 0, "debates": 5 if quick else DEBATES, "model": STREAMING}, 1)
    whole = sum(bool(seen) and seen == list(range(2, seen[-1] + 1)) for seen in logs)
    return Section(
        "Viewers",
        f"`dissoi serve`'s application in a process of its own, SQLite with durable commits. {VIEWERS} viewers of one"
        f" debate at {PER_SECOND} events a second of 600 bytes, each stored, then sent; then {len(logs)} scripted"
        " debates that stream at once (4 s a call, some 60 pieces a speech), each with one viewer. The viewers run on"
        " the same cores.",
        [
            Figure("viewers that got every event, once and in order", got, f"of {VIEWERS}", bar=VIEWERS, at_least=True),
            Figure("delay of an event, median", min(p50), "ms"),
            Figure("delay of an event, 99th percentile", min(p99), "ms", median=sorted(p99)[len(p99) // 2], bar=50),
            Figure("CPU of the server with them", min(took["cpu"] / took["wall"] for took, _, _ in feeds), "cores"),
            Figure(f"{len(logs)} debates at once: viewers with the whole log", whole, "", bar=len(logs), at_least=True),
            Figure(f"{len(logs)} debates at once: CPU of the server", many["cpu"] / many["wall"], "cores", bar=0.8),
            Figure(f"{len(logs)} debates at once: event loop late, 99th percentile", 1000 * many["late"], "ms", bar=50),
            Figure(f"{len(logs)} debates at once: peak memory", many["memory"], "MB"),
        ],
    )
