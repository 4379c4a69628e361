"""Scripted models: the same request gets the same reply, any schema a fitting object, and each trait does its deed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter, create_model

from dissoi.agents.speaker import overlap
from dissoi.errors import ConfigError, ProviderError, UnknownNameError
from dissoi.models.port import Chunk, End, Message, Request, Tokens
from dissoi.models.scripted import OPTIONS, SCRIPTS, open_scripted
from dissoi.models.scripted_speech import clause
from dissoi.record.text import words

MOTION = "Cities should ban private cars"
SPEAKER = {"role": "speaker", "motion": MOTION, "stance": "for", "side": "pro", "slot": "opening", "words": 90}
DRAFT = "Cars kill forty people a day in our cities. Buses carry more people in less space."


def request(schema: Any = None, text: str = "Write the speech.", **options: Any) -> Request:
    """A request that plays a part."""
    wanted = TypeAdapter(schema).json_schema() if schema is not None else None
    return Request((Message("system", "Rules."), Message("user", text)), 400, schema=wanted, options=options)


async def parts(stream: AsyncIterator[Chunk | End]) -> list[Chunk | End]:
    """All parts of a stream."""
    return [part async for part in stream]


async def reply(name: str, asked: Request) -> str:
    """The text of the reply, whose stream must end well."""
    said = await parts(open_scripted(name).stream(asked))
    assert isinstance(said[-1], End)
    return "".join(part.text for part in said[:-1] if isinstance(part, Chunk))


class Score(BaseModel):
    """One criterion of one side."""

    side: Literal["pro", "con"]
    criterion: Literal["logic", "style", "evidence"]
    reason: str
    score: int = Field(ge=1, le=10)


class Ballot(BaseModel):
    """A judge's ballot."""

    reasons: str = Field(min_length=1, max_length=200)
    scores: list[Score]
    winner: Literal["pro", "con"]


class Critique(BaseModel):
    """A critic's audit."""

    reason: str
    span: str
    approved: bool
    verdict: Literal["accept", "revise"]


class Claim(BaseModel):
    """A checked claim."""

    claim: str
    verdict: Literal["refuted", "unclear", "supported"]
    confidence: float = Field(ge=0, le=1)


class Tree(BaseModel):
    """A schema that refers to itself."""

    text: str
    children: list[Tree] = Field(max_length=3)
    parent: Optional[Tree] = None  # noqa: UP045 - the form that a schema generator meets


LEAVES = st.one_of(
    st.just(str),
    st.just(bool),
    st.just(type(None)),
    st.just(float),
    st.lists(st.sampled_from(["pro", "con", "approve", "yes", "x"]), min_size=1, max_size=3, unique=True).map(
        lambda names: Literal[tuple(names)]  # pyright: ignore[reportInvalidTypeArguments]
    ),
    st.integers(-50, 50).flatmap(lambda low: st.integers(0, 9).map(lambda more: _bounded(int, low, low + more))),
    st.integers(-50, 50).flatmap(lambda low: st.integers(0, 9).map(lambda more: _bounded(float, low, low + more))),
    st.integers(0, 30).flatmap(lambda low: st.integers(0, 9).map(lambda more: _sized(str, low, low + more))),
)
NAMES = st.sampled_from(["reasons", "score", "side", "quote", "approved", "claims", "winner", "motion", "text", "name"])
TYPES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(lambda one: one | None),
        inner.map(lambda one: dict[str, one]),
        st.tuples(inner, inner).map(lambda two: tuple[two[0], two[1]]),
        st.tuples(inner, st.integers(0, 3), st.integers(0, 3)).map(lambda t: _sized(list[t[0]], t[1], t[1] + t[2])),
        st.dictionaries(NAMES, inner, min_size=1, max_size=4).map(
            lambda fields: create_model("Made", **{name: (kind, ...) for name, kind in fields.items()})  # pyright: ignore[reportCallIssue, reportArgumentType]
        ),
    ),
    max_leaves=8,
)


def _bounded(kind: Any, low: int, high: int) -> Any:
    from typing import Annotated

    return Annotated[kind, Field(ge=low, le=high)]


def _sized(kind: Any, low: int, high: int) -> Any:
    from typing import Annotated

    return Annotated[kind, Field(min_length=low, max_length=high)]


@given(kind=TYPES, script=st.sampled_from(["demo", "approve", "reject", "gullible", "liar"]), seed=st.integers(0, 99))
def test_an_object_fits_any_schema(kind: Any, script: str, seed: int) -> None:
    """For any schema that a Pydantic type gives, the reply is valid for that type."""
    adapter = TypeAdapter(kind)
    asked = request(kind, motion=MOTION, sides=["pro", "con"], draft=DRAFT)
    adapter.validate_json(asyncio.run(reply(f"scripted:{script}?seed={seed}", asked)))


async def test_a_schema_that_refers_to_itself_ends() -> None:
    """A recursive schema gets a finite object that fits."""
    Tree.model_validate_json(await reply("scripted:demo", request(Tree)))


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@given(
    role=st.sampled_from(["topic", "chair", "speaker", "judge", "critic", "audience", "persona", "thinker", ""]),
    motion=TEXTS, stance=st.sampled_from(["for", "against"]), slot=TEXTS, last=TEXTS, limit=st.integers(1, 400),
)  # fmt: skip
def test_the_same_request_gets_the_same_words_within_the_limit(
    role: str, motion: str, stance: str, slot: str, last: str, limit: int
) -> None:
    """Any part on any motion gets a text; twice the same request is twice the same text; the word limit holds."""
    asked = request(role=role, motion=motion, stance=stance, slot=slot, last=last, words=limit)
    once, again = (asyncio.run(reply("scripted:demo?seed=3", asked)) for _ in range(2))
    assert once == again
    assert once
    if role != "topic":
        assert words(once) <= max(limit, 1)


def test_another_process_says_the_same() -> None:
    """Replies do not hang on a process's own hash seed."""
    program = (
        "import asyncio\nfrom tests.models.test_scripted import *\n"
        "print(asyncio.run(reply('scripted:demo', request(Ballot, motion=MOTION, sides=['pro', 'con']))))"
    )
    root = Path(__file__).parents[2]
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    here = asyncio.run(reply("scripted:demo", request(Ballot, motion=MOTION, sides=["pro", "con"])))
    assert json.loads(child.stdout) == json.loads(here)


async def test_seed_sample_and_slot_change_the_words() -> None:
    """Another seed, another sample and another slot each give another speech; both sides differ too."""
    variants = [
        await reply("scripted:demo", request(**SPEAKER)),
        await reply("scripted:demo?seed=2", request(**SPEAKER)),
        await reply("scripted:demo", request(**SPEAKER, sample=1)),
        await reply("scripted:demo", request(**SPEAKER | {"slot": "rebuttal"})),
        await reply("scripted:demo", request(**SPEAKER | {"stance": "against"})),
    ]
    assert len(set(variants)) == len(variants)


async def test_a_speech_is_about_the_motion_and_for_its_side() -> None:
    """Both sides name the motion and ask for opposite votes; a later speech answers the line of the other side."""
    pro = await reply("scripted:demo", request(**SPEAKER))
    con = await reply("scripted:demo", request(**SPEAKER | {"stance": "against", "last": "Look at the cost."}))
    assert clause(MOTION) in pro
    assert clause(MOTION) in con
    assert "accept" in pro
    assert "reject" in con
    assert "the cost they count" in con


async def test_no_speech_of_a_long_debate_copies_another() -> None:
    """Over ten rounds no speech shares so much with an earlier one that it would pass for an echo of it."""
    said: list[tuple[str, str]] = []
    for n in range(20):
        stance = ("for", "against")[n % 2]
        theirs = [text for who, text in said if who != stance]
        slot = "opening" if n < 2 else "closing" if n > 17 else f"rebuttal.{n // 2}"
        played = {"stance": stance, "slot": slot, "answers": len(theirs), "last": theirs[-1] if theirs else ""}
        text = await reply("scripted:demo", request(**SPEAKER | played))
        assert max((overlap(text, earlier) for _, earlier in said), default=0) <= 0.5
        said.append((stance, text))


async def test_a_form_with_a_member_for_each_side_is_judged_side_by_side() -> None:
    """Without a list of sides, members of one shape are taken for the sides; the reasons name both and agree."""
    marks = create_model("Marks", logic=(int, Field(ge=1, le=10)), style=(int, Field(ge=1, le=10)))
    form = create_model("Form", reasons=(str, ...), supporter=(marks, ...), opponent=(marks, ...))
    won: set[bool] = set()
    for seed in range(8):
        filled: Any = form.model_validate_json(await reply(f"scripted:demo?seed={seed}", request(form, motion=MOTION)))
        assert "Supporter" in filled.reasons
        assert "Opponent" in filled.reasons
        won.add(sum(filled.supporter.model_dump().values()) > sum(filled.opponent.model_dump().values()))
    assert won == {True, False}


async def test_a_topic_follows_its_steer() -> None:
    """A topic is one short sentence, about what was asked for if something was."""
    assert "space tourism" in (await reply("scripted:demo", request(role="topic", about="space tourism"))).lower()
    assert 3 < words(await reply("scripted:demo", request(role="topic"))) < 15


@pytest.mark.parametrize(
    ("motion", "said"),
    [
        ("Cities should ban cars.", "cities should ban cars"),
        ("This house would ban zoos", "we should ban zoos"),
        ("This House believes that AI is safe", "AI is safe"),
        ("THW abolish exams", "we should abolish exams"),
        ("AI helps schools", "AI helps schools"),
        ("", "the motion should stand"),
    ],
)
def test_a_motion_becomes_a_clause(motion: str, said: str) -> None:
    """A motion is said as what follows "that"."""
    assert clause(motion) == said


async def test_a_ballot_scores_each_side_on_each_criterion_once() -> None:
    """A list of scores covers each pair of side and criterion exactly once."""
    ballot = Ballot.model_validate_json(
        await reply("scripted:demo", request(Ballot, motion=MOTION, sides=["pro", "con"]))
    )
    assert len({(score.side, score.criterion) for score in ballot.scores}) == len(ballot.scores) == 6


async def test_seeds_decide_who_wins() -> None:
    """Over some seeds each side wins, and the winner that is named has the better scores most of the time."""
    winners: set[str] = set()
    agree = 0
    for seed in range(12):
        asked = request(Ballot, motion=MOTION, sides=["pro", "con"])
        ballot = Ballot.model_validate_json(await reply(f"scripted:demo?seed={seed}", asked))
        sums = {side: sum(s.score for s in ballot.scores if s.side == side) for side in ("pro", "con")}
        winners.add(ballot.winner)
        agree += sums[ballot.winner] == max(sums.values())
    assert winners == {"pro", "con"}
    assert agree >= 9


async def test_reject_never_approves_and_gives_grounds() -> None:
    """``reject`` turns down every draft and quotes it word for word."""
    for seed in range(10):
        critique = Critique.model_validate_json(
            await reply(f"scripted:reject?seed={seed}", request(Critique, draft=DRAFT))
        )
        assert not critique.approved
        assert critique.verdict == "revise"
        assert critique.span in DRAFT


async def test_approve_always_approves() -> None:
    """``approve`` accepts every draft."""
    for seed in range(10):
        critique = Critique.model_validate_json(
            await reply(f"scripted:approve?seed={seed}", request(Critique, draft=DRAFT))
        )
        assert critique.approved
        assert critique.verdict == "accept"


async def test_gullible_supports_every_claim() -> None:
    """``gullible`` finds each claim supported."""
    for seed in range(10):
        claims = TypeAdapter(list[Claim]).validate_json(
            await reply(f"scripted:gullible?seed={seed}", request(list[Claim], draft=DRAFT))
        )
        assert {claim.verdict for claim in claims} == {"supported"}


async def test_liar_invents_facts_and_quotes() -> None:
    """``liar`` states figures that demo does not, and quotes what is not in the draft."""
    assert any(c.isdigit() or c.isupper() for c in (await reply("scripted:liar", request(**SPEAKER)))[1:])
    assert await reply("scripted:liar", request(**SPEAKER)) != await reply("scripted:demo", request(**SPEAKER))
    critique = Critique.model_validate_json(await reply("scripted:liar", request(Critique, draft=DRAFT)))
    assert critique.span not in DRAFT


async def test_silent_says_nothing_but_ends() -> None:
    """``silent`` gives an end without text."""
    said = await parts(open_scripted("scripted:silent").stream(request(**SPEAKER)))
    assert [type(part) for part in said] == [End]


async def test_echo_repeats_the_last_speech() -> None:
    """``echo`` says the last speech again, from the options or from the record in the prompt."""
    assert await reply("scripted:echo", request(**SPEAKER, last=DRAFT)) == DRAFT
    assert await reply("scripted:echo", request(text=f'Speech 1. The supporter said: "{DRAFT}"')) == DRAFT


async def test_malformed_breaks_objects_alone() -> None:
    """``malformed`` gives broken JSON where an object is wanted and a speech where text is."""
    with pytest.raises(json.JSONDecodeError):
        json.loads(await reply("scripted:malformed", request(Ballot)))
    assert clause(MOTION) in await reply("scripted:malformed", request(**SPEAKER))


async def test_length_options() -> None:
    """``chars`` fixes the length of plain text to the character, ``words`` bounds it; chunks have the wanted size."""
    assert len(await reply("scripted:demo?chars=1479", request(**SPEAKER))) == 1479
    assert words(await reply("scripted:demo?words=40", request(**SPEAKER))) <= 40
    said = await parts(open_scripted("scripted:demo?chars=100&chunk=24").stream(request(**SPEAKER)))
    assert [len(part.text) for part in said if isinstance(part, Chunk)] == [24, 24, 24, 24, 4]


async def test_stop_words_end_a_reply() -> None:
    """A stop word is not said, nor what follows it."""
    asked = Request((Message("user", "Speak."),), 400, stop=(".",), options=SPEAKER)
    text = await reply("scripted:demo", asked)
    assert text
    assert "." not in text


async def test_time_is_simulated_in_few_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delayed call sleeps at most five times, or as ``pauses`` says, for the delay in all, and reports the delay as
    its seconds."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("dissoi.models.scripted.asyncio.sleep", sleep)
    said = await parts(open_scripted("scripted:demo?delay_ms=500000&chars=2400").stream(request(**SPEAKER)))
    end = said[-1]
    assert isinstance(end, End)
    assert end.seconds == 500.0
    assert len(slept) == 5
    assert slept[-1] == pytest.approx(500, abs=5)  # each sleep runs to a moment counted from the start
    slept.clear()
    await parts(open_scripted("scripted:demo?delay_ms=500000&chars=2400&pauses=40").stream(request(**SPEAKER)))
    assert len(slept) == 40


async def test_tokens_are_counted_unless_switched_off() -> None:
    """Four characters are one token; ``tokens=off`` reports none, so that the gateway must estimate."""
    asked = request(**SPEAKER)
    on = (await parts(open_scripted("scripted:demo?chars=400").stream(asked)))[-1]
    off = (await parts(open_scripted("scripted:demo?chars=400&tokens=off").stream(asked)))[-1]
    assert isinstance(on, End)
    assert isinstance(off, End)
    assert on.tokens == Tokens(input=sum(len(m.text) for m in asked.messages) // 4, output=100)
    assert off.tokens is None


async def test_failures_are_drawn_anew_for_each_try() -> None:
    """At a rate of one half, some requests fail at first and succeed later, and another object draws the same."""

    async def outcomes() -> list[str]:
        model = open_scripted("scripted:demo?fail=0.5&fail_kind=rate_limit")
        found: list[str] = []
        for _ in range(16):
            try:
                await parts(model.stream(request(**SPEAKER)))
                found.append("done")
            except ProviderError as error:
                found.append(error.kind)
        return found

    first = await outcomes()
    assert set(first) == {"done", "rate_limit"}
    assert await outcomes() == first


async def test_failures_without_an_exception() -> None:
    """``cut`` has words but no end, ``empty`` an end but no words, ``refused`` and ``length`` say so at the end."""
    asked = request(**SPEAKER)

    async def failing(kind: str) -> list[Chunk | End]:
        return await parts(open_scripted(f"scripted:demo?fail=1&fail_kind={kind}").stream(asked))

    cut = await failing("cut")
    assert cut
    assert all(isinstance(part, Chunk) for part in cut)
    for kind, finish in (("empty", "stop"), ("refused", "refused"), ("length", "length")):
        (end,) = await failing(kind)
        assert isinstance(end, End)
        assert end.finish == finish


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("scripted:dmo", UnknownNameError, "demo"),
        ("scripted:demo?dely=1", UnknownNameError, "delay_ms"),
        ("scripted:demo?fail=3", ConfigError, "0 to 1"),
        ("scripted:demo?fail=nan", ConfigError, "0 to 1"),
        ("scripted:demo?fail_kind=tired", ConfigError, "rate_limit"),
        ("scripted:demo?chunk=0", ConfigError, "chunk=0"),
        ("scripted:demo?tokens=maybe", ConfigError, "on or off"),
    ],
)
def test_a_name_that_is_no_script_says_what_is(name: str, error: type[Exception], said: str) -> None:
    """Unknown scripts and options name the nearest; a wrong value names what is allowed."""
    with pytest.raises(error, match=said):
        open_scripted(name)


@pytest.mark.parametrize("name", SCRIPTS)
async def test_every_script_of_the_catalogue_opens_and_ends(name: str) -> None:
    """Each script in the catalogue plays a speech and an object to the end."""
    for asked in (request(**SPEAKER), request(Ballot)):
        assert isinstance((await parts(open_scripted(f"scripted:{name}").stream(asked)))[-1], End)


def test_the_page_lists_every_script_and_option() -> None:
    """``docs/models.md`` has the catalogue as it is in the code, and each option."""
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    for name, line in SCRIPTS.items():
        assert f"| `{name}` | {line} |" in page
    for option in OPTIONS:
        assert f"| `{option}` | " in page
