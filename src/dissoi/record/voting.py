"""What people sent to a ballot of the audience, and which of it counts. Not here: counting (``transcript.Poll``), the
inbox that it comes from (``store/``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from dissoi.record.base import Noun, Text


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


def word(id: int, at: str, body: str, ballot: str) -> Word | None:
    """Read an inbox message; None if it is about another ballot. A message of no ballot goes to any."""
    said = json.loads(body)
    if said.pop("ballot", None) not in (None, ballot):
        return None
    return Word(id=id, at=at, **said)


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
