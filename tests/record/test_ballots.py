"""Laws of judging: the winner comes from bounded ballots, by code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from dissoi.record.ballots import CRITERIA, Ballot, decide, quorum

SCORES = st.fixed_dictionaries({name: st.integers(1, 10) for name in CRITERIA})


@st.composite
def panels(draw: st.DrawFn) -> tuple[list[Ballot], int]:
    expected = draw(st.integers(1, 7))
    cast = draw(st.integers(0, expected))
    ballots = [
        Ballot(judge=f"judge.{n}", scores={"pro": draw(SCORES), "con": draw(SCORES)}) for n in range(1, cast + 1)
    ]
    return ballots, expected


@given(panels())
def test_swapping_the_sides_swaps_the_result(panel: tuple[list[Ballot], int]) -> None:
    """Renaming the sides renames the winner and changes nothing else: no side has an advantage in the count."""
    ballots, expected = panel
    swap = {"pro": "con", "con": "pro"}
    swapped = [Ballot(judge=b.judge, scores={swap[s]: v for s, v in b.scores.items()}) for b in ballots]
    a, b = decide(("pro", "con"), ballots, expected), decide(("pro", "con"), swapped, expected)
    assert (swap[a.winner] if a.winner else None) == b.winner
    assert a.tied == b.tied and a.reason == b.reason
    assert {swap[s]: n for s, n in a.ballots.items()} == b.ballots


@given(panels(), st.randoms())
def test_the_order_of_ballots_does_not_matter(panel: tuple[list[Ballot], int], random: object) -> None:
    """Ballots that arrive in another order give the same verdict."""
    ballots, expected = panel
    shuffled = list(ballots)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert decide(("pro", "con"), ballots, expected) == decide(("pro", "con"), shuffled, expected)


@given(panels())
def test_below_quorum_decides_nothing(panel: tuple[list[Ballot], int]) -> None:
    """Fewer ballots than the majority of the configured judges: no winner, no tie, a reason."""
    ballots, expected = panel
    verdict = decide(("pro", "con"), ballots, expected)
    if len(ballots) < quorum(expected):
        assert verdict.winner is None and verdict.tied == () and "needed" in verdict.reason
    else:
        assert (verdict.winner is None) == bool(verdict.tied)


@given(panels())
def test_the_winner_never_contradicts_the_points(panel: tuple[list[Ballot], int]) -> None:
    """The winner has at least as many ballots as the other side, and with equal ballots more points."""
    ballots, expected = panel
    v = decide(("pro", "con"), ballots, expected)
    if v.winner:
        loser = "con" if v.winner == "pro" else "pro"
        assert (v.ballots[v.winner], v.totals[v.winner]) > (v.ballots[loser], v.totals[loser])


def test_equal_scores_are_a_tie_and_name_both() -> None:
    """Scores equal on every criterion are a tie of both sides (case C20)."""
    even = dict.fromkeys(CRITERIA, 7)
    verdict = decide(("pro", "con"), [Ballot(judge="judge.1", scores={"pro": even, "con": even})], 1)
    assert verdict.winner is None and verdict.tied == ("con", "pro")


def test_a_side_that_never_spoke_decides_nothing() -> None:
    """No path gives a win because the other side's model failed."""
    high, low = dict.fromkeys(CRITERIA, 10), dict.fromkeys(CRITERIA, 1)
    verdict = decide(("pro", "con"), [Ballot(judge="judge.1", scores={"pro": high, "con": low})], 1, silent=("con",))
    assert verdict.winner is None and not verdict.tied


@pytest.mark.parametrize("points", [0, 11, -1])
def test_points_outside_the_scale_cannot_be_built(points: int) -> None:
    """A ballot holds whole numbers from 1 to 10 only."""
    with pytest.raises(ValidationError):
        Ballot(judge="judge.1", scores={"pro": {"argument": points}, "con": {"argument": 5}})
