"""Options that commands share, made from the one table of settings, and the words that a command says aside.

Not here: where a value comes from (``settings``); every value goes there as it was typed, so that flags, variables and
files are read by the same rules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from dissoi.cli import terminal
from dissoi.errors import UsageError
from dissoi.settings import TABLE, Setting, Settings, load

F = TypeVar("F", bound=Callable[..., Any])

_METAVARS = {
    "text": "TEXT", "integer": "N", "number": "N", "money": "USD", "models": "[ROLE=]MODEL", "styles": "SIDE=NAME",
    "hosts": "NAME",
}  # fmt: skip
LATER = ("refine", "max_revisions", "max_checks", "check")
"""Settings whose parts of the engine come later: accepted, so that the engine can say so, but not advertised."""


@dataclass
class Talk:
    """How much a command says on stderr beside its result, and whether errors show where they arose."""

    quiet: bool = False
    verbose: bool = False
    debug: bool = False

    def note(self, text: str) -> None:
        """Something worth knowing."""
        if not self.quiet:
            terminal.tell(text)

    def detail(self, text: str) -> None:
        """Something that only the curious want to know."""
        if self.verbose:
            terminal.tell(text)


def common(command: F) -> F:
    """Add ``-q``, ``-v`` and ``--debug``; the command gets a ``Talk`` by ``click.pass_obj``."""
    for flags, name, help in (
        (("--debug",), "debug", "Show where an error arose."),
        (("-v", "--verbose"), "verbose", "Say more on stderr."),
        (("-q", "--quiet"), "quiet", "Say nothing on stderr but errors."),
    ):
        command = click.option(*flags, name, is_flag=True, expose_value=False, callback=_keep, help=help)(command)
    return command


def _keep(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and parameter.name:
        setattr(context.ensure_object(Talk), parameter.name, True)


def settings_options(names: Sequence[str]) -> Callable[[F], F]:
    """Add the flags of these settings, in this order."""

    def add(command: F) -> F:
        for name in reversed(names):
            command = _option(TABLE[name])(command)
        return command

    return add


def _option(setting: Setting) -> Callable[[F], F]:
    hidden = setting.name in LATER
    help = f"{setting.help[0].upper()}{setting.help[1:]}."
    if setting.kind == "switch":
        return click.option(setting.flag, setting.name, is_flag=True, default=None, help=help, hidden=hidden)
    several = setting.kind in ("models", "styles", "hosts")
    metavar = "|".join(setting.choices) or _METAVARS[setting.kind]
    default = f" Default: {setting.default}." if setting.default not in (None, "", 0) and not several else ""
    return click.option(
        *setting.flag.split("/"), setting.name, metavar=metavar, multiple=several, help=help + default, hidden=hidden
    )


def _flags_of(command: str) -> tuple[str, ...]:
    return tuple(name for name, setting in TABLE.items() if setting.flag and setting.command == command)


DEBATE, SERVE = _flags_of("debate"), _flags_of("serve")
"""The settings that ``dissoi debate`` and ``dissoi serve`` take as flags."""


def config_option(command: F) -> F:
    return click.option(
        "--config", "config_file", metavar="FILE", type=click.Path(path_type=Path),
        help="TOML file with settings and a [motion].",
    )(command)  # fmt: skip


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def settings(flags: dict[str, Any] | None = None, config_file: Path | None = None) -> Settings:
    """The settings of this process with ``flags`` on top. Raises ``ConfigError``, ``UnknownNameError``."""
    flags = flags or {}
    for name, value in flags.items():
        texts = cast("tuple[Any, ...]", value if isinstance(value, tuple) else (value,))
        for text in texts:
            if isinstance(text, str):
                typed(text, TABLE[name].flag.split("/")[-1])
    if flags.get("about"):
        flags = {**flags, "about": prose(flags["about"], "--about")}
    return load(flags, os.environ, Path.cwd(), config_file)


def typed(text: str, what: str, error: type[UsageError] = UsageError) -> str:
    """Return ``text`` as it was typed. Raises ``error`` if it holds bytes that are no text."""
    raw = os.fsencode(text)
    try:
        raw.decode()
    except UnicodeDecodeError as odd:
        raise error(
            f"{what} is not UTF-8: byte 0x{raw[odd.start]:02x} at offset {odd.start} does not belong there.",
            hint="Check the encoding of your terminal or script.",
        ) from odd
    return text


def prose(text: str, what: str, error: type[UsageError] = UsageError) -> str:
    """``typed`` for what is read rather than opened: bytes that the locale (``LC_ALL=C``) has no characters for reach
    us as surrogates, which open the file of that name but are no text."""
    return os.fsencode(typed(text, what, error)).decode()
