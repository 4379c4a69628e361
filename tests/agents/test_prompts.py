"""Laws of prompts: one shared prefix, data as data, names of sides hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.agents import audience, judge, moderator, speaker, topic
from dissoi.agents.prompts import debated, prefix, sheet
from dissoi.errors import MotionError
from dissoi.models.port import Profile, Prompt, Reply
from dissoi.record.ballots import CRITERIA
from dissoi.record.setup import ModelChoice, Setup, Slot, motion
from dissoi.record.transcript import Turn
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView, visible_to

SAY = st.text(st.characters(codec="utf-8"), min_size=1, max_size=200).filter(lambda s: s.strip() != "")


class Ear:
    """A mind that keeps what it is asked and answers something valid."""

    name = "ear"

    def __init__(self, small: bool = False) -> None:
        self.prompts: list[Prompt] = []
        self.profile = Profile(small=small)

    async def say(self, prompt: Prompt, **_: Any) -> Reply:
        self.prompts.append(prompt)
        return Reply(text="This house would agree that it is so.", finish="stop", usage=Usage(model="ear"))

    async def fill(self, prompt: Prompt, schema: Any, **_: Any) -> tuple[Any, Usage]:
        self.prompts.append(prompt)
        return schema.model_validate(_any(schema.model_json_schema())), Usage(model="ear")


def _any(schema: dict[str, Any], known: dict[str, Any] | None = None) -> Any:
    defs: dict[str, Any] = known or schema.get("$defs", {})
    if "$ref" in schema:
        return _any(defs[schema["$ref"].split("/")[-1]], defs)
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "object":
            return {k: _any(v, defs) for k, v in schema["properties"].items()}
        case "array":
            return [_any(schema["items"], defs)]
        case "integer":
            return schema["minimum"]
        case _:
            return "x" * schema.get("minLength", 3)


@st.composite
def debates(draw: st.DrawFn) -> DebateView:
    """A debate with any number of turns, texts and gaps."""
    names = draw(st.sampled_from([("pro", "con"), ("gov", "opp"), ("zebra", "alpha")]))
    turns = tuple(
        Turn(slot=f"s{n}", phase="p", seat="X", side=draw(st.sampled_from([*names, ""])), text=draw(st.none() | SAY))
        for n in range(draw(st.integers(0, 6)))
    )
    setup = Setup(format="f", rules={}, models={"default": ModelChoice(model="m")})
    return DebateView(setup=setup, motion=motion(draw(SAY.filter(_printable))), sides=names, turns=turns)


def _printable(text: str) -> bool:
    try:
        return bool(motion(text))
    except MotionError:
        return False


async def ask_everybody(view: DebateView) -> list[Prompt]:
    """Every role's prompt at this point of the debate, large and small models."""
    prompts: list[Prompt] = []
    for small in (False, True):
        ear = Ear(small)
        for side in view.sides:
            slot = Slot(id="next", verb="say", phase="p", seat="X", side=side, words=120, new="answer")
            await speaker.speak(visible_to("X", view), slot, ear, style="academic")
        await moderator.introduce(visible_to("chair", view), ear)
        await judge.judge(visible_to("judge.1", view), "judge.1", ear)
        await judge.judge(visible_to("judge.2", view), "judge.2", ear)
        await judge.score(visible_to("scorer", view), ear)
        await audience.vote(visible_to("listener.1", view), 1, ear)
        prompts += ear.prompts
    return prompts


def whole(prompt: Prompt) -> str:
    return "\n\n".join((prompt.system, *prompt.prefix, prompt.task))


def shared(prompt: Prompt) -> str:
    return "\n\n".join((prompt.system, *prompt.prefix))


@given(debates(), st.data())
async def test_any_two_prompts_share_the_shorter_transcript(view: DebateView, data: st.DataObject) -> None:
    """For any two calls of a debate, whoever makes them, the prompts start with the same bytes to the end of the
    shorter record."""
    cut = data.draw(st.integers(0, len(view.turns)))
    earlier = view.model_copy(update={"turns": view.turns[:cut]})
    head = shared((await ask_everybody(earlier))[0])
    for prompt in [*await ask_everybody(earlier), *await ask_everybody(view)]:
        assert whole(prompt).startswith(head)


@given(debates())
async def test_a_free_topic_shares_the_system_text(view: DebateView) -> None:
    """The call that invents the motion comes before there is a record: it shares the system text, which all prompts
    start with."""
    ear = Ear()
    await topic.invent(DebateView(setup=view.setup), ear)
    assert all(whole(p).startswith(ear.prompts[0].system) for p in await ask_everybody(view))
    assert ear.prompts[0].prefix == ()


@given(debates())
def test_a_record_block_is_one_line_per_turn(view: DebateView) -> None:
    """No speech can add a block, a line or a quotation of its own to the record."""
    blocks = prefix(view)
    assert len(blocks) == 1 + len(debated(view))
    assert all("\n" not in block for block in blocks)
    assert all(
        block.count('"') == (0 if turn.text is None else 2)
        for block, turn in zip(blocks[1:], debated(view), strict=True)
    )


async def test_names_of_sides_reach_no_model() -> None:
    """Renaming the sides changes no prompt: a judge cannot favour a name."""

    def view(a: str, b: str) -> DebateView:
        turns = (
            Turn(slot="1", phase="p", seat="P", side=a, text="We must."),
            Turn(slot="2", phase="p", seat="C", side=b, text="We must not."),
        )
        setup = Setup(format="f", rules={}, models={"default": ModelChoice(model="m")})
        return DebateView(setup=setup, motion=motion("Ban it"), sides=(a, b), turns=turns)

    one = [whole(p) for p in await ask_everybody(view("angels", "devils"))]
    two = [whole(p) for p in await ask_everybody(view("devils", "angels"))]
    assert one == two and not any("angels" in text for text in one)


async def test_judges_of_even_number_meet_the_sides_in_the_other_order() -> None:
    """Presentation order is balanced over a panel, in the words and in the form."""
    setup = Setup(format="f", rules={}, models={"default": ModelChoice(model="m")})
    view = DebateView(setup=setup, motion=motion("Ban it"), sides=("pro", "con"))
    ear = Ear()
    for n in (1, 2):
        ballot, _ = await judge.judge(view, f"judge.{n}", ear)
        assert set(ballot.scores) == {"pro", "con"} and set(ballot.scores["pro"]) == set(CRITERIA)
    assert "Compare the supporter and the opponent" in ear.prompts[0].task
    assert "Compare the opponent and the supporter" in ear.prompts[1].task


@pytest.mark.parametrize("name", ["system", "motion", "topic", "introduce", "speech", "ballot", "arguments", "vote"])
def test_prompt_files_name_their_inputs(name: str) -> None:
    """Each file's front matter lists exactly the inputs that its text uses."""
    page = sheet(name)
    assert page.inputs == set(page.text.get_identifiers()) and page.name == name and len(page.digest) == 16


def test_a_prompt_refuses_an_unknown_or_missing_input() -> None:
    """A role that passes the wrong inputs fails at once, in tests, not in a debate."""
    with pytest.raises(KeyError):
        sheet("topic").fill()
    with pytest.raises(TypeError, match="has no input"):
        sheet("topic").fill(about="x", mood="y")


def test_values_are_not_expanded_again() -> None:
    """Dollar signs in a motion are text, never an input."""
    assert "$words" in sheet("introduce").fill(statement="costs $words", words="9").split("9")[1]


def test_the_language_of_the_motion_is_named_once_for_all() -> None:
    """A Chinese motion asks everybody for Chinese, in the shared block (case C12)."""
    setup = Setup(format="f", rules={}, models={"default": ModelChoice(model="m")})
    view = DebateView(setup=setup, motion=motion("科技越发展，人越有安全感"), sides=("pro", "con"))
    assert "Everybody writes in Chinese." in prefix(view)[0]
    assert json.dumps("科技", ensure_ascii=False)[1:-1] in prefix(view)[0]
