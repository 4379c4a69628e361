"""``dissoi export``, ``import`` and ``verify``: a debate to paper, back again, and whether it is whole.

Not here: what a paper says (``export/``), the rules of a log (``record/events.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk
from dissoi.errors import StoreError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from dissoi.record.events import Sealed

LINE_LIMIT = 4 * 1024 * 1024
"""Bytes of one line of a log that is read; the longest event of a debate is far below."""
KINDS = ("markdown", "html", "json", "jsonl")


class VerificationError(UsageError):
    """A log that is not whole."""

    code = "verify"


@click.command()
@click.argument("ref", metavar="ID")
@click.option("-f", "--format", "kind", metavar="|".join(KINDS), help="Default: by the ending of FILE, else markdown.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="- is standard output. Default: a name made from motion and id, in this folder.",
)
@options.common
@click.pass_obj
def export(talk: Talk, ref: str, kind: str | None, output: str | None) -> int:
    """Write a debate to a file.

    Markdown or one HTML page for people, JSON for programs, JSON Lines to verify and import. A file that exists is
    never replaced.
    """
    from dissoi.cli.paper_files import kind_of, render, write, write_named
    from dissoi.engine.session import Session

    to_file = output is not None and output != "-"
    kind = _known(kind) if kind else (kind_of(Path(output)) if to_file and output else "markdown")
    with Session(options.settings()) as session:
        log = session.store.events(session.store.resolve(options.typed(ref, "ID")))
    if output == "-":
        terminal.data(render(log, kind).removesuffix("\n"))
        return 0
    path = write(log, kind, Path(output)) if output else write_named(log, kind, Path())
    terminal.say(str(path))
    return 0


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise UnknownNameError("export", kind, KINDS)
    return kind


@click.command("import")
@click.argument("file")
@options.common
@click.pass_obj
def import_log(talk: Talk, file: str) -> int:
    """Bring in a debate from JSON Lines.

    FILE may be -. Nothing is imported unless the log is whole.
    """
    import asyncio

    from dissoi.engine.branch import bring_in
    from dissoi.engine.session import Session

    with Session(options.settings()) as session, _opened(file) as stream:
        debate_id = asyncio.run(bring_in(session.store, _lines(stream, file)))
        events = session.store.row(debate_id).last_seq
    terminal.say(debate_id)
    talk.note(f"{events} events. dissoi show {debate_id}")
    return 0


@click.command()
@click.argument("ref", metavar="ID|FILE")
@options.common
@click.pass_obj
def verify(talk: Talk, ref: str) -> int:
    """Check that a debate is whole.

    Every event is there, in order and unchanged, and there is one end. FILE is JSON Lines; - is standard input.
    """
    name, found, events = _examined(options.typed(ref, "ID"))
    if found:
        for fault in found:
            terminal.say(fault)
        raise VerificationError(f"{name} is not whole: {len(found)} {'fault' if len(found) == 1 else 'faults'}.")
    terminal.say(f"{name} is whole: {events} events.")
    return 0


def _examined(ref: str) -> tuple[str, list[str], int]:
    """What was looked at, its faults, and how many events it has."""
    from dissoi.record.events import faults, parse_line

    if ref == "-" or Path(ref).is_file() or ref.endswith(".jsonl"):
        log: list[Sealed] = []
        unreadable: list[str] = []
        with _opened(ref) as stream:
            for number, line in enumerate(_lines(stream, ref), 1):
                if not line.strip():
                    continue
                try:
                    log.append(parse_line(line))
                except StoreError as error:
                    unreadable.append(f"line {number}: {error.message}")
        return "Standard input" if ref == "-" else ref, [*unreadable, *faults(log)], len(log)
    from dissoi.engine.session import Session

    with Session(options.settings()) as session:
        debate_id = session.store.resolve(ref)
        try:
            stored = session.store.events(debate_id)
        except StoreError as error:
            return f"Debate {debate_id}", [error.message], 0
    return f"Debate {debate_id}", faults(stored), len(stored)


class _opened:
    """The bytes of a file, or of standard input. Raises ``UsageError``."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._stream: BinaryIO | None = None

    def __enter__(self) -> BinaryIO:
        if self._file == "-":
            stdin: Any = sys.stdin
            return stdin.buffer
        try:
            self._stream = Path(self._file).open("rb")
        except OSError as error:
            raise UsageError(
                f"{self._file} cannot be read: {error.strerror}.", hint="Give a file of JSON Lines."
            ) from error
        return self._stream

    def __exit__(self, *_: object) -> None:
        if self._stream:
            self._stream.close()


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """All lines, blank ones too, so that their numbers are those of the file. Raises ``StoreError`` for what no log
    holds."""
    while line := stream.readline(LINE_LIMIT + 1):
        if len(line) > LINE_LIMIT:
            raise StoreError(f"{name} is no debate log: a line has more than {LINE_LIMIT // 1024 // 1024} MiB.")
        yield line
