"""The Markdown page: everything that a reader wants is there, and no text of a debate becomes structure."""

from __future__ import annotations

from hypothesis import given, settings
from markdown_it import MarkdownIt

from dissoi.export import markdown
from dissoi.record.events import DebateCreated, DebatePaused
from dissoi.record.setup import ModelChoice, Setup
from tests.export import samples
from tests.export.test_escaping import texts

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def test_a_whole_debate_is_on_the_page() -> None:
    """Motion, line-up, transcript, marks, silence, votes, scores, reasons, cost and proof are all there."""
    log = samples.log(samples.whole())
    page = markdown.render(log)
    for part in (
        "# Cities should ban private cars",
        "| P | pro | openai:gpt-x | academic |",
        "| C | con | openai:gpt-x |",
        "### opening",
        "#### P (pro) · 4 words",
        "[^cut][^echo]",
        "[^cut]: Cut at the limit",
        "[^echo]: Copied",
        "silent, because the model failed",
        "| con | 0 | 1 | 1 |",
        "| judge.1 | argument | 5 | 7 |",
        "| judge.1 | **total** | **20** | **28** |",
        "## Arguments",
        "con wins, 2 ballots of 3: most ballots.",
        "### Reasons of judge.3",
        "nothing was said in P\\_closing",
        "Cost: \\$0.18.",
        samples.ID,
        log[-1][0].hash,
        f"dissoi verify {samples.ID}",
    ):
        assert part in page, part


def test_an_unknown_price_is_never_zero() -> None:
    """Calls whose price is unknown are called so, and no amount is shown for them."""
    page = markdown.render(samples.log(samples.whole(cost=None)))
    assert "Cost: price unknown." in page
    assert "$" not in page


def test_an_unfinished_debate_says_so() -> None:
    """A log of two events is a page that says what happened and why there is no result."""
    setup = Setup(format="deb8flow", rules={}, models={"default": ModelChoice(model="scripted:demo")})
    log = samples.log([DebateCreated(setup=setup), DebatePaused(reason="budget", detail="no money left")])
    page = markdown.render(log)
    assert "motion is still to be found" in page
    assert "paused by budget: no money left" in page


@given(texts)
@settings(max_examples=60)
def test_no_text_of_a_debate_becomes_structure(text: str) -> None:
    """A page has the same blocks, and no links, images, HTML or code, whatever the speakers and judges say."""

    def shape(said: str) -> list[str]:
        tokens = READER.parse(markdown.render(samples.log(samples.whole(said, motion=f"Ban it {said}"))))
        inner = {child.type for token in tokens for child in token.children or ()}
        assert inner <= {
            "text",
            "text_special",
            "softbreak",
            "hardbreak",
            "em_open",
            "em_close",
            "strong_open",
            "strong_close",
        }
        assert {t.type for t in tokens} <= PLAIN
        return [f"{t.type} {t.tag}" for t in tokens if t.type in ("heading_open", "table_open", "tr_open", "td_open")]

    assert shape(f"x{text}") == shape("x")


PLAIN = {
    "inline",
    "paragraph_open",
    "paragraph_close",
    "heading_open",
    "heading_close",
    "table_open",
    "table_close",
    "thead_open",
    "thead_close",
    "tbody_open",
    "tbody_close",
    "tr_open",
    "tr_close",
    "th_open",
    "th_close",
    "td_open",
    "td_close",
}
