"""Structured output: the schema that goes out, and reading what comes back.

Reading is tolerant where nothing is guessed (fences, prose around the object, a reply cut after the fields that count)
and strict otherwise. Not here: asking again (gateway), the wire (adapters).
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

T = TypeVar("T", bound=BaseModel)

_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|$)", re.DOTALL)


@lru_cache(maxsize=256)
def wire_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of ``model`` as providers want it: no extra members, every member required, no references.

    The same object for the same model: not to be changed.
    """
    schema = model.model_json_schema()
    definitions: dict[str, Any] = schema.pop("$defs", {})
    return _closed(schema, definitions)


def _closed(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_closed(item, definitions) for item in node]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _closed(definitions[str(node["$ref"]).rsplit("/", 1)[-1]], definitions)  # pyright: ignore[reportUnknownArgumentType]
    out: dict[str, Any] = {
        key: _closed(value, definitions)
        for key, value in node.items()  # pyright: ignore[reportUnknownVariableType]
        if key not in ("title", "default", "description") or not isinstance(value, (str, int, float, type(None)))
    }
    if out.get("type") == "object" and "properties" in out:
        out["additionalProperties"] = False
        out["required"] = list(out["properties"])
    return out


def read(text: str, model: type[T]) -> T:
    """Parse ``text`` into ``model``. Raises ``ValueError`` with a sentence that a model can act on."""
    problem = "the reply holds no JSON object"
    for candidate in _candidates(text):
        try:
            data = from_json(candidate, allow_partial="trailing-strings")
        except ValueError:
            continue
        if not isinstance(data, dict):
            continue
        try:
            return model.model_validate(data)
        except ValidationError as error:
            problem = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'object'}: {e['msg']}" for e in error.errors()[:4])
    raise ValueError(problem)


def _candidates(text: str) -> list[str]:
    """Where the object may be: fenced blocks, else from the first brace on."""
    found = [m.group(1).strip() for m in _FENCE.finditer(text)]
    start = text.find("{")
    if start >= 0:
        end = text.rfind("}")
        if end > start:
            found.append(text[start : end + 1])
        found.append(text[start:])
    return found


def in_words(schema: dict[str, Any]) -> str:
    """The schema as an instruction, for models that cannot be held to one."""
    text = json.dumps(schema, separators=(",", ":"))
    return f"Reply with one JSON object and nothing else. It must match this JSON schema: {text}"
