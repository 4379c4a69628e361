"""A debate seen from another process: every event once and in order, and the text of a turn while it is being made."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dissoi.engine import presence
from dissoi.engine.following import follow
from dissoi.engine.runner import pause
from dissoi.errors import UnknownNameError
from dissoi.record.events import Sealed, Token, TurnPublished, TurnStarted
from dissoi.store.sql import SqlStore
from tests.engine.kit import Gate, engine, opened, setup


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beats that no test waits for."""
    monkeypatch.setattr(presence, "BEAT", 0.005)
    monkeypatch.setattr(presence, "SPEAK", 0.005)


async def test_another_process_sees_events_and_text(tmp_path: Path) -> None:
    """A watcher who joins in the middle of a speech gets the text so far, then the rest, then the speech itself; the
    tokens of a slot never come after its speech; the following ends with the debate and leaves no text behind."""
    here, there, gate = opened(tmp_path), opened(tmp_path), Gate()
    gate.shut()
    one = engine(here, gate)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    seen: list[Sealed] = []
    texts: dict[str, str] = {}
    said: set[str] = set()
    async for item in follow(there, debate, 0, poll=0.002):
        if isinstance(item, Token):
            assert item.slot not in said
            texts[item.slot] = item.text if item.reset else texts.get(item.slot, "") + item.text
            gate.open()
        else:
            seen.append(item)
            if isinstance(item[0].event, TurnPublished):
                said.add(item[0].event.slot)
    await running
    assert seen == here.events(debate)
    speech = next(e.event for e, _ in seen if isinstance(e.event, TurnPublished))
    assert texts[speech.slot] and speech.text.startswith(texts[speech.slot].strip()[:10])
    assert there.speaking(debate) == []
    here.close()
    there.close()


async def test_nothing_is_said_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a watcher no text is stored, whatever is being said."""
    store, gate = opened(tmp_path), Gate()
    spoken: list[tuple[str, ...]] = []

    async def speak(*told: str) -> None:
        spoken.append(told)

    monkeypatch.setattr(store, "speak", speak)
    one = engine(store, gate)
    await one.advance(await one.create(setup()))
    assert spoken == []
    store.close()


async def test_an_ended_debate_is_followed_to_its_end_and_no_further(tmp_path: Path) -> None:
    """Following from any event gives the rest and stops; from the last event it gives nothing; a rest does not end
    it."""
    store, gate = opened(tmp_path), Gate()
    one = engine(store, gate)
    debate = await one.create(setup())
    await pause(store, debate)
    following = asyncio.create_task(_collected(store, debate, 1))
    await one.advance(debate)
    log = store.events(debate)
    assert await following == log[1:]
    assert await _collected(store, debate, 7) == log[7:]
    assert await _collected(store, debate, len(log)) == []
    assert any(isinstance(e.event, TurnStarted) for e, _ in log)
    store.close()


async def _collected(store: SqlStore, debate_id: str, after: int) -> list[Sealed]:
    return [item async for item in follow(store, debate_id, after, poll=0.002) if not isinstance(item, Token)]


async def test_text_that_was_given_up_is_reset(tmp_path: Path) -> None:
    """A text that goes on comes as what is new; one that begins anew comes whole, marked as such; a deleted debate ends
    the following with an error."""
    store = opened(tmp_path)
    debate = await engine(store, Gate()).create(setup())
    following = follow(store, debate, 1, poll=0.002)
    await store.speak(debate, "s", "P", "Cats")
    assert await anext(following) == Token(slot="s", role="P", text="Cats")
    await store.speak(debate, "s", "P", "Cats are")
    assert await anext(following) == Token(slot="s", role="P", text=" are")
    await store.speak(debate, "s", "P", "Dogs")
    assert await anext(following) == Token(slot="s", role="P", text="Dogs", reset=True)
    await store.delete(debate)
    with pytest.raises(UnknownNameError):
        await anext(following)
    store.close()
