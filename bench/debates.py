"""Whole debates by scripted models that take their time: what the engine adds to it. Run as a module, it is one case.

A case is ``{"format", "debates", "delay_ms", "chunk", "watched", "warm", "model"?}``: that many debates at once in one
process on one SQLite file, ``warm`` = after ``WARM_UP`` others. Its figures come from the logs: the critical path is
the sum of the models' own seconds, where the branches of a parallel step count once. CPU is that of the whole process,
the writer's thread and the models included.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.process import fresh
from bench.report import Figure, Section, figure
from dissoi.engine import process
from dissoi.engine.line_up import Wish, compose
from dissoi.engine.runner import Engine
from dissoi.models.pricing import PriceBook
from dissoi.models.registry import Registry
from dissoi.record.events import ArgumentScored, BallotCast, Event, VoteCast
from dissoi.store import open_store
from dissoi.store.port import Store

MOTION = "Cities should ban private cars"
CHARS = 1479  # of a reply: as the fake server had that the prior systems were measured with
CHUNK = 24  # characters: 62 chunks a reply
FINE = 2  # characters: so many chunks that what they cost stands out from the noise of two runs
WARM_UP = 10  # debates
LISTENERS = 2  # of nround's audience vote


class Counted:
    """A model that counts its calls and chunks (``models.port.ChatModel``)."""

    def __init__(self, model: Any, counts: dict[str, int]) -> None:
        self._model, self._counts = model, counts
        self.name, self.provider, self.profile = model.name, model.provider, model.profile

    async def stream(self, request: Any) -> AsyncIterator[Any]:
        self._counts["calls"] += 1
        async for part in self._model.stream(request):
            self._counts["chunks"] += 1
            yield part

    async def aclose(self) -> None:
        await self._model.aclose()


def critical_path(events: Sequence[Event]) -> float:
    """Seconds that the models alone would have taken."""
    total = 0.0
    for parallel, step in groupby(events, key=lambda e: isinstance(e, BallotCast | ArgumentScored | VoteCast)):
        seconds = [usage.seconds for event in step if (usage := getattr(event, "usage", None))]
        total += max(seconds, default=0.0) if parallel else sum(seconds)
    return total


def wish(case: dict[str, Any], seed: int) -> Wish:
    scripted = f"scripted:demo?delay_ms={case['delay_ms']}&chunk={case['chunk']}&chars={CHARS}"
    return Wish(
        motion=MOTION, format=case["format"], rounds=case.get("rounds"), seed=seed,
        models={"default": case.get("model") or scripted},
        listeners=case.get("listeners", LISTENERS if case["format"] == "nround" else 0),
    )  # fmt: skip


async def hold(store: Store, case: dict[str, Any]) -> dict[str, float]:
    """Hold the debates of a case at once."""
    counts = {"calls": 0, "chunks": 0}
    registry = Registry(env=os.environ)
    engine = Engine(store, lambda choice: Counted(registry.open(choice), counts), PriceBook())
    looked: list[Any] = []
    sink = looked.append if case["watched"] else None

    async def one(seed: int) -> str:
        debate_id = await engine.create(compose(wish(case, seed)))
        await engine.advance(debate_id, sink=sink)
        return debate_id

    wall, cpu = time.perf_counter(), time.process_time()
    ids = await asyncio.gather(*(one(seed) for seed in range(case["debates"])))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    await registry.aclose()
    logs = [[envelope.event for envelope, _ in store.events(debate_id)] for debate_id in ids]
    journal = [call for debate_id in ids for call in store.calls(debate_id)]
    usages = [call.usage for call in journal if call.usage]
    return {
        **counts, "wall": wall, "cpu": cpu, "path": max(critical_path(log) for log in logs),
        "unfinished": sum(log[-1].type != "debate.finished" for log in logs),
        "prompt_chars": sum(call.prompt_chars for call in journal),
        "shared_chars": sum(call.shared_chars for call in journal),
        "input": sum(usage.input or 0 for usage in usages), "cached": sum(usage.cached or 0 for usage in usages),
    }  # fmt: skip


def run(case: dict[str, Any]) -> dict[str, float]:
    """Make the process ready as the command line does with its own, warm it up if wanted, and measure the case."""
    process.make_ready()
    with tempfile.TemporaryDirectory(prefix="dissoi-bench-") as home:
        store = open_store(f"sqlite:///{Path(home) / 'dissoi.db'}")
        try:
            if case["warm"]:
                asyncio.run(hold(store, {**case, "debates": WARM_UP, "delay_ms": 0}))
            found = asyncio.run(hold(store, case))
        finally:
            store.close()
    return {**found, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def runs(times: int, *, env: dict[str, str] | None = None, **case: Any) -> list[dict[str, float]]:
    """The figures of a case in each of ``times`` fresh processes. Raises ``RuntimeError`` if a debate did not end."""
    whole = {"debates": 1, "delay_ms": 50, "chunk": CHUNK, "watched": False, "warm": True, **case}
    found = [fresh("bench.debates", whole, **(env or {})) for _ in range(times)]
    if any(one["unfinished"] for one in found):
        raise RuntimeError(f"not all debates ended: {whole}")
    return found


def measure(*, quick: bool) -> Section:
    times = 1 if quick else 5
    section = Section(
        "Debates",
        f"Scripted models, 50 ms a call, replies of {CHARS:,} characters in chunks of {CHUNK} (of {FINE} where the cost"
        f" of a chunk is taken); one process that has held {WARM_UP} debates, one SQLite file, durable commits. CPU is"
        " the whole process's, that of the scripted models included. The critical path is the time that the models"
        " take, parallel calls once. Prior systems: 14 to 114 ms a call, 11 s for 20 debates, 94 to 122 MB.",
    )
    for name in ("deb8flow", "nround"):
        section.figures.extend(_figures(name, times))
    return section


def _figures(name: str, times: int) -> list[Figure]:
    one, twenty = runs(times, format=name), runs(times, format=name, debates=20)
    fine, whole = (runs(times, format=name, debates=20, chunk=size) for size in (FINE, CHARS))
    watched = runs(times, format=name, debates=20, chunk=FINE, watched=True)
    watched_whole = runs(times, format=name, debates=20, chunk=CHARS, watched=True)
    cold = runs(times, format=name, warm=False)
    many = runs(1 if times == 1 else 2, format=name, debates=200, delay_ms=500)
    return [
        figure(f"{name}: CPU per call, one debate", [_per_call(r) for r in one], "ms", bar=5),
        figure(f"{name}: CPU per call, 20 debates at once", [_per_call(r) for r in twenty], "ms", bar=5),
        Figure(f"{name}: CPU per chunk, nobody looks", _per_chunk(fine, whole), "ms", bar=0.2),
        Figure(f"{name}: CPU per chunk, somebody looks", _per_chunk(watched, watched_whole), "ms", bar=0.2),
        figure(f"{name}: wall ÷ critical path, one debate", [_ratio(r) for r in one], ""),
        figure(f"{name}: wall ÷ critical path, 20 at once", [_ratio(r) for r in twenty], "", bar=1.5),
        figure(f"{name}: wall, 20 at once", [r["wall"] for r in twenty], "s"),
        figure(f"{name}: wall ÷ critical path, 200 at once, 500 ms a call", [_ratio(r) for r in many], "", bar=1.4),
        figure(f"{name}: CPU per call, 200 at once", [_per_call(r) for r in many], "ms", bar=5),
        figure(f"{name}: peak memory, first debate of a process", [r["peak_mb"] for r in cold], "MB", bar=122),
        figure(f"{name}: peak memory, 200 debates", [r["peak_mb"] for r in many], "MB"),
    ]  # fmt: skip


def _per_call(run: dict[str, float]) -> float:
    return 1000 * run["cpu"] / run["calls"]


def _ratio(run: dict[str, float]) -> float:
    return run["wall"] / run["path"]


def _per_chunk(chunked: list[dict[str, float]], whole: list[dict[str, float]]) -> float:
    """What the chunks cost: the CPU that many small ones take above one large one for each reply."""
    many, few = min(chunked, key=lambda r: r["cpu"]), min(whole, key=lambda r: r["cpu"])
    return max(0.0, 1000 * (many["cpu"] - few["cpu"]) / (many["chunks"] - few["chunks"]))


if __name__ == "__main__":
    print(json.dumps(run(json.loads(sys.argv[1]))))
