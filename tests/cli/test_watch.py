"""``watch``, ``delete`` and votes on a debate that another process runs."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dissoi.cli import watching
from dissoi.engine.runner import pause
from dissoi.record.view import fold
from dissoi.store import open_store
from dissoi.store.port import Store
from tests.cli.conftest import MOTION, Run, environment


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    """The store of this test's home; asking for it makes the database."""
    opened = open_store(f"sqlite:///{home / 'dissoi.db'}")
    yield opened
    opened.close()


Begin = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def begin(home: Path, store: Store) -> Iterator[Begin]:
    """``begin(words, *args)`` runs dissoi beside the test and returns when it has printed ``words``."""
    started: list[subprocess.Popen[str]] = []

    def run(words: str, *args: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dissoi", *args], env=environment(home), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        started.append(process)
        assert process.stdout is not None
        for line in process.stdout:
            if words in line:
                return process
        raise AssertionError(process.communicate()[1])

    yield run
    for process in started:
        process.kill()
        process.communicate()


def debate(model: str, *args: str) -> tuple[str, ...]:
    return ("debate", MOTION, "-m", model, "-m", "moderator=scripted:demo", "--seed", "1", *args)


def test_a_running_debate_is_watched_to_its_end(begin: Begin, here: Run) -> None:
    """Another process's debate is shown from its first event to its result, with the exit code of its end."""
    running = begin("has the floor", *debate("scripted:demo?delay_ms=300"))
    ran = here("watch", "last")
    assert (ran.code, running.wait(30)) == (0, 0), ran.err
    assert ran.out.count("has the floor") == 4
    for words in ("PRO (P) · opening", "CON (C) · final", " wins", "Ballots:"):
        assert words in ran.out


def test_an_ended_debate_is_shown_whole(held: Path, here: Run) -> None:
    """Where nothing is left to wait for, watching gives the log's lines, the document or the transcript, and ends."""
    lines = here("watch", "last", "--jsonl").out
    assert lines == here("show", "last", "--events", "--json").out
    assert json.loads(here("watch", "last", "--json").out) == json.loads(here("show", "last", "--json").out)
    assert " wins" in here("watch", "last").out


def test_a_debate_that_rests_is_not_waited_for(
    held: Path, here: Run, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A debate that nobody runs says so, and one that is paused says why; watching either ends, with the code for what
    needs a person: nobody has interrupted the watching."""
    monkeypatch.setattr(watching, "LOOK", 0)
    made = here("fork", "last", "--at", "5", "--no-run").out.strip()
    alone = here("watch", made)
    assert (alone.code, f"dissoi resume {made}" in alone.err) == (5, True)
    assert "No process runs the debate" in alone.err
    asyncio.run(pause(store, made))
    paused = here("watch", made)
    assert (paused.code, "paused[user]: paused by the host" in paused.err) == (5, True)


def test_a_pause_ends_the_watching(begin: Begin, here: Run, store: Store) -> None:
    """Where a debate is paused while it is watched, the watching ends with the code for what needs a person; where a
    cap paused it, with the code for that."""
    begin("has the floor", *debate("scripted:demo?delay_ms=1500"))
    watching = begin("has the floor", "watch", "last")
    asyncio.run(pause(store, store.resolve("last")))
    _, err = watching.communicate(timeout=30)
    assert (watching.returncode, "paused[user]: paused by the host" in err) == (5, True), err
    assert here(*debate("scripted:demo", "--max-calls", "2")).code == 4
    assert here("watch", "last").code == 4


def test_leaving_does_not_touch_the_debate(begin: Begin, home: Path, store: Store) -> None:
    """Ctrl-C ends the watching alone: the debate goes on to its verdict."""
    running = begin("has the floor", *debate("scripted:demo?delay_ms=700"))
    watching = begin("has the floor", "watch", "last")
    watching.send_signal(signal.SIGINT)
    _, err = watching.communicate(timeout=30)
    assert (watching.returncode, "You watch no more" in err) == (130, True), err
    assert "Traceback" not in err
    _, err = running.communicate(timeout=30)
    assert running.returncode == 0, err
    assert store.debates()[0].outcome == "verdict"


def test_paused_from_elsewhere(begin: Begin, here: Run, store: Store) -> None:
    """A debate that another process pauses rests at once; the run there says so, and a resume goes on."""
    running = begin("has the floor", *debate("scripted:demo?delay_ms=1500"))
    asyncio.run(pause(store, store.resolve("last")))
    _, err = running.communicate(timeout=30)
    assert (running.returncode, "paused from elsewhere" in err) == (130, True), err
    assert here("resume", "last", "-m", "scripted:demo").code == 0


def test_an_open_ballot_takes_votes_until_it_is_closed(begin: Begin, here: Run, store: Store) -> None:
    """The first vote does not close a ballot; the last vote of a name counts, a withdrawn one does not, and --close
    ends it long before its time."""
    options = ("-f", "nround", "--rounds", "1", "--vote-wait", "3600")
    running = begin("(mid) is open", *debate("scripted:demo?words=30", *options))
    assert here("vote", "last", "pro", "--as", "Ada").code == 0
    assert here("vote", "last", "con", "--as", "Ada").code == 0
    assert here("vote", "last", "pro", "--as", "Bob").code == 0
    assert "withdrawn" in here("vote", "last", "--withdraw", "--as", "Bob").err
    for wrong in ((), ("pro", "--withdraw")):
        assert here("vote", "last", *wrong).code == 2
    assert "closes now" in here("vote", "last", "--close").err
    _, err = running.communicate(timeout=30)
    assert running.returncode == 0, err
    view = fold(e.event for e, _ in store.events(store.resolve("last")))
    assert [(v.voter, v.choice) for v in view.polls[0].votes] == [("Ada", "con")]


def test_a_ballot_that_is_not_open_cannot_be_closed(held: Path, here: Run) -> None:
    """Before its opening and after its end there is nothing to close."""
    made = here("fork", "last", "--at", "2", "--no-run").out.strip()
    early, late = here("vote", made, "--close"), here("vote", "last", "--close")
    assert (early.code, "not open yet" in early.err, late.code) == (2, True, 2)


def test_a_stop_during_a_ballot_is_quick(begin: Begin, here: Run, store: Store) -> None:
    """Ctrl-C while a ballot is open pauses the debate then, not at the ballot's end; what was voted counts after a
    resume."""
    running = begin(
        "(mid) is open", *debate("scripted:demo?words=30", "-f", "nround", "--rounds", "1", "--vote-wait", "3600")
    )
    assert here("vote", "last", "pro", "--as", "Ada").code == 0
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert (running.returncode, "paused[user]" in err) == (130, True), err
    assert here("vote", "last", "--close").code == 0
    assert here("resume", "last").code == 0
    view = fold(e.event for e, _ in store.events(store.resolve("last")))
    assert [(v.voter, v.choice) for v in view.polls[0].votes] == [("Ada", "pro")]


def test_delete_removes_one_debate(held: Path, here: Run, store: Store) -> None:
    """A debate is deleted with --yes alone where nobody can be asked; its fork stays; an unknown one is named."""
    parent, made = store.resolve("last"), here("fork", "last", "--at", "5", "--no-run").out.strip()
    refused = here("delete", parent)
    assert (refused.code, "--yes" in refused.err) == (5, True)
    assert here("delete", parent, "--no-input").code == 5
    assert here("delete", parent, "--yes").code == 0
    assert [row.id for row in store.debates()] == [made]
    assert here("delete", parent, "--yes").code == 2


def test_a_running_debate_is_not_deleted(begin: Begin, here: Run, store: Store) -> None:
    """While some process runs it, a debate stays; once it is stopped it can go."""
    running = begin("has the floor", *debate("scripted:demo?delay_ms=1500"))
    refused = here("delete", "last", "--yes")
    assert (refused.code, "dissoi stop" in refused.err) == (2, True)
    assert here("stop", "last").code == 0
    assert here("delete", "last", "--yes").code == 0
    running.communicate(timeout=30)
    assert store.debates() == []
