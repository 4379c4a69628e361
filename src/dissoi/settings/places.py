"""Where settings stand: the project's and the user's ``dissoi.toml``, ``.env``, the user's folders; and their text.

Reads files, understands none of their keys.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from dissoi.errors import ConfigError

FILE_NAME = "dissoi.toml"
SIZE_LIMIT = 256 * 1024
"""Bytes of a settings file."""

_ASSIGNMENT = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\n]*))""", re.M | re.S
)


def dotenv(cwd: Path) -> dict[str, str]:
    """The assignments of ``.env`` in ``cwd``; lines that are none belong to other tools. Quotes may span lines."""
    path = cwd / ".env"
    values: dict[str, str] = {}
    for name, single, double, bare in _ASSIGNMENT.findall(text_of(path)) if os.path.isfile(path) else ():
        escaped = re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), double, flags=re.S)
        values[name] = single or escaped or re.sub(r"(^|\s)#.*", "", bare).strip()
    return values


def environment(cwd: Path) -> dict[str, str]:
    """The process's environment with what ``.env`` in ``cwd`` adds to it."""
    return {**dotenv(cwd), **os.environ}


def project_file(cwd: Path, env: Mapping[str, str]) -> Path | None:
    """``dissoi.toml`` in ``cwd`` or a parent, up to a repository or the home folder.

    Without either above it only ``cwd`` counts: a file that a stranger left in ``/tmp`` is no project.
    """
    home = Path(env.get("HOME") or Path.home())
    folders: list[Path] = []
    for folder in (cwd, *cwd.parents):
        folders.append(folder)
        if folder == home or os.path.exists(folder / ".git"):
            break
    else:
        folders = [cwd]
    return next((f / FILE_NAME for f in folders if os.path.isfile(f / FILE_NAME)), None)


def user_file(env: Mapping[str, str]) -> Path:
    """Where the user's own ``dissoi.toml`` stands, if there is one."""
    return folder(env, "config") / FILE_NAME


def folder(env: Mapping[str, str], kind: Literal["config", "data"]) -> Path:
    """The user's folder for ``kind``: by the XDG rules where they hold, else as the platform has it."""
    xdg = env.get(f"XDG_{kind.upper()}_HOME", "")
    if os.path.isabs(xdg):
        return Path(xdg) / "dissoi"
    if sys.platform not in ("darwin", "win32"):
        return Path(env.get("HOME") or Path.home()) / {"config": ".config", "data": ".local/share"}[kind] / "dissoi"
    import platformdirs

    return Path(getattr(platformdirs, f"user_{kind}_dir")("dissoi", appauthor=False))


def document(path: Path) -> dict[str, Any]:
    """A settings file as data: JSON by its ending, else TOML. Raises ``ConfigError`` with ``file:line``."""
    import tomllib

    text = text_of(path)
    try:
        document = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        where = f"{path}:{line[1] if line else text.count(chr(10)) + 1}"
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise ConfigError(f"{where}: not valid TOML: {reason}.") from error
    except json.JSONDecodeError as error:
        raise ConfigError(f"{path}:{error.lineno}: not valid JSON: {error.msg}.") from error
    except ValueError as error:
        raise ConfigError(f"{path} holds a number of too many digits.") from error
    except RecursionError as error:
        raise ConfigError(f"{path} is nested too deeply to be read.") from error
    if not isinstance(document, dict):
        raise ConfigError(f"{path} must hold settings by name.")
    return cast("dict[str, Any]", document)


def text_of(path: Path) -> str:
    """The text of a file. Raises ``ConfigError`` if it cannot be read, is too large or is not UTF-8."""
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}).") from error
    if len(raw) > SIZE_LIMIT:
        raise ConfigError(f"{path} is larger than {SIZE_LIMIT // 1024} KiB.")
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start} does not belong there."
        raise ConfigError(message, hint="Save it as UTF-8.") from error
