"""The laws of the call journal, on both databases."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dissoi.errors import ConflictError
from dissoi.models.port import CallRecord
from dissoi.store.sql import SqlStore
from tests.store.samples import USAGE, call, plain

_ids = (f"journal-{n}" for n in itertools.count())
_STEPS = st.lists(st.tuples(st.sampled_from(["intend", "fail", "done"]), st.sampled_from("abc")), max_size=12)


def test_journal_remembers(store: SqlStore) -> None:
    """Ordinals are dense in order of first intent, a reply is never lost, and only what was intended settles."""

    async def play(steps: list[tuple[str, str]]) -> None:
        id = next(_ids)
        await store.create(id, plain(id))
        journal = store.journal(id, await store.take(id))
        model: dict[str, CallRecord] = {}
        for number, (step, key) in enumerate(steps):
            known = model.get(key)
            if step == "intend":
                fresh = call(id, key, reserved=f"0.{number}")
                await journal.intend(fresh)
                if known is None:
                    model[key] = replace(fresh, ordinal=len(model) + 1)
                elif known.state != "done":
                    model[key] = replace(fresh, ordinal=known.ordinal, usage=known.usage, attempts=known.attempts)
            elif known is None:
                with pytest.raises(ConflictError, match="nobody had intended"):
                    await journal.settle(key, state="done")
            else:
                state, reply = ("done", f"reply {number}") if step == "done" else ("failed", None)
                error = None if step == "done" else "timeout"
                await journal.settle(key, state=state, reply=reply, usage=USAGE, attempts=number, error=error)
                if known.state != "done":
                    model[key] = replace(known, state=state, reply=reply, usage=USAGE, attempts=number, error=error)
            assert await journal.find(key) == model.get(key)
        assert await journal.calls() == store.calls(id) == list(model.values())

    @settings(max_examples=25, deadline=None)
    @given(_STEPS)
    def law(steps: list[tuple[str, str]]) -> None:
        asyncio.run(play(steps))

    law()


async def test_stale_writer_may_not_intend_but_its_reply_is_kept(store: SqlStore) -> None:
    """After a takeover, the old writer starts no call; the reply that it was waiting for serves the new one."""
    await store.create("d", plain("d"))
    old = store.journal("d", await store.take("d"))
    await old.intend(call("d", "in flight"))
    new = store.journal("d", await store.take("d"))
    with pytest.raises(ConflictError, match="taken the debate d over"):
        await old.intend(call("d", "another"))
    found = await new.find("in flight")
    assert found is not None
    assert found.state == "intended"
    await old.settle("in flight", state="done", reply="paid")
    found = await new.find("in flight")
    assert found is not None
    assert (found.state, found.reply) == ("done", "paid")
    assert [c.key for c in store.calls("d")] == ["in flight"]


async def test_money_keeps_every_digit(store: SqlStore) -> None:
    """Prices are decimals in and decimals out; an unknown price stays unknown."""
    await store.create("d", plain("d"))
    journal = store.journal("d", 0)
    for key, price in (("a", "0.1000000000000000000001"), ("b", None)):
        await journal.intend(call("d", key, reserved=price))
    assert [c.reserved for c in await journal.calls()] == [Decimal("0.1000000000000000000001"), None]


async def test_parallel_intents_get_different_ordinals(store: SqlStore) -> None:
    """Calls of a parallel step are numbered without gap or double."""
    await store.create("d", plain("d"))
    journal = store.journal("d", 0)
    await asyncio.gather(*(journal.intend(call("d", f"k{n}")) for n in range(20)))
    assert [c.ordinal for c in store.calls("d")] == list(range(1, 21))


async def test_journal_is_of_one_debate(store: SqlStore) -> None:
    """A key in two debates is two calls; a call of another debate is refused; a deleted debate has none."""
    for id in ("a", "b"):
        await store.create(id, plain(id))
        await store.journal(id, 0).intend(call(id, "same"))
    assert [len(store.calls(id)) for id in ("a", "b")] == [1, 1]
    with pytest.raises(ConflictError, match="cannot be journalled"):
        await store.journal("a", 0).intend(call("b", "k"))
    await store.delete("a")
    with pytest.raises(ConflictError, match="no longer"):
        await store.journal("a", 0).intend(call("a", "k"))
