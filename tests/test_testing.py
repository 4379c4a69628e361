"""The public test kit: it passes whole debates, and it catches each way in which a log can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dissoi import testing
from dissoi.engine.api import Item
from dissoi.engine.branch import resealed
from dissoi.record.events import DebateFinished, Envelope, Event, TurnPublished, faults
from dissoi.record.view import fold
from dissoi.testing import assert_valid, golden, normalised, run_scripted, scripted

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("format", ["deb8flow", "nround"])
async def test_golden_logs(format: str) -> None:
    """A seeded scripted debate has the same events everywhere; the browser's reducer is held to the same files."""
    result = await run_scripted(format=format, judges=3, listeners=2 if format == "nround" else 0)
    assert_valid(result.log)
    golden(GOLDEN / f"{format}.jsonl", result.log)


async def test_two_runs_normalise_to_the_same_log() -> None:
    """Whatever the clock, the id and the order of parallel events, a debate has one normal form, and it verifies."""
    first, second = [normalised((await run_scripted(judges=3)).log) for _ in range(2)]
    assert first == second
    assert faults(first) == []


def changed(name: str) -> Callable[[list[Event]], list[Event]]:
    """A way to spoil a log."""

    def swap_turns(events: list[Event]) -> list[Event]:
        places = [n for n, e in enumerate(events) if isinstance(e, TurnPublished)]
        a, b = places[0], places[1]
        events[a], events[b] = events[b], events[a]
        return events

    def drop_usage(events: list[Event]) -> list[Event]:
        return [e.model_copy(update={"usage": None}) if isinstance(e, TurnPublished) else e for e in events]

    def other_winner(events: list[Event]) -> list[Event]:
        end = events[-1]
        assert isinstance(end, DebateFinished)
        loser = "pro" if end.winner == "con" else "con"
        return [*events[:-1], end.model_copy(update={"winner": loser})]

    def after_the_end(events: list[Event]) -> list[Event]:
        return [*events, events[-1]]

    def skip_a_turn(events: list[Event]) -> list[Event]:
        last = max(n for n, e in enumerate(events) if isinstance(e, TurnPublished))
        return [*events[:last], *events[last + 1 :]]

    ways = (swap_turns, drop_usage, other_winner, after_the_end, skip_a_turn)
    return next(way for way in ways if way.__name__ == name)


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("swap_turns", "ended before it began"),
        ("drop_usage", "has no usage"),
        ("other_winner", "not that of the ballots"),
        ("after_the_end", "comes after the end"),
        ("skip_a_turn", "decided before"),
    ],
)
async def test_a_spoilt_log_is_caught(way: str, words: str) -> None:
    """A log with turns out of order, usage missing, a false winner or events after the end is not valid."""
    log = (await run_scripted()).log
    events = changed(way)([e.event for e, _ in log])
    with pytest.raises(AssertionError, match=words):
        assert_valid(resealed("x", events, ["2026-01-02T03:04:05.000Z"] * len(events)))


async def test_golden_shows_the_line_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file says how to write it; written, it matches; another debate is told apart by line."""
    monkeypatch.setattr(testing, "updating", False)
    log = (await run_scripted()).log
    path = tmp_path / "a.jsonl"
    with pytest.raises(AssertionError, match="DISSOI_UPDATE_GOLDEN=1 writes it"):
        golden(path, log)
    monkeypatch.setattr(testing, "updating", True)
    golden(path, log)
    monkeypatch.setattr(testing, "updating", False)
    golden(path, log)
    with pytest.raises(AssertionError, match=r"a\.jsonl:1 has"):
        golden(path, (await run_scripted("Cats are better than dogs")).log)


def test_scripted_line_ups() -> None:
    """One script for all, others by role, options in every name."""
    assert scripted() == {"default": "scripted:demo"}
    assert scripted("liar", {"judge": "silent"}, seed=2, chunk=8) == {
        "default": "scripted:liar?seed=2&chunk=8",
        "judge": "scripted:silent?seed=2&chunk=8",
    }


async def test_a_stored_log_folds_to_the_running_view(tmp_path: Path) -> None:
    """What is read back from the store is what the run saw."""
    seen: list[Event] = []

    def look(item: Item) -> None:
        if isinstance(item, Envelope):
            seen.append(item.event)

    result = await run_scripted(home=tmp_path, on_event=look)
    assert fold(seen) == result.view
