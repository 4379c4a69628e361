"""Laws of private reasoning: it reaches neither the final text nor, once known, the streamed one (case C08)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.models.thinking import Screen, public_text

CASES = [
    ("private plan…</think>Public speech.", "Public speech."),
    ("<think>private</think>Public speech.", "Public speech."),
    ("<think>private", ""),
    ("<THINKING>private</THINKING> Public speech.", " Public speech."),
    ("Public <think>private</think>speech.", "Public speech."),
    ("<think>a</think><think>b</think>Public speech.", "Public speech."),
    (
        "<|channel|>analysis<|message|>private<|end|><|start|>assistant<|channel|>final<|message|>Public speech.",
        "Public speech.",
    ),
    ("<|channel|>analysis<|message|>private", ""),
    ("<|channel|>final<|message|>Public speech.<|return|>", "Public speech."),
    ("a < b and b > c", "a < b and b > c"),
    ("<b>bold</b> claim", "<b>bold</b> claim"),
    ("no markers", "no markers"),
]


@pytest.mark.parametrize(("raw", "public"), CASES)
def test_the_final_text_is_public_only(raw: str, public: str) -> None:
    """Closed, lone, unclosed and channel markers: what is private is gone, what is public is whole."""
    assert public_text(raw) == public


@pytest.mark.parametrize(("raw", "public"), CASES)
@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_a_stream_ends_in_the_final_text(raw: str, public: str, size: int) -> None:
    """Whatever the chunks, what a viewer has after the last one (resets applied) is a prefix of the public text, and
    the text is it."""
    screen, shown = Screen(), ""
    for at in range(0, len(raw), size):
        added, reset = screen.feed(raw[at : at + size])
        shown = added if reset else shown + added
    assert screen.text() == public
    assert public.startswith(shown)


@given(
    st.lists(
        st.sampled_from(["<think>", "</think>", "<|channel|>", "final", "<|message|>", "a", " ", "<", ">", "|"]),
        max_size=25,
    )
)
def test_streaming_never_shows_what_the_end_takes_back(parts: list[str]) -> None:
    """For any sequence of markers and text, resets leave the viewer with a prefix of the final public text."""
    screen, shown = Screen(), ""
    for part in parts:
        added, reset = screen.feed(part)
        shown = added if reset else shown + added
    assert screen.text() == public_text("".join(parts))
    assert screen.text().startswith(shown) or "<" in shown
