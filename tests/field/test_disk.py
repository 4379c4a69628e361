"""C36 and its kin: a home that cannot be written, a disk that is full, a database that is damaged."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import environment
from tests.field.conftest import Run
from tests.field.kit import MOTION, log_of, logs_of, view_of

SCRIPTED = ("-m", "scripted:demo", "--seed", "1")
LONG = ("-f", "nround", "--rounds", "5", *SCRIPTED)

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="capabilities and tmpfs are Linux's")


def powerless() -> None:
    """Take root's right to ignore modes from the process that is about to start: CAP_DAC_OVERRIDE, …_READ_SEARCH."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (1, 2):
            libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture
def locked(sound: Path) -> Iterator[Callable[[], None]]:
    """``locked()`` takes away the right to write from the home and its files, until the test ends."""
    paths = (sound, *sound.iterdir())

    def lock() -> None:
        for path in (*sound.iterdir(), sound):
            path.chmod(0o555 if path.is_dir() else 0o444)

    yield lock
    sound.chmod(0o755)
    for path in paths:
        if path.exists():
            path.chmod(0o755 if path.is_dir() else 0o644)


@linux
def test_a_home_that_cannot_be_written(process: Run, sound: Path, locked: Callable[[], None]) -> None:
    """C36: what reads still reads; what writes says path, owner and remedy in one sentence, with exit code 2."""
    assert process("debate", MOTION, *SCRIPTED, "-q").code == 0
    locked()
    quiet = {"preexec_fn": powerless}
    listed = process("list", popen=quiet)
    assert (listed.code, MOTION in listed.out) == (0, True), listed.err
    for args in (["show", "last"], ["verify", "last"], ["export", "last", "-o", "-"], ["show", "last", "--calls"]):
        assert process(*args, popen=quiet).code == 0
    for args in (["debate", MOTION, *SCRIPTED], ["fork", "last", "--at", "3", "--no-run"]):
        ran = process(*args, popen=quiet)
        assert (ran.code, ran.err.count("error[store]")) == (2, 1), ran.err
        assert str(sound) in ran.err
        assert "belongs to" in ran.err and "DISSOI_HOME" in ran.err
    doctor = process("doctor", popen=quiet)
    assert (doctor.code, "cannot be written" in doctor.out) == (2, True)


@linux
def test_a_fresh_home_that_cannot_be_written(process: Run, sound: Path, locked: Callable[[], None]) -> None:
    """C36: the same on a fresh volume that belongs to somebody else; nothing is left behind."""
    locked()
    ran = process("debate", MOTION, *SCRIPTED, popen={"preexec_fn": powerless})
    assert (ran.code, ran.err.count("error[store]")) == (2, 1), ran.err
    assert "permission denied" in ran.err and "belongs to" in ran.err
    assert process("list", popen={"preexec_fn": powerless}).code in (0, 2)
    assert list(sound.iterdir()) == []


@linux
def test_a_file_that_cannot_be_written(process: Run, sound: Path, locked: Callable[[], None]) -> None:
    """A read-only database in a folder that can be written is the same case."""
    assert process("debate", MOTION, *SCRIPTED, "-q").code == 0
    (sound / "dissoi.db").chmod(0o444)
    assert process("show", "last", popen={"preexec_fn": powerless}).code == 0
    ran = process("debate", MOTION, *SCRIPTED, popen={"preexec_fn": powerless})
    assert (ran.code, ran.err.count("error[store]"), "is read-only" in ran.err) == (2, 1, True), ran.err


@linux
def test_killed_and_then_locked(process: Run, sound: Path, locked: Callable[[], None]) -> None:
    """What a killed run left in the side file is read too, when nothing may be written."""
    killed = subprocess.run(
        [sys.executable, "-m", "dissoi", "debate", MOTION, *SCRIPTED, "-q"],
        env=environment(sound, DISSOI_CRASH_AT="append:9:after"), capture_output=True, cwd=sound.parent, timeout=60,
    )  # fmt: skip
    assert killed.returncode not in (0, 2), killed.stderr
    assert (sound / "dissoi.db-wal").stat().st_size > 0
    locked()
    ran = process("show", "last", "--events", popen={"preexec_fn": powerless})
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) > 5


def limited(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("kilobytes", [40, 140, 260])
def test_a_file_that_cannot_grow(process: Run, sound: Path, kilobytes: int) -> None:
    """A full disk, wherever it strikes, is one sentence and exit code 2; with room again resume loses nothing."""
    ran = process("debate", MOTION, *LONG, popen={"preexec_fn": limited(kilobytes * 1024)})
    assert (ran.code, ran.err.count("error[store]")) == (2, 1), ran.err
    assert "disk is full" in ran.err
    if not logs_of(sound):
        assert process("debate", MOTION, *LONG, "-q").code == 0
        return
    before = log_of(sound)
    done = process("resume", "last")
    assert done.code == 0, done.err
    assert log_of(sound)[: len(before)] == before
    assert view_of(sound).outcome in ("verdict", "draw")


def _may_mount() -> bool:
    command = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return shutil.which("unshare") is not None and subprocess.run(command, capture_output=True).returncode == 0


@linux
def test_a_disk_that_is_full(sound: Path, tmp_path: Path) -> None:
    """On a real full file system a run stops with one sentence, reading works, and freed space is enough to go on."""
    if not _may_mount():
        pytest.skip("this user may not mount a file system of its own")
    dissoi = f"'{sys.executable}' -m dissoi"
    args = " ".join(f"'{word}'" for word in ("debate", MOTION, *LONG))
    script = (
        f"mount -t tmpfs -o size=360k none '{sound}' && head -c 100000 /dev/zero > '{sound}/ballast'\n"
        f"{dissoi} {args} >/dev/null; echo code=$? >&2\n"
        f"{dissoi} list >&2; echo code=$? >&2\n"
        f"{dissoi} show last --events > before.txt; echo code=$? >&2\n"
        f"rm '{sound}/ballast'; mount -o remount,size=20m '{sound}'\n"
        f"{dissoi} resume last >/dev/null; echo code=$? >&2\n"
        f"{dissoi} show last --events > after.txt; {dissoi} verify last >&2; echo code=$? >&2\n"
    )
    ran = subprocess.run(
        ["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, cwd=tmp_path, env=environment(sound)
    )  # fmt: skip
    codes = [line for line in ran.stderr.splitlines() if line.startswith("code=")]
    assert codes == ["code=2", "code=0", "code=0", "code=0", "code=0"], ran.stderr
    assert ran.stderr.count("error[store]") == 1 and "disk is full" in ran.stderr
    assert "Traceback" not in ran.stderr
    before, after = ((tmp_path / name).read_text().splitlines() for name in ("before.txt", "after.txt"))
    assert 5 < len(before) < len(after) and after[: len(before)] == before


def test_an_export_on_a_full_disk(process: Run, sound: Path, tmp_path: Path) -> None:
    """An export that finds no room says so and leaves no part of a file behind."""
    assert process("debate", MOTION, *LONG, "-q").code == 0
    ran = process("export", "last", "-f", "json", popen={"preexec_fn": limited(40 * 1024)})  # SQLite needs 32 to read
    assert (ran.code, "could not be written" in ran.err) == (2, True), ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["no database", "cut", "overwritten", "a row"])
def test_a_damaged_database(process: Run, run: Run, sound: Path, damage: str) -> None:
    """A damaged database is said in one sentence with exit code 2, by what reads and by what writes; it is never
    made anew over the old one, and a changed row does not verify."""
    assert run("debate", MOTION, *SCRIPTED, "-q").code == 0
    path = sound / "dissoi.db"
    raw = path.read_bytes()
    if damage == "no database":
        path.write_bytes(b"a letter to a friend " * 500)
    elif damage == "cut":
        path.write_bytes(raw[: len(raw) // 2])
    elif damage == "overwritten":
        path.write_bytes(raw[:4096] + b"\xff" * (len(raw) - 4096))
    else:
        with sqlite3.connect(path) as connection:
            for (trigger,) in connection.execute("select name from sqlite_master where type = 'trigger'").fetchall():
                connection.execute(f"drop trigger {trigger}")
            connection.execute("update events set body = replace(body, 'the', 'teh') where type = 'turn.published'")
        connection.close()
        assert run("verify", "last").code == 2
        path.unlink()
        return
    spoilt = path.read_bytes()
    for args in (["list"], ["show", "last"], ["debate", MOTION, *SCRIPTED], ["resume", "last"], ["verify", "last"]):
        ran = run(*args)
        assert (ran.code, ran.err.count("error[")) == (2, 1), (args, ran.err)
        assert "damaged" in ran.err or "not a database" in ran.err
    assert path.read_bytes()[: len(spoilt)] == spoilt
    assert run("doctor").code == 2
    path.unlink()
