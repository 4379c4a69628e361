"""A server to be watched, as a process of its own: ``python -m bench.hall CASE``. Prints its address and the debates
that it holds, then what it took.

``feed``: events a second of one made-up debate, each stored before it is shown, with the time of its making in it;
``speakers`` and ``tokens``: so many slots of a debate of ``turns`` turns are filled at once, each with so many tokens a
second; ``debates``: scripted debates that stream at once. Not here: the viewers (``viewers.py``, ``pages.py``).
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn

from dissoi.engine.clock import stamp
from dissoi.engine.line_up import Wish, compose
from dissoi.engine.process import make_ready
from dissoi.engine.session import Session
from dissoi.engine.tokens import BATCH
from dissoi.record.events import (
    DebateFinished,
    DebateStarted,
    Event,
    PhaseChanged,
    Sealed,
    Token,
    TurnPublished,
    TurnStarted,
    seal,
)
from dissoi.record.setup import Slot, motion
from dissoi.settings import load
from dissoi.web import doorman
from dissoi.web.app import create_app
from dissoi.web.house import House

TOKEN = "a-token-for-measurements-only"  # noqa: S105 - it opens nothing else
MOTION = "Cities should ban private cars from their centres because people live there"
LOOK = 0.02
"""Seconds between looks at how late the event loop is."""


async def fed(house: House, debate_id: str, per_second: int, seconds: float) -> None:
    """Events at a steady pace, as the engine makes them: sealed, stored, then shown."""
    store, tail = house.store, house.tail(debate_id)
    tail.course(attended=True, here=True, trouble=None)
    epoch = await store.take(debate_id)
    last = store.events(debate_id)[-1][0]
    seq, previous = last.seq, last.hash
    begin = time.monotonic()
    for n in range(int(per_second * seconds) + 1):
        await asyncio.sleep(max(0.0, begin + n / per_second - time.monotonic()))
        seq += 1
        over = n == int(per_second * seconds)
        event = DebateFinished(outcome="draw") if over else PhaseChanged(phase=f"{time.monotonic_ns()} {'x' * 300}")
        link = seal(debate_id, seq, stamp(), event, previous)
        await store.append(debate_id, epoch, [link])
        tail.feed(link)
        previous = link[0].hash


def long_debate(turns: int, speakers: int) -> list[Event]:
    """The events of a debate after its beginning: ``turns`` speeches of some 200 words, and slots for ``speakers``
    more."""
    slots = [
        Slot(id=f"{'PC'[n % 2]}.{n}", verb="say", phase=f"round {n // 2 + 1}", seat="PC"[n % 2],
             side=("pro", "con")[n % 2], seconds=120, words=300)
        for n in range(turns + speakers)
    ]  # fmt: skip
    events: list[Event] = [
        DebateStarted(
            motion=motion(MOTION), sides=("pro", "con"), seats={"P": "pro", "C": "con"}, slots=tuple(slots), judges=1
        )
    ]
    for n, slot in enumerate(slots[:turns]):
        events.append(TurnStarted(slot=slot.id, seat=slot.seat, side=slot.side))
        events.append(TurnPublished(slot=slot.id, seat=slot.seat, side=slot.side, text=speech(n), words=200))
    return [*events, *(TurnStarted(slot=s.id, seat=s.seat, side=s.side) for s in slots[turns:])]


def speech(n: int) -> str:
    """Markdown of some 200 words: paragraphs, a list, emphasis, a link."""
    words = [f"{word}{n % 7}" for word in MOTION.lower().split()]
    paragraph = " ".join(words[(i * 3 + n) % len(words)] for i in range(60))
    return (
        f"**Point {n}.** {paragraph}.\n\n- first {paragraph[:80]}\n- second *{paragraph[80:160]}*\n\n"
        f"{paragraph}. See [the report](https://example.org/{n}).\n\n{paragraph}."
    )


async def spoken(house: House, debate_id: str, case: dict[str, Any]) -> None:
    """Text of several slots at once, in the batches that the engine makes of tokens."""
    tail = house.tail(debate_id)
    tail.course(attended=True, here=True, trouble=None)
    open_slots = [f"{'PC'[n % 2]}.{n}" for n in range(case["turns"], case["turns"] + case["speakers"])]
    pieces = [speech(n).split(" ") * 200 for n in range(len(open_slots))]
    batch, begin = max(1, round(case["tokens"] * BATCH)), time.monotonic()
    for step in range(int(case["seconds"] / BATCH)):
        await asyncio.sleep(max(0.0, begin + step * BATCH - time.monotonic()))
        for slot, words in zip(open_slots, pieces, strict=True):
            text = " ".join(words[step * batch : (step + 1) * batch]) + " "
            tail.feed(Token(slot=slot, role=slot[0], text=text))


async def made(house: House, debate_id: str, events: list[Event]) -> None:
    epoch = await house.store.take(debate_id)
    last = house.store.events(debate_id)[-1][0]
    links: list[Sealed] = []
    for n, event in enumerate(events, last.seq + 1):
        links.append(seal(debate_id, n, stamp(), event, links[-1][0].hash if links else last.hash))
    await house.store.append(debate_id, epoch, links)


async def late(found: list[float]) -> None:
    while True:
        began = time.monotonic()
        await asyncio.sleep(LOOK)
        found.append(time.monotonic() - began - LOOK)


async def main(case: dict[str, Any]) -> None:
    with TemporaryDirectory() as home:
        settings = load({"home": home, "live_debates": 1000, "connections": 1000, "streams": 1000}, {}, Path(home))
        async with Session(settings) as session:
            await asyncio.to_thread(make_ready)
            app = create_app(session)
            config = uvicorn.Config(
                app, port=0, http=doorman.protocol(settings.connections), ws="websockets-sansio", log_config=None,
                access_log=False,
            )  # fmt: skip
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve())
            while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.01)
            house: House = app.state.house
            setup = compose(Wish(motion=MOTION, models={"default": case["model"]}))
            ids = [await session.engine.create(setup) for _ in range(case["debates"])]
            if "turns" in case:
                await made(house, ids[0], long_debate(case["turns"], case["speakers"]))
            port = server.servers[0].sockets[0].getsockname()[1]
            print(json.dumps({"port": port, "ids": ids}), flush=True)
            await asyncio.to_thread(sys.stdin.readline)  # until the viewers are there
            delays: list[float] = []
            looking = asyncio.create_task(late(delays))
            cpu, wall = time.process_time(), time.monotonic()
            if "turns" in case:
                await spoken(house, ids[0], case)
            elif case["feed"]:
                await fed(house, ids[0], case["feed"], case["seconds"])
            else:
                for debate_id in ids:
                    await house.resume(debate_id, "", None, None)
                while any(house.here(debate_id) for debate_id in ids):  # noqa: ASYNC110 - as any watcher would
                    await asyncio.sleep(0.05)
            cpu, wall = time.process_time() - cpu, time.monotonic() - wall
            looking.cancel()
            await asyncio.sleep(0.5)
            print(json.dumps({
                "cpu": cpu, "wall": wall, "late": sorted(delays)[int(len(delays) * 0.99)],
                "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }), flush=True)  # fmt: skip
            server.should_exit = True
            await serving


if __name__ == "__main__":
    os.environ["DISSOI_TOKEN"] = TOKEN
    asyncio.run(main(json.loads(sys.argv[1])))
