"""The Ollama ``/api/chat`` wire: reading a request, and the lines of its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.wire.answer import Answer, Call, tokens


def read(path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Call:
    messages: list[dict[str, Any]] = body.get("messages") or []
    wanted = body.get("format")
    return Call(
        wire="ollama",
        path=path,
        headers=headers,
        body=body,
        text="\n".join(str(m.get("content", "")) for m in messages),
        roles=tuple(str(m.get("role")) for m in messages),
        schema=wanted if isinstance(wanted, dict) else None,
        key=headers.get("authorization", "").removeprefix("Bearer "),
        stream=body.get("stream", True),
    )


def error(answer: Answer) -> dict[str, Any]:
    return {"error": answer.message}


def whole(call: Call, answer: Answer) -> dict[str, Any]:
    return _line(call, answer, answer.text) | _last(call, answer)


def _line(call: Call, answer: Answer, text: str, thinking: str = "") -> dict[str, Any]:
    message = {"role": "assistant", "content": text} | ({"thinking": thinking} if thinking else {})
    model = answer.model or call.body.get("model")
    return {"model": model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": False}


def _last(call: Call, answer: Answer) -> dict[str, Any]:
    return {
        "done": True,
        "done_reason": answer.finish or "stop",
        "prompt_eval_count": tokens(call.text),
        "eval_count": tokens(answer.text),
    }


def events(call: Call, answer: Answer) -> Iterator[bytes]:
    if answer.thinking:
        yield _json(_line(call, answer, "", answer.thinking))
    for piece in answer.pieces():
        yield _json(_line(call, answer, piece))


def ending(call: Call, answer: Answer) -> Iterator[bytes]:
    if answer.ending != "no_finish":
        yield _json(_line(call, answer, "") | _last(call, answer))


def failure(answer: Answer) -> bytes:
    return _json(error(answer))


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
