"""What narrow windows and long words do to the page: nothing is cut off, nothing lies over anything else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser import hostile
from tests.browser.kit import WIDTHS, Windows
from tests.browser.screens import SCREENS, Debates, make
from tests.web.kit import Server
from tests.web.logs import HEADERS, log_of

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 640}
"""A window of 1280 px at 400 %."""
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 4
WORDS = [f"{LONG}{n}" for n in range(6)]
"""Names, models, reasons and speeches of one word each, wider than any window here."""

_STRAYS = """async (slack) => {
  const found = [];
  // What is far from the window keeps the boxes of its last layout until it comes near: lay all of it out.
  for (const one of document.querySelectorAll('.stage > li')) one.style.contentVisibility = 'visible';
  for (let frames = 2; frames; frames--) await new Promise(requestAnimationFrame);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + slack) found.push(`the page is ${page.scrollWidth} px wide`);
  const top = document.querySelector('dialog[open]') ?? document.body;
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const style = (one) => getComputedStyle(one);
  const rolls = (one) => ['auto', 'scroll'].includes(style(one).overflowX) && one.scrollWidth > one.clientWidth;
  while (walk.nextNode()) {
    const text = walk.currentNode;
    if (!text.data.trim() || text.parentElement.closest('.sr-only, svg, style, script, option, select')) continue;
    let block = text.parentElement;
    while (['inline', 'contents'].includes(style(block).display)) block = block.parentElement;
    let scroller = block;
    while (scroller && !rolls(scroller)) scroller = scroller.parentElement;
    if (scroller && scroller !== page && scroller !== document.body) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = block.getBoundingClientRect();
    if (box.width <= 1 || style(block).textOverflow === 'ellipsis') continue;
    for (const one of range.getClientRects()) {
      if (one.width <= 1) continue;
      const out = one.right > box.right + slack || one.left < box.left - slack;
      if (out || one.right > innerWidth + slack || one.left < -slack) {
        const all = [one.left, one.right, box.left, box.right].map(Math.round);
        found.push(`${block.tagName}.${block.className}: ${text.data.slice(0, 30)} ${all}`);
        break;
      }
    }
  }
  return found;
}"""


def strays(page: Page) -> list[str]:
    """Texts that leave their own box or the window, where nothing can be scrolled to show them."""
    found: list[str] = page.evaluate(_STRAYS, 2)
    return found


@pytest.fixture(scope="module")
def debates(server: Server) -> Debates:
    return make(server)


@pytest.fixture(scope="module")
def wordy(server: Server) -> Debates:
    """The same screens of debates whose every text is one long word: one that has ended, one that waits with a vote."""
    made: Debates = {}
    for name, events in {"ended": hostile.whole(WORDS), "waiting": hostile.paused(WORDS)}.items():
        answer = server.client.post("/api/debates/import", content=log_of(f"wordy-{name}", events), headers=HEADERS)
        assert answer.status_code == 201, answer.text
        made[name] = answer.json()["debate_id"]
    return {"finished": made["ended"], "voting": made["waiting"], "running": made["waiting"], "paused": made["waiting"]}


@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_is_cut_at_400_percent(server: Server, debates: Debates, windows: Windows, screen: str) -> None:
    """On every screen, at 320 px, each text is within its box and the window (WCAG 1.4.10)."""
    windows.allow("404 \\(Not Found\\)|422 \\(")
    page = windows.person(server, viewport=NARROW).new_page()
    SCREENS[screen](page, debates)
    assert strays(page) == []


WORDY = [
    "live, paused", "live, finished", "live, a ballot", "scores", "audience", "graph", "cost", "events",
    "replay", "replay, its end", "fork", "share", "export", "history",
]  # fmt: skip


@pytest.mark.parametrize("width", [*WIDTHS, "narrow"])
@pytest.mark.parametrize("screen", WORDY)
def test_a_long_word_stays_in_its_place(
    server: Server, wordy: Debates, windows: Windows, screen: str, width: str
) -> None:
    """A word longer than its line is broken: it neither widens the page nor runs over what is beside it."""
    page = windows.person(server, viewport={**WIDTHS, "narrow": NARROW}[width]).new_page()
    SCREENS[screen](page, wordy)
    assert strays(page) == []


def test_a_tab_can_be_pressed_where_it_is_seen(server: Server, debates: Debates, windows: Windows) -> None:
    """With a vote open, at the usual width, every tab of the panel is whole, and a press on it meets nothing else."""
    page = windows.tab(server, f"/d/{debates['voting']}#audience")
    page.get_by_role("tab", name="Events").wait_for()
    met = page.get_by_role("tab").evaluate_all(
        """(tabs) => tabs.map((tab) => {
          const box = tab.getBoundingClientRect();
          const at = (x) => tab.contains(document.elementFromPoint(x, box.top + box.height / 2));
          return [tab.textContent, at(box.left + 3), at(box.left + box.width / 2), at(box.right - 3)];
        })"""
    )
    assert [ends for _, *ends in met] == [[True, True, True]] * 5, met


def test_a_ballot_on_the_stage_has_room_for_its_words(server: Server, debates: Debates, windows: Windows) -> None:
    """At 320 px what is said of a ballot has more than half of the card; the button stands below."""
    page = windows.person(server, viewport=NARROW).new_page()
    SCREENS["live, a ballot"](page, debates)
    card = page.locator("[data-poll=open]")
    words = card.locator("h3").bounding_box()
    whole = card.bounding_box()
    button = card.get_by_role("button").bounding_box()
    assert words and whole and button
    assert words["width"] > whole["width"] / 2
    assert button["y"] >= words["y"] + words["height"]


@pytest.mark.parametrize("seq", [2, 9, 9999])
def test_the_place_in_a_replay_is_read_whole(server: Server, debates: Debates, windows: Windows, seq: int) -> None:
    """At 320 px the bar of a replay says the whole of where it stands, within the bar."""
    page = windows.person(server, viewport=NARROW).new_page()
    page.goto(f"/d/{debates['finished']}/replay?seq={seq}")
    place = page.locator("[data-place]")
    place.wait_for()
    cut = place.evaluate("(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]")
    assert max(cut) <= 1, cut
    inside = page.locator(".replay-bar").evaluate("(bar) => bar.scrollHeight - bar.clientHeight")
    assert inside <= 1, inside


def test_the_open_tab_is_in_view(server: Server, debates: Debates, windows: Windows) -> None:
    """At 320 px, where the tabs of the panel do not all fit, the one that is open is seen whole from the start."""
    page = windows.person(server, viewport=NARROW).new_page()
    SCREENS["events"](page, debates)
    tab = page.get_by_role("tab", name="Events").bounding_box()
    row = page.get_by_role("tablist").bounding_box()
    assert tab and row
    assert row["x"] - 1 <= tab["x"]
    assert tab["x"] + tab["width"] <= row["x"] + row["width"] + 1


TEXT = ["new", "live, a ballot", "vote", "scores", "replay", "history", "settings"]


@pytest.mark.parametrize("screen", TEXT)
def test_no_text_is_cut_at_twice_its_size(server: Server, debates: Debates, windows: Windows, screen: str) -> None:
    """With letters of twice the size in half a window, nothing widens the page or leaves its box (WCAG 1.4.4)."""
    page = windows.person(server, viewport={"width": 640, "height": 800}).new_page()
    SCREENS[screen](page, debates)
    page.evaluate("scrollTo(0, 1e6); document.documentElement.style.fontSize = '200%'")
    assert strays(page) == []
