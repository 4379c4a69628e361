"""Laws of forking: a fork goes on from any event to the same end, or says why it cannot begin there."""

from __future__ import annotations

import pytest

from dissoi.engine import branch
from dissoi.engine.line_up import Wish, compose
from dissoi.engine.runner import Engine
from dissoi.errors import UsageError
from dissoi.models.pricing import PriceBook
from dissoi.models.registry import Registry
from dissoi.record.events import ArgumentScored, faults
from dissoi.record.view import DebateView
from dissoi.store import open_store


def bare(view: DebateView) -> DebateView:
    """The view without what a fork may differ in: its setup, its costs and when its ballot closed."""
    empty = DebateView()
    polls = tuple(p.model_copy(update={"closes_at": ""}) for p in view.polls)
    return view.model_copy(update={"setup": None, "usage": empty.usage, "polls": polls})


async def test_a_fork_at_any_event_ends_like_its_parent(tmp_path: object) -> None:
    """With the same seed, a fork from each event of a debate ends in the parent's result; inside a group of scores that
    came together, where some would be lost, it is refused and says where to fork."""
    store = open_store(f"sqlite:///{tmp_path}/d.db")
    registry = Registry(env={})
    engine = Engine(store, registry.open, PriceBook())
    wish = Wish(
        motion="Cities should ban cars", format="nround", rounds=1, judges=2, listeners=1, seed=1,
        models={"default": "scripted:demo?words=30"},
    )  # fmt: skip
    parent = await engine.create(compose(wish))
    whole = bare(await engine.advance(parent))
    log = store.events(parent)
    events = [e.event for e, _ in log]
    refused = 0
    for seq in range(1, len(events)):
        inside = isinstance(events[seq - 1], ArgumentScored) and isinstance(events[seq], ArgumentScored)
        if inside:
            refused += 1
            with pytest.raises(UsageError, match="came together"):
                await branch.fork(store, parent, seq)
            continue
        copy = await branch.fork(store, parent, seq)
        assert bare(await engine.advance(copy)) == whole, f"a fork at {seq} ({events[seq - 1].type}) went another way"
        assert faults(store.events(copy)) == []
    assert refused >= 1
    assert store.events(parent) == log
    with pytest.raises(UsageError, match="over"):
        await branch.fork(store, parent, len(events))
    with pytest.raises(UsageError, match="no event"):
        await branch.fork(store, parent, len(events) + 1)
    await registry.aclose()
    store.close()
