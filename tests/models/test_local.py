"""Local models: what goes to llama.cpp and comes back (with a played engine), and the real bundled model."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from dissoi.errors import ConfigError, ProviderError, UnknownNameError
from dissoi.models import llama
from dissoi.models.local import LocalModel, open_local
from dissoi.models.port import Chunk, End, Message, Request, Tokens

ASK = Request(
    (Message("system", "You answer in one sentence."), Message("user", "Name a colour.")), max_tokens=24, seed=7
)


class Ballot(BaseModel):
    """A small object to be filled."""

    reason: str = Field(max_length=60)
    score: int = Field(ge=1, le=10)
    side: Literal["pro", "con"]


async def read(stream: AsyncIterator[Chunk | End]) -> tuple[str, End | None]:
    """The text of a stream and its end."""
    text, end = "", None
    async for part in stream:
        assert end is None, "nothing may follow the end"
        if isinstance(part, End):
            end = part
        elif not part.thinking:
            text += part.text
    return text, end


class PlayedEngine:
    """An engine that answers every call with the same parts and keeps the call."""

    def __init__(self, *parts: dict[str, Any] | BaseException) -> None:
        self.parts = parts
        self.calls: list[llama.Call] = []

    def submit(self, call: llama.Call) -> None:
        self.calls.append(call)
        for part in (*self.parts, None):
            call.put(part)


def played(*parts: dict[str, Any] | BaseException, repeat_penalty: float = 1.1) -> tuple[LocalModel, PlayedEngine]:
    """A local model over a played engine."""
    engine = PlayedEngine(*parts)
    model = LocalModel(
        "local:smollm2", engine, small=True, context=8192, repeat_penalty=repeat_penalty  # pyright: ignore[reportArgumentType]
    )  # fmt: skip
    return model, engine


def piece(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """A chunk as llama.cpp makes it."""
    return {"choices": [{"finish_reason": finish, "index": 0, "delta": delta}]}


STOP = piece("stop")


async def test_the_repeat_penalty_stays_out_of_structured_calls() -> None:
    """Plain text is asked for with the repeat penalty, an object without it and with its schema."""
    model, engine = played(STOP)
    await read(model.stream(ASK))
    await read(model.stream(Request(ASK.messages, 24, schema={"type": "object"}, schema_name="ballot")))
    await read(model.stream(Request(ASK.messages, 24, schema={"type": "object"}, structure="object")))
    await read(model.stream(Request(ASK.messages, 24, schema={"type": "object"}, structure="prompt")))
    plain, schema, some, words = (call.body for call in engine.calls)
    assert plain["repeat_penalty"] == 1.1
    assert "response_format" not in plain
    assert all("repeat_penalty" not in body for body in (schema, some, words))
    assert schema["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert some["response_format"] == {"type": "json_object"}
    assert "response_format" not in words


async def test_options_for_scripts_never_reach_the_model() -> None:
    """``Request.options`` stays out of the body; seed, stop words and temperature go in."""
    model, engine = played(STOP)
    await read(
        model.stream(Request(ASK.messages, 9, temperature=0.0, seed=5, stop=("\n\n",), options={"role": "judge"}))
    )
    body = engine.calls[0].body
    assert "judge" not in json.dumps(body)
    assert (body["temperature"], body["seed"], body["stop"], body["max_tokens"]) == (0.0, 5, ["\n\n"], 9)


async def test_a_reply_becomes_chunks_and_one_end() -> None:
    """Text, thinking, usage and the finish reason are taken from where llama.cpp puts them."""
    usage = {"prompt_tokens": 20, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 15}}
    model, _ = played(
        piece(role="assistant", content=None), piece(reasoning_content="hm"), piece(content="Blue"), piece("length"),
        {"choices": [], "usage": usage},
    )  # fmt: skip
    parts = [part async for part in model.stream(ASK)]
    assert parts == [
        Chunk("hm", thinking=True),
        Chunk("Blue"),
        End(finish="length", tokens=Tokens(input=20, output=3, cached=15), model="smollm2"),
    ]


async def test_a_stream_without_a_finish_reason_has_no_end() -> None:
    """A reply that breaks off gives no terminal evidence."""
    model, _ = played(piece(content="Blu"))
    assert await read(model.stream(ASK)) == ("Blu", None)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ({"error": {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9, "n_ctx": 8}}, "context"),
        ({"error": {"code": 400, "type": "invalid_request_error", "message": "secret"}}, "rejected"),
        ({"error": {"code": 500, "type": "server_error", "message": "secret"}}, "server"),
        (ValueError("secret"), "rejected"),
        (MemoryError("secret"), "server"),
        (ConfigError("No file."), "not_found"),
        (ProviderError("Not fetched.", kind="unreachable"), "unreachable"),
    ],
)
async def test_every_failure_is_a_classified_provider_error(part: dict[str, Any] | BaseException, kind: str) -> None:
    """Whatever the engine reports comes out as a ``ProviderError`` of the right kind, without its raw words."""
    model, _ = played(part)
    with pytest.raises(ProviderError) as caught:
        await read(model.stream(ASK))
    assert caught.value.kind == kind
    assert "secret" not in str(caught.value)


async def test_leaving_early_marks_the_call_unwanted() -> None:
    """A consumer that leaves makes the next ``put`` tell llama.cpp to stop."""
    model, engine = played(piece(content="Blue"), piece(content=" is"))
    stream = model.stream(ASK)
    await anext(stream)
    await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]
    assert engine.calls[0].put(STOP) is True


async def test_an_unused_option_is_noted() -> None:
    """A thinking budget is dropped with a note; a budget of none switches thinking off instead."""
    model, engine = played(STOP)
    _, end = await read(model.stream(Request(ASK.messages, 9, thinking_budget=500)))
    assert end is not None
    assert end.notes == ("thinking_budget dropped",)
    _, end = await read(model.stream(Request(ASK.messages, 9, thinking_budget=0)))
    assert end is not None
    assert end.notes == ()
    assert engine.calls[1].body["chat_template_kwargs"] == {"enable_thinking": False}


@pytest.mark.parametrize(
    ("content", "name", "error"),
    [
        (None, "model.gguf", ConfigError),
        (b"PK\x03\x04 not a model", "model.gguf", ConfigError),
        (None, "smollm3", UnknownNameError),
    ],
)
def test_a_name_that_is_no_model_is_refused_at_once(
    tmp_path: Path, content: bytes | None, name: str, error: type[Exception]
) -> None:
    """A missing file, a file of another kind and an unknown short name are errors before anything is loaded."""
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error):
        open_local(f"local:{path if name.endswith('.gguf') else name}", {})


def test_threads_leave_a_core_free_unless_told_otherwise() -> None:
    """DISSOI_LOCAL_THREADS wins; nonsense in it does not; there is always at least one thread."""
    assert llama.threads({"DISSOI_LOCAL_THREADS": "3"}) == 3
    assert llama.threads({"DISSOI_LOCAL_THREADS": "0"}) == llama.threads({}) >= 1


@pytest.fixture(scope="module")
def smollm2() -> LocalModel:
    """The bundled model; its weights are fetched by the real function if this machine has none."""
    return open_local("local:smollm2", os.environ)


@pytest.mark.model
async def test_the_bundled_model_streams_and_counts(smollm2: LocalModel) -> None:
    """A reply comes in several chunks with token counts that fit the request."""
    parts = [part async for part in smollm2.stream(ASK)]
    end = parts[-1]
    assert isinstance(end, End)
    assert end.finish in ("stop", "length")
    assert end.tokens is not None
    assert len([part for part in parts if isinstance(part, Chunk) and part.text]) > 1
    assert 0 < end.tokens.output <= 24


@pytest.mark.model
async def test_a_shared_prefix_comes_from_the_cache(smollm2: LocalModel) -> None:
    """A second call with the same prefix reports nearly all of it as cached, also after a call without it."""
    prefix = "The town council met on Monday to talk about the old bridge. " * 12
    asked = [Request((Message("user", f"{prefix}{task}"),), 2) for task in ("Why?", "Who spoke first?", "When?")]
    await read(smollm2.stream(asked[0]))
    _, second = await read(smollm2.stream(asked[1]))
    await read(smollm2.stream(ASK))
    _, third = await read(smollm2.stream(asked[2]))
    for end in (second, third):
        assert end is not None
        assert end.tokens is not None
        assert 0.85 * end.tokens.input < end.tokens.cached < end.tokens.input


@pytest.mark.model
async def test_structured_replies_fit_their_schema(smollm2: LocalModel) -> None:
    """Whatever the small model says, the JSON has the wanted form."""
    schema = Ballot.model_json_schema()
    for seed in (1, 2):
        text, end = await read(smollm2.stream(Request(ASK.messages, 300, seed=seed, schema=schema)))
        assert end is not None
        Ballot.model_validate_json(text)


@pytest.mark.model
async def test_leaving_early_frees_the_model(smollm2: LocalModel) -> None:
    """A call that waits behind an endless one is served as soon as the consumer of that one leaves."""
    endless = smollm2.stream(Request((Message("user", "Count from one to ten thousand."),), 6000, temperature=1.5))
    async for part in endless:
        if isinstance(part, Chunk) and part.text:
            break
    waiting = asyncio.ensure_future(read(smollm2.stream(ASK)))
    await endless.aclose()  # pyright: ignore[reportAttributeAccessIssue]
    async with asyncio.timeout(60):
        _, end = await waiting
    assert end is not None


@pytest.mark.model
async def test_a_prompt_beyond_the_context_is_a_context_error(smollm2: LocalModel) -> None:
    """A prompt that is too long is refused with the kind ``context``, which is never retried."""
    with pytest.raises(ProviderError) as caught:
        await read(smollm2.stream(Request((Message("user", "again " * 9000),), 5)))
    assert caught.value.kind == "context"
    assert not caught.value.retryable


@pytest.mark.model
async def test_a_damaged_file_fails_as_a_provider_error(tmp_path: Path) -> None:
    """A file that begins like weights but is none fails when it is loaded, and says which file."""
    path = tmp_path / "damaged.gguf"
    path.write_bytes(b"GGUF" + bytes(5000))
    with pytest.raises(ProviderError, match=r"damaged\.gguf") as caught:
        await open_local(f"local:{path}", {}).preload()
    assert not caught.value.retryable


ENDINGS = {
    "done": "await anext(stream)\n    async for part in stream: pass",
    "while speaking": "while not (await anext(stream)).text: pass",
    "while reading": "await anext(stream)",
    "while loading": "asyncio.ensure_future(anext(stream))\n    await asyncio.sleep(0)",
    "interrupted": "await anext(stream)\n    os.kill(os.getpid(), signal.SIGINT)\n    await asyncio.sleep(60)",
}
PROGRAM = """
import asyncio, os, signal, sys
from dissoi.models.local import open_local
from dissoi.models.port import Message, Request

async def main():
    long = "Tell me a long story. " * (400 if "{case}" in ("while reading", "interrupted") else 3)
    stream = open_local("local:smollm2", os.environ).stream(
        Request((Message("user", long),), 8 if "{case}" == "done" else 4000))
    {ending}

try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.model
@pytest.mark.parametrize("case", ENDINGS)
def test_the_process_ends_cleanly_at_any_moment(case: str, smollm2: LocalModel) -> None:
    """Whatever llama.cpp is doing when the program ends, the exit code is the program's own and nothing is printed."""
    program = PROGRAM.format(case=case, ending=ENDINGS[case])
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=90, check=False)
    assert (child.returncode, child.stdout, child.stderr) == (130 if case == "interrupted" else 0, b"", b"")
