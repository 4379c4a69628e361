"""Laws of the timeline: it is the document in order, played out; and the bundled formats are what their sources say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import FormatError, UsageError
from dissoi.formats.load import load
from dissoi.formats.schema import Format
from dissoi.formats.timeline import expand, has_chair, judges, rows, seats
from tests.formats.samples import documents

NROUND = load("nround")


def played(steps: list[dict[str, Any]]) -> list[str]:
    """Who speaks or what is voted on, by playing the document in the most obvious way."""
    order: list[str] = []
    for step in steps:
        if "repeat" in step:
            for _ in range(step["repeat"]):
                order += played(step["do"])
        else:
            order.append(step.get("say") or step["vote"])
    return order


@given(documents())
def test_order_is_the_documents(document: dict[str, Any]) -> None:
    """Slots follow the steps in order, repeats played out; ids are unique; each speaker's side is its team's."""
    format = Format.of(document)
    slots = expand(format)
    assert [s.seat or s.ballot.split(".")[0] for s in slots] == played(document["steps"])
    assert len({s.id for s in slots}) == len(slots)
    assert len({s.ballot for s in slots if s.ballot}) == sum(s.verb == "vote" for s in slots)
    for slot in slots:
        assert slot.side == seats(format).get(slot.seat, "")
        assert slot.phase
        assert (slot.seconds is not None and slot.words is not None) == (slot.verb == "say")


@given(documents())
def test_expansion_depends_on_the_rules_alone(document: dict[str, Any]) -> None:
    """A format that came back from its rules has the same timeline."""
    format = Format.of(document)
    assert expand(Format.of(format.rules())) == expand(format)


@given(st.integers(0, 100))
def test_rounds_are_pairs(rounds: int) -> None:
    """``rounds=N`` gives nround N rebuttals a side, alternating, numbered from 1, and leaves the rest alone."""
    slots = expand(NROUND, {"rounds": rounds})
    rebuttals = [s for s in slots if s.phase.startswith("rebuttal")]
    assert [s.id for s in rebuttals] == [f"{seat}_rebuttal.{n}" for n in range(1, rounds + 1) for seat in "PC"]
    assert [s.phase for s in rebuttals] == [f"rebuttal {n}" for n in range(1, rounds + 1) for _ in "PC"]
    rest = [s.id for s in slots if s not in rebuttals]
    assert rest == ["intro", "P_opening", "C_opening", "mid", "P_closing", "C_closing"]


@given(st.integers(1, 36_000), st.none() | st.integers(1, 1000))
def test_seconds_become_words(seconds: int, wpm: int | None) -> None:
    """A word limit is s / 60 x wpm (150 unless the step says otherwise), and never below 20."""
    say = {"s": seconds} | ({"wpm": wpm} if wpm else {})
    format = Format.of({"id": "x", "teams": {"a": ["A"], "b": ["B"]}, "steps": [{"say": s, **say} for s in "AB"]})
    assert {s.words for s in expand(format)} == {max(20, int(seconds * (wpm or 150) / 60))}


def test_own_attributes_win_over_defaults() -> None:
    """A step's own attribute wins over the default; a vote keeps only a time of its own."""
    format = Format.of(
        {
            "id": "x",
            "teams": {"a": ["A"], "b": ["B"]},
            "officers": {"audience": "any"},
            "defaults": {"s": 90, "new": "answer", "role": "whip", "wpm": 100},
            "steps": [
                "A", "B",
                {"say": "A", "id": "a2", "s": 60, "new": "none", "role": "reply"},
                {"say": "B", "id": "b2", "s": 60},
                {"vote": "one"}, {"vote": "two", "s": 30},
            ],
        }
    )  # fmt: skip
    first, _, third, _, one, two = expand(format)
    assert (first.seconds, first.words, first.new, first.role, first.phase) == (90, 150, "answer", "whip", "whip")
    assert (third.seconds, third.words, third.new, third.role, third.phase) == (60, 100, "none", "reply", "a2")
    assert (one.seconds, one.phase, two.seconds, two.phase) == (None, "one vote", 30, "two vote")


@pytest.mark.parametrize(
    ("vars", "says"),
    [
        ({"rounds": 101}, "rounds must be from 0 to 100, not 101"),
        ({"rounds": -1}, "not -1"),
        ({"runds": 1}, "no variable 'runds'"),
    ],
)
def test_bad_variables(vars: dict[str, int], says: str) -> None:
    """A variable that the format lacks, or a value out of range, is a FormatError that names the format."""
    with pytest.raises(FormatError, match=says) as caught:
        expand(load("nround"), vars)
    assert caught.value.where == "nround"


def test_rounds_where_there_are_none() -> None:
    """deb8flow has no rounds, and says so."""
    with pytest.raises(FormatError, match=r"no variable 'rounds'\. It has none\."):
        expand(load("deb8flow"), {"rounds": 3})


def test_a_side_must_speak() -> None:
    """Variables that silence a side are refused, at the time they are given."""
    steps = [{"repeat": "$n", "do": ["A", "B"]}]
    document = {"id": "x", "teams": {"a": ["A"], "b": ["B"]}, "vars": {"n": 1}, "defaults": {"s": 60}, "steps": steps}
    with pytest.raises(FormatError, match="the side a never speaks"):
        expand(Format.of(document), {"n": 0})


def test_nested_repeats_are_numbered_from_the_outside() -> None:
    """In a repeat within a repeat the id and the phase carry both numbers."""
    inner = {"repeat": 2, "do": [{"say": "A", "id": "A_x"}, {"say": "B", "id": "B_x"}]}
    document = {
        "id": "x",
        "teams": {"a": ["A"], "b": ["B"]},
        "defaults": {"s": 60, "new": "none"},
        "steps": [{"repeat": 2, "do": [inner]}],
    }
    slots = expand(Format.of(document))
    assert [s.id for s in slots][::2] == ["A_x.1.1", "A_x.1.2", "A_x.2.1", "A_x.2.2"]
    assert slots[-1].phase == "x 2.2"


def decided(decide: Any, officers: dict[str, Any]) -> Format:
    document = {"id": "x", "teams": {"a": ["A"], "b": ["B"]}, "defaults": {"s": 60}, "officers": officers}
    return Format.of({**document, "steps": ["A", "B", {"vote": "v"}], "decide": decide})


@pytest.mark.parametrize(
    ("officers", "by", "wanted", "seated"),
    [
        ({}, "panel", None, 1),
        ({}, "panel", 9, 9),
        ({"panel": 3}, "panel", None, 3),
        ({"panel": [3, 5]}, "panel", None, 3),
        ({"panel": [0, 3]}, "panel", None, 1),
        ({"judge": 2}, "judge", None, 2),
        ({"judge": 2}, "judge", 2, 2),
    ],
)
def test_judges(officers: dict[str, Any], by: str, wanted: int | None, seated: int) -> None:
    """The host's number sits if the format seats it; else the least that the format seats, but at least one."""
    assert judges(decided({"by": by, "give": "side"}, officers), wanted) == seated


@pytest.mark.parametrize(
    ("officers", "by", "wanted"), [({}, "panel", 0), ({}, "panel", 10), ({"judge": 1}, "judge", 3)]
)
def test_judges_that_the_format_does_not_seat(officers: dict[str, Any], by: str, wanted: int) -> None:
    """A number of judges that the format does not seat is a UsageError."""
    with pytest.raises(UsageError, match=f"not {wanted}"):
        judges(decided({"by": by, "give": "side"}, officers), wanted)


def test_nobody_judges_what_the_audience_decides() -> None:
    """A format that its audience decides has no judges, and refuses any."""
    format = decided({"by": "audience", "give": "plurality", "ballots": ["v"]}, {"audience": "any"})
    assert judges(format) == 0
    with pytest.raises(UsageError, match="decided by audience"):
        judges(format, 1)


def test_deb8flow_facts() -> None:
    """deb8flow: Pro opening, Con rebuttal, Pro counter, Con final; two minutes each; checked each step, three tries."""
    format = load("deb8flow")
    assert [(s.id, s.seat, s.side, s.new) for s in expand(format)] == [
        ("opening", "P", "pro", "all"),
        ("rebuttal", "C", "con", "all"),
        ("counter", "P", "pro", "answer"),
        ("final", "C", "con", "none"),
    ]
    assert sum(s.seconds or 0 for s in expand(format)) == 8 * 60
    check = format.check
    assert (check.when, check.on_refuted, check.max, check.then) == ("step", "revise", 3, "forfeit")
    assert [(d.by, d.give, d.tie) for d in format.decide] == [("panel", "side", "draw")]
    assert judges(format) == 1


def test_nround_facts() -> None:
    """nround: introduction, openings, two rebuttals, vote, closings; 14 minutes, 6:30 a side; the vote is advisory."""
    format = load("nround")
    slots = expand(format)
    assert sum(s.seconds or 0 for s in slots) == 14 * 60
    assert [sum(s.seconds or 0 for s in slots if s.side == side) for side in ("pro", "con")] == [390, 390]
    assert (slots[0].seat, slots[0].side, slots[0].phase) == ("chair", "", "intro")
    vote = next(s for s in slots if s.verb == "vote")
    assert (vote.ballot, vote.voters, vote.phase) == ("mid", "audience", "vote")
    assert [(d.by, d.give, d.ballots) for d in format.decide] == [
        ("panel", "side", ()),
        ("audience", "plurality", ("mid",)),
    ]
    assert has_chair(format)
    assert slots[-1].side == "con"


def test_rows_are_the_timeline_as_a_table() -> None:
    """The table shows minutes and seconds, the word limit, and who votes."""
    table = rows(expand(load("nround"), {"rounds": 1}))
    assert table[1] == ("P_opening", "opening", "P", "pro", "2:00", "300", "all")
    assert table[5] == ("mid", "vote", "audience", "", "", "", "")
