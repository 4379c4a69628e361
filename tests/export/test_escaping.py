"""Markdown escaping: whatever the text, a Markdown reader finds that text and no structure in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from dissoi.export.escaping import block, inline
from dissoi.record.text import canonical

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
LURES = (
    "# head",
    "#",
    " #",
    "===",
    "---",
    "- item",
    "* item",
    "+ item",
    "1. one",
    "1) one",
    "> quote",
    "    code",
    "```",
    "~~~",
    "`code`",
    "<b>bold</b>",
    "<!-- x -->",
    "[a](javascript:alert(1))",
    "![a](b.png)",
    "[a]: /url 'title'",
    "[^1]: note",
    "<https://example.org>",
    "https://example.org",
    "www.example.org",
    "a@example.org",
    "&amp;",
    "&#35;",
    "| a | b |",
    "|---|---|",
    "**bold**",
    "_it_",
    "~~gone~~",
    "\\",
    "\\|",
    "$x$",
    ": definition",
    "\n",
    "\n\n",
    " ",
    "[/2]",
    "AI/ML: ban it?",
)
texts = st.lists(st.sampled_from(LURES) | st.text(max_size=12), max_size=8).map("".join)


def leaves(tokens: list[Token]) -> str:
    """All text in ``tokens``, with line feeds for breaks and an empty line between paragraphs."""
    found = {"text": lambda t: t.content, "text_special": lambda t: t.content, "hardbreak": lambda t: "\n"}
    return "\n\n".join("".join(found[c.type](c) for c in t.children or ()) for t in tokens if t.type == "inline")


@given(texts)
def test_a_speech_is_paragraphs_of_its_own_text(text: str) -> None:
    """A speech read back is the same text, in paragraphs, hard breaks and plain text alone."""
    tokens = READER.parse(block(text))
    assert {t.type for t in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    assert leaves(tokens) == canonical(text)


@given(texts)
def test_a_heading_holds_its_own_text(text: str) -> None:
    """A heading made of any text is that heading alone, whole to its last character."""
    line = " ".join(canonical(text).split())
    tokens = READER.parse(f"# {inline(text)}\n\nend")
    assert [t.type for t in tokens[:3]] == ["heading_open", "inline", "heading_close"]
    assert leaves(tokens) == f"{line}\n\nend"


@given(texts, texts)
def test_a_table_cell_stays_in_its_cell(left: str, right: str) -> None:
    """Two texts in two cells of a row are read back as two cells with those texts."""
    tokens = READER.parse(f"| a | b |\n| --- | --- |\n| {inline(left)} | {inline(right)} |")
    cells = [tokens[i + 1] for i, token in enumerate(tokens) if token.type == "td_open"]
    assert [leaves([cell]) for cell in cells] == [" ".join(canonical(t).split()) for t in (left, right)]


@pytest.mark.parametrize("text", ["see https://example.org now", "www.example.org", "me@example.org", "mailto:x"])
def test_an_address_is_broken_for_readers_that_link_addresses(text: str) -> None:
    """Where a reader would make a link of bare text, the mark that it looks for is escaped."""
    assert inline(text).replace("\\", "") == text
    assert not any(lure in inline(text) for lure in ("s://", "www.", "e@", "o:x"))
