"""Getting in: the address that the server prints, a token, a link to one debate; and nothing without one of them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit import Windows
from tests.web.kit import TOKEN, Server, serving, until

pytestmark = pytest.mark.browser

UNKNOWN = "401 \\(Unauthorized\\)"
"""Chromium's own line about an answer that the page expects."""


def known(page: Page) -> None:
    """The page knows who asks: it shows the form of a new debate."""
    expect(page.get_by_role("heading", level=1)).to_have_text("New debate")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()


def test_the_printed_address_signs_in_once(page_is_built: None, tmp_path: Path, windows: Windows) -> None:
    """The ticket of the printed address is gone from the address bar at once, signs its first user in for good, and
    nobody after."""
    windows.allow(UNKNOWN)
    with serving(tmp_path, terminal=True) as server:
        address = until(lambda: re.search(r"http://\S+#ticket=\S+", "\n".join(server.lines)), "the address")[0]
        mine = windows.person(server, signed_in=False)
        page = mine.new_page()
        page.goto(address)
        known(page)
        assert "ticket" not in page.url
        again = mine.new_page()
        again.goto("/history")
        expect(again.get_by_role("heading", level=1)).to_have_text("History")
        late = windows.person(server, signed_in=False).new_page()
        late.goto(address)
        expect(late.get_by_role("heading", level=1)).to_have_text("Who is asking?")
        expect(late.locator("[data-problem=auth]")).to_contain_text("used already")


def test_a_token_signs_in_at_the_field(server: Server, windows: Windows) -> None:
    """Who is not known sees what to do; a wrong token is answered with a sentence, a right one opens the page where it
    was wanted; the token stays in no field, address or storage."""
    windows.allow(UNKNOWN)
    made = subprocess.run(
        [sys.executable, "-m", "dissoi", "token", "--host"], env=server.environment,
        capture_output=True, text=True, check=True,
    ).stdout.split()[-1]  # fmt: skip
    page = windows.tab(server, "/history", signed_in=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Who is asking?")
    field = page.get_by_label("Token")
    for token in ("wrong", made):
        field.fill(token)
        field.press("Enter")
        if token == "wrong":
            expect(page.locator("[data-problem=auth]")).to_contain_text("is not known")
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    kept = page.evaluate("JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])")
    assert made not in kept and made not in page.content()


def test_the_token_of_the_environment_signs_in(server: Server, windows: Windows) -> None:
    """DISSOI_TOKEN of the server works at the field too, and the session outlives the tab."""
    windows.allow(UNKNOWN)
    page = windows.tab(server, "/", signed_in=False)
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    known(page)
    page.close()
    page = windows.contexts[-1].new_page()
    page.goto("/")
    known(page)
