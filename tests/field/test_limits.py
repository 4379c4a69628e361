"""Money and calls: what is settled and held together never passes the cap, and a higher one goes on."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

import dissoi
from dissoi.errors import BudgetError
from tests.field.conftest import Run
from tests.field.kit import MOTION, Fault, calls_of, debating, events_of, leaking, log_of, view_of
from tests.wire import Answer, Wire

PRICED = ("-m", "openai:gpt-4o-mini", "--seed", "1")


def spent(home: Path) -> Decimal:
    """What the journal has settled and what it holds."""
    amounts = (call.reserved if call.usage is None else call.usage.cost for call in calls_of(home))
    return sum((amount or Decimal(0) for amount in amounts), Decimal(0))


def outcome(cap: Decimal, home: Path) -> str:
    """How a debate under ``cap`` ends; no event of it finds more spent and held than that."""
    seen: list[Decimal] = []
    try:
        result = dissoi.debate(
            MOTION, models="openai:gpt-4o-mini", budget=cap, seed=1, on_event=lambda _: seen.append(spent(home))
        )
        end = str(result.outcome)
    except BudgetError as error:
        end = f"budget {error.hint}"
    assert max(seen) <= cap
    assert spent(home) <= cap
    return end


def test_a_budget_is_kept_at_every_event(run: Run, wire: Wire, sound: Path) -> None:
    """Under every cap from nothing to enough, spent and held stay below it at each event, and the end says so."""
    *poor, rich = [outcome(Decimal(cap), sound) for cap in ("0", "0.0003", "0.0006", "0.0009", "0.01")]
    assert all("higher --budget" in end for end in poor)
    assert rich == "verdict"


def test_a_spent_budget_pauses_and_goes_on(run: Run, wire: Wire, sound: Path) -> None:
    """The partial debate is kept with exit code 4; resume with more money makes only the calls that are missing."""
    ran = run("debate", MOTION, *PRICED, "--budget", "0.0006")
    assert ran.code == 4, ran.err
    assert "paused[budget]" in ran.err and "--budget" in ran.err
    assert 0 < len(view_of(sound).turns) < 4
    made, said = len(wire.calls), [turn.text for turn in view_of(sound).turns]
    again = run("resume", "last")
    assert (again.code, len(wire.calls)) == (4, made), again.err
    done = run("resume", "last", "--budget", "0.1")
    assert done.code == 0, done.err
    view = view_of(sound)
    assert (view.outcome, len(wire.calls)) == ("verdict", 7)
    assert [turn.text for turn in view.turns][: len(said)] == said
    assert view.usage.cost == spent(sound) <= Decimal("0.1")


def test_failed_tries_are_charged(run: Run, wire: Wire, sound: Path) -> None:
    """A try that breaks off may be on the bill: it counts against the cap at its worst price."""
    wire.behaviour = Fault("speech", 1, leaking(Answer(text="Half a", chunk=3, ending="cut")), times=1)
    assert run("debate", MOTION, *PRICED, "--budget", "0.1").code == 0
    plain = spent(sound)
    wire.behaviour = debating
    assert run("debate", MOTION, *PRICED, "--budget", "0.1").code == 0
    assert plain > spent(sound)


def test_an_unknown_price_is_never_nothing(run: Run, wire: Wire, sound: Path) -> None:
    """A cap with a model of unknown price is refused before the first request, in a sentence that says so."""
    ran = run("debate", MOTION, "-m", "openai:any", "--budget", "1")
    assert (ran.code, wire.calls) == (4, []), ran.err
    assert "The price of openai:any is unknown" in ran.err
    assert run("resume", "last", "--budget", "none").code == 0
    assert "price unknown" in run("show", "last").out


@pytest.mark.parametrize("most", [0, 1, 3, 5, 6])
def test_the_number_of_calls(run: Run, wire: Wire, sound: Path, most: int) -> None:
    """No more calls are made than allowed, wherever that falls, and lifting the limit makes only the rest."""
    ran = run("debate", MOTION, "-m", "openai:any", "--seed", "1", "--max-calls", str(most))
    assert (ran.code, len(wire.calls)) == (4, most), ran.err
    assert len(events_of(sound, "budget.reached")) >= 1
    assert run("resume", "last", "--max-calls", "none").code == 0
    assert (view_of(sound).outcome, len(wire.calls)) == ("verdict", 7)


def test_a_limit_without_room_is_refused(run: Run, wire: Wire, sound: Path) -> None:
    """A resume whose limit of calls or money is used up already runs nothing, changes nothing, and says in one sentence
    what was used; the same limit again is refused as a lower one is, and a higher one goes on."""
    assert run("debate", MOTION, *PRICED, "--max-calls", "3").code == 4
    before, money = log_of(sound), spent(sound)
    refused = [("--max-calls", n, "3 model calls") for n in ("0", "2", "3")]
    refused += [("--budget", amount, f"${money.normalize():f}") for amount in ("0", f"{money / 2:f}", f"{money:f}")]
    for flag, limit, used in refused:
        ran = run("resume", "last", flag, limit)
        assert ran.code == 2, ran.err
        assert f"The debate has used {used} already, so its limit must be above that, not " in ran.err
    assert (log_of(sound), len(wire.calls)) == (before, 3)
    assert run("resume", "last", "--max-calls", "4").code == 4
    assert run("resume", "last", "--max-calls", "4").code == 2
    assert run("resume", "last", "--max-calls", "7", "--budget", "0.1").code == 0


def test_nothing_spent_leaves_room_for_what_is_free(run: Run, wire: Wire, sound: Path) -> None:
    """A budget of nothing is no limit for models that cost nothing."""
    assert run("debate", MOTION, *PRICED, "--budget", "0").code == 4
    assert run("resume", "last", "--budget", "0").code == 2
    assert run("resume", "last", "--budget", "0", "-m", "scripted:demo").code == 0
    assert wire.calls == []
