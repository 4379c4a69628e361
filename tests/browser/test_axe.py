"""axe-core finds nothing on any screen, light and dark, wide and on a phone. What axe cannot see: test_keyboard.py."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit import ROOT, WIDTHS, Windows
from tests.browser.screens import SCREENS, Debates, make
from tests.web.kit import Server

pytestmark = pytest.mark.browser

AXE = (ROOT / "web-ui" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def debates(server: Server) -> Debates:
    return make(server)


def violations(page: Page) -> list[str]:
    """What axe finds: rule, element, why."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("(tags) => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS)
    return [
        f"{one['id']}: {node['html'][:240]} ({node['failureSummary']})"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def in_both_themes(page: Page) -> list[str]:
    wrong: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        wrong += [f"{theme}: {one}" for one in violations(page)]
    return wrong


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(server: Server, debates: Debates, windows: Windows, screen: str, width: str) -> None:
    """No rule of WCAG 2.2 A and AA or of good practice that axe can check is broken, in either theme."""
    windows.allow("404 \\(Not Found\\)|422 \\(")
    page = windows.person(server, viewport=WIDTHS[width]).new_page()
    SCREENS[screen](page, debates)
    assert in_both_themes(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_before_signing_in(server: Server, windows: Windows, width: str) -> None:
    """The sign-in screen, at first and after a wrong token."""
    windows.allow("401 \\(Unauthorized\\)")
    page = windows.tab(server, "/", signed_in=False, viewport=WIDTHS[width])
    page.get_by_label("Token").wait_for()
    assert in_both_themes(page) == []
    page.get_by_label("Token").fill("wrong")
    page.get_by_label("Token").press("Enter")
    page.locator("[data-problem=auth]").wait_for()
    assert in_both_themes(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_where_there_is_nothing(server: Server, windows: Windows, width: str) -> None:
    """The list of somebody who has no debates yet."""
    name = f"nobody-{width}"
    token = subprocess.run(
        [sys.executable, "-m", "dissoi", "token", name], env=server.environment, capture_output=True, text=True,
        check=True,
    ).stdout.split()[-1]  # fmt: skip
    context = windows.person(server, signed_in=False, viewport=WIDTHS[width])
    assert context.request.post("/api/session", data={"token": token}).ok
    page = context.new_page()
    page.goto("/history")
    page.get_by_text("Your debates will be listed here").wait_for()
    assert in_both_themes(page) == []
