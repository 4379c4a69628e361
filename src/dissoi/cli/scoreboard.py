"""The scoreboard as plain text: criterion by side for each judge, then what the audience voted."""

from __future__ import annotations

from dissoi.cli import terminal
from dissoi.cli.tables import table
from dissoi.cli.wording import label
from dissoi.export import phrases
from dissoi.record.view import DebateView


def scoreboard(view: DebateView, columns: int | None) -> list[str]:
    """Lines of the table, with an empty one after it; nothing without ballots."""
    rows = rows_of(view)
    if not rows:
        return []
    head = ["judge", "criterion", *(label(side) for side in view.sides)]
    lines = table(head, rows, columns=columns, right="ll" + "r" * len(view.sides))
    return [*(terminal.safe(line) for line in lines), ""]


def rows_of(view: DebateView) -> list[list[str]]:
    """One row per judge and criterion, and one with each judge's totals; the judge is named once."""
    rows: list[list[str]] = []
    for ballot in view.ballots:
        for n, criterion in enumerate(phrases.criteria([ballot])):
            points = [str(ballot.scores.get(side, {}).get(criterion, "")) for side in view.sides]
            rows.append([ballot.judge if n == 0 else "", criterion, *points])
        totals = [str(sum(ballot.scores.get(side, {}).values())) for side in view.sides]
        rows.append(["", "total", *totals])
    return rows
