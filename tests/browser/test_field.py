"""What users of other debate pages met (reference/field-cases.md), tried on ours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.kit import Windows
from tests.web.kit import Server

pytestmark = pytest.mark.browser


class Held:
    """Requests of a method to an address, held back until they are let go: a network as slow as a test needs."""

    def __init__(self, page: Page, address: str, method: str = "POST") -> None:
        self.routes: list[Route] = []
        self._method = method
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if route.request.method == self._method:
            self.routes.append(route)
        else:
            route.fallback()

    def let_go(self) -> None:
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
    assert len(held.routes) == 1
    held.let_go()
    page.wait_for_url("**/d/*")
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
