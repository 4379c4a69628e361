"""The format schema: what a format file may say, as frozen models.

One schema for every format that is to come. What belongs to it but cannot be played yet is named in ``NOT_YET`` tables
and refused by name; building it means moving its name from there into a field or an alternative. Not here: reading
files (``load.py``), wording of errors (``faults.py``), what the steps come to (``timeline.py``), rules that span
several keys (``lint.py``). Source of words and defaults: the formats' rule books, in the notation of
``docs/formats.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    JsonValue,
    StrictInt,
    StringConstraints,
    Tag,
    ValidationError,
    WithJsonSchema,
    model_validator,
)  # fmt: skip
from pydantic_core import PydanticCustomError

from dissoi.formats import faults
from dissoi.record.base import Noun, Text
from dissoi.record.setup import New

CHAIR, AUDIENCE = "chair", "audience"
VAR_LIMIT = 100
"""The largest value of a variable: more passes than anybody would read."""

Name = Annotated[str, StringConstraints(pattern=r"^\w[\w-]{0,39}$")]
"""A word that can stand on a command line: letters, digits, ``_`` and ``-``, at most 40."""
Seconds = Annotated[StrictInt, Field(gt=0, le=36_000)]
Variable = Annotated[StrictInt, Field(ge=0, le=VAR_LIMIT)]
Amount = StrictInt | float


class Part(Noun):
    """A mapping of the schema: unknown keys and keys that are not built yet are told apart."""

    NOT_YET: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        for key in cast("dict[str, Any]", value) if isinstance(value, dict) else ():
            if key in cls.NOT_YET:
                raise faults.not_yet(f"the key {key}", key=key)
            if key not in cls.model_fields:
                raise faults.unknown_key(key, [*cls.model_fields, *cls.NOT_YET])
        return cast("Any", value)


def _built(what: str, *values: str) -> AfterValidator:
    """Accept only ``values`` of a fixed set of words; the others are of the schema, but cannot be played yet."""

    def check(value: str) -> str:
        if value not in values:
            raise faults.not_yet(f"{what} {value}")
        return value

    return AfterValidator(check)


def _pair(value: Any) -> Any:
    """Read a single number ``n`` as the range [n, n]."""
    return [value, value] if isinstance(value, int) else value


def _rising(value: tuple[Any, Any]) -> tuple[Any, Any]:
    if value[0] > value[1]:
        raise PydanticCustomError("order", "must not end below its start")
    return value


Judges = Annotated[StrictInt, Field(ge=0, le=15)]
Panel = Annotated[tuple[Judges, Judges], BeforeValidator(_pair), AfterValidator(_rising)]
Range = Annotated[tuple[Amount, Amount], AfterValidator(_rising)]


def _toss(value: str) -> str:
    if value == "toss":
        raise faults.not_yet("a side set by a toss")
    return value


class Team(Part):
    """A competing unit: the stance it takes and the seats that speak for it, in order."""

    side: Annotated[Name, AfterValidator(_toss)]
    seats: Annotated[tuple[Name, ...], Field(min_length=1, max_length=20)]


class Officers(Part):
    """Who runs and judges the debate. ``panel``: least and most judges; ``judge``: a fixed number instead."""

    NOT_YET = ("jury",)

    chair: Annotated[StrictInt, Field(ge=0, le=1)] = 1
    judge: Judges | None = None
    panel: Panel = (1, 9)
    audience: Literal["any"] | None = None


class MotionRule(Part):
    """How the motion is chosen."""

    NOT_YET = ("offer",)

    pick: Annotated[Literal["set", "rank_and_veto", "gov_case"], _built("motion.pick", "set")] = "set"


class Prep(Part):
    """Preparation: ``before`` in seconds before the first speech (of people; models need none), and from what."""

    before: Annotated[StrictInt, Field(ge=0)] = 0
    sources: Literal["none", "paper", "own", "open"] = "own"


class Check(Part):
    """When claims are checked, what a refuted claim leads to, and how often at most before ``then``."""

    when: Literal["step", "end", "off"] = "step"
    on_refuted: Literal["note", "revise", "strike", "forfeit"] = "note"
    max: Annotated[StrictInt, Field(ge=0, le=20)] = 3
    then: Literal["forfeit"] | None = None


class Attributes(Part):
    """What any step may say, and ``defaults`` for all; None = not said.

    ``s``, ``grace``: seconds; ``wpm``: words a minute; ``new``: which new arguments a speech may bring (``all`` where
    nothing is said).
    """

    NOT_YET = ("pool", "opt", "each", "scope", "allow")

    s: Seconds | None = None
    new: New | None = None
    role: Text | None = None
    kind: Text | None = None
    wpm: Annotated[StrictInt, Field(gt=0, le=1000)] | None = None
    grace: Annotated[StrictInt, Field(ge=0, le=600)] | None = None


def _one_seat(value: Any) -> Any:
    if isinstance(value, list):
        raise faults.not_yet("a speech that one of several seats may give")
    return value


class Say(Attributes):
    """One seat speaks."""

    say: Annotated[Name, BeforeValidator(_one_seat)]
    id: Name | None = None


class Vote(Attributes):
    """Collect the ballot called ``vote``."""

    vote: Name
    of: Annotated[Literal["audience", "jury", "panel"], _built("a vote of the", AUDIENCE)] = AUDIENCE
    id: Name | None = None


def _count(value: Any) -> Any:
    if isinstance(value, list):
        raise faults.not_yet("repeat over a list of seats", key="repeat")
    if isinstance(value, str):
        if not value.startswith("$"):
            raise PydanticCustomError("count", "must be a number or a $variable")
        return value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= VAR_LIMIT:
        raise PydanticCustomError("count", "must be a number from 0 to {limit} or a $variable", {"limit": VAR_LIMIT})
    return value


_COUNT_SCHEMA = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^\$\w"}]}
Count = Annotated[Any, BeforeValidator(_count), WithJsonSchema(_COUNT_SCHEMA)]


class Repeat(Part):
    """Play ``do`` as often as ``repeat`` says."""

    NOT_YET = ("as", "rotate", "reverse")

    repeat: Count
    do: Annotated[tuple[Step, ...], Field(min_length=1)]


_VERBS: dict[str, type[Part]] = {"say": Say, "vote": Vote, "repeat": Repeat}
_VERBS_NOT_YET = ("ask", "cross", "wait")


def _step(value: Any) -> Any:
    """Read a bare seat X as ``say: X``, and see to it that a step has exactly one verb that can be played."""
    if isinstance(value, str):
        return {"say": value}
    if not isinstance(value, dict):
        return value
    keys = cast("dict[str, Any]", value)
    for verb in _VERBS_NOT_YET:
        if verb in keys:
            raise faults.not_yet(f"the verb {verb}", key=verb)
    verbs = [v for v in _VERBS if v in keys]
    if len(verbs) > 1:
        raise PydanticCustomError("verbs", "has two verbs ({both})", {"both": ", ".join(verbs[:2])})
    if not verbs:
        raise faults.no_verb(list(keys), [*_VERBS, *_VERBS_NOT_YET])
    return keys


def _verb(value: Any) -> str | None:
    for verb, model in _VERBS.items():
        if isinstance(value, model) or (isinstance(value, dict) and verb in value):
            return f"<{verb}>"
    return None


Step = Annotated[
    Annotated[Say, Tag("<say>")] | Annotated[Vote, Tag("<vote>")] | Annotated[Repeat, Tag("<repeat>")],
    Discriminator(_verb),
    BeforeValidator(_step),
]


class Score(Part):
    """The numbers on a ballot: of what, from where to where, in which steps."""

    NOT_YET = ("typical", "parts", "reply", "ranks")

    of: Annotated[Literal["speaker", "side", "function"], _built("a score of each", "side")] = "side"
    range: Range = (0, 100)
    step: Annotated[Amount, Field(gt=0)] = 1


By = Annotated[
    Literal["panel", "judge", "audience", "jury", "none"],
    _built("a decision by the", "panel", "judge", "audience", "none"),
]
Agree = Annotated[
    Literal["separate", "consensus_then_vote", "confer_then_separate"],
    _built("agree:", "separate"),
]
Give = Annotated[
    Literal["side", "rank", "points", "swing", "verdict", "plurality", "none"],
    _built("give:", "side", "plurality", "none"),
]
Match = Annotated[Literal["strict", "loose", "free", "none"], _built("match:", "strict", "loose", "none")]
Tie = Annotated[Literal["never", "draw", "half", "hung"], _built("tie:", "never", "draw")]


class Decision(Part):
    """How the result comes about.

    ``match``: must the winner have the higher total? (``strict``: no equal totals; ``loose``: totals may tie; ``free``:
    a judge may say otherwise; ``none``: no totals). ``tie``: what equal means (``never``: the rules know no draw).
    """

    NOT_YET = ("s", "award", "elim", "options", "standard", "need", "measure", "paired", "quorum")

    by: By = "panel"
    agree: Agree = "separate"
    give: Give
    match: Match = "loose"
    score: Score | None = None
    tie: Tie = "never"
    ballots: tuple[Name, ...] = ()


def _written_out(key: str, team: Any) -> Any:
    """A team as a mapping: from the list of its seats, with its own name as its side where none is given."""
    if isinstance(team, list):
        return {"side": key, "seats": cast("list[Any]", team)}
    return {"side": key, **cast("dict[str, Any]", team)} if isinstance(team, dict) else team


def _sides_of(data: dict[str, Any]) -> tuple[str, ...]:
    """The sides that teams take, in their order."""
    return tuple(dict.fromkeys(team.side for team in cast("dict[str, Team]", data["teams"]).values()))


def _list(value: Any) -> Any:
    return [value] if isinstance(value, (dict, Decision)) else value


class Format(Part):
    """A debate format, with everything that it inherited. ``decide``: the first decides, the others are advisory."""

    NOT_YET = ("seats", "case", "pools", "interrupts")

    id: Name
    name: Text = ""
    teams: Annotated[dict[Name, Team], Field(min_length=1, max_length=20)]
    sides: tuple[Name, ...] = Field(default_factory=_sides_of)
    officers: Officers = Officers()
    presumption: Name | None = None
    vars: dict[Name, Variable] = Field(default_factory=dict[Name, Variable])
    motion: MotionRule = MotionRule()
    prep: Prep = Prep()
    check: Check = Check()
    asym: bool = False
    defaults: Attributes = Attributes()
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    decide: Annotated[tuple[Decision, ...], BeforeValidator(_list), Field(min_length=1)] = (Decision(give="side"),)

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: Any) -> Any:
        """Write out what is short: a team as the list of its seats."""
        if not isinstance(value, dict) or not isinstance(cast("dict[str, Any]", value).get("teams"), dict):
            return cast("Any", value)
        data = cast("dict[str, Any]", value)
        teams = {key: _written_out(key, team) for key, team in data["teams"].items()}
        return {**data, "teams": teams}

    @property
    def title(self) -> str:
        """The display name."""
        return self.name or self.id

    def rules(self) -> dict[str, JsonValue]:
        """The resolved document as JSON, for ``Setup.rules``: ``Format.of(f.rules()) == f``."""
        return self.model_dump(mode="json", exclude_none=True)

    @classmethod
    def of(cls, rules: dict[str, Any], where: Callable[[tuple[str | int, ...]], str] = lambda _: "") -> Self:
        """Build a format from its document. ``where`` names the ``file:line`` of a part. Raises ``FormatError``."""
        try:
            return cls.model_validate(rules)
        except ValidationError as error:
            raise faults.format_error(error, where) from error
