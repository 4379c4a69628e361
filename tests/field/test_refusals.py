"""Requests that a server would not take as they are: the form is changed, remembered, and said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.field.conftest import Run
from tests.field.kit import MOTION, calls_of, debating, view_of
from tests.wire import Wire
from tests.wire import behaviours as does
from tests.wire.answer import Answer, Behaviour, Call

OPENAI = ("-m", "openai:any", "--seed", "1")


class Counted:
    """A behaviour whose refusals (HTTP 400) are counted."""

    def __init__(self, inner: Behaviour) -> None:
        self._inner = inner
        self.refused = 0

    def __call__(self, call: Call) -> Answer:
        answer = self._inner(call)
        self.refused += answer.status == 400
        return answer


def test_roles_must_alternate(run: Run, wire: Wire, sound: Path) -> None:
    """C06: after one refusal every call of the debate, the judges' too, is user text alone; calls and doctor say so."""
    wire.behaviour = server = Counted(does.roles_must_alternate(debating))
    ran = run("debate", MOTION, *OPENAI, "--judges", "3")
    assert (ran.code, view_of(sound).outcome, server.refused) == (0, "verdict", 1), ran.err
    assert {call.roles for call in wire.calls[1:]} == {("user",)}
    assert all(call.text.startswith(wire.calls[1].text[:60]) for call in wire.calls[1:])
    note = "openai:any: system text folded into the user message"
    assert note in run("show", "last", "--calls").out
    assert note in run("doctor").out


def test_roles_must_alternate_in_a_repair(run: Run, wire: Wire, sound: Path) -> None:
    """C06: a form that goes back with its fault alternates too: user, assistant, user."""
    bad = Answer(text='{"reasons": 1}')
    replies = does.in_turn([bad], then=debating)
    wire.behaviour = server = Counted(
        does.roles_must_alternate(lambda call: replies(call) if _is_ballot(call) else debating(call))
    )
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, server.refused) == (0, 1), ran.err
    assert ("user", "assistant", "user") in {call.roles for call in wire.calls}


def _is_ballot(call: Call) -> bool:
    return call.schema is not None and "reasons" in call.schema["properties"]


def refuses_format(call: Call) -> Answer:
    no = Answer(status=400, message="Unrecognized request argument supplied: response_format")
    return no if call.structure != "text" else debating(call)


@pytest.mark.parametrize(
    ("server", "asked", "refusals"),
    [
        (does.wants_object(debating), "object", 1),
        (does.refuses_schema(debating), "text", 1),
        (does.refuses_object(debating), "schema", 0),
        (does.refuses_schema(does.refuses_object(debating)), "text", 1),
        (refuses_format, "text", 1),
    ],
    ids=["names objects", "no schema", "no object", "neither", "no response_format"],
)
def test_structured_output_steps_down(
    run: Run, wire: Wire, sound: Path, server: Behaviour, asked: str, refusals: int
) -> None:
    """C14: schema, JSON mode, words: at most one call of a process is refused, and each judge casts one ballot."""
    wire.behaviour = counted = Counted(server)
    ran = run("debate", MOTION, *OPENAI, "--judges", "3")
    view = view_of(sound)
    assert (ran.code, view.outcome, counted.refused) == (0, "verdict", refusals), ran.err
    assert [ballot.judge for ballot in view.ballots] == ["judge.1", "judge.2", "judge.3"]
    assert [call.structure for call in wire.calls if _structured(call)][refusals:] == [asked] * 4
    assert run("debate", MOTION, *OPENAI).code == 0
    assert counted.refused == refusals
    notes = [note for call in calls_of(sound) for note in call.usage.notes]
    assert any("not served" in note for note in notes) == (asked != "schema")


def _structured(call: Call) -> bool:
    return call.structure != "text" or "JSON schema" in call.text


def test_a_parameter_is_refused(run: Run, wire: Wire, sound: Path, settings: Callable[[str], None]) -> None:
    """F32: a parameter that the model will not have is dropped after one refusal, and the calls say so."""
    settings('[models.default]\nmodel = "openai:any"\ntemperature = 0.7\n')
    wire.behaviour = server = Counted(does.refuses_parameter("temperature", debating))
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, server.refused) == (0, 1), ran.err
    assert "temperature dropped: refused by the model" in run("show", "last", "--calls").out


def test_a_prompt_that_is_too_long(run: Run, wire: Wire, sound: Path) -> None:
    """F29: a window that the transcript outgrows silences the speaker alone, names the remedy, and is never retried."""
    wire.behaviour = server = Counted(does.context_overflow(1500, debating))
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    assert server.refused >= 1
    assert len(view.turns) == 4
    assert "prompt this long" in ran.out
    assert json.loads(run("show", "last", "--json").out)["view"]["outcome"] == view.outcome
