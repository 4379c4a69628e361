"""The Python interface: results, errors, streams, replays and what importing it costs."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import dissoi
from dissoi import errors
from dissoi.engine.api import wish
from dissoi.record.events import DebateFinished, DebatePaused, faults
from dissoi.settings import load
from dissoi.testing import MOTION, assert_valid, run_scripted, scripted

DEMO = "scripted:demo?seed=1"


def test_a_debate_in_one_call() -> None:
    """A debate returns its result: a whole valid log, its transcript, ballots and winner."""
    result = dissoi.debate(MOTION, models=DEMO, seed=7, judges=3)
    assert_valid(result.log)
    assert result.outcome in ("verdict", "draw")
    assert len(result.ballots) == 3
    assert [turn.side for turn in result.transcript] == ["pro", "con", "pro", "con"]
    assert result.verdict is not None
    assert result.winner == result.verdict.winner
    assert result.claims == ()
    assert result.usage.calls == sum(getattr(e.event, "usage", None) is not None for e in result.events)


async def test_a_result_shows_itself() -> None:
    """One line for repr, the transcript for str, a document for JSON, a page for Markdown and notebooks."""
    result = await run_scripted(format="nround")
    assert repr(result).startswith(f"<Result {result.debate_id} nround ")
    assert repr(result).endswith(" · $0.00>")
    assert "\n" not in repr(result)
    assert all(turn.text in str(result) for turn in result.transcript if turn.text)
    assert json.loads(result.to_json()) == result.to_dict()
    assert result.to_dict()["view"]["outcome"] == result.outcome
    assert result.to_markdown().startswith(f"# {MOTION}\n")
    bundle = result._repr_mimebundle_()
    assert bundle["text/plain"] == repr(result)
    assert MOTION in bundle["text/html"]
    assert result == dissoi.Result(result.log)
    assert len({result, dissoi.Result(result.log)}) == 1


async def test_rich_shows_the_scoreboard_without_reading_markup() -> None:
    """A motion that looks like Rich markup is printed as it is, above the points of each judge."""
    result = await run_scripted("[red]Ban[/red] [link=x]it[/link] [/2]")
    console = Console(file=io.StringIO(), width=100)
    console.print(result)
    text = console.file.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
    assert "[red]Ban[/red] [link=x]it[/link] [/2]" in " ".join(text.split())
    assert "judge.1" in text
    assert "total" in text


async def test_the_sync_call_in_a_running_loop_names_the_other() -> None:
    """Inside a running loop, as in a notebook, the error says to await adebate."""
    with pytest.raises(errors.UsageError, match="adebate"):
        dissoi.debate(MOTION, models=DEMO)


async def test_a_spent_budget_is_raised_with_the_debate_in_its_hint(home: Path) -> None:
    """With no call allowed the debate is kept, paused, and the error names limit, debate and way out."""
    with pytest.raises(errors.BudgetError) as caught:
        await dissoi.adebate(MOTION, models=DEMO, max_calls=0)
    kept = dissoi.replay()
    assert caught.value.limit == "max_calls"
    assert kept.debate_id in caught.value.hint
    assert "--max-calls" in caught.value.hint
    assert kept.outcome is None
    assert kept.view.status == "paused"
    assert faults(kept.log) == []


async def test_a_budget_of_nothing_is_enough_for_what_costs_nothing() -> None:
    """A scripted debate is free: it runs to its end on a budget of 0 dollars."""
    result = await dissoi.adebate(MOTION, models=DEMO, budget=0)
    assert result.usage.cost == Decimal(0)
    assert result.outcome in ("verdict", "draw")


async def test_a_failed_provider_is_raised_with_its_kind() -> None:
    """A key that is refused ends the call, not the debate: the error has the kind, the debate is paused."""
    with pytest.raises(errors.ProviderError) as caught:
        await dissoi.adebate(MOTION, models="scripted:demo?fail=1&fail_kind=auth")
    kept = dissoi.replay()
    assert caught.value.kind == "auth"
    assert kept.debate_id in caught.value.hint
    assert isinstance(kept.events[-1].event, DebatePaused)


def test_auto_sees_what_the_command_line_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a model the first of the user's list that is configured is taken, keys in ``.env`` included, and said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISSOI_AUTO", "openai:gpt;scripted:demo")
    assert {ballot.model for ballot in dissoi.debate(MOTION, seed=1).ballots} == {"scripted:demo"}
    assert capsys.readouterr().err.startswith("Model: scripted:demo (the first of your list")
    (tmp_path / ".env").write_text("OPENAI_API_KEY=x\n", "utf-8")
    assert wish(load({}, os.environ, tmp_path), MOTION).models["default"] == {"model": "openai:gpt"}


async def test_each_judge_may_have_a_model() -> None:
    """``models={"judge.2": …}`` is that judge's model; a judge that does not sit is an error that says how many do."""
    models = {"default": DEMO, "judge.2": "scripted:gullible"}
    result = await dissoi.adebate(MOTION, models=models, judges=2, seed=1)
    assert [ballot.model for ballot in result.ballots] == [DEMO, "scripted:gullible"]
    with pytest.raises(errors.UnknownNameError, match=r"judge\.2.*has 1 judge;"):
        await dissoi.adebate(MOTION, models=models)


async def test_a_failed_judge_is_a_result() -> None:
    """No ballot, no verdict: the debate ends unresolved, and that is a result, not an error."""
    result = await dissoi.adebate(MOTION, models=scripted(roles={"judge": "malformed"}))
    assert result.outcome == "unresolved"
    assert result.winner is None
    assert_valid(result.log)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"format": "nrond"}, errors.UnknownNameError, "nround"),
        ({"rouns": 2}, errors.UnknownNameError, "rounds"),
        ({"models": {"jugde": DEMO}}, errors.UnknownNameError, "judge"),
        ({"models": "openai"}, errors.ConfigError, "openai:"),
        ({"models": "scripted:dmo"}, errors.UsageError, "demo"),
        ({"rounds": 2}, errors.UsageError, "no rounds"),
        ({"keywords": "cars"}, errors.UsageError, "list of words"),
        ({"budget": -1}, errors.ConfigError, "budget"),
        ({"database_url": "mysql://x"}, errors.ConfigError, "sqlite:///"),
    ],
)
async def test_what_cannot_be_is_said_before_anything_is_stored(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    """A wrong option is a typed error with the nearest right word, and no debate is created."""
    given: dict[str, Any] = {"models": DEMO, **options}
    with pytest.raises(error, match=words):
        await dissoi.adebate(MOTION, **given)
    with pytest.raises(errors.DissoiError):
        dissoi.replay()


async def test_a_motion_is_text() -> None:
    """Anything else is a typed error, not a fault somewhere inside."""
    anything: Any = 5
    with pytest.raises(errors.UsageError, match="must be text, not 5"):
        await dissoi.adebate(anything, models=DEMO)


@pytest.mark.parametrize("motion", ["", " \n\t ", "\u200b\x00", "x" * 10_000_000])
async def test_a_motion_that_is_none_is_refused(motion: str) -> None:
    """Blank, invisible and enormous motions are motion errors."""
    with pytest.raises(errors.MotionError):
        await dissoi.adebate(motion, models=DEMO)


async def test_no_motion_lets_one_be_invented() -> None:
    """Without a motion the topic generator makes one, about what is asked for."""
    result = await dissoi.adebate(models=DEMO, about="public transport")
    assert result.view.motion is not None
    assert result.view.motion.text
    assert result.events[1].event.type == "topic.generated"


async def test_what_is_left_out_comes_from_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Environment and project file give what the call leaves out; the call wins over both."""
    (tmp_path / "dissoi.toml").write_text('format = "nround"\nrounds = 3\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISSOI_MODEL", DEMO)
    result = await dissoi.adebate(MOTION, rounds=1)
    assert result.view.setup is not None
    assert (result.view.setup.format, result.view.setup.vars) == ("nround", {"rounds": 1})
    assert result.view.setup.models["default"].model == DEMO


async def test_models_may_differ_by_side() -> None:
    """Each side speaks by its own model, and the log says so."""
    result = await dissoi.adebate(MOTION, models={"default": DEMO, "con": "scripted:liar"})
    assert {(turn.side, turn.model) for turn in result.transcript} == {("pro", DEMO), ("con", "scripted:liar")}


async def test_a_stream_yields_every_event_once_in_order() -> None:
    """The stream has all events of the log, with the tokens of each speech before it is published."""
    items = [item async for item in dissoi.stream(MOTION, models=DEMO)]
    envelopes = [item for item in items if isinstance(item, dissoi.Envelope)]
    assert tuple(envelopes) == dissoi.replay().events
    spoken: dict[str, str] = {}
    for item in items:
        if isinstance(item, dissoi.Token):
            spoken[item.slot] = ("" if item.reset else spoken.get(item.slot, "")) + item.text
    first = dissoi.replay().transcript[0]
    assert " ".join(spoken[first.slot].split()) == first.text


async def test_leaving_a_stream_does_not_lose_the_debate() -> None:
    """Who leaves after the first event finds the debate finished later: it goes on in the background."""
    stream = dissoi.stream(MOTION, models=DEMO)
    async for item in stream:
        assert isinstance(item, dissoi.Envelope)
        break
    result = await stream.result()
    assert result.debate_id == stream.debate_id
    assert isinstance(result.events[-1].event, DebateFinished)
    assert dissoi.replay(stream.debate_id) == result


async def test_a_cancelled_onlooker_does_not_stop_the_debate() -> None:
    """Cancelling the task that looks leaves the debate running to its end."""
    stream = dissoi.stream(MOTION, models=DEMO)
    looking = asyncio.Event()

    async def look() -> None:
        async for _ in stream:
            looking.set()

    task = asyncio.create_task(look())
    await looking.wait()
    task.cancel()
    assert (await stream.result()).outcome in ("verdict", "draw")


def test_the_end_of_the_loop_leaves_a_debate_that_can_be_resumed() -> None:
    """A loop that ends under a running debate leaves a valid log without an end."""

    async def leave() -> None:
        async for _ in dissoi.stream(MOTION, models="scripted:demo?delay_ms=60000"):
            break

    asyncio.run(leave())
    kept = dissoi.replay()
    assert kept.outcome is None
    assert faults(kept.log) == []


async def test_a_stream_raises_what_a_call_raises() -> None:
    """After the last item of a debate that could not end comes its error; the stream stays ended."""
    stream = dissoi.stream(MOTION, models=DEMO, max_calls=1)
    with pytest.raises(errors.BudgetError):
        async for _ in stream:
            pass
    with pytest.raises(errors.BudgetError):
        await anext(stream)


async def test_on_event_sees_what_a_stream_sees() -> None:
    """The callback gets each event of the log."""
    seen: list[object] = []
    result = await dissoi.adebate(MOTION, models=DEMO, on_event=seen.append)
    assert tuple(item for item in seen if isinstance(item, dissoi.Envelope)) == result.events


def test_replay_of_nothing_creates_nothing(home: Path) -> None:
    """Looking for a debate on a machine that has none is an error and leaves no database behind."""
    with pytest.raises(errors.DissoiError):
        dissoi.replay()
    assert list(home.iterdir()) == []


def test_the_public_names() -> None:
    """All public names are sorted, exist, and are listed by dir()."""
    assert dissoi.__all__ == sorted(dissoi.__all__)
    assert all(getattr(dissoi, name) is not None for name in dissoi.__all__)
    assert set(dissoi.__all__) <= set(dir(dissoi))
    assert dissoi.__version__
    with pytest.raises(AttributeError, match="debates"):
        _ = dissoi.debates


def loaded_by(code: str, packages: list[str]) -> str:
    """Which modules of ``packages`` a fresh interpreter has after ``code``."""
    code = f"{code}; import sys; print([m for m in sys.modules if m.split('.')[0] in sys.argv[1:]])"
    done = subprocess.run([sys.executable, "-c", code, *packages], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_nothing() -> None:
    """Importing the package loads neither Pydantic nor any framework."""
    heavy = ["pydantic", "langgraph", "langchain", "langchain_core", "sqlalchemy", "rich", "click"]
    assert loaded_by("import dissoi", heavy) == "[]"


def test_reading_loads_no_framework() -> None:
    """The interface, a result and its exports come without LangGraph, LangChain, Rich and local models."""
    heavy = ["langgraph", "langchain", "langchain_core", "rich", "xllamacpp", "genai_prices", "alembic"]
    assert loaded_by("import dissoi; dissoi.debate; dissoi.Result", heavy) == "[]"
