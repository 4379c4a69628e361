"""``dissoi doctor``: what is wrong on this machine, and what to do about it. Calls no model and no provider."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk
from dissoi.errors import DissoiError
from dissoi.settings import Settings

RECENT = 5
"""Debates whose calls are looked through for what their models would not take."""
SIGNS = {"ok": "✓", "note": "·", "wrong": "✗"}


@dataclass(frozen=True, slots=True)
class Finding:
    """``note``: worth knowing, nothing is wrong; ``wrong``: something will fail."""

    about: str
    state: Literal["ok", "note", "wrong"]
    words: str
    remedy: str = ""


@click.command()
@options.json_option
@options.common
@click.pass_obj
def doctor(talk: Talk, as_json: bool) -> int:
    """Say what is wrong on this machine.

    Checks Python, state, database, models and terminal. Exit code 2 if something is wrong.
    """
    from dissoi.cli.history import json_text

    settings = options.settings()
    checks = (_python, _home, _database, _local, _providers, _terminal)
    found = [finding for check in checks for finding in check(settings)]
    if as_json:
        terminal.data(json_text({"schema_version": 1, "findings": [asdict(f) for f in found]}))
    else:
        for f in found:
            terminal.say(f"{SIGNS[f.state]} {f.about}: {f.words}")
            if f.remedy:
                terminal.say(f"    {f.remedy}")
    return 2 if any(f.state == "wrong" for f in found) else 0


Check = Callable[[Settings], Iterator[Finding]]


def _python(settings: Settings) -> Iterator[Finding]:
    from importlib.metadata import version

    yield Finding("dissoi", "ok", f"{version('dissoi')} on Python {platform.python_version()}, {platform.system()}")


def _home(settings: Settings) -> Iterator[Finding]:
    home = settings.home
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    if os.access(there, os.W_OK | os.X_OK) and there.is_dir():
        yield Finding("state", "ok", f"{home} can be written")
    else:
        owner = _owner(there)
        yield Finding("state", "wrong", f"{home} cannot be written ({owner})", "Make it yours, or set DISSOI_HOME.")


def _owner(path: Path) -> str:
    try:
        return f"{path} belongs to {path.owner()}"
    except (KeyError, NotImplementedError, OSError):
        return f"{path} belongs to somebody else"


def _database(settings: Settings) -> Iterator[Finding]:
    from dissoi.store import open_store

    url = settings.database_url
    if url.startswith("sqlite") and not Path(url.removeprefix("sqlite:///")).exists():
        yield Finding("database", "note", f"{settings.database} is made by the first debate")
        return
    try:
        store = open_store(url, create=False)
        newest = store.debates(limit=RECENT)
        calls = [call for row in newest for call in store.calls(row.id)]
        store.close()
    except DissoiError as error:
        yield Finding("database", "wrong", error.message, error.hint)
        return
    last = f"; the newest debate is {newest[0].id}" if newest else "; no debate yet"
    yield Finding("database", "ok", f"{settings.database} opens{last}")
    notes = dict.fromkeys((call.model, note) for call in calls if call.usage for note in call.usage.notes)
    for model, note in notes:
        yield Finding("requests", "note", f"{model}: {note}")


def _local(settings: Settings) -> Iterator[Finding]:
    from dissoi.models import weights
    from dissoi.models.registry import providers

    env = terminal.environment()
    row = next(r for r in providers(env) if r.provider == "local")
    if not row.installed:
        yield Finding("local model", "note", "its engine is not installed", row.remedy)
        return
    try:
        path = weights.find(env)
    except DissoiError as error:
        yield Finding("local model", "wrong", error.message, error.hint)
        return
    if path is None:
        yield Finding("local model", "note", "its weights are fetched at the first use (93 MB)")
    else:
        yield Finding("local model", "ok", f"{path}")


def _providers(settings: Settings) -> Iterator[Finding]:
    from dissoi.cli.setup import state
    from dissoi.models.auto import choose_auto
    from dissoi.models.registry import providers

    env = terminal.environment()
    remote = [r for r in providers(env) if r.provider not in ("local", "scripted")]
    ready = [r.provider for r in remote if state(r, env) == "ready"]
    yield Finding("providers", "ok" if ready else "note", f"ready: {', '.join(ready) or 'none but local and scripted'}")
    for row in remote:
        if row.state == "not installed" and row.key_set:
            yield Finding(row.provider, "note", f"{row.key} is set, but the package is missing", row.remedy)
    name, reason = choose_auto(env, settings.auto)
    yield Finding("auto", "ok", f"{name} ({reason})")


def _terminal(settings: Settings) -> Iterator[Finding]:
    encoding = (sys.stdout.encoding or "unknown").lower()
    columns = terminal.width()
    shape = f"{columns} columns" if columns else "no terminal"
    display = "plain" if terminal.wants_plain(os.environ) else "rich"
    words = f"{encoding}, {shape}, display {display}"
    if encoding.replace("-", "") in ("utf8", "utf16"):
        yield Finding("terminal", "ok", words)
    else:
        yield Finding("terminal", "note", f"{words}; characters that it lacks are replaced", "Set PYTHONUTF8=1.")
