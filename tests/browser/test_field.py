"""What users of other debate pages met (reference/field-cases.md), tried on ours."""

from __future__ import annotations

import io
import re
import signal
import time
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pypdf import PdfReader

from dissoi.engine.branch import resealed
from dissoi.record.events import TurnPublished, envelope_line, parse_line
from tests.browser.kit import SLOW, Windows, letters, log, said, shown, wait_for_speech
from tests.web.kit import Server, until

pytestmark = pytest.mark.browser


class Held:
    """Requests of a method to an address, held back until they are let go: a network as slow as a test needs."""

    def __init__(self, page: Page, address: str, method: str = "POST") -> None:
        self.routes: list[Route] = []
        self._page = page
        self._method = method
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if route.request.method == self._method:
            self.routes.append(route)
        else:
            route.fallback()

    def let_go(self) -> None:
        """Wait for one at least, and let what is there go. What comes later is held."""
        while not self.routes:
            self._page.wait_for_timeout(10)
        for route in self.routes:
            route.continue_()


def debates(server: Server, motion: str) -> list[str]:
    found = server.client.get("/api/debates", params={"search": motion}).json()["items"]
    return [one["debate_id"] for one in found]


def filled(windows: Windows, server: Server, motion: str) -> Page:
    """The form of a new debate, ready to start."""
    page = windows.tab(server, "/")
    page.get_by_label("Motion").fill(motion)
    page.get_by_label("Model for all").fill("scripted:demo")
    return page


# --- C24: one press, one deed


def test_a_double_click_starts_one_debate(server: Server, windows: Windows) -> None:
    """Start is busy at its first press, however slow the network: a double click makes one debate and no error."""
    page = filled(windows, server, "Double clicks should count once")
    held = Held(page, "**/api/debates")
    page.get_by_role("button", name="Start", exact=True).dblclick()
    start = page.locator("button[type=submit]")
    expect(start).to_have_attribute("aria-busy", "true")
    start.click(force=True)
    held.let_go()
    page.wait_for_url("**/d/*")
    assert len(held.routes) == 1
    assert page.url.rsplit("/", 1)[1] in debates(server, "Double clicks should count once")
    assert len(debates(server, "Double clicks should count once")) == 1


def test_enter_twice_starts_one_debate(server: Server, windows: Windows) -> None:
    """Enter in a field of the form, pressed twice, makes one debate."""
    page = filled(windows, server, "Enter should count once")
    held = Held(page, "**/api/debates")
    field = page.get_by_label("Model for all")
    field.press("Enter")
    field.press("Enter")
    expect(page.locator("button[type=submit]")).to_have_attribute("aria-busy", "true")
    held.let_go()
    page.wait_for_url("**/d/*")
    assert len(debates(server, "Enter should count once")) == 1


def test_a_reload_at_once_starts_one_debate(server: Server, windows: Windows) -> None:
    """Start, then a reload before the answer: the debate is started, the page shows no error, what was typed is there,
    and Start again leads to that debate instead of to a second one."""
    motion = "Reloads should not count"
    page = filled(windows, server, motion)
    fetched: list[int] = []

    def lose(route: Route) -> None:
        """The server hears the request; its answer never arrives."""
        if route.request.method == "POST" and not fetched:
            fetched.append(route.fetch().status)
        else:
            route.fallback()

    page.route("**/api/debates", lose)
    page.get_by_role("button", name="Start", exact=True).click()
    while not fetched:
        page.wait_for_timeout(10)
    page.reload()
    expect(page.get_by_label("Motion")).to_have_value(motion)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert fetched == [201] and len(debates(server, motion)) == 1
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/d/*")
    assert len(debates(server, motion)) == 1


def test_a_double_click_makes_one_fork(server: Server, windows: Windows) -> None:
    """A fork is made once, however often its button is pressed."""
    parent = server.start("Forks should be single")
    server.finished(parent)
    page = windows.tab(server, f"/d/{parent}/replay?seq=12")
    held = Held(page, "**/fork")
    page.get_by_role("button", name="Fork from here…").click()
    page.get_by_role("button", name="Start the fork").dblclick()
    expect(page.get_by_role("dialog").locator("[aria-busy=true]")).to_be_visible()
    held.let_go()
    page.wait_for_url(lambda url: parent not in url)
    assert len(held.routes) == 1
    assert len(server.debate(parent)["forks"]) == 1


def test_a_double_click_resumes_once(server: Server, windows: Windows) -> None:
    """A paused debate goes on once, however often the button is pressed, and no error is left behind."""
    debate_id = server.start("Pauses should end once", models=SLOW)
    server.client.post(f"/api/debates/{debate_id}/pause")
    until(lambda: not server.debate(debate_id)["attended"], "the pause")
    page = windows.tab(server, f"/d/{debate_id}")
    held = Held(page, "**/resume")
    rest = page.locator("[data-rest=paused]")
    rest.get_by_role("button", name="Resume").dblclick()
    expect(rest.locator("[aria-busy=true]")).to_be_visible()
    held.let_go()
    expect(rest).to_have_count(0)
    wait_for_speech(page)
    assert len(held.routes) == 1
    assert [event["type"] for event in log(server, debate_id)].count("debate.resumed") == 1
    expect(page.locator("[data-problem]")).to_have_count(0)


def test_a_double_click_deletes_one_debate(server: Server, windows: Windows) -> None:
    """Delete, pressed twice, deletes its own debate once, and does nothing to what lies under the second press."""
    ids = [server.start(f"Lists should be long {number}") for number in range(3)]
    page = windows.tab(server, "/history?q=Lists+should+be+long")
    row = page.locator(f'[data-debate="{ids[1]}"]')
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "DELETE" else None)
    row.get_by_role("button", name="Commands for").click()
    page.get_by_role("menuitem", name="Delete").dblclick()
    expect(row).to_have_count(0)
    assert "/history" in page.url
    until(lambda: page.wait_for_timeout(100) or asked, "the deletion")
    until(lambda: server.client.get(f"/api/debates/{ids[1]}").status_code == 404, "the deletion")
    assert len(asked) == 1
    assert len(debates(server, "Lists should be long")) == 2


# --- C04: each text takes its direction from its own words

ARABIC = "يؤيد هذا المجلس حظر ChatGPT في 3/4 المدارس (2026)."
HEBREW = "אנחנו נגד. קראו `git push` וגם [את המחקר](https://example.org/a) מ-2026, 3/4 מהמורים."
ENGLISH = "We are for it. Read 3/4 of the 2026 report."


def direction(text: Locator) -> str:
    return text.evaluate("(one) => getComputedStyle(one).direction")


def test_each_text_takes_its_own_direction(server: Server, windows: Windows) -> None:
    """An Arabic motion, a Hebrew and an English speech stand side by side, each in its own direction; code and links
    are isolated from the text around them."""
    first = server.start(ARABIC)
    server.finished(first)
    lines = server.client.get(f"/api/debates/{first}/export?format=jsonl").text.splitlines()
    sealed = [parse_line(line) for line in lines]
    texts = iter((ENGLISH, HEBREW))
    events = [
        event.model_copy(update={"text": next(texts, event.text)}) if isinstance(event, TurnPublished) else event
        for event in (envelope.event for envelope, _ in sealed)
    ]
    copy = resealed("0whhrtl0000000", events, [envelope.at for envelope, _ in sealed])
    body = "\n".join(envelope_line(envelope, text) for envelope, text in copy)
    answer = server.client.post(
        "/api/debates/import", content=body.encode(), headers={"content-type": "application/jsonl"}
    )
    assert answer.status_code == 201, answer.text
    page = windows.tab(server, f"/d/{answer.json()['debate_id']}")
    english = page.locator("article[data-side='1'] .turn-text p").first
    hebrew = page.locator("article[data-side='2'] .turn-text p").first
    expect(english).to_have_text(ENGLISH)
    assert direction(page.locator("h1")) == "rtl"
    assert (direction(english), direction(hebrew)) == ("ltr", "rtl")
    for part in ("code", "a"):
        assert "isolate" in hebrew.locator(part).evaluate("(one) => getComputedStyle(one).unicodeBidi")
    page.goto("/history")
    link = page.get_by_role("link", name=ARABIC).first
    assert direction(link) == "rtl"


def test_what_is_typed_takes_its_own_direction(server: Server, windows: Windows) -> None:
    """The box of the motion and that of a vote's reason turn with what is typed into them."""
    page = windows.tab(server, "/")
    debate_id = server.start("Votes have reasons", format="nround", rounds=1, vote_wait=600)
    until(lambda: server.debate(debate_id)["view"]["polls"], "the ballot")
    for path, label in (("/", "Motion"), (f"/d/{debate_id}#audience", "Why?")):
        page.goto(path)
        box = page.get_by_label(label)
        for text, expected in ((ARABIC, "rtl"), ("English", "ltr"), ("שלום", "rtl")):
            box.fill(text)
            assert direction(box) == expected


# --- C26: a page translator moves the page's text about

TRANSLATE = """
setInterval(() => {
  const main = document.querySelector('main')
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (node.data.trim() && !parent.closest('[translate=no], font, textarea, style, svg')) found.push(node)
  }
  for (const node of found) {
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    node.replaceWith(outer)
    inner.append(node)
  }
}, 200)
"""


def test_a_translated_page_lives(server: Server, windows: Windows) -> None:
    """While every text of the page is wrapped again and again, as browsers' translators do, a debate is watched, its
    panels changed, and its end reached: the page lives, and every speech is whole."""
    windows.allow("NotFoundError|removeChild|insertBefore|The node")
    page = windows.tab(server, "/")
    debate_id = server.start("Translators should be kind", models=SLOW)
    page.goto(f"/d/{debate_id}")
    wait_for_speech(page)
    page.evaluate(f"() => {{ {TRANSLATE} }}")
    expect(page.locator("main font").first).to_be_attached()
    for name in ("Cost", "Events", "Score", "Graph", "Score"):
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        wait_for_speech(page, 2)
    page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
    assert shown(page) == said(log(server, debate_id))
    expect(page.locator("h1")).to_have_text("Translators should be kind")
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")


# --- C28: a debate on paper


def whole(speech: str, printed: str) -> bool:
    """Whether a speech is on paper, with at most one break of the page in it: what a reader of PDF makes of the rest of
    the page may come between its parts."""
    return any(speech[:at] in printed and speech[at:] in printed for at in range(len(speech), 0, -1))


def test_a_long_debate_is_printed_whole(server: Server, windows: Windows) -> None:
    """Printed from the middle of forty turns in the dark theme: every turn and the verdict, light, with no panel and no
    navigation, links spelled out."""
    debate_id = server.start(
        "Long debates should be printed", format="nround", rounds=18, models="scripted:demo?words=60"
    )
    server.finished(debate_id)
    page = windows.tab(server, f"/d/{debate_id}", color_scheme="dark")
    turns = page.locator("article[data-turn]")
    expect(turns).to_have_count(41)
    turns.nth(20).scroll_into_view_if_needed()
    paper = page.pdf()
    page.emulate_media(media="print", color_scheme="dark")
    ink, ground = page.evaluate(
        "() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert sum(map(int, ink[4:-1].split(", ")[:3])) < 200
    assert ground in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
    text = "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(paper)).pages)
    printed = letters(text)
    for slot, speech in said(log(server, debate_id)):
        assert whole(speech, printed), slot
    result = page.locator("#verdict h2").first.text_content()
    assert letters(result or "-") in printed
    for other in ("Settings", "Events", "Commands", "Pause", "Graph"):
        assert other not in text


# --- C32: a countdown shows the server's time


def left(page: Page) -> list[int]:
    """Seconds that the open ballot shows in its panel and on the stage; 0 = it says that its time is over."""
    places = ("[data-ballot=open] [role=timer]", "[data-poll=open]")
    texts = [page.locator(place).inner_text() for place in places]
    found = [re.search(r"(-?\d+):(\d\d)", text) for text in texts]
    return [int(one[1]) * 60 + int(one[2]) if one else 0 for one in found]


def shows_the_truth(page: Page, closes_at: str) -> None:
    """Within two seconds the page shows what is really left."""
    end = time.monotonic() + 2.5
    while True:
        real = (datetime.fromisoformat(closes_at) - datetime.now(UTC)).total_seconds()
        found = left(page)
        assert min(found) >= 0
        if all(abs(one - real) <= 2 for one in found):
            return
        assert time.monotonic() < end, f"{found} s are shown, {real:.0f} s are left"
        page.wait_for_timeout(100)


@pytest.fixture
def closing(server: Server) -> tuple[str, str]:
    """A debate with an open ballot, and when it closes."""
    debate_id = server.start("Countdowns should be true", format="nround", rounds=1, vote_wait=300)
    poll = until(lambda: (polls := server.debate(debate_id)["view"]["polls"]) and polls[0], "the ballot")
    return debate_id, poll["closes_at"]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wrong_clock_shows_the_right_countdown(
    server: Server, windows: Windows, closing: tuple[str, str], hours: int
) -> None:
    """A client whose clock is an hour wrong, or becomes so, shows what is left by the server's."""
    debate_id, closes_at = closing
    page = windows.person(server).new_page()
    page.clock.install(time=datetime.now() + timedelta(hours=hours))
    page.goto(f"/d/{debate_id}#audience")
    page.locator("[data-ballot=open] [role=timer]").wait_for()
    shows_the_truth(page, closes_at)
    page.clock.set_system_time(datetime.now() - timedelta(hours=hours))
    shows_the_truth(page, closes_at)


def test_a_frozen_tab_wakes_to_the_truth(server: Server, windows: Windows, closing: tuple[str, str]) -> None:
    """A tab that was frozen, and one whose machine slept, show what is left as soon as they wake."""
    debate_id, closes_at = closing
    page = windows.tab(server, f"/d/{debate_id}#audience")
    page.locator("[data-ballot=open] [role=timer]").wait_for()
    chrome = page.context.new_cdp_session(page)
    chrome.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(4)  # the sleep that is tested
    chrome.send("Page.setWebLifecycleState", {"state": "active"})
    shows_the_truth(page, closes_at)


def test_a_server_that_slept_keeps_one_deadline(server: Server, windows: Windows, closing: tuple[str, str]) -> None:
    """While the server is suspended the countdown goes on, and after it wakes there is still one deadline for all."""
    debate_id, closes_at = closing
    page = windows.tab(server, f"/d/{debate_id}#audience")
    page.locator("[data-ballot=open] [role=timer]").wait_for()
    server.process.send_signal(signal.SIGSTOP)
    try:
        time.sleep(4)  # the sleep that is tested
        shows_the_truth(page, closes_at)
    finally:
        server.process.send_signal(signal.SIGCONT)
    shows_the_truth(page, closes_at)
    assert server.debate(debate_id)["view"]["polls"][0]["closes_at"] == closes_at
