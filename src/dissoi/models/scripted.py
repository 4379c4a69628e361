"""Models without a model: ``scripted:NAME?option=value&...``, deterministic, for tests, demos, benchmarks and docs.

The same name, seed and request always give the same reply, in any process. ``demo`` plays any role on any motion; the
other scripts play one trait. Time and failures can be simulated. ``max_tokens`` is not enforced.

Options (all optional): ``delay_ms`` whole duration of a call; ``pauses`` how often it pauses in that time at most;
``chunk`` characters per streamed piece; ``seed``; ``words`` length of a speech; ``chars`` exact length of every plain
reply; ``tokens=off`` reports no token counts;
``fail`` share of requests that fail (0 to 1), drawn anew for each try; ``fail_kind`` how, see ``errors.ProviderKind``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random
from typing import Any, get_args
from urllib.parse import parse_qsl

from dissoi.errors import ConfigError, ProviderError, ProviderKind, UnknownNameError
from dissoi.models.port import Chunk, End, Profile, Request, Tokens
from dissoi.models.scripted_json import TONES, Answer, Mood, sides_of
from dissoi.models.scripted_speech import Part, line, part

SCRIPTS: dict[str, str] = {
    "demo": "plays any role in any format on any motion",
    "approve": "as demo, but approves whatever it is asked to judge",
    "reject": "as demo, but a critic that never approves and always gives grounds",
    "liar": "as demo, but its speeches state invented facts and its quotes are made up",
    "gullible": "as demo, but believes everything: each claim is supported, each score is high",
    "echo": "repeats the last speech instead of making its own",
    "silent": "ends its turn without a word",
    "malformed": "as demo in plain text; broken JSON where an object is asked for",
}
OPTIONS = ("delay_ms", "pauses", "chunk", "seed", "words", "chars", "tokens", "fail", "fail_kind")

PAUSES, PAUSE = 5, 0.025
"""A delayed call sleeps at most so often unless told otherwise, and at least so long (seconds), whatever the number of
chunks: timers cost more than chunks do."""
MOST = 10_000_000
"""Characters of a reply, or words of a speech: whoever names a model must not fill the memory of a server by it."""
BROKEN = '{"reasons": "this object never ends, '

_KINDS = get_args(ProviderKind)
_MOODS: dict[str, Mood] = {"approve": "approve", "reject": "reject", "gullible": "gullible", "liar": "liar"}
_SENTENCES = re.compile(r"[^\s.!?][^.!?\n]{15,}[.!?]")


@dataclass(frozen=True, slots=True)
class Script:
    """A name with its options, parsed."""

    name: str
    delay: float = 0.0  # seconds
    pauses: int = PAUSES
    chunk: int = 24
    seed: int = 0
    words: int | None = None
    chars: int | None = None
    tokens: bool = True
    fail: float = 0.0
    fail_kind: ProviderKind = "server"


class ScriptedModel:
    """A script as a ``ChatModel``."""

    provider = "scripted"
    profile = Profile(concurrency=10_000, free=True)

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self._script = script
        self._tries: dict[bytes, int] = {}

    async def stream(self, request: Request) -> AsyncIterator[Chunk | End]:
        script = self._script
        key = _digest(script, request)
        failing = self._fails(key)
        if failing and script.fail_kind not in ("cut", "empty", "refused", "length", "malformed"):
            raise ProviderError(f"{self.name} fails as it was told to.", kind=script.fail_kind, model=self.name)
        text = self._text(request, key, failing)
        size = script.chunk
        pieces = [text[i : i + size] for i in range(0, len(text), size)]
        if failing and script.fail_kind == "cut":
            pieces = pieces[: len(pieces) // 2]
        stops = _stops(len(pieces), script.delay, script.pauses) if script.delay else frozenset[int]()
        loop = asyncio.get_running_loop()
        began, slept = loop.time(), 0
        for index, piece in enumerate(pieces or [""]):
            if index in stops:
                slept += 1
                await asyncio.sleep(began + script.delay * slept / len(stops) - loop.time())
            if piece:
                yield Chunk(piece)
        if failing and script.fail_kind == "cut":
            return
        yield self._end(request, text, failing)

    async def aclose(self) -> None:
        """Nothing to close."""

    def _fails(self, key: bytes) -> bool:
        """Draw whether this try fails: other tries of the same request draw anew, so that a retry can succeed."""
        if not self._script.fail:
            return False
        tries = self._tries[key] = self._tries.get(key, 0) + 1
        draw = hashlib.blake2b(key + tries.to_bytes(4, "big"), digest_size=8).digest()
        return int.from_bytes(draw, "big") < self._script.fail * 2**64

    def _text(self, request: Request, key: bytes, failing: bool) -> str:
        script = self._script
        kind = script.fail_kind if failing else None
        if script.name == "silent" or kind in ("empty", "refused", "length"):
            return ""
        play = part(request.options, length=script.words)
        rng = Random(int.from_bytes(key, "big"))
        if request.schema is not None:
            if script.name == "malformed" or kind == "malformed":
                return BROKEN
            return json.dumps(self._answer(request, request.schema, play, rng), ensure_ascii=False)
        if script.name == "echo":
            text = _last(request, play)
        else:
            tone = TONES.get(_MOODS.get(script.name, "plain"), "any")
            text = line(play, rng, lies=script.name == "liar", tone=tone)
        if script.chars is not None:
            text = (f"{text} " * (script.chars // (len(text) + 1) + 1))[: script.chars]
        for stop in request.stop:
            text = text.split(stop, 1)[0]
        return text

    def _answer(self, request: Request, schema: dict[str, Any], play: Part, rng: Random) -> Any:
        source = play.draft or play.last or (request.messages[-1].text if request.messages else "")
        passages = tuple(match.group() for match in _SENTENCES.finditer(source))[:40]
        seed = self._script.seed
        strength = {side: Random(f"{seed} {play.motion} {side}").random() for side in play.sides or sides_of(schema)}
        mood = _MOODS.get(self._script.name, "plain")
        return Answer(schema, play, rng, mood, passages, strength).value(schema)

    def _end(self, request: Request, text: str, failing: bool) -> End:
        script = self._script
        kind = script.fail_kind if failing else None
        tokens = None
        if script.tokens:
            tokens = Tokens(input=sum(len(m.text) for m in request.messages) // 4, output=len(text) // 4)
        finish = "refused" if kind == "refused" else "length" if kind == "length" else "stop"
        return End(finish=finish, tokens=tokens, model=f"scripted:{script.name}", seconds=script.delay)


def open_scripted(name: str) -> ScriptedModel:
    """Make the model called ``name`` (``scripted:NAME?option=value&...``).

    Raises ``UnknownNameError`` for a script or option that there is not, ``ConfigError`` for a value that is none.
    """
    bare, _, query = name.removeprefix("scripted:").partition("?")
    if bare not in SCRIPTS:
        raise UnknownNameError("script", bare, SCRIPTS)
    given: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        if key not in OPTIONS:
            raise UnknownNameError("option", key, OPTIONS)
        field = "delay" if key == "delay_ms" else key
        try:
            given[field] = _READ[key](value)
        except (ValueError, KeyError) as error:
            raise ConfigError(f"{key}={value} in {name} is not {_WANTED[key]}.", hint="See docs/models.md.") from error
    return ScriptedModel(name, Script(bare, **given))


def _digest(script: Script, request: Request) -> bytes:
    """What decides a reply: script, seed and everything about the request that a reply may depend on."""
    said = [(message.role, message.text) for message in request.messages]
    content = [script.name, script.seed, said, request.schema, request.seed, request.options]
    return hashlib.blake2b(json.dumps(content, sort_keys=True, default=str).encode(), digest_size=8).digest()


def _stops(pieces: int, delay: float, pauses: int) -> frozenset[int]:
    """Indices of the pieces before which a call of ``delay`` seconds sleeps; the last one is among them."""
    count = max(1, min(pauses, pieces, int(delay / PAUSE)))
    return frozenset(max(0, pieces * (i + 1) // count - 1) for i in range(count))


def _last(request: Request, play: Part) -> str:
    if play.last:
        return play.last
    said = re.findall(r"\"([^\"]{20,})\"|\u201c([^\u201d]{20,})\u201d", "\n".join(m.text for m in request.messages))
    return next((a or b for a, b in reversed(said)), request.messages[-1].text if request.messages else "")


def _seconds(value: str) -> float:
    number = float(value)
    if not 0 <= number <= 3_600_000:
        raise ValueError(value)
    return number / 1000


def _rate(value: str) -> float:
    number = float(value)
    if not 0 <= number <= 1:
        raise ValueError(value)
    return number


def _on(value: str) -> bool:
    return {"on": True, "off": False}[value]


def _count(value: str) -> int:
    number = int(value)
    if number < 1:
        raise ValueError(value)
    return number


def _length(value: str) -> int:
    number = _count(value)
    if number > MOST:
        raise ValueError(value)
    return number


def _failure_kind(value: str) -> str:
    if value not in _KINDS:
        raise ValueError(value)
    return value


_READ: dict[str, Any] = {
    "delay_ms": _seconds,
    "pauses": _count,
    "chunk": _count,
    "seed": int,
    "words": _length,
    "chars": _length,
    "tokens": _on,
    "fail": _rate,
    "fail_kind": _failure_kind,
}
_WANTED = {
    "delay_ms": "a number of milliseconds from 0 to 3600000",
    "pauses": "a whole number from 1",
    "chunk": "a whole number from 1",
    "seed": "a whole number",
    "words": f"a whole number from 1 to {MOST}",
    "chars": f"a whole number from 1 to {MOST}",
    "tokens": "on or off",
    "fail": "a number from 0 to 1",
    "fail_kind": f"one of {', '.join(_KINDS)}",
}
