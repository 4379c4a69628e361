"""The life of a debate at the command line: held, listed, shown, replayed, exported, verified, imported, forked."""

from __future__ import annotations

import json
import re
from pathlib import Path

from dissoi.record.events import faults, parse_line
from dissoi.record.view import fold
from tests.cli.conftest import MOTION, SCRIPTED, Run


def test_a_debate_lives_on(process: Run, here: Run, tmp_path: Path, monkeypatch) -> None:
    """A debate is run, then found by every command that reads; its export verifies, and imports elsewhere the same."""
    ran = process("debate", MOTION, *SCRIPTED)
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f'dissoi · "{MOTION}" · deb8flow')
    assert "PRO (P) · opening" in ran.out
    assert re.search(r"(pro|con) wins", ran.out)
    debate_id = re.search(r"Debate (\w+) · seed 1", ran.err)[1]  # type: ignore[index]
    assert ran.err.rstrip().endswith(f"dissoi show {debate_id}")

    assert debate_id in here("list").out
    assert here("list", "no such motion").out == ""
    assert "PRO (P) · opening" in here("show", debate_id[:9]).out
    assert "PRO (P) · opening" in here("replay", "last", "--speed", "0").out
    assert here("verify", "last").out.endswith(" events.\n")
    exported = here("export", "last", "-f", "jsonl", "-o", "debate.jsonl")
    assert exported.out == "debate.jsonl\n"
    assert here("verify", "debate.jsonl").code == 0

    monkeypatch.setenv("DISSOI_HOME", str(tmp_path / "elsewhere"))
    assert here("import", "debate.jsonl").out == f"{debate_id}\n"
    assert here("export", debate_id, "-f", "jsonl", "-o", "-").out == (tmp_path / "debate.jsonl").read_text("utf-8")
    again = here("import", "debate.jsonl")
    assert (again.code, again.err.startswith("error[conflict]")) == (2, True)
    assert here("show", again.err.split()[2]).code == 0  # the debate that it names is there


def test_show_is_what_was_seen(process: Run, here: Run) -> None:
    """``show`` and ``replay`` print the transcript and the scoreboard that the run itself had printed."""
    ran = process("debate", MOTION, *SCRIPTED)
    transcript = ran.out[: ran.out.index("\nDebate ")]
    assert here("show", "last").out.startswith(transcript)
    assert here("replay", "last").out.startswith(transcript)


def test_jsonl_is_the_log(process: Run, here: Run) -> None:
    """``--jsonl`` prints the very lines of the log and nothing else; together they are a log that verifies."""
    ran = process("debate", MOTION, *SCRIPTED, "--jsonl")
    lines = ran.out.splitlines()
    log = [parse_line(line) for line in lines]
    assert faults(log) == []
    assert fold(e.event for e, _ in log).status == "finished"
    assert here("export", "last", "-f", "jsonl", "-o", "-").out == ran.out
    assert here("replay", "last", "--jsonl").out == ran.out


def test_json_is_one_document(process: Run, here: Run) -> None:
    """``--json`` prints one document at the end, the same that ``show --json`` and ``Result.to_dict()`` give."""
    ran = process("debate", MOTION, *SCRIPTED, "--json")
    document = json.loads(ran.out)
    assert document["schema_version"] == 1
    assert document["view"]["outcome"] == "verdict"
    assert json.loads(here("show", "last", "--json").out) == document
    assert json.loads(here("list", "--json").out)["debates"][0]["id"] == document["debate_id"]


def test_an_output_file_is_written_at_the_end(process: Run, tmp_path: Path) -> None:
    """``-o FILE`` exports by the ending of the name; a file that exists is refused before anything is run."""
    ran = process("debate", MOTION, *SCRIPTED, "-o", "out.md", "--display", "none")
    assert (ran.code, ran.out) == (0, "")
    assert (tmp_path / "out.md").read_text("utf-8").startswith(f"# {MOTION}")
    again = process("debate", MOTION, *SCRIPTED, "-o", "out.md")
    assert (again.code, again.out) == (2, "")
    assert "exists already" in again.err


def test_a_page_is_written_by_the_ending_of_its_name(held: Path, here: Run, tmp_path: Path) -> None:
    """``export -o debate.html`` writes the HTML page; ``-f html`` gives it a name with that ending."""
    assert here("export", "last", "-o", "debate.html").out == "debate.html\n"
    assert (tmp_path / "debate.html").read_text("utf-8").startswith("<!doctype html>")
    assert here("export", "last", "-f", "html").out.endswith(".html\n")


def test_show_lists_events_and_calls(held: Path, here: Run) -> None:
    """``show`` lists the events and the calls, and shows one event whole with its model and the hash of its prompt."""
    log = here("show", "last", "--events").out.splitlines()
    speech = next(line.split()[0] for line in log if "turn.published" in line and "P_opening" in line)
    event = json.loads(here("show", "last", "--event", speech).out)
    assert event["event"]["usage"]["model"] == "scripted:demo"
    assert len(event["event"]["usage"]["prompt_hash"]) >= 8
    calls = json.loads(here("show", "last", "--calls", "--json").out)
    assert calls["totals"]["calls"] == len(calls["calls"]) > 10
    assert 0 < calls["totals"]["shared_percent"] < 100
    table = here("show", "last", "--calls").out
    assert f"({calls['totals']['shared_percent']} %)" in table
    assert here("show", "last", "--event", "9999").code == 2


def test_exports_never_replace_a_file(held: Path, here: Run, tmp_path: Path) -> None:
    """An export without a name makes one of its own and adds a number; a name that is taken is refused."""
    first, second = here("export", "last").out.strip(), here("export", "last").out.strip()
    assert first != second
    assert re.fullmatch(r"cities-should-ban-private-cars-\w+-2\.md", second)
    taken = here("export", "last", "-o", first)
    assert (taken.code, "exists already" in taken.err) == (2, True)


def test_verify_names_what_is_wrong(held: Path, here: Run, tmp_path: Path) -> None:
    """A changed word, a missing line and a line that is no event are each named; the exit code is 2."""
    here("export", "last", "-f", "jsonl", "-o", "log.jsonl")
    lines = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    for name, spoilt, words in (
        ("changed", [lines[0].replace("Cities", "Towns"), *lines[1:]], "event 1 was changed"),
        ("missing", [*lines[:3], *lines[4:]], "event 4 is missing"),
        ("strange", [*lines, "{}"], "line "),
    ):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(spoilt), "utf-8")
        found = here("verify", f"{name}.jsonl")
        assert found.code == 2
        assert words in found.out
        assert found.err.startswith("error[verify]: ")
        assert here("import", f"{name}.jsonl").code == 2


def test_fork_goes_another_way(held: Path, process: Run, here: Run) -> None:
    """A fork keeps what came before its event, runs with the changed options, and leaves the original as it was."""
    before = here("export", "last", "-f", "jsonl", "-o", "-").out
    original = json.loads(before.splitlines()[0])["debate_id"]
    events = here("show", "last", "--events").out.splitlines()
    at = next(line.split()[0] for line in events if "turn.published" in line and "C_opening" in line)
    ran = process("fork", original, "--at", at, "-m", "con=scripted:echo", "--jsonl")
    assert ran.code == 0, ran.err
    log = [parse_line(line)[0].event for line in ran.out.splitlines()]
    view = fold(log)
    assert view.setup and view.setup.origin
    assert view.setup.origin.debate_id == original
    assert view.setup.models["con"].model == "scripted:echo"
    assert [t.model for t in view.turns if t.side == "con"][-1] == "scripted:echo"
    assert here("export", original, "-f", "jsonl", "-o", "-").out == before


def test_a_fork_need_not_run(held: Path, here: Run) -> None:
    """``fork --no-run`` prints the id of a debate that waits to be resumed; names in its options are checked."""
    made = here("fork", "last", "--at", "2", "--no-run", "--style", "pro=humorous").out.strip()
    document = json.loads(here("show", made, "--json").out)
    assert document["setup"]["styles"] == {"pro": "humorous"}
    assert document["view"]["outcome"] is None
    assert "unknown.role" in here("fork", made, "--at", "1", "--no-run", "-m", "juge=scripted:demo").err
    assert "there is no event 99" in here("fork", made, "--at", "99", "--no-run").err


def test_a_fork_lifts_limits(held: Path, here: Run) -> None:
    """``none`` lifts a limit in a fork as in a resume; what is not named stays."""
    first = here("fork", "last", "--at", "2", "--no-run", "--budget", "0.5", "--max-calls", "9").out.strip()
    made = here("fork", first, "--at", "2", "--no-run", "--budget", "none").out.strip()
    limits = json.loads(here("show", made, "--json").out)["setup"]["limits"]
    assert (limits["budget"], limits["max_calls"]) == (None, 9)
    made = here("fork", first, "--at", "2", "--no-run", "--max-calls", "none").out.strip()
    limits = json.loads(here("show", made, "--json").out)["setup"]["limits"]
    assert (limits["budget"], limits["max_calls"]) == ("0.5", None)


def test_a_fork_may_seat_other_judges(held: Path, here: Run) -> None:
    """A fork at the beginning may have more judges, each with a model, or fewer: then their models go with them."""
    more = here("fork", "last", "--at", "1", "--no-run", "--judges", "5", "-m", "judge.5=scripted:gullible").out.strip()
    assert "judge.5" in json.loads(here("show", more, "--json").out)["setup"]["models"]
    fewer = here("fork", more, "--at", "1", "--no-run", "--judges", "1").out.strip()
    assert set(json.loads(here("show", fewer, "--json").out)["setup"]["models"]) == {"default"}


def test_votes_are_checked_and_counted(held: Path, process: Run, here: Run) -> None:
    """A vote before its ballot opens counts when it closes; an unknown choice is refused; a closed ballot says so."""
    closed = here("vote", "last", "pro")
    assert (closed.code, "is over" in closed.err) == (2, True)
    made = here("fork", "last", "--at", "2", "--no-run").out.strip()
    assert "Did you mean pro?" in here("vote", made, "prro").err
    assert "not open yet" in here("vote", made, "pro", "--as", "Ada").err
    assert here("vote", made, "con", "--as", "Ada").code == 0
    assert here("vote", made, "abstain", "--as", "Bob").code == 0
    ran = process("resume", made)
    assert ran.code == 0, ran.err
    assert "Ada votes con." in ran.out
    assert "Bob abstains." in ran.out


def test_stop_ends_for_good(held: Path, here: Run) -> None:
    """A stopped debate keeps what was said, cannot be resumed, and cannot be stopped twice."""
    made = here("fork", "last", "--at", "5", "--no-run").out.strip()
    assert here("stop", made).code == 0
    assert "stopped" in here("list").out
    for command in ("stop", "resume"):
        again = here(command, made)
        assert (again.code, "ended" in again.err) == (2, True)
