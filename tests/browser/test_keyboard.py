"""A debate by keyboard alone: start, watch, vote, verdict. The focus can be seen at every step, is never hidden behind
what stands on top, is never lost, and never moves by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit import SLOW, Windows
from tests.web.kit import Server

pytestmark = pytest.mark.browser

MOST = 80
"""Presses of Tab after which something is taken not to be reachable."""

_FOCUS = """() => {
  const one = document.activeElement
  if (!one || one === document.body || one === document.documentElement) return null
  const box = one.getBoundingClientRect()
  const marked = [one, one.closest('label'), one.parentElement].filter(Boolean).some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (part === one && boxShadow !== 'none')
  })
  const open = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y])).some(([x, y]) => {
    const hit = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y)
    return hit && (one.contains(hit) || hit.contains(one) || one.closest('label')?.contains(hit))
  })
  const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? ''
  return { name: label.replace(/\\s+/g, ' ').trim(), role: one.getAttribute('role') ?? one.type ?? one.tagName, marked,
    open, html: one.outerHTML.slice(0, 200) }
}"""


def focus(page: Page) -> dict[str, Any]:
    """What has the focus; it is something, and can be seen to have it."""
    found = page.evaluate(_FOCUS)
    assert found is not None, "the focus is lost"
    assert found["marked"], f"no visible focus: {found['html']}"
    assert found["open"], f"the focus is hidden: {found['html']}"
    return found


def tab_to(page: Page, name: str, *, key: str = "Tab") -> dict[str, Any]:
    """Press Tab until what is called ``name`` (a pattern) has the focus."""
    names: list[str] = []
    for _ in range(MOST):
        page.keyboard.press(key)
        found = focus(page)
        names.append(found["name"])
        if re.search(name, found["name"]):
            return found
    raise AssertionError(f"{name} cannot be reached: {names}")


def test_a_debate_by_keyboard_alone(server: Server, windows: Windows) -> None:
    """From the form to the verdict with Tab, arrows, Space and Enter, the focus in sight all the way."""
    page = windows.tab(server, "/")
    page.get_by_role("radio", name="Rebuttal rounds").wait_for()
    start(page)
    page.wait_for_url("**/d/*")
    watch(page)
    vote(page)
    verdict(page)


def start(page: Page) -> None:
    assert focus(page)["name"] == "Motion"
    page.keyboard.type("Keyboards should come first")
    tab_to(page, "^Four-stage duel")
    page.keyboard.press("ArrowDown")
    assert focus(page)["name"].startswith("Rebuttal rounds")
    tab_to(page, "^Rounds")
    page.keyboard.type("1")
    tab_to(page, "^Model for all")
    page.keyboard.type(SLOW)
    page.keyboard.press("Escape")  # closes what the browser offers
    tab_to(page, "The vote stays open for")
    page.keyboard.press("End")
    tab_to(page, "^Start$")
    page.keyboard.press("Enter")


def watch(page: Page) -> None:
    """The skip link leads to the latest turn; while turns come and go the focus stays where it is."""
    expect(page.locator("article[data-turn]").first).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "main"  # Start is gone, and the keys go on from here
    tab_to(page, "Skip to the latest turn", key="Shift+Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('[data-latest]')")
    tab_to(page, "^Pause$", key="Shift+Tab")
    before = page.evaluate_handle("document.activeElement")
    turns = page.locator("article[data-turn]:not([aria-busy])")
    expect(turns.nth(3)).to_be_visible()
    assert page.evaluate("(before) => document.activeElement === before", before)
    focus(page)


def vote(page: Page) -> None:
    page.locator("[data-poll=open]").wait_for()
    assert focus(page)["name"] == "Pause"
    tab_to(page, "^Open the ballot$")
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Pro").wait_for()
    tab_to(page, "^P? ?Pro")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Con")).to_be_checked()
    tab_to(page, "^Why")
    page.keyboard.type("It argued better")
    tab_to(page, "^Vote$")
    page.keyboard.press("Enter")
    panel = page.get_by_role("article", name="Vote: mid")
    expect(panel).to_contain_text("You voted: Con")
    focus(page)
    tab_to(page, "^Take it back$")
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Tie").wait_for()
    focus(page)
    tab_to(page, "^P? ?Pro")
    page.keyboard.press("Space")
    tab_to(page, "^Vote$")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("You voted: Pro")
    tab_to(page, "^Close the vote now$")
    page.keyboard.press("Enter")
    assert focus(page)["name"] == "Close it"
    page.keyboard.press("Enter")
    expect(panel).to_have_attribute("data-ballot", "closed")
    focus(page)


def verdict(page: Page) -> None:
    result = page.locator("#verdict [data-outcome]")
    result.wait_for(timeout=60_000)
    focus(page)
    tab_to(page, "^Audience", key="Shift+Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Score")).to_be_focused()
    focus(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel")).to_contain_text("Judge 1")
    tab_to(page, "^Show as table$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel").get_by_role("table").first).to_be_visible()
    focus(page)
    page.keyboard.press("Escape")


def test_dialogs_give_the_focus_back(server: Server, windows: Windows) -> None:
    """A dialog takes the focus, keeps it, and gives it back to where it was when Escape closes it."""
    debate_id = server.start("Dialogs should be polite")
    server.finished(debate_id)
    page = windows.tab(server, f"/d/{debate_id}/replay")
    page.get_by_role("button", name="Fork from here…").wait_for()
    for name in ("Fork from here…", "Share…", "Export…"):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        page.locator("dialog[open]").wait_for()
        for _ in range(20):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.matches('body, dialog, dialog *')")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert focus(page)["name"] == name


def test_single_letters_can_be_switched_off(server: Server, windows: Windows) -> None:
    """With the shortcuts of one letter off, a letter does nothing; the palette still opens, and a letter in a field is
    only text."""
    page = windows.tab(server, "/settings")
    page.get_by_role("group", name="Keys of one letter").get_by_role("radio", name="Off").check()
    page.locator("h1").click()
    page.keyboard.press("h")
    page.keyboard.press("Control+k")
    page.get_by_role("dialog", name="Commands").wait_for()
    assert page.url.endswith("/settings")
    page.keyboard.press("Escape")
    page.get_by_role("group", name="Keys of one letter").get_by_role("radio", name="On").check()
    page.locator("h1").click()
    page.keyboard.press("h")
    page.wait_for_url("**/history")
    page.get_by_label("Search motions").press("n")
    assert page.url.split("?")[0].endswith("/history")


def test_the_space_bar_scrolls_a_debate_that_is_over(server: Server, windows: Windows) -> None:
    """It holds the display of a debate that runs; where nothing more comes there is nothing to hold, and it scrolls."""
    debate_id = server.start("Space bars should scroll")
    server.finished(debate_id)
    page = windows.tab(server, f"/d/{debate_id}")
    page.locator("#verdict [data-outcome]").wait_for()
    page.keyboard.press("Space")
    page.wait_for_function("() => scrollY > 100")
    expect(page.locator("[data-paused]")).to_have_count(0)
