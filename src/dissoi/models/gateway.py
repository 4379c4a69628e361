"""The one door for model calls: journal, budget, waiting, timers, screening, repair of structured output.

A finished call is answered from the journal, so that a resumed debate never pays twice; a call that starts has its
worst-case price reserved first. Knows models by their port alone and the store by the ``Journal`` protocol. Not here:
wires (adapters), names (registry), what is asked (agents).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from dissoi.errors import BudgetError, ProviderError
from dissoi.models.listening import listen
from dissoi.models.mind import ModelMind
from dissoi.models.order import Order
from dissoi.models.patience import RETRIES, Gates, Lane, retrying
from dissoi.models.port import CallRecord, ChatModel, End, Journal, Reply
from dissoi.record.setup import Limits, ModelChoice
from dissoi.record.text import canonical
from dissoi.record.usage import Budget, Usage

TIMEOUT = 300.0
"""Seconds that a call may take with all its tries, unless the model's ``timeout`` option says otherwise."""
_UNBILLED = frozenset(
    {"auth", "quota", "not_found", "rejected", "context", "rate_limit", "overloaded", "unreachable", "certificate"}
)
"""Failures before anything was made. All others may appear on the bill."""

Priced = tuple[Decimal | None, str | None]


class Prices:
    """What the gateway needs of the price book; ``models/pricing.py`` is the real one. This base prices nothing."""

    def cost(self, model: str, input: int, output: int, cached: int) -> Priced:
        return None, None

    def worst(self, model: str, prompt_chars: int, max_tokens: int) -> Decimal | None:
        return None


class Gateway:
    """All calls of one debate. ``open_model`` finds the model for a choice; ``now`` gives ISO 8601 UTC."""

    def __init__(
        self,
        debate_id: str,
        journal: Journal,
        *,
        open_model: Callable[[ModelChoice], ChatModel],
        prices: Prices,
        gates: Gates,
        lane: Lane | None = None,
        limits: Limits,
        seed: int,
        now: Callable[[], str],
    ) -> None:
        self._debate_id = debate_id
        self._journal = journal
        self._open_model = open_model
        self._prices = prices
        self._gates = gates
        self._away = lane.away if lane else nullcontext
        self._seed = seed
        self._now = now
        self.budget = Budget(cap=limits.budget, max_calls=limits.max_calls)
        self._known: dict[str, CallRecord] = {}  # the journal of earlier runs; this run is its only writer
        self._ordinal = 0
        self._widest = 0  # characters of the longest shared prefix that this debate has sent
        self._sent = ""  # that prefix itself, once this process has sent one

    async def restore(self) -> None:
        """Take the journal's state over: what was spent, what is perhaps paid, how much prefix was sent."""
        calls = await self._journal.calls()
        for call in calls:
            self._known[call.key] = call
            self._ordinal = max(self._ordinal, call.ordinal)
            self._widest = max(self._widest, call.prompt_chars - call.own_chars)
        self.budget = booked(self.budget, calls)

    def mind(self, choice: ModelChoice, role: str, asking: int = 0) -> ModelMind:
        """A model as one role of this debate sees it. Raises ``ConfigError``, ``ProviderError`` (no key)."""
        return ModelMind(self, self._open_model(choice), choice, role, asking)

    async def call(self, order: Order) -> Reply:
        """Answer one order, from the journal or from the model."""
        key = order.key(self._debate_id)
        known = self._known.get(key)
        if known is not None and known.state == "intended":  # a writer that was fenced off may have its reply by now
            known = await self._journal.find(key)
        if known is not None and known.state == "done" and known.reply is not None and known.usage is not None:
            stored = json.loads(known.reply)
            if order.on_text:
                order.on_text(stored["text"], True)
            usage = _plus(known.usage, -Decimal(stored.get("told", 0)))
            return Reply(text=stored["text"], finish=stored["finish"], usage=usage)
        held = self._reserve(order)
        record = self._record(order, key, held, known)
        await self._journal.intend(record)
        tries = _Tries(record, known, held)
        try:
            async with self._away():
                reply = await self._patiently(order, tries)
        except ProviderError as error:
            await self._lost(order, tries, error)
            raise
        self.budget = self.budget.settle(tries.held, reply.usage.cost)
        reply = replace(reply, usage=_plus(reply.usage, tries.lost))
        stored = {"text": reply.text, "finish": reply.finish} | ({"told": str(tries.told)} if tries.told else {})
        await self._journal.settle(
            key, state="done", reply=json.dumps(stored, ensure_ascii=False), usage=_plus(reply.usage, tries.told),
            attempts=tries.count,
        )  # fmt: skip
        return reply

    async def _lost(self, order: Order, tries: _Tries, error: ProviderError) -> None:
        """Settle a call that failed for good: the journal keeps all that it cost, ``error`` what is new."""
        self.budget = self.budget.settle(tries.held, Decimal(0))
        error.attempts = tries.count
        error.spent = Usage(
            model=order.model.name, prompt=order.prompt.name, prompt_hash=order.prompt.digest, cost=tries.lost,
            attempts=tries.count,
        )  # fmt: skip
        await self._journal.settle(
            tries.record.key, state="failed", usage=_plus(error.spent, tries.told), attempts=tries.count,
            error=error.kind,
        )  # fmt: skip

    def _reserve(self, order: Order) -> Decimal | None:
        held = self._worst(order, order.request.max_tokens)
        self._check(order, held, self.budget.refuses(held))
        self.budget = self.budget.hold(held)
        return held

    def _worst(self, order: Order, max_tokens: int) -> Decimal | None:
        free = order.model.profile.free
        return Decimal(0) if free else self._prices.worst(order.model.name, order.chars, max_tokens)

    def _check(self, order: Order, held: Decimal | None, refused: str | None) -> None:
        """Raise ``BudgetError`` if a cap refuses the next request."""
        if refused == "max_calls":
            raise BudgetError(
                f"The limit of {self.budget.max_calls} model calls is reached.", limit=refused,
                hint="Resume with a higher limit of calls.",
            )  # fmt: skip
        if refused and held is None:
            raise BudgetError(
                f"The price of {order.model.name} is unknown, so the cap of ${self.budget.cap} could not be kept.",
                limit=refused,
                hint="Set its price under [prices] in dissoi.toml, or resume without a budget or with another model.",
            )
        if refused:
            spent = self.budget.settled + self.budget.reserved
            raise BudgetError(
                f"The next call could cost up to ${held:.4f}; ${spent:.4f} of the ${self.budget.cap} budget is used.",
                limit=refused, hint="Resume with a higher budget.",
            )  # fmt: skip

    def _record(self, order: Order, key: str, held: Decimal | None, known: CallRecord | None) -> CallRecord:
        if known is None:
            self._ordinal += 1
        ordinal = known.ordinal if known else self._ordinal
        if held is not None and known is not None and known.state == "intended":
            held += known.reserved or 0  # lost with its process, perhaps paid: every such request stays charged
        return CallRecord(
            key=key, debate_id=self._debate_id, ordinal=ordinal, role=order.role, model=order.model.name,
            prompt_name=order.prompt.name, sample=order.sample, prompt_chars=order.chars,
            shared_chars=known.shared_chars if known else self._shared(order), own_chars=len(order.prompt.task),
            state="intended", reserved=held, at=self._now(), asked=known.asked + 1 if known else 1,
        )  # fmt: skip

    def _shared(self, order: Order) -> int:
        """Leading characters of this prompt that an earlier call of the debate sent, and remember what this one sends.

        After a resume the earlier prefix is known by its length alone: prefixes of one debate are prefixes of each
        other (a tested law of ``agents/prompts``).
        """
        text = order.shared_text
        if self._sent:
            shared = _common(text, self._sent)
        else:
            shared = min(len(text), self._widest)
        if len(text) > len(self._sent):
            self._sent = text
        return shared

    async def _patiently(self, order: Order, tries: _Tries) -> Reply:
        """Try until there is a usable reply. Raises the last ``ProviderError``."""
        choice = order.choice
        retries = RETRIES if choice.max_retries is None else choice.max_retries
        deadline = choice.timeout or TIMEOUT
        gate = self._gates.gate(order.model.provider, order.model.profile.concurrency)
        ends = time.monotonic() + deadline
        async for attempt in retrying(retries=retries, deadline=deadline):
            with attempt:
                tries.count += 1
                try:
                    async with gate.enter(order.model.name):
                        return await self._attempt(order, tries, max(0.05, ends - time.monotonic()))
                except ProviderError as error:
                    await self._charge(order, tries, error)
                    raise
        raise AssertionError("tenacity always returns or raises")

    async def _charge(self, order: Order, tries: _Tries, error: ProviderError) -> None:
        """Book a failed try that the provider may bill, and refuse the next one if it could pass the cap.

        A next one with twice the room holds twice its price. It is stored before it is made: a process that dies in it
        has told the next of both.
        """
        held = tries.held
        if error.kind in _UNBILLED or not held:
            return
        tries.lost += held
        self.budget = self.budget.settle(None, held)
        if not error.retryable:
            return
        price = self._worst(order, order.request.max_tokens * (2 if tries.longer else 1)) or held
        rest = self.budget.settle(held, Decimal(0))
        if rest.cap is not None and rest.settled + rest.reserved + price > rest.cap:
            self._check(order, price, "budget")
        self.budget = rest.hold(price, calls=0)
        tries.held = price
        tries.record = replace(tries.record, reserved=(tries.record.reserved or Decimal(0)) + price)
        await self._journal.intend(tries.record)

    async def _attempt(self, order: Order, tries: _Tries, left: float) -> Reply:
        request = order.request
        if tries.longer:
            request = replace(request, max_tokens=request.max_tokens * 2)
        began = time.monotonic()
        screen, end = await listen(order, request, left)
        text = canonical(screen.text())
        if not text:
            if end.finish == "refused":
                raise ProviderError(f"{order.model.name} refused to answer.", kind="refused", model=order.model.name)
            if end.finish == "length" and not tries.longer:
                tries.longer = True  # thinking ate the budget: one more try with twice the room, no more
                raise ProviderError(
                    f"{order.model.name} used up its {request.max_tokens} tokens without an answer.",
                    kind="empty", model=order.model.name,
                )  # fmt: skip
            kind: Literal["length", "empty"] = "length" if end.finish == "length" else "empty"
            raise ProviderError(f"{order.model.name} said nothing.", kind=kind, model=order.model.name)
        seconds = end.seconds if end.seconds is not None else time.monotonic() - began
        return Reply(text=text, finish=end.finish, usage=self._usage(order, end, text, seconds, tries.count))

    def _usage(self, order: Order, end: End, text: str, seconds: float, attempts: int) -> Usage:
        tokens, name = end.tokens, order.model.name
        input = tokens.input if tokens else order.chars // 4
        output = tokens.output if tokens else len(text) // 4
        cached = tokens.cached if tokens else 0
        cost, priced_on = (
            (Decimal(0), None) if order.model.profile.free else self._prices.cost(name, input, output, cached)
        )
        return Usage(
            model=name, served=end.model, prompt=order.prompt.name, prompt_hash=order.prompt.digest, input=input,
            cached=cached, output=output, cost=cost, priced_on=priced_on, seconds=round(seconds, 3), attempts=attempts,
            estimated=tokens is None, notes=end.notes,
        )  # fmt: skip

    @property
    def seed(self) -> int:
        return self._seed


def booked(budget: Budget, calls: Iterable[CallRecord]) -> Budget:
    """``budget`` with the calls of a journal: what they cost, and what those in flight may yet."""
    for call in calls:
        budget = budget.hold(call.reserved, calls=call.asked)
        paid = call.usage.cost if call.usage else None
        if call.state != "intended":
            budget = budget.settle(call.reserved, paid)
        elif paid:  # asked again after a failure that cost something, and lost: the new request stays reserved
            budget = budget.settle(None, paid)
    return budget


class _Tries:
    """What the tries of one call have in common. Money is in USD, and of what the provider may bill.

    ``held``: for the request that is under way; ``told``: of earlier runs that failed, which ``role.failed`` has told;
    ``lost``: of failed tries, and of requests that were in flight when an earlier process died.
    """

    def __init__(self, record: CallRecord, known: CallRecord | None, held: Decimal | None) -> None:
        self.record = record
        self.held = held
        self.count = 0
        self.longer = False
        self.told = (known.usage.cost if known and known.usage else None) or Decimal(0)
        self.lost = (known.reserved if known and known.state == "intended" else None) or Decimal(0)


def _plus(usage: Usage, cost: Decimal) -> Usage:
    """``usage`` with ``cost`` added to its own, if that is known."""
    return usage.model_copy(update={"cost": usage.cost + cost}) if cost and usage.cost is not None else usage


def _common(a: str, b: str) -> int:
    """Length of the common prefix, by bisection: strings compare at memory speed, characters in Python do not."""
    low, high = 0, min(len(a), len(b))
    if a[:high] == b[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle)
    return low
