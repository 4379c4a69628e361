"""The live view: finished turns are printed and stay, below them one region shows the speech that is being made.

Rich draws; no text of a model, a person or a file is ever read as markup, emoji code or escape sequence. The region's
thread only reads attributes that are replaced whole. Not here: what happened in words (``wording.py``), the fold
(``watcher.py``).
"""

from __future__ import annotations

import time
from decimal import Decimal

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.live import Live as Region
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dissoi.cli import terminal, wording
from dissoi.cli.display import paragraphs
from dissoi.cli.scoreboard import rows_of
from dissoi.export import phrases
from dissoi.record import text as texts
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    DebateCreated,
    DebateFinished,
    DebatePaused,
    DebateResumed,
    DebateStarted,
    Event,
    ModeratorActed,
    PhaseChanged,
    RoleFailed,
    Sealed,
    Token,
    TopicGenerated,
    TurnForfeited,
    TurnPublished,
    TurnStarted,
    VoteOpened,
)  # fmt: skip
from dissoi.record.setup import Slot
from dissoi.record.view import DebateView

REFRESHES = 10  # a second
TAIL = 8
"""Lines of the running speech that the region shows at most; the rest scrolls up inside it."""
COLOURS = ("cyan", "magenta", "yellow", "green", "blue")
"""By side, in the format's order: none of them means good or bad."""
SYMBOLS = {"done": "●", "now": "◐", "next": "○"}
STYLES = {"done": "dim", "now": "bold", "next": "dim"}


class Live:
    """The display of a terminal that can move its cursor."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self._view = DebateView()
        self._text, self._slot, self._activity = "", "", ""
        self._began = time.monotonic()
        self._region: Region | None = None

    # --- what the watcher calls

    def begin(self, debate_id: str, view: DebateView) -> None:
        self._view = view
        self._region = Region(
            get_renderable=self._draw, console=self.console, refresh_per_second=REFRESHES, transient=True,
            redirect_stdout=False, redirect_stderr=False, vertical_overflow="ellipsis",
        )  # fmt: skip
        self._region.start()

    def event(self, sealed: Sealed, view: DebateView) -> None:
        event = sealed[0].event
        self._view = view
        self._activity = _activity(event, view) or self._activity
        if isinstance(event, (TurnStarted, TurnPublished, TurnForfeited)) or _introduced(event):
            self._text, self._slot = "", event.slot if isinstance(event, TurnStarted) else ""
        printed = self._printed(event, view)
        if printed and self._region is not None:
            self._region.refresh()  # else the panel of the speech that is printed now would stand below it for a moment
        for part in printed:
            self.console.print(part)

    def token(self, token: Token) -> None:
        fresh = token.reset or token.slot != self._slot
        self._slot, self._text = token.slot, token.text if fresh else self._text + token.text

    def note(self, text: str) -> None:
        self.console.print(_words(text, "yellow"))

    def rest(self, *, on: bool) -> None:
        if self._region is not None:
            (self._region.stop if on else self._region.start)()

    def end(self, view: DebateView) -> None:
        self.close()
        for part in self._ending(view):
            self.console.print(part)

    def close(self) -> None:
        if self._region is not None:
            self._region.stop()
            self._region = None

    # --- what stays

    def _printed(self, event: Event, view: DebateView) -> list[RenderableType]:
        match event:
            case TurnPublished() | TurnForfeited():
                return self._turn(view)
            case ModeratorActed(action="introduce", text=text) if text:
                return [_words("CHAIR", "bold"), _words(text), Text()]
            case PhaseChanged() | BallotCast() | ArgumentScored() | DebateFinished():
                return []  # the bar shows phases, the scoreboard the rest
            case _:
                return [
                    _words(line, "yellow" if isinstance(event, RoleFailed) else "dim")
                    for line in paragraphs(event, view)
                ]

    def _turn(self, view: DebateView) -> list[RenderableType]:
        turn = view.turns[-1]
        if turn.text is None:
            return [_words(wording.silence(turn), "yellow"), Text()]
        slot = _slot(view, turn.slot)
        head = _words(wording.speaker(turn), f"bold {self._colour(turn.side)}".strip())
        head.append_text(_words(f" · {turn.phase} · {wording.length(turn.words, slot)}", "dim"))
        remarks = [_words(f"[{remark}]", "yellow") for remark in wording.remarks(turn)]
        return [head, _words(turn.text), *remarks, Text()]

    def _ending(self, view: DebateView) -> list[RenderableType]:
        parts: list[RenderableType] = []
        if view.ballots:
            parts += [self._scoreboard(view), Text()]
        if view.arguments:
            parts += [*self._arguments(view), Text()]
        for ballot in view.ballots:
            parts += [_words(phrases.judge(ballot), "bold"), _words(ballot.rfd), Text()]
        parts.append(_words(phrases.sentence(view), "bold"))
        figures = wording.numbers(view)
        return [*parts, *([_words(figures)] if figures else []), Text()]

    def _scoreboard(self, view: DebateView) -> Table:
        board = Table(box=ROUNDED, header_style="bold", show_edge=True, pad_edge=True)
        board.add_column(_words("judge"), overflow="fold")
        board.add_column(_words("criterion"), overflow="fold")
        for side in view.sides:
            board.add_column(_words(wording.label(side), self._colour(side)), justify="right")
        for row in rows_of(view):
            board.add_row(
                *(_words(cell) for cell in row),
                end_section=row[1] == "total",
                style="bold" if row[1] == "total" else "",
            )
        return board

    def _arguments(self, view: DebateView) -> list[Text]:
        lines: list[Text] = []
        places = {side: n for n, side in enumerate(view.sides)}
        for argument in sorted(view.arguments, key=lambda a: places.get(a.side, len(places))):
            line = _words(f"{argument.points:>2}/10 ", "bold")
            line.append_text(_words(f"{wording.label(argument.side)} ", self._colour(argument.side)))
            line.append_text(_words(argument.summary))
            lines.append(line)
        return lines

    def _colour(self, side: str) -> str:
        sides = self._view.sides
        return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else ""

    # --- what moves

    def _draw(self) -> RenderableType:
        view, text, slot_id = self._view, self._text, self._slot
        width = self.console.width
        parts: list[RenderableType] = []
        if text:
            parts.append(self._panel(view, text, slot_id, width))
        parts += [_bar(view, width), self._status(view, width)]
        return Group(*parts)

    def _panel(self, view: DebateView, text: str, slot_id: str, width: int) -> Panel:
        slot = _slot(view, slot_id)
        room = max(2, min(TAIL, self.console.height - 5))
        lines = _words(texts.canonical(text)).wrap(self.console, max(10, width - 4))
        tail = Text("\n").join(lines[-room:])
        if slot is None:
            title, colour = "CHAIR", ""
        else:
            title = f"{wording.label(slot.side)} ({slot.seat}) · {slot.phase}" if slot.side else slot.seat.upper()
            colour = self._colour(slot.side)
        said = wording.length(texts.words(text), slot)
        return Panel(
            tail, box=ROUNDED, title=_words(terminal.fit(title, width - 6)), title_align="left", subtitle=_words(said),
            subtitle_align="right", border_style=colour or "none", width=width,
        )  # fmt: skip

    def _status(self, view: DebateView, width: int) -> Text:
        seconds = int(time.monotonic() - self._began)
        cap = view.setup.limits.budget if view.setup else None
        cost = phrases.cost(view.usage) if view.usage.calls else phrases.money(Decimal(0))
        parts = [
            *([] if self._text else [self._activity]), wording.progress(view), f"{seconds // 60}:{seconds % 60:02}",
            f"{wording.short(view.usage.input + view.usage.output)} tokens",
            f"{cost}/{phrases.money(cap)}" if cap else cost,
        ]  # fmt: skip
        line = " · ".join(filter(None, parts))
        return _words(terminal.fit(line, width - 1), "dim")


def _words(text: str, style: str = "") -> Text:
    """Text as it is: safe, and nothing in it means anything to Rich."""
    return Text(terminal.safe(text), style=style)


def _slot(view: DebateView, id: str) -> Slot | None:
    return next((slot for slot in view.slots if slot.id == id), None)


def _introduced(event: Event) -> bool:
    return isinstance(event, ModeratorActed) and event.action == "introduce"


def _bar(view: DebateView, width: int) -> Text:
    """The phases; in a narrow terminal only the current one by name."""
    phases = wording.phases(view)
    if terminal.cells("  ".join(f"● {name}" for name, _ in phases)) < width:
        shown = [(f"{SYMBOLS[state]} {name}", STYLES[state]) for name, state in phases]
        gap = "  "
    else:
        shown = [
            (f"{SYMBOLS[state]} {name} " if state == "now" else SYMBOLS[state], STYLES[state]) for name, state in phases
        ]
        gap = ""
    if len(phases) > width - 20:
        shown = [(f"{SYMBOLS[state]} {name}", STYLES[state]) for name, state in phases if state == "now"]
    bar = Text()
    for n, (text, style) in enumerate(shown):
        bar.append(terminal.safe(gap * (n > 0) + text), style=style)
    bar.truncate(width - 1, overflow="ellipsis")
    return bar


def _activity(event: Event, view: DebateView) -> str:
    """What goes on now, for the status line."""
    match event:
        case DebateCreated():
            return "inventing a motion" if view.motion is None else "getting ready"
        case DebateStarted() | DebateResumed():
            return "getting ready"
        case TopicGenerated():
            return "getting ready"
        case TurnStarted(seat=seat, side=side):
            return f"{wording.label(side) or seat} has the floor"
        case VoteOpened():
            return "the audience votes"
        case TurnPublished() | TurnForfeited() if view.next_slot is None:
            return "the judges deliberate"
        case DebatePaused():
            return "paused"
        case _:
            return ""
