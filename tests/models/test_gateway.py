"""Laws of the gateway: paid once, never past a cap, patient with what can pass, short with what cannot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel, Field

from dissoi.errors import BudgetError, ProviderError, ProviderKind
from dissoi.models import patience
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


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are of no length; that they are asked for is what counts."""
    monkeypatch.setattr(patience, "BASE", 0.0)


async def test_a_call_is_intended_before_and_settled_after() -> None:
    """The intent is durable before the request goes out; the reply after it came."""
    ledger = Ledger()

    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        assert ledger.story == ["intend"]
        yield Chunk("Hello.")
        yield End("stop", tokens=Tokens(10, 5, 4), model="puppet-1")

    reply = await gateway(Puppet(act), ledger).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert ledger.story == ["intend", "done"]
    assert reply.text == "Hello." and reply.usage.cost == Decimal("0.015") and reply.usage.served == "puppet-1"
    assert (reply.usage.input, reply.usage.cached, reply.usage.output, reply.usage.attempts) == (10, 4, 5, 1)


async def test_a_finished_call_is_answered_from_the_journal() -> None:
    """A second gateway on the same journal makes no request for the same prompt, and streams the text to whoever
    looks."""
    ledger, first, second = Ledger(), Puppet(says("Hello.")), Puppet(says("Other."))
    a = await gateway(first, ledger).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    again = gateway(second, ledger)
    await again.restore()
    seen: list[str] = []
    b = await again.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50, on_text=lambda text, reset: seen.append(text))
    assert a == b and seen == ["Hello."] and second.requests == []
    assert again.budget.settled == Decimal("0.015") and again.budget.calls == 1


async def test_another_sample_or_prompt_is_another_call() -> None:
    """The key is the content and the sample number."""
    model = Puppet(says("Hello."))
    mind = gateway(model).mind(CHOICE, "speaker")
    await mind.say(PROMPT, max_tokens=50)
    await mind.say(PROMPT, max_tokens=50, sample=1)
    await mind.say(replace(PROMPT, task="Speak up."), max_tokens=50)
    assert len(model.requests) == 3


async def test_a_lost_call_is_made_again_and_stays_charged() -> None:
    """An intent without a reply may have been paid: it is made again, keeps its number, and its price stays
    reserved."""
    ledger = Ledger()
    asked = asyncio.Event()

    async def act(request: Request) -> AsyncIterator[Chunk | End]:
        asked.set()
        async for part in hangs(request):
            yield part

    task = asyncio.create_task(gateway(Puppet(act), ledger).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    again = gateway(Puppet(says("Hello.")), ledger)
    await again.restore()
    assert again.budget.reserved > 0
    await again.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    (row,) = await ledger.calls()
    assert row.state == "done" and row.ordinal == 1


@pytest.mark.parametrize("kind", ["rate_limit", "overloaded", "server", "unreachable", "timeout", "cut", "empty"])
async def test_what_can_pass_is_tried_again(kind: ProviderKind) -> None:
    """Failures that the same request may outlive are tried again, and the attempts are counted."""
    reply = (
        await gateway(Puppet(fails(kind), fails(kind), says("Hello.")))
        .mind(CHOICE, "speaker")
        .say(PROMPT, max_tokens=50)
    )
    assert reply.text == "Hello." and reply.usage.attempts == 3


@pytest.mark.parametrize("kind", ["auth", "quota", "not_found", "rejected", "context", "refused", "certificate"])
async def test_what_cannot_pass_is_tried_once(kind: ProviderKind) -> None:
    """A wrong key, an empty account, a missing model: one request, one error."""
    model, ledger = Puppet(fails(kind)), Ledger()
    with pytest.raises(ProviderError) as caught:
        await gateway(model, ledger).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert len(model.requests) == 1 and caught.value.attempts == 1 and ledger.story == ["intend", "failed"]


async def test_the_last_error_is_the_one_that_is_told() -> None:
    """After all tries the provider's own failure comes out, with the number of tries."""
    choice = CHOICE.model_copy(update={"max_retries": 2})
    model = Puppet(fails("server"))
    with pytest.raises(ProviderError) as caught:
        await gateway(model).mind(choice, "speaker").say(PROMPT, max_tokens=50)
    assert caught.value.kind == "server" and caught.value.attempts == len(model.requests) == 3


async def test_a_wait_that_the_deadline_forbids_is_not_begun() -> None:
    """A server's Retry-After is a minimum; if it lies beyond the deadline the call fails now, not then."""
    choice = CHOICE.model_copy(update={"timeout": 5.0})
    model = Puppet(fails("rate_limit", retry_after=60))
    with pytest.raises(ProviderError, match="rate_limit"):
        await asyncio.wait_for(gateway(model).mind(choice, "speaker").say(PROMPT, max_tokens=50), 2)
    assert len(model.requests) == 1


async def test_a_broken_stream_is_replaced_not_continued() -> None:
    """A stream without terminal evidence is a failure: viewers are told to forget it, and no half is kept (F10,
    F11)."""
    seen: list[tuple[str, bool]] = []
    model = Puppet(breaks("Half a sp"), says("Whole speech."))
    reply = (
        await gateway(model)
        .mind(CHOICE, "speaker")
        .say(PROMPT, max_tokens=50, on_text=lambda t, r: seen.append((t, r)))
    )
    assert reply.text == "Whole speech."
    assert seen == [("", True), ("Half a sp", False), ("", True), ("Whole speech.", False)]


async def test_silence_is_a_timeout() -> None:
    """No first word within the model's patience is a typed failure, not a hang."""
    model = Puppet(hangs, profile=Profile(first_token=0.02))
    with pytest.raises(ProviderError) as caught:
        await gateway(model).mind(CHOICE.model_copy(update={"max_retries": 0}), "speaker").say(PROMPT, max_tokens=50)
    assert caught.value.kind == "timeout" and "first word" in caught.value.message


async def test_a_whole_call_ends_at_its_deadline() -> None:
    """The ``timeout`` option bounds the call with all its tries."""
    choice = CHOICE.model_copy(update={"timeout": 0.1, "max_retries": 20})
    with pytest.raises(ProviderError, match="silent"):
        await asyncio.wait_for(gateway(Puppet(hangs)).mind(choice, "speaker").say(PROMPT, max_tokens=50), 5)


async def test_an_empty_answer_at_the_token_limit_gets_twice_the_room_once() -> None:
    """A model that thinks its tokens away is asked once more with twice as many, then fails (F14)."""
    model = Puppet(says("", finish="length"), says("Hello."))
    await gateway(model).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert [r.max_tokens for r in model.requests] == [50, 100]
    stubborn = Puppet(says("", finish="length"))
    with pytest.raises(ProviderError) as caught:
        await gateway(stubborn).mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert caught.value.kind == "length" and len(stubborn.requests) == 2


async def test_private_reasoning_is_dropped() -> None:
    """Thinking parts and thinking markers reach neither the reply nor the stream (C08)."""

    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        yield Chunk("secret", thinking=True)
        yield Chunk("<think>pri")
        yield Chunk("vate</think>Public.")
        yield End("stop")

    seen: list[str] = []
    reply = await gateway(Puppet(act)).mind(CHOICE, "s").say(PROMPT, max_tokens=50, on_text=lambda t, r: seen.append(t))
    assert reply.text == "Public." and "".join(seen) == "Public." and reply.usage.estimated


async def test_text_is_canonical_at_the_boundary() -> None:
    """Escapes, bidirectional marks and lone surrogates do not pass the gateway (F36)."""
    reply = await gateway(Puppet(says("a\x1b[31m\u202eb\ud800 c\r\nd"))).mind(CHOICE, "s").say(PROMPT, max_tokens=50)
    assert reply.text == "a[31mb c\nd"


async def test_a_runaway_reply_is_cut_off() -> None:
    """A model that does not stop is stopped, and that is a failure, not a speech (F37, D19)."""

    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        while True:
            yield Chunk("x" * 50_000)

    with pytest.raises(ProviderError, match="stop talking"):
        await gateway(Puppet(act)).mind(CHOICE.model_copy(update={"max_retries": 0}), "s").say(PROMPT, max_tokens=50)


async def test_no_call_starts_that_could_pass_the_cap() -> None:
    """Worst case before, real cost after: a call that might pass the cap is refused before a request is made."""
    model = Puppet(says("Hello."))
    g = gateway(model, limits=Limits(budget=Decimal("0.10")))
    mind = g.mind(CHOICE, "speaker")

    async def go_on() -> None:
        for n in range(9):
            await mind.say(PROMPT, max_tokens=50, sample=n)
            assert g.budget.settled + g.budget.reserved <= Decimal("0.10")

    with pytest.raises(BudgetError, match="budget") as caught:
        await go_on()
    assert caught.value.limit == "budget" and 1 <= len(model.requests) < 9


async def test_parallel_calls_reserve_before_they_run() -> None:
    """Calls side by side cannot all pass a check made before any was booked."""
    go = asyncio.Event()

    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        await go.wait()
        yield Chunk("Hello.")
        yield End("stop", tokens=Tokens(10, 5))

    model = Puppet(act)
    g = gateway(model, limits=Limits(budget=Decimal("0.12")))
    mind = g.mind(CHOICE, "judge")
    asyncio.get_running_loop().call_soon(lambda: asyncio.get_running_loop().call_soon(go.set))
    results = await asyncio.gather(
        *(mind.say(PROMPT, max_tokens=50, sample=n) for n in range(5)), return_exceptions=True
    )
    assert sum(isinstance(r, BudgetError) for r in results) == 3 and len(model.requests) == 2


async def test_an_unknown_price_is_refused_under_a_cap_and_never_zero() -> None:
    """A cap that cannot be computed cannot be kept; without a cap the cost is unknown, not nothing."""
    with pytest.raises(BudgetError, match="unknown"):
        await (
            gateway(Puppet(says("x")), limits=Limits(budget=Decimal(1)), prices=Prices())
            .mind(CHOICE, "s")
            .say(PROMPT, max_tokens=5)
        )
    reply = await gateway(Puppet(says("x")), prices=Prices()).mind(CHOICE, "s").say(PROMPT, max_tokens=5)
    assert reply.usage.cost is None


async def test_max_calls_counts_across_resumes() -> None:
    """The limit of calls holds for the debate, not for the process."""
    ledger, limits = Ledger(), Limits(max_calls=1)
    await gateway(Puppet(says("x")), ledger, limits=limits).mind(CHOICE, "s").say(PROMPT, max_tokens=5)
    again = gateway(Puppet(says("x")), ledger, limits=limits)
    await again.restore()
    with pytest.raises(BudgetError, match="1 model calls") as caught:
        await again.mind(CHOICE, "s").say(PROMPT, max_tokens=5, sample=1)
    assert caught.value.limit == "max_calls"


async def test_failed_tries_that_may_be_billed_stay_charged() -> None:
    """A stream that broke off may be on the bill; a refused connection is not."""
    cut = gateway(Puppet(breaks("Half"), says("Hello.")), limits=Limits(budget=Decimal(1)))
    reply = await cut.mind(CHOICE, "s").say(PROMPT, max_tokens=50)
    assert reply.usage.cost is not None and reply.usage.cost > Decimal("0.06")
    down = gateway(Puppet(fails("unreachable"), says("Hello.")), limits=Limits(budget=Decimal(1)))
    assert (await down.mind(CHOICE, "s").say(PROMPT, max_tokens=50)).usage.cost == Decimal("0.015")


class Form(BaseModel):
    reasons: str
    points: int = Field(ge=1, le=10)


async def test_an_invalid_object_goes_back_with_its_fault() -> None:
    """Repair tells the model what was wrong, at most twice; each request is a call of its own (F20)."""
    model, ledger = (
        Puppet(says('{"reasons": "x", "points": 11}'), says("PRO wins"), says('{"reasons": "x", "points": 9}')),
        Ledger(),
    )
    form, usage = await gateway(model, ledger).mind(CHOICE, "judge").fill(PROMPT, Form, max_tokens=50)
    assert form.points == 9 and usage.input == 30 and len(ledger.rows) == 3
    assert "points" in model.requests[1].messages[-1].text and model.requests[1].messages[-2].role == "assistant"
    assert [m.text for m in model.requests[1].messages[:2]] == [m.text for m in model.requests[0].messages]


async def test_an_object_that_stays_invalid_is_malformed() -> None:
    """After two repairs the failure is typed; three requests in all, and no vote is guessed."""
    model = Puppet(says("PRO wins, clearly."))
    with pytest.raises(ProviderError) as caught:
        await gateway(model).mind(CHOICE, "judge").fill(PROMPT, Form, max_tokens=50)
    assert caught.value.kind == "malformed" and len(model.requests) == 3


async def test_shared_characters_are_counted_from_what_was_sent() -> None:
    """The journal says how much of each prompt's start an earlier call of the debate had sent."""
    ledger = Ledger()
    g = gateway(Puppet(says("x")), ledger)
    mind = g.mind(CHOICE, "s")
    await mind.say(PROMPT, max_tokens=5)
    longer = replace(PROMPT, prefix=(*PROMPT.prefix, "Speech 2."), task="Judge.")
    await mind.say(longer, max_tokens=5)
    await mind.say(replace(longer, task="Score."), max_tokens=5)
    head = len("System.\n\nMotion.\n\nSpeech 1.")
    assert [(c.shared_chars, c.own_chars) for c in await ledger.calls()] == [
        (0, 6),
        (head, 6),
        (head + len("\n\nSpeech 2."), 6),
    ]


async def test_a_gate_limits_calls_and_rests_after_a_storm() -> None:
    """At most the profile's number of calls run at once; after many failures in a row further calls fail fast."""
    running, most = 0, 0

    async def act(_: Request) -> AsyncIterator[Chunk | End]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        yield Chunk("x")
        yield End("stop")

    mind = gateway(Puppet(act, profile=Profile(concurrency=3))).mind(CHOICE, "s")
    await asyncio.gather(*(mind.say(PROMPT, max_tokens=5, sample=n) for n in range(12)))
    assert most == 3
    dead = Puppet(fails("server"))
    mind = gateway(dead).mind(CHOICE.model_copy(update={"max_retries": 0}), "s")
    for n in range(patience.FAILURES + 5):
        with pytest.raises(ProviderError):
            await mind.say(PROMPT, max_tokens=5, sample=n)
    assert len(dead.requests) == patience.FAILURES


async def test_one_gateway_serves_models_that_want_blocks() -> None:
    """A model with cache breakpoints gets the prefix as messages of its own; all others one user message."""
    plain, blocks = Puppet(says("x")), Puppet(says("x"), profile=Profile(blocks=True))
    for model in (plain, blocks):
        await gateway(model).mind(CHOICE, "s").say(PROMPT, max_tokens=5)
    assert [m.role for m in plain.requests[0].messages] == ["system", "user"]
    assert [m.text for m in blocks.requests[0].messages] == ["System.", "Motion.", "Speech 1.", "Speak."]
    assert "\n\n".join(m.text for m in plain.requests[0].messages) == "\n\n".join(
        m.text for m in blocks.requests[0].messages
    )


async def test_what_earlier_runs_paid_for_a_call_is_not_forgotten() -> None:
    """A call that failed at a price and is asked again after a resume costs both, in the journal and in the budget; the
    reply's usage has its own part alone, since ``role.failed`` has told the other. So has its copy in the journal."""
    ledger, limits = Ledger(), Limits(budget=Decimal(1))
    once = CHOICE.model_copy(update={"max_retries": 0})
    with pytest.raises(ProviderError) as failed:
        await gateway(Puppet(breaks("Half")), ledger, limits=limits).mind(once, "s").say(PROMPT, max_tokens=50)
    again = gateway(Puppet(says("Hello.")), ledger, limits=limits)
    await again.restore()
    lost = again.budget.settled
    assert failed.value.spent is not None and failed.value.spent.cost == lost > 0
    reply = await again.mind(once, "s").say(PROMPT, max_tokens=50)
    assert reply.usage.cost == Decimal("0.015") and again.budget.reserved == 0
    (row,) = await ledger.calls()
    assert row.usage is not None and row.usage.cost == lost + Decimal("0.015") == again.budget.settled
    third = gateway(Puppet(), ledger, limits=limits)
    await third.restore()
    assert (await third.mind(once, "s").say(PROMPT, max_tokens=50)).usage == reply.usage
    assert third.budget.settled == again.budget.settled


async def test_a_cap_holds_over_processes_that_die_in_the_same_call() -> None:
    """Each request that was lost with its process may be billed: all of them count, however often it happens."""
    ledger, sent, limits = Ledger(), 0, Limits(budget=Decimal("0.3"))
    worst = Decimal(0)

    async def act(request: Request) -> AsyncIterator[Chunk | End]:
        nonlocal sent
        sent += 1
        asked.set()
        async for part in hangs(request):
            yield part

    for _ in range(20):
        dies, asked = gateway(Puppet(act), ledger, limits=limits), asyncio.Event()
        await dies.restore()
        task = asyncio.create_task(dies.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50))
        waits = asyncio.create_task(asked.wait())
        await asyncio.wait([task, waits], return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        if task.done():
            with pytest.raises(BudgetError):
                task.result()
            break
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        worst = worst or (await ledger.calls())[0].reserved or Decimal(0)
    assert 0 < sent * worst <= Decimal("0.3") < (sent + 1) * worst
    last = gateway(Puppet(says("Hello.")), ledger, limits=Limits(budget=Decimal(9)))
    await last.restore()
    reply = await last.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert reply.usage.cost == sent * worst + Decimal("0.015")


async def test_a_failed_try_is_stored_before_the_next_is_made() -> None:
    """A process that dies in its second try leaves both in the journal: the first may be billed, too."""
    ledger, held = Ledger(), list[Decimal | None]()

    async def second(request: Request) -> AsyncIterator[Chunk | End]:
        held.append((await ledger.calls())[0].reserved)
        async for part in says("Hello.")(request):
            yield part

    async def first(request: Request) -> AsyncIterator[Chunk | End]:
        held.append((await ledger.calls())[0].reserved)
        async for part in breaks("Half")(request):
            yield part

    g = gateway(Puppet(first, second), ledger, limits=Limits(budget=Decimal(1)))
    await g.mind(CHOICE, "s").say(PROMPT, max_tokens=50)
    assert held[0] and held[1] == 2 * held[0]


async def test_a_reply_that_a_fenced_writer_still_brings_is_used() -> None:
    """A call that was in flight when this process took over, and was settled since, is not made again."""
    ledger, model = Ledger(), Puppet(says("Other."))
    first = gateway(Puppet(says("Hello.")), ledger)
    await first.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    ((key, done),) = ledger.rows.items()
    ledger.rows[key] = replace(done, state="intended", reply=None, usage=None)
    second = gateway(model, ledger)
    await second.restore()
    ledger.rows[key] = done
    reply = await second.mind(CHOICE, "speaker").say(PROMPT, max_tokens=50)
    assert reply.text == "Hello."
    assert model.requests == []
