"""The server dies in mid-speech and comes back: the page waits for it by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.kit import SLOW, Windows, log, said, shown, wait_for_speech
from tests.web.kit import serving

pytestmark = pytest.mark.browser


def test_a_killed_server_is_waited_for(page_is_built: None, tmp_path: Path, windows: Windows) -> None:
    """After ``kill -9`` in mid-speech the page says that it reconnects and keeps what was said; once the server is back
    at its port the page is live again and the debate goes on to its verdict, without a reload: nothing lost, nothing
    twice."""
    windows.allow("Failed to load resource: net::ERR_|ERR_INCOMPLETE_CHUNKED_ENCODING|503 \\(")
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start("Parks should never close", models=SLOW)
        page = windows.tab(server, f"/d/{debate_id}")
        wait_for_speech(page)
        page.evaluate("window.sameAsBefore = true")
        before = page.locator("article[data-turn]").first.text_content()
        server.kill()
        expect(page.locator("[data-connection=reconnecting]")).to_have_text(re.compile("Reconnecting"))
        assert page.locator("article[data-turn]").first.text_content() == before
        with serving(tmp_path, port=server.port) as again:
            expect(page.locator(":is([data-connection=live], [data-connection=caught-up])")).to_be_visible(
                timeout=40_000
            )
            page.locator("#verdict [data-outcome=verdict]").wait_for(timeout=60_000)
            assert page.evaluate("window.sameAsBefore")
            events = log(again, debate_id)
            assert shown(page) == said(events) and len(said(events)) > 3
            assert "debate.paused" not in [event["type"] for event in events]


def test_the_reader_may_try_at_once(page_is_built: None, tmp_path: Path, windows: Windows) -> None:
    """“Try now” does not wait for the next try, and a debate that ended meanwhile is shown with its verdict."""
    windows.allow("Failed to load resource: net::ERR_|ERR_INCOMPLETE_CHUNKED_ENCODING|503 \\(")
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start("Parks should never close", models=SLOW)
        page = windows.tab(server, f"/d/{debate_id}")
        wait_for_speech(page)
        server.kill()
        pill = page.locator("[data-connection=reconnecting]")
        expect(pill).to_contain_text("next in")
        tried = page.evaluate("performance.getEntriesByType('resource').length")
        page.get_by_role("button", name="Try now").click()
        page.wait_for_function("(tried) => performance.getEntriesByType('resource').length > tried", arg=tried)
        expect(pill).to_contain_text("next in")
        with serving(tmp_path, port=server.port) as again:
            again.finished(debate_id)
            page.locator("#verdict [data-outcome=verdict]").wait_for(timeout=40_000)
            assert shown(page) == said(log(again, debate_id))
