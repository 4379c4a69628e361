"""Every screen of the page, and how a test gets there. What is looked at there: test_axe.py; pictures: shots.py."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.kit import wait_for_speech
from tests.web.kit import Server, until

STILL = "scripted:demo?delay_ms=60000&chunk=12"
"""So slow that a speech is being made for as long as a test looks."""

Debates = dict[str, str]


def make(server: Server) -> Debates:
    """One debate in each state that a screen can show."""
    made = {
        "finished": server.start("Schools should teach chess", format="nround", rounds=1, judges=3, listeners=2),
        "voting": server.start("Museums should be free", format="nround", rounds=1, listeners=1, vote_wait=900),
        "running": server.start("Night trains should return", models={"default": STILL, "moderator": "scripted:demo"}),
        "paused": server.start("Bridges should be lit", models={"default": STILL, "moderator": "scripted:demo"}),
    }
    server.client.post(f"/api/debates/{made['paused']}/pause")
    server.finished(made["finished"])
    until(lambda: server.debate(made["voting"])["view"]["polls"], "an open ballot")
    until(lambda: server.debate(made["paused"])["view"]["status"] == "paused", "the pause")
    return made


# --- how each screen is reached


def at(path: str, sign: str) -> Callable[[Page, Debates], None]:
    """The screen at ``path``, once ``sign`` (a selector) is to be seen."""

    def show(page: Page, debates: Debates) -> None:
        page.goto(path.format(**debates))
        page.locator(sign).first.wait_for()

    return show


def pressed(path: str, sign: str, key: str) -> Callable[[Page, Debates], None]:
    """The dialog that a key opens on the screen at ``path``."""
    reach = at(path, sign)

    def show(page: Page, debates: Debates) -> None:
        reach(page, debates)
        page.locator("body").press(key)
        page.locator("dialog[open]").wait_for()

    return show


def opened(path: str, button: str) -> Callable[[Page, Debates], None]:
    """The dialog behind a button of the screen at ``path``."""

    def show(page: Page, debates: Debates) -> None:
        page.goto(path.format(**debates))
        page.get_by_role("button", name=button).click()
        page.locator("dialog[open]").wait_for()

    return show


def new_with_errors(page: Page, _: Debates) -> None:
    page.goto("/")
    page.get_by_label("Motion").fill("word " * 500)
    page.get_by_label("Model for all").fill("nobody:knows")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()


def streaming(page: Page, debates: Debates) -> None:
    page.goto(f"/d/{debates['running']}")
    wait_for_speech(page)


def voted(page: Page, debates: Debates) -> None:
    page.goto(f"/d/{debates['voting']}#audience")
    article = page.get_by_role("article", name="Vote: mid")
    article.get_by_role("radio", name="Abstain").or_(article.get_by_role("button", name="Change vote")).first.wait_for()
    if article.get_by_role("radio").count():
        article.get_by_role("radio", name="Abstain").check()
        article.get_by_role("button", name="Vote", exact=True).click()
    article.get_by_role("button", name="Take it back").wait_for()


def revote(page: Page, debates: Debates) -> None:
    voted(page, debates)
    page.get_by_role("button", name="Change vote").click()
    page.get_by_role("button", name="Keep my vote").wait_for()


PANEL = "[data-panel=open] [role=tabpanel] :is(h3, h4, table, p)"
SCREENS: dict[str, Callable[[Page, Debates], None]] = {
    "new": at("/", "button[type=submit]"),
    "new with errors": new_with_errors,
    "live": streaming,
    "live, paused": at("/d/{paused}", "[data-rest=paused]"),
    "live, finished": at("/d/{finished}", "[data-outcome]"),
    "live, a ballot": at("/d/{voting}", "[data-poll=open]"),
    "scores": at("/d/{finished}#score", PANEL),
    "audience": at("/d/{finished}#audience", PANEL),
    "graph": at("/d/{finished}#graph", PANEL),
    "graph, live": at("/d/{running}#graph", PANEL),
    "cost": at("/d/{finished}#cost", PANEL),
    "events": at("/d/{finished}#events", PANEL),
    "vote": at("/d/{voting}#audience", "[data-ballot=open] input[type=radio], [data-ballot=open] button"),
    "voted": voted,
    "vote again": revote,
    "replay": at("/d/{finished}/replay?seq=9", "article[data-turn]"),
    "replay, its end": at("/d/{finished}/replay?seq=9999", "[data-outcome]"),
    "fork": opened("/d/{finished}/replay?seq=9", "Fork from here…"),
    "fork, at the end": opened("/d/{finished}/replay?seq=9999", "Fork from here…"),
    "share": opened("/d/{finished}/replay", "Share…"),
    "export": opened("/d/{finished}/replay", "Export…"),
    "history": at("/history", "[data-debate]"),
    "history, filtered to nothing": at("/history?q=nothing+like+it", "text=Nothing matches"),
    "settings": at("/settings", "fieldset"),
    "commands": pressed("/history", "[data-debate]", "Control+k"),
    "keys": pressed("/d/{finished}", "[data-outcome]", "?"),
    "not found": at("/d/here/and/nowhere", "text=There is nothing here"),
    "gone": at("/d/0whh000000000a", "main h1"),
}
