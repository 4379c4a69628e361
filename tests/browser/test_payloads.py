"""Hostile content stays text: in every field that a user, a model or a log fills, on every screen, in a real browser.

No script runs, nothing is asked of another host, the policy is not breached, links lead only where they say, and no
text freezes the page. Not here: who may send what (``tests/web``).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from tests.browser import hostile
from tests.browser.kit import Windows
from tests.browser.payloads import ALL, ENDLESS, HIT
from tests.web.kit import Server
from tests.web.logs import HEADERS, log_of

pytestmark = pytest.mark.browser

BATCH, TOGETHER = 75, 4
FREEZE = 2000
"""Milliseconds that no text may hold the page up for."""
ODD = """() => {
  const wrong = []
  if (window.hit !== undefined) wrong.push("a script ran")
  const never = "img:not([src='/favicon.svg']),image,iframe,frame,object,embed,applet,base,math,template,portal,"
    + "video,audio,source,marquee,noscript:not(body > noscript),foreignObject,animate,set,style:not(head style),"
    + "meta:not(head meta),link:not(head link),"
    + "script:not([src^='/']),form[action],[formaction],[srcdoc],[background],[ping],[http-equiv]:not(head meta)"
  for (const one of document.querySelectorAll(never)) wrong.push(one.outerHTML.slice(0, 200))
  for (const one of document.querySelectorAll("*"))
    for (const { name, value } of one.attributes) {
      if (name.startsWith("on")) wrong.push(`${one.tagName} has ${name}`)
      if (["href", "src", "xlink:href", "action", "data"].includes(name) && !value.startsWith("#")) {
        const url = new URL(value, location.href)
        const ours = url.origin === location.origin
        if (!ours && !["http:", "https:", "mailto:"].includes(url.protocol)) wrong.push(`${one.tagName} ${value}`)
        if (!ours && !(one.rel ?? "").includes("noopener")) wrong.push(`without noopener: ${value}`)
        if (!ours && one.tagName !== "A") wrong.push(`${one.tagName} loads ${value}`)
        const said = one.textContent + (one.nextElementSibling?.textContent ?? "")
        const credit = one.closest(".react-flow__attribution")
        const host = url.host.replace(/^www\\./, "")
        if (!ours && !credit && url.protocol !== "mailto:" && !said.toLowerCase().includes(host)) {
          wrong.push(`hides its host: ${value} as ${one.textContent.slice(0, 80)}`)
        }
      }
    }
  return wrong
}"""
LONGEST = """() => new Promise((tell) => {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) longest = Math.max(longest, task.duration)
  }).observe({ type: "longtask", buffered: true })
  setTimeout(() => tell(longest), 300)
})"""
PANELS = ("score", "audience", "graph", "cost", "events")


def bring(server: Server, debate_id: str, events: Sequence[dict[str, Any]]) -> str:
    answer = server.client.post("/api/debates/import", content=log_of(debate_id, events), headers=HEADERS)
    assert answer.status_code in (201, 409), answer.text
    return debate_id


def watched(windows: Windows, server: Server, **options: Any) -> BrowserContext:
    """A person whose pages may open no dialog of the browser, no other window, and go nowhere by themselves."""
    context = windows.person(server, **options)

    def refuse(dialog: Dialog) -> None:
        windows.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def look(page: Page) -> None:
        page.on("dialog", refuse)
        page.on("popup", lambda other: windows.faults.append(f"another window: {other.url}"))

    context.on("page", look)
    return context


def still_text(page: Page, where: str) -> None:
    """Nothing of what is shown is more than text, here and now."""
    address = page.url
    wrong = page.evaluate(ODD)
    assert not wrong, (where, wrong)
    assert page.url == address, where


def open_panel(page: Page) -> None:
    """Wait for what the open panel holds."""
    page.locator("[data-panel=open] [role=tabpanel] > *").first.wait_for()
    expect(page.locator("[data-panel=open] [aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("number", range(len(hostile.batches(ALL, BATCH))))
def test_hostile_text_stays_text_on_every_screen(server: Server, windows: Windows, number: int) -> None:
    """In every field of a debate that has ended and of one that waits: live, in replay, in each panel, in the dialogs
    and in the list."""
    texts = hostile.batches(ALL, BATCH)[number]
    ended = bring(server, f"ended{number}", hostile.whole(texts))
    waits = bring(server, f"waits{number}", hostile.paused(texts))
    page = watched(windows, server).new_page()
    for debate_id, sign in ((ended, "[data-outcome]"), (waits, "[data-rest]")):
        page.goto(f"/d/{debate_id}")
        page.locator(sign).first.wait_for()
        expect(page.locator("article[data-turn]")).not_to_have_count(0)
        still_text(page, f"{debate_id} live")
        said = page.locator("main").inner_text()
        assert sum(HIT in text for text in texts) < 5 or said.count(HIT) > 20  # it is there, as text
        for panel in PANELS:
            page.goto(f"/d/{debate_id}#{panel}")
            open_panel(page)
            for fold in page.locator("[data-panel=open] details:not([open]) > summary").all()[:5]:
                fold.click()
            still_text(page, f"{debate_id} {panel}")
    page.goto(f"/d/{ended}/replay?seq=60")
    page.locator("article[data-turn]").first.wait_for()
    still_text(page, "replay")
    for button in ("Fork from here…", "Share…", "Export…"):
        page.goto(f"/d/{ended}/replay?seq=20")
        page.get_by_role("button", name=button).click()
        page.locator("dialog[open]").wait_for()
        still_text(page, button)
    page.goto("/history")
    page.locator("[data-debate]").first.wait_for()
    still_text(page, "history")


def test_hostile_text_stays_text_on_paper(server: Server, windows: Windows, tmp_path: Path) -> None:
    """The exported page, opened as a file, runs nothing and asks for nothing."""
    windows.allow("asked another host: file:")
    asked: list[str] = []
    context = watched(windows, server, java_script_enabled=True)
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    for number, texts in enumerate(hostile.batches(ALL, BATCH)):
        debate_id = bring(server, f"ended{number}", hostile.whole(texts))
        answer = server.client.get(f"/api/debates/{debate_id}/export?format=html")
        assert answer.status_code == 200 and answer.headers["content-disposition"].isascii()
        file = tmp_path / f"{number}.html"
        file.write_bytes(answer.content)
        page.goto(file.as_uri())
        still_text(page, file.name)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_hostile_text_that_is_typed_stays_text(server: Server, windows: Windows) -> None:
    """What a person types into a form and what its errors say of it, what stands in an address, a search or a link."""
    windows.allow("40[0-9] \\(|422 \\(")
    page = watched(windows, server).new_page()
    for texts in hostile.batches(ALL, 60):
        short = next(text for text in texts if len(text) < 200)
        page.goto("/")
        page.get_by_label("Motion").fill(short)
        page.get_by_label("Model for all").fill(short)
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator("[aria-invalid=true], [data-problem]").first.wait_for()
        still_text(page, "new")
    for text in ALL[::20]:
        quoted = page.evaluate("(text) => encodeURIComponent(text.toWellFormed())", text)
        for path in (f"/history?q={quoted}", f"/d/{quoted}", f"/d/ended0/replay?seq={quoted}", f"/d/ended0#{quoted}"):
            page.goto(path)
            page.locator("main, pre").first.wait_for()  # a path with a line feed is none of the page: a problem as text
            still_text(page, path)


def test_secrets_in_an_address_do_not_run(server: Server, windows: Windows) -> None:
    """A ticket or a share that is no such thing is refused in words."""
    windows.allow("40[0-9] \\(|422 \\(")
    page = watched(windows, server, signed_in=False).new_page()
    for text in ALL[::30]:
        for name in ("ticket", "share"):
            page.goto("about:blank")
            page.goto(f"/#{name}={text}")
            page.locator("main, form").first.wait_for()
            still_text(page, f"{name} {text!r}")


@pytest.mark.parametrize("number", range(len(hostile.batches(ENDLESS, TOGETHER))))
def test_no_text_freezes_the_page(server: Server, windows: Windows, number: int) -> None:
    """Speeches that are work without end for a careless parser hold the page up for two seconds at most."""
    texts = hostile.batches(ENDLESS, TOGETHER)[number]
    names = [f"speech{n}" for n in range(len(texts))]
    events = hostile.beginning(names)
    for name, text in zip(names, texts, strict=True):
        place = {"slot": name, "seat": name, "side": hostile.Cast(names).side(0)}
        events += [{"type": "turn.started", **place}, {"type": "turn.published", **place, "text": text, "words": 3}]
    bring(server, f"endless{number}", events)
    page = watched(windows, server).new_page()

    def longest() -> float:
        page.goto(f"/d/endless{number}")
        expect(page.locator("article[data-turn] .turn-text")).to_have_count(len(texts) + 1)
        return page.evaluate(LONGEST)

    found = longest()
    assert found <= FREEZE or longest() <= FREEZE, f"{number}: {found:.0f} ms"


def test_there_are_enough_of_them() -> None:
    """No fewer than 150 texts, none twice."""
    assert len(set(ALL)) == len(ALL) >= 150 and json.dumps(ALL)
