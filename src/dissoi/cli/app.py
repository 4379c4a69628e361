"""The program: its commands, loaded by name when they are called, and what an error or an interruption looks like.

Exit codes: 0 done; 1 our bug; 2 usage or configuration; 3 provider, after retries; 4 budget or limit reached; 5 a
person is needed and may not be asked; 130 interrupted; 141 the reader of the output left (128 + SIGPIPE, as other
tools do). Not here: what the commands do.
"""

from __future__ import annotations

import errno
import importlib
import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from dissoi.cli import terminal
from dissoi.cli.options import Talk
from dissoi.errors import DissoiError

COMMANDS: dict[str, tuple[str, str]] = {
    "debate": ("dissoi.cli.debate", "debate"),
    "list": ("dissoi.cli.history", "list_debates"),
    "show": ("dissoi.cli.history", "show"),
    "replay": ("dissoi.cli.history", "replay"),
    "watch": ("dissoi.cli.watch", "watch"),
    "resume": ("dissoi.cli.branches", "resume"),
    "fork": ("dissoi.cli.branches", "fork"),
    "stop": ("dissoi.cli.branches", "stop"),
    "delete": ("dissoi.cli.branches", "delete"),
    "vote": ("dissoi.cli.vote", "vote"),
    "export": ("dissoi.cli.paper", "export"),
    "import": ("dissoi.cli.paper", "import_log"),
    "verify": ("dissoi.cli.paper", "verify"),
    "formats": ("dissoi.cli.setup", "formats"),
    "models": ("dissoi.cli.setup", "models"),
    "doctor": ("dissoi.cli.doctor", "doctor"),
    "config": ("dissoi.cli.setup", "config"),
    "serve": ("dissoi.cli.serve", "serve"),
    "token": ("dissoi.cli.token", "token"),
}
"""Name -> module and function, in the order of the help."""

_SETTING = re.compile(r"\bthe setting (\w+)\b")
"""How what is not the command line names a setting: whoever reads it on the page knows no flags."""
INTERRUPTED, PIPE_CLOSED = 130, 141
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class ReaderLeftError(Exception):
    """Whoever read our output has gone."""


class Commands(click.Group):
    """The commands of ``COMMANDS``: the module of one is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        return getattr(importlib.import_module(module), name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.exceptions.NoSuchCommand(args[0][:60], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """click ends the process on a broken pipe before we can: with code 1, as if it were a fault."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderLeftError from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dissoi", message="%(prog)s %(version)s")
def dissoi() -> None:
    """Debates between AI models and people.

    \b
    dissoi debate "Cities should ban private cars"
    dissoi show last
    """


def run(args: Sequence[str]) -> int:
    """Run one command line and return its exit code. Every error becomes one sentence on stderr."""
    terminal.prepare()
    talk = Talk()
    try:
        code: Any = dissoi.main(list(args), prog_name="dissoi", standalone_mode=False, obj=talk)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        return _misused(error)
    except DissoiError as error:
        report(error)
        return _traced(talk, error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        terminal.tell("Interrupted.")
        return INTERRUPTED
    except ReaderLeftError:
        _forget_stdout()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the last one to catch it; it is written down
        return _crashed(talk, error, args)


def report(error: DissoiError) -> None:
    """Say what happened, why, and what to do."""
    terminal.tell(f"error[{error.code}]: {error.message}")
    if error.hint:
        terminal.tell(f"  {_SETTING.sub(_flag, error.hint)}")


def _flag(found: re.Match[str]) -> str:
    """A setting that a hint names, as it is given here."""
    from dissoi.settings.layers import TABLE, spelt

    setting = TABLE.get(found[1])
    return found[0] if setting is None else spelt(setting)


def _misused(error: click.ClickException) -> int:
    terminal.tell(f"error[usage]: {error.format_message()}")
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f"Try {context.command_path} --help." if context else ""
    if isinstance(error, click.NoSuchOption) and _is_prose(sys.argv, error.option_name):
        hint = "Put -- before a text that begins with a dash."
    if hint:
        terminal.tell(f"  {hint}")
    return 2


def _is_prose(args: Sequence[str], option: str) -> bool:
    """Was the unknown option rather a sentence?"""
    return any(arg.startswith(option) and " " in arg for arg in args)


def _traced(talk: Talk, code: int) -> int:
    if talk.debug:
        terminal.tell(traceback.format_exc())
    return code


def _forget_stdout() -> None:
    """Nobody reads any more: what is still buffered must not fail again when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def _crashed(talk: Talk, error: Exception, args: Sequence[str]) -> int:
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        terminal.tell(f"error[output]: The output could not be written: {error.strerror}.")
        _forget_stdout()
        return _traced(talk, 2)
    terminal.tell(f"error[internal]: This is a bug in Dissoi: {type(error).__name__}: {str(error)[:200]}.")
    if talk.debug:
        return _traced(talk, 1)
    path = _written_down(error, args)
    terminal.tell(f"  The details are in {path}; please report them." if path else "  Run again with --debug.")
    return 1


def _written_down(error: Exception, args: Sequence[str]) -> Path | None:
    """Keep the traceback under the state home, else among temporary files; None if neither can be written."""
    now = datetime.now(UTC)
    head = (
        f"{now.isoformat()}  Python {platform.python_version()}  {platform.platform()}\ndissoi {' '.join(args)!r}\n\n"
    )
    text = head + "".join(traceback.format_exception(error))
    for folder in (_home, lambda: Path(tempfile.gettempdir())):
        try:
            path = folder() / f"dissoi-crash-{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", errors="replace")
        except (OSError, DissoiError):
            continue
        return path
    return None


def _home() -> Path:
    from dissoi.settings import load

    return load({}, os.environ, Path.cwd()).home / "crashes"
