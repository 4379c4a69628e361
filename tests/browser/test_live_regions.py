"""What screen readers are told: one message at a time, whole, in order, none dropped, none repeated, none for the words
of a speech as they come (field case C40)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from dissoi.record.events import parse_event
from dissoi.record.view import fold
from tests.browser.kit import SLOW, Windows
from tests.web.kit import Server

pytestmark = pytest.mark.browser

LISTEN = """
window.heard = { polite: [], assertive: [] }
window.regions = new Set()
const last = { polite: '', assertive: '' }
const LIVE = '[aria-live]:not([aria-live=off]), [role=alert], [role=status], [role=log]'
new MutationObserver(() => {
  const found = [...document.querySelectorAll(LIVE)]
  window.regions.add(found.map((one) => one.getAttribute('aria-live') ?? one.getAttribute('role')).sort().join(' '))
  for (const one of found) {
    const name = one.getAttribute('aria-live')
    const text = one.textContent
    if (text !== last[name] && text) window.heard[name]?.push(text.trim())
    last[name] = text
  }
}).observe(document, { childList: true, characterData: true, subtree: true })
"""
"""Keeps every text of every live region, and how many regions there were at any time."""

WIRE = """
window.sources = []
window.EventSource = class extends EventTarget {
  constructor(url) { super(); this.url = url; window.sources.push(this) }
  close() { this.closed = true }
}
window.durable = (line) => window.sources.at(-1).onmessage(new MessageEvent('message', { data: line }))
window.ephemeral = (data) =>
  window.sources.at(-1).dispatchEvent(new MessageEvent('live', { data: JSON.stringify(data) }))
"""
"""A stream that says what the test says, when the test says it."""


def messages(page: Page) -> list[str]:
    return page.evaluate("window.heard.polite")


def test_a_debate_is_told_turn_by_turn(server: Server, windows: Windows) -> None:
    """From join to verdict there are exactly two live regions, one of each politeness; one message says who has the
    floor, one that they have spoken, and none holds words of a speech."""
    person = windows.person(server)
    person.add_init_script(LISTEN)
    page = person.new_page()
    debate_id = server.start("Streets should be quiet", models=SLOW)
    page.goto(f"/d/{debate_id}")
    page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
    view = server.debate(debate_id)["view"]
    expected: list[str] = []
    for turn in view["turns"]:
        who = f"{turn['side'].title()}, {turn['phase']}"
        expected += [f"{who}, has the floor.", f"{who}, has spoken, {turn['words']} words."]
    result = page.locator("#verdict h2").first.text_content()
    page.wait_for_function("(last) => window.heard.polite.at(-1) === last", arg=result)
    heard = messages(page)
    assert heard == [*expected, result][-len(heard) :]
    assert len(heard) >= 7
    assert page.evaluate("window.heard.assertive") == []
    assert page.evaluate("[...window.regions]") in (["assertive polite"], ["", "assertive polite"])


# --- a stream that is played by the test


class Played:
    """A page that watches a debate up to a point, from which the test plays the stream. ``rest``: what the server would
    say to a page that asks what it missed."""

    def __init__(self, page: Page, server: Server, debate_id: str, upto: str) -> None:
        self.page = page
        lines = server.client.get(f"/api/debates/{debate_id}/export?format=jsonl").text.splitlines()
        self.log = [json.loads(line) for line in lines]
        self.seq = next(one["seq"] for one in self.log if one["event"].get("slot") == upto) - 1
        while self.log[self.seq]["event"]["type"] != "turn.published":
            self.seq += 1
        self.rest: list[dict[str, Any]] = []
        events = [parse_event(json.dumps(one["event"])) for one in self.log[: self.seq]]
        document = server.debate(debate_id) | {"last_seq": self.seq, "view": fold(events).model_dump(mode="json")}
        page.route(f"**/api/debates/{debate_id}", lambda route: route.fulfill(json=document))
        page.route(f"**/api/debates/{debate_id}/log*", self._answer)
        page.goto(f"/d/{debate_id}#cost")
        page.wait_for_function("() => window.sources.length === 1")
        page.evaluate("window.sources[0].onopen()")
        expect(page.locator("[data-connection=live]")).to_be_visible()

    def _answer(self, route: Route) -> None:
        after = int(parse_qs(urlsplit(route.request.url).query)["after"][0])
        events = [one for one in self.rest if one["seq"] > after]
        route.fulfill(json={"events": events, "last_seq": self.rest[-1]["seq"] if self.rest else after})

    def next(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that are to come, as the next ones of the log."""
        found = [one for one in self.log[self.seq :] if one["event"]["type"] == kind]
        return [{**one, "seq": self.seq + at} for at, one in enumerate(found, 1)]


@pytest.fixture
def played(server: Server, windows: Windows) -> Played:
    debate_id = server.start("Bells should ring", format="nround", rounds=1, judges=3)
    server.finished(debate_id)
    person = windows.person(server)
    person.add_init_script(LISTEN + WIRE)
    return Played(person.new_page(), server, debate_id, "C_rebuttal.1")


def test_a_burst_is_told_whole_and_in_order(played: Played) -> None:
    """A turn's end, a ballot's opening, a break of the connection, its mending and three ballots of judges at once:
    each message stands alone and whole, in the order of what happened."""
    page = played.page
    (end, *_), (opening, *_) = played.next("turn.published"), played.next("vote.opened")
    opening["seq"] += 1
    ballots = played.next("ballot.cast")
    assert len(ballots) == 3
    played.rest = [{**one, "seq": one["seq"] + 2} for one in ballots]
    page.evaluate(
        """async ([end, opening]) => {
          window.durable(end)
          window.durable(opening)
          await new Promise(requestAnimationFrame)
          window.sources.at(-1).onerror()
          const again = () => document.querySelector('[data-connection=reconnecting] button')
          while (!again()) await new Promise(requestAnimationFrame)
          again().click()
        }""",
        [json.dumps(end), json.dumps(opening)],
    )
    page.wait_for_function("() => window.sources.length === 2")
    page.evaluate("window.sources[1].onopen()")
    expected = [
        f"Con, rebuttal 1, has spoken, {end['event']['words']} words.",
        "The vote of the audience, mid, is open.",
        "The connection broke. The page reconnects by itself.",
        "Connected again, 3 events caught up.",
    ]
    page.wait_for_function("(last) => window.heard.polite.includes(last)", arg=expected[-1])
    assert messages(page) == expected


def test_sentences_are_told_each_once(played: Played) -> None:
    """Who chose sentences hears each sentence of a speech once, when it is whole, and nothing of half ones."""
    page = played.page
    page.evaluate("localStorage.setItem('dissoi.prefs', JSON.stringify({ announcements: 'sentences' }))")
    page.reload()
    page.wait_for_function("() => window.sources.length === 1")
    page.evaluate("window.sources[0].onopen()")
    (end, *_) = played.next("turn.published")
    sentences = ["It is late.", "The bells should ring now.", "Who would say no?"]
    end["event"]["text"] = " ".join(sentences)
    for piece in ("It is", " late. The bells", " should ring now. Who", " would say no?"):
        page.evaluate("(text) => window.ephemeral({ type: 'token', slot: 'C_rebuttal.1', role: 'C', text })", piece)
        expect(page.locator("[data-speaking]")).to_contain_text(piece.strip().split(" ")[-1])
    page.evaluate("(line) => window.durable(line)", json.dumps(end))
    last = f"Con, rebuttal 1, has spoken, {end['event']['words']} words."
    page.wait_for_function("(last) => window.heard.polite.includes(last)", arg=last)
    assert messages(page) == [*sentences, last]
