"""The machine around a debate: signals, certificates, pipes, narrow terminals, and text that a terminal would obey."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, environment
from tests.field.conftest import Run, checked, pythonpath
from tests.field.kit import KEY, MOTION, by_role, debating, speech, view_of
from tests.wire import Answer, Call, Wire
from tests.wire import behaviours as does
from tests.wire.certificate import private_authority

OPENAI = ("-m", "openai:any", "--seed", "1")
NO_SIGNALS = """
import asyncio
def refuse(*_, **__):
    raise NotImplementedError
for loop in (asyncio.AbstractEventLoop, asyncio.SelectorEventLoop):
    loop.add_signal_handler = loop.remove_signal_handler = refuse
"""


@pytest.mark.parametrize("signals", [1, 2])
def test_ctrl_c_where_loops_know_no_signals(run: Run, wire: Wire, sound: Path, tmp_path: Path, signals: int) -> None:
    """C34: in the middle of a streamed speech Ctrl-C ends with 130 and a debate that can go on; the second one hangs
    up on the provider at once."""
    (tmp_path / "sitecustomize.py").write_text(NO_SIGNALS, "utf-8")
    wire.behaviour = by_role(speech=does.altered(debating, pace=0.05 if signals == 1 else 1, chunk=20))
    started = subprocess.Popen(
        [sys.executable, "-m", "dissoi", "debate", MOTION, *OPENAI],
        env=environment(sound, PYTHONPATH=pythonpath(tmp_path)), cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    while len(wire.calls) < 2:
        assert started.poll() is None, started.communicate()
        time.sleep(0.02)
    started.send_signal(signal.SIGINT)
    if signals == 2:
        assert started.stderr is not None
        next(line for line in started.stderr if "again to quit now" in line)
        started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=30)
    checked(Ran(started.returncode, out, err))
    assert started.returncode == 130, err
    assert "dissoi resume" in err
    assert wire.wait_until_idle(5)
    assert len(view_of(sound).turns) == 2 - signals
    wire.behaviour = debating
    assert run("resume", "last").code == 0
    assert view_of(sound).outcome == "verdict"


class TestCertificates:
    """C38: HTTPS behind a certificate authority of one's own."""

    @pytest.fixture
    def secure(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Wire, Path]]:
        context, trust = private_authority(tmp_path)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        with Wire(debating, tls=context) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
            yield server, trust

    def test_not_trusted(self, process: Run, secure: tuple[Wire, Path], sound: Path) -> None:
        """Without the certificate the first call ends it, with exit code 3 and the setting's name; with it, resume
        finishes the debate."""
        wire, trust = secure
        ran = process("debate", MOTION, *OPENAI)
        assert (ran.code, wire.calls) == (3, []), ran.err
        assert "certificate not trusted" in ran.err and "SSL_CERT_FILE" in ran.err
        assert not re.search(r"insecure|verify ?= ?false|disable", ran.err, re.I)
        done = process("resume", "last", SSL_CERT_FILE=str(trust))
        assert (done.code, view_of(sound).outcome) == (0, "verdict"), done.err

    @pytest.mark.parametrize("content", [None, b"no certificate"])
    def test_a_wrong_file(
        self,
        run: Run,
        secure: tuple[Wire, Path],
        tmp_path: Path,
        content: bytes | None,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A file that is missing or holds no certificate is refused before anything is asked."""
        wire, _ = secure
        path = tmp_path / "wrong.pem"
        if content is not None:
            path.write_bytes(content)
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        ran = run("debate", MOTION, *OPENAI)
        assert (ran.code, wire.calls, str(path) in ran.err) == (2, [], True), ran.err
        assert "SSL_CERT_FILE" in ran.err


def shell(home: Path, command: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    script = f"set -o pipefail; {command.format(dissoi=f'{sys.executable} -m dissoi')}"
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, cwd=folder, env=environment(home, **env), timeout=60
    )  # fmt: skip


@pytest.mark.parametrize("extra", ["", "--jsonl", "--json"])
def test_a_reader_who_leaves(run: Run, wire: Wire, sound: Path, tmp_path: Path, extra: str) -> None:
    """A closed pipe ends a run without a word; what was said stays, and the debate goes on with resume."""
    ran = shell(sound, f"{{dissoi}} debate '{MOTION}' {' '.join(OPENAI)} {extra} | head -c 20 >/dev/null", tmp_path)
    assert ran.returncode in (141, 0), ran.stderr
    assert "Traceback" not in ran.stderr and "Broken" not in ran.stderr and "error[" not in ran.stderr
    if view_of(sound).outcome is None:
        assert run("resume", "last").code == 0
    assert view_of(sound).outcome == "verdict"


def test_readers_who_leave_a_finished_debate(run: Run, wire: Wire, sound: Path, tmp_path: Path) -> None:
    """So does every command that prints."""
    assert run("debate", MOTION, *OPENAI).code == 0
    for command in ("show last", "export last -f json -o -"):
        ran = shell(sound, f"{{dissoi}} {command} | true", tmp_path)
        assert ran.returncode in (141, 0)
        assert ran.stderr == ""


EVIL = (
    "[/2] [red]loud[/red] [link=https://evil.example]x[/link] :boom: \x1b[31mRED\x1b[0m \x1b]8;;https://evil.example\x1b\\click"
    "\x1b]8;;\x1b\\ \x1b]0;title\x07 \x9b2J \x1b[2J <b>bold</b> `code` **stars** | pipe | {braces} %s"
)
LITERAL = ("[/2]", "[red]loud[/red]", "[link=https://evil.example]x[/link]", ":boom:", "<b>bold</b>", "{braces} %s")


def seen(home: Path, folder: Path, *args: str, columns: int) -> str:
    """What dissoi writes to a terminal of its own."""
    ours, theirs = pty.openpty()
    env = environment(home, COLUMNS=str(columns), LINES="24")
    started = subprocess.Popen(
        [sys.executable, "-m", "dissoi", *args], stdin=subprocess.DEVNULL, stdout=theirs,
        stderr=theirs, env=env, cwd=folder,
    )  # fmt: skip
    os.close(theirs)
    raw = b""
    while True:
        select.select([ours], [], [], 60)
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux's way of saying that the other end has closed
            break
        if not part:
            break
        raw += part
    os.close(ours)
    text = raw.decode(errors="replace")
    assert started.wait(60) == 0, text
    return text


@pytest.mark.parametrize(("display", "columns"), [("rich", 120), ("rich", 40), ("plain", 40)])
def test_text_that_a_terminal_would_obey(
    run: Run, wire: Wire, sound: Path, tmp_path: Path, display: str, columns: int
) -> None:
    """Markup, colours, links, titles and cursor moves of a model are shown as letters or not at all, live, stored and
    on paper, at any width."""

    def evil(call: Call) -> Answer:
        return Answer(text=f"{EVIL} {speech(call.text)}", chunk=5)

    wire.behaviour = by_role(speech=evil, introduce=evil, ballot=lambda call: _with(debating(call), EVIL))
    text = seen(sound, tmp_path, "debate", MOTION, *OPENAI, "--display", display, columns=columns)
    assert not re.search(r"\x1b\]|\x07|\x9b|\x1b\[2J", text)
    plain = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).split())
    for literal in LITERAL:
        assert literal in plain or (columns == 40 and literal.replace(" ", "") in plain.replace(" ", "")), literal
    if display == "plain":
        assert "\x1b" not in text
        assert max(len(line) for line in text.splitlines()) <= columns
    files = [path.read_bytes() for path in sound.rglob("*") if path.is_file()]
    assert not any(sequence in raw for raw in files for sequence in (b"\x1b[31m", b"\x1b]8;;", b"\x1b[2J"))
    assert (view_of(sound).turns[0].text or "").startswith("[/2] [red]loud[/red]")
    page = run("export", "last", "-o", "-").out
    assert "\x1b" not in page and "<b>" not in page and "](" not in page
    assert run("replay", "last").out.count("[/2]") >= 4


def _with(answer: Answer, text: str) -> Answer:
    form = json.loads(answer.text)
    return replace(answer, text=json.dumps({**form, "reasons": text}))


def test_a_narrow_terminal(run: Run, wire: Wire, sound: Path, tmp_path: Path) -> None:
    """Every reading command keeps to the width of a terminal of 40 columns."""
    assert run("debate", MOTION, *OPENAI).code == 0
    for command in (["show", "last"], ["list"], ["show", "last", "--calls"], ["show", "last", "--events"]):
        text = seen(sound, tmp_path, *command, columns=40)
        assert max(len(line) for line in text.splitlines()) <= 40, text
