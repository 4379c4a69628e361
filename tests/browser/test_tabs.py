"""Everybody sees the same debate: two tabs, the terminal beside the browser, a guest by a link."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.kit import SLOW, Windows, letters, log, said, shown, wait_for_speech
from tests.web.kit import Server

pytestmark = pytest.mark.browser


def test_two_tabs_and_the_terminal_show_the_same(server: Server, windows: Windows) -> None:
    """Two tabs of one browser, one of them opened late, and ``dissoi watch`` show the same speeches in the same
    order, and the same result."""
    debate_id = server.start("Windows should be large", models=SLOW)
    person = windows.person(server)
    first, second = person.new_page(), person.new_page()
    with server.cli("watch", debate_id, "--jsonl") as process:
        first.goto(f"/d/{debate_id}")
        wait_for_speech(first)
        second.goto(f"/d/{debate_id}")
        wait_for_speech(second)
        for page in (first, second):
            page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    speeches = said(log(server, debate_id))
    watched = [json.loads(line)["event"] for line in out.splitlines() if '"seq"' in line]
    assert shown(first) == shown(second) == said(watched) == speeches
    results = {page.locator("#verdict h2").first.text_content() for page in (first, second)}
    assert len(results) == 1


def test_what_one_tab_does_the_other_sees(server: Server, windows: Windows) -> None:
    """A debate that is paused in one tab rests in the other, and goes on in both when either resumes it."""
    debate_id = server.start("Doors should be wide", models=SLOW)
    person = windows.person(server)
    first, second = person.new_page(), person.new_page()
    for page in (first, second):
        page.goto(f"/d/{debate_id}")
        wait_for_speech(page)
    first.get_by_role("button", name="Pause", exact=True).click()
    expect(second.locator("[data-rest=paused]")).to_be_visible()
    second.locator("[data-rest=paused]").get_by_role("button", name="Resume").click()
    expect(first.locator("[data-rest=paused]")).to_have_count(0)
    for page in (first, second):
        wait_for_speech(page)


def test_a_debate_of_the_terminal_is_watched_in_the_browser(server: Server, windows: Windows) -> None:
    """A debate that ``dissoi debate`` runs stands in the list as running, is watched word by word, and ends on the page
    as it ended in the terminal."""
    page = windows.tab(server, "/history")
    page.get_by_role("heading", level=1).wait_for()
    with server.cli("debate", "Terminals should be loved", "-m", SLOW, "--json") as process:
        page.get_by_role("link", name="Terminals should be loved").click(timeout=30_000)
        wait_for_speech(page)
        page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    debate_id = page.url.rsplit("/", 1)[1].split("#")[0]
    events = [one["event"] for one in json.loads(out)["events"]]
    assert shown(page) == said(events) == said(log(server, debate_id))


def test_a_guest_watches_and_votes_by_a_link(server: Server, windows: Windows) -> None:
    """A share link opens one debate to somebody whom the server does not know: they watch and vote, and can do nothing
    else; the key is gone from the address; when the link is revoked the page says so."""
    windows.allow("401 \\(|404 \\(")
    debate_id = server.start("Guests should be heard", format="nround", rounds=1, vote_wait=600)
    owner = windows.tab(server, f"/d/{debate_id}")
    owner.locator("[data-poll=open]").wait_for()
    owner.get_by_role("button", name="More", exact=True).click()
    owner.get_by_role("menuitem", name="Share…").click()
    box = owner.get_by_role("dialog", name="Share")
    box.get_by_role("radio", name="Watching and voting").check()
    box.get_by_role("button", name="Make a link").click()
    expect(box).to_contain_text("shown once")
    link = next(
        one for one in box.locator("input").evaluate_all("(all) => all.map((one) => one.value)") if "#share=" in one
    )
    guest = windows.person(server, signed_in=False).new_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Guests should be heard")
    assert guest.url.split("#")[0].endswith(f"/d/{debate_id}") and "share=" not in guest.url
    guest.get_by_role("button", name="Open the ballot").click()
    ballot = guest.get_by_role("article", name="Vote: mid")
    ballot.get_by_role("radio", name="Con").check()
    ballot.get_by_role("button", name="Vote", exact=True).click()
    expect(ballot).to_contain_text("You voted: Con")
    for name in ("Pause", "Resume", "Close the vote now"):
        expect(guest.get_by_role("button", name=name, exact=True)).to_have_count(0)
    box.get_by_role("button", name=re.compile("^Revoke")).click()
    expect(box).to_contain_text("No share link works now")
    guest.reload()
    expect(guest.get_by_role("heading", level=1)).to_have_text("The link no longer opens")
    assert letters("Guests should be heard") not in letters(guest.locator("main").inner_text())
