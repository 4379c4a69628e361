"""``dissoi serve``: start the web application. Not here: serving (``web/serving.py``)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk


@click.command()
@options.settings_options(options.SERVE)
@options.config_option
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@options.common
@click.pass_obj
def serve(talk: Talk, config_file: Path | None, open_page: bool, **flags: Any) -> int:
    """Serve the web application.

    Debates run in it whatever browsers do, and those that were left unfinished go on. Ctrl-C stops it.
    """
    settings = options.settings(flags, config_file)
    serving: Any = importlib.import_module("dissoi.web.serving")  # faces do not depend on each other; this only starts
    return serving.serve(settings, _say(talk), ticket=_read_by_a_person(talk), open_page=open_page)


def _say(talk: Talk) -> Callable[[str], None]:
    """Lines of talk, none of them broken: they hold an address."""

    def say(line: str) -> None:
        if not talk.quiet:
            terminal.say(line, stream=sys.stderr)

    return say


def _read_by_a_person(talk: Talk) -> bool:
    """A ticket belongs on a screen, not in the log of a service."""
    return not talk.quiet and terminal.is_terminal(sys.stderr)
