"""C02: bytes that are no text, coming in and going out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.field.conftest import Run
from tests.field.kit import MOTION, by_role, debating, log_of, view_of
from tests.wire import Answer, Call, Wire

CP1252 = b"\x93For display\x94 caf\xe9"
SCRIPTED = ("-m", "scripted:demo?words=20", "--seed", "1")


def test_cp1252_on_standard_input(process: Run) -> None:
    """Curly quotes in cp1252 are refused with encoding and offset; no debate is made of them."""
    ran = process("debate", "-", *SCRIPTED, stdin=CP1252)
    assert ran.code == 2
    assert "is not UTF-8: byte 0x93 at offset 0" in ran.err
    assert process("list").out == ""


@pytest.mark.parametrize("name", ["mine.toml", "mine.json"])
def test_cp1252_in_a_settings_file(run: Run, tmp_path: Path, name: str) -> None:
    """A settings file in cp1252 is refused with file, encoding and offset."""
    (tmp_path / name).write_bytes(b'[motion]\ntext = "' + CP1252 + b'"\n')
    ran = run("debate", *SCRIPTED, "--config", name)
    assert ran.code == 2
    assert f"{name} is not UTF-8: byte 0x93 at offset 17" in ran.err
    assert run("list").out == ""


def test_cp1252_in_other_files(run: Run, tmp_path: Path) -> None:
    """So are a format, a log to import, a project file and an .env."""
    (tmp_path / "mine.yaml").write_bytes(b"id: mine\nname: " + CP1252 + b"\n")
    (tmp_path / "log.jsonl").write_bytes(b'{"motion": "' + CP1252 + b'"}\n')
    for args in (["debate", MOTION, "-f", "mine.yaml", *SCRIPTED], ["import", "log.jsonl"], ["verify", "log.jsonl"]):
        ran = run(*args)
        assert (ran.code, "error[" in ran.err) == (2, True), ran.err
    for name in (".env", "dissoi.toml"):
        (tmp_path / name).write_bytes(b'DISSOI_ABOUT="' + CP1252 + b'"\n')
        ran = run("debate", MOTION, *SCRIPTED)
        assert (ran.code, "is not UTF-8: byte 0x93 at offset 14" in ran.err) == (2, True), ran.err
        (tmp_path / name).unlink()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_a_stream_that_lacks_characters(process: Run, encoding: str) -> None:
    """Output never ends on a character that its encoding lacks: the nearest plain one stands in."""
    motion = "TH prefers → to ≠, café “quoted” 你好"
    ran = process("debate", motion, *SCRIPTED, PYTHONIOENCODING=encoding)
    assert ran.code == 0, ran.err
    assert "prefers > to !" in ran.out
    assert "TH prefers → to ≠" in process("list").out


def test_lines_for_programs_are_utf8_anywhere(process: Run, sound: Path) -> None:
    """``--jsonl`` is UTF-8 whatever the terminal's encoding is, and is the log."""
    ran = process("debate", "TH prefers → to ≠", *SCRIPTED, "--jsonl", PYTHONIOENCODING="cp1252")
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) == len(log_of(sound))
    assert "→ to ≠" in ran.out


def test_surrogates_from_a_model(run: Run, wire: Wire, sound: Path) -> None:
    """Lone surrogates, NUL and overrides that a server sends reach neither record nor the next prompt (F36)."""

    def odd(call: Call) -> Answer:
        text = f"\u202e{debating(call).text}\u0000\u2066 \ud83d"
        chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        lines = (f"data: {json.dumps(part)}\n\n".encode() for part in (chunk, end))
        return Answer(raw=b"".join(lines) + b"data: [DONE]\n\n", headers={"content-type": "text/event-stream"})

    wire.behaviour = by_role(speech=odd)
    ran = run("debate", MOTION, "-m", "openai:any", "--seed", "1")
    assert ran.code == 0, ran.err
    for turn in view_of(sound).turns:
        assert turn.text and turn.text.isprintable()
    for call in wire.calls:
        assert call.text.replace("\n", "").isprintable()
