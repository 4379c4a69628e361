"""Laws of routing: pure, legal, and always on the way to an end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.formats.load import load
from dissoi.formats.schema import Format
from dissoi.formats.timeline import expand
from dissoi.graph.build import NODES, build, picture
from dissoi.graph.routes import END, ENTRIES, LEGAL, START, edges, next_step, parts, silent
from dissoi.record.ballots import CRITERIA, ArgumentScore, Ballot
from dissoi.record.ballots import decide as tally
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    DebateCreated,
    DebateFinished,
    DebatePaused,
    DebateStarted,
    Event,
    HumanAwaited,
    ModeratorActed,
    RoleFailed,
    TopicGenerated,
    TurnForfeited,
    TurnPublished,
    TurnStarted,
    VerdictGiven,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from dissoi.record.setup import ModelChoice, Setup, motion
from dissoi.record.view import DebateView, fold

FORMATS = {name: load(name) for name in ("deb8flow", "nround")}


def setup(format: Format, **more: object) -> Setup:
    return Setup.model_validate(
        {
            "format": format.id,
            "rules": format.rules(),
            "models": {"default": ModelChoice(model="m")},
            "motion": motion("Ban it"),
            **more,
        }
    )


def play(data: st.DataObject, format: Format, view: DebateView, node: str, task: str) -> list[Event]:
    """What a node could add, drawn at random: success, failure or silence."""
    slot = view.next_slot
    fails = data.draw(st.integers(0, 5), label=node) == 0
    match node:
        case "topic":
            return [TopicGenerated(motion=motion("Ban it"))]
        case "begin":
            assert view.setup
            slots = expand(format, view.setup.vars)
            return [
                DebateStarted(
                    motion=motion("Ban it"), sides=format.sides, seats={}, slots=slots, judges=view.setup.judges or 1
                )
            ]
        case "introduce":
            failed = RoleFailed(role="moderator", id="introduction", kind="cut", message="x")
            return [failed if fails else ModeratorActed(action="introduce", text="Welcome.")]
        case "hand_over":
            assert slot
            return [TurnStarted(slot=slot.id, seat=slot.seat, side=slot.side)]
        case "await_person":
            assert slot
            return [HumanAwaited(slot=slot.id, seat=slot.seat)]
        case "speak":
            assert slot
            if fails:
                return [TurnForfeited(slot=slot.id, seat=slot.seat, side=slot.side, reason="technical")]
            return [TurnPublished(slot=slot.id, seat=slot.seat, side=slot.side, text="So.", words=1)]
        case "open_vote":
            assert slot
            return [VoteOpened(ballot=slot.ballot, options=(*format.sides, "tie"), closes_at="x")]
        case "listen":
            assert slot
            failed = RoleFailed(role="audience", id=f"{slot.ballot}/{task}", kind="cut", message="x")
            return [
                failed if fails else VoteCast(ballot=slot.ballot, voter=task, choice=format.sides[0], simulated=True)
            ]
        case "close_vote":
            assert slot
            return [VoteClosed(ballot=slot.ballot, counts={}, abstained=0)]
        case "judge":
            scores = {side: dict.fromkeys(CRITERIA, 5) for side in format.sides}
            failed = RoleFailed(role="judge", id=task, kind="timeout", message="x")
            return [failed if fails else BallotCast(ballot=Ballot(judge=task, scores=scores))]
        case "score":
            argument = ArgumentScore(id="pro.1", side="pro", summary="x", points=3)
            return [
                RoleFailed(role="scorer", id="scorer", kind="timeout", message="x")
                if fails
                else ArgumentScored(argument=argument)
            ]
        case _:
            verdict = tally(view.sides, view.ballots, view.judges, silent=silent(view))
            return [
                VerdictGiven(verdict=verdict),
                DebateFinished(outcome="verdict" if verdict.winner else "unresolved"),
            ]


@given(st.data(), st.sampled_from(sorted(FORMATS)), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_every_debate_ends_in_legal_steps(
    data: st.DataObject, name: str, judges: int, listeners: int, invented: bool
) -> None:
    """Whatever fails, a debate walks legal edges only, speaks in the order of the timeline, and ends."""
    format = FORMATS[name]
    chosen = setup(format, judges=judges, listeners=listeners, **({"motion": None} if invented else {}))
    view, before = fold([DebateCreated(setup=chosen)]), ""
    for _ in range(100):
        steps = next_step(format, view)
        if not steps:
            break
        for step in steps:
            legal = LEGAL[before] if before else ("topic", "begin")
            reached = LEGAL["gather"] if legal == ("gather",) else legal
            assert step.node in reached, (before, step)
        events = [e for step in steps for e in play(data, format, view, step.node, step.task)]
        view = fold(data.draw(st.permutations(events)) if len(steps) > 1 else events, view)
        (before, *_) = (step.node for step in steps)
        if [s.node for s in next_step(format, view)] == ["hand_over"]:  # done in the same step by whoever ends a slot
            view = fold(play(data, format, view, "hand_over", ""), view)
    assert view.status == "finished"
    assert END in (LEGAL["gather"] if LEGAL[before] == ("gather",) else LEGAL[before])
    said = [s.id for s in view.slots if s.verb == "say"]
    assert [t.slot for t in view.turns] == said


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_paused_debate_rests(name: str) -> None:
    """After ``debate.paused`` and after the end there is no next step."""
    view = fold([DebateCreated(setup=setup(FORMATS[name])), DebatePaused(reason="user")])
    assert next_step(FORMATS[name], view) == ()
    assert next_step(FORMATS[name], DebateView()) == ()


def test_a_persons_slot_waits_and_does_not_speak() -> None:
    """A human seat is awaited once, then the debate rests until the turn is there (case C22)."""
    format = FORMATS["deb8flow"]
    view = fold([DebateCreated(setup=setup(format, humans=("P",)))])
    seen: list[str] = []
    while steps := next_step(format, view):
        seen.append(steps[0].node)
        view = fold(
            {
                "begin": [
                    DebateStarted(
                        motion=motion("Ban it"),
                        sides=format.sides,
                        seats={"P": "pro", "C": "con"},
                        slots=expand(format, {}),
                        judges=1,
                    )
                ],
                "introduce": [ModeratorActed(action="introduce", text="x")],
                "hand_over": [TurnStarted(slot="opening", seat="P", side="pro")],
                "await_person": [HumanAwaited(slot="opening", seat="P")],
            }[steps[0].node],
            view,
        )
    assert seen == ["begin", "introduce", "hand_over", "await_person"]


def test_nobody_judges_a_side_that_never_spoke() -> None:
    """If every speech of a side is missing there is nothing to judge: the debate goes straight to its (unresolved)
    end."""
    format = FORMATS["deb8flow"]
    slots = expand(format, {})
    turns = [
        TurnForfeited(slot=s.id, seat=s.seat, side=s.side, reason="technical") if s.side == "con"
        else TurnPublished(slot=s.id, seat=s.seat, side=s.side, text="So.", words=1)
        for s in slots
    ]  # fmt: skip
    started = DebateStarted(motion=motion("Ban it"), sides=format.sides, seats={}, slots=slots, judges=3)
    view = fold([DebateCreated(setup=setup(format)), started, *turns])
    assert [s.node for s in next_step(format, view)] == ["decide"] and silent(view) == ("con",)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_picture_shows_the_nodes_of_the_format(name: str) -> None:
    """Mermaid names every node that the format can reach, and no other."""
    text = picture(FORMATS[name])
    drawn = {n for n in NODES if re.search(rf"\b{n}\b", text)}
    assert drawn == set(parts(FORMATS[name]))
    assert ("open_vote" in drawn) == (name == "nround") and ("introduce" in drawn) == (name == "deb8flow")


def test_the_graph_lists_every_legal_edge() -> None:
    """The compiled graph has exactly the edges of the table, plus the entries of a resumed debate."""
    drawn = build().compile().get_graph()
    edges = {(e.source, "end" if e.target == "__end__" else e.target) for e in drawn.edges if e.source != "__start__"}
    assert edges == {(a, b) for a, targets in LEGAL.items() for b in targets}


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("people", [False, True])
@pytest.mark.parametrize("entries", [("topic", "begin"), ENTRIES])
def test_parts_and_edges_are_those_that_langgraph_draws(name: str, people: bool, entries: tuple[str, ...]) -> None:
    """The nodes and edges that the pure functions name are those of the compiled graph's own drawing, no more, no
    less, and each once."""
    names = parts(FORMATS[name], people=people)
    drawn = build(names, entries=entries).compile().get_graph().to_json()
    words = {"__start__": START, "__end__": END}
    assert {words.get(n["id"], n["id"]) for n in drawn["nodes"]} == {START, *names, END}
    found = sorted((words.get(e["source"], e["source"]), words.get(e["target"], e["target"])) for e in drawn["edges"])
    assert found == sorted(edges(names, entries=entries))
