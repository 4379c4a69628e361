"""The OpenAI wire over loopback: what a streamed chunk costs in all, from the socket to the journal.

The server (``tests/wire``) is a process of its own, so that its CPU is not counted.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.debates import runs
from bench.process import ROOT
from bench.report import Figure, Section, figure

CHUNK, WHOLE = 4, 1000  # characters: 61 chunks for the server's paragraph, or one
DEBATES = 10  # at once


@contextmanager
def served(chunk: int) -> Iterator[str]:
    """A loopback server that streams ``chunk`` characters at a time; yields its base URL."""
    command = [sys.executable, "-m", "tests.wire", "--chunk", str(chunk)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def measure(*, quick: bool) -> Section:
    times = 1 if quick else 5
    case: dict[str, Any] = {"format": "deb8flow", "debates": DEBATES, "model": "openai:any"}
    found: dict[int, list[dict[str, float]]] = {}
    for chunk in (CHUNK, WHOLE):
        with served(chunk) as url:
            found[chunk] = runs(times, env={"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": url}, **case)
    many, few = (min(found[chunk], key=lambda r: r["cpu"]) for chunk in (CHUNK, WHOLE))
    each = 1000 * (many["cpu"] - few["cpu"]) / (many["chunks"] - few["chunks"])
    return Section(
        "OpenAI wire",
        f"{DEBATES} deb8flow debates at once with `openai:any` through LangChain against a loopback server in a process"
        " of its own, which streams a reply in some 50 chunks or in one. LangChain alone took 0.32 ms a chunk.",
        [
            Figure("CPU per chunk, in all", each, "ms", bar=0.5),
            figure("CPU per call with one chunk", [1000 * r["cpu"] / r["calls"] for r in found[WHOLE]], "ms"),
        ],
    )
