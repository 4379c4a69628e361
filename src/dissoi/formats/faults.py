"""What can be wrong with a part of a format, in words: from Pydantic's findings to one ``FormatError``.

Only wording. The first fault in the order of the document is told, with the number of others. Nothing here decides what
is wrong: that is ``schema.py`` (single keys) and ``lint.py`` (several keys together).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from dissoi.errors import FormatError

Loc = tuple[str | int, ...]

_KINDS = {
    "dict_type": "a mapping of keys",
    "model_type": "a mapping of keys",
    "model_attributes_type": "a mapping of keys",
    "tuple_type": "a list",
    "list_type": "a list",
    "string_type": "a word (put numbers in quotes)",
    "int_type": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_pattern_mismatch": "one word of letters, digits, _ and - (at most 40)",
}


def not_yet(what: str, *, key: str = "") -> PydanticCustomError:
    """A part of the schema that cannot be played yet; ``key``: where it stands in the mapping at fault."""
    return PydanticCustomError("not_yet", "{what} is not supported yet", {"what": what, "key": key})


def unknown_key(key: str, known: Sequence[str]) -> PydanticCustomError:
    return PydanticCustomError("unknown_key", "there is no key {key}", {"key": key, "known": list(known)})


def no_verb(keys: Sequence[str], verbs: Sequence[str]) -> PydanticCustomError:
    """A step without a verb; a key that looks like one is offered."""
    near = next((m for k in keys for m in difflib.get_close_matches(k, verbs, n=1)), "")
    return PydanticCustomError("no_verb", "has no verb", {"known": [near] if near else list(verbs)})


def format_error(error: ValidationError, where: Callable[[Loc], str]) -> FormatError:
    """The first fault of ``error`` as one sentence; ``where`` gives the ``file:line`` of a place in the document."""
    found = [e for e in error.errors(include_url=False) if e["type"] != "default_factory_not_called"]
    first = min(found, key=lambda e: _line(where(_place(e))))
    message, hint = _words(first)
    others = len({_place(e) for e in found} - {_place(first)})
    if others:
        hint = f"{hint} {others} more fault{'s' if others > 1 else ''} follow{'' if others > 1 else 's'}.".strip()
    return FormatError(message, where=where(_place(first)), hint=hint)


def _line(where: str) -> int:
    match = re.search(r":(\d+)$", where)
    return int(match[1]) if match else 0


def _place(error: ErrorDetails) -> Loc:
    key = error.get("ctx", {}).get("key")
    return (*error["loc"], key) if key else error["loc"]


def dotted(loc: Loc) -> str:
    """``steps[3].s``: list places count from 1; names of alternatives are left out."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        elif not part.startswith("<") and part != "[key]":
            text += f".{part}"
    return text.lstrip(".")


def short(value: Any) -> str:
    """A value from a file as an error may show it: one line of at most 40 characters."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _words(error: ErrorDetails) -> tuple[str, str]:
    """The sentence and the hint for one finding."""
    path, kind, ctx = dotted(error["loc"]), error["type"], error.get("ctx", {})
    inside = f" in {path}" if path else ""
    match kind:
        case "not_yet":
            return f"{ctx['what']} is not supported yet{inside}.", "It is part of the schema, but cannot be played yet."
        case "unknown_key":
            near = difflib.get_close_matches(ctx["key"], ctx["known"], n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(ctx['known']))}."
            return f"there is no key {short(ctx['key'])}{inside}.", hint
        case "no_verb":
            known: list[str] = ctx["known"]
            hint = f"Did you mean {known[0]}?" if len(known) == 1 else f"Verbs: {', '.join(known)}."
            return f"{path} has no verb.", hint
        case "missing":
            return f"the key {error['loc'][-1]} is missing{_inside(error['loc'][:-1])}.", ""
        case "literal_error":
            return f"{path} must be {ctx['expected']}, not {short(error['input'])}.", ""
        case _ if kind in _KINDS:
            return f"{path} must be {_KINDS[kind]}, not {short(error['input'])}.", ""
        case "too_short":
            return f"{path} must not be empty.", ""
        case _:
            said = error["msg"].removeprefix("Input should ").removeprefix("Value error, ")
            said = f"must {said}" if said != error["msg"] else said
            return f"{path} {said} (it is {short(error['input'])}).", ""


def _inside(loc: Loc) -> str:
    path = dotted(loc)
    return f" in {path}" if path else ""
