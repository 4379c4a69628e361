"""The HTML fragment: static, escaped, readable in any direction, and never too large for a notebook."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from dissoi.export import html
from dissoi.record.transcript import Turn
from tests.export import samples

TAGS = {"style", "div", "h3", "h4", "p", "span", "details", "summary", "table", "tr", "th", "td"}


class Reader(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[tuple[str, str | None]] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= set(attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def test_the_result_is_there() -> None:
    """Motion, result, speeches, scoreboard, reasons and cost are shown; turns after the third are folded away."""
    page = html.fragment(samples.view(), samples.ID)
    words = "".join(read(page).text)
    for part in (
        "Cities should ban private cars",
        "con wins",
        "Streets are for people.",
        "total",
        "Reasons of judge.1",
        "$0.18",
    ):
        assert part in words
    assert page.count("<h4 dir") == 2  # two of the first three turns have text
    assert page.count("<details>") == 1 + 3  # the fourth turn, and the reasons of three judges


@given(st.text(alphabet=st.sampled_from("<>&\"'/abc script=onload\n\u05d0")) | st.text(max_size=40))
@settings(max_examples=60)
def test_no_text_of_a_debate_becomes_markup(text: str) -> None:
    """Tags and attributes are the same whatever is said; none runs, loads or leads anywhere."""
    page = read(html.fragment(samples.view(f"x{text}"), samples.ID))
    plain = read(html.fragment(samples.view("x"), samples.ID))
    assert page.tags == plain.tags
    assert set(page.tags) <= TAGS
    assert {name for name, _ in page.attributes} <= {"dir", "class"}


def test_text_is_read_back_as_it_was() -> None:
    """Markup-like text is shown to the reader as written."""
    said = "<script>alert('x')</script> & [/2] \"quoted\""
    assert said in "".join(read(html.fragment(samples.view(said), samples.ID)).text)


def test_each_block_of_text_finds_its_own_direction() -> None:
    """Paragraphs, headings, summaries and cells carry dir="auto"."""
    page = html.fragment(samples.view(), samples.ID)
    for tag in ("p", "summary", "td", "th"):
        assert page.count(f"<{tag}>") == 0
        assert f'<{tag} dir="auto"' in page


def test_a_huge_debate_stays_small() -> None:
    """Five hundred long speeches give less than 200 KB and say how many are left out."""
    view = samples.view()
    turns = tuple(Turn(slot=f"s{n}", phase="x", seat="P", side="pro", text="&é" * 5_000, words=1) for n in range(500))
    page = html.fragment(view.model_copy(update={"turns": turns}), samples.ID)
    assert len(page.encode()) <= html.LIMIT
    assert "more turns: print(result) shows them all" in page


def test_a_hostile_line_up_stays_small() -> None:
    """A log with ten thousand sides, such as nobody runs but anybody may import, is refused in few words."""
    view = samples.view().model_copy(update={"sides": tuple(f"side{n}" for n in range(10_000))})
    page = html.fragment(view, samples.ID)
    assert len(page.encode()) <= html.LIMIT
    assert "Too large for a notebook" in page
