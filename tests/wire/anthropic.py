"""The Anthropic messages wire: reading a request, and the bytes of its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.wire.answer import Answer, Call, tokens


def read(path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Call:
    messages: list[dict[str, Any]] = body.get("messages") or []
    system = _text(body.get("system"))
    wanted = (body.get("output_config") or {}).get("format") or {}
    return Call(
        wire="anthropic",
        path=path,
        headers=headers,
        body=body,
        text="\n".join(filter(None, [system, *(_text(m.get("content")) for m in messages)])),
        roles=(("system",) if system else ()) + tuple(str(m.get("role")) for m in messages),
        schema=wanted.get("schema") if wanted.get("type") == "json_schema" else None,
        key=headers.get("x-api-key", ""),
        stream=bool(body.get("stream")),
    )


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content or [])


def error(answer: Answer) -> dict[str, Any]:
    kinds = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
    kind = answer.code or kinds.get(answer.status) or ("overloaded_error" if answer.status == 529 else "api_error")
    return {"type": "error", "error": {"type": kind, "message": answer.message}, "request_id": "req_1"}


def whole(call: Call, answer: Answer) -> dict[str, Any]:
    message = _start(call, answer)
    return message | {
        "content": [{"type": "text", "text": answer.text}],
        "stop_reason": answer.finish or "end_turn",
        "usage": message["usage"] | {"output_tokens": tokens(answer.text)},
    }


def _start(call: Call, answer: Answer) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": answer.model or call.body.get("model"),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {
            "input_tokens": tokens(call.text) - answer.cached,
            "cache_read_input_tokens": answer.cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": 1,
        },
    }


def events(call: Call, answer: Answer) -> Iterator[bytes]:
    yield _sse("message_start", message=_start(call, answer))
    index = 0
    if answer.thinking:
        yield _sse("content_block_start", index=0, content_block={"type": "thinking", "thinking": "", "signature": ""})
        yield _sse("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": answer.thinking})
        yield _sse("content_block_stop", index=0)
        index = 1
    yield _sse("content_block_start", index=index, content_block={"type": "text", "text": ""})
    for piece in answer.pieces():
        yield _sse("content_block_delta", index=index, delta={"type": "text_delta", "text": piece})


def ending(call: Call, answer: Answer) -> Iterator[bytes]:
    yield _sse("content_block_stop", index=1 if answer.thinking else 0)
    if answer.ending != "no_finish":
        delta = {"stop_reason": answer.finish or "end_turn", "stop_sequence": None}
        usage = _start(call, answer)["usage"] | {"output_tokens": tokens(answer.text)}
        yield _sse("message_delta", delta=delta, usage=usage)
        yield _sse("message_stop")


def failure(answer: Answer) -> bytes:
    return b"event: error\ndata: " + json.dumps(error(answer)).encode() + b"\n\n"


def _sse(kind: str, **data: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data}, ensure_ascii=False)}\n\n".encode()
