"""Who runs a debate, as other processes see it: held while it runs, given up at its rest, adrift after a death."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from dissoi.engine import presence, runner
from dissoi.engine.clock import now, stamp
from dissoi.engine.runner import Stop
from dissoi.errors import ConflictError
from dissoi.record.events import TurnForfeited, faults
from dissoi.store.sql import SqlStore
from tests.engine.kit import Gate, engine, opened, setup, until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    opened_ = opened(tmp_path)
    yield opened_
    opened_.close()


def held(store: SqlStore, debate_id: str) -> bool:
    return bool(store.attended([debate_id], stamp()))


def adrift(store: SqlStore) -> list[str]:
    return store.adrift(stamp(now() + presence.ALIVE / 2))


async def test_a_debate_is_held_from_its_promise_to_its_end(store: SqlStore) -> None:
    """A debate that is created to be run is never adrift; it is held in mid-speech, and nobody holds it afterwards; the
    worker is then gone."""
    gate = Gate()
    gate.shut()
    one = engine(store, gate, "w")
    debate = await one.create(setup(), owner="ana", hold=True)
    assert held(store, debate) and adrift(store) == [] and store.row(debate).owner == "ana"
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    assert held(store, debate)
    gate.open()
    assert (await running).status == "finished"
    assert not held(store, debate) and adrift(store) == []
    await store.take(debate, "w")
    assert not held(store, debate)  # so the worker itself has left
    await one.aclose()


@pytest.mark.parametrize("how", ["pause", "cancel"])
async def test_a_debate_that_rests_is_nobodys(store: SqlStore, how: str) -> None:
    """After a pause and after a cancelled run the debate is held by nobody and not adrift: only a resume goes on."""
    gate, stop = Gate(), Stop()
    gate.shut()
    one = engine(store, gate)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate, stop=stop))
    await gate.caught.wait()
    if how == "cancel":
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    else:
        stop.wanted = True
        gate.open()
        assert (await running).status == "paused"
    assert not held(store, debate) and adrift(store) == []
    gate.open()
    assert (await one.advance(debate)).status == "finished"


@pytest.mark.parametrize("patient", [True, False])
async def test_a_process_that_leaves_its_debates_has_them_picked_up(store: SqlStore, patient: bool) -> None:
    """With ``leaving`` the debate is not paused: it ends its step (or is cancelled), is adrift at once, and another
    engine ends it, as if nothing had been."""
    gate, stop = Gate(), Stop()
    gate.shut()
    one = engine(store, gate)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate, stop=stop))
    await gate.caught.wait()
    stop.leaving = True
    if patient:
        gate.open()
        assert (await running).status in ("new", "running")
    else:
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        gate.open()
    assert adrift(store) == [debate]
    assert (await engine(store, gate).advance(debate)).status == "finished"
    assert adrift(store) == [] and faults(store.events(debate)) == []
    assert "debate.paused" not in {e.event.type for e, _ in store.events(debate)}


async def test_of_two_runs_in_one_process_the_newer_stays_held(store: SqlStore) -> None:
    """When a debate is taken over within one process, the end of the older run does not give the newer one up."""
    gate = Gate()
    gate.shut()
    one = engine(store, gate)
    debate = await one.create(setup())
    older = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    gate.caught.clear()
    newer = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    older.cancel()
    with pytest.raises(asyncio.CancelledError):
        await older
    assert held(store, debate)
    gate.open()
    assert (await newer).status == "finished"
    assert not held(store, debate)


@pytest.mark.parametrize("deed", ["pause", "skip", "stop"])
async def test_a_hand_from_outside_fences_the_run(store: SqlStore, tmp_path: Path, deed: str) -> None:
    """Pausing, skipping and stopping work on a debate that another process runs: the event is there at once, the run
    ends with a conflict, and the debate goes on from there."""
    gate, other = Gate(), opened(tmp_path)
    gate.shut()
    one = engine(store, gate)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    view = await getattr(runner, deed)(other, debate)
    assert not held(store, debate)
    gate.open()
    with pytest.raises(ConflictError, match="taken the debate"):
        await running
    if deed == "stop":
        assert (view.status, view.outcome) == ("finished", "stopped")
    else:
        slot = "intro"
        assert view.status == ("paused" if deed == "pause" else "running")
        whole = await engine(store, gate).advance(debate)
        assert whole.outcome == "verdict"
        assert next(t for t in whole.turns if t.slot == slot).reason == ("passed" if deed == "skip" else "")
        skipped = [e.event for e, _ in store.events(debate) if isinstance(e.event, TurnForfeited)]
        assert [e.detail for e in skipped] == (["skipped by the host"] if deed == "skip" else [])
    assert faults(store.events(debate)) == []
    other.close()


async def test_a_hand_from_outside_is_refused_where_it_makes_no_sense(store: SqlStore) -> None:
    """There is nothing to skip before anybody has the floor, to pause in a rest, or to do after the end."""
    one = engine(store, Gate())
    debate = await one.create(setup())
    with pytest.raises(ConflictError, match="Nobody has the floor"):
        await runner.skip(store, debate)
    await runner.pause(store, debate)
    with pytest.raises(ConflictError, match="paused already"):
        await runner.pause(store, debate)
    await one.advance(debate)
    before = store.events(debate)
    for deed in (runner.pause, runner.skip, runner.stop):
        with pytest.raises(ConflictError, match="has ended already"):
            await deed(store, debate)
    assert store.events(debate) == before


async def test_a_lost_sign_of_life_does_not_hurt_a_debate(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life go on while a debate runs and prolong it; when they fail, the debate ends all the same."""
    from dissoi.errors import StoreError

    monkeypatch.setattr(presence, "BEAT", 0.002)
    gate, beats = Gate(), list[str]()
    gate.shut()
    one = engine(store, gate)
    beat = store.beat

    async def failing(worker: str, until: str) -> None:
        beats.append(until)
        if len(beats) in (2, 3):
            raise StoreError("The disk is full.")
        await beat(worker, until)

    monkeypatch.setattr(store, "beat", failing)
    debate = await one.create(setup(), hold=True)
    running = asyncio.create_task(one.advance(debate))
    await gate.caught.wait()
    await until(lambda: len(beats) >= 5)
    assert beats == sorted(beats) and held(store, debate)
    gate.open()
    assert (await running).status == "finished"
