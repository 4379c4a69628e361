"""What the rest of Dissoi may know of a model: requests, streamed parts, replies, and the two protocols.

``ChatModel`` is what an adapter (LangChain, llama.cpp, scripted) implements: one method, ``stream``. ``Mind`` is what
an agent sees: it asks and gets an answer with its usage; the gateway implements it. ``Journal`` is where the gateway
keeps intents and replies; the store implements it. Not here: retries, prices, budgets (gateway), names (registry).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from dissoi.record.usage import Usage

T = TypeVar("T", bound=BaseModel)

Role = Literal["system", "user", "assistant"]
Structure = Literal["schema", "object", "prompt"]
"""How structured output is asked for: JSON schema on the wire, any JSON object on the wire, or words alone."""


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    text: str
    cache: bool = False  # a prefix that ends here is worth caching (a hint; adapters that cannot use it ignore it)


@dataclass(frozen=True, slots=True)
class Request:
    """One call as the wire needs it. Equal requests have equal bytes: the journal's key is made from it."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    schema: dict[str, Any] | None = None  # JSON schema of the wanted object; None = plain text
    schema_name: str = "reply"
    structure: Structure = "schema"
    thinking_budget: int | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    """What a scripted model needs to play its part (role, seat, slot, ...). Never sent to a provider."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Counts as the provider reported them; ``input`` includes ``cached``."""

    input: int
    output: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of streamed text; ``thinking`` text is never shown, judged or kept."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """The provider's terminal evidence. A stream without one is a failure (``cut``), whatever came before.

    ``finish``: ``stop`` (said all), ``length`` (token limit), ``refused`` (filter or refusal).
    ``seconds``: the adapter's own, if it simulates time (scripted); None = the gateway measures.
    ``notes``: what the adapter had to change to be served ("temperature dropped", "system folded into user").
    """

    finish: Literal["stop", "length", "refused"]
    tokens: Tokens | None = None
    model: str = ""
    request_id: str | None = None
    seconds: float | None = None
    notes: tuple[str, ...] = ()


class ChatModel(Protocol):
    """One model behind one name. ``stream`` yields chunks and then exactly one ``End``; it raises ``ProviderError``
    (classified, no raw body) and nothing else. Leaving the iterator early must free the model."""

    name: str  # the full "provider:model" name
    provider: str  # shares a concurrency limit and a breaker
    profile: Profile

    def stream(self, request: Request) -> AsyncIterator[Chunk | End]: ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a model before the first call.

    ``window``: prompt + reply tokens, None = unknown. ``small``: prompts take their plainest form, one paragraph a
    speech. ``concurrency``: calls at once that the provider takes well. ``first_token``/``idle``: seconds of silence
    that mean failure. ``blocks``: takes the prefix as several user messages in a row, for cache breakpoints; all others
    get one user message, since many servers insist on alternating roles. ``free``: costs nothing (local, scripted);
    otherwise the price book decides.
    """

    window: int | None = None
    small: bool = False
    concurrency: int = 16
    first_token: float = 60.0
    idle: float = 30.0
    blocks: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as an agent writes it: shared prefix blocks first, then this call's own last part.

    ``prefix`` blocks are the same for every call of a debate (constant system text; motion and rules; one block per
    public turn); ``task`` is what this role must do now, private notes included. ``name``/``digest`` identify the
    prompt file. ``options``: see ``Request.options``.
    """

    name: str
    digest: str
    system: str
    prefix: tuple[str, ...]
    task: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call came to. ``text`` is canonical; ``finish`` as in ``End``; ``usage`` rides on the event."""

    text: str
    finish: Literal["stop", "length", "refused"]
    usage: Usage


OnText = Callable[[str, bool], None]
"""``on_text(text, reset)``: streamed text as it comes; ``reset`` = forget what came before (a new attempt)."""


class Mind(Protocol):
    """What an agent may ask of a model. Raises ``ProviderError`` or ``BudgetError``; both end the step, not the
    debate."""

    @property
    def name(self) -> str: ...

    @property
    def profile(self) -> Profile: ...

    async def say(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: tuple[str, ...] = (),
        sample: int = 0,
        on_text: OnText | None = None,
    ) -> Reply: ...

    async def fill(self, prompt: Prompt, schema: type[T], *, max_tokens: int, sample: int = 0) -> tuple[T, Usage]: ...


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One line of the call journal. ``reply`` is None until the call has finished.

    ``state``: ``intended`` (in flight, or lost with its process: perhaps paid), ``done``, ``failed``.
    ``shared_chars``: leading characters that an earlier call of the same debate had sent already.
    """

    key: str
    debate_id: str
    ordinal: int  # 1-based order of first intent within the debate
    role: str
    model: str
    prompt_name: str
    sample: int
    prompt_chars: int
    shared_chars: int
    own_chars: int  # the task part (role, task, private notes)
    state: Literal["intended", "done", "failed"]
    reserved: Decimal | None  # USD, also for tries and processes that were lost; None = price unknown
    reply: str | None = None  # JSON of the finished reply
    usage: Usage | None = None
    attempts: int = 0
    error: str | None = None
    at: str = ""  # ISO 8601, UTC
    asked: int = 1  # how often it was begun, over all runs: each may have cost a call


class Journal(Protocol):
    """The call journal of one debate. ``intend`` and ``settle`` are durable when they return."""

    async def find(self, key: str) -> CallRecord | None: ...

    async def intend(self, record: CallRecord) -> None: ...

    async def settle(
        self,
        key: str,
        *,
        state: Literal["done", "failed"],
        reply: str | None = None,
        usage: Usage | None = None,
        attempts: int = 0,
        error: str | None = None,
    ) -> None: ...

    async def calls(self) -> list[CallRecord]: ...
