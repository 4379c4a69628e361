"""The other wires through LangChain, over real HTTP: one law for every provider, and what is each one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dissoi.errors import ProviderError
from dissoi.models import langchain
from dissoi.models.port import Chunk, Message, Request, Tokens
from tests.models.kit import PROVIDERS, SCHEMA, asked, heard, opened
from tests.wire import Answer, Wire
from tests.wire import behaviours as does
from tests.wire.certificate import private_authority

OTHERS = PROVIDERS[1:]
CLAUDE, GEMINI, OLLAMA = OTHERS


@pytest.fixture
def wire() -> Iterator[Wire]:
    langchain.forget()
    with Wire() as server:
        yield server


@pytest.mark.parametrize("name", OTHERS)
async def test_a_reply_comes_whole_with_usage(wire: Wire, name: str) -> None:
    """Every provider's good reply yields its text, its tokens and the served model's name."""
    text, end = await heard(opened(wire, name))
    assert (text, end.finish, end.model) == (does.PARAGRAPH, "stop", name.partition(":")[2])
    assert end.tokens == Tokens(input=len("You debate.\nSpeak.") // 4, output=len(text) // 4)


@pytest.mark.parametrize("name", OTHERS)
async def test_structured_output_is_native_and_comes_as_text(wire: Wire, name: str) -> None:
    """Every provider is sent the schema in its own way, and the reply is JSON text."""
    text, _ = await heard(opened(wire, name), asked(schema=SCHEMA))
    schema = wire.calls[0].schema
    assert schema is not None
    assert set(schema["properties"]) == {"winner", "points"}
    assert json.loads(text) == {"winner": "pro", "points": 5}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(status=401, message="bad key sk-secret"), "auth"),
        (Answer(status=404), "not_found"),
        (Answer(status=429, headers={"retry-after": "7"}), "rate_limit"),
        (Answer(status=500), "server"),
        (does.HTML, "server"),
        (Answer(status=503), "overloaded"),
        (
            Answer(status=529, fail_after=1, text="Half of a", message="Overloaded", code="overloaded_error"),
            "overloaded",
        ),
        (Answer(text="Half of a reply.", chunk=4, ending="cut"), "cut"),
        (Answer(text="Half of a reply.", ending="no_finish"), "cut"),
    ],
)
async def test_failures_are_classified(wire: Wire, name: str, answer: Answer, kind: str) -> None:
    """Each provider's own form of a failure has the same kind, costs one request, and is not quoted."""
    wire.behaviour = lambda _call: answer
    with pytest.raises(ProviderError) as caught:
        await heard(opened(wire, name))
    assert caught.value.kind == kind
    assert len(wire.calls) == 1
    assert "secret" not in str(caught.value)
    if kind == "rate_limit" and name != OLLAMA:  # Ollama's SDK drops headers
        assert caught.value.retry_after == 7


@pytest.mark.parametrize("name", OTHERS)
async def test_silence_ends_at_the_models_timeout(wire: Wire, name: str) -> None:
    """A server that never answers ends in a timeout with every SDK, whichever HTTP family it uses."""
    wire.behaviour = does.altered(hang=True)
    with pytest.raises(ProviderError) as caught:
        await heard(opened(wire, name, timeout=0.2))
    assert caught.value.kind == "timeout"


@pytest.mark.parametrize("name", OTHERS)
async def test_a_server_that_is_not_there_is_unreachable(name: str) -> None:
    """A refused connection is unreachable with every SDK."""
    with Wire() as gone:
        model = opened(gone, name)
    with pytest.raises(ProviderError) as caught:
        await heard(model)
    assert caught.value.kind == "unreachable"


@pytest.mark.parametrize("name", OTHERS)
def test_a_model_serves_several_event_loops_in_turn(wire: Wire, name: str) -> None:
    """The same model object answers in one asyncio.run after another (F35)."""
    model = opened(wire, name)
    for _ in range(3):
        assert asyncio.run(heard(model))[0] == does.PARAGRAPH


@pytest.mark.parametrize(
    ("name", "reason", "finish"),
    [
        (CLAUDE, "max_tokens", "length"),
        (CLAUDE, "refusal", "refused"),
        (CLAUDE, "stop_sequence", "stop"),
        (GEMINI, "MAX_TOKENS", "length"),
        (GEMINI, "SAFETY", "refused"),
        (OLLAMA, "length", "length"),
    ],
)
async def test_each_wires_reasons_are_known(wire: Wire, name: str, reason: str, finish: str) -> None:
    """Every provider's words for the end of a reply come out as ours."""
    wire.behaviour = does.altered(finish=reason)
    assert (await heard(opened(wire, name)))[1].finish == finish


async def test_a_blocked_prompt_is_refused(wire: Wire) -> None:
    """Gemini's answer to a blocked prompt, which has no candidate, is a refusal and not a cut (F16)."""
    body = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "gemini-2.5-pro"}
    raw = b"data: " + json.dumps(body).encode() + b"\r\n\r\n"
    wire.behaviour = does.altered(raw=raw, headers={"content-type": "text/event-stream"})
    text, end = await heard(opened(wire, GEMINI))
    assert (text, end.finish) == ("", "refused")


@pytest.mark.parametrize("name", [CLAUDE, GEMINI])
async def test_thinking_is_marked_and_apart_from_the_text(wire: Wire, name: str) -> None:
    """Thinking comes as thinking chunks, never in the text, and costs no room of the reply."""
    wire.behaviour = does.says("Public.", thinking="private plan")
    model = opened(wire, name)
    parts = [p async for p in model.stream(asked(thinking_budget=2000)) if isinstance(p, Chunk)]
    assert "".join(p.text for p in parts if not p.thinking) == "Public."
    body = wire.calls[0].body
    limit = body["max_tokens"] if name == CLAUDE else body["generationConfig"]["maxOutputTokens"]
    assert limit == 2100
    await model.aclose()


async def test_claude_drops_temperature_while_it_thinks(wire: Wire) -> None:
    """Temperature and thinking are not taken together: the temperature goes, with a note."""
    _, end = await heard(opened(wire, CLAUDE), asked(thinking_budget=2000, temperature=0.3))
    assert "temperature" not in wire.calls[0].body
    assert end.notes == ("temperature dropped: not taken together with thinking_budget",)


async def test_claude_gets_at_most_four_cache_marks(wire: Wire) -> None:
    """Only messages marked as cacheable carry a cache mark, the last four of them."""
    blocks = tuple(Message("user", f"Block {i}.", cache=True) for i in range(5))
    request = Request((Message("system", "You debate.", cache=True), *blocks, Message("user", "Now.")), max_tokens=10)
    await heard(opened(wire, CLAUDE), request)
    marked = json.dumps(wire.calls[0].body).count("cache_control")
    assert marked == 4
    assert "cache_control" not in json.dumps(wire.calls[0].body["messages"][-1]["content"][-1])


async def test_ollama_is_given_a_window_that_holds_the_prompt(wire: Wire) -> None:
    """A prompt longer than Ollama's default window goes out with a window that holds it and the reply."""
    await heard(opened(wire, OLLAMA), asked("word " * 6000))
    assert wire.calls[0].body["options"]["num_ctx"] == 16384


class TestCertificates:
    """HTTPS behind a private certificate authority (C38)."""

    @pytest.fixture
    def secure(self, tmp_path: Path) -> Iterator[tuple[Wire, Path]]:
        langchain.forget()
        context, trust = private_authority(tmp_path)
        with Wire(tls=context) as server:
            yield server, trust

    @pytest.mark.parametrize("name", PROVIDERS)
    async def test_a_trusted_authority_works(
        self, secure: tuple[Wire, Path], name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With SSL_CERT_FILE naming the authority every provider is reached."""
        wire, trust = secure
        monkeypatch.setenv("SSL_CERT_FILE", str(trust))
        assert (await heard(opened(wire, name)))[0] == does.PARAGRAPH

    @pytest.mark.parametrize("name", PROVIDERS)
    async def test_an_unknown_authority_is_said_with_its_setting(
        self, secure: tuple[Wire, Path], name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without it, one failure that is not retried says so and names the setting; switching off is not offered."""
        wire, _ = secure
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        with pytest.raises(ProviderError) as caught:
            await heard(opened(wire, name))
        error: Any = caught.value
        assert (error.kind, error.retryable) == ("certificate", False)
        assert "certificate not trusted" in error.message
        assert "SSL_CERT_FILE" in error.hint
        assert "verify" not in str(error)
