"""A server to be watched, as a process of its own: ``python -m bench.hall CASE``. Prints its address and the debates
that it holds, then what it took.

``feed``: events a second of one made-up debate, each stored before it is shown, with the time of its making in it;
``debates``: scripted debates that stream at once. Not here: the viewers (``viewers.py``).
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
from dissoi.record.events import DebateFinished, PhaseChanged, seal
from dissoi.settings import load
from dissoi.web import doorman
from dissoi.web.app import create_app
from dissoi.web.house import House

TOKEN = "a-token-for-measurements-only"  # noqa: S105 - it opens nothing else
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
            setup = compose(Wish(motion="Cities should ban private cars", models={"default": case["model"]}))
            ids = [await session.engine.create(setup) for _ in range(case["debates"])]
            port = server.servers[0].sockets[0].getsockname()[1]
            print(json.dumps({"port": port, "ids": ids}), flush=True)
            await asyncio.to_thread(sys.stdin.readline)  # until the viewers are there
            delays: list[float] = []
            looking = asyncio.create_task(late(delays))
            cpu, wall = time.process_time(), time.monotonic()
            if case["feed"]:
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
