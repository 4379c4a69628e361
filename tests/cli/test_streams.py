"""Pipes, encodings and imports: what a command writes where, what it needs to be loaded for it, and how it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dissoi.record.events import faults, parse_line
from tests.cli.conftest import MOTION, SCRIPTED, Run, environment

FRAMEWORKS = ("langchain", "langchain_core", "langgraph", "rich", "xllamacpp", "genai_prices", "alembic", "tenacity")


def start(home: Path, *args: str, **options: object) -> subprocess.Popen[bytes]:
    """dissoi as a process that goes on while the test looks."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "dissoi", *args], env=environment(home), **pipes)  # type: ignore[call-overload]


def test_a_pipe_gets_plain_text(process: Run) -> None:
    """In a pipe the transcript is on stdout without escape sequences, and talk is on stderr; -q silences the talk."""
    ran = process("debate", MOTION, *SCRIPTED)
    assert "\x1b" not in ran.out + ran.err
    assert "wins" in ran.out
    assert "dissoi show" in ran.err
    assert "dissoi show" not in ran.out
    assert process("show", "last", "-q").err == ""


def test_an_encoding_that_lacks_characters(process: Run, home: Path) -> None:
    """A terminal of cp1252 or ASCII gets the nearest plain characters and no error; data stays UTF-8 to the byte."""
    motion = "TH prefers → to ≠ 你好 été"
    ran = process("debate", motion, *SCRIPTED, PYTHONIOENCODING="cp1252")
    assert ran.code == 0, ran.err
    assert 'dissoi \ufffd "TH prefers > to ! ?? \ufffdt\ufffd"' in ran.out
    ascii_only = process("show", "last", PYTHONIOENCODING="ascii")
    assert (ascii_only.code, 'dissoi - "TH prefers > to ! ?? ete"' in ascii_only.out) == (0, True)
    lines = process("export", "last", "-f", "jsonl", "-o", "-", PYTHONIOENCODING="ascii").out.splitlines()
    assert faults(parse_line(line) for line in lines) == []
    assert motion in lines[0]


def test_a_locale_that_knows_only_ascii(process: Run) -> None:
    """What was typed in UTF-8 is kept whole where the locale says ASCII and Python may not overrule it."""
    motion = "TH prefers → to ≠ 你好 été"
    ran = process("debate", motion, *SCRIPTED, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (ran.code, "ete" in ran.out) == (0, True), ran.err
    assert f'"{motion}"' in process("show", "last", PYTHONIOENCODING="utf-8").out


def test_a_reader_that_leaves(home: Path, here: Run) -> None:
    """When the reader of a debate's output goes, the debate rests: no traceback, exit code 141, and it can go on."""
    with start(home, "debate", MOTION, "-m", "scripted:demo?delay_ms=100", "--seed", "1") as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline().startswith(b"dissoi")
        run.stdout.close()
        err = run.stderr.read().decode()
        run.wait(timeout=30)
    assert run.returncode == 141, err
    assert "Traceback" not in err
    assert "dissoi resume" in err
    assert here("resume", "last", "-m", "scripted:demo").code == 0
    assert here("verify", "last").code == 0


def test_a_list_whose_reader_leaves(held: Path) -> None:
    """Commands that only read end silently when nobody reads on."""
    with start(held, "export", "last", "-o", "-") as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 141


def test_no_room_for_the_output(held: Path) -> None:
    """Output that cannot be written is one sentence and exit code 2; a closed stdout is no error."""
    with open("/dev/full", "wb") as full, start(held, "show", "last", stdout=full) as run:
        assert run.stderr is not None
        err = run.stderr.read().decode()
    assert (run.returncode, err.startswith("error[output]"), "Traceback" in err) == (2, True, False)
    command = f'exec "{sys.executable}" -m dissoi list >&-'
    closed = subprocess.run(["sh", "-c", command], env=environment(held), capture_output=True, timeout=30)
    assert (closed.returncode, closed.stderr) == (0, b"")


def loaded(home: Path, *args: str) -> set[str]:
    """The top-level modules that a command line has loaded at its end."""
    code = (
        "import sys; from dissoi.cli.app import run; code = run(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, *args]
    done = subprocess.run(command, env=environment(home), capture_output=True, check=True, timeout=60, cwd=home)
    return set(done.stderr.decode().split())


@pytest.mark.parametrize(
    "args",
    [
        ["list"], ["show", "last"], ["show", "last", "--calls"], ["show", "last", "--events"], ["verify", "last"],
        ["export", "last", "-o", "-"], ["export", "last", "-o", "-", "-f", "json"], ["replay", "last"], ["formats"],
    ],
)  # fmt: skip
def test_reading_loads_no_framework(held: Path, args: list[str]) -> None:
    """Commands that only read load neither LangChain nor LangGraph nor Rich."""
    assert loaded(held, *args) & set(FRAMEWORKS) == set()


@pytest.mark.parametrize("args", [["--help"], ["debate", "--help"], ["show", "--help"], ["--version"]])
def test_help_loads_next_to_nothing(home: Path, args: list[str]) -> None:
    """Help needs neither the frameworks nor Pydantic, SQLAlchemy and asyncio."""
    heavy = {*FRAMEWORKS, "pydantic", "sqlalchemy", "asyncio"}
    assert loaded(home, *args) & heavy == set()


def test_the_first_line_comes_first(home: Path, tmp_path: Path) -> None:
    """A run writes its first line before it has loaded Pydantic, a database or a framework."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "dissoi", "debate", MOTION, *SCRIPTED],
        env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, cwd=tmp_path, check=True,
    )  # fmt: skip
    head, found, rest = done.stdout.decode().partition(f'dissoi · "{MOTION}" · deb8flow')
    assert found
    for name in ("pydantic", "sqlalchemy", "asyncio", "langgraph"):
        assert f"| {name}\n" not in head.replace(" ", "").replace("|", "| ")
        assert name in rest


def test_state_that_may_not_be_written(held: Path) -> None:
    """With a home that is read-only a debate is refused with exit code 2, while list and show still read."""
    prefix: list[str] = []
    if os.geteuid() == 0:  # root may write everywhere, unless it gives that right up
        if shutil.which("setpriv") is None:
            pytest.skip("root cannot be kept from writing without setpriv")
        rights = "-dac_override,-dac_read_search"
        prefix = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]
    for path in (held, *held.iterdir()):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        done: dict[str, int] = {}
        for args in (["debate", MOTION, *SCRIPTED], ["list"], ["show", "last"]):
            command = [*prefix, sys.executable, "-m", "dissoi", *args]
            ran = subprocess.run(command, env=environment(held), capture_output=True, timeout=60)
            assert b"Traceback" not in ran.stderr
            done[args[0]] = ran.returncode
        assert done == {"debate": 2, "list": 0, "show": 0}
    finally:
        for path in (held, *held.iterdir()):
            path.chmod(path.stat().st_mode | 0o200)
