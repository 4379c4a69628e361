"""The topic generator: invents a motion, steered by a subject or free."""

from __future__ import annotations

import re

from dissoi.agents.prompts import prompt
from dissoi.errors import MotionError, ProviderError
from dissoi.models.port import Mind
from dissoi.record.setup import Motion, motion
from dissoi.record.text import flat, quoted
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView

SUBJECTS = (
    "city life", "schools", "technology at work", "the environment", "public health", "sport", "art and museums",
    "travel", "farming and food", "privacy", "space exploration", "voting and parliaments", "family life", "energy",
)  # fmt: skip
"""What a free motion is about, drawn by the seed: a model left alone suggests the same motion every time."""


async def invent(view: DebateView, mind: Mind) -> tuple[Motion, Usage]:
    """Ask for a motion, twice if the first is none. Raises ``ProviderError`` (``malformed`` if there is none)."""
    setup = view.setup
    subject = SUBJECTS[(setup.seed if setup else 0) % len(SUBJECTS)]
    about = quoted(setup.about) if setup and setup.about else subject
    page = prompt(view, "topic", {"about": about}, options={"role": "topic", "about": setup.about if setup else ""})
    for sample in range(2):
        reply = await mind.say(page, max_tokens=60, sample=sample)
        found = _statement(reply.text)
        if found:
            return found, reply.usage
    raise ProviderError(
        f"{mind.name} suggested no motion.", kind="malformed", model=mind.name, hint="Give a motion yourself."
    )


def _statement(text: str) -> Motion | None:
    """The first sentence of a reply, if it can be a motion."""
    lines = [line for line in text.split("\n") if line.strip()]
    house = next((line for line in lines if "this house" in line.lower()), lines[0] if lines else "")
    line = flat(house)
    begin = line.lower().find("this house")
    line = (line[begin:] if begin >= 0 else line).strip("\"'“”*-– ")
    line = re.split(r"(?<=[.?!。])\s", line)[0].rstrip(".\"”'* ")
    try:
        return motion(line) if 2 <= len(line.split()) <= 40 or (line and not line.isascii()) else None
    except MotionError:
        return None
