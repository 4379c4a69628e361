"""Kill -9 at every write of a debate, and two processes on one debate: nothing is lost, nothing is doubled."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import pytest

from dissoi.record.events import faults
from dissoi.record.view import DebateView, fold
from dissoi.store import open_store
from tests.engine import kills

IN_FLIGHT = 3
"""Calls that the widest parallel step has open at once: two judges and the scorer."""
BEFORE_PANEL = {"append": 8, "settle": 5, "intend": 5}
"""Writes of each kind that surely come before the first parallel step (two listeners, after six speeches)."""


@pytest.fixture(scope="module")
def processes() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.engine.kills"])
    return context


class Debates:
    """Runs debates in processes of their own, on one database, and counts the replies that were made."""

    def __init__(self, processes: ForkServerContext, home: Path) -> None:
        self._processes, self._counter = processes, home / "made"
        self.url = f"sqlite:///{home}/kill.db"

    def start(self, crash_at: str = "", debate_id: str | None = None, model: str = "scripted:demo?words=30") -> Any:
        child = self._processes.Process(
            target=kills.run, args=(self.url, str(self._counter), model, crash_at, debate_id)
        )
        child.start()
        return child

    def run(self, crash_at: str = "", debate_id: str | None = None) -> int:
        child = self.start(crash_at, debate_id)
        child.join(60)
        return child.exitcode

    def made(self) -> Counter[str]:
        """The replies made since last asked."""
        lines = self._counter.read_text().split() if self._counter.exists() else []
        self._counter.unlink(missing_ok=True)
        return Counter(lines)

    def newest(self) -> str:
        store = open_store(self.url)
        try:
            return store.debates(limit=1)[0].id
        finally:
            store.close()

    def view(self, debate_id: str) -> DebateView:
        """The view without clock times, from a log that must verify."""
        store = open_store(self.url)
        try:
            log = store.events(debate_id)
        finally:
            store.close()
        assert faults(log) == []
        view = fold(e.event for e, _ in log)
        polls = tuple(p.model_copy(update={"closes_at": ""}) for p in view.polls)
        usage = view.usage.model_copy(update={"milliseconds": 0})
        return view.model_copy(update={"usage": usage, "polls": polls})

    def types(self, debate_id: str) -> Counter[str]:
        store = open_store(self.url)
        try:
            return Counter(e.event.type for e, _ in store.events(debate_id))
        finally:
            store.close()


@pytest.fixture
def debates(processes: ForkServerContext, home: Path) -> Debates:
    return Debates(processes, home)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("kind", ["append", "settle", "intend"])
def test_a_debate_killed_at_any_write_ends_as_if_it_had_not_been(debates: Debates, kind: str, when: str) -> None:
    """Kill -9 before and after the Nth commit of a kind, for every N: the resumed debate has the view and the events
    of an unbroken one, and a reply that was kept is never asked for again."""
    assert debates.run() == 0
    first = debates.newest()
    whole, types, once = debates.view(first), debates.types(first), debates.made()
    assert whole.status == "finished" and max(once.values()) == 1
    killed = 0
    for n in range(1, 200):
        code = debates.run(f"{kind}:{n}:{when}")
        if code == 0:  # the debate has fewer writes of this kind
            break
        killed += 1
        assert code == -signal.SIGKILL
        debate = debates.newest()
        if debates.view(debate).status == "finished":  # killed after the last write: there is nothing to go on with
            assert debates.run(debate_id=debate) == kills.REFUSED
        else:
            assert debates.run(debate_id=debate) == 0
        assert debates.view(debate) == whole
        assert debates.types(debate) == types
        made = debates.made()
        assert set(made) == set(once)
        again = sum(made.values()) - sum(once.values())
        # Before the panel one call is open at a time, and none while a step's events are written.
        alone = n <= BEFORE_PANEL[kind]
        allowed = (0 if kind == "append" else 1) if alone else IN_FLIGHT
        assert again <= allowed, f"{kind} {n} {when}: {again} replies made again"
    assert killed >= {"append": 15, "settle": 10, "intend": 10}[kind]


def test_a_debate_killed_again_and_again_still_ends_the_same(debates: Debates) -> None:
    """Killed at every second write, resumed, killed again: each run gets further, and the end is the same."""
    assert debates.run() == 0
    whole = debates.view(debates.newest())
    code, kill_count = debates.run("append:2:after"), 0
    debate = debates.newest()
    while code != 0:
        assert code == -signal.SIGKILL
        kill_count += 1
        code = debates.run("append:2:after", debate)
        if debates.view(debate).status == "finished":
            break
    assert kill_count >= 8
    assert debates.view(debate) == whole


def test_of_two_processes_on_one_debate_one_wins(debates: Debates) -> None:
    """Two processes go on with one debate at once: one ends it, the other says that it was taken over; the log is
    whole."""
    assert debates.run() == 0
    whole = debates.view(debates.newest())
    assert debates.run("append:3:after") == -signal.SIGKILL
    debate = debates.newest()
    pair = [debates.start(debate_id=debate, model="scripted:demo?words=30") for _ in range(2)]
    for child in pair:
        child.join(60)
    assert sorted(child.exitcode for child in pair) == [0, kills.REFUSED]
    assert debates.view(debate) == whole
