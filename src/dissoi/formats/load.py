"""From a name or a path to a checked format: finds the file, follows ``base``, validates, lints.

Bundled formats are data of the package (``data/*.yaml``): adding one is adding a file. A remote caller must not make
this read files: faces that serve others pass ``files=False``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from dissoi.errors import FormatError, UnknownNameError
from dissoi.formats import source
from dissoi.formats.schema import Format
from dissoi.formats.source import Marks, Source
from dissoi.formats.timeline import expand

_SUFFIXES = (".yaml", ".yml")
_BASE_LIMIT = 10
_OWN = ("id", "name", "base")
"""Keys that name one format and are never inherited."""


def names(user_dir: Path | None = None) -> list[str]:
    """The names that ``load`` knows: bundled formats and the files of ``user_dir``, sorted."""
    return sorted({*_in_folder(_data()), *_in_folder(user_dir)})


def load(name_or_path: str | Path, *, user_dir: Path | None = None, files: bool = True) -> Format:
    """Load a format by name (bundled first, then ``user_dir/<name>.yaml``) or, if ``files``, from a path.

    A path ends in ``.yaml`` or ``.yml``, or has a separator in it. Raises ``UnknownNameError("format", …)`` for a name
    that nothing has, ``FormatError`` with ``file:line`` for a file that breaks a rule.
    """
    text = str(name_or_path)
    bundled = _in_folder(_data())
    if text in bundled:
        return _bundled(text)
    known = _in_folder(user_dir) | bundled
    if text in known:
        found = _Found(known[text], text)
    elif files and "\0" not in text and (isinstance(name_or_path, Path) or _is_path(text)):
        path = Path(os.path.expanduser(text))  # Path.expanduser raises where there is no home
        found = _Found(path, re.sub(r"[^\w-]+", "_", path.stem)[:40] or "format")
    else:
        is_file = files and len(text) < 200 and Path(text).is_file()
        hint = "A file is given by a path that ends in .yaml." if is_file else ""
        raise UnknownNameError("format", text[:80], known, hint=hint)
    return _checked(found, user_dir)


@cache  # YAML is slow, and these files do not change
def _bundled(name: str) -> Format:
    return _checked(_Found(_in_folder(_data())[name], name), None)


def _checked(found: _Found, user_dir: Path | None) -> Format:
    document = _inherit(found.path, user_dir, ())
    format = Format.of({"id": found.id, **document.data}, document.marks.at)
    expand(format, marks=document.marks)
    return format


@dataclass(frozen=True, slots=True)
class _Found:
    """A format file and the id it has unless it gives one."""

    path: Path
    id: str


def _is_path(text: str) -> bool:
    return text.endswith(_SUFFIXES) or "/" in text or os.sep in text


def _data() -> Path:
    """The folder of the bundled files (pip unpacks wheels, so that there is one)."""
    return Path(str(resources.files("dissoi.formats") / "data"))


def _in_folder(folder: Path | None) -> dict[str, Path]:
    if folder is None or not folder.is_dir():
        return {}
    return {p.stem: p for p in sorted(folder.iterdir()) if p.suffix in _SUFFIXES}


def _inherit(path: Path, user_dir: Path | None, chain: tuple[Path, ...]) -> Source:
    """The document of ``path``, and from its base every key that it does not give. ``key: null`` gives a key up."""
    own = source.read(path, path.name if path.parent == _data() else str(path))
    data, places = dict(own.data), dict(own.marks.places)
    base = data.pop("base", None)
    if base is not None:
        where = own.marks.at(("base",))
        chain = (*chain, path.resolve())
        parent_path = _base_file(base, path.parent, user_dir, where)
        if parent_path.resolve() in chain or len(chain) > _BASE_LIMIT:
            raise FormatError(f"base: {base} leads in a circle, or too far.", where=where)
        parent = _inherit(parent_path, user_dir, chain)
        copied = {k: v for k, v in parent.data.items() if k not in data and k not in _OWN}
        places |= {loc: at for loc, at in parent.marks.places.items() if loc and loc[0] in copied}
        data = copied | data
    return Source(data={k: v for k, v in data.items() if v is not None}, marks=Marks(own.marks.name, places))


def _base_file(base: Any, folder: Path, user_dir: Path | None, where: str) -> Path:
    """The file of a base: a bundled format, a file beside the one that names it, or one of ``user_dir``."""
    if not isinstance(base, str) or "/" in base or os.sep in base or "\0" in base:
        hint = "Give the name of a format, or of a file in the same folder."
        raise FormatError("base must be a name, not a path.", where=where, hint=hint)
    bundled, users = _in_folder(_data()), _in_folder(user_dir)
    if base in bundled:
        return bundled[base]
    for name in (base,) if base.endswith(_SUFFIXES) else (f"{base}{s}" for s in _SUFFIXES):
        if (folder / name).is_file():
            return folder / name
    if base in users:
        return users[base]
    error = UnknownNameError("format", base[:80], bundled | users)
    raise FormatError(error.message, where=where, hint=error.hint)
