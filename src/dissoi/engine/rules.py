"""The rules that a debate's own log holds: its format, and what they say of a debate that has not begun.

A log may be from elsewhere, and its rules may be any. Not here: what formats are (``formats/``), running them.
"""

from __future__ import annotations

from dissoi.errors import ConflictError, FormatError
from dissoi.formats.schema import Format
from dissoi.formats.timeline import expand
from dissoi.record.setup import Setup, Slot
from dissoi.record.view import DebateView
from dissoi.record.voting import TIE


def format_of(setup: Setup) -> Format:
    """The format that a debate runs by. Raises ``ConflictError`` if its rules cannot be read: such a debate can be
    watched, but not go on."""
    try:
        return Format.of(setup.rules)
    except FormatError as error:
        raise ConflictError(
            f"The rules in the log of this debate cannot be read: {error.message}",
            hint="It can be watched, replayed and exported.",
        ) from error


def slots_of(view: DebateView) -> tuple[Slot, ...]:
    """The timeline, also of a debate that has not begun. Raises as ``format_of``."""
    if view.slots or view.setup is None:
        return view.slots
    return expand(format_of(view.setup), view.setup.vars)


def options_of(view: DebateView) -> tuple[str, ...]:
    """What a ballot of the audience will offer that is not open yet. Raises as ``format_of``."""
    if view.sides or view.setup is None:
        return (*view.sides, TIE)
    return (*format_of(view.setup).sides, TIE)
