"""The Gemini ``generateContent`` wire: reading a request, and the bytes of its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.wire.answer import Answer, Call, tokens

_STATES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


def read(path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Call:
    contents: list[dict[str, Any]] = body.get("contents") or []
    system: dict[str, Any] | None = body.get("systemInstruction")
    config = body.get("generationConfig") or {}
    return Call(
        wire="gemini",
        path=path,
        headers=headers,
        body=body,
        text="\n".join(_text(c) for c in ([system] if system else []) + contents),
        roles=(("system",) if system else ()) + tuple(str(c.get("role")) for c in contents),
        schema=config.get("responseJsonSchema") or config.get("responseSchema"),
        key=headers.get("x-goog-api-key", ""),
        stream=":streamGenerateContent" in path,
    )


def _text(content: dict[str, Any]) -> str:
    return "".join(str(part.get("text", "")) for part in content.get("parts") or [])


def error(answer: Answer) -> dict[str, Any]:
    status = answer.code or _STATES.get(answer.status, "INTERNAL")
    return {"error": {"code": answer.status, "message": answer.message, "status": status}}


def whole(call: Call, answer: Answer) -> dict[str, Any]:
    return _part(call, answer, [{"text": answer.text}], answer.finish or "STOP")


def _part(call: Call, answer: Answer, parts: list[dict[str, Any]], finish: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0, "content": {"role": "model", "parts": parts}}
    if finish:
        candidate["finishReason"] = finish
    asked, said = tokens(call.text), tokens(answer.text)
    usage = {"promptTokenCount": asked, "candidatesTokenCount": said, "totalTokenCount": asked + said}
    if answer.cached:
        usage["cachedContentTokenCount"] = answer.cached
    model = answer.model or call.path.split("/models/", 1)[-1].split(":", 1)[0]
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model, "responseId": "resp_1"}


def events(call: Call, answer: Answer) -> Iterator[bytes]:
    if answer.thinking:
        yield _sse(_part(call, answer, [{"text": answer.thinking, "thought": True}], None))
    for piece in answer.pieces():
        yield _sse(_part(call, answer, [{"text": piece}], None))


def ending(call: Call, answer: Answer) -> Iterator[bytes]:
    if answer.ending != "no_finish":
        yield _sse(_part(call, answer, [{"text": ""}], answer.finish or "STOP"))


def failure(answer: Answer) -> bytes:
    return _sse(error(answer))


def _sse(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\r\n\r\n"
