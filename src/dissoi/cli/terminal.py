"""The terminal: what its streams can show, and text made safe for them. One place, so that no face forgets it.

Text from models, people and files is data: no escape sequence in it reaches a terminal, and no character that the
stream's encoding lacks ends the program. Not here: what is said (``wording.py``), tables, colours.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Mapping
from typing import Any, TextIO

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # all but tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction controls: they would reorder our own words
    "\ud800-\udfff]"
)
_JSON_CONTROLS = re.compile("[\x7f-\x9f]")

_ASCII = {
    "—": "-", "–": "-", "−": "-", "‑": "-", "·": "-", "•": "*", "●": "#", "◐": ">", "○": ".", "…": ".", "→": ">",
    "←": "<", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "≠": "!", "≤": "<", "≥": ">", "✓": "+", "✗": "x",
    "│": "|", "─": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ",
}  # fmt: skip
"""One character each, so that columns stay in line."""


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler: the nearest plain character, the letter without its accent, or a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_plain(char) for char in lacking), error.end


def _plain(char: str) -> str:
    if char in _ASCII:
        return _ASCII[char]
    letter = unicodedata.normalize("NFKD", char)[:1]
    return letter if letter.isascii() and letter.isprintable() else "?"


def prepare() -> None:
    """Make stdout and stderr unable to fail on a character. Call once, before the first output."""
    codecs.register_error("dissoi.plain", _replace)
    if sys.stdout is None or sys.stderr is None:  # closed by the caller (>&-): there is nowhere to write to
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="dissoi.plain")


def safe(text: str) -> str:
    """``text`` without characters that a terminal would obey."""
    return _CONTROLS.sub("", text)


def safe_json(text: str) -> str:
    """JSON with the control characters that JSON itself permits written as escapes: the same value."""
    return _JSON_CONTROLS.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def say(text: str = "", *, stream: TextIO | None = None) -> None:
    """Write one line (or several) of safe text, at once. ``stream``: stdout if absent."""
    out = stream or sys.stdout
    out.write(f"{safe(text)}\n")
    out.flush()


def tell(text: str) -> None:
    """Talk, not data: on stderr, broken at spaces where a terminal would break words."""
    say(wrapped(text, width(sys.stderr)), stream=sys.stderr)


def data(line: str) -> None:
    """A line of machine-readable data on stdout: UTF-8 whatever the terminal's encoding is, flushed."""
    raw: Any = getattr(sys.stdout, "buffer", None)
    if raw is None:
        say(line)
        return
    sys.stdout.flush()
    raw.write(f"{line}\n".encode(errors="replace"))
    raw.flush()


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def wants_plain(env: Mapping[str, str]) -> bool:
    """Should output be free of colour and motion? By the conventions NO_COLOR, TERM=dumb, CI, and for a pipe."""
    return bool(env.get("NO_COLOR") or env.get("CI")) or env.get("TERM", "") == "dumb" or not is_terminal(sys.stdout)


def person(no_input: bool) -> bool:
    """Is a person there who may be asked?"""
    return not no_input and sys.stdin is not None and is_terminal(sys.stdin) and is_terminal(sys.stderr)


def width(stream: TextIO | None = None) -> int | None:
    """Columns of the terminal on ``stream`` (stdout if absent); None for a pipe or file, where no line is broken."""
    if not is_terminal(stream or sys.stdout):
        return None
    return max(20, shutil.get_terminal_size().columns)


def cells(text: str) -> int:
    """Columns that ``text`` takes: wide characters two, marks that combine none."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200b\u200c\u200d\ufe0e\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """Cut ``text`` to ``columns`` with an ellipsis."""
    if cells(text) <= columns:
        return text
    used, kept = 0, ""
    for char in text:
        used += _cells(char)
        if used > columns - 1:
            break
        kept += char
    return f"{kept.rstrip()}…"


def wrapped(text: str, columns: int | None, *, indent: str = "") -> str:
    """Break the paragraphs of ``text`` at spaces to ``columns``; lines in scripts without spaces break anywhere."""
    if columns is None:
        return f"{indent}{text}" if indent else text
    room = max(10, columns - len(indent))
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if cells(paragraph) == len(paragraph):
            lines += textwrap.wrap(paragraph, room, break_on_hyphens=False) or [""]
        else:
            lines += _wide_lines(paragraph, room)
    return "\n".join(f"{indent}{line}" if line else "" for line in lines)


def _wide_lines(paragraph: str, room: int) -> list[str]:
    lines: list[str] = []
    line, used = "", 0
    for char in paragraph:
        step = _cells(char)
        if used + step > room:
            head, space, tail = line.rpartition(" ")
            line, rest = (head, tail) if space and cells(tail) < room // 2 else (line, "")
            lines.append(line)
            line, used = rest, cells(rest)
        line, used = line + char, used + step
    return [*lines, line]


def environment() -> dict[str, str]:
    """The process's environment with what ``.env`` in the working directory adds to it."""
    from pathlib import Path

    from dissoi import settings

    return settings.environment(Path.cwd())
