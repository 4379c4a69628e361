"""Exported logs as files: which kinds there are, their extensions, where they go.

Not here: what a document says (``export/``), the commands (``paper.py``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from dissoi.errors import ConflictError, UnknownNameError
from dissoi.export.names import file_name, write_new
from dissoi.record.events import Sealed
from dissoi.record.view import fold

EXTENSIONS = {"markdown": "md", "html": "html", "json": "json", "jsonl": "jsonl"}
"""Kinds of paper and how their files end."""
MOST = 1000
"""Files of one debate in one folder, numbered, before we think that something is wrong."""


def kind_of(path: Path) -> str:
    """The kind that a file's name asks for. Raises ``UnknownNameError``."""
    ending = path.suffix.lower().removeprefix(".")
    for kind, extension in EXTENSIONS.items():
        if ending in (kind, extension):
            return kind
    known = ", ".join(f".{extension}" for extension in EXTENSIONS.values())
    raise UnknownNameError("export", path.suffix or path.name, hint=f"A file ends in {known}; or use -f.")


def render(log: Sequence[Sealed], kind: str) -> str:
    """The paper as text. ``kind``: a key of ``EXTENSIONS``."""
    renderers: dict[str, Callable[[], Callable[[Sequence[Sealed]], str]]] = {
        "markdown": _markdown, "html": _html, "json": _json, "jsonl": _jsonl,
    }  # fmt: skip
    return renderers[kind]()(log)


def _markdown() -> Callable[[Sequence[Sealed]], str]:
    from dissoi.export import markdown

    return markdown.render


def _html() -> Callable[[Sequence[Sealed]], str]:
    from dissoi.export import page

    return page.render


def _json() -> Callable[[Sequence[Sealed]], str]:
    from dissoi.export import json as paper

    return paper.render


def _jsonl() -> Callable[[Sequence[Sealed]], str]:
    from dissoi.export import jsonl

    return jsonl.render


def document(log: Sequence[Sealed]) -> str:
    """What ``--json`` prints of one debate: one line."""
    from dissoi.export import json as paper

    return json.dumps(paper.document(log), ensure_ascii=False)


def write(log: Sequence[Sealed], kind: str, path: Path) -> Path:
    """Write the paper to ``path``, which must not exist. Raises ``ConflictError``, ``UsageError``."""
    return write_new(path, render(log, kind))


def write_named(log: Sequence[Sealed], kind: str, folder: Path) -> Path:
    """Write the paper under a portable name of its own; a number is added rather than a file replaced."""
    view = fold(envelope.event for envelope, _ in log)
    name = file_name(view.motion.text if view.motion else "", log[0][0].debate_id, EXTENSIONS[kind])
    first = folder / name
    text = render(log, kind)
    for path in (first, *(first.with_stem(f"{first.stem}-{n}") for n in range(2, MOST))):
        if not path.exists():
            return write_new(path, text)
    raise ConflictError(f"{first} and {MOST} more of its kind exist already.", hint="Give a name with -o.")
