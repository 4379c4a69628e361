"""What was said: turns in the order of the timeline, and the polls held among them. Append-only by construction."""

from __future__ import annotations

from typing import Literal

from dissoi.record.base import Noun, Text

Mark = Literal[
    "cut",  # beyond the word limit; the rest was dropped
    "language",  # not in the language of the motion, even when asked again
    "echo",  # largely a copy of an earlier speech, even when asked again
    "loop",  # says the same words over and over, even when asked again
    "unfinished",  # the model's token limit ended it
]


class Turn(Noun):
    """One slot that has been spoken, or that stayed silent (``text`` None, ``reason`` says why)."""

    slot: str
    phase: str
    seat: str
    side: str
    text: Text | None
    words: int = 0
    marks: tuple[Mark, ...] = ()
    model: str = ""
    reason: str = ""


class Vote(Noun):
    """One voter's choice in a poll; ``choice`` None is an abstention, which is not a tie and not a vote that never
    came."""

    voter: str
    choice: str | None
    simulated: bool = False
    reason: Text = ""


class Poll(Noun):
    """A named audience ballot. ``closes_at`` is ISO 8601 UTC; ``votes`` are sorted by voter."""

    name: str
    options: tuple[str, ...]
    closes_at: str = ""
    votes: tuple[Vote, ...] = ()
    closed: bool = False

    def counts(self) -> dict[str, int]:
        """Votes per option; abstentions are in ``abstained``."""
        return {option: sum(v.choice == option for v in self.votes) for option in self.options}

    @property
    def abstained(self) -> int:
        return sum(v.choice is None for v in self.votes)

    def leaders(self) -> tuple[str, ...]:
        """The options with most votes: one = a plurality, several = a tie, none = nobody voted for anything."""
        counts = self.counts()
        most = max(counts.values(), default=0)
        return tuple(o for o in self.options if counts[o] == most) if most else ()
