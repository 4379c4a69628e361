"""What a command prints of a debate, and the first line, which comes before anything slow is loaded.

Not here: the displays themselves (``display.py``, ``live.py``).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dissoi.cli import terminal
from dissoi.cli.options import Talk
from dissoi.errors import UsageError

if TYPE_CHECKING:
    from dissoi.cli.display import Display


def heading(motion: str, format: str) -> str:
    """The first line of every display."""
    return f'dissoi · "{motion}" · {format}' if motion else f"dissoi · inventing a motion · {format}"


@dataclass(frozen=True, slots=True)
class Output:
    """What a run prints: ``display`` as the setting has it, one document (``json``), or the log's lines (``jsonl``)."""

    display: str = "auto"
    json: bool = False
    jsonl: bool = False
    file: Path | None = None

    def __post_init__(self) -> None:
        if self.json and self.jsonl:
            raise UsageError("--json and --jsonl exclude each other.", hint="Give one of them.")

    @property
    def machine(self) -> bool:
        """Is stdout read by a program?"""
        return self.json or self.jsonl

    @property
    def silent(self) -> bool:
        """Does no transcript go to stdout?"""
        return self.machine or self.display == "none"

    def open(self) -> Display:
        from dissoi.cli.display import JsonLines, Nothing, Plain

        if self.jsonl:
            return JsonLines()
        if self.silent:
            return Nothing()
        if self.display == "plain" or (self.display == "auto" and terminal.wants_plain(os.environ)):
            return Plain()
        from dissoi.cli.live import Live

        return Live()

    def greet(self, text: str, talk: Talk) -> None:
        """The first line, at once: on stdout where the transcript goes there, else aside."""
        talk.note(text) if self.silent else terminal.say(f"{terminal.wrapped(text, terminal.width())}\n")
