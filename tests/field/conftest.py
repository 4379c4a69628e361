"""Fixtures of the field tests: a loopback provider with canaries in it, and dissoi run in this process or as one.

Each run is checked for what must always hold: a code of the contract, no traceback, no canary on either stream; and at
the end of each test every log and file of its home.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dissoi.cli import app
from dissoi.models import langchain, patience
from tests.cli.conftest import Ran, environment
from tests.field.kit import CANARY, KEY, assert_sound, debating
from tests.wire import Wire

CODES = (0, 2, 3, 4, 5, 130, 141)
Run = Callable[..., Ran]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """An OpenAI-compatible server that plays every role; ``-m openai:any`` finds it. Waits between tries are short."""
    langchain.forget()
    monkeypatch.setattr(patience, "BASE", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Wire(debating) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        yield server


@pytest.fixture
def wires(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """One server for four wires, and a key of its own for each."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", wire.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", f"{CANARY}anthropic-0123456789")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", wire.url)
    monkeypatch.setenv("GOOGLE_API_KEY", f"{CANARY}google-0123456789")
    monkeypatch.setenv("OLLAMA_HOST", wire.url)
    return wire


@pytest.fixture
def sound(home: Path) -> Iterator[Path]:
    """The home of this test, looked through when the test has ended."""
    yield home
    assert_sound(home)


def checked(ran: Ran) -> Ran:
    assert ran.code in CODES, ran.err
    for text in (ran.out, ran.err):
        assert "Traceback" not in text, text
        assert "error[internal]" not in text, text
        assert CANARY not in text, text
    assert ran.err.count("error[") <= 1, ran.err
    return ran


@pytest.fixture
def run(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """``run(*args)`` runs a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def here(*args: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["dissoi", *args])
        capfdbinary.readouterr()
        code = app.run(args)
        out, err = capfdbinary.readouterr()
        return checked(Ran(code, out.decode(), err.decode()))

    return here


@pytest.fixture
def process(sound: Path, tmp_path: Path) -> Run:
    """``process(*args, stdin=b"", **environment)`` runs dissoi as a process; ``popen`` = options of ``subprocess``."""

    def started(*args: str | bytes, stdin: bytes = b"", popen: dict[str, Any] | None = None, **env: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "dissoi", *args], input=stdin, capture_output=True, timeout=60, cwd=tmp_path,
            env=environment(sound, **env), **(popen or {}),
        )  # fmt: skip
        return checked(Ran(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")))

    return started


@pytest.fixture
def settings(tmp_path: Path) -> Callable[[str], None]:
    """``settings(text)`` writes the project's dissoi.toml."""

    def write(text: str) -> None:
        (tmp_path / "dissoi.toml").write_text(text, "utf-8")

    return write


def pythonpath(folder: Path) -> str:
    """PYTHONPATH with ``folder`` first."""
    return f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
