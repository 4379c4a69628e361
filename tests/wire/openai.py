"""The OpenAI chat-completions wire: reading a request, and the bytes of its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.wire.answer import Answer, Call, tokens


def read(path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Call:
    messages: list[dict[str, Any]] = body.get("messages") or []
    wanted = body.get("response_format") or {}
    return Call(
        wire="openai",
        path=path,
        headers=headers,
        body=body,
        text="\n".join(_text(m.get("content")) for m in messages),
        roles=tuple(str(m.get("role")) for m in messages),
        schema=(wanted.get("json_schema") or {}).get("schema") if wanted.get("type") == "json_schema" else None,
        key=headers.get("authorization", "").removeprefix("Bearer "),
        stream=bool(body.get("stream")),
    )


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content or [])


def _usage(call: Call, answer: Answer) -> dict[str, Any]:
    said, asked = tokens(answer.text), tokens(call.text)
    return {
        "prompt_tokens": asked,
        "completion_tokens": said,
        "total_tokens": asked + said,
        "prompt_tokens_details": {"cached_tokens": answer.cached},
    }


def error(answer: Answer) -> dict[str, Any]:
    kinds = {401: "authentication_error", 429: "requests", 400: "invalid_request_error"}
    kind = kinds.get(answer.status, "server_error")
    return {"error": {"message": answer.message, "type": kind, "param": None, "code": answer.code or None}}


def whole(call: Call, answer: Answer) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.refusal:
        message["refusal"] = answer.refusal
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": answer.model or call.body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": answer.finish or "stop"}],
        "usage": _usage(call, answer),
    }


def events(call: Call, answer: Answer) -> Iterator[bytes]:
    """The parts of a streamed reply, without its end: opening, one per piece of text."""

    def chunk(delta: dict[str, Any], finish: str | None) -> bytes:
        return _sse(_chunk(call, answer, [{"index": 0, "delta": delta, "finish_reason": finish}]))

    yield chunk({"role": "assistant", "content": ""}, answer.finish_every)
    if answer.thinking:
        yield chunk({"reasoning_content": answer.thinking}, answer.finish_every)
    if answer.refusal:
        yield chunk({"refusal": answer.refusal}, answer.finish_every)
    for piece in answer.pieces():
        yield chunk({"content": piece}, answer.finish_every)


def ending(call: Call, answer: Answer) -> Iterator[bytes]:
    if answer.ending != "no_finish":
        finish = "stop" if answer.finish is None else answer.finish
        yield _sse(_chunk(call, answer, [{"index": 0, "delta": {}, "finish_reason": finish}]))
    if answer.usage and (call.body.get("stream_options") or {}).get("include_usage"):
        yield _sse({**_chunk(call, answer, []), "usage": _usage(call, answer)})
    if answer.ending != "no_done":
        yield b"data: [DONE]\n\n"


def failure(answer: Answer) -> bytes:
    return _sse(error(answer))


def _chunk(call: Call, answer: Answer, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": answer.model or call.body.get("model"),
        "choices": choices,
    }


def _sse(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\n\n"
