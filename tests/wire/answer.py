"""What a loopback provider is asked and what it does about it. Pure data: how it looks on a wire is said elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Ending = Literal["complete", "no_done", "no_finish", "cut", "late_cut", "stall"]
"""How a streamed reply ends: as it should; without ``[DONE]``; cleanly but without terminal evidence; torn off in the
middle of an HTTP chunk, before or after the terminal evidence; or with silence on an open socket."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it arrived. ``body`` is the parsed JSON; header names are in lower case."""

    wire: Literal["openai", "anthropic", "gemini", "ollama"]
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    text: str  # all message text, in order, one part per line
    roles: tuple[str, ...]
    schema: dict[str, Any] | None  # the JSON schema asked for on the wire
    key: str  # the API key that came with it
    stream: bool

    @property
    def structure(self) -> str:
        """``schema``, ``object`` or ``text``: the kind of output that the request asks for on the wire."""
        if self.schema is not None:
            return "schema"
        kind = (self.body.get("response_format") or {}).get("type")
        return "object" if kind == "json_object" or self.body.get("format") == "json" else "text"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server does with one call. Times in seconds; ``chunk`` in characters.

    ``status`` other than 200 makes an error of the wire's own form from ``code`` and ``message``, unless ``raw`` gives
    the body. ``fail_after``: chunks after which the same error comes inside a 200 stream. ``finish``: the reason at the
    end (None = the wire's usual word); ``finish_every``: the reason on every earlier chunk (OpenAI wire).
    ``cut_after``: chunks before ``ending`` takes effect, where it means an interruption. ``junk``: raw bytes in the
    middle. ``hang``: never answer.
    """

    text: str = ""
    thinking: str = ""
    chunk: int = 24
    delay: float = 0.0
    pace: float = 0.0
    finish: str | None = None
    finish_every: str | None = None
    ending: Ending = "complete"
    cut_after: int = 2
    refusal: str = ""
    model: str | None = None
    cached: int = 0
    usage: bool = True
    junk: bytes = b""
    hang: bool = False
    status: int = 200
    code: str = ""
    message: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    raw: bytes | None = None
    fail_after: int | None = None

    def pieces(self) -> list[str]:
        return [self.text[i : i + self.chunk] for i in range(0, len(self.text), self.chunk)]


Behaviour = Callable[[Call], Answer]


def tokens(text: str) -> int:
    """A count that is the same on every wire: one token for four characters, at least one."""
    return max(1, len(text) // 4)
