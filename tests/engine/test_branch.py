"""Laws of forking: a fork goes on from any event to the same end, or says why it cannot begin there."""

from __future__ import annotations

import pytest

from dissoi.engine import branch
from dissoi.engine.clock import stamp
from dissoi.engine.line_up import Wish, compose
from dissoi.engine.runner import Engine
from dissoi.errors import UsageError
from dissoi.models.pricing import PriceBook
from dissoi.models.registry import Registry
from dissoi.record.events import ArgumentScored, envelope_line, faults
from dissoi.record.view import DebateView
from dissoi.store import open_store
from tests.store.samples import AT, plain


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


async def test_a_fork_begins_when_it_is_made(tmp_path: object) -> None:
    """A fork, and a fork of one, was created when it was made: the events that it took over keep their times, its own
    beginning has its own. So it stays in an export that is brought in elsewhere, whose times are the log's."""
    store, other = open_store(f"sqlite:///{tmp_path}/d.db"), open_store(f"sqlite:///{tmp_path}/e.db")
    await store.create("old", plain("old", 5))
    for parent in ("old", "last"):
        before = stamp()
        made = await branch.fork(store, store.resolve(parent), 3)
        row, log = store.row(made), store.events(made)
        assert before <= row.created_at == row.updated_at == log[0][0].at <= stamp()
        assert [e.at for e, _ in log[1:]] == [AT, AT]
        assert (store.row("old").created_at, store.row("old").updated_at) == (AT, AT)
        assert store.debates()[0].id == made
        assert await branch.bring_in(other, [envelope_line(*link) for link in log]) == made
        assert (other.row(made).created_at, other.row(made).updated_at) == (row.created_at, row.updated_at)
    store.close()
    other.close()
