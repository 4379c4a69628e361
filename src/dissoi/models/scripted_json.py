"""A JSON value for a JSON schema, made from a seed: what ``scripted:`` models say when an object is asked for.

Walks objects, arrays, enums, constants, numbers with bounds, strings with lengths, ``$ref``, ``anyOf``, ``oneOf`` and
``allOf``; ``pattern``, ``format`` and ``uniqueItems`` are not honoured. Fields with telling names get sensible values:
scores, reasons, quotes, sides, approval. Not a validator and no general generator of test data.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from dissoi.models.scripted_speech import Part, Tone, claim, remark

Schema = dict[str, Any]
Mood = Literal["plain", "approve", "reject", "gullible", "liar"]

TONES: dict[Mood, Tone] = {"approve": "praise", "gullible": "praise", "reject": "blame"}

DEPTH = 6
"""Levels after which only what the schema requires is written, so that recursive schemas end."""

_YES = ("approve", "accept", "pass", "ok", "supported", "true", "yes", "keep", "valid", "sound")
_NO = ("reject", "revise", "fail", "refute", "problem", "violat", "fault", "false", "unsupported", "drop")
_SCORE = ("score", "point", "rating", "strength", "confidence", "mark", "quality", "clarity", "persua")
_SIDE = ("side", "team", "winner", "speaker", "seat", "party")
_QUOTE = ("quote", "span", "excerpt", "sentence", "evidence", "passage")
_ARGUMENT = ("claim", "argument", "summary", "text", "point")
_MOTION = ("motion", "topic", "statement", "resolution", "title")


@dataclass(frozen=True, slots=True)
class Answer:
    """Writes one reply. ``passages`` are sentences that may be quoted word for word."""

    root: Schema
    play: Part
    rng: Random
    mood: Mood
    passages: tuple[str, ...]
    strength: dict[str, float]  # side -> 0..1: how well the side does in the eyes of this seed

    def value(self, schema: Schema, name: str = "", side: str = "", depth: int = 0) -> Any:
        """A value for ``schema``; ``name`` is the field it is for and ``side`` the side that it is about."""
        schema = self._plain(schema, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._pick(schema["enum"], name)
        match _kind(schema):
            case "object":
                return self._object(schema, side, depth)
            case "array":
                return self._array(schema, name, side, depth)
            case "integer" | "number" as kind:
                return self._number(schema, name, side, whole=kind == "integer")
            case "boolean":
                return self._truth(name)
            case "null":
                return None
            case _:
                return self._string(schema, name, side)

    def _plain(self, schema: Schema, depth: int) -> Schema:
        """Follow references and choose among alternatives until the schema says itself what it wants."""
        while True:
            if "$ref" in schema:
                target: Any = self.root
                for step in schema["$ref"].removeprefix("#").strip("/").split("/"):
                    target = target[step.replace("~1", "/").replace("~0", "~")] if step else target
                schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
            elif "allOf" in schema:
                merged: Schema = {k: v for k, v in schema.items() if k != "allOf"}
                for piece in schema["allOf"]:
                    merged = _merged(merged, self._plain(piece, depth))
                schema = merged
            elif branches := schema.get("anyOf") or schema.get("oneOf"):
                rest = {k: v for k, v in schema.items() if k not in ("anyOf", "oneOf")}
                schema = {**rest, **self._branch(branches, depth)}
            else:
                return schema

    def _branch(self, branches: list[Schema], depth: int) -> Schema:
        """The first that says something, or, deep down, the one that ends soonest."""
        nothing = [b for b in branches if b.get("type") == "null"]
        simple = [b for b in branches if b not in nothing and not any(k in b for k in ("$ref", "properties", "items"))]
        something = [b for b in branches if b not in nothing]
        if depth >= DEPTH:
            return (nothing or simple or branches)[0]
        return (something or branches)[0]

    def _object(self, schema: Schema, side: str, depth: int, preset: Schema | None = None) -> Schema:
        fields = _fields(schema)
        required: set[str] = set(schema.get("required") or [])
        preset = preset or {}
        about = next((str(preset[f]) for f in fields if f in preset and preset[f] in self.strength), side)
        written: Schema = {}
        for field, wanted in fields.items():
            if field in preset:
                written[field] = preset[field]
            elif depth < DEPTH or field in required:
                owner = field if field in self.strength else about
                written[field] = self.value(wanted, field, owner, depth + 1)
        more: Any = schema.get("additionalProperties")
        if isinstance(more, dict) and (not fields or schema.get("minProperties")):
            each: Schema = more  # pyright: ignore[reportUnknownVariableType]
            keys = [*(self.play.sides or ("pro", "con")), *(f"key{i}" for i in range(schema.get("minProperties", 0)))]
            count = min(max(schema.get("minProperties", 0), 2), schema.get("maxProperties", 99))
            for key in keys[:count]:
                written.setdefault(key, self.value(each, key, key if key in self.strength else side, depth + 1))
        return written

    def _array(self, schema: Schema, name: str, side: str, depth: int) -> list[Any]:
        first: list[Schema] = schema.get("prefixItems") or []
        items: Schema | bool = schema.get("items", True)
        least, most = schema.get("minItems", 0), schema.get("maxItems", 10**6)
        written = [self.value(one, name, side, depth + 1) for one in first]
        if items is False:
            return written[:most]
        wanted = {} if items is True else self._plain(items, depth)
        choices = self._choices(wanted, depth)
        every = math.prod(len(c) for c in choices.values()) if choices else 2
        count = least if depth >= DEPTH else min(max(least, min(every, 24)), most)
        for index in range(len(written), count):
            if _kind(wanted) != "object" or "enum" in wanted or "const" in wanted:
                written.append(self._nth(wanted, index, name, side, depth))
                continue
            preset: Schema = {}
            rest = index
            for field, values in reversed(choices.items()):
                rest, position = divmod(rest, len(values))
                preset[field] = values[position]
            written.append(self._object(wanted, side, depth + 1, preset))
        return written

    def _nth(self, wanted: Schema, index: int, name: str, side: str, depth: int) -> Any:
        """Items of a list of names differ as long as there are names."""
        if "enum" in wanted:
            return wanted["enum"][index % len(wanted["enum"])]
        return self.value(wanted, name.removesuffix("s"), side, depth + 1)

    def _choices(self, item: Schema, depth: int) -> dict[str, list[Any]]:
        """Fields of an item that name one of several things: a list of items should go through all of them."""
        found: dict[str, list[Any]] = {}
        for field, wanted in _fields(item).items():
            plain = self._plain(wanted, depth)
            named: list[Any] = plain.get("enum") or []
            if len(named) > 1 and (field in _SIDE or field in ("criterion", "criteria", "category", "name", "id")):
                found[field] = named
            elif field in _SIDE and not (named or "const" in plain) and _kind(plain) == "string" and self._fit(plain):
                found[field] = list(self.play.sides)
        return found

    def _fit(self, schema: Schema) -> bool:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 10**6)
        return bool(self.play.sides) and all(least <= len(side) <= most for side in self.play.sides)

    def _pick(self, values: list[Any], name: str) -> Any:
        words = {value: value.lower() for value in values if isinstance(value, str)}
        wanted = {"approve": _YES, "gullible": _YES, "reject": _NO}.get(self.mood, ())
        for start in wanted:
            for value, word in words.items():
                if word.startswith(start):
                    return value
        sides = [value for value in words if value in self.strength]
        if sides and "winner" in name.lower():
            return max(sides, key=lambda side: self.strength[side])
        return self.rng.choice(values)

    def _truth(self, name: str) -> bool:
        name = name.lower()
        bad = name.startswith(_NO)
        if self.mood in ("approve", "gullible"):
            return not bad
        if self.mood == "reject":
            return bad
        return (self.rng.random() < 0.75) != bad

    def _number(self, schema: Schema, name: str, side: str, *, whole: bool) -> float | int:
        step = schema.get("multipleOf") or (1 if whole else 0)
        low, high = _bounds(schema, step or 1e-6)
        if any(word in name.lower() for word in _SCORE) or side:
            place = (
                0.95 if self.mood == "gullible" else 0.35 + 0.4 * self.strength.get(side, 0.5) + 0.2 * self.rng.random()
            )
        else:
            place = self.rng.random()
        value = low + (high - low) * place
        if not step:
            return round(value, 3) if low <= round(value, 3) <= high else value
        value = min(max(round(value / step), math.ceil(low / step)), math.floor(high / step)) * step
        return int(value) if whole else value

    def _string(self, schema: Schema, name: str, side: str) -> str:
        text = self._words(name.lower(), side)
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        if len(text) < least:
            text = (text + " " + "and so on " * (least // 10 + 1))[: max(least, len(text))]
            text = text[:-1] + "." if text.endswith(" ") else text
        return text if most is None or len(text) <= most else text[:most]

    def _words(self, name: str, side: str) -> str:
        if any(word in name for word in _QUOTE) and self.mood != "liar" and self.passages:
            return self.rng.choice(self.passages)
        if name in ("winner", *_SIDE) and self.strength:
            return max(self.strength, key=lambda one: self.strength[one])
        if name in _MOTION and self.play.motion:
            return self.play.motion
        if any(word in name for word in _ARGUMENT):
            quotable = self.passages and self.mood != "liar" and not side
            return self.rng.choice(self.passages) if quotable else claim(self.play, self.rng, side=side)
        if "reason" in name and not side and self.strength:
            return self._comparison()
        return remark(self.play, self.rng, side=side, tone=self._tone(side))

    def _comparison(self) -> str:
        """Reasons about the whole: what was better on the one side and worse on the other."""
        order = sorted(self.strength, key=lambda side: self.strength[side])
        worst, best = order[0], order[-1]
        praised = remark(self.play, self.rng, side=best, tone="praise")
        return f"{praised} {remark(self.play, self.rng, side=worst, tone='blame')}"

    def _tone(self, side: str) -> Tone:
        """Reasons agree with the scores: the mood decides, else how well the side does."""
        if self.mood in TONES:
            return TONES[self.mood]
        if side not in self.strength:
            return "any"
        return "praise" if self.strength[side] >= 0.5 else "blame"


def sides_of(schema: Schema) -> tuple[str, ...]:
    """The members of a form that have one shape: a form that asks the same of each side has a member for each."""
    shapes: dict[str, list[str]] = {}
    for field, wanted in _fields(schema).items():
        if {"$ref", "items", "properties"} & wanted.keys():
            shape = json.dumps({k: v for k, v in wanted.items() if k not in ("title", "description")}, sort_keys=True)
            shapes.setdefault(shape, []).append(field)
    return next((tuple(fields) for fields in shapes.values() if len(fields) > 1), ())


def _kind(schema: Schema) -> str:
    """The type of a schema, guessed from its other words where it names none."""
    named: str | list[str] | None = schema.get("type")
    if isinstance(named, list):
        return next((one for one in named if one != "null"), "null")
    if named is not None:
        return named
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    return "number" if {"minimum", "maximum"} & schema.keys() else "string"


def _fields(schema: Schema) -> dict[str, Schema]:
    return schema.get("properties") or {}


def _merged(a: Schema, b: Schema) -> Schema:
    both = {**a, **b}
    if "properties" in a and "properties" in b:
        both["properties"] = {**a["properties"], **b["properties"]}
    if "required" in a and "required" in b:
        both["required"] = [*a["required"], *b["required"]]
    return both


def _bounds(schema: Schema, step: float) -> tuple[float, float]:
    """Smallest and largest allowed value; a missing bound is 0 or lies ten away from the other."""
    low: float | None = schema.get("minimum")
    high: float | None = schema.get("maximum")
    if (above := schema.get("exclusiveMinimum")) is not None:
        low = above + step if low is None else max(low, above + step)
    if (below := schema.get("exclusiveMaximum")) is not None:
        high = below - step if high is None else min(high, below - step)
    if low is None:
        low = 0 if high is None or high > 0 else high - 10
    return low, low + 10 if high is None else high
