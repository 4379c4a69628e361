"""What tests of the command line share: running it as a process and in this one, and a home with debates in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dissoi.cli import app

MOTION = "Cities should ban private cars"
SCRIPTED = ("-m", "scripted:demo", "--seed", "1")


@dataclass(frozen=True)
class Ran:
    """What a command line came to."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def environment(home: Path, **more: str) -> dict[str, str]:
    """A process's environment with its state in ``home``; no terminal settings of whoever runs the tests."""
    kept = {k: v for k, v in os.environ.items() if k not in ("CI", "NO_COLOR", "COLUMNS", "TERM", "PYTHONIOENCODING")}
    return {**kept, "DISSOI_HOME": str(home), "TERM": "xterm-256color", **more}


@pytest.fixture
def process(home: Path, tmp_path: Path) -> Run:
    """``process(*args, stdin=b"", **environment)`` runs dissoi as a process in an empty folder."""

    def run(*args: str | bytes, stdin: bytes = b"", **env: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "dissoi", *args],
            input=stdin, capture_output=True, timeout=60, cwd=tmp_path, env=environment(home, **env),
        )  # fmt: skip
        return Ran(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    return run


@pytest.fixture
def here(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """``here(*args)`` runs a command line in this process: the same way in, without the start of an interpreter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["dissoi", *args])
        capfdbinary.readouterr()
        code = app.run(args)
        out, err = capfdbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run


@pytest.fixture(scope="session")
def _held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which one debate in rounds was held, with judges and listeners."""
    home = tmp_path_factory.mktemp("held")
    args = ["debate", MOTION, "-f", "nround", "--rounds", "1", "--judges", "3", "--listeners", "2", *SCRIPTED]
    subprocess.run(
        [sys.executable, "-m", "dissoi", *args, "-q"], check=True, capture_output=True, timeout=60, cwd=home,
        env=environment(home),
    )  # fmt: skip
    return home


@pytest.fixture
def held(_held: Path, home: Path) -> Path:
    """The home of this test, with that debate in it."""
    shutil.copytree(_held, home, dirs_exist_ok=True)
    return home
