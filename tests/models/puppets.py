"""What the tests of the gateway share: a journal in memory, a model that does what the test says, a tariff."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from dissoi.errors import ProviderError, ProviderKind
from dissoi.models.gateway import Gateway, Priced, Prices
from dissoi.models.patience import Gates
from dissoi.models.port import CallRecord, Chunk, End, Profile, Prompt, Request, Tokens
from dissoi.record.setup import Limits, ModelChoice
from dissoi.record.usage import Usage


class Ledger:
    """A journal in memory that keeps the order of what happened to it."""

    def __init__(self) -> None:
        self.rows: dict[str, CallRecord] = {}
        self.story: list[str] = []

    async def intend(self, record: CallRecord) -> None:
        self.rows[record.key] = record
        self.story.append("intend")

    async def settle(
        self,
        key: str,
        *,
        state: Any,
        reply: str | None = None,
        usage: Usage | None = None,
        attempts: int = 0,
        error: str | None = None,
    ) -> None:
        self.rows[key] = replace(self.rows[key], state=state, reply=reply, usage=usage, attempts=attempts, error=error)
        self.story.append(state)

    async def find(self, key: str) -> CallRecord | None:
        return self.rows.get(key)

    async def calls(self) -> list[CallRecord]:
        return sorted(self.rows.values(), key=lambda r: r.ordinal)


SPENT = Tokens(10, 5, 4)
Act = Callable[[Request], "AsyncIterator[Chunk | End]"]


class Puppet:
    """A model that does what the test says, call by call; the last act repeats."""

    name = "test:puppet"
    provider = "test"

    def __init__(self, *acts: Act, profile: Profile | None = None) -> None:
        self.acts, self.requests = list(acts), list[Request]()
        self.profile = profile or Profile()

    def stream(self, request: Request) -> AsyncIterator[Chunk | End]:
        self.requests.append(request)
        act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        return act(request)

    async def aclose(self) -> None: ...


def says(*chunks: str, finish: Any = "stop", tokens: Tokens = SPENT) -> Act:
    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        for text in chunks:
            yield Chunk(text)
        yield End(finish, tokens=tokens, model="puppet-1")

    return act


def breaks(*chunks: str) -> Act:
    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        for text in chunks:
            yield Chunk(text)

    return act


def fails(kind: ProviderKind, retry_after: float | None = None) -> Act:
    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        raise ProviderError(f"it failed ({kind})", kind=kind, retry_after=retry_after)
        yield  # pragma: no cover

    return act


async def hangs(_: Request) -> AsyncIterator[Chunk | End]:
    await asyncio.sleep(3600)
    yield Chunk("never")


class Tariff(Prices):
    """One dollar for a thousand tokens; nothing is known of models called unknown."""

    def cost(self, model: str, input: int, output: int, cached: int) -> Priced:
        return Decimal(input + output) / 1000, "2026-01-01"

    def worst(self, model: str, prompt_chars: int, max_tokens: int) -> Decimal | None:
        return Decimal(prompt_chars // 4 + max_tokens) / 1000


PROMPT = Prompt(name="speech", digest="d", system="System.", prefix=("Motion.", "Speech 1."), task="Speak.")


def gateway(
    model: Puppet, ledger: Ledger | None = None, *, limits: Limits | None = None, prices: Prices | None = None
) -> Gateway:
    return Gateway(
        "d1", ledger or Ledger(), open_model=lambda choice: model, prices=prices or Tariff(), gates=Gates(),
        limits=limits or Limits(), seed=7, now=lambda: "2026-01-01T00:00:00.000Z",
    )  # fmt: skip


CHOICE = ModelChoice(model="test:puppet")
