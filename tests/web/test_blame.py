"""A wrong member of a request is named, so that a form can show the sentence at its box."""

from __future__ import annotations

from typing import Any

import pytest

from dissoi.errors import DissoiError
from dissoi.web.bodies import SetupRequest
from dissoi.web.problems import problem
from dissoi.web.wishes import setup_of

MODEL = {"default": "scripted:demo"}


def blamed(**members: Any) -> Any:
    request = SetupRequest.model_validate({"motion": "Cities should ban cars", "models": MODEL, **members})
    with pytest.raises(DissoiError) as caught:
        setup_of(request, host=True)
    return problem(caught.value).get("field")


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"motion": " "}, "motion"),
        ({"motion": "x" * 501}, "motion"),
        ({"info": "x" * 4001}, "info"),
        ({"format": "oxfrod"}, "format"),
        ({"rounds": 3, "format": "deb8flow"}, "rounds"),
        ({"rounds": 1000, "format": "nround"}, "rounds"),
        ({"judges": 12, "format": "nround"}, "judges"),
        ({"listeners": 200}, "listeners"),
        ({"vote_wait": -1}, "vote_wait"),
        ({"budget": -1}, "budget"),
        ({"max_calls": -1}, "max_calls"),
        ({"seed": -4}, "seed"),
        ({"styles": {"pro": "academic", "con": "pasionate"}}, "styles.con"),
        ({"models": MODEL | {"prro": "scripted:demo"}}, "models.prro"),
        ({"models": MODEL | {"con": {"model": "scripted:demo", "temperature": 9}}}, "models.con"),
    ],
)
def test_a_wrong_member_is_named(members: dict[str, Any], field: str) -> None:
    """Whatever is wrong with one member of a setup, the problem names that member and no other."""
    assert blamed(**members) == field


def test_of_two_wrong_members_each_is_named_once_the_other_is_right() -> None:
    """A member that is right is never blamed while another is wrong."""
    assert blamed(judges=12, seed=-1) == "seed"
    assert blamed(judges=12) == "judges"
