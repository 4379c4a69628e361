"""Whatever a user gets wrong: one clear sentence, a code, the right exit code, and no debate left behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dissoi.cli import app
from dissoi.cli.motions import READ_LIMIT
from tests.cli.conftest import MOTION, SCRIPTED, Run


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["debate", "", *SCRIPTED], 2, "error[motion]: The motion is empty."),
        (["debate", " \t\n ", *SCRIPTED], 2, "error[motion]: The motion is empty."),
        (["debate", "\x00\x1b\x07", *SCRIPTED], 2, "error[motion]: The motion is empty."),
        (["debate", "x" * 501, *SCRIPTED], 2, "The motion has 501 characters; 500 are allowed."),
        (["debate", "hi", "-f", "nruond", *SCRIPTED], 2, "error[unknown.format]"),
        (["debate", "hi", "-f", "nruond", *SCRIPTED], 2, "Did you mean nround?"),
        (["debate", "hi", "-m", "scripted:demo", "-m", "juge=scripted:demo"], 2, "Did you mean judge?"),
        (["debate", "hi", "-m", "scripted:dmo"], 2, "Did you mean demo?"),
        (["debate", "hi", "-m", "opnai:gpt"], 2, "Did you mean openai:gpt?"),
        (["debate", "hi", "-m", "nothing"], 2, "error[config]: The model 'nothing' names no provider."),
        (["debate", "hi", "-m", "openai:gpt-5"], 3, "OPENAI_API_KEY is not set."),
        (["debate", "hi", *SCRIPTED, "--style", "pro=pasionate"], 2, "Did you mean passionate?"),
        (["debate", "hi", *SCRIPTED, "--style", "prro=academic"], 2, "error[unknown.side]"),
        (["debate", "hi", *SCRIPTED, "--rounds", "2"], 2, "has no rounds"),
        (["debate", "hi", *SCRIPTED, "--judges", "99"], 2, "--judges must be"),
        (["debate", "hi", *SCRIPTED, "--budget", "much"], 2, "--budget must be an amount in US dollars, not 'much'."),
        (["debate", "hi", *SCRIPTED, "--display", "ritch"], 2, "Did you mean rich?"),
        (["debate", "hi", *SCRIPTED, "--config", "nowhere.toml"], 2, "error[config]: nowhere.toml cannot be read"),
        (["debate", "hi", *SCRIPTED, "-o", "debate.pdf"], 2, "error[unknown.export]"),
        (["debate", "hi", *SCRIPTED, "-o", "no/such/folder/x.md"], 2, "There is no folder"),
        (["debate", "hi", *SCRIPTED, "--refine"], 2, "not part of this version yet"),
        (["debate", "hi", *SCRIPTED, "--refine"], 2, "Leave --refine out."),
        (["debate", "hi", *SCRIPTED, "--check", "note"], 2, "Let --check be off."),
        (["debate", "--", "--", *SCRIPTED], 2, "error[usage]"),
        (["debate", "--ban is bad", *SCRIPTED], 2, "Put -- before a text that begins with a dash."),
        (["debate", "hi", "--formt", "nround"], 2, "Did you mean '--format'?"),
        (["debat", "hi"], 2, "Did you mean 'debate'?"),
        (["debate", "hi", *SCRIPTED, "--seed", "-1"], 2, "from 0 to 9,223,372,036,854,775,807, not '-1'."),
        (["replay", "last", "--speed", "nan"], 2, "nan is not a number."),
        (["show", "nosuch"], 2, "error[unknown.debate]"),
        (["show", "last"], 2, "There is no last debate"),
        (["export", "last", "-f", "markdwon"], 2, "Did you mean markdown?"),
        (["import", "nowhere.jsonl"], 2, "nowhere.jsonl cannot be read"),
        (["formats", "nruond"], 2, "Did you mean nround?"),
    ],
)  # fmt: skip
def test_one_sentence(here: Run, args: list[str], code: int, words: str) -> None:
    """The error is on stderr with its code and hint, shows no traceback, and no debate was made."""
    ran = here(*args)
    assert (ran.code, words in ran.err, "Traceback" in ran.err) == (code, True, False), ran.err
    assert ran.err.count("error[") == 1
    assert here("list").out == ""


@pytest.mark.parametrize(
    "motion",
    [
        "[/2]",
        "[bold red]x[/]",
        "<b>bold</b>",
        "AI/ML: ban it?",
        ":boom: {x} %s \\n",
        "אסור לאסור ChatGPT (3/4)",
        "--ban it",
    ],
)
def test_a_motion_is_text(here: Run, motion: str) -> None:
    """A motion that looks like markup, an option or another script runs as it is and is shown as it is."""
    ran = here("debate", "-m", "scripted:demo?words=20", "--seed", "1", "--", motion)
    assert ran.code == 0, ran.err
    assert f'"{motion}"' in ran.out
    assert motion in here("list").out
    assert here("show", "last").out.startswith(f'dissoi · "{motion}"')


def test_a_motion_from_standard_input(process: Run) -> None:
    """UTF-8 with or without a mark, and UTF-16 with one, are read; other bytes are refused at their offset."""
    for raw in ("Les forêts".encode(), b"\xef\xbb\xbf" + "Les forêts".encode(), "Les forêts".encode("utf-16")):
        ran = process("debate", "-", *SCRIPTED, "-n", stdin=raw)
        assert (ran.code, '"Les forêts"' in ran.out) == (0, True), ran.err
    ran = process("debate", "-", *SCRIPTED, stdin=b"caf\xe9 \x93now\x94")
    assert ran.code == 2
    assert "is not UTF-8: byte 0xe9 at offset 3 does not belong there." in ran.err


def test_a_motion_of_megabytes(process: Run) -> None:
    """Ten megabytes are refused after a small part of them was read."""
    ran = process("debate", "-", *SCRIPTED, stdin=b"x" * 10_000_000)
    assert (ran.code, f"more than {READ_LIMIT:,} bytes" in ran.err) == (2, True)


def test_arguments_that_are_no_text(process: Run) -> None:
    """Bytes on the command line that are not UTF-8 are refused in one sentence, wherever they stand."""
    for args in ([b"caf\xe9"], [b"hi", b"--about", b"\xff"], [b"hi", b"--style", b"pro=\xff\xfe x"]):
        ran = process("debate", *SCRIPTED, *args)
        assert (ran.code, "is not UTF-8: byte 0x" in ran.err, "Traceback" in ran.err) == (2, True, False)


def test_a_format_file_that_is_wrong(here: Run, tmp_path: Path) -> None:
    """Malformed YAML is refused with its file and line."""
    (tmp_path / "mine.yaml").write_text("steps:\n  - say: P\n   id: x\n", "utf-8")
    ran = here("debate", "hi", "-f", "mine.yaml", *SCRIPTED)
    assert (ran.code, "mine.yaml:3" in ran.err) == (2, True), ran.err


def test_a_database_that_cannot_be_used(here: Run, home: Path) -> None:
    """A file that is no database is refused by every command with exit code 2, and is left as it was."""
    (home / "dissoi.db").write_bytes(b"this is not a database, but a letter to a friend" * 100)
    for args in (["debate", "hi", *SCRIPTED], ["list"], ["show", "last"], ["verify", "last"]):
        ran = here(*args)
        assert (ran.code, "error[store]" in ran.err) == (2, True), ran.err
    assert (home / "dissoi.db").read_bytes().startswith(b"this is not")
    assert here("doctor").code == 2


def test_our_own_bug(here: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that nobody expected is one sentence and a file with the details; with --debug it is shown."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom [bold]\x1b[31m")

    monkeypatch.setattr("dissoi.store.sql.SqlStore.debates", broken)
    ran = here("list")
    assert (ran.code, ran.err.startswith("error[internal]: This is a bug in Dissoi: RuntimeError: boom")) == (1, True)
    assert "\x1b" not in ran.err
    path = next((home / "crashes").iterdir())
    assert str(path) in ran.err
    assert "broken" in path.read_text("utf-8")
    assert "Traceback" in here("list", "--debug").err


def test_a_budget_that_is_spent(here: Run) -> None:
    """A limit that is reached keeps what was said, exits with 4, and says how to go on; a higher one goes on."""
    ran = here("debate", "hi", *SCRIPTED, "--max-calls", "3")
    assert ran.code == 4
    assert "paused[budget]: The limit of 3 model calls is reached." in ran.err
    assert here("resume", "last", "--max-calls", "4").code == 4
    done = here("resume", "last", "--max-calls", "none")
    assert done.code == 0, done.err
    assert here("verify", "last").code == 0


def test_a_provider_that_fails(here: Run) -> None:
    """A provider that stays away pauses the debate with exit code 3; another model goes on with it."""
    ran = here("debate", "hi", "-m", "scripted:demo?fail=1&fail_kind=auth", "--seed", "1")
    assert (ran.code, "paused[provider]" in ran.err) == (3, True), ran.err
    assert here("resume", "last", "-m", "scripted:demo").code == 0


def test_judges_that_fail(here: Run) -> None:
    """A debate whose judges failed is unresolved, exits with 3, and resume asks them again."""
    ran = here("debate", "hi", *SCRIPTED, "-m", "judge=scripted:malformed")
    assert (ran.code, "dissoi resume" in ran.err) == (3, True), ran.err
    assert "unresolved" in here("list").out
    done = here("resume", "last", "-m", "judge=scripted:demo")
    assert (done.code, "wins" in done.out) == (0, True), done.err


def test_a_side_that_never_speaks(here: Run) -> None:
    """Where a side never spoke a resume would end the same: a fork from its first turn is shown instead, and works."""
    ran = here("debate", "hi", *SCRIPTED, "-m", "con=scripted:silent")
    assert (ran.code, "dissoi resume" in ran.err) == (3, False), ran.err
    assert "a side never spoke" in ran.out
    fork = re.findall(r"dissoi (fork \w+ --at \d+)", ran.err)
    assert len(fork) == 1
    done = here(*fork[0].split(), "-m", "con=scripted:demo")
    assert (done.code, "wins" in done.out) == (0, True), done.err


def test_every_command_explains_itself(here: Run) -> None:
    """Each command has a help with at least one sentence and the common options."""
    for name in app.COMMANDS:
        ran = here(name, "--help")
        assert (ran.code, f"dissoi {name}" in ran.out, "--debug" in ran.out) == (0, True, True)


def test_two_kinds_of_data_at_once(here: Run) -> None:
    """Asking for one document and for lines at once is refused: stdout can be only one of them."""
    ran = here("debate", MOTION, *SCRIPTED, "--json", "--jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "--json and --jsonl exclude each other" in ran.err


def test_an_import_names_the_line(here: Run, tmp_path: Path) -> None:
    """A file that is no log is refused with the number of the first line that cannot be read."""
    (tmp_path / "no.jsonl").write_text("\n[]\n", "utf-8")
    ran = here("import", "no.jsonl")
    assert ran.code == 2
    assert "Line 2: Not an event of a debate log" in ran.err
    assert " at ." not in ran.err


def test_what_to_type_instead(held: Path, here: Run) -> None:
    """At the command line a hint says what to type: where the events stand that can be forked at, how to fork a debate
    that is over, which option lifts a limit."""
    for seq in ("9999", "48"):
        ran = here("fork", "last", "--at", seq)
        assert ran.code == 2
        assert re.search(r"The events: dissoi show \w+ --events\n", ran.err), ran.err
    ran = here("resume", "last")
    assert (ran.code, re.search(r"dissoi fork \w+ --at SEQ\n", ran.err) is not None) == (2, True), ran.err
    ran = here("debate", MOTION, *SCRIPTED, "--max-calls", "1")
    assert re.search(r"dissoi resume \w+ --max-calls N \(or none\)\n", ran.err), ran.err
