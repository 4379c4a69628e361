"""Votes of the audience on paper: people and simulated listeners apart, and nothing of a ballot that is open."""

from __future__ import annotations

import pytest

from dissoi.cli import wording
from dissoi.cli.booth import voter_name
from dissoi.export import markdown, page, plain
from dissoi.record.events import DebateFinished, Event, VoteCast, VoteClosed
from dissoi.record.view import fold
from dissoi.web.access import HOST
from tests.export import samples

PEOPLE = [VoteCast(ballot="mid", voter="web.a", choice="pro"), VoteCast(ballot="mid", voter="web.b", choice="pro")]
CLOSED = VoteClosed(ballot="mid", counts={"pro": 2, "con": 1, "tie": 0}, abstained=0)


def until_the_vote() -> list[Event]:
    """The sample up to its votes: two people for pro, one listener for con; the ballot is open."""
    events = samples.whole()
    listener = next(n for n, event in enumerate(events) if isinstance(event, VoteCast))
    return [*events[: listener + 1], *PEOPLE]


def papers(events: list[Event]) -> dict[str, str]:
    log = samples.log(events)
    return {"markdown": markdown.render(log), "page": page.render(log), "plain": plain.render(fold(events))}


def test_people_and_listeners_are_never_added_together_unlabelled() -> None:
    """Markdown, plain text and the terminal give people's votes and simulated ones each under its name."""
    events = [*until_the_vote(), CLOSED]
    found = papers(events)
    assert "| Choice | People | Simulated | Together |" in found["markdown"]
    assert "| pro | 2 | 0 | 2 |" in found["markdown"]
    assert "| con | 0 | 1 | 1 |" in found["markdown"]
    said = "people: pro 2, con 0, tie 0, abstained 0; simulated: pro 0, con 1, tie 0, abstained 0"
    assert said in found["plain"]
    assert said in wording.count(CLOSED, fold(events))
    assert "listener.1 (simulated) votes con" in wording.vote(
        VoteCast(ballot="mid", voter="listener.1", choice="con", simulated=True)
    )


@pytest.mark.parametrize("kind", ["markdown", "page", "plain"])
def test_an_open_ballot_keeps_its_counts(kind: str) -> None:
    """While votes may come, a paper says that the ballot is open, and has no count and no choice of it."""
    found = papers(until_the_vote())[kind]
    assert "ballot is still open" in found
    few = papers(until_the_vote()[: -len(PEOPLE)])[kind]
    assert found.split("Record")[0].split("<footer>")[0] == few.split("Record")[0].split("<footer>")[0]
    assert "People" not in found and "people:" not in found


@pytest.mark.parametrize("kind", ["markdown", "page", "plain"])
def test_a_ballot_that_was_never_closed_says_so(kind: str) -> None:
    """A debate that ended during its ballot shows what the log holds, and that nothing was decided by it."""
    found = papers([*until_the_vote(), DebateFinished(outcome="stopped", winner=None, reason="")])[kind]
    assert "ballot was not closed, and nothing was decided by it" in found
    assert "still open" not in found
    assert "imulated" in found


def test_the_host_has_one_name_at_the_terminal_and_on_the_page() -> None:
    """Without --as, a vote at the terminal is the host's, as a vote on the host's page is: one person, one vote."""
    assert voter_name() == HOST
    assert voter_name("Ada") == "Ada"
