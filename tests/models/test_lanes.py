"""Laws of lanes: few debates work at once, nobody who waits for a model holds another up, and no place is ever lost."""

from __future__ import annotations

import asyncio
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from dissoi.models.patience import LANES, SHARE, Gates


async def test_few_debates_work_at_once() -> None:
    """Of some debates no more than ``LANES`` are at work at any time, of a crowd every ``SHARE``th, and when the crowd
    has gone, no more than before; all come to their end."""
    gates, working, most = Gates(), set[int](), 0

    async def debate(number: int) -> None:
        nonlocal most
        lane = gates.lane()
        async with lane.work():
            for _ in range(3):
                working.add(number)
                most = max(most, len(working))
                await asyncio.sleep(0)
                working.discard(number)
                async with lane.away():
                    await asyncio.sleep(0)

    for debates, allowed in ((3 * LANES, LANES), (10 * LANES * SHARE, 10 * LANES), (3 * LANES, LANES)):
        most = 0
        await asyncio.gather(*(debate(n) for n in range(debates)))
        assert most == allowed


async def test_whoever_waits_for_a_model_holds_nobody_up() -> None:
    """While ``LANES`` debates wait for a reply, one branch of each having its own already, another debate works."""
    gates, replied = Gates(), asyncio.Event()

    async def waiting() -> None:
        lane = gates.lane()

        async def branch(reply: asyncio.Event | None) -> None:
            async with lane.away():
                await (reply.wait() if reply else asyncio.sleep(0))

        async with lane.work():
            await asyncio.gather(branch(replied), branch(None))

    tasks = [asyncio.create_task(waiting()) for _ in range(LANES)]
    async with asyncio.timeout(5):
        async with gates.lane().work():
            replied.set()
        await asyncio.gather(*tasks)


@given(st.integers(0, 2**32))
async def test_no_place_is_ever_lost(seed: int) -> None:
    """Whatever branches debates have, whatever fails in them and whenever one is cancelled, every place comes back."""
    gates, random = Gates(), Random(seed)

    async def debate() -> None:
        lane = gates.lane()

        async def branch() -> None:
            for _ in range(random.randrange(3)):
                async with lane.away():
                    await asyncio.sleep(0)
                    if random.random() < 0.2:
                        raise OSError
                await asyncio.sleep(0)

        async with lane.work():
            await asyncio.gather(*(branch() for _ in range(random.randrange(4))), return_exceptions=True)

    tasks = [asyncio.create_task(debate()) for _ in range(2 * LANES)]
    for _ in range(random.randrange(20)):
        await asyncio.sleep(0)
    for task in random.sample(tasks, 3):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(5):
        for lane in [gates.lane() for _ in range(LANES)]:
            await lane.work().__aenter__()
