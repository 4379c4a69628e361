"""Every way in which a provider fails, at each place of a debate: what becomes of the debate, and how often we ask.

Three ends are right. A failure that passes is outlived. A failure that all further calls would share (key, quota, no
server) pauses a debate whose speaker met it, with exit code 3, and resume finishes it. A failure of one reply alone
silences that slot, which is neither a strike nor a loss. Judges, scorer and chair never end a debate's record: without
a quorum it is unresolved, and resume asks them again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.field.conftest import Run
from tests.field.kit import MOTION, Fault, by_role, debating, events_of, leaking, view_of
from tests.wire import Answer, Call, Wire
from tests.wire import behaviours as does

OPENAI = ("-m", "openai:any", "--seed", "1")
TRIES = 3
SETTINGS = '[models.default]\nmodel = "openai:any"\nmax_retries = 2\n'

# fault, kind, requests that one call costs
SHARED = [
    pytest.param(Answer(status=401, code="invalid_api_key"), "auth", 1, id="401"),
    pytest.param(Answer(status=403), "auth", 1, id="403"),
    pytest.param(Answer(status=404), "not_found", 1, id="404"),
    pytest.param(Answer(status=429, code="insufficient_quota"), "quota", 1, id="quota"),
    pytest.param(Answer(status=429), "rate_limit", TRIES, id="429"),
    pytest.param(Answer(status=500), "server", TRIES, id="500"),
    pytest.param(does.HTML, "server", TRIES, id="502-html"),
    pytest.param(Answer(status=529, code="overloaded_error"), "overloaded", TRIES, id="529"),
    pytest.param(Answer(raw=b"<p>Hi", headers={"content-type": "text/html"}), "unreachable", TRIES, id="page"),
    pytest.param(Answer(status=529, code="overloaded", fail_after=2, text="Half"), "overloaded", TRIES, id="in-stream"),
]  # fmt: skip
ALONE = [
    pytest.param(Answer(text="A speech that breaks off in the middle.", chunk=4, ending="cut"), "cut", TRIES, id="cut"),
    pytest.param(Answer(text="A speech without an end.", ending="no_finish"), "cut", TRIES, id="no-evidence"),
    pytest.param(Answer(text="One two", finish_every="null", finish="null"), "cut", TRIES, id="null-reasons"),
    pytest.param(Answer(text=""), "empty", TRIES, id="empty"),
    pytest.param(Answer(text="", thinking="all of it", finish="length"), "length", 2, id="length"),
    pytest.param(Answer(refusal="I would rather not."), "refused", 1, id="refusal"),
    pytest.param(Answer(text="", finish="content_filter"), "refused", 1, id="filter"),
]
PASSING = [
    pytest.param(Answer(status=429, headers={"retry-after": "0"}), id="429"),
    pytest.param(Answer(status=500), id="500"),
    pytest.param(does.HTML, id="502-html"),
    pytest.param(Answer(status=503), id="503"),
    pytest.param(Answer(text="Half a speech that", chunk=4, ending="cut"), id="cut"),
    pytest.param(Answer(text="Half a speech that", ending="no_finish"), id="no-evidence"),
    pytest.param(Answer(text=""), id="empty"),
]
SPEECHES = (1, 2, 4)


@pytest.fixture(autouse=True)
def _few_tries(settings: Callable[[str], None]) -> None:
    settings(SETTINGS)


def put(wire: Wire, role: str, nth: int, answer: Answer, **more: Any) -> Fault:
    wire.behaviour = fault = Fault(role, nth, leaking(answer), **more)
    return fault


@pytest.mark.parametrize("nth", SPEECHES)
@pytest.mark.parametrize(("answer", "kind", "requests"), SHARED)
def test_a_speaker_whose_provider_is_gone(
    run: Run, wire: Wire, sound: Path, answer: Answer, kind: str, requests: int, nth: int
) -> None:
    """The debate pauses after the stated number of requests, keeps what was said, and resume finishes it."""
    fault = put(wire, "speech", nth, answer)
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met) == (3, requests), ran.err
    assert ran.err.count("paused[provider]") == 1
    (failed,) = events_of(sound, "role.failed")
    assert (failed.kind, failed.fatal, failed.attempts) == (kind, True, requests)
    assert len(view_of(sound).turns) == nth - 1
    assert "has the floor" in ran.out

    fault.healed = True
    before = len(wire.calls)
    assert run("resume", "last").code == 0
    assert view_of(sound).outcome == "verdict"
    assert len(wire.calls) - before == (4 - nth + 1) + 2  # the speeches that are left, the judge, the scorer


@pytest.mark.parametrize("nth", SPEECHES)
@pytest.mark.parametrize(("answer", "kind", "requests"), ALONE)
def test_a_speaker_without_a_speech(
    run: Run, wire: Wire, sound: Path, answer: Answer, kind: str, requests: int, nth: int
) -> None:
    """The slot stays silent and is named in the verdict; nobody gets a strike, and the debate goes on to its end."""
    fault = put(wire, "speech", nth, answer)
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met) == (0, requests), ran.err
    (forfeited,) = events_of(sound, "turn.forfeited")
    assert forfeited.reason == ("refused" if kind == "refused" else "technical")
    view = view_of(sound)
    assert view.verdict is not None
    assert (view.outcome, view.verdict.impaired) == ("verdict", (forfeited.slot,))
    assert forfeited.slot in ran.out.split("Ballots:")[1]


@pytest.mark.parametrize("role", ["introduce", "speech", "ballot", "arguments"])
@pytest.mark.parametrize("answer", PASSING)
def test_a_failure_that_passes(run: Run, wire: Wire, sound: Path, answer: Answer, role: str) -> None:
    """One failure and then a good reply leaves a whole debate, one more request, and nothing of the failed try."""
    fault = put(wire, role, 1, answer, times=1)
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met) == (0, 1), ran.err
    view = view_of(sound)
    assert (view.outcome, view.failures) == ("verdict", ())
    assert "Half a speech" not in ran.out
    assert len(wire.calls) == 8


@pytest.mark.parametrize(("answer", "kind", "requests"), [*SHARED, *ALONE])
@pytest.mark.parametrize("role", ["introduce", "ballot", "arguments"])
def test_an_officer_who_fails(
    run: Run, wire: Wire, sound: Path, answer: Answer, kind: str, requests: int, role: str
) -> None:
    """A chair or scorer who fails is missed by nobody; a judge is: unresolved, exit 3, and resume asks again."""
    fault = put(wire, role, 1, answer)
    ran = run("debate", MOTION, *OPENAI, "-m", "moderator=openai:other")
    assert fault.met == requests
    assert [f.kind for f in events_of(sound, "role.failed")] == [kind]
    view = view_of(sound)
    assert len(view.speeches) == 4
    if role != "ballot":
        assert (ran.code, view.outcome) == (0, "verdict"), ran.err
        return
    assert (ran.code, view.outcome, view.winner) == (3, "unresolved", None), ran.err
    fault.healed = True
    before = len(wire.calls)
    assert run("resume", "last").code == 0
    assert (view_of(sound).outcome, len(wire.calls) - before) == ("verdict", 1)


@pytest.mark.parametrize(
    "answer", [Answer(status=401), Answer(status=404), Answer(status=429, code="insufficient_quota")]
)
def test_a_key_that_is_wrong_from_the_start(run: Run, wire: Wire, sound: Path, answer: Answer) -> None:
    """One request tells that no call can succeed; the sentence names the remedy, and resume begins at the beginning."""
    wire.behaviour = lambda _call: leaking(answer)
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, len(wire.calls)) == (3, 1), ran.err
    assert ran.err.count("paused[provider]") == 1
    assert "OPENAI_API_KEY (…cdef)" in ran.err or answer.status != 401
    wire.behaviour = debating
    assert run("resume", "last").code == 0
    assert (view_of(sound).outcome, view_of(sound).introduction is None, len(wire.calls)) == ("verdict", False, 8)


@pytest.mark.parametrize(
    ("role", "answer", "code"),
    [
        ("introduce", Answer(text=""), 0),
        ("introduce", Answer(status=401), 3),
        ("vote", Answer(status=401), 0),
        ("vote", Answer(text="{}"), 0),
    ],
)
def test_officers_with_a_place_in_the_timeline(
    run: Run, wire: Wire, sound: Path, role: str, answer: Answer, code: int
) -> None:
    """A chair with a slot is a speaker like others; a listener who fails is missing from the count, and no more."""
    fault = put(wire, role, 1, answer)
    ran = run("debate", MOTION, "-f", "nround", "--rounds", "1", "--listeners", "2", *OPENAI)
    assert ran.code == code, ran.err
    view = view_of(sound)
    if role == "vote":
        repaired = answer.status == 200  # a form that comes back with its fault is filled at the second request
        assert (view.outcome, len(view.polls[0].votes)) == ("verdict", 2 if repaired else 1)
        assert [f.role for f in view.failures] == ([] if repaired else ["audience"])
        return
    if code:
        fault.healed = True
        assert run("resume", "last").code == 0
        view = view_of(sound)
    assert (view.outcome, view.turns[0].text is None) == ("verdict", not code)


@pytest.mark.parametrize("role", ["speech", "ballot", "arguments"])
def test_a_form_that_is_never_filled(run: Run, wire: Wire, sound: Path, role: str) -> None:
    """A judge who never fills the form is asked three times; the transcript stays, and resume asks again."""
    fault = put(wire, role, 0, Answer(text='{"reasons": "because", "supporter": {"argument": 99}}'))
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    if role == "speech":  # for a speaker it is a speech like any other
        assert (ran.code, view.outcome) == (0, "verdict")
        return
    assert (fault.met, [f.kind for f in view.failures]) == (3, ["malformed"])
    assert (ran.code, view.outcome) == ((3, "unresolved") if role == "ballot" else (0, "verdict")), ran.err
    assert len(view.speeches) == 4
    if role == "ballot":
        fault.healed = True
        again = run("resume", "last")
        assert (again.code, view_of(sound).outcome) == (0, "verdict")
        assert "pro wins" in again.out


def test_one_judge_of_three_fails(run: Run, wire: Wire, sound: Path) -> None:
    """Two ballots of three are a quorum: there is a verdict, and the missing ballot is a failure on the record."""

    def second(call: Call) -> Answer:
        mirrored = call.schema and list(call.schema["properties"])[1] == "opponent"
        return leaking(Answer(status=401)) if mirrored else debating(call)

    wire.behaviour = by_role(ballot=second)
    ran = run("debate", MOTION, *OPENAI, "--judges", "3")
    view = view_of(sound)
    assert (ran.code, view.outcome, view.winner) == (0, "verdict", "pro"), ran.err
    assert ([b.judge for b in view.ballots], [f.id for f in view.failures]) == (["judge.1", "judge.3"], ["judge.2"])
    assert "2 of 3" in ran.out


def test_all_speeches_of_a_side_fail(run: Run, wire: Wire, sound: Path) -> None:
    """A side that never spoke neither loses nor wins: no judge is asked, and the debate is unresolved."""

    def con(call: Call) -> Answer:
        return (
            debating(call)
            if call.text.count("The supporter said") == call.text.count("The opponent said")
            else Answer()
        )

    wire.behaviour = Fault("speech", 0, con)
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    assert (view.outcome, view.winner, view.ballots) == ("unresolved", None, ())
    assert ran.code == 3, ran.err


def test_a_provider_that_hangs(run: Run, wire: Wire, sound: Path, settings: Callable[[str], None]) -> None:
    """Silence ends at the model's timeout; the debate pauses, says so, and goes on when the provider answers."""
    settings(SETTINGS + "timeout = 0.5\n")
    fault = put(wire, "speech", 2, Answer(hang=True))
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met) == (3, 1), ran.err
    assert "kept silent too long" in ran.err
    fault.healed = True
    assert run("resume", "last").code == 0


def test_a_stall_in_mid_stream(run: Run, wire: Wire, sound: Path, settings: Callable[[str], None]) -> None:
    """An open socket that stays silent after some text ends at the timeout, and the half speech is never kept."""
    settings(SETTINGS + "timeout = 0.5\n")
    fault = put(wire, "speech", 2, Answer(text="A half that nobody shall keep", chunk=6, ending="stall"))
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met) == (3, 1), ran.err
    assert "A half" not in ran.out
    assert len(view_of(sound).turns) == 1


def test_a_server_that_is_not_there(run: Run, wire: Wire, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused connection is said in one sentence with exit code 3; the debate goes on once there is a server."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, "cannot be reached" in ran.err) == (3, True), ran.err
    monkeypatch.setenv("OPENAI_BASE_URL", wire.openai_url)
    done = run("resume", "last")
    assert (done.code, view_of(sound).outcome) == (0, "verdict"), done.err


def test_a_topic_that_cannot_be_invented(run: Run, wire: Wire, sound: Path) -> None:
    """Without a motion nothing can begin: the debate pauses, and resume finds one."""
    fault = put(wire, "topic", 1, Answer(status=500))
    ran = run("debate", *OPENAI)
    assert (ran.code, fault.met) == (3, TRIES), ran.err
    fault.healed = True
    assert run("resume", "last").code == 0
    motion = view_of(sound).motion
    assert motion is not None
    assert motion.text.startswith("This house would ban")


def test_every_other_call_fails(run: Run, wire: Wire, sound: Path) -> None:
    """A provider that fails every second request, whatever it is, still ends in a whole debate with a verdict."""
    count = itertools.count()
    wire.behaviour = lambda call: debating(call) if next(count) % 2 else leaking(Answer(status=503))
    ran = run("debate", MOTION, *OPENAI)
    assert ran.code == 0, ran.err
    assert (view_of(sound).outcome, view_of(sound).failures) == ("verdict", ())
