"""Rules of a format that span several keys: names must resolve, time must be fair, last words must not surprise.

Each rule raises the first ``FormatError`` it finds, with the ``file:line`` of the part at fault. Single keys are
checked in ``schema.py``. Source of the rules: those that the rule books share (``docs/formats.md``, "What every format
must keep").
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence

from dissoi.errors import FormatError
from dissoi.formats.faults import dotted
from dissoi.formats.schema import AUDIENCE, CHAIR, Decision, Format, Repeat, Say, Step, Vote
from dissoi.formats.source import Loc, Marks
from dissoi.record.setup import Slot

RESERVED = frozenset(
    f"{CHAIR} {AUDIENCE} judge panel jury own other public judges audit default undecided "
    "topic persona thinker critic fact_checker moderator scorer".split()
)
"""Words that name officers, roles or readers, so that ``-m judge=…`` never means a seat."""

Placed = tuple[Slot, Loc]
"""A slot and the step of the format that it came from."""


def walk(steps: Sequence[Step], loc: Loc = ("steps",)) -> Iterator[tuple[Step, Loc]]:
    """Every step with its place, repeats before what they repeat."""
    for index, step in enumerate(steps):
        here = (*loc, index)
        yield step, here
        if isinstance(step, Repeat):
            yield from walk(step.do, (*here, "do"))


def seats(format: Format) -> dict[str, str]:
    """Seat -> side, in the order of teams."""
    return {seat: team.side for team in format.teams.values() for seat in team.seats}


def check_names(format: Format, marks: Marks) -> None:
    """Every seat, side, variable and ballot that is named exists, and no word means two things."""
    _line_up(format, marks)
    _steps(format, marks)
    for index, decision in enumerate(format.decide):
        _decision(format, decision, ("decide", index), marks)
    if format.decide[0].by == AUDIENCE:
        hint = "Let judges decide first; the audience's vote can stand behind them and is published beside the verdict."
        raise _fault("a first decision by the audience is not supported yet.", ("decide", 0, "by"), marks, hint)


def check_speeches(format: Format, placed: Sequence[Placed], marks: Marks) -> None:
    """Ids are unique; every side speaks, as long as the others, and ends without a new argument.

    A side's only speech may bring arguments: there is no earlier one that could have.
    """
    seen: set[str] = set()
    for slot, loc in placed:
        if slot.id in seen:
            hint = "Give one of them an id of its own."
            raise _fault(f"two steps have the id {slot.id!r}.", (*loc, "id"), marks, hint)
        seen.add(slot.id)
    spoken = {side: [(s, loc) for s, loc in placed if s.verb == "say" and s.side == side] for side in format.sides}
    for side, speeches in spoken.items():
        if not speeches:
            raise _fault(f"the side {side} never speaks.", ("steps",), marks)
        slot, loc = speeches[-1]
        if len(speeches) > 1 and slot.new == "all":
            message = f"the last speech of {side} ({slot.id}) may bring new arguments that nobody could answer."
            raise _fault(message, (*loc, "new"), marks, "Give it new: none or new: answer.")
    times = {side: sum(s.seconds or 0 for s, _ in speeches) for side, speeches in spoken.items()}
    if len(set(times.values())) > 1 and not format.asym:
        told = ", ".join(f"{side} {seconds} s" for side, seconds in times.items())
        raise _fault(f"the sides have unequal time ({told}).", ("steps",), marks, "Even it out, or say asym: true.")


def _line_up(format: Format, marks: Marks) -> None:
    if len(format.sides) < 2:
        raise _fault("a debate needs at least two sides.", ("sides",) if len(format.teams) > 1 else ("teams",), marks)
    owner: dict[str, str] = {}
    for key, team in format.teams.items():
        loc: Loc = ("teams", key)
        _resolve(team.side, format.sides, "side", (*loc, "side"), marks)
        for index, seat in enumerate(team.seats):
            here = (*loc, "seats", index)
            if seat in owner:
                raise _fault(f"the seat {seat} is given twice ({owner[seat]} and {key}).", here, marks)
            if seat in RESERVED or (seat in format.sides and seat != team.side):
                raise _fault(f"a seat cannot be called {seat}: the word means something else.", here, marks)
            owner[seat] = key
    for side in format.sides:
        if side in RESERVED:
            raise _fault(f"a side cannot be called {side}: the word means something else.", ("sides",), marks)
        if all(team.side != side for team in format.teams.values()):
            raise _fault(f"no team takes the side {side}.", ("sides",), marks)
    if format.presumption is not None:
        _resolve(format.presumption, format.sides, "side", ("presumption",), marks)


def _steps(format: Format, marks: Marks) -> None:
    speakers = [*seats(format), *([CHAIR] if format.officers.chair else [])]
    used: set[str] = set()
    for step, loc in walk(format.steps):
        match step:
            case Say(say=seat):
                _resolve(seat, speakers, "seat", (*loc, "say"), marks)
            case Vote():
                if format.officers.audience is None:
                    hint = "Add audience: any to officers."
                    raise _fault("the audience votes, but the format has none.", (*loc, "vote"), marks, hint)
            case Repeat(repeat=count):
                if isinstance(count, str):
                    _resolve(count[1:], format.vars, "variable", (*loc, "repeat"), marks)
                    used.add(count[1:])
    for name in format.vars:
        if name not in used:
            hint = f"Use it as ${name}, or remove it."
            raise _fault(f"the variable {name} is used nowhere.", ("vars", name), marks, hint)


def _decision(format: Format, decision: Decision, loc: Loc, marks: Marks) -> None:
    gives = {AUDIENCE: "plurality", "none": "none"}.get(decision.by, "side")
    if decision.give != gives:
        raise _fault(f"a decision by {decision.by} gives {gives}, not {decision.give}.", (*loc, "give"), marks)
    if decision.by == "judge" and format.officers.judge is None:
        raise _fault("a judge decides, but the format has none.", (*loc, "by"), marks, "Add judge: 1 to officers.")
    if decision.by == "panel" and format.officers.panel[1] == 0:
        raise _fault("a panel decides, but the format has none.", (*loc, "by"), marks)
    if decision.match == "strict" and decision.tie == "draw":
        raise _fault("match: strict forbids the equal totals that tie: draw speaks of.", (*loc, "tie"), marks)
    if (decision.by == AUDIENCE) != bool(decision.ballots):
        said = "needs ballots: the votes that it counts" if decision.by == AUDIENCE else "counts no ballots of votes"
        raise _fault(f"a decision by {decision.by} {said}.", (*loc, "ballots"), marks)
    votes = [step.vote for step in format.steps if isinstance(step, Vote)]  # a repeated vote is many ballots, not one
    for index, ballot in enumerate(decision.ballots):
        _resolve(ballot, votes, "vote step", (*loc, "ballots", index), marks)


def _resolve(name: str, known: Iterable[str], kind: str, loc: Loc, marks: Marks) -> None:
    known = list(known)
    if name in known:
        return
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known)}." if known else ""
    raise _fault(f"there is no {kind} called {name!r} ({dotted(loc)}).", loc, marks, hint)


def _fault(message: str, loc: Loc, marks: Marks, hint: str = "") -> FormatError:
    return FormatError(message, where=marks.at(loc), hint=hint)
