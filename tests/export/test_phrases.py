"""Words for what a view says: results, scores and money, the same in every medium."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dissoi.export import phrases
from dissoi.record.ballots import decide
from dissoi.record.events import DebateFinished, DebatePaused, DebateResumed
from dissoi.record.usage import Totals, Usage
from dissoi.record.view import DebateView, fold
from tests.export import samples


@pytest.mark.parametrize(
    ("amount", "shown"),
    [("0", "$0.00"), ("0.42", "$0.42"), ("12.345", "$12.35"), ("0.0042", "$0.0042"), ("0.00000123", "$0.0000012")],
)
def test_money_shows_its_first_digits(amount: str, shown: str) -> None:
    """An amount that is not 0 never looks like 0."""
    assert phrases.money(Decimal(amount)) == shown


def test_unknown_prices_are_named() -> None:
    """A sum says how many of its calls have no known price; if none has one, there is no sum."""
    known, unknown = Usage(model="a", cost=Decimal("0.5")), Usage(model="b")
    assert phrases.cost(Totals().add(known)) == "$0.50"
    assert phrases.cost(Totals().add(unknown)) == "price unknown"
    assert phrases.cost(Totals().add(known).add(unknown)) == "$0.50 and 1 call of unknown price"


def test_a_verdict_names_the_winner_and_the_ballots() -> None:
    """The winner's ballots come first, whichever side it is."""
    assert phrases.outcome(samples.view()) == "verdict con 2–1"


def test_a_draw_names_no_winner() -> None:
    """Equal ballots and points are a draw with the count of each side."""
    verdict = decide(("pro", "con"), [samples.ballot(1, 5, 7), samples.ballot(2, 7, 5)], 2)
    view = DebateView(status="finished", outcome="draw", verdict=verdict, reason=verdict.reason)
    assert phrases.outcome(view) == "draw 1–1"
    assert phrases.sentence(view) == "A draw between con and pro: equal ballots and equal points."


def test_a_rest_says_why() -> None:
    """A paused debate names its reason; resumed, it is running again; stopped, it says so."""
    view = fold([*samples.whole()[:4], DebatePaused(reason="budget", detail="spent")])
    assert phrases.outcome(view) == "paused (budget)"
    view = fold([DebateResumed()], view)
    assert phrases.outcome(view) == "running"
    assert phrases.sentence(fold([DebateFinished(outcome="stopped")], view)) == "Stopped."
