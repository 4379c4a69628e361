"""Providers in a storm: any call may fail in any way. Whatever comes, a debate ends or rests in a defined state, nobody
wins by a failure, nothing is paid twice, and fair weather brings it to its end."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.field.conftest import Run
from tests.field.kit import MOTION, calls_of, debating, leaking, log_of, view_of
from tests.wire import Answer, Call, Wire
from tests.wire import behaviours as does

FAULTS = [
    Answer(status=401), Answer(status=404), Answer(status=429, code="insufficient_quota"), Answer(status=429),
    Answer(status=500), does.HTML, Answer(status=503), Answer(status=529), Answer(status=400, message="no"),
    Answer(text="Half of it", ending="cut", chunk=3), Answer(text="Half of it", ending="no_finish"), Answer(text=""),
    Answer(text="Half of it", status=529, code="overloaded", fail_after=2), Answer(raw=b"<p>Hi"),
    Answer(refusal="I would rather not."), Answer(text="I'm sorry, I cannot argue."), Answer(text='{"reasons": 1}'),
    Answer(text="{" * 2000), Answer(text="<think>all of it private"), Answer(text="城市應該禁止私家車，更安全。" * 4),
]  # fmt: skip


class Storm:
    """Fails ``share`` of the requests, drawn by ``seed``; ``kept`` are the prompts that got a whole, good answer."""

    def __init__(self, seed: int, share: float) -> None:
        self._draw, self._lock = random.Random(seed), threading.Lock()
        self.share = share
        self.kept: list[tuple[str, object, object]] = []

    def __call__(self, call: Call) -> Answer:
        with self._lock:
            if self._draw.random() < self.share:
                return leaking(self._draw.choice(FAULTS))
            self.kept.append((call.text, call.body.get("seed"), call.body.get("max_tokens")))
        return debating(call)


@pytest.mark.parametrize("seed", range(12))
def test_a_storm_and_fair_weather(run: Run, wire: Wire, sound: Path, settings, seed: int) -> None:
    """A debate in a storm is resumed until the weather clears; then it ends, and no good answer was asked for twice."""
    settings('[models.default]\nmodel = "openai:any"\nmax_retries = 1\n')
    wire.behaviour = storm = Storm(seed, 0.5 if seed % 2 else 0.25)
    form = ("-f", "nround", "--rounds", "1", "--listeners", "2") if seed % 3 else ()
    weathered(run, sound, storm, run("debate", MOTION, *form, "-m", "openai:any", "--seed", "1", "--judges", "3"))


@pytest.mark.parametrize("seed", range(6))
def test_a_storm_over_three_providers(
    run: Run, wires: Wire, sound: Path, settings: Callable[[str], None], seed: int
) -> None:
    """The same when each role's provider speaks a wire of its own."""
    settings('[models.default]\nmodel = "openai:any"\nmax_retries = 1\n')
    wires.behaviour = storm = Storm(seed, 0.3)
    others = ("-m", "con=anthropic:claude-sonnet-4-6", "-m", "judge=google_genai:gemini-2.5-pro")
    weathered(run, sound, storm, run("debate", MOTION, "-m", "openai:any", *others, "--seed", "1"))


def weathered(run: Run, sound: Path, storm: Storm, ran: Ran) -> None:
    for attempt in range(6):
        log = log_of(sound)
        view = view_of(sound)
        assert (view.outcome, view.status) in (
            (None, "paused"), ("verdict", "finished"), ("draw", "finished"), ("unresolved", "finished"),
        )  # fmt: skip
        assert (ran.code == 0) == (view.outcome in ("verdict", "draw")), ran.err
        if ran.code == 0:
            break
        storm.share = 0.4 if attempt < 3 else 0.0
        ran = run("resume", "last")
        assert log_of(sound)[: len(log)] == log
    view = view_of(sound)
    silent = {turn.side for turn in view.turns if turn.side} - {turn.side for turn in view.speeches}
    assert view.outcome in (("unresolved",) if silent else ("verdict", "draw"))
    assert len(set(storm.kept)) == len(storm.kept)
    assert "intended" not in {call.state for call in calls_of(sound)}
