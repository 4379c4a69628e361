"""The live view: what stays in the scrollback, what moves, at any width, and text that looks like markup."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from dissoi.cli.live import Live
from dissoi.cli.watcher import Watcher
from dissoi.engine.branch import resealed
from dissoi.engine.replay import paced
from dissoi.record.events import (
    ArgumentScored,
    ModeratorActed,
    Sealed,
    Token,
    TurnPublished,
    TurnStarted,
    VoteCast,
)  # fmt: skip
from dissoi.record.view import DebateView
from dissoi.store import open_store
from tests.cli.conftest import MOTION, environment

NASTY = "[bold red]loud[/] [/2] :boom: [link=x]\\[y] {z} %s <b> 你好，世界。 مرحبا (3/4) end"


def log_of(home: Path) -> list[Sealed]:
    store = open_store(f"sqlite:///{home / 'dissoi.db'}")
    try:
        return store.events(store.resolve("last"))
    finally:
        store.close()


def nasty(log: list[Sealed]) -> list[Sealed]:
    """The same debate with a text in every mouth that looks like markup."""
    events = []
    for envelope, _ in log:
        event = envelope.event
        if isinstance(event, TurnPublished | ModeratorActed) and event.text:
            event = event.model_copy(update={"text": NASTY})
        elif isinstance(event, ArgumentScored):
            event = event.model_copy(update={"argument": event.argument.model_copy(update={"summary": NASTY})})
        events.append(event)
    return resealed("nasty", events, [envelope.at for envelope, _ in log])


def shown(log: list[Sealed], width: int) -> str:
    """Everything that the live view writes to a terminal for a whole debate, without colours."""
    file = io.StringIO()
    console = Console(
        file=file, force_terminal=True, width=width, height=24, highlight=False, markup=False, emoji=False,
        no_color=True,
    )  # fmt: skip
    display = Live(console)
    watcher = Watcher(display)
    display.begin("nasty", DebateView())
    for _, item in paced(log, 1000):
        watcher(item)
    display.end(watcher.view)
    assert watcher.failure is None
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", file.getvalue())


@pytest.mark.parametrize("width", [40, 57, 80, 120, 200])
def test_any_width(held: Path, width: int) -> None:
    """No line is wider than the terminal, from 40 to 200 columns, in any script."""
    text = shown(nasty(log_of(held)), width)
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_text_is_text(held: Path) -> None:
    """Text that looks like markup, emoji codes or links is shown as it is."""
    assert NASTY in shown(nasty(log_of(held)), 200)


def test_scrollback_is_the_transcript(held: Path) -> None:
    """Every speech stays on the screen, whole and once, under a heading with its speaker and length."""
    log = log_of(held)
    text = " ".join(shown(log, 100).split())
    speeches = [e.event for e, _ in log if isinstance(e.event, TurnPublished) and e.event.side]
    assert len(speeches) == 6
    for speech in speeches:
        assert text.count(" ".join(speech.text.split())) == 1
        assert f"({speech.seat}) · " in text


def test_the_end_says_who_won(held: Path) -> None:
    """The end is a scoreboard of every judge, the arguments, each judge's reason and model, and the result."""
    end = shown(log_of(held), 100).split("judge ", 1)[1]
    for words in ("criterion", "judge.3", "engagement", "/10 PRO", "scripted:demo", "Ballots: pro"):
        assert words in end
    assert re.search(r"(pro|con) wins", end)


def test_the_region_shows_the_tail(held: Path) -> None:
    """The panel holds the end of the running speech with its words and limit; a reset empties it."""
    log = log_of(held)
    display = Live(Console(file=io.StringIO(), width=60, height=24, force_terminal=True))
    watcher = Watcher(display)
    for sealed in log:
        watcher(sealed)
        if isinstance(sealed[0].event, TurnStarted) and sealed[0].event.slot == "P_opening":
            break
    watcher(Token(slot="P_opening", role="P", text="word " * 150))
    watcher(Token(slot="P_opening", role="P", text="last words"))
    panel = _drawn(display)
    assert "last words" in panel
    assert "152/300 words" in panel
    assert "PRO (P) · opening" in panel
    assert "◐ opening" in panel
    assert len(panel.splitlines()) <= 12
    watcher(Token(slot="P_opening", role="P", text="anew", reset=True))
    assert "last words" not in _drawn(display)
    assert "1/300 words" in _drawn(display)


def _drawn(display: Live) -> str:
    console = Console(file=io.StringIO(), width=60, height=24)
    console.print(display._draw())  # pyright: ignore[reportPrivateUsage]
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_a_terminal_without_unicode(held: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On an ASCII terminal the view has plain boxes and letters and nothing fails."""
    raw = io.BytesIO()
    from dissoi.cli import terminal

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", errors="strict"))
        terminal.prepare()
        display = Live(
            Console(file=sys.stdout, force_terminal=True, width=60, highlight=False, markup=False, emoji=False)
        )
        watcher = Watcher(display)
        display.begin("x", DebateView())
        for sealed in nasty(log_of(held)):
            watcher(sealed)
        display.end(watcher.view)
        sys.stdout.flush()
    assert watcher.failure is None
    text = raw.getvalue().decode("ascii")
    assert "+--" in text
    assert "??" in text


class Screen:
    """A real terminal (tmux) in which dissoi runs."""

    def __init__(self, home: Path, socket: Path) -> None:
        self._home, self._socket = home, socket

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, env=environment(self._home)).stdout.decode()

    def run(self, width: int, height: int, *args: str) -> None:
        """Run dissoi; ``code=N`` appears when it has ended."""
        quoted = " ".join(f"'{word}'" for word in (sys.executable, "-m", "dissoi", *args))
        shell = f"trap : INT; {quoted}; echo code=$?; sleep 600"
        self._tmux("new-session", "-d", "-x", str(width), "-y", str(height), "sh", "-c", shell)

    def type(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def wait(self, *words: str) -> str:
        """All that is there to be seen, scrollback too, once all words are. The test's timeout ends a vain wait."""
        while True:
            text = self._tmux("capture-pane", "-p", "-S", "-2000")
            if all(word in text for word in words):
                return text
            assert "code=" not in text, text
            time.sleep(0.05)

    def close(self) -> None:
        self._tmux("kill-server")


@pytest.fixture
def screen(home: Path, tmp_path: Path) -> Iterator[Screen]:
    if shutil.which("tmux") is None and not os.environ.get("CI"):
        pytest.skip("tmux is not installed")
    opened = Screen(home, tmp_path / "tmux")
    yield opened
    opened.close()


def test_a_debate_is_seen_live(screen: Screen) -> None:
    """In a terminal the speech streams in a panel above the phases; at the end only the transcript and result stay."""
    screen.run(80, 24, "debate", MOTION, "-m", "scripted:demo?delay_ms=600&chunk=24", "--seed", "1")
    moving = screen.wait("CON (C) · rebuttal", "╰─", "/300 words ─╯", "● opening", "◐ rebuttal", "○ verdict")
    assert "PRO (P) · opening" in moving
    ended = screen.wait(" wins", "code=0")
    assert "◐" not in ended
    assert "dissoi show" in ended


def test_a_person_votes(screen: Screen, home: Path) -> None:
    """Somebody at the terminal is asked while a ballot is open; the answer counts under their name."""
    screen.run(60, 30, "debate", MOTION, "-f", "nround", "--rounds", "1", "-m", "scripted:demo?words=30", "--seed", "1")
    screen.wait("Your vote (pro/con/tie/abstain; Enter abstains;")
    screen.type("prro", "Enter")
    screen.wait("Did you mean pro?")
    screen.type("con", "Enter")
    ended = screen.wait(" wins", "code=0")
    assert "votes con." in ended
    votes = [e.event for e, _ in log_of(home) if isinstance(e.event, VoteCast)]
    assert [(v.choice, v.simulated) for v in votes] == [("con", False)]


def test_ctrl_c_in_the_live_view(screen: Screen) -> None:
    """Ctrl-C in the live view says what it does, leaves the terminal clean and says how to go on."""
    screen.run(40, 24, "debate", MOTION, "-m", "scripted:demo?delay_ms=1500", "--seed", "1")
    screen.wait("◐ opening", "/300 words ─╯")
    screen.type("C-c")
    screen.wait("Stopping after this step (again to quit")
    ended = screen.wait("code=130", "dissoi resume")
    assert "╭" not in ended
