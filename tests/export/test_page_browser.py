"""The HTML page in a real browser: it fits, keeps still, and prints whole. Not here: what is on it (test_page.py)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from dissoi.export import page
from dissoi.record.events import DebateFinished, DebateStarted, Event, TurnPublished
from dissoi.record.setup import Slot
from tests import chromium
from tests.export import samples
from tests.export.test_escaping import LURES

pytestmark = pytest.mark.browser

HOSTILE = (
    *LURES,
    "<script>window.ran = 1</script>",
    "</style></title><img src=x onerror=window.ran=1>",
    "<svg/onload=window.ran=1><use href='https://evil.example/x.svg#a'/></svg>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<link rel=stylesheet href=https://evil.example/x.css><base href=https://evil.example/>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    '"><body onload=window.ran=1 style="background:url(https://evil.example/)">',
    "--><form action=https://evil.example/><button formaction=javascript:window.ran=1>x</button></form>",
    "javascript:window.ran=1",
    "&lt;script&gt;window.ran=1&lt;/script&gt;",
    "<math><mi//xlink:href='data:x,<script>window.ran=1</script>'>",
    "\u202e\u0000</p><p onclick=window.ran=1>",
)
MOTION = "يؤيد هذا المجلس حظر ChatGPT في 3/4 المدارس (2026)."
LONG = "https://example.org/" + "a-very-long-path/" * 12


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with chromium.browser() as browser:
        yield browser


def visit(browser: Browser, folder: Path, text: str, **options: Any) -> tuple[Page, list[str]]:
    """The page in a tab, and what it complains of or asks the network for."""
    path = folder / "debate.html"
    path.write_text(text, "utf-8")
    tab = browser.new_page(**options)
    heard: list[str] = []
    tab.on("console", lambda message: heard.append(message.text))
    tab.on("pageerror", lambda error: heard.append(str(error)))
    tab.on("request", lambda request: heard.append(request.url) if request.url != path.as_uri() else None)
    tab.goto(path.as_uri())
    return tab, heard


def long_debate(turns: int) -> str:
    """A debate of many turns; each ends in a word of its own."""
    slots = [
        Slot(id=f"s{n}", verb="say", phase="open", seat="PC"[n % 2], side=samples.SIDES[n % 2]) for n in range(turns)
    ]
    events: list[Event] = []
    for event in samples.whole():
        if isinstance(event, DebateStarted):
            events.append(event.model_copy(update={"slots": tuple(slots)}))
        elif isinstance(event, DebateFinished):
            events += [
                TurnPublished(
                    slot=s.id, seat=s.seat, side=s.side, words=300, text="Streets matter. " * 150 + f"end-of-{s.id}."
                )
                for s in slots
            ]
            events.append(event)
        else:
            events.append(event)
    return page.render(samples.log(events))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 390, 320])
def test_it_fits_every_width_in_both_themes(opened: Browser, tmp_path: Path, width: int, scheme: Any) -> None:
    """Nothing is wider than the window, not even long addresses; the paper has the colour of the reader's theme."""
    text = page.render(samples.log(samples.whole(f"See {LONG}.\n\n{'unbroken' * 40}", motion=MOTION)))
    tab, heard = visit(
        opened, tmp_path, text, viewport={"width": width, "height": 800}, color_scheme=scheme
    )  # fmt: skip
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == {
        "light": "rgb(251, 250, 247)", "dark": "rgb(20, 22, 25)",
    }[scheme]  # fmt: skip
    assert heard == []
    tab.close()


def test_each_block_is_laid_out_in_its_own_direction(opened: Browser, tmp_path: Path) -> None:
    """An Arabic motion and paragraph run right to left, an English paragraph beside them left to right."""
    said = f"{MOTION}\n\nPlain English, 3/4 of it."
    tab, _ = visit(opened, tmp_path, page.render(samples.log(samples.whole(said, motion=MOTION))))
    assert tab.evaluate("getComputedStyle(document.querySelector('h1')).direction") == "rtl"
    directions = tab.evaluate(
        "[...document.querySelectorAll('article[data-side] .words p')].map(p => getComputedStyle(p).direction)"
    )
    assert directions[:2] == ["rtl", "ltr"]
    tab.close()


def test_hostile_text_stays_text(opened: Browser, tmp_path: Path) -> None:
    """Whatever is written in every field: nothing runs, nothing is asked for, the policy has nothing to refuse."""
    said = "\n\n".join(HOSTILE)
    text = page.render(samples.log(samples.whole(said, motion=" ".join(HOSTILE))))
    tab, heard = visit(opened, tmp_path, text)
    assert tab.evaluate("window.ran") is None
    assert heard == []
    assert tab.locator("script, img, svg, iframe, link, base, form, math, [onload], [onerror], [onclick]").count() == 0
    assert tab.locator("article .words").first.inner_text().count("window.ran") >= 8
    tab.close()


def test_the_policy_holds_where_escaping_would_not(opened: Browser, tmp_path: Path) -> None:
    """Markup put into the page by other hands neither runs nor loads: the page's own policy refuses it."""
    evil = "<script>window.ran = 1</script><img src=https://evil.example/x.png><style>body{color:red}</style>"
    text = page.render(samples.log(samples.whole())).replace("<main>", f"<main>{evil}")
    tab, heard = visit(opened, tmp_path, text)
    assert tab.evaluate("window.ran") is None
    assert len([line for line in heard if "Content Security Policy" in line]) == 3
    assert tab.evaluate("getComputedStyle(document.body).color") != "rgb(255, 0, 0)"
    tab.close()


def test_all_of_it_is_printed(opened: Browser, tmp_path: Path) -> None:
    """Printed from a dark theme and from its middle, a debate of 40 turns has every turn to its end and the verdict, on
    white, with sides told apart by their lines and letters, and no links to press."""
    tab, _ = visit(opened, tmp_path, long_debate(40), color_scheme="dark")
    tab.evaluate("window.scrollTo(0, document.body.scrollHeight / 2)")
    printed = PdfReader(io.BytesIO(tab.pdf(format="A4")))
    text = "\n".join(sheet.extract_text() for sheet in printed.pages)
    assert [n for n in range(40) if f"end-of-s{n}." not in text] == []
    assert "Reasons of judge.3" in text and "Made by Dissoi" in text.replace("\n", " ")
    assert "con wins" in text
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    lines = (
        "[1, 2].map(n => getComputedStyle(document.querySelector(`article[data-side='${n}']`)).borderInlineStartStyle)"
    )
    assert tab.evaluate(lines) == ["solid", "double"]
    assert not tab.locator("nav").is_visible()
    tab.close()
