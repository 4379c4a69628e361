"""Where a motion comes from on the command line: an argument, standard input, or a ``--config`` file.

Bytes become text here, or are refused in one sentence. Not here: what a motion may be (``record/setup.py``).
"""

from __future__ import annotations

import codecs
import sys
from typing import Any

from dissoi.cli import terminal
from dissoi.cli.options import prose
from dissoi.errors import MotionError
from dissoi.settings import Settings

READ_LIMIT = 64 * 1024
"""Bytes of standard input that are looked at: far more than a motion may have, far less than fills a memory."""


def given(argument: str | None, settings: Settings) -> str | None:
    """The motion's text, or None when one is to be invented. Raises ``MotionError``."""
    if argument == "-":
        return from_stdin()
    if argument is not None:
        return prose(argument, "The motion", MotionError)
    return settings.motion.get("text")


def from_stdin() -> str:
    if terminal.is_terminal(sys.stdin):
        terminal.tell("Type the motion, then Enter and Ctrl-D.")
    stream: Any = sys.stdin.buffer
    raw: bytes = stream.read(READ_LIMIT + 1)
    if len(raw) > READ_LIMIT:
        raise MotionError(
            f"The motion on standard input has more than {READ_LIMIT:,} bytes.",
            hint="Give one sentence; background goes into motion.info of a --config file.",
        )  # fmt: skip
    return decoded(raw)


def decoded(raw: bytes) -> str:
    """Text from bytes: UTF-8, or UTF-16 that says so by its byte order mark. Raises ``MotionError``."""
    encoding = "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        byte = f"0x{raw[error.start]:02x}" if error.start < len(raw) else "the end"
        raise MotionError(
            f"The motion on standard input is not {name}: byte {byte} at offset {error.start} does not belong there.",
            hint="Convert it first, for example: iconv -f WINDOWS-1252 -t UTF-8.",
        ) from error
