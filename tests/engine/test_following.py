"""A debate seen from another process: every event once and in order, and the text of a turn while it is being made."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dissoi.engine import presence
from dissoi.engine.clock import now, stamp
from dissoi.engine.following import GLANCE, follow
from dissoi.engine.runner import pause
from dissoi.errors import UnknownNameError
from dissoi.record.events import Sealed, Token, TurnPublished, TurnStarted
from dissoi.record.view import DebateView
from dissoi.store.sql import SqlStore
from tests.engine.kit import Gate, engine, opened, setup, until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beats that no test waits for."""
    monkeypatch.setattr(presence, "BEAT", 0.005)
    monkeypatch.setattr(presence, "SPEAK", 0.005)


async def held(store: SqlStore, gate: Gate) -> tuple[str, asyncio.Task[DebateView]]:
    """A debate that runs, whose first speech has begun and waits at the gate; the debate's id and its run."""
    gate.shut()
    one = engine(store, gate)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    return debate, running


async def test_another_process_sees_events_and_text(tmp_path: Path) -> None:
    """A watcher who joins in the middle of a speech gets the text so far, then the rest, then the speech itself; the
    tokens of a slot never come after its speech; the following ends with the debate and leaves no text behind."""
    here, there, gate = opened(tmp_path), opened(tmp_path), Gate()
    debate, running = await held(here, gate)
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


async def test_a_watcher_does_not_wait_for_a_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who joins in mid-speech hears it as soon as there is something new to say, however rare the signs of life are."""
    monkeypatch.setattr(presence, "BEAT", 3600.0)
    here, there, gate = opened(tmp_path), opened(tmp_path), Gate()
    debate, running = await held(here, gate)
    following = follow(there, debate, there.row(debate).last_seq, poll=0.002)
    assert isinstance(await anext(following), Token)
    await following.aclose()
    gate.open()
    await running
    here.close()
    there.close()


async def test_nobody_is_looked_for_in_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing new is said the database is not asked who looks, however long a debate runs, or waits, or none
    does."""
    store, gate = opened(tmp_path), Gate()
    asked: list[list[str]] = []
    looked_at, beats = store.looked_at, list[str]()
    beat = store.beat

    def looking(ids: list[str], now: str) -> set[str]:
        asked.append(list(ids))
        return looked_at(ids, now)

    async def beating(worker: str, until: str) -> None:
        beats.append(until)
        await beat(worker, until)

    monkeypatch.setattr(store, "looked_at", looking)
    monkeypatch.setattr(store, "beat", beating)
    one = engine(store, gate)
    debate = await one.create(setup(), hold=True)
    await until(lambda: len(beats) > 5)
    assert asked == []
    gate.shut()
    await store.look(debate, stamp(now() + GLANCE))
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    await until(lambda: store.speaking(debate) != [])
    told, many = len(asked), len(beats)
    await until(lambda: len(beats) > many + 5)
    assert (len(asked), asked[-1]) == (told, [debate])
    gate.open()
    await running
    told = len(asked)
    await asyncio.sleep(0.05)
    assert len(asked) == told
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
    """A text that goes on comes as what is new; one that begins, or begins anew, even after a silence, comes whole and
    marked as such; a deleted debate ends the following with an error."""
    store = opened(tmp_path)
    debate = await engine(store, Gate()).create(setup())
    following = follow(store, debate, 1, poll=0.002)
    await store.speak(debate, "s", "P", "Cats")
    assert await anext(following) == Token(slot="s", role="P", text="Cats", reset=True)
    await store.speak(debate, "s", "P", "Cats are")
    assert await anext(following) == Token(slot="s", role="P", text=" are")
    await store.speak(debate, "s", "P", "Dogs")
    assert await anext(following) == Token(slot="s", role="P", text="Dogs", reset=True)
    following_again = asyncio.ensure_future(anext(following))
    await store.hush(debate)
    await asyncio.sleep(0.05)
    await store.speak(debate, "s", "P", "Dogs bark")
    assert await following_again == Token(slot="s", role="P", text="Dogs bark", reset=True)
    await store.delete(debate)
    with pytest.raises(UnknownNameError):
        await anext(following)
    store.close()
