"""Readers of other scripts, with translation on, on paper, after sleep, in company (field cases C04, C26, C28, C32)."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from dissoi.record.events import DebateFinished, DebateStarted, Event, TurnPublished
from dissoi.record.setup import Slot
from tests.browser.kit import SLOW, Windows, log, said, shown, turn
from tests.export import samples
from tests.web.kit import Server, serving, until
from tests.web.logs import HEADERS, log_of
from tests.web.test_house import cli

pytestmark = pytest.mark.browser

ARABIC = "يؤيد هذا المجلس حظر ChatGPT في 3/4 المدارس (2026)."
HEBREW = "אני מתנגד: ראו https://example.org/a (2026), 3/4 מהמורים."


def brought_in(server: Server, debate_id: str, events: list[Event]) -> str:
    """A log of these events, imported."""
    texts = [event.model_dump(mode="json", exclude_none=True) for event in events]
    answer = server.client.post("/api/debates/import", content=log_of(debate_id, texts), headers=HEADERS)
    assert answer.status_code == 201, answer.text
    return answer.json()["debate_id"]


def long(turns: int, texts: list[str] | None = None, motion: str = "Paper should keep all") -> list[Event]:
    """A finished debate of so many turns; ``texts`` instead of the usual ones."""
    created, *_ = samples.whole()
    slots = tuple(
        Slot(id=f"s{n}", verb="say", phase=f"part {n}", seat="PC"[n % 2], side=("pro", "con")[n % 2], words=100)
        for n in range(turns)
    )
    text = motion
    started = DebateStarted(
        motion=created.setup.motion.model_copy(update={"text": text}),  # pyright: ignore
        sides=("pro", "con"), seats={"P": "pro", "C": "con"}, slots=slots, judges=1,
    )  # fmt: skip
    said_ = [
        TurnPublished(
            slot=s.id, seat=s.seat, side=s.side, words=9,
            text=texts[n] if texts else f"Speech number {n} begins. {'It goes on for a while. ' * 12}Speech {n} ends.",
        )
        for n, s in enumerate(slots)
    ]  # fmt: skip
    return [created, started, *said_, DebateFinished(outcome="draw", reason="equal ballots and equal points")]


def direction(page: Page, selector: str) -> list[str]:
    return page.locator(selector).evaluate_all("(all) => all.map((one) => getComputedStyle(one).direction)")


def test_each_text_takes_its_own_direction(server: Server, windows: Windows) -> None:
    """A motion and speeches of other scripts run from right to left, an English speech among them and the page itself
    do not; what is typed takes the direction of its own text (C04)."""
    english = "In Hebrew it is said that 3/4 of teachers agree."
    debate_id = brought_in(server, "directions", long(3, [HEBREW, english, ARABIC], ARABIC))
    page = windows.tab(server, f"/d/{debate_id}")
    expect(turn(page, "s2")).to_contain_text("ChatGPT")
    assert direction(page, "main h1") == ["rtl"]
    assert [direction(page, f'article[data-turn="s{n}"] .turn-text p')[0] for n in range(3)] == ["rtl", "ltr", "rtl"]
    assert direction(page, "html") == ["ltr"]
    page.goto("/")
    box = page.get_by_label("Motion")
    box.fill(ARABIC)
    assert box.evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    box.fill("An English motion")
    assert box.evaluate("(one) => getComputedStyle(one).direction") == "ltr"


TRANSLATE = """() => { window.translating = setInterval(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const node of found) {
    const parent = node.parentElement
    if (!parent || !node.data.trim() || parent.closest('font, [translate=no], textarea, select, script')) continue
    const outer = document.createElement('font'), inner = document.createElement('font')
    inner.append(node.data)
    outer.append(inner)
    node.replaceWith(outer)
  }
}, 200) }"""
"""What translators of browsers do to a page."""


def test_a_translated_page_lives(server: Server, windows: Windows) -> None:
    """While a translator replaces every text of the page, a debate streams, tabs change, the debate ends, and nothing
    breaks; without it the page holds every speech whole (C26)."""
    windows.allow("NotFoundError|removeChild|insertBefore|was broken|boundary")
    page = windows.tab(server)
    debate_id = server.start("Translators should be kind", models=SLOW)
    page.goto(f"/d/{debate_id}")
    page.locator("[data-speaking]").first.wait_for()
    page.evaluate(TRANSLATE)
    for name in ("Score", "Cost", "Events", "Graph"):
        page.get_by_role("tab", name=re.compile(name)).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()
    server.finished(debate_id)
    page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate("() => clearInterval(window.translating)")
    page.reload()
    page.locator("#verdict [data-outcome]").wait_for()
    assert shown(page) == said(log(server, debate_id))


def test_a_page_is_printed_whole(server: Server, windows: Windows) -> None:
    """Printed from the middle of a long debate in the dark theme, every turn and the result are on light paper, in
    order, without panel, navigation or controls (C28)."""
    debate_id = brought_in(server, "printed", long(40))
    page = windows.tab(server, f"/d/{debate_id}#events", color_scheme="dark")
    turn(page, "s39").wait_for()
    turn(page, "s20").scroll_into_view_if_needed()
    text = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(page.pdf())).pages)
    flat = re.sub(r"\s+", " ", text)
    places = [flat.find(f"Speech number {n} begins.") for n in range(40)]
    assert -1 not in places and places == sorted(places)
    assert all(f"Speech {n} ends." in flat for n in range(40))
    assert re.search(r"draw|no winner|equal", flat, re.IGNORECASE)
    assert not re.search(r"History|Settings|Filter by type|Pause|Skip to", flat)
    page.emulate_media(media="print")
    light = "(one) => getComputedStyle(one).backgroundColor"
    assert page.locator("body").evaluate(light) in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")


def seconds(page: Page) -> int:
    """What the countdown of the open ballot shows."""
    minutes, rest = page.get_by_role("timer").first.locator("span").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_a_countdown_follows_the_server(page_is_built: None, tmp_path: Path, windows: Windows) -> None:
    """However wrong the clock of the reader's machine is or becomes, and while the server sleeps, the countdown shows
    the time that the server leaves; it is never negative (C32)."""
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start("Clocks should agree", format="nround", rounds=1, vote_wait=120)
        ballots = f"/api/debates/{debate_id}/votes"
        paper = until(
            lambda: (b := server.client.get(ballots).json()["ballots"][0])["state"] == "open" and b, "the ballot"
        )
        closes = datetime.fromisoformat(paper["closes_at"])
        person = windows.person(server)
        person.add_init_script(
            "window.shift = 3600_000; const real = Date.now.bind(Date); Date.now = () => real() + window.shift"
        )
        page = person.new_page()
        page.goto(f"/d/{debate_id}#audience")
        page.get_by_role("timer").first.wait_for()

        def agrees() -> bool:
            return abs(seconds(page) - (closes - datetime.now(UTC)).total_seconds()) <= 2

        until(agrees, "the server's time, an hour ahead of it")
        page.evaluate("() => { window.shift = -3600_000 }")
        before = seconds(page)
        until(lambda: seconds(page) < before - 1 and agrees(), "the server's time after the clock was changed", 10)
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            page.wait_for_timeout(2500)
            assert agrees()
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
        until(agrees, "the server's time after its sleep", 5)
        server.client.post(f"{ballots}/close", params={"ballot": "mid"})
        expect(page.get_by_role("timer")).to_have_count(0)


def test_two_tabs_and_a_terminal_show_the_same(server: Server, windows: Windows) -> None:
    """The same debate in two tabs and in ``dissoi watch`` comes to the same, word for word."""
    person = windows.person(server)
    debate_id = server.start("Company should agree", models=SLOW)
    tabs = [person.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(f"/d/{debate_id}")
    with cli(server.home, "watch", debate_id, "--jsonl") as process:
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, err
    events: list[dict[str, Any]] = [json.loads(line)["event"] for line in out.splitlines() if '"event"' in line]
    for tab in tabs:
        tab.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
        assert shown(tab) == said(events) == said(log(server, debate_id))


def test_a_debate_of_the_terminal_is_live_in_the_page(server: Server, windows: Windows) -> None:
    """A debate that ``dissoi debate`` runs stands in the history as running and is watched word by word to its end."""
    page = windows.tab(server, "/history")
    motion = "Terminals should be seen"
    with cli(server.home, "debate", motion, "-m", "scripted:demo?delay_ms=3000&chunk=12", "--json") as process:
        link = page.get_by_role("link", name=motion)
        link.wait_for(timeout=30_000)
        link.click()
        page.locator("[data-speaking]").first.wait_for(timeout=30_000)
        page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
        process.communicate(timeout=60)
        assert process.returncode == 0
    debate_id = page.url.split("/d/")[1].split("#")[0]
    assert shown(page) == said(log(server, debate_id))


def test_a_double_click_forks_resumes_and_deletes_once(server: Server, windows: Windows) -> None:
    """Fork, Resume and Delete, clicked twice, happen once and leave no error behind (C24)."""
    parent = server.start("Forks should count once")
    server.finished(parent)
    page = windows.tab(server, f"/d/{parent}/replay?seq=6")
    page.get_by_role("button", name=re.compile("Fork from here")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Fork|Start|Go)")).dblclick()
    page.wait_for_url(re.compile(rf"/d/(?!{parent})"))
    assert len(server.debate(parent)["forks"]) == 1
    paused = server.start("Resumes should count once", models=SLOW)
    server.client.post(f"/api/debates/{paused}/pause")
    until(lambda: server.debate(paused)["view"]["status"] == "paused", "the pause")
    until(lambda: not server.debate(paused)["attended"], "the rest")
    page.goto(f"/d/{paused}")
    page.get_by_role("button", name=re.compile("^(Resume|Go on)")).first.dblclick()
    server.finished(paused)
    assert [event["type"] for event in log(server, paused)].count("debate.resumed") == 1
    expect(page.get_by_role("alert")).to_have_count(0)
