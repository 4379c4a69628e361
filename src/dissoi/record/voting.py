"""What people sent to a ballot of the audience, which of it counts, and how the ballot ends. Not here: the counts of an
open one (``transcript.Poll``), the inbox that they come from (``store/``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Protocol

from dissoi.record.base import Noun, Text
from dissoi.record.events import Event, VoteCast, VoteClosed
from dissoi.record.transcript import Poll

TIE = "tie"
"""What the audience may choose beside the sides. An abstention is no vote for it."""
HOST = "host"
"""The name that votes of whoever owns the machine have, at the terminal and on the page alike."""


class Word(Noun):
    """One message about a ballot. ``choice`` None = abstains; ``withdraw`` takes the voter's vote back; ``close``: the
    host closes the ballot after it. ``id`` gives the order; ``at`` is ISO 8601 UTC."""

    id: int
    at: str
    voter: str = ""
    choice: str | None = None
    reason: Text = ""
    withdraw: bool = False
    close: bool = False


class Sent(Protocol):
    """A message of an inbox (``store.port.Message``); ``body`` is JSON."""

    @property
    def id(self) -> int: ...
    @property
    def at(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> str: ...


def words(inbox: Iterable[Sent], ballot: str) -> list[Word]:
    """What an inbox holds about a ballot. A message of no ballot goes to any."""
    found: list[Word] = []
    for sent in inbox:
        said: dict[str, Any] = json.loads(sent.body) if sent.kind == "vote" else {}
        if said and said.pop("ballot", None) in (None, ballot):
            found.append(Word(id=sent.id, at=sent.at, **said))
    return found


def standing(words: Iterable[Word], closes_at: str) -> tuple[dict[str, Word], bool]:
    """The votes that count, by voter, and whether the host has closed the ballot.

    The last word of a voter counts. What came after the host's ``close`` or after ``closes_at`` does not; but what
    waited for the ballot to open does, and a ballot that opens closed (``closes_at`` = its opening) takes just that.
    """
    deadline = datetime.fromisoformat(closes_at)
    votes: dict[str, Word] = {}
    for said in words:
        if datetime.fromisoformat(said.at) > deadline:
            continue
        if said.voter:
            if said.withdraw:
                votes.pop(said.voter, None)
            else:
                votes[said.voter] = said
        if said.close:
            return votes, True
    return votes, False


def closing(poll: Poll, words: Iterable[Word]) -> list[Event]:
    """The events that end an open ballot: the votes of people that count, in the order of arrival, and the counts."""
    fit = (said for said in words if said.choice is None or said.choice in poll.options)
    votes = sorted(standing(fit, poll.closes_at)[0].values(), key=lambda said: said.id)
    cast = [VoteCast(ballot=poll.name, voter=m.voter, choice=m.choice, reason=m.reason, inbox=m.id) for m in votes]
    choices = {v.voter: v.choice for v in poll.votes} | {e.voter: e.choice for e in cast}
    counts = {option: sum(c == option for c in choices.values()) for option in poll.options}
    return [*cast, VoteClosed(ballot=poll.name, counts=counts, abstained=sum(c is None for c in choices.values()))]
