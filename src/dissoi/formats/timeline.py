"""What a format's steps come to: the slots of one debate, who sits in them, how long each lasts.

Pure: a format and its variables in, slots out, checked by ``lint.py``. Not for running them (``graph/``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from dissoi.errors import FormatError, UsageError
from dissoi.formats.lint import Placed, check_names, check_speeches, seats
from dissoi.formats.schema import CHAIR, VAR_LIMIT, Format, Repeat, Say, Step, Vote
from dissoi.formats.source import Loc, Marks
from dissoi.record.setup import Slot

__all__ = ["SLOT_LIMIT", "Row", "expand", "has_chair", "judges", "rows", "seats"]

WPM = 150
"""Words a minute of a speech where the format says nothing: the usual pace of debate outside policy."""
WORDS_FLOOR = 20
"""The least word limit of a speech: fewer make no sentence."""
SLOT_LIMIT = 500

T = TypeVar("T")


def expand(format: Format, vars: Mapping[str, int] | None = None, *, marks: Marks | None = None) -> tuple[Slot, ...]:
    """The timeline of ``format`` with the host's ``vars`` in place of the format's own values.

    Repeats are played out (ids get ``.1``, ``.2``, … per pass), defaults merged, seconds turned into words by
    ``s/60*wpm``. Raises ``FormatError`` for an unknown or unreasonable variable and for every broken rule of
    ``lint.py``; ``marks`` lets it name the line.
    """
    marks = marks or Marks(format.id)
    check_names(format, marks)
    placed: list[Placed] = []
    for item in _Expansion(format, _variables(format, vars or {}), marks).steps(format.steps, ("steps",), ()):
        placed.append(item)
        if len(placed) > SLOT_LIMIT:
            where = marks.at(item[1])
            raise FormatError(f"the timeline has more than {SLOT_LIMIT} steps.", where=where, hint="Repeat less.")
    check_speeches(format, placed, marks)
    return tuple(slot for slot, _ in placed)


def has_chair(format: Format) -> bool:
    return format.officers.chair > 0


def judges(format: Format, wanted: int | None = None) -> int:
    """How many judges sit: ``wanted`` if the format seats so many, else its least (at least 1); 0 if nobody judges.

    Raises ``UsageError`` if the format does not seat ``wanted``.
    """
    low, high = seating(format)
    if not high:
        if wanted:
            who = format.decide[0].by
            raise UsageError(
                f"{format.title} has no judges: it is decided by {who}.", hint="Leave out the number of judges."
            )
        return 0
    if wanted is None:
        return low
    if not low <= wanted <= high:
        range = f"{low} to {high}" if low < high else str(low)
        raise UsageError(f"{format.title} seats {range} judges, not {wanted}.", hint="Choose a number it seats.")
    return wanted


def seating(format: Format) -> tuple[int, int]:
    """The least and the most judges that may sit; 0, 0 if nobody judges."""
    by = next((d.by for d in format.decide if d.by in ("panel", "judge")), None)
    if by is None:
        return 0, 0
    low, high = format.officers.panel if by == "panel" else (format.officers.judge or 1,) * 2
    return max(1, low), high


class Row(NamedTuple):
    """One line of the timeline as a table shows it. ``time`` is minutes:seconds; ``words`` a limit."""

    id: str
    phase: str
    who: str
    side: str
    time: str
    words: str
    new: str


def rows(slots: Sequence[Slot]) -> list[Row]:
    """The timeline as a table, for faces."""
    return [
        Row(
            id=s.id,
            phase=s.phase,
            who=s.seat or s.voters,
            side=s.side,
            time=f"{s.seconds // 60}:{s.seconds % 60:02}" if s.seconds else "",
            words=str(s.words or ""),
            new=s.new if s.side else "",
        )
        for s in slots
    ]


def _variables(format: Format, given: Mapping[str, int]) -> dict[str, int]:
    for name, value in given.items():
        if name not in format.vars:
            known = f"It has {', '.join(format.vars)}." if format.vars else "It has none."
            raise FormatError(f"the format has no variable {name!r}.", where=format.id, hint=known)
        if not 0 <= value <= VAR_LIMIT:
            raise FormatError(f"{name} must be from 0 to {VAR_LIMIT}, not {value}.", where=format.id)
    return {**format.vars, **given}


class _Expansion:
    """One walk over the steps; ``passes`` counts the enclosing repeats from the outside in."""

    def __init__(self, format: Format, values: Mapping[str, int], marks: Marks) -> None:
        self.defaults = format.defaults
        self.values = values
        self.marks = marks
        self.sides = seats(format)
        self.prefixes = sorted({*self.sides, *format.teams, *format.sides, CHAIR}, key=len, reverse=True)
        self.several_votes = sum(isinstance(step, Vote) for step in format.steps) > 1

    def steps(self, steps: Sequence[Step], loc: Loc, passes: tuple[int, ...]) -> Iterator[Placed]:
        for index, step in enumerate(steps):
            here = (*loc, index)
            match step:
                case Repeat():
                    count: int = self.values[step.repeat[1:]] if isinstance(step.repeat, str) else step.repeat
                    for turn in range(1, count + 1):
                        yield from self.steps(step.do, (*here, "do"), (*passes, turn))
                case Say():
                    yield self.speech(step, here, passes), here
                case Vote():
                    yield self.vote(step, passes), here

    def speech(self, step: Say, loc: Loc, passes: tuple[int, ...]) -> Slot:
        seconds = _first(step.s, self.defaults.s)
        if seconds is None:
            hint = "Give it s: seconds, or give s in defaults."
            raise FormatError(f"the speech of {step.say} has no time.", where=self.marks.at(loc), hint=hint)
        role = _first(step.role, self.defaults.role) or ""
        label = self.label(step.id) if step.id else role or "speech"
        return Slot(
            id=_numbered(step.id or step.say, passes, "."),
            verb="say",
            phase=_numbered(label, passes, " "),
            seat=step.say,
            side=self.sides.get(step.say, ""),
            seconds=seconds,
            words=max(WORDS_FLOOR, seconds * (_first(step.wpm, self.defaults.wpm) or WPM) // 60),
            new=step.new or self.defaults.new or "all",
            role=role,
        )

    def vote(self, step: Vote, passes: tuple[int, ...]) -> Slot:
        """A vote keeps only a time of its own: the default is meant for speeches."""
        return Slot(
            id=_numbered(step.id or step.vote, passes, "."),
            verb="vote",
            phase=_numbered(f"{step.vote} vote" if self.several_votes else "vote", passes, " "),
            seconds=step.s,
            ballot=_numbered(step.vote, passes, "."),
            voters=step.of,
        )

    def label(self, id: str) -> str:
        """A step's id as people say it: ``P_opening`` -> "opening"."""
        for prefix in self.prefixes:
            if id.startswith(f"{prefix}_") and len(id) > len(prefix) + 1:
                return id[len(prefix) + 1 :].replace("_", " ")
        return id.replace("_", " ")


def _first(own: T | None, default: T | None) -> T | None:
    return own if own is not None else default


def _numbered(text: str, passes: tuple[int, ...], separator: str) -> str:
    """``text`` with the numbers of its passes: ``P_rebuttal.2``, "rebuttal 2"; nested ``.1.2``."""
    return f"{text}{separator}{'.'.join(map(str, passes))}" if passes else text
