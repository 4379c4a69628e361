"""Laws of structured output: tolerant of wrapping, strict about content."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from dissoi.models.structured import in_words, read, wire_schema


class Inner(BaseModel):
    points: int = Field(ge=1, le=10)


class Form(BaseModel):
    reasons: str
    pro: Inner
    con: Inner


GOOD = {"reasons": "Because.", "pro": {"points": 7}, "con": {"points": 5}}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD)}\n```",
        f"Here is my ballot:\n{json.dumps(GOOD)}\nThank you.",
        f"```\n{json.dumps(GOOD)}",
        f"  \n{json.dumps(GOOD, indent=2)}",
        json.dumps({**GOOD, "extra": 1}),
    ],
)
def test_wrapping_costs_no_call(text: str) -> None:
    """Fences, prose around the object and extra members are read without asking again (F19)."""
    assert read(text, Form).pro.points == 7


def test_a_reply_cut_after_what_counts_is_accepted() -> None:
    """A reply cut inside the last free text keeps its scores (F24)."""

    class Late(BaseModel):
        points: int
        reason: str

    assert read('{"points": 7, "reason": "because the oth', Late).points == 7


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no JSON object"),
        ("PRO wins", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ("{", "reasons"),
        (json.dumps({**GOOD, "pro": {"points": 11}}), "pro.points"),
        (json.dumps({"reasons": "x", "pro": {"points": 5}}), "con"),
        (json.dumps({**GOOD, "pro": {"points": "high"}}), "pro.points"),
    ],
)
def test_a_wrong_object_names_its_fault(text: str, fault: str) -> None:
    """Missing, out of range and mistyped fields are refused with a sentence that names the field (F20)."""
    with pytest.raises(ValueError, match=fault):
        read(text, Form)


@given(st.text(max_size=300))
def test_any_text_is_an_object_or_a_sentence(text: str) -> None:
    """Hostile text raises ValueError or gives a valid object, nothing else."""
    try:
        form = read(text, Form)
    except ValueError:
        return
    assert isinstance(form, Form)


def test_the_wire_schema_is_closed_and_has_no_references() -> None:
    """Providers get a schema without $ref, with every member required and none allowed beside them."""
    schema = wire_schema(Form)
    text = json.dumps(schema)
    assert "$ref" not in text and "$defs" not in text
    assert schema["additionalProperties"] is False and schema["required"] == ["reasons", "pro", "con"]
    assert schema["properties"]["pro"]["properties"]["points"] == {"type": "integer", "minimum": 1, "maximum": 10}
    assert "points" in in_words(schema)


def test_a_field_called_title_stays() -> None:
    """Only the schema's own titles are dropped, never a member with that name."""

    class Page(BaseModel):
        title: str
        default: int

    assert set(wire_schema(Page)["properties"]) == {"title", "default"}
