"""Tables as plain text that fit the terminal: columns aligned by cells, so that wide scripts stay in line.

A cell's text is data. Not here: what goes into a table (the commands).
"""

from __future__ import annotations

from collections.abc import Sequence

from dissoi.cli import terminal

GAP = "  "
LEAST = 10
"""Columns below which a cut last column says nothing any more."""


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    columns: int | None,
    right: str = "",
    gap: str = GAP,
    wrap: bool = False,
) -> list[str]:
    """Lines of a table, each at most ``columns`` wide (None = as wide as need be).

    The last column is cut, or wrapped if ``wrap``; where even that leaves no room, each row becomes a short block.
    ``right``: letters l and r, one per column; missing ones are l.
    """
    cells = [[terminal.safe(cell).replace("\n", " ") for cell in row] for row in (head, *rows)]
    widths = [max(terminal.cells(row[i]) for row in cells) for i in range(len(head))]
    if columns is not None:
        before = sum(widths[:-1]) + len(gap) * (len(head) - 1)
        if columns - before < LEAST and before + widths[-1] > columns:
            return _stacked(cells, columns)
        widths[-1] = min(widths[-1], max(columns - before, 1))
    if wrap and columns is not None:
        cells = [part for row in cells for part in _parts(row, widths[-1])]
    return [_line(row, widths, right, gap) for row in cells]


def _parts(row: Sequence[str], width: int) -> list[list[str]]:
    """A row as several, the last cell's lines one below the other."""
    first, *more = terminal.wrapped(row[-1], width).split("\n")
    blank = [""] * (len(row) - 1)
    return [[*row[:-1], first], *([*blank, line] for line in more)]


def _line(row: Sequence[str], widths: Sequence[int], right: str, gap: str) -> str:
    parts: list[str] = []
    for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
        text = terminal.fit(cell, width)
        pad = " " * (width - terminal.cells(text))
        parts.append(pad + text if right[i : i + 1] == "r" else text + pad)
    return gap.join(parts).rstrip()


def _stacked(cells: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Each row as a short block: what identifies it first, the rest indented."""
    head, *rows = cells
    lines: list[str] = []
    for first, *others in rows:
        lines.append(terminal.fit(first, columns))
        for name, text in zip(head[1:], others, strict=True):
            if text:
                lines += terminal.wrapped(f"{name}: {text}", columns, indent="  ").split("\n")
    return lines
