"""One debate on four wires: each role by its own provider, with its own key, form and bill."""

from __future__ import annotations

from pathlib import Path

from tests.field.conftest import Run
from tests.field.kit import CANARY, calls_of, debating, events_of, leaking, view_of
from tests.wire import Answer, Wire

LINE_UP = {
    "topic": "ollama:llama3.2",
    "pro": "openai:gpt-4o-mini",
    "con": "anthropic:claude-sonnet-4-6",
    "judge": "google_genai:gemini-2.5-pro",
}
WIRES = {"topic": "ollama", "pro": "openai", "con": "anthropic", "judge": "gemini"}


def test_a_debate_on_four_wires(run: Run, wires: Wire, sound: Path) -> None:
    """Each call goes to its role's provider with that provider's key; all share one prefix, and each has its usage."""
    args = [word for role, model in LINE_UP.items() for word in ("-m", f"{role}={model}")]
    ran = run("debate", "--seed", "1", "-m", "openai:gpt-4o-mini", *args)
    assert ran.code == 0, ran.err
    view = view_of(sound)
    assert view.motion is not None
    assert (view.outcome, view.motion.text[:17]) == ("verdict", "This house would ")
    assert [turn.model for turn in view.turns] == [LINE_UP["pro"], LINE_UP["con"]] * 2
    assert [ballot.model for ballot in view.ballots] == [LINE_UP["judge"]]
    assert {call.wire for call in wires.calls} == set(WIRES.values())
    keys = {call.wire: call.key or call.headers.get("authorization", "") for call in wires.calls}
    assert keys["anthropic"].endswith("anthropic-0123456789") and keys["gemini"].endswith("google-0123456789")
    assert CANARY not in keys["ollama"]
    assert len(set(keys.values())) == 4

    for call in calls_of(sound):
        assert call.usage.input > 0 and call.usage.output > 0 and not call.usage.estimated
        assert call.usage.served == call.model.partition(":")[2]
        assert (call.usage.cost or 0) > 0 or call.model.startswith("ollama:")
    assert view.usage.unpriced == 0
    speeches = events_of(sound, "turn.published")
    assert [event.usage.model for event in speeches] == [LINE_UP["pro"], LINE_UP["con"]] * 2
    after_topic = [call.text.replace("\n", " ") for call in wires.calls if call.wire != "ollama"]
    begin = len("You write for a formal debate.")
    assert len({text[:begin] for text in after_topic}) == 1
    for model in LINE_UP.values():
        assert model in run("show", "last", "--calls").out


def test_one_provider_of_four_is_down(run: Run, wires: Wire, sound: Path) -> None:
    """A refused key of one provider names its own variable, pauses, and another model takes the seat over."""
    wires.behaviour = lambda call: leaking(Answer(status=401)) if call.wire == "anthropic" else debating(call)
    args = [word for role, model in LINE_UP.items() for word in ("-m", f"{role}={model}")]
    ran = run("debate", "TH bans cars", "--seed", "1", "-m", "openai:gpt-4o-mini", *args)
    assert ran.code == 3, ran.err
    assert "ANTHROPIC_API_KEY (…6789)" in ran.err
    assert len([call for call in wires.calls if call.wire == "anthropic"]) == 1
    done = run("resume", "last", "-m", "con=openai:gpt-4o-mini")
    assert (done.code, view_of(sound).outcome) == (0, "verdict"), done.err
    assert {turn.model for turn in view_of(sound).turns} == {"openai:gpt-4o-mini"}
