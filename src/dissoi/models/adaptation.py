"""What a model would not be served with, learnt from its refusals and remembered for the life of the process.

Some models refuse system messages, JSON schemas or single parameters with a 400. The first refusal teaches, every later
call goes out in the form that is taken: at most one refused call per model, reason and process (C06, C14, F32). Pure
bookkeeping: the wire is in ``langchain.py``, a provider's fixed abilities in ``dialects.py``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from dissoi.models.failures import Failure
from dissoi.models.port import Message, Request, Structure
from dissoi.models.structured import in_words

PATIENCE = 5.0
"""Seconds that a call waits for another call's first try of the same form before it goes out as well."""

_STEPS: dict[Structure, Structure] = {"schema": "object", "object": "prompt"}
_WORDS: dict[Structure, str] = {"schema": "JSON schema", "object": "JSON mode", "prompt": "words"}
_ROLES = re.compile(
    r"roles? must alternate|alternat\w+ (between )?user|(not|n't) support.{0,20}system|only user,? (and )?assistant"
    r"|system (role|message|prompt)s?\W.{0,40}(not|un)\s?-?(supported|allowed|permitted)"
    r"|developer instruction is not enabled|unsupported role",
    re.I | re.S,
)
_FORMAT = re.compile(
    r"response_?(format|schema|mime)|json_?(schema|object)|json mode|structured.?output|output_(config|format)|grammar",
    re.I,
)
_TAKES_OBJECT = re.compile(r"json_?object|json mode", re.I)
"""A refusal of schemas that names JSON mode says what the server takes. One that does not leads to words: trying
JSON mode on a guess could cost a second refused call, and words are read just as strictly."""
_DISLIKES = re.compile(
    r"unsupported|not (be )?(supported|permitted|allowed)|(does|do) ?n[o']t support|unrecognized|unknown|unexpected"
    r"|invalid|extra inputs|deprecated|only the default|cannot be used",
    re.I,
)
_ALIASES: dict[str, str] = {
    "thinking_budget": r"thinking",
    "stop": r"stop(_?sequences)?",
    "max_tokens": r"max_tokens|maxOutputTokens",
    "stream_options": r"stream_options|include_usage",
}
_OTHER_NAME = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A request in the form that the model takes. ``structure`` None = plain text; ``notes`` say what was changed."""

    messages: tuple[Message, ...]
    parameters: dict[str, Any]
    structure: Structure | None
    notes: tuple[str, ...] = ()

    @property
    def features(self) -> frozenset[str]:
        """What of this shape a model might refuse."""
        roles = {"roles"} if any(m.role == "system" for m in self.messages) else set[str]()
        return frozenset({*self.parameters, f"structure:{self.structure}", *roles})


class Memory:
    """What one model (name and address) refuses.

    ``lacks``: parameters and structures that its wire has no word for; ``clashes``: a parameter, and the one that
    cannot go with it; ``tokens``: the wire's name for the limit of the reply (tried under its other name before it is
    dropped).
    """

    def __init__(
        self,
        lacks: frozenset[str] = frozenset(),
        clashes: Mapping[str, str] | None = None,
        *,
        tokens: str = "max_tokens",
        streams_usage: bool = False,
    ) -> None:
        self._lacks = lacks
        self._clashes = clashes or {}
        self._tokens = tokens
        self._streams_usage = streams_usage
        self._folds = False
        self._refused: set[str] = set()
        self._floor: Structure = "schema"
        self._proven: set[str] = set()
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    def shape(self, request: Request) -> Shape:
        """Return ``request`` as this model takes it."""
        notes: list[str] = []
        messages = request.messages
        if self._folds:
            messages = folded(messages)
            notes.append("system text folded into the user message")
        structure = self._structure(request, notes)
        if request.schema is not None and structure != "schema":
            messages = _with_words(messages, in_words(request.schema))
        return Shape(messages, self._parameters(request, notes), structure, tuple(notes))

    def _structure(self, request: Request, notes: list[str]) -> Structure | None:
        if request.schema is None:
            return None
        structure = request.structure
        while structure != "prompt" and (structure in self._lacks or self._steps(structure) < self._steps(self._floor)):
            structure = _STEPS[structure]
        if structure != request.structure:
            notes.append(f"{_WORDS[request.structure]} not served: asked in {_WORDS[structure]}")
        return structure

    @staticmethod
    def _steps(structure: Structure) -> int:
        return ("schema", "object", "prompt").index(structure)

    def _parameters(self, request: Request, notes: list[str]) -> dict[str, Any]:
        wanted: dict[str, Any] = {
            "temperature": request.temperature,
            self._tokens: request.max_tokens,
            "seed": request.seed,
            "stop": list(request.stop) or None,
            "thinking_budget": request.thinking_budget,
            "stream_options": True if self._streams_usage else None,
        }
        taken: dict[str, Any] = {}
        for name, value in wanted.items():
            if value is None:
                continue
            if name in self._refused and (other := _OTHER_NAME.get(name)) and other not in self._refused:
                name = other
            if name not in self._lacks and name not in self._refused:
                taken[name] = value
            elif name != "seed":  # nobody set it: the gateway sends one to whoever takes it
                why = "refused by the model" if name in self._refused else "unknown to the provider"
                notes.append(f"{name} dropped: {why}")
        for name, other in self._clashes.items():
            if taken.get(name) and taken.pop(other, None) is not None:
                notes.append(f"{other} dropped: not taken together with {name}")
        return taken

    def learn(self, failure: Failure, shape: Shape) -> bool:
        """Take in a refusal of ``shape``. True = the next shape of the same request is another one."""
        if failure.kind not in ("rejected", "server") or failure.status in (502, 504):
            return False
        text = failure.text
        if not self._folds and _ROLES.search(text):
            self._folds = True
            return True
        if shape.structure in ("schema", "object") and _FORMAT.search(text):
            named = shape.structure == "schema" and _TAKES_OBJECT.search(text)
            self._floor = "object" if named else "prompt"
            return True
        if failure.kind != "rejected" or not _DISLIKES.search(text):
            return False
        for name in shape.parameters:
            if re.search(rf"(?<![A-Za-z_])({_ALIASES.get(name, name)})(?![A-Za-z_])", text):
                self._refused.add(name)
                return True
        return False

    def prove(self, shape: Shape) -> None:
        """Remember that ``shape`` was accepted."""
        self._proven |= shape.features

    def knows(self, shape: Shape) -> bool:
        return shape.features <= self._proven

    async def turn(self, request: Request) -> Turn:
        """Return the shape of ``request``, alone on its way if it is the first of its form.

        Calls that start together would otherwise all be refused for one reason. Ends with ``Turn.end``.
        """
        shape = self.shape(request)
        if self.knows(shape):
            return Turn(shape, None)
        lock = self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        try:
            async with asyncio.timeout(PATIENCE):
                await lock.acquire()
        except TimeoutError:
            return Turn(self.shape(request), None)
        turn = Turn(self.shape(request), lock)
        if self.knows(turn.shape):
            turn.end()
        return turn


class Turn:
    """One call's right to try a form. ``end`` may be called often; it lets the next call go."""

    def __init__(self, shape: Shape, lock: asyncio.Lock | None) -> None:
        self.shape = shape
        self._lock = lock

    def end(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


def folded(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """User and assistant in turn: system text becomes user text, neighbours of one role become one message."""
    out: list[Message] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if out and out[-1].role == role:
            out[-1] = replace(out[-1], text=f"{out[-1].text}\n\n{message.text}")
        else:
            out.append(replace(message, role=role))
    return tuple(out)


def _with_words(messages: tuple[Message, ...], words: str) -> tuple[Message, ...]:
    """Add ``words`` to the last user message."""
    at = max((i for i, m in enumerate(messages) if m.role == "user"), default=None)
    if at is None:
        return (*messages, Message("user", words))
    changed = replace(messages[at], text=f"{messages[at].text}\n\n{words}")
    return (*messages[:at], changed, *messages[at + 1 :])
