"""Models that run inside this process: ``local:smollm2`` (bundled) and ``local:/path/to/any.gguf``.

Turns requests into llama.cpp's chat bodies and its chunks into ours; no key, no network but for fetching the bundled
weights once. Not here: threads and loading (``llama.py``), where the weights are (``weights.py``).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from dissoi.errors import ConfigError, UnknownNameError
from dissoi.models import llama, weights
from dissoi.models.port import Chunk, End, Profile, Request, Tokens

CONTEXT = 8192
"""Tokens of prompt and reply together; the bundled model was trained for no more."""
SMALL_BYTES = 2_500_000_000
"""Files below this hold fewer than about four billion parameters. Asked for more than a paragraph, such models
repeat the other side's speech instead of answering it (read on a 1.5B model), so they get the plainest prompts."""
REPEAT_PENALTY = 1.1
"""For plain text of the bundled model, which else goes round in circles. It spoils structured replies (measured)."""

Finish = Literal["stop", "length", "refused"]


def tell(line: str) -> None:
    """Default report of a long step: one line on stderr, since stdout is for data."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


class LocalModel:
    """A weights file as a ``ChatModel``. Cheap to make: the file is loaded at the first call, or by ``preload``.

    ``repeat_penalty`` applies to plain text alone; 1 = none. Objects for the same file share one loaded copy.
    """

    provider = "local"

    def __init__(self, name: str, engine: llama.Engine, *, small: bool, context: int, repeat_penalty: float) -> None:
        self.name = name
        self.profile = Profile(window=context, small=small, concurrency=1, first_token=180.0, idle=120.0, free=True)
        self._engine = engine
        self._repeat_penalty = repeat_penalty

    async def preload(self) -> None:
        """Fetch and load the weights now. Raises ``ProviderError``."""
        call = llama.Call({})
        self._engine.submit(call)
        part = await call.parts.get()
        if part is not None:
            raise _failure(part, self.name)

    async def stream(self, request: Request) -> AsyncIterator[Chunk | End]:
        """Yield the reply as it is made. Empty chunks mark progress in reading a long prompt."""
        call = llama.Call(self._body(request))
        self._engine.submit(call)
        finish: Finish | None = None
        tokens: Tokens | None = None
        try:
            while (part := await call.parts.get()) is not None:
                if isinstance(part, BaseException) or "error" in part:
                    raise _failure(part, self.name)
                tokens = _tokens(part.get("usage")) or tokens
                choices: list[dict[str, Any]] = part.get("choices") or []
                choice = choices[0] if choices else {}
                finish = _finish(choice.get("finish_reason")) or finish
                for chunk in _chunks(choice.get("delta") or {}, "prompt_progress" in part):
                    yield chunk
        finally:
            call.unwanted = True
        if finish is not None:
            yield End(
                finish=finish, tokens=tokens, model=Path(self.name.removeprefix("local:")).name, notes=_notes(request)
            )

    async def aclose(self) -> None:
        """Nothing to close: the weights stay loaded for the next debate, until the process ends."""

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": [{"role": m.role, "content": m.text} for m in request.messages],
            "max_tokens": request.max_tokens,
            "stop": list(request.stop),
            "stream": True,
            "stream_options": {"include_usage": True},
            "return_progress": True,
            "cache_prompt": True,
            "temperature": 0.7 if request.temperature is None else request.temperature,
        }
        if request.seed is not None:
            body["seed"] = request.seed % 2**32
        if request.thinking_budget == 0:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        if request.schema is None:
            body["repeat_penalty"] = self._repeat_penalty
        elif request.structure == "schema":
            wanted = {"name": request.schema_name, "schema": request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        elif request.structure == "object":
            body["response_format"] = {"type": "json_object"}
        return body


def open_local(
    name: str,
    env: Mapping[str, str],
    *,
    report: weights.Report = tell,
    context: int = CONTEXT,
    repeat_penalty: float | None = None,
) -> LocalModel:
    """Make the model called ``name`` (``local:smollm2`` or ``local:PATH``).

    Raises ``ConfigError`` if the ``local`` extra or the file is missing or is no GGUF file, ``UnknownNameError`` for
    another short name.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise ConfigError(f"{name} needs the local extra.", hint="Run: pip install 'dissoi[local]'")
    threads = llama.threads(env)
    bundled = name == weights.NAME
    path = weights.find(env) if bundled else _file(name)
    if path is None:
        key, place = name, _fetcher(env, report)
    else:
        _check(path)
        key, place = str(path.resolve()), _known(path)
    engine = llama.engine(key, place, threads=threads, context=context)
    small = bundled or (path is not None and path.stat().st_size < SMALL_BYTES)
    penalty = repeat_penalty if repeat_penalty is not None else REPEAT_PENALTY if bundled else 1.0
    shown = name if path is None or bundled else f"local:{path.name}"  # a home directory is nobody else's business
    return LocalModel(shown, engine, small=small, context=context, repeat_penalty=penalty)


def _file(name: str) -> Path:
    where = name.removeprefix("local:")
    path = Path(where).expanduser()
    if path.is_file():
        return path
    if "/" in where or "\\" in where or where.endswith(".gguf"):
        raise ConfigError(
            f"{name} names no file.", hint="Give the path of a .gguf file, such as local:/path/model.gguf."
        )
    raise UnknownNameError("local model", where, ("smollm2",), hint="Use local:smollm2 or local:/path/to/model.gguf.")


def _check(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.", hint="Check its permissions.") from error
    if magic != b"GGUF":
        raise ConfigError(f"{path} is not a GGUF file.", hint="Download the model's .gguf form.")


def _fetcher(env: Mapping[str, str], report: weights.Report) -> Callable[[Callable[[], bool]], Path]:
    return lambda stopped: weights.find(env) or weights.fetch(env, report=report, stopped=stopped)


def _known(path: Path) -> Callable[[Callable[[], bool]], Path]:
    return lambda _stopped: path


def _failure(part: dict[str, Any] | BaseException, name: str) -> Exception:
    error = llama.failure(part, name)
    if isinstance(part, BaseException) and error is not part:
        error.__cause__ = part
    return error


def _chunks(delta: dict[str, Any], progress: bool) -> list[Chunk]:
    found: list[Chunk] = []
    if delta.get("reasoning_content"):
        found.append(Chunk(delta["reasoning_content"], thinking=True))
    if delta.get("content"):
        found.append(Chunk(delta["content"]))
    return found or ([Chunk("")] if progress else [])


def _finish(reason: str | None) -> Finish | None:
    if reason is None:
        return None
    return "length" if reason == "length" else "stop"


def _tokens(usage: dict[str, Any] | None) -> Tokens | None:
    if not usage:
        return None
    details: dict[str, Any] = usage.get("prompt_tokens_details") or {}
    return Tokens(
        input=int(usage["prompt_tokens"]),
        output=int(usage["completion_tokens"]),
        cached=int(details.get("cached_tokens") or 0),
    )


def _notes(request: Request) -> tuple[str, ...]:
    return ("thinking_budget dropped",) if request.thinking_budget else ()
