"""One debate in the browser, from its start to its end and beyond: watched, left, voted on, wound back, forked,
exported, deleted; by scripts, and by the real local model."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from dissoi.record.events import faults, parse_line
from tests.browser.kit import SLOW, Windows, log, said, shown, speaking, turn, wait_for_speech
from tests.web.kit import Server, until

pytestmark = pytest.mark.browser

MOTION = "Cities should plant more trees"
MODEL_MOTION = "Dogs make better pets than cats"
PAPERS = {"Markdown": ".md", "HTML": ".html", "JSON": ".json", "JSON Lines": ".jsonl"}


def started(page: Page, motion: str, model: str) -> str:
    """Fill in the form of a new debate as a person does; the id of the debate."""
    page.get_by_label("Motion").fill(motion)
    page.get_by_role("radio", name="Rebuttal rounds").check()
    page.get_by_role("textbox", name="Rounds").fill("1")
    page.get_by_label("The vote stays open for").select_option("5 minutes")
    page.get_by_label("Model for all").fill(model)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/d/\w+$"))
    return page.url.rsplit("/", 1)[1]


def same_as_log(page: Page, server: Server, debate_id: str) -> None:
    """The page holds every speech of the log, each once, in order, letter for letter."""
    events = log(server, debate_id)
    assert len(said(events)) > 1
    assert shown(page) == said(events)


def ballot(page: Page) -> Locator:
    return page.get_by_role("article", name="Vote: mid")


def test_the_life_of_a_debate(server: Server, windows: Windows, tmp_path: Path) -> None:
    """Start, watch words arrive, close the tab in mid-speech, come back: caught up, nothing lost, nothing twice; vote,
    change it, take it back, vote again; the verdict; the list; the replay; a fork; every paper; deletion, undone first.
    """
    person = windows.person(server, accept_downloads=True)
    page = person.new_page()
    page.goto("/")
    debate_id = started(page, MOTION, SLOW)
    leave_in_mid_speech(page)
    page = come_back(person, server, debate_id)
    vote(page, server, debate_id)
    verdict(page, server, debate_id)
    replay(page, server, debate_id)
    fork = forked(page, server, debate_id)
    exported(page, server, debate_id, tmp_path)
    deleted(page, server, debate_id, fork)


def leave_in_mid_speech(page: Page) -> None:
    wait_for_speech(page)
    before = speaking(page).last.text_content() or ""
    page.wait_for_function(
        "(before) => [...document.querySelectorAll('[data-speaking]')].at(-1)?.textContent.length > before",
        arg=len(before),
    )
    expect(page.locator("[data-connection=live]")).to_be_visible()
    page.close()


def come_back(person: BrowserContext, server: Server, debate_id: str, motion: str = MOTION) -> Page:
    seen = server.debate(debate_id)["last_seq"]
    until(lambda: server.debate(debate_id)["last_seq"] > seen + 2, "more of the debate")
    page = person.new_page()
    page.goto("/history")
    page.get_by_role("link", name=motion).click()
    expect(page.locator("[data-connection=caught-up]")).to_have_text(re.compile(r"Caught up, \d+ events?"))
    slot = wait_for_speech(page, 10)
    assert shown(page) == said(log(server, debate_id))[: len(shown(page))]
    expect(turn(page, slot)).to_have_count(1)
    return page


def vote(page: Page, server: Server, debate_id: str) -> None:
    """Open the ballot where it is announced, and make up one's mind twice."""
    page.get_by_role("button", name="Open the ballot").click(timeout=240_000)
    form = ballot(page)
    form.get_by_role("radio", name="Con").check()
    form.get_by_label("Why?").fill("Shade.")
    form.get_by_role("button", name="Vote", exact=True).click()
    expect(form).to_contain_text("You voted: Con")
    form.get_by_role("button", name="Change vote").click()
    form.get_by_role("radio", name="Tie").check()
    form.get_by_role("button", name="Change vote").click()
    expect(form).to_contain_text("You voted: Tie")
    form.get_by_role("button", name="Take it back").click()
    expect(form.get_by_role("button", name="Vote", exact=True)).to_be_visible()
    form.get_by_role("radio", name="Pro").check()
    form.get_by_role("button", name="Vote", exact=True).click()
    expect(form).to_contain_text("You voted: Pro")
    form.get_by_role("button", name="Close the vote now").click()
    form.get_by_role("button", name="Close it").click()
    expect(form).to_have_attribute("data-ballot", "closed")
    expect(form).to_contain_text("Pro leads, 1 of 1 vote")
    poll = until(lambda: (p := server.debate(debate_id)["view"]["polls"][0])["closed"] and p, "the count")
    assert [one["choice"] for one in poll["votes"] if not one["simulated"]] == ["pro"]


def verdict(page: Page, server: Server, debate_id: str) -> None:
    result = page.locator("#verdict [data-outcome]")
    result.wait_for(timeout=240_000)
    expect(page.locator("[data-connection=ended]")).to_have_text("Finished")
    winner = server.debate(debate_id)["view"]["winner"]
    if winner:
        expect(result).to_contain_text(f"{winner.title()} wins")
    page.get_by_role("tab", name="Score").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Judge 1")
    same_as_log(page, server, debate_id)
    page.reload()
    result.wait_for()
    same_as_log(page, server, debate_id)


def replay(page: Page, server: Server, debate_id: str) -> None:
    """The log is wound with buttons, keys and the scrubber; the address says where."""
    page.get_by_role("link", name="History").click()
    page.get_by_role("button", name=f"Commands for “{MOTION}”").click()
    page.get_by_role("menuitem", name="Replay").click()
    page.wait_for_url("**/replay*")
    scrubber = page.get_by_role("slider", name="Place in the log")
    expect(scrubber).to_be_enabled()
    assert shown(page) == []
    speeches = said(log(server, debate_id))
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("article[data-turn]:not([aria-busy])")).to_have_count(1)
    assert shown(page) == speeches[:1]
    page.locator("h1").click()  # the keys belong to the page while nothing has the focus
    page.keyboard.press("ArrowRight")
    assert shown(page) == speeches[:2]
    page.keyboard.press("ArrowLeft")
    assert shown(page) == speeches[:1]
    page.keyboard.press("Shift+ArrowRight")
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile("Event"))
    page.keyboard.press("End")
    expect(page.locator("[data-outcome]").first).to_be_visible()
    assert shown(page) == speeches
    page.keyboard.press("Home")
    assert shown(page) == []
    scrubber.focus()
    for _ in range(3):
        scrubber.press("ArrowRight")
    assert shown(page) == speeches[:3]
    seq = int(scrubber.input_value())
    page.wait_for_url(f"**/replay?seq={seq}*")
    page.reload()
    expect(scrubber).to_have_value(str(seq))
    assert shown(page) == speeches[:3]


def forked(page: Page, server: Server, debate_id: str) -> str:
    """From the place that is shown another debate goes on; both name each other."""
    seq = int(page.get_by_role("slider").input_value())
    page.get_by_role("button", name="Fork from here…").click()
    box = page.get_by_role("dialog", name="Fork from here")
    expect(box).to_contain_text(f"first {seq} events")
    box.get_by_label("Model of Con").fill("scripted:demo?seed=5")
    box.get_by_role("button", name="Start the fork").click()
    page.wait_for_url(lambda url: "/d/" in url and debate_id not in url)
    fork = page.url.rsplit("/", 1)[1].split("#")[0]
    expect(page.get_by_text("Forked from")).to_be_visible()
    page.get_by_role("button", name="Open the ballot").click()
    ballot(page).get_by_role("button", name="Close the vote now").click()
    ballot(page).get_by_role("button", name="Close it").click()
    page.locator("#verdict [data-outcome]").wait_for(timeout=60_000)
    same_as_log(page, server, fork)
    assert said(log(server, fork))[:3] == said(log(server, debate_id))[:3]
    page.get_by_role("link", name=re.compile("another debate at its event")).click()
    page.wait_for_url(f"**/d/{debate_id}/replay?seq={seq}*")
    expect(page.get_by_role("link", name="Fork 1")).to_be_visible()
    return fork


def exported(page: Page, server: Server, debate_id: str, folder: Path) -> None:
    """Every paper is one press away, and holds the debate, from the middle of a replay too."""
    page.keyboard.press("e")
    expect(page.get_by_role("dialog", name="Export")).not_to_contain_text("not over")
    page.goto(f"/d/{debate_id}")
    page.locator("[data-outcome]").first.wait_for()
    page.keyboard.press("e")
    box = page.get_by_role("dialog", name="Export")
    speech = next(event["text"] for event in log(server, debate_id) if event["type"] == "turn.published")
    for name, suffix in PAPERS.items():
        with page.expect_download() as caught:
            box.get_by_role("link", name=f"Download {name}", exact=True).click()
        assert caught.value.suggested_filename.endswith(suffix)
        path = folder / caught.value.suggested_filename
        caught.value.save_as(path)
        text = path.read_text("utf-8")
        assert speech.split(". ")[0][:40] in text
        if name == "JSON":
            assert json.loads(text)["schema_version"] >= 1
        if name == "JSON Lines":
            assert faults(parse_line(line) for line in text.splitlines()) == []
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)


def deleted(page: Page, server: Server, debate_id: str, fork: str) -> None:
    """A deletion can be undone for a while; after that the debate is gone, and its fork stays."""
    page.goto("/history")
    row = page.locator(f'[data-debate="{debate_id}"]')

    def delete() -> None:
        row.get_by_role("button", name="Commands for").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(row).to_have_count(0)

    delete()
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    page.reload()
    expect(row).to_have_count(1)
    delete()
    with page.expect_response(lambda answer: answer.request.method == "DELETE", timeout=20_000) as heard:
        pass
    assert heard.value.ok
    page.reload()
    expect(page.locator(f'[data-debate="{fork}"]')).to_have_count(1)
    expect(row).to_have_count(0)
    assert server.client.get(f"/api/debates/{debate_id}").status_code == 404


@pytest.mark.model
@pytest.mark.timeout(600)
def test_the_life_of_a_debate_of_a_real_model(server: Server, windows: Windows) -> None:
    """The same with the bundled model, to its verdict and its replay: words arrive as it makes them, a tab that was
    closed in mid-speech is caught up, and what the page shows at the end is the log."""
    person = windows.person(server)
    person.set_default_timeout(120_000)
    page = person.new_page()
    page.goto("/")
    debate_id = started(page, MODEL_MOTION, "local:smollm2")
    leave_in_mid_speech(page)
    page = come_back(person, server, debate_id, MODEL_MOTION)
    vote(page, server, debate_id)
    verdict(page, server, debate_id)
    page.goto(f"/d/{debate_id}/replay?seq=9999")
    page.locator("[data-outcome]").first.wait_for()
    same_as_log(page, server, debate_id)
