"""C20: nobody is put first by chance, by name or by order of arrival."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.field.conftest import Run
from tests.field.kit import MOTION, by_role, filled, view_of
from tests.wire import Answer, Behaviour, Call, Wire

OPENAI = ("-m", "openai:any", "--seed", "1")
SWAPPED = "id: swapped\nbase: {base}\nteams:\n  con: [P]\n  pro: [C]\n"
SIDES = ["pro and con", "con and pro"]


def equal(call: Call) -> Answer:
    return Answer(text=json.dumps(filled(call, 7, 7)))


def votes(*choices: str) -> Behaviour:
    """A behaviour of listeners: the n-th votes for the n-th choice."""

    def vote(call: Call) -> Answer:
        listener = next(n for n in range(len(choices), 0, -1) if f"number {n} " in call.text)
        return Answer(text=json.dumps(filled(call, choice=choices[listener - 1])))

    return vote


@pytest.fixture(params=["as written", "sides swapped"])
def named(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """A format by name, or the same with the names of its sides swapped."""

    def format(base: str) -> str:
        if request.param == "as written":
            return base
        path = tmp_path / f"{base}.yaml"
        path.write_text(SWAPPED.format(base=base), "utf-8")
        return str(path)

    return format


@pytest.mark.parametrize("judges", ["1", "2", "3"])
def test_equal_scores_are_a_draw(run: Run, wire: Wire, sound: Path, named: Callable[[str], str], judges: str) -> None:
    """Equal points on every criterion are a draw with both sides named, wherever it is read."""
    wire.behaviour = by_role(ballot=equal)
    ran = run("debate", MOTION, "-f", named("deb8flow"), *OPENAI, "--judges", judges)
    view = view_of(sound)
    assert (ran.code, view.outcome, view.winner) == (0, "draw", None), ran.err
    assert view.verdict is not None
    assert set(view.verdict.tied) == {"pro", "con"}
    assert json.loads(run("show", "last", "--json").out)["view"]["verdict"]["tied"] == list(view.verdict.tied)
    for text in (ran.out, run("show", "last").out, run("export", "last", "-o", "-").out):
        assert any(f"A draw between {sides}" in text for sides in SIDES), text
        assert "wins" not in text
    assert "draw" in run("list").out


def test_judges_who_disagree_are_a_draw(run: Run, wire: Wire, sound: Path, named: Callable[[str], str]) -> None:
    """One ballot each with equal points is a draw; whichever ballot arrives first."""

    def mirrored(call: Call) -> Answer:
        order = list(call.schema["properties"]) if call.schema else []
        first = order[1] == "supporter"
        return Answer(text=json.dumps(filled(call, *((7, 6) if first else (6, 7)))), delay=0.1 if first else 0)

    wire.behaviour = by_role(ballot=mirrored)
    ran = run("debate", MOTION, "-f", named("deb8flow"), *OPENAI, "--judges", "2")
    view = view_of(sound)
    assert view.verdict is not None
    assert (ran.code, view.outcome, view.verdict.ballots) == (0, "draw", {"pro": 1, "con": 1}), ran.err


@pytest.mark.parametrize(
    ("choices", "counts", "abstained", "tie"),
    [
        (["supporter", "opponent", "supporter", "opponent"], (2, 2), 0, True),
        (["opponent", "opponent", "supporter", "supporter"], (2, 2), 0, True),
        (["undecided"] * 3, (0, 0), 3, False),
        (["supporter", "opponent", "supporter", "undecided"], (2, 1), 1, False),
    ],
)
def test_the_audience_ties(
    run: Run,
    wire: Wire,
    sound: Path,
    named: Callable[[str], str],
    choices: list[str],
    counts: tuple[int, int],
    abstained: int,
    tie: bool,
) -> None:
    """Two to two is said as a tie of both sides, three abstentions as no vote at all; neither picks a side."""
    wire.behaviour = by_role(vote=votes(*choices))
    args = ("-f", named("nround"), "--rounds", "1", "--listeners", str(len(choices)), *OPENAI)
    ran = run("debate", MOTION, *args)
    assert ran.code == 0, ran.err
    view = view_of(sound)
    (poll,) = view.polls
    assert tuple(poll.counts()[side] for side in view.sides) == counts
    assert poll.abstained == abstained
    assert (len(poll.leaders()) > 1) == tie
    both = " and ".join(view.sides)
    for text in (ran.out, run("show", "last").out, run("export", "last", "-o", "-").out):
        assert (f"a tie between {both}" in text.lower()) == tie, text
        assert ("nobody voted for a side" in text.lower()) == (abstained == 3)
