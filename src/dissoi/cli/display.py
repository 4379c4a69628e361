"""How a debate is shown while it happens, or happens again: the protocol, and the displays that need no terminal.

A display gets the view as it is after each event and never reads a log. Not here: the live view of a terminal
(``live.py``), who folds and feeds displays (``watcher.py``).
"""

from __future__ import annotations

from typing import Protocol

from dissoi.cli import terminal, wording
from dissoi.cli.scoreboard import scoreboard
from dissoi.export import phrases
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    Event,
    ModeratorActed,
    PhaseChanged,
    RoleFailed,
    Sealed,
    Token,
    TopicGenerated,
    TurnForfeited,
    TurnPublished,
    VoteCast,
    VoteClosed,
    VoteOpened,
    envelope_line,
)  # fmt: skip
from dissoi.record.view import DebateView


class Display(Protocol):
    def begin(self, debate_id: str, view: DebateView) -> None:
        """Before the first event; ``view`` is what was there already (resume, fork)."""
        ...

    def event(self, sealed: Sealed, view: DebateView) -> None:
        """After each durable event, with the view that holds it."""
        ...

    def token(self, token: Token) -> None: ...

    def note(self, text: str) -> None:
        """A remark of the program's own (stderr, or above a live region)."""
        ...

    def rest(self, *, on: bool) -> None:
        """Leave the terminal alone while a person types (``on``), and take it up again."""
        ...

    def end(self, view: DebateView) -> None:
        """After the last event: the scoreboard and the result."""
        ...

    def close(self) -> None:
        """Give the terminal back, whatever happened. May be called twice."""
        ...


class Nothing:
    """``--display none``, and what ``--json`` builds on: shows nothing."""

    def begin(self, debate_id: str, view: DebateView) -> None: ...

    def event(self, sealed: Sealed, view: DebateView) -> None: ...

    def token(self, token: Token) -> None: ...

    def note(self, text: str) -> None:
        terminal.tell(text)

    def rest(self, *, on: bool) -> None: ...

    def end(self, view: DebateView) -> None: ...

    def close(self) -> None: ...


class JsonLines(Nothing):
    """``--jsonl``: the very lines of the log, each as soon as it is safe."""

    def event(self, sealed: Sealed, view: DebateView) -> None:
        terminal.data(envelope_line(*sealed))


class Plain(Nothing):
    """One paragraph per event on stdout, no colour, no motion."""

    def __init__(self) -> None:
        self._columns = terminal.width()

    def event(self, sealed: Sealed, view: DebateView) -> None:
        for text in paragraphs(sealed[0].event, view):
            terminal.say(terminal.wrapped(text, self._columns))

    def end(self, view: DebateView) -> None:
        for line in ending(view, self._columns):
            terminal.say(line)


def paragraphs(event: Event, view: DebateView) -> list[str]:
    """What an event comes to on paper; empty for those that only move the machinery."""
    match event:
        case TopicGenerated(motion=motion):
            return [f'MOTION: "{motion.text}"', ""]
        case PhaseChanged(phase=phase):
            return [f"== {phase} ==", ""]
        case ModeratorActed(action="introduce", text=text):
            return [f"CHAIR: {text}", ""] if text else []
        case ModeratorActed(slot=slot) if slot is not None:
            place = next((s for s in view.slots if s.id == slot), None)
            return [wording.hand_over(place), ""] if place and place.side else []
        case TurnPublished() | TurnForfeited():
            return _turn(view)
        case VoteOpened(ballot=ballot, options=options):
            return [f"The vote of the audience ({ballot}) is open: {', '.join(options)}.", ""]
        case VoteCast():
            return [wording.vote(event)]
        case VoteClosed():
            return [wording.count(event, view), ""]
        case BallotCast(ballot=ballot):
            points = ", ".join(f"{wording.label(s)} {ballot.total(s)}" for s in view.sides if s in ballot.scores)
            return [f"{phrases.judge(ballot)}: {points}. {ballot.rfd}", ""]
        case ArgumentScored(argument=a):
            return [
                f"{a.id} {wording.label(a.side)} {a.points}/10: {a.summary}" + (f" ({a.reason})" if a.reason else "")
            ]
        case RoleFailed():
            return [wording.failure(event), ""]
        case _:
            return []


def _turn(view: DebateView) -> list[str]:
    turn = view.turns[-1]
    if turn.text is None:
        return [wording.silence(turn), ""]
    slot = next((s for s in view.slots if s.id == turn.slot), None)
    head = f"{wording.speaker(turn)} · {turn.phase} · {wording.length(turn.words, slot)}"
    return [head, turn.text, *(f"[{remark}]" for remark in wording.remarks(turn)), ""]


def ending(view: DebateView, columns: int | None) -> list[str]:
    """The scoreboard and the result, as lines."""
    parts = ["" for _ in view.arguments[:1]] + scoreboard(view, columns)
    parts += [terminal.wrapped(phrases.sentence(view), columns)]
    figures = wording.numbers(view)
    return [*parts, *([terminal.wrapped(figures, columns)] if figures else []), ""]
