"""``dissoi formats``, ``models`` and ``config``: what there is and what is configured. Secrets appear by name only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import click

from dissoi.cli import options, terminal
from dissoi.cli.history import json_text
from dissoi.cli.options import Talk
from dissoi.settings import Settings

if TYPE_CHECKING:
    from dissoi.models.registry import Row


def say_table(head: list[str], rows: list[list[str]], right: str = "") -> None:
    from dissoi.cli.tables import table

    for line in table(head, rows, columns=terminal.width(), right=right, wrap=True):
        terminal.say(line)


@click.command()
@click.argument("name", required=False)
@click.option("--graph", is_flag=True, help="Print the steps of NAME as a Mermaid graph.")
@options.settings_options(("rounds",))
@options.json_option
@options.common
@click.pass_obj
def formats(talk: Talk, name: str | None, graph: bool, as_json: bool, **flags: Any) -> int:
    """List the formats, or show the timeline of one.

    NAME is a name or a YAML file.
    """
    from dissoi.formats.load import load, names

    settings = options.settings(flags)
    if name is None:
        if graph:
            raise click.UsageError("--graph needs the NAME of a format.", click.get_current_context())
        found = [load(known) for known in names()]
        if as_json:
            documents = [{"name": f.id, "title": f.title, "sides": list(f.sides)} for f in found]
            terminal.data(json_text({"schema_version": 1, "formats": documents}))
        else:
            say_table(["name", "title", "sides", "steps"], [_line(f) for f in found], right="lllr")
            talk.note("Timeline of one: dissoi formats NAME")
        return 0
    format = load(options.typed(name, "NAME"))
    if graph:
        from dissoi.graph.build import picture

        terminal.data(picture(format).rstrip())
    elif as_json:
        terminal.data(
            json_text({"schema_version": 1, "format": format.rules(), "timeline": _slots(format, settings.rounds)})
        )
    else:
        _show_format(format, settings.rounds)
    return 0


def _line(format: Any) -> list[str]:
    from dissoi.formats.timeline import expand

    return [format.id, format.title, " ".join(format.sides), str(len(expand(format)))]


def _variables(format: Any, rounds: int | None) -> dict[str, int]:
    return {} if rounds is None else {"rounds": rounds}


def _slots(format: Any, rounds: int | None) -> list[dict[str, Any]]:
    from dissoi.formats.timeline import expand

    return [slot.model_dump(mode="json") for slot in expand(format, _variables(format, rounds))]


def _show_format(format: Any, rounds: int | None) -> None:
    from dissoi.formats.timeline import expand, rows

    values = format.vars | _variables(format, rounds)
    named = ", ".join(f"{key} {value}" for key, value in values.items())
    terminal.say(f"{format.id} · {format.title}" + (f" · {named}" if named else "") + "\n")
    head = ["slot", "phase", "who", "side", "time", "words", "new arguments"]
    say_table(head, [list(row) for row in rows(expand(format, _variables(format, rounds)))], right="llllrrl")
    decides = ", then ".join(f"{d.by} (tie: {d.tie})" for d in format.decide)
    terminal.say(f"\nDecided by: {decides}.")


@click.command()
@options.json_option
@options.common
@click.pass_obj
def models(talk: Talk, as_json: bool) -> int:
    """List the providers of models, and what auto stands for."""
    from dissoi.models.auto import choose_auto
    from dissoi.models.registry import providers
    from dissoi.models.scripted import SCRIPTS

    env, prefer = terminal.environment(), options.settings().auto
    found, (name, reason) = providers(env), choose_auto(env, prefer)
    if as_json:
        rows = [{"provider": r.provider, "state": state(r, env), "key": r.key, "remedy": r.remedy} for r in found]
        document = {
            "schema_version": 1,
            "providers": rows,
            "scripted": SCRIPTS,
            "auto": {"model": name, "reason": reason, "list": list(prefer)},
        }
        terminal.data(json_text(document))
        return 0
    say_table(["provider", "state", "key", "to install"], [[r.provider, state(r, env), r.key, r.remedy] for r in found])
    terminal.say()
    say_table(["scripted", "plays"], [[f"scripted:{script}", what] for script, what in SCRIPTS.items()])
    terminal.say(f"\nauto is {name}: {reason}.")
    if prefer:
        terminal.say(f"Your list: {', '.join(prefer)}.")
    return 0


def state(row: Row, env: Mapping[str, str]) -> str:
    """The state of a provider; Ollama is ready only while it runs."""
    from dissoi.models.auto import ollama_models

    if row.provider == "ollama" and row.state == "ready" and not ollama_models(env):
        return "not running"
    return row.state


@click.command()
@options.config_option
@options.json_option
@options.common
@click.pass_obj
def config(talk: Talk, config_file: Any, as_json: bool) -> int:
    """Show every setting and where it comes from.

    Keys appear by name only.
    """
    from dissoi.settings import TABLE, secrets

    settings = options.settings({}, config_file)
    rows: list[tuple[str, str, str]] = []
    for name in TABLE:
        value: Any = settings.database if name == "database_url" else getattr(settings, name)
        if isinstance(value, dict):
            rows += _entries(settings, name)
        else:
            listed = ", ".join(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value
            text = "" if listed is None else str(listed)
            rows.append((name, text, settings.origin(name)))
    keys = secrets(terminal.environment())
    if as_json:
        values = [{"name": n, "value": v, "origin": o} for n, v, o in rows]
        terminal.data(json_text({"schema_version": 1, "settings": values, "secrets": keys}))
        return 0
    say_table(["setting", "value", "from"], [list(row) for row in rows])
    terminal.say()
    say_table(["key", "is"], [[name, "set" if there else "not set"] for name, there in keys.items()])
    return 0


def _entries(settings: Settings, name: str) -> list[tuple[str, str, str]]:
    """One row per role, side or model."""
    tables: dict[str, dict[str, Any]] = {"models": settings.models, "prices": settings.prices}
    shown: dict[str, str] = dict(settings.styles)
    if name in tables:
        shown = {key: ", ".join(_option(k, v) for k, v in table.items()) for key, table in tables[name].items()}
    return [(f"{name}.{key}", text, settings.origin(f"{name}.{key}")) for key, text in shown.items()]


def _option(name: str, value: Any) -> str:
    return str(value) if name == "model" else f"{name}={value}"
