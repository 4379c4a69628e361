"""Writes the parts of the documentation that would drift if people kept them: `make docs`; ``--check`` only compares.

A page marks such a part with ``<!-- generated:NAME -->`` and ``<!-- /generated -->``; what stands between is replaced
by what the function of that name in ``PARTS`` returns. A name that has no function, and a function that no page shows,
are faults. Not here: prose.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- generated:(?P<name>[a-z-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)
WIDTH = 100
"""Columns of the command help in the pages."""


def pages() -> list[Path]:
    """All pages that may hold generated parts."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def page_list() -> str:
    """Each page of docs/ with its first sentence."""
    return "\n".join(f"- [{title}]({path.name}): {first}" for path, title, first in _heads(ROOT / "docs"))


def decision_list() -> str:
    """Each decision note with its first sentence."""
    return "\n".join(f"- [{title}](decisions/{path.name})" for path, title, _ in _heads(ROOT / "docs" / "decisions"))


def _heads(folder: Path) -> Iterator[tuple[Path, str, str]]:
    for path in sorted(folder.glob("*.md")):
        if path.name != "index.md":
            title, _, rest = path.read_text("utf-8").removeprefix("# ").partition("\n")
            first = " ".join(rest.strip().split("\n\n")[0].split())
            yield path, title, re.split(r"(?<=[.:])\s", first)[0].rstrip(".:") + "."


def members(union: object) -> tuple[type[BaseModel], ...]:
    """The classes of an event union."""
    if get_origin(union) is Annotated:
        union = get_args(union)[0]
    return get_args(union)


def event_list() -> str:
    """Each stored event: its docstring and its fields."""
    from dissoi.record.events import Event

    return _events(members(Event))


def ephemeral_list() -> str:
    """Each event that is never stored."""
    from dissoi.record.events import Ephemeral

    return _events(members(Ephemeral))


def _events(classes: tuple[type[BaseModel], ...]) -> str:
    parts: list[str] = []
    for event in classes:
        names = [
            f"`{name}`" + ("" if field.is_required() else "?")
            for name, field in event.model_fields.items()
            if name != "type"
        ]
        fields = f"\n\nFields: {', '.join(names)}" if names else ""
        parts.append(f"### `{event.model_fields['type'].default}`\n\n{_prose(event)}{fields}")
    return "\n\n".join(parts)


def _prose(thing: object) -> str:
    return _code(inspect.getdoc(thing) or "")


def _code(text: str) -> str:
    """Docstrings mark code as reStructuredText does, pages as Markdown does."""
    return re.sub(r"``(.+?)``", r"`\1`", text)


def error_table() -> str:
    """The exception tree as a table; its words are those of the tree drawn in errors.py."""
    rows = [
        (f"`{cls}`", f"`{code}`", exit_code, status, _code(words))
        for cls, code, exit_code, status, words in drawn_errors()
    ]
    return table(("error", "code", "exit", "HTTP", "means"), rows)


def drawn_errors() -> list[tuple[str, ...]]:
    """(class, code, exit code, HTTP status, meaning) of each line of the tree in errors.py."""
    from dissoi import errors

    line = re.compile(r"(\w+Error)\s+(\S+)\s+exit (\d+)\s+HTTP (\d+)\s+(.+)")
    return [match.groups() for match in line.finditer(errors.__doc__ or "")]


def provider_table() -> str:
    """The kinds of provider failure, and which are tried again."""
    from dissoi.errors import RETRYABLE, ProviderKind

    kinds = get_args(ProviderKind)
    return table(("kind", "tried again"), [(f"`{kind}`", "yes" if kind in RETRYABLE else "no") for kind in kinds])


def settings_table() -> str:
    """Every setting: flag, variable, key, default."""
    from dissoi.settings import settings_table_markdown

    return settings_table_markdown()


def command_help() -> str:
    """What `--help` prints, for the program and each of its commands."""
    import click

    from dissoi.cli.app import dissoi

    def text(command: click.Command, context: click.Context) -> str:
        return f"```text\n{command.get_help(context).rstrip()}\n```"

    with click.Context(dissoi, info_name="dissoi", terminal_width=WIDTH, **dissoi.context_settings) as context:
        parts = [text(dissoi, context)]
        for name in dissoi.list_commands(context):
            command = dissoi.get_command(context, name)
            if command is not None and not command.hidden:
                inner = click.Context(command, info_name=name, parent=context, terminal_width=WIDTH)
                parts.append(f"## dissoi {name}\n\n{text(command, inner)}")
    return "\n\n".join(parts)


@cache
def openapi() -> dict[str, Any]:
    """The document of the HTTP interface, from the routes as they are."""
    from dissoi.engine.session import Session
    from dissoi.settings import load
    from dissoi.web.app import create_app

    with TemporaryDirectory() as folder:
        settings = load({"home": folder}, {}, Path(folder))
        with Session(settings) as session:
            return create_app(session).openapi()


def openapi_text() -> str:
    return json.dumps(openapi(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def route_table() -> str:
    """Every route with the first sentence of its description."""
    rows = [
        (
            f"`{method.upper()} {path}`",
            _code(re.split(r"(?<=[.;])\s", " ".join(route["description"].split()))[0].rstrip(".;") + "."),
        )
        for path, methods in openapi()["paths"].items()
        for method, route in methods.items()
    ]
    return table(("route", "does"), rows)


PARTS: dict[str, Callable[[], str]] = {
    "commands": command_help,
    "decisions": decision_list,
    "ephemeral-events": ephemeral_list,
    "errors": error_table,
    "events": event_list,
    "pages": page_list,
    "provider-failures": provider_table,
    "routes": route_table,
    "settings": settings_table,
}

DOCUMENTS: dict[str, Callable[[], str]] = {"docs/openapi.json": openapi_text}
"""Files that are generated as a whole."""


def render(text: str) -> str:
    """``text`` with its generated parts as they should be. Raises ``KeyError`` for a part that has no function."""
    return BLOCK.sub(lambda match: f"{match[1]}\n{PARTS[match['name']]()}\n\n{match[3]}", text)


def main() -> None:
    check = "--check" in sys.argv[1:]
    faults: list[str] = []
    shown: set[str] = set()
    for page in pages():
        text = page.read_text("utf-8")
        names = {match["name"] for match in BLOCK.finditer(text)}
        shown |= names
        faults += [f"{page.name} asks for {name}, which scripts/docs.py does not make" for name in names - PARTS.keys()]
        if names <= PARTS.keys() and (wanted := render(text)) != text:
            if check:
                faults.append(f"{page.relative_to(ROOT)} is out of date: make docs")
            else:
                page.write_text(wanted, "utf-8")
    for name, made in DOCUMENTS.items():
        path = ROOT / name
        if (wanted := made()) != (path.read_text("utf-8") if path.exists() else ""):
            if check:
                faults.append(f"{name} is out of date: make docs")
            else:
                path.write_text(wanted, "utf-8")
    faults += [f"no page shows the generated part {name}" for name in sorted(PARTS.keys() - shown)]
    if faults:
        raise SystemExit("\n".join(faults))


if __name__ == "__main__":
    main()
