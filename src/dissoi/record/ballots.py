"""Judging as data: bounded scores on a ballot, and the verdict that code computes from ballots.

No model's word for "winner" is ever read: a side wins a ballot by its points and a debate by ballots. Sources: the
vote is the ballot (majority of separate ballots, World Schools and US practice); ties are possible because the bundled
formats permit them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from dissoi.record.base import Noun, Text

CRITERIA: dict[str, str] = {
    "argument": "reasons that hold together",
    "engagement": "answers what the other side said",
    "evidence": "concrete facts and examples",
    "clarity": "easy to follow",
}
"""What every judge scores, 1 to 10 each. They rate the arguing, never which side is true."""

LOW, HIGH = 1, 10
Points = Annotated[int, Field(ge=LOW, le=HIGH)]


class Ballot(Noun):
    """One judge's scores: side -> criterion -> points, with the reason for decision (RFD).

    ``asked``: 2 = the judge was asked again, because the first ballot was a tie where the format forbids one or its
    reasons were in another language.
    """

    judge: str
    model: str = ""
    rfd: Text = ""
    scores: dict[str, dict[str, Points]]
    asked: int = 1

    def total(self, side: str) -> int:
        return sum(self.scores[side].values())

    def winners(self) -> tuple[str, ...]:
        """The sides with the highest total, sorted: one = a win, several = a tie on this ballot."""
        best = max(self.total(side) for side in self.scores)
        return tuple(sorted(side for side in self.scores if self.total(side) == best))


class ArgumentScore(Noun):
    """One argument of one side as the scorer saw it."""

    id: str
    side: str
    summary: Text
    points: Points
    reason: Text = ""


class Verdict(Noun):
    """The result. ``winner`` None with ``tied`` sides = draw; None without = unresolved (below quorum).

    ``ballots``: side -> ballots won (a tied ballot counts for no side); ``totals``: side -> points over all ballots.
    ``impaired``: slots that stayed silent for technical reasons; readers must weigh the result accordingly.
    """

    winner: str | None = None
    tied: tuple[str, ...] = ()
    ballots: dict[str, int]
    totals: dict[str, int]
    tied_ballots: int = 0
    cast: int
    expected: int
    quorum: int
    impaired: tuple[str, ...] = ()
    reason: str


def quorum(expected: int) -> int:
    """The majority of the configured judges: fewer ballots decide nothing."""
    return expected // 2 + 1


def decide(
    sides: Sequence[str],
    ballots: Iterable[Ballot],
    expected: int,
    *,
    impaired: tuple[str, ...] = (),
    silent: tuple[str, ...] = (),
) -> Verdict:
    """Compute the verdict of ``sides`` from ``ballots`` out of ``expected``.

    Most ballots win; equal ballots are parted by mean points; equal points are a draw. Below quorum, or when a side in
    ``silent`` never got to speak, nothing is decided. Equivariant: renaming the sides renames the result.
    """
    cast = list(ballots)
    won = {side: sum(b.winners() == (side,) for b in cast) for side in sides}
    totals = {side: sum(b.total(side) for b in cast) for side in sides}
    tied_ballots = sum(len(b.winners()) > 1 for b in cast)
    need = quorum(expected)

    def verdict(winner: str | None, tied: tuple[str, ...], reason: str) -> Verdict:
        return Verdict(
            winner=winner, tied=tied, ballots=won, totals=totals, tied_ballots=tied_ballots,
            cast=len(cast), expected=expected, quorum=need, impaired=impaired, reason=reason,
        )  # fmt: skip

    if silent:
        return verdict(None, (), "a side never spoke")
    if len(cast) < need:
        return verdict(None, (), f"{len(cast)} of {expected} ballots, {need} needed")
    standing = {side: (won[side], Fraction(totals[side], len(cast))) for side in sides}
    best = max(standing.values())
    winner, *others = sorted(side for side in sides if standing[side] == best)
    if others:
        return verdict(None, (winner, *others), "equal ballots and equal points")
    alone = all(won[winner] > won[side] for side in sides if side != winner)
    return verdict(winner, (), "most ballots" if alone else "equal ballots, more points")
