"""Prompts: the files beside this module, and the one prefix that every call of a debate shares.

A prompt file has front matter (name, version, inputs) and a text with ``$inputs``. ``prefix`` renders the public record
as append-only blocks that depend on nothing but what was said, so that for any two calls of a debate the prompts start
with the same bytes up to the end of the shorter transcript, whoever asks. Who asks, and for what, comes last.
Not here: which prompt a role uses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import Any

from dissoi.agents.language import language_of
from dissoi.models.port import Prompt
from dissoi.record.setup import Motion
from dissoi.record.text import quoted
from dissoi.record.transcript import Turn
from dissoi.record.view import DebateView


@dataclass(frozen=True, slots=True)
class Sheet:
    """A prompt file. ``digest``: first 16 hex digits of the SHA-256 of its bytes."""

    name: str
    version: int
    inputs: frozenset[str]
    text: Template
    digest: str

    def fill(self, **values: str) -> str:
        """Render the text. Raises ``KeyError`` for a missing and ``TypeError`` for an unknown input: both are our
        bugs."""
        unknown = values.keys() - self.inputs
        if unknown:
            raise TypeError(f"prompt {self.name} has no input {', '.join(sorted(unknown))}")
        return self.text.substitute(values).strip()


@cache
def sheet(name: str) -> Sheet:
    """Load ``prompts/<name>.md`` once."""
    raw = (resources.files("dissoi.agents") / "prompts" / f"{name}.md").read_text("utf-8")
    _, head, body = raw.split("---\n", 2)
    fields = dict(line.split(":", 1) for line in head.strip().splitlines())
    return Sheet(
        name=fields["name"].strip(),
        version=int(fields["version"]),
        inputs=frozenset(fields["inputs"].split()),
        text=Template(body.strip()),
        digest=hashlib.sha256(raw.encode()).hexdigest()[:16],
    )


def prompt(
    view: DebateView, name: str, values: Mapping[str, str], *, options: Mapping[str, Any] | None = None
) -> Prompt:
    """The prompt ``name`` for a role that sees ``view``: shared prefix first, then the task."""
    page = sheet(name)
    motion = view.motion.text if view.motion else ""
    return Prompt(
        name=page.name,
        digest=page.digest,
        system=sheet("system").fill(),
        prefix=prefix(view),
        task=page.fill(**values),
        options={"motion": motion, **(options or {})},
    )


def prefix(view: DebateView) -> tuple[str, ...]:
    """The public record: the motion, then one block per turn. Blocks are only ever added at the end."""
    if view.motion is None:
        return ()
    return (_motion(view.motion), *(_turn(view, n, turn) for n, turn in enumerate(debated(view), 1)))


def debated(view: DebateView) -> tuple[Turn, ...]:
    """The turns of the sides; what the chair says is ceremony and stays out of prompts."""
    return tuple(t for t in view.turns if t.side)


def _motion(motion: Motion) -> str:
    language = language_of(motion.text)
    return sheet("motion").fill(
        statement=quoted(motion.text),
        info=f" Both sides accept this background: {quoted(motion.info)}." if motion.info else "",
        language=f" Everybody writes in {language}." if language not in ("", "English") else "",
    )


def _turn(view: DebateView, number: int, turn: Turn) -> str:
    who = title(view, turn.side)
    if turn.text is None:
        return f"Speech {number}. The {who} did not speak."
    return f"Speech {number}. The {who} said: {quoted(turn.text)}"


def title(view: DebateView, side: str) -> str:
    """What prompts call a side. Names of sides never reach a model: they could tip a judge."""
    names = ("supporter", "opponent")
    index = view.sides.index(side)
    return names[index] if len(view.sides) == 2 else f"side {index + 1}"


def stance(view: DebateView, side: str) -> str:
    return "for" if view.sides.index(side) == 0 else "against"
