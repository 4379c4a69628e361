"""Ctrl-C: once stops after the step, twice quits at once; either way the debate goes on with resume."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dissoi.cli import main
from dissoi.cli.conduct import interruptible
from dissoi.cli.options import Talk
from dissoi.errors import StoppedError
from tests.cli.conftest import MOTION, Run, environment

SLOW = "scripted:demo?delay_ms=1500"
QUICK = ("-m", "scripted:demo")


def running(home: Path, model: str, **env: str) -> subprocess.Popen[str]:
    """A debate whose first speaker has just got the floor."""
    run = subprocess.Popen(
        [sys.executable, "-m", "dissoi", "debate", MOTION, "-m", model, "-m", "moderator=scripted:demo", "--seed", "1"],
        env=environment(home, **env), stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    assert run.stdout is not None
    for line in run.stdout:
        if "has the floor" in line:
            return run
    raise AssertionError(run.communicate()[1])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_once(home: Path, here: Run, number: signal.Signals) -> None:
    """The first signal lets the running speech end, pauses, exits with 130 and says how to go on."""
    run = running(home, SLOW)
    run.send_signal(number)
    out, err = run.communicate(timeout=30)
    assert run.returncode == 130, err
    assert "Stopping after this step (again to quit now)." in err
    assert "dissoi resume" in err
    assert "PRO (P) · opening" in out
    assert "CON (C) · rebuttal" not in out
    assert "paused" in here("list").out
    assert here("resume", "last", *QUICK).code == 0
    assert here("verify", "last").code == 0


def test_twice(home: Path, here: Run) -> None:
    """The second signal ends the run in the middle of the step; nothing that was said is lost."""
    run = running(home, "scripted:demo?delay_ms=60000")
    run.send_signal(signal.SIGINT)
    assert run.stderr is not None
    for line in run.stderr:
        if line.startswith("Stopping"):
            break
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 130, err
    assert "Traceback" not in err
    assert "Go on with: dissoi resume" in err
    assert here("resume", "last", *QUICK).code == 0
    assert here("verify", "last").code == 0


def test_a_loop_without_signal_handlers(home: Path, here: Run, tmp_path: Path) -> None:
    """Where the event loop cannot handle signals (Windows), Ctrl-C still leaves a debate that can go on."""
    (tmp_path / "sitecustomize.py").write_text(
        "import asyncio\n"
        "def refuse(*_, **__):\n    raise NotImplementedError\n"
        "asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = refuse\n"
        "asyncio.unix_events._UnixSelectorEventLoop.remove_signal_handler = refuse\n",
        "utf-8",
    )
    run = running(home, SLOW, PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 130, err
    assert "Stopping after this step" in err
    assert here("resume", "last", *QUICK).code == 0


def test_stopped_from_elsewhere(home: Path, here: Run) -> None:
    """``dissoi stop`` in another terminal ends a running debate, and the run there says so."""
    run = running(home, SLOW)
    assert here("stop", "last").code == 0
    _, err = run.communicate(timeout=30)
    assert (run.returncode, "stopped from elsewhere" in err) == (130, True), err


def test_taken_over(home: Path, here: Run) -> None:
    """When another process resumes a running debate, that one wins and the first says so with exit code 2."""
    run = running(home, SLOW)
    assert here("resume", "last", *QUICK).code == 0
    _, err = run.communicate(timeout=30)
    assert (run.returncode, err.count("error[conflict]")) == (2, 1), err
    assert here("verify", "last").code == 0


async def interrupted_twice() -> None:
    with interruptible(Talk()) as (stop, _):
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.wanted:  # noqa: ASYNC110 - the signal's handler sets a plain attribute
            await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.Event().wait()


async def test_while_getting_ready() -> None:
    """Before a debate runs, the first Ctrl-C is remembered, and the second ends the command with a typed error."""
    with pytest.raises(StoppedError, match="nothing was changed"):
        await interrupted_twice()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_before_the_command_line_is_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C while the program still loads ends it as ever: one word, no traceback, 130."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("dissoi.cli.app.run", interrupted)
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().err) == (130, "Interrupted.\n")
