"""What tests of the page share: windows that are signed in and complain of nothing, and what a page says.

A window fails its test for an error on the console, an uncaught error, a breach of the policy (CSP), or a request to
another host. Not here: the server (tests/web/kit.py), Chromium (tests/chromium.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.web.kit import TOKEN, Server

ROOT = Path(__file__).parents[2]
WIDTHS = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
PATIENCE = 20_000
"""Milliseconds after which something that a test waits for is taken never to come."""
SLOW = "scripted:demo?delay_ms=1500&chunk=12"
"""A speech takes a second and a half."""

_WATCH = "addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective, e.blockedURI))"

expect.set_options(timeout=PATIENCE)


class Windows:
    """Every window that a test opens, and what went wrong in any of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._allowed: list[re.Pattern[str]] = []
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def person(self, server: Server, *, signed_in: bool = True, **options: Any) -> BrowserContext:
        """A browser of somebody's own: its cookies and storage are shared by the tabs that are opened in it."""
        options = {"viewport": WIDTHS["wide"], "reduced_motion": "reduce", "locale": "en-GB", **options}
        context = self._browser.new_context(base_url=server.address, **options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_WATCH)
        context.on("page", self._listen)
        context.on("request", lambda request: self._asked(server, request))
        self.contexts.append(context)
        if signed_in:
            answer = context.request.post("/api/session", data={"token": TOKEN})
            assert answer.ok, answer.text()
        return context

    def tab(self, server: Server, path: str = "/", **options: Any) -> Page:
        """A tab of somebody new, at ``path``."""
        page = self.person(server, **options).new_page()
        page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """What a test brings about itself is no fault: lines of the console in which ``pattern`` is found."""
        self._allowed.append(re.compile(pattern))

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        wrong = [fault for fault in self.faults if not any(one.search(fault) for one in self._allowed)]
        assert not wrong, "\n".join(wrong)

    def _listen(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error.stack or error}"))
        page.on("crash", lambda _: self.faults.append("the tab crashed"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, server: Server, request: Request) -> None:
        if request.url.startswith(("data:", "blob:")):
            return
        if urlsplit(request.url).netloc != urlsplit(server.address).netloc:
            self.faults.append(f"asked another host: {request.url}")


# --- what the page says


def turn(page: Page, slot: str) -> Locator:
    return page.locator(f'article[data-turn="{slot}"]')


def letters(text: str) -> str:
    """What is left of a text without Markdown, spaces and punctuation: the same drawn and as it was written."""
    return "".join(character for character in text.casefold() if character.isalnum())


def shown(page: Page) -> list[tuple[str, str]]:
    """Slot and letters of every speech on the page that has ended, in order."""
    found = page.locator("article[data-turn]:not([aria-busy])").evaluate_all(
        "(all) => all.map((one) => [one.dataset.turn, one.querySelector('.turn-text')?.textContent ?? ''])"
    )
    return [(slot, letters(text)) for slot, text in found if slot != INTRODUCTION]


INTRODUCTION = "introduction"


def log(server: Server, debate_id: str) -> list[dict[str, Any]]:
    """The events as they are exported."""
    lines = server.client.get(f"/api/debates/{debate_id}/export?format=jsonl").content.splitlines()
    return [json.loads(line)["event"] for line in lines]


def said(events: Iterable[dict[str, Any]]) -> list[tuple[str, str]]:
    """Slot and letters of every speech of a log, in order."""
    ended = (event for event in events if event["type"] in ("turn.published", "turn.forfeited"))
    return [(event["slot"], letters(event.get("text") or "")) for event in ended]


def speaking(page: Page) -> Locator:
    """The text of the speech that is being made."""
    return page.locator("article[aria-busy] [data-speaking]")


def wait_for_speech(page: Page, words: int = 5) -> str:
    """Wait until somebody has said some words that are not published yet; the slot."""
    page.wait_for_function(
        """(words) => [...document.querySelectorAll('article[aria-busy] [data-speaking]')]
            .some((one) => one.textContent.split(/\\s+/).length >= words)""",
        arg=words,
    )
    slot = page.locator("article[aria-busy]:has([data-speaking])").first.get_attribute("data-turn")
    assert slot
    return slot
