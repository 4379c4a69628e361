"""What a loopback provider can do: answer well, or fail in one of the ways that real ones do.

A behaviour is a function from a call to an answer. Those that wrap another (``refuses_…``, ``key_required``) answer by
it whenever they do not refuse. The cases (C…, F…) are those of the project's field reports.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.wire.answer import Answer, Behaviour, Call

PARAGRAPH = (
    "Cities were built for people, and people need clean air and safe streets. The measure before the house gives them "
    "both at a price that every city can pay, and the other side has not said what it would do instead."
)


def paragraph(call: Call) -> Answer:
    """Plain text for plain requests; for structured ones the smallest object that satisfies the schema, wherever it
    stands: on the wire, or in the words of the last message."""
    schema = call.schema or (_schema_in(call.text) if "JSON" in call.text else None)
    return Answer(text=PARAGRAPH if schema is None else json.dumps(sample(schema), ensure_ascii=False))


def says(text: str, **answer: Any) -> Behaviour:
    return lambda _call: Answer(text=text, **answer)


def fails(status: int, message: str = "no", *, code: str = "", **answer: Any) -> Behaviour:
    return lambda _call: Answer(status=status, message=message, code=code, **answer)


def in_turn(answers: Iterable[Answer | Behaviour], then: Behaviour = paragraph) -> Behaviour:
    """Give the answers one by one, then go on with ``then``."""
    queue, lock = list(answers), threading.Lock()

    def behave(call: Call) -> Answer:
        with lock:
            answer = queue.pop(0) if queue else then
        return answer if isinstance(answer, Answer) else answer(call)

    return behave


def altered(inner: Behaviour = paragraph, **answer: Any) -> Behaviour:
    """As ``inner``, with some fields of its answers changed."""
    return lambda call: replace(inner(call), **answer)


def key_required(key: str, inner: Behaviour = paragraph) -> Behaviour:
    wrong = Answer(status=401, code="invalid_api_key", message="Incorrect API key provided: sk-secret-value")
    return lambda call: inner(call) if call.key == key else wrong


def roles_must_alternate(inner: Behaviour = paragraph) -> Behaviour:
    """C06: only user, assistant, user, ... is served."""

    def behave(call: Call) -> Answer:
        wanted = tuple("user" if i % 2 == 0 else "assistant" for i in range(len(call.roles)))
        if call.roles == wanted:
            return inner(call)
        return Answer(status=400, message="Conversation roles must alternate user/assistant/user/assistant/...")

    return behave


def refuses_schema(inner: Behaviour = paragraph) -> Behaviour:
    """C14: ``json_schema`` is refused."""
    no = Answer(status=400, message="This response_format type is unavailable now")
    return lambda call: no if call.structure == "schema" else inner(call)


def wants_object(inner: Behaviour = paragraph) -> Behaviour:
    """C14: ``json_schema`` is refused by a server that says what it takes instead."""
    no = Answer(status=400, message="response_format.type must be one of 'text', 'json_object'")
    return lambda call: no if call.structure == "schema" else inner(call)


def refuses_object(inner: Behaviour = paragraph) -> Behaviour:
    """C14, the reverse: ``json_object`` is refused."""
    no = Answer(status=400, message="'response_format.type' must be 'json_schema' or 'text'")
    return lambda call: no if call.structure == "object" else inner(call)


def refuses_parameter(name: str, inner: Behaviour = paragraph) -> Behaviour:
    """F32: one parameter is refused by name."""
    text = f"Unsupported parameter: '{name}' is not supported with this model."
    no = Answer(status=400, code="unsupported_parameter", message=text)
    return lambda call: no if name in call.body else inner(call)


def context_overflow(limit: int, inner: Behaviour = paragraph) -> Behaviour:
    """F29: more than ``limit`` characters of messages are refused."""
    text = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
    no = Answer(status=400, code="context_length_exceeded", message=text)
    return lambda call: no if len(call.text) > limit else inner(call)


HTML = Answer(
    status=502,
    raw=b"<html><head><title>502 Bad Gateway</title></head><body><script>alert(1)</script></body></html>",
    headers={"content-type": "text/html"},
)
"""F06: a proxy's page instead of JSON."""


def sample(schema: dict[str, Any], root: dict[str, Any] | None = None) -> Any:
    """Return the smallest value that satisfies ``schema`` (the subset that Pydantic writes)."""
    root = schema if root is None else root
    if "$ref" in schema:
        return sample(root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root)
    if "const" in schema or "enum" in schema:
        return schema.get("const", (schema.get("enum") or [None])[0])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return sample(schema[key][0], root)
    kind = schema.get("type")
    if kind == "object":
        return {name: sample(part, root) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema.get("items", {}), root) for _ in range(schema.get("minItems", 1))]
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10)
        return (low + high) // 2
    if kind == "boolean":
        return True
    return None if kind == "null" else PARAGRAPH[: min(schema.get("maxLength", 60), 60)]


def _schema_in(text: str) -> dict[str, Any] | None:
    """Return the last JSON schema of an object that stands in ``text``."""
    decoder, found, at = json.JSONDecoder(), None, text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            end = at + 1
        else:
            if isinstance(value, dict) and "properties" in value:
                found = value
        at = text.find("{", end)
    return found
