"""What providers say that is not simply a reply: private reasoning in the text, odd endings, the wrong language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dissoi.models import thinking
from dissoi.models.thinking import public_text
from dissoi.record.events import DebateFinished
from tests.field.conftest import Run
from tests.field.kit import (
    MOTION,
    Fault,
    by_role,
    calls_of,
    debating,
    events_of,
    filled,
    found_in,
    log_of,
    speech,
    view_of,
)  # fmt: skip
from tests.wire import Answer, Call, Wire

OPENAI = ("-m", "openai:any", "--seed", "1")
PRIVATE = "the plan nobody may read"
CHINESE = "城市應該禁止私家車，因為空氣更乾淨，街道更安全，孩子們可以走路上學，老人也能安心過馬路。" * 2
CHINESE_MOTION = "科技越发展，人越有安全感"

THINKING = {
    "lone close": "{private}, in steps.</think>{said}",
    "closed": "<think>{private}</think>{said}",
    "thinking": "<thinking>{private}\n\n</thinking>\n\n{said}",
    "channels": "<|channel|>analysis<|message|>{private}<|end|><|start|>assistant<|channel|>final<|message|>{said}",
    "channels from the start": "<|start|>assistant<|channel|>analysis<|message|>{private}<|end|>"
    "<|start|>assistant<|channel|>final<|message|>{said}<|return|>",
    "afterthought": "<|channel|>final<|message|>{said}<|end|><|start|>assistant<|channel|>analysis<|message|>{private}",
    "unclosed": "{said}<think>{private}",
}


@pytest.mark.parametrize("form", THINKING)
@pytest.mark.parametrize("chunk", [3, 10_000])
def test_private_reasoning_is_nowhere(run: Run, wire: Wire, sound: Path, form: str, chunk: int) -> None:
    """C08: only the public part is in output, events, prompts, exports and files, and the judge's form is read."""

    def thinks(call: Call) -> Answer:
        return Answer(text=THINKING[form].format(private=PRIVATE, said=debating(call).text), chunk=chunk)

    wire.behaviour = thinks
    ran = run("debate", MOTION, *OPENAI, "--jsonl")
    view = view_of(sound)
    assert (ran.code, view.outcome, view.winner, view.failures) == (0, "verdict", "pro", ()), ran.err
    texts = [
        run("show", "last"),
        run("show", "last", "--json"),
        run("export", "last", "-o", "-"),
        run("replay", "last"),
    ]
    for text in (ran.out, ran.err, *(t.out for t in texts), *(call.text for call in wire.calls)):
        assert "nobody may read" not in text
        assert "<|" not in text
    assert found_in(sound, "nobody may read") == []
    for turn in view.turns:
        assert turn.text and turn.text.startswith("The ") and turn.text.endswith("lost.")
        assert "assistant" not in turn.text


def test_reasoning_and_nothing_else_is_no_speech(run: Run, wire: Wire, sound: Path) -> None:
    """C08: a reply that is private from end to end is an empty one, and what little surrounds it is not a speech."""
    wire.behaviour = Fault("speech", 1, Answer(text=f"<|start|>assistant<|channel|>analysis<|message|>{PRIVATE}"))
    ran = run("debate", MOTION, *OPENAI)
    assert ran.code == 0, ran.err
    assert view_of(sound).turns[0].text is None
    assert found_in(sound, "nobody may read") == []


@pytest.mark.parametrize(
    ("every", "last"), [("null", "stop"), (None, "tool_calls"), (None, "eos_token"), (None, ""), ("", "stop")]
)
def test_odd_reasons_to_end(run: Run, wire: Wire, sound: Path, every: str | None, last: str) -> None:
    """C10: "null" on every chunk, a tool call that is none, and unusual or empty words for the end give whole texts."""

    def odd(call: Call) -> Answer:
        return Answer(text=debating(call).text, finish_every=every, finish=last, chunk=7)

    wire.behaviour = odd
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    assert (ran.code, view.outcome, len(wire.calls)) == (0, "verdict", 7), ran.err
    assert all(turn.text and turn.text.endswith("lost.") and not turn.marks for turn in view.turns)


def test_no_reason_to_end(run: Run, wire: Wire, sound: Path, settings: Callable[[str], None]) -> None:
    """C10: "null" to the very end is no evidence of an end: a cut, not a one-word speech taken for a whole one."""
    settings('[models.default]\nmodel = "openai:any"\nmax_retries = 1\n')
    wire.behaviour = by_role(speech=Answer(text="One two three four", chunk=4, finish_every="null", finish="null"))
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    assert [turn.text for turn in view.turns] == [None] * 4
    assert {f.kind for f in events_of(sound, "role.failed")} == {"cut"}
    assert (ran.code, view.outcome) == (3, "unresolved")


def test_a_speech_in_another_language(run: Run, wire: Wire, sound: Path) -> None:
    """C12: a speech that strays is asked for once more with the language named, and the good one is published."""
    fault = wire.behaviour = Fault("speech", 3, Answer(text=CHINESE))
    ran = run("debate", MOTION, *OPENAI)
    assert (ran.code, fault.met, len(wire.calls)) == (0, 1, 8), ran.err
    (again,) = [call for call in wire.calls if "English" in call.text]
    assert "Write in English." in again.text
    assert all(turn.text and turn.text.isascii() and not turn.marks for turn in view_of(sound).turns)
    assert "街道" not in ran.out


def test_a_speech_that_stays_in_another_language(run: Run, wire: Wire, sound: Path) -> None:
    """C12: what strays again is published with a mark that every reader sees."""
    count = iter(range(100))

    def third(call: Call) -> Answer:
        strays = "Speech 2." in call.text and "Speech 3." not in call.text
        return Answer(text=CHINESE + str(next(count))) if strays else debating(call)

    wire.behaviour = by_role(speech=third)
    ran = run("debate", MOTION, *OPENAI)
    view = view_of(sound)
    assert (ran.code, len(wire.calls)) == (0, 8), ran.err
    assert [turn.marks for turn in view.turns] == [(), (), ("language",), ()]
    words = "Not in the language of the motion"
    for text in (ran.out, run("show", "last").out, run("export", "last", "-o", "-").out):
        assert words in text


def chinese(call: Call) -> Answer:
    """Debaters who speak Chinese, and officers who answer in English until they are told."""
    if call.schema is None:
        return Answer(text=f"{CHINESE}{abs(hash(call.text)) % 97}")
    text = json.dumps(filled(call), ensure_ascii=False)
    if "Chinese" in call.text.rsplit("\n\n", 1)[-1]:  # the task itself names the language
        text = text.replace(_reason(call), "正方的理由更完整，也回答了反方最强的论点，所以更有说服力。")
    return Answer(text=text)


def _reason(call: Call) -> str:
    form = filled(call)
    return form.get("reasons") or form.get("reason") or form["supporter"][0]["summary"]


def test_a_chinese_debate_stays_chinese(run: Run, wire: Wire, sound: Path) -> None:
    """C12: a Chinese motion makes every prompt name the language, and a judge who writes English is asked again."""
    wire.behaviour = chinese
    ran = run("debate", CHINESE_MOTION, *OPENAI)
    view = view_of(sound)
    assert (ran.code, view.outcome) == (0, "verdict"), ran.err
    assert all("Chinese" in call.text for call in wire.calls)
    assert "正方的理由" in view.ballots[0].rfd
    assert view.ballots[0].asked == 2
    assert all(turn.marks == () for turn in view.turns)
    assert all("正方的理由" in argument.summary for argument in view.arguments)


def test_the_log_ends_once(run: Run, wire: Wire, sound: Path) -> None:
    """A debate over HTTP has one end, usage on every call as the provider counted it, and no call left open."""
    assert run("debate", MOTION, *OPENAI).code == 0
    log = log_of(sound)
    assert [isinstance(e.event, DebateFinished) for e, _ in log].count(True) == 1
    calls = calls_of(sound)
    assert [call.state for call in calls] == ["done"] * 7
    counted = sum(max(1, len(call.text) // 4) for call in wire.calls)
    assert view_of(sound).usage.input == counted
    assert all(not call.usage.estimated for call in calls)
    assert speech("a") != speech("b")


def test_long_reasoning_is_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasoning of any length is screened with as many passes over the text as there are markers in it."""
    passes = 0

    def counted(raw: str) -> str:
        nonlocal passes
        passes += 1
        return public_text(raw)

    monkeypatch.setattr(thinking, "public_text", counted)
    screen = thinking.Screen()
    shown = ""
    for part in ("<think>", *["the word is good "] * 5000, "</think>", *["Public. "] * 5000):
        added, reset = screen.feed(part)
        shown = added if reset else shown + added
    assert (shown, screen.text()) == ("Public. " * 5000, shown)
    assert passes <= 8
