"""C22, C30: branches that hold their own, and names of files that every system can hold."""

from __future__ import annotations

import json
from pathlib import Path

from dissoi.record.events import TurnPublished
from tests.field.conftest import Run
from tests.field.kit import MOTION, by_role, debating, log_of, logs_of, speech
from tests.web.logs import lines, rehashed
from tests.wire import Answer, Wire

OPENAI = ("-m", "openai:any", "--seed", "1")


def test_forks_hold_their_own(run: Run, wire: Wire, sound: Path) -> None:
    """C22: two forks at one event each go their own way; nothing of the first course is in their prompts or journal,
    and the parent is the same to the byte."""
    said: list[str] = ["first"]
    wire.behaviour = by_role(speech=lambda call: Answer(text=f"{speech(call.text + said[0])} Course {said[0]}."))
    assert run("debate", MOTION, *OPENAI).code == 0
    (parent,) = logs_of(sound)
    whole = run("export", parent, "-f", "jsonl", "-o", "-").out
    seq = next(e.seq for e, _ in log_of(sound) if isinstance(e.event, TurnPublished))
    calls = run("show", parent, "--calls", "--json").out

    for course in ("second", "third"):
        said[0], before = course, len(wire.calls)
        ran = run("fork", parent, "--at", str(seq), "--seed", "1", "--jsonl")
        assert ran.code == 0, ran.err
        fork = json.loads(ran.out.splitlines()[0])["debate_id"]
        texts = [t.text for t in _turns(sound, fork)]
        assert "Course first." in texts[0]
        assert all(f"Course {course}." in text for text in texts[1:])
        assert len(wire.calls) - before == 3 + 2
        for call in wire.calls[before:]:
            assert call.text.count("Course first.") == 1
        assert run("verify", fork).code == 0
    assert run("export", parent, "-f", "jsonl", "-o", "-").out == whole
    assert run("show", parent, "--calls", "--json").out == calls


def _elsewhere(path: Path, address: str) -> None:
    """A log of half a debate, written to ``path``, whose setup sends all calls to ``address``."""
    log = lines("deb8flow")[:6]
    log[0]["event"]["setup"]["models"] = {"default": {"model": "openai:any", "base_url": address}}
    path.write_bytes(rehashed(log))


def test_a_log_from_elsewhere_sends_no_key(run: Run, wire: Wire, tmp_path: Path) -> None:
    """An address that only an imported log names is asked for nothing, whether the debate is resumed, forked or forked
    again: it would be sent the key. With a model of one's own, the debate goes on at one's own address."""
    with Wire(debating) as theirs:
        _elsewhere(tmp_path / "log.jsonl", theirs.openai_url)
        assert run("import", "log.jsonl").code == 0
        copy = run("fork", "elsewhere", "--at", "4", "--no-run", "-m", "scripted:demo")
        assert copy.code == 0, copy.err
        for line in (
            ("resume", "elsewhere"), ("resume", "elsewhere", "-m", "judge=scripted:demo"),
            ("fork", "elsewhere", "--at", "4"), ("fork", "elsewhere", "--at", "4", "--no-run"),
        ):  # fmt: skip
            ran = run(*line)
            assert (ran.code, "came from elsewhere" in ran.err) == (2, True), (line, ran.err)
        ran = run("resume", "elsewhere", "-m", "openai:any")
        assert ran.code == 0, ran.err
        assert (theirs.calls, len(wire.calls) > 0) == ([], True)
        assert run("resume", copy.out.strip()).code == 0


def test_an_address_of_ones_own_goes_on(run: Run, wire: Wire, tmp_path: Path) -> None:
    """An imported debate goes on at an address that the settings give to its provider; a debate that began here does
    at the address that it began with, whatever the settings say now."""
    with Wire(debating) as own:
        settings = tmp_path / "dissoi.toml"
        settings.write_text(f'[models.default]\nmodel = "openai:any"\nbase_url = "{own.openai_url}"\n')
        _elsewhere(tmp_path / "log.jsonl", own.openai_url)
        assert run("import", "log.jsonl").code == 0
        assert run("resume", "elsewhere").code == 0
        heard = len(own.calls)
        assert run("debate", MOTION, "--max-calls", "2").code == 4
        settings.unlink()
        assert run("resume", "last", "--max-calls", "none").code == 0
        assert (heard > 0, len(own.calls) > heard + 2, wire.calls) == (True, True, [])


def _turns(home: Path, debate_id: str) -> list[TurnPublished]:
    return [e.event for e, _ in logs_of(home)[debate_id] if isinstance(e.event, TurnPublished)]


def test_votes_stay_with_their_branch(run: Run, wire: Wire, sound: Path) -> None:
    """C22 for a person's part so far: each fork waits for its own vote and never counts its parent's."""
    assert run("debate", MOTION, "-f", "nround", "--rounds", "1", *OPENAI).code == 0
    (parent,) = logs_of(sound)
    seq = next(e.seq for e, _ in log_of(sound) if e.event.type == "vote.opened") - 2
    counts = {}
    for choice in ("pro", "con"):
        made = run("fork", parent, "--at", str(seq), "--no-run").out.strip()
        assert run("vote", made, choice, "--as", "Ada").code == 0
        assert run("resume", made).code == 0
        closed = next(e.event for e, _ in logs_of(sound)[made] if e.event.type == "vote.closed")
        counts[choice] = closed.counts
    assert counts == {"pro": {"pro": 1, "con": 0, "tie": 0}, "con": {"pro": 0, "con": 1, "tie": 0}}


HARD = [
    "Con", "aux.txt", "NUL: ban it?", "ห้ามรถยนต์ส่วนตัวในเมือง" * 4, "../../x", "a/b\\c*?\"<>|.", "ends in a dot.",
    " com1 ", "---", "?", "🚲🚲🚲", "İstanbul ǅ", "a\u0301" * 150,
]  # fmt: skip
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def test_names_of_files(run: Run, sound: Path, tmp_path: Path) -> None:
    """C30: whatever the motion, the exported file has a portable name of at most 255 bytes inside this folder, and two
    exports never share a file."""
    written: list[Path] = []
    for motion in [*HARD, HARD[0]]:
        made = run("debate", "-m", "scripted:demo?words=20", "--seed", "1", "--max-calls", "0", "--", motion)
        assert made.code == 4, made.err
        for kind in ("markdown", "json", "jsonl", "markdown"):
            ran = run("export", "last", "-f", kind)
            assert ran.code == 0, ran.err
            written.append(tmp_path / ran.out.removesuffix("\n"))
    assert len({path.name.lower() for path in written}) == len(written) == len(list(tmp_path.iterdir()))
    for path in written:
        assert path.is_file() and path.resolve().parent == tmp_path.resolve()
        assert len(path.name.encode()) <= 255
        assert path.name.split(".")[0].lower() not in DEVICES
        assert not set(path.name) & set('<>:"/\\|?*') and path.name.isprintable()
        assert path.name[0] not in ".- " and path.name[-1] not in ". "
