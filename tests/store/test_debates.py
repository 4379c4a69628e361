"""The list of debates, references to them, and their inbox, on both databases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import UnknownNameError, UsageError
from dissoi.record.events import (
    DebateFinished,
    DebatePaused,
    DebateResumed,
    Event,
    PhaseChanged,
    TopicGenerated,
)
from dissoi.record.setup import Motion
from dissoi.record.view import fold
from dissoi.store.sql import SqlStore
from dissoi.store.summary import RESUMED, summary
from tests.store.samples import created, following, log, plain, started

_LATER: list[Event] = [
    TopicGenerated(motion=Motion(text="Invented")),
    started("Agreed"),
    PhaseChanged(phase="p"),
    DebatePaused(reason="user"),
    DebateResumed(),
    DebateFinished(outcome="verdict", winner="pro"),
    DebateFinished(outcome="unresolved"),
]


@given(st.lists(st.sampled_from(_LATER), max_size=8), st.integers(0, 8))
def test_summary_agrees_with_the_fold(later: list[Event], cut: int) -> None:
    """What the list shows is what the fold says, whether it is told at once or in two appends."""
    history = [created(), *later]
    view = fold(history)
    expected = (view.motion.text if view.motion else "", "deb8flow", view.status, view.outcome, view.winner)
    first, second = history[: cut + 1], history[cut + 1 :]
    begun = any(e.type == "debate.started" for e in first)
    told = {"outcome": None, "winner": None} | summary(first, started=False) | summary(second, started=begun)
    assert tuple(told[k] for k in ("motion", "format", "status", "outcome", "winner")) == expected


def test_summary_says_when_the_past_decides() -> None:
    """Without the past, the status after a resume is left open, until a later event settles it."""
    assert summary([DebateResumed()])["status"] == RESUMED
    assert summary([DebateResumed(), DebatePaused(reason="user")])["status"] == "paused"


@pytest.mark.parametrize("begun", [False, True])
async def test_row_follows_every_append(store: SqlStore, begun: bool) -> None:
    """The row of a debate changes with its events, as far as they change it; a resume knows whether it had started."""
    sealed = log("d", [created(None)])
    await store.create("d", sealed)
    assert (store.row("d").motion, store.row("d").status) == ("", "new")
    steps: list[Event] = [TopicGenerated(motion=Motion(text="Invented")), DebatePaused(reason="user"), DebateResumed()]
    if begun:
        steps.insert(1, started("Invented"))
    steps += [PhaseChanged(phase="p"), DebateFinished(outcome="unresolved"), DebateResumed()]
    for step in steps:
        link = following("d", sealed, [step])
        await store.append("d", 0, link)
        sealed += link
        view, row = fold(e.event for e, _ in sealed), store.row("d")
        assert (row.motion, row.status, row.outcome, row.winner) == ("Invented", view.status, view.outcome, view.winner)
        assert row.last_seq == len(sealed)
    assert store.row("d").status == ("running" if begun else "new")


async def test_list_is_newest_first_and_searches_without_regard_to_case(store: SqlStore) -> None:
    """Newest first, by arrival; a search finds any part of the motion or format, and takes signs literally."""
    for id, motion in (("a1", "ÄPFEL sind rund"), ("b2", "100 % of cats"), ("c3", "1000 cats_")):
        await store.create(id, plain(id, motion=motion))
    assert [d.id for d in store.debates()] == ["c3", "b2", "a1"]
    assert [d.id for d in store.debates(limit=1)] == ["c3"]
    assert [d.id for d in store.debates(search="äpfel")] == ["a1"]
    assert [d.id for d in store.debates(search="0 %")] == ["b2"]
    assert [d.id for d in store.debates(search="CATS_")] == ["c3"]
    assert [d.id for d in store.debates(search="DEB8")] == ["c3", "b2", "a1"]
    assert store.debates(search="dogs") == []


async def test_references(store: SqlStore) -> None:
    """A debate is found by its id, by any prefix that only it has, and as ``last``."""
    for id in ("abcd", "abce", "abc", "x_y", "xzy"):
        await store.create(id, plain(id))
    assert [store.resolve(ref) for ref in ("abcd", "abc", "x_", "xz", "last")] == ["abcd", "abc", "x_y", "xzy", "xzy"]
    for unknown in ("b", "", "ABC", "%", "abcdz"):
        with pytest.raises(UnknownNameError):
            store.resolve(unknown)
    with pytest.raises(UsageError, match="'ab' fits several debates: abc, abce, abcd"):
        store.resolve("ab")


async def test_an_ambiguous_reference_lists_five_at_most(store: SqlStore) -> None:
    """A message stays short however many debates fit."""
    for number in range(7):
        await store.create(f"d{number}", plain(f"d{number}"))
    with pytest.raises(UsageError, match=r"d6, d5, d4, d3, d2, \.\.\.\."):
        store.resolve("d")


def test_nothing_is_last_in_an_empty_store(store: SqlStore) -> None:
    """Without debates, ``last`` is an error that says what to do; a row of nobody is unknown."""
    with pytest.raises(UsageError, match="dissoi debate"):
        store.resolve("last")
    with pytest.raises(UnknownNameError, match="'nobody'"):
        store.row("nobody")


async def test_inbox_keeps_messages_in_order(store: SqlStore) -> None:
    """Messages have increasing numbers over the whole store, and each debate reads its own after a number."""
    for id in ("a", "b"):
        await store.create(id, plain(id))
    numbers = [await store.post(id, "vote", f'{{"n":{n}}}') for n, id in enumerate(("a", "b", "a"))]
    assert numbers == sorted(set(numbers))
    assert [(m.id, m.kind, m.body) for m in store.inbox("a")] == [
        (numbers[0], "vote", '{"n":0}'),
        (numbers[2], "vote", '{"n":2}'),
    ]
    assert [m.id for m in store.inbox("a", after=numbers[0])] == [numbers[2]]
    await store.delete("a")
    assert await store.post("b", "stop", "{}") > numbers[2]
