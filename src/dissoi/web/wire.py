"""What the streams of a debate carry beside its stored events. Data only; not here: how it is sent (``tail.py``)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from dissoi.record.events import Envelope, NodeFinished, NodeStarted, Token
from dissoi.web.bodies import Problem


class Clock(BaseModel):
    """Ephemeral: the server's clock."""

    type: Literal["clock"] = "clock"
    now: str


class Course(BaseModel):
    """Ephemeral: who advances the debate has changed."""

    type: Literal["course"] = "course"
    attended: bool
    here: bool
    trouble: Problem | None


class Hidden(BaseModel):
    """An event that the viewer may not see: only its place."""

    seq: int


Live = Annotated[Token | NodeStarted | NodeFinished | Clock | Course, Field(discriminator="type")]
"""What ``event: live`` carries: never stored, never resumed."""


class StreamItem(BaseModel):
    """What the streams carry, for generators of types: one of them at a time."""

    envelope: Envelope | None = None
    live: Live | None = None
    hidden: Hidden | None = None
