"""What was agreed before the first word: motion, sides, line-up, limits, seed, and the slots of the timeline.

Data with validation only. Where formats come from and how their steps become slots: ``formats/``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, field_validator

from dissoi.errors import MotionError
from dissoi.record.base import Noun, Text
from dissoi.record.text import flat

MOTION_LIMIT = 500
"""Characters of a motion. Longer matter belongs in the info slide."""
INFO_LIMIT = 4000


class Motion(Noun):
    """The statement that is debated; ``info`` is the info slide that debaters and judges may rely on."""

    text: Text
    title: Text | None = None
    info: Text | None = None
    keywords: tuple[Text, ...] = ()


def motion(text: str, *, title: str | None = None, info: str | None = None, keywords: tuple[str, ...] = ()) -> Motion:
    """Build a motion from what a person typed. Raises ``MotionError`` if it is blank or too long."""
    if len(text) > 20 * MOTION_LIMIT:  # canonicalising megabytes first would be work for nothing
        raise _too_long(len(text))
    line = flat(text)
    if not line:
        raise MotionError("The motion is empty.", hint='Give one sentence, such as "Cities should ban private cars".')
    if len(line) > MOTION_LIMIT:
        raise _too_long(len(line))
    if info is not None and len(info) > INFO_LIMIT:
        raise MotionError(
            f"The info slide has {len(info):,} characters; {INFO_LIMIT:,} are allowed.", hint="Shorten it."
        )
    return Motion(text=line, title=title, info=info, keywords=keywords)


def _too_long(length: int) -> MotionError:
    return MotionError(
        f"The motion has {length:,} characters; {MOTION_LIMIT} are allowed.",
        hint="Put background into the info slide.",
    )


class ModelChoice(Noun):
    """A model for a role, and its options. An option that a provider lacks is dropped with a note, not an error.

    ``timeout``: seconds for one call with all its retries; ``max_retries``: tries after the first.
    """

    model: str
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    thinking_budget: Annotated[int, Field(ge=0)] | None = None
    timeout: Annotated[float, Field(gt=0)] | None = None
    max_retries: Annotated[int, Field(ge=0, le=20)] | None = None
    base_url: str | None = None

    @field_validator("base_url")
    @classmethod
    def _no_credentials(cls, value: str | None) -> str | None:
        if value is not None and "@" in value.split("//", 1)[-1].split("/", 1)[0]:
            raise ValueError("base_url must not hold credentials: set the provider's key variable instead")
        return value


class Limits(Noun):
    """Caps. ``budget``: USD for the debate; ``max_calls``: model calls; the others cap the loops behind a speech."""

    budget: Annotated[Decimal, Field(ge=0)] | None = None
    max_calls: Annotated[int, Field(ge=0)] | None = None
    max_revisions: Annotated[int, Field(ge=0, le=20)] = 2
    max_checks: Annotated[int, Field(ge=0, le=20)] = 3


class Origin(Noun):
    """Where a forked debate came from: the first ``seq`` events of ``debate_id`` are its own first events."""

    debate_id: str
    seq: int


New = Literal["all", "answer", "none"]
"""Which new arguments a speech may bring: any, only answers to something new, or none."""


class Slot(Noun):
    """One place in the timeline. ``seconds`` is the clock of the format; ``words`` the same as a limit for text.

    ``side`` is empty for the chair. ``ballot`` names the poll of a ``vote``; ``voters`` who may vote in it.
    """

    id: str
    verb: Literal["say", "vote"]
    phase: str
    seat: str = ""
    side: str = ""
    seconds: int | None = None
    words: int | None = None
    new: New = "all"
    role: str = ""
    ballot: str = ""
    voters: str = ""


class Setup(Noun):
    """Everything that decides how a debate runs, frozen in its first event.

    ``rules`` is the format, fully resolved, so that a later edit of a file cannot change a debate that has begun.
    ``models`` is keyed by seat, side, role or ``default``; ``styles`` by side. ``vote_wait``: seconds that a ballot
    stays open for people (0 = only votes that already arrived). ``judges``: None = as the format says.
    """

    motion: Motion | None = None
    about: Text = ""
    format: str
    rules: dict[str, JsonValue]
    vars: dict[str, int] = {}
    models: dict[str, ModelChoice]
    styles: dict[str, Text] = {}
    humans: tuple[str, ...] = ()
    judges: Annotated[int, Field(ge=0, le=15)] | None = None
    listeners: Annotated[int, Field(ge=0, le=99)] = 0
    refine: bool = False
    check: Literal["off", "note", "revise", "strike", "forfeit"] = "off"
    limits: Limits = Limits()
    seed: int = 0
    vote_wait: Annotated[int, Field(ge=0)] = 0
    origin: Origin | None = None

    def choice(self, role: str, *, seat: str = "", side: str = "") -> ModelChoice:
        """The model of a role: the seat's own, else its side's, else the role's, else the default."""
        for key in (seat, side, role, "default"):
            if key and key in self.models:
                return self.models[key]
        raise KeyError(role)


def overridden(setup: Setup, changes: dict[str, Any]) -> Setup:
    """Return ``setup`` with ``changes`` validated and applied (for forks and resumes)."""
    return Setup.model_validate(setup.model_dump() | changes)
