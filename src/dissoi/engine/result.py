"""What a debate came to, for Python: the log with everything that can be read off it. Reads only; runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dissoi.export import html, json, markdown, phrases, plain
from dissoi.record.ballots import Ballot, Verdict
from dissoi.record.events import Envelope, Outcome, Sealed
from dissoi.record.transcript import Turn
from dissoi.record.usage import Totals
from dissoi.record.view import DebateView, fold, visible_to

if TYPE_CHECKING:
    from rich.console import Group


class Result:
    """A debate as far as its log goes. Two results are equal if their logs are.

    ``log`` is the debate from its first event; ``view`` is its fold, as an onlooker sees it. ``print(result)`` prints
    the transcript; a notebook shows it as HTML; Rich prints the scoreboard.
    """

    __slots__ = ("log", "view")

    def __init__(self, log: Sequence[Sealed]) -> None:
        if not log:
            raise ValueError("a result needs a log of at least one event")
        self.log: tuple[Sealed, ...] = tuple(log)
        self.view: DebateView = visible_to("public", fold(envelope.event for envelope, _ in log))

    @property
    def debate_id(self) -> str:
        return self.log[0][0].debate_id

    @property
    def transcript(self) -> tuple[Turn, ...]:
        """The turns in order; one that stayed silent has ``text`` None and a ``reason``."""
        return self.view.turns

    @property
    def claims(self) -> tuple[()]:
        """The checked claims. Debates of this version have none."""
        return ()

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        return self.view.ballots

    @property
    def verdict(self) -> Verdict | None:
        """What code computed from the ballots; None before the end."""
        return self.view.verdict

    @property
    def outcome(self) -> Outcome | None:
        """How the debate ended; None while it has not."""
        return self.view.outcome

    @property
    def winner(self) -> str | None:
        """The side that won; None for every outcome without a winner."""
        return self.view.winner

    @property
    def usage(self) -> Totals:
        """Calls, tokens and US dollars of the debate; ``usage.unpriced`` calls have no known price."""
        return self.view.usage

    @property
    def events(self) -> tuple[Envelope, ...]:
        return tuple(envelope for envelope, _ in self.log)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of ``dissoi export -f json``, as Python objects."""
        return json.document(self.log)

    def to_json(self, *, indent: int | None = 2) -> str:
        return json.render(self.log, indent=indent)

    def to_markdown(self) -> str:
        return markdown.render(self.log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.log == other.log

    def __hash__(self) -> int:
        return hash(self.log[-1][0].hash)

    def __repr__(self) -> str:
        setup, view = self.view.setup, self.view
        name = f" {phrases.line(setup.format)}" if setup else ""
        used = f" · {phrases.calls(view.usage)} · {phrases.cost(view.usage)}" if view.usage.calls else ""
        return f"<Result {phrases.line(self.debate_id)}{name} {phrases.outcome(view)}{used}>"

    def __str__(self) -> str:
        return plain.render(self.view)

    def __rich__(self) -> Group:
        """The scoreboard and the result. Text of models is never read as Rich markup."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        view = self.view
        sides = [phrases.line(side) for side in view.sides]
        board = Table(title=Text(phrases.line(view.motion.text) if view.motion else "no motion yet"))
        for head in ("judge", "criterion", *sides):
            board.add_column(Text(head), justify="right" if head in sides else "left")
        for ballot in view.ballots:
            judge = phrases.line(ballot.judge)
            for criterion in phrases.criteria([ballot]):
                points = [str(ballot.scores.get(side, {}).get(criterion, "")) for side in view.sides]
                board.add_row(*(Text(cell) for cell in (judge, phrases.line(criterion), *points)))
            totals = [str(sum(ballot.scores.get(side, {}).values())) for side in view.sides]
            board.add_row(*(Text(cell, style="bold") for cell in (judge, "total", *totals)), end_section=True)
        result = Text(phrases.sentence(view))
        return Group(board, result) if view.ballots else Group(result)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Plain text and HTML for notebooks (IPython's protocol)."""
        return {"text/plain": repr(self), "text/html": html.fragment(self.view, self.debate_id)}
