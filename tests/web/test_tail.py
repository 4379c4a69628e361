"""Laws of one debate's wire: nothing lost, nothing twice, nothing stops for a slow viewer."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.record.events import GENESIS, DebateFinished, NodeStarted, PhaseChanged, Sealed, Token, TurnPublished, seal
from dissoi.web import tail as module
from dissoi.web.tail import KEPT, Item, Tail
from tests.engine.kit import opened
from tests.store.samples import following, plain


class Log:
    """A store of one debate that holds just its log."""

    def __init__(self) -> None:
        self.links: list[Sealed] = []

    def add(self, event: Any) -> Sealed:
        previous = self.links[-1][0].hash if self.links else GENESIS
        link = seal("d", len(self.links) + 1, "2026-01-01T00:00:00.000Z", event, previous)
        self.links.append(link)
        return link

    def events(self, debate_id: str, after: int = 0, limit: int | None = None) -> list[Sealed]:
        return self.links[after:][:limit]


@pytest.fixture
def log() -> Log:
    return Log()


def local(log: Log) -> Tail:
    """A tail of a debate that runs here."""
    made = Tail("d", log)  # pyright: ignore[reportArgumentType]
    made.course(attended=True, here=True, trouble=None)
    return made


def kinds(items: list[Item]) -> list[str]:
    return [str(i.seq) if i.seq else json.loads(i.text)["type"] for i in items]


async def drained(tail: Tail, after: int = 0) -> list[Item]:
    """All that a viewer gets until it is let go."""
    return [item async for batch in tail.watch(after) for item in batch]


async def test_a_late_viewer_gets_the_log_then_the_text_so_far(log: Log) -> None:
    """Who joins in mid-speech gets every event after its cursor, then what is being said, then what follows."""
    tail = local(log)
    for n in range(3):
        tail.feed(log.add(PhaseChanged(phase=str(n))))
    tail.feed(Token(slot="P", role="P", text="So "))
    tail.feed(Token(slot="P", role="P", text="far"))
    tail.feed(NodeStarted(node="speak", id="7"))
    watching = asyncio.create_task(drained(tail, after=1))
    await asyncio.sleep(0.05)
    tail.feed(Token(slot="P", role="P", text=" and on"))
    tail.feed(log.add(DebateFinished(outcome="draw")))
    items = await watching
    assert kinds(items) == ["2", "3", "clock", "token", "node.started", "token", "4"]
    texts = [json.loads(i.text) for i in items if not i.seq]
    assert texts[1] == {"type": "token", "slot": "P", "role": "P", "text": "So far", "reset": True}
    assert texts[3]["reset"] is False


async def test_what_is_said_is_no_longer_being_said(log: Log) -> None:
    """A published speech takes its text so far with it."""
    tail = local(log)
    tail.feed(Token(slot="P", role="P", text="Hello"))
    tail.feed(log.add(TurnPublished(slot="P", seat="P", side="pro", text="Hello", words=1)))
    watching = asyncio.create_task(drained(tail))
    await asyncio.sleep(0.05)
    tail.close()
    assert kinds(await watching) == ["1", "clock"]


@given(st.lists(st.integers(0, 3), max_size=30), st.integers(0, 5))
async def test_nothing_is_lost_or_doubled(plan: list[int], joins: int) -> None:
    """Whatever is stored, fed, fed twice or fed late, each viewer gets each event after its cursor once, in order."""
    log = Log()
    tail = local(log)
    watching: list[tuple[int, asyncio.Task[list[Item]]]] = []
    held: list[Sealed] = []
    for n, step in enumerate(plan):
        if n == joins:
            watching.append((len(log.links) // 2, asyncio.create_task(drained(tail, len(log.links) // 2))))
        link = log.add(PhaseChanged(phase=str(n)))
        if step == 0:
            held.append(link)  # another process wrote it: this one hears of it from its own next event
        else:
            for _ in range(step):
                tail.feed(link)
        await asyncio.sleep(0)
    watching.append((0, asyncio.create_task(drained(tail, 0))))
    await asyncio.sleep(0)
    tail.feed(log.add(DebateFinished(outcome="draw")))
    for after, task in watching:
        seqs = [item.seq for item in await asyncio.wait_for(task, 10) if item.seq]
        assert seqs == list(range(after + 1, len(log.links) + 1))


async def test_a_slow_viewer_is_dropped_and_resumes(log: Log) -> None:
    """Who is more than the kept batches behind is let go; what it missed it gets by its cursor. Nobody waits for it."""
    tail = local(log)
    tail.feed(log.add(PhaseChanged(phase="0")))
    slow = tail.watch(0)
    got = [item for _ in range(2) for item in await anext(slow)]
    for n in range(KEPT + 10):
        tail.feed(log.add(PhaseChanged(phase=str(n))))
    rest = [item async for batch in slow for item in batch]
    assert rest == []
    last = max(item.seq for item in got)
    again = asyncio.create_task(drained(tail, last))
    await asyncio.sleep(0.05)
    tail.close()
    assert [i.seq for i in await again if i.seq] == list(range(last + 1, len(log.links) + 1))


async def test_bytes_are_made_once(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look, an event that comes while they do is encoded once."""
    tail = local(log)
    made: list[int] = []
    real = module.durable
    monkeypatch.setattr(module, "durable", lambda link: made.append(link[0].seq) or real(link))
    watching = [asyncio.create_task(drained(tail)) for _ in range(20)]
    await asyncio.sleep(0.05)
    tail.feed(log.add(DebateFinished(outcome="draw")))
    assert all(kinds(items) == ["clock", "1"] for items in await asyncio.gather(*watching))
    assert made == [1]


async def test_an_event_that_is_not_public_shows_only_its_place(log: Log) -> None:
    """A private event crosses the wire as its number alone, so that no viewer sees a gap or a text."""
    link = log.add(PhaseChanged(phase="a secret plan"))
    hidden = (link[0].model_copy(update={"visibility": "team:pro"}), link[1])
    item = module.durable(hidden)
    assert item.text == '{"seq": 1}'
    assert item.sse == b'id: 1\nevent: hidden\ndata: {"seq": 1}\n\n'


async def test_no_viewer_costs_nothing(log: Log) -> None:
    """Without viewers nothing is kept but the text so far."""
    tail = local(log)
    for n in range(50):
        tail.feed(log.add(PhaseChanged(phase=str(n))))
    assert not tail._items  # pyright: ignore[reportPrivateUsage]


async def test_who_comes_again_hears_what_is_said_now(tmp_path: Path) -> None:
    """Of a debate that another process runs, a viewer who comes after all have left gets the text so far once, and
    nothing of a speech that was published meanwhile."""
    store = opened(tmp_path)
    await store.create("d", plain("d", 3))
    tail = Tail("d", store)

    async def heard(text: str) -> dict[str, str]:
        """What a viewer holds for each slot once it has heard ``text``."""
        texts: dict[str, str] = {}
        async with asyncio.timeout(20), aclosing(tail.watch(0)) as batches:
            async for item in (item async for batch in batches for item in batch):
                said = json.loads(item.text)
                if said.get("type") == "token":
                    before = "" if said["reset"] else texts.get(said["slot"], "")
                    texts[said["slot"]] = before + said["text"]
                if text in texts.values():
                    return texts
        raise AssertionError(texts)

    await store.speak("d", "s1", "P", "Cats are")
    assert await heard("Cats are") == {"s1": "Cats are"}
    await store.speak("d", "s1", "P", "Cats are better")
    assert await heard("Cats are better") == {"s1": "Cats are better"}
    published = TurnPublished(slot="s1", seat="P", side="pro", text="Cats are better", words=3)
    await store.append("d", await store.take("d"), following("d", store.events("d"), [published]))
    await store.speak("d", "s2", "C", "Dogs are")
    assert await heard("Dogs are") == {"s2": "Dogs are"}
    store.close()
