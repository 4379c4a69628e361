"""The HTML page: the whole debate in one file, which runs nothing, loads nothing and leads nowhere else."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dissoi.export import page
from dissoi.record.events import BallotCast, DebateCreated, DebatePaused, DebateStarted, Event, TurnPublished, VoteCast
from dissoi.record.setup import ModelChoice, Setup
from tests.export import samples
from tests.export.test_escaping import texts
from tests.export.test_html import read

ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "id", "class", "href", "aria-label", "aria-labelledby",
    "aria-hidden", "dir", "scope", "colspan", "data-side",
}  # fmt: skip
MARKUP = st.text(alphabet=st.sampled_from("<>&\"'/=;:abc script style onload href javascript\n\u05d0"), max_size=60)


def shown(said: str = "Streets are for people.", **more: str | None) -> str:
    return page.render(samples.log(samples.whole(said, **more)))  # pyright: ignore[reportArgumentType]


def words(text: str) -> str:
    """The text that a reader sees, with single spaces."""
    return " ".join("".join(read(text).text).split())


def shape(text: str) -> tuple[list[str], set[tuple[str, str | None]]]:
    reader = read(text)
    return reader.tags, reader.attributes


def test_a_whole_debate_is_on_the_page() -> None:
    """Motion, line-up, transcript, marks, silence, votes, scores, reasons, cost and proof are all there."""
    log = samples.log(samples.whole())
    seen = words(page.render(log))
    for part in (
        "Cities should ban private cars",
        "nround, rounds 1",
        "openai:gpt-x, academic",
        "P (pro) opening · 4 words · openai:gpt-x",
        "Cut at the limit",
        "Copied: largely",
        "silent, because the model failed",
        "Each criterion from 1 to 10.",
        "judge.1 (openai:gpt-x)",
        "6 of 10 points",
        "con wins, 2 ballots of 3: most ballots.",
        "Reasons of judge.3",
        "nothing was said in P_closing",
        "$0.18: 9 calls, 10,800 tokens in",
        "23 events",
        log[-1][0].hash,
        f"dissoi verify {samples.ID}",
        "Made by Dissoi",
    ):
        assert part in seen, part
    assert seen.count("Streets are for people.") == 10  # info, introduction, 3 turns, an argument and why, 3 reasons


def test_people_and_simulated_listeners_are_counted_apart() -> None:
    """A vote's table has a column for people and one for simulated listeners; an abstention has a row of its own."""
    events: list[Event] = []
    for event in samples.whole():
        events.append(event)
        if isinstance(event, VoteCast):
            events += [
                VoteCast(ballot="mid", voter="web.a", choice="pro"),
                VoteCast(ballot="mid", voter="web.b", choice="pro"),
                VoteCast(ballot="mid", voter="web.c", choice=None),
            ]
    text = page.render(samples.log(events))
    rows = {
        cells[0]: cells[1:]
        for row in re.findall(r"<tr>(.*?)</tr>", text)
        if len(cells := re.findall(r">([^<>]+)<", row)) == 4
    }
    assert rows["Choice"] == ["People", "Simulated", "Together"]
    assert {name: rows[name] for name in ("pro", "con", "tie", "abstained")} == {
        "pro": ["2", "0", "2"],
        "con": ["0", "1", "1"],
        "tie": ["0", "0", "0"],
        "abstained": ["1", "0", "1"],
    }


def test_no_turn_is_cut() -> None:
    """Half a megabyte in one speech is on the page to its last word."""
    said = "word " * 100_000 + "omega"
    assert shown(said).count("omega</p>") == 10


def test_an_unfinished_debate_says_so() -> None:
    """A log of two events is a page that says what happened and why there is no result."""
    setup = Setup(format="deb8flow", rules={}, models={"default": ModelChoice(model="scripted:demo")})
    seen = words(page.render(samples.log([DebateCreated(setup=setup), DebatePaused(reason="budget", detail="empty")])))
    assert "motion is still to be found" in seen
    assert "paused by budget: empty" in seen
    assert "Transcript" not in seen


def test_an_unknown_price_is_never_zero() -> None:
    """Calls whose price is unknown are called so, and no amount is shown for them."""
    text = shown(cost=None)
    assert "price unknown" in text
    assert "$" not in words(text)


@given(MARKUP | texts)
@settings(max_examples=80)
def test_no_text_of_a_debate_becomes_markup(text: str) -> None:
    """Elements and attributes are the same whatever is said by whom; all links lead within the page."""
    tags, attributes = shape(shown(f"x {' '.join(text.split())}", motion=f"Ban it {text}"))
    plain, _ = shape(shown("x", motion="Ban it"))
    assert [tag for tag in tags if tag != "bdi"] == [tag for tag in plain if tag != "bdi"]  # addresses are isolated
    assert {name for name, _ in attributes} <= ATTRIBUTES
    assert all(value and value.startswith("#") for name, value in attributes if name == "href")


def test_text_is_read_back_as_it_was() -> None:
    """Markup, Markdown and addresses are shown to the reader as written."""
    said = "<script>alert('x')</script> & **bold** [a](javascript:1) \"quoted\" https://example.org/?a=1&b=<2>"
    assert said in "".join(read(shown(said)).text)


def test_the_policy_lets_in_nothing_but_its_own_style() -> None:
    """The policy comes before everything that it could forbid; its one hash is that of the page's one style, which
    fetches nothing."""
    text = shown("<style>*{background:url(https://evil.example)}</style>")
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'" in text
    assert text.index("Content-Security-Policy") < text.index("<title>") < text.index("<style>")
    assert not re.search(r"url\(|@import", style)


def test_each_block_of_text_finds_its_own_direction() -> None:
    """Motion, phases and paragraphs carry dir="auto" and claim no language; names and addresses are isolated."""
    said = "مرحبا ChatGPT https://example.org/x (2026).\n\nPlain English."
    text = shown(said, motion="يؤيد هذا المجلس حظر ChatGPT في 3/4 المدارس (2026).")
    assert '<h1 lang="" dir="auto">يؤيد' in text
    assert '<p lang="" dir="auto">مرحبا ChatGPT <bdi dir="ltr">https://example.org/x</bdi> (2026).</p>' in text
    assert '<p lang="" dir="auto">Plain English.</p>' in text
    assert re.findall(r"<p>|<td>[^<–\d]", text) == []


@pytest.mark.parametrize(
    ("sides", "letters"),
    [(("pro", "con"), ["P", "C"]), (("Alpha", "Avocado"), ["A", "B"]), (("ülke", "<b>"), ["Ü", "<"])],
)
def test_sides_are_told_apart_without_colour(sides: tuple[str, str], letters: list[str]) -> None:
    """Each turn of a side carries its name and its letter: the initial, or A, B, C… where initials are the same."""
    names: dict[str, str] = dict(zip(samples.SIDES, sides, strict=True))
    slots = [slot.model_copy(update={"side": names.get(slot.side, "")}) for slot in samples.SLOTS]
    events: list[Event] = []
    for event in samples.whole()[:6]:
        if isinstance(event, DebateStarted):
            event = event.model_copy(update={"sides": sides, "slots": tuple(slots)})
        if isinstance(event, TurnPublished):
            events += [event.model_copy(update={"slot": s.id, "side": s.side, "seat": s.side}) for s in slots[:2]]
        else:
            events.append(event)
    turn = r'<article data-side="(\d)">\n<div class="who"><span[^>]+>([^ ]+)</span> <h4><bdi lang="">(.+?)</bdi>'
    found = re.findall(turn, page.render(samples.log(events)))
    assert [(number, unescape(letter), unescape(name)) for number, letter, name in found] == [
        ("1", letters[0], sides[0]),
        ("2", letters[1], sides[1]),
    ]


@given(st.permutations(range(3)))
def test_a_log_gives_one_page(order: list[int]) -> None:
    """The page depends on what the log folds to, not on which of its parallel ballots came first."""
    events = samples.whole()
    at = [n for n, event in enumerate(events) if isinstance(event, BallotCast)]
    moved = [events[at[order[at.index(n)]]] if n in at else event for n, event in enumerate(events)]
    pages = [page.render(samples.log(log)) for log in (events, moved)]
    first, second = (re.sub(r"[0-9a-f]{64}", "", text) for text in pages)
    assert first == second
