"""Who holds a debate, who looks at it, and what is being said: of no consequence for any log."""

from __future__ import annotations

import pytest

from dissoi.errors import ConflictError, UnknownNameError
from dissoi.record.events import DebateFinished, DebatePaused, faults
from dissoi.store.presence import Pulse
from dissoi.store.sql import SqlStore
from tests.store.samples import following, plain

BEFORE, NOW, LATER = (f"2999-01-02T03:04:0{n}.000Z" for n in (4, 5, 6))


async def test_a_debate_is_adrift_when_its_worker_is_gone(store: SqlStore) -> None:
    """Held by a worker that is late or has left, and not ended or paused: adrift; by a living one or by nobody: not."""
    for id in ("held", "late", "left", "nobody", "paused", "over"):
        await store.create(id, plain(id), holder=None if id == "nobody" else "w-left")
    await store.beat("w-left", LATER)
    await store.beat("w", LATER)
    await store.beat("w-late", BEFORE)
    await store.take("held", "w")
    await store.take("late", "w-late")
    for id, end in (("paused", DebatePaused(reason="user")), ("over", DebateFinished(outcome="stopped"))):
        await store.append(id, 0, following(id, plain(id), [end]))
    ids = [row.id for row in store.debates()]
    assert store.adrift(NOW) == ["late"]
    assert store.attended(ids, NOW) == {"held", "left", "paused", "over"}
    await store.leave("w-left")
    assert store.adrift(NOW) == ["late", "left"]
    assert store.attended(ids, NOW) == {"held"}


async def test_only_the_newest_writer_releases(store: SqlStore) -> None:
    """Releasing leaves a debate to nobody, unless somebody else has taken it since; a taker without a name holds
    nothing."""
    await store.create("d", plain("d"))
    old, new = await store.take("d", "old"), await store.take("d", "new")
    await store.release("d", old)
    assert store.adrift(NOW) == ["d"]
    await store.release("d", new)
    assert store.adrift(NOW) == []
    await store.take("d", "old")
    await store.take("d")
    assert store.adrift(NOW) == []


async def test_glances_end(store: SqlStore) -> None:
    """A debate is looked at until the last glance's time has come; a glance at no debate is nothing."""
    await store.create("d", plain("d"))
    await store.look("d", BEFORE)
    assert store.looked_at(["d"], NOW) == set()
    await store.look("d", LATER)
    await store.look("gone", LATER)
    assert store.looked_at(["d", "gone"], NOW) == {"d"}
    assert store.looked_at([], NOW) == set()


async def test_what_is_said_is_there_until_it_is_hushed(store: SqlStore) -> None:
    """The text so far replaces the one before, slot by slot, and is gone with a hush or another taker; the pulse of a
    debate tells it with the number of the last event."""
    await store.create("d", plain("d", 2))
    assert store.pulse("d") == Pulse(2, [])
    await store.speak("d", "s1", "P", "Cats")
    await store.speak("d", "s1", "P", "Cats are")
    await store.speak("d", "s0", "C", "No")
    await store.speak("gone", "s1", "P", "x")
    said = [("s0", "C", "No"), ("s1", "P", "Cats are")]
    assert store.speaking("d") == said and store.pulse("d") == Pulse(2, said)
    await store.hush("d")
    assert store.speaking("d") == []
    await store.speak("d", "s1", "P", "Cats")
    await store.take("d")
    assert store.speaking("d") == []
    with pytest.raises(UnknownNameError):
        store.pulse("gone")
    assert faults(store.events("d")) == []


async def _share(store: SqlStore, hash: str, debate_id: str | None = None, expires: str | None = None) -> int:
    kind = "share" if debate_id else "owner"
    return await store.grant(hash, kind, "ana", debate_id, "vote" if debate_id else "all", "n", NOW, expires)


async def test_grants_are_found_until_they_expire_or_are_revoked(store: SqlStore) -> None:
    """A grant is found by its hash alone; an expired or revoked one is not, and its hash may come again."""
    await store.create("d", plain("d"))
    first = await _share(store, "h1", expires="9999-01-01T00:00:00.000Z")
    second = await _share(store, "h2", "d")
    await _share(store, "old", expires="2000-01-01T00:00:00.000Z")
    found = store.find_grant("h2")
    assert found and (found.id, found.kind, found.owner, found.debate_id, found.may) == (
        second,
        "share",
        "ana",
        "d",
        "vote",
    )
    assert store.find_grant("old") is None and store.find_grant("") is None
    assert [g.id for g in store.grants()] == [first, second]
    assert [g.id for g in store.grants("ana", "share", "d")] == [second]
    assert store.grants("ben") == [] and [g.id for g in store.grants(None, "owner")] == [first]
    with pytest.raises(ConflictError):
        await _share(store, "h1")
    with pytest.raises(UnknownNameError):
        await _share(store, "h3", "gone")
    assert await store.revoke(first) and not await store.revoke(first)
    assert store.find_grant("h1") is None
    assert await _share(store, "old") > second


async def test_all_of_a_debate_goes_with_it(store: SqlStore) -> None:
    """Deleting a debate deletes its shares, its glances and its live text; those of others stay."""
    for id in ("d", "e"):
        await store.create(id, plain(id))
        await _share(store, f"h-{id}", id)
        await store.look(id, LATER)
        await store.speak(id, "s1", "P", "Cats")
    await store.delete("d")
    assert store.find_grant("h-d") is None and store.find_grant("h-e")
    assert store.looked_at(["d", "e"], NOW) == {"e"}
    assert store.speaking("d") == [] and store.speaking("e") != []
