"""Laws of the speaker: a speech is the side's own words, within the limit, or it is marked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.agents.language import language_of, strays
from dissoi.agents.speaker import overlap, speak, tidy
from dissoi.agents.styles import STYLES, described, style
from dissoi.errors import ProviderError, UnknownNameError, UsageError
from dissoi.models.port import Profile, Prompt, Reply
from dissoi.record.setup import ModelChoice, Setup, Slot, motion
from dissoi.record.text import words
from dissoi.record.transcript import Turn
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView

SLOT = Slot(id="reply", verb="say", phase="reply", seat="C", side="con", words=60)
EARLIER = (
    "Private cars take most of the street although they carry few people, and the noise and the fumes harm everyone "
    "who lives there."
)


class Parrot:
    """A mind that says its lines in order and keeps the prompts."""

    name = "parrot"

    def __init__(self, *lines: str, finish: str = "stop", small: bool = False) -> None:
        self.lines, self.finish, self.prompts = list(lines), finish, list[Prompt]()
        self.profile = Profile(small=small)

    async def say(self, prompt: Prompt, **_: Any) -> Reply:
        self.prompts.append(prompt)
        return Reply(text=self.lines.pop(0), finish=self.finish, usage=Usage(model="parrot", input=1, output=1))  # type: ignore[arg-type]

    async def fill(self, prompt: Prompt, schema: Any, **_: Any) -> Any:
        raise AssertionError("a speaker fills no form")


def view(text: str = "Cities should ban private cars") -> DebateView:
    setup = Setup(format="f", rules={}, models={"default": ModelChoice(model="m")})
    turn = Turn(slot="opening", phase="opening", seat="P", side="pro", text=EARLIER)
    return DebateView(setup=setup, motion=motion(text), sides=("pro", "con"), turns=(turn,))


async def test_a_plain_speech_takes_one_call() -> None:
    """A usable reply is published as it is, with one call."""
    said = await speak(view(), SLOT, Parrot("People need cars to reach work, and buses do not run at night."))
    assert said.text.startswith("People need") and said.marks == () and said.usage.input == 1


@pytest.mark.parametrize(
    ("bad", "mark", "ask"),
    [
        ("I'm sorry, but I can't help with that.", None, "somebody must argue each side"),
        (EARLIER, "echo", "own words"),
        ("It is not worth it because it is not worth it. " * 5, "loop", "Say each thing once"),
        (
            "汽车让人们自由出行，公共交通无法到达每一个地方，所以城市不应该禁止私家车，这会伤害许多家庭。",
            "language",
            "Write in English",
        ),
    ],
)
async def test_what_is_no_speech_is_asked_for_again(bad: str, mark: str | None, ask: str) -> None:
    """A refusal, a copy or a foreign language is asked for once more, saying why; the better reply stands, both are
    paid."""
    good = "People need cars to reach work, and buses do not run at night."
    mind = Parrot(bad, good)
    said = await speak(view(), SLOT, mind)
    assert said.text == good and said.marks == () and said.usage.input == 2
    assert ask in mind.prompts[1].task and ask not in mind.prompts[0].task
    stubborn = await speak(view(), SLOT, Parrot(bad, bad))
    assert stubborn.refused if mark is None else stubborn.marks == (mark,)


async def test_a_speech_over_the_limit_is_cut_and_marked() -> None:
    """More words than the format allows are dropped at a sentence end, and the speech says so."""
    said = await speak(view(), SLOT, Parrot(" ".join(f"Reason {n} is a plain one." for n in range(20))))
    assert said.words <= 60 and said.marks == ("cut",) and said.text.endswith(".")


async def test_a_speech_that_the_token_limit_ended_is_whole_or_marked() -> None:
    """A broken last sentence is dropped; if nothing whole is left, the speech is marked unfinished."""
    whole = await speak(view(), SLOT, Parrot("We need cars at night. They carry the sick and the ol", finish="length"))
    assert whole.text == "We need cars at night." and whole.marks == ()
    broken = await speak(view(), SLOT, Parrot("We need cars because the night buses are", finish="length"))
    assert broken.marks == ("unfinished",)


async def test_a_small_model_gets_a_small_task() -> None:
    """A small model is asked for one short paragraph, whatever the clock of the format allows."""
    mind = Parrot("Cars are needed.", small=True)
    await speak(view(), SLOT.model_copy(update={"words": 400}), mind)
    assert "a short persuasive paragraph" in mind.prompts[0].task and "at most 110 words" in mind.prompts[0].task


async def test_stance_and_statement_end_the_prompt() -> None:
    """The last line names the own stance and the whole statement, and no other stance."""
    mind = Parrot("Cars are needed.")
    await speak(view(), SLOT, mind)
    last = mind.prompts[0].task.split("Begin at once")[1]
    assert last.endswith('must argue against the statement "Cities should ban private cars".') and " for " not in last


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("CON (rebuttal): Cars help.", "Cars help."),
        ("Sure, here is my speech: Cars help.", "Cars help."),
        ('"Cars help."', "Cars help."),
        ("<speech>Cars help.</speech>", "Cars help."),
        ("# Rebuttal\nCars help.", "Rebuttal\nCars help."),
        ("Speech 2. The opponent said: Cars help.", "Cars help."),
        ("Cars help.\n\nSpeech 3. The supporter said: No.", "Cars help."),
        ("**Cars** help.", "Cars help."),
        ('He said "cars" and "bikes"', 'He said "cars" and "bikes"'),
        ("Certainly cars help the old.", "Certainly cars help the old."),
        ("Motion sickness is rare: cars help.", "Motion sickness is rare: cars help."),
    ],
)
def test_tidy_strips_the_wrapping_and_keeps_the_words(raw: str, clean: str) -> None:
    """Labels, tags, lead-ins, wrapping quotes and a next speaker played by the model itself go; words of the speech
    stay."""
    assert tidy(raw) == clean


@given(st.text(max_size=200))
def test_overlap_is_a_share(text: str) -> None:
    """Overlap lies between 0 and 1, and a long text overlaps itself wholly."""
    assert 0 <= overlap(text, EARLIER) <= 1
    assert overlap(EARLIER, EARLIER) == 1 and words(EARLIER) > 10
    half = len(EARLIER) // 2
    assert overlap(EARLIER, EARLIER[:half], EARLIER[half:]) > 0.6 > overlap(EARLIER, EARLIER[:half])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The city should be for the people and not for cars", "English"),
        ("Die Stadt ist für die Menschen und nicht für Autos", "German"),
        ("La ville est pour les gens et pas pour les voitures", "French"),
        ("科技越发展，人越有安全感", "Chinese"),
        ("猫は犬よりも良いペットです", "Japanese"),
        ("Кошки лучше собак", "Russian"),
        ("يؤيد هذا المجلس", "Arabic"),
        ("Zoos do more good than harm", "English"),
        ("A draw is a fair end", "English"),
        ("Do as the Romans do", "English"),
        ("A educação deve ser gratuita", "Portuguese"),
        ("Cities should ban private cars", "English"),
        ("No means no", ""),
        ("Die Hard beats Speed", ""),
        ("Pineapple belongs on pizza", ""),
        ("Ban ChatGPT", ""),
        ("42!", ""),
    ],
)
def test_language_is_named_or_left_open(text: str, language: str) -> None:
    """Scripts and different small words tell the language; too little text, or one short word, tells nothing."""
    assert language_of(text) == language


def test_a_foreign_answer_strays_and_a_foreign_word_does_not() -> None:
    """Another script or another Latin language is noticed; names and quotations in the right language are not."""
    english = "This house would ban the use of cars in cities"
    assert strays("汽车让人们自由出行，公共交通无法到达每一个地方，所以不应该禁止。", english)
    assert strays("Die Stadt ist für die Menschen und nicht für Autos gemacht, das ist klar.", english)
    assert not strays("The word 汽车 means car, and that is what the city is for.", english)
    assert strays("The judge finds that the supporter had the better of the exchange.", "科技越发展，人越有安全感")
    plain = "We say that the change comes at a fair price, and that it is more than the city can do without."
    assert not strays(plain, "Zoos do more good than harm")
    assert not strays("正方的论证更加完整，反方没有回应关键问题，因此正方在交锋中占优势。", "科技越发展，人越有安全感")


def test_styles_are_four_or_a_users_own() -> None:
    """A known name, or a description in words; an unknown single word suggests the nearest."""
    assert style(" Academic ") == "academic" and described("academic") == STYLES["academic"]
    assert described(style("like a patient teacher")) == "Speak in this style: like a patient teacher."
    with pytest.raises(UnknownNameError, match="humorous"):
        style("humourous")
    with pytest.raises(UsageError, match="empty"):
        style(" \n")
    with pytest.raises(UsageError, match="300"):
        style("very " * 100)


async def test_a_second_try_that_fails_does_not_cost_the_first() -> None:
    """If asking again fails, the first speech stands with its mark, and what the failed try cost is counted."""

    class Fading(Parrot):
        async def say(self, prompt: Prompt, **options: Any) -> Reply:
            if self.prompts:
                error = ProviderError("gone", kind="server")
                error.spent = Usage(model="parrot", input=5)
                raise error
            return await super().say(prompt, **options)

    said = await speak(view(), SLOT, Fading(EARLIER))
    assert said.marks == ("echo",)
    assert said.usage.input == 6
    assert said.usage.calls == 2
