"""axe-core finds nothing on any screen, light and dark, wide and on a phone. What axe cannot see: test_keyboard.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.kit import ROOT, WIDTHS, Windows
from tests.web.kit import Server

pytestmark = pytest.mark.browser

AXE = (ROOT / "web-ui" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass
class Scene:
    server: Server
    page: Page
    debates: dict[str, str]


SCREENS: dict[str, Callable[[Scene], None]] = {}


def violations(page: Page) -> list[str]:
    """What axe finds: rule, element, why."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    found = page.evaluate("(tags) => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS)
    return [
        f"{one['id']}: {node['html'][:200]} — {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def test_new(server: Server, windows: Windows) -> None:
    page = windows.tab(server, "/")
    page.get_by_role("button", name="Start").wait_for()
    assert violations(page) == []
