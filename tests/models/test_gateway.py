"""Laws of the gateway: a call is made once, patiently if it can pass, briefly if it cannot, in public words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal

import pytest

from dissoi.errors import ProviderError, ProviderKind
from dissoi.models import patience
from dissoi.models.port import Chunk, End, Profile, Request, Tokens
from tests.models.puppets import (
    CHOICE,
    PROMPT,
    Ledger,
    Puppet,
    breaks,
    fails,
    gateway,
    hangs,
    says,
)

pytestmark = pytest.mark.usefixtures("no_waiting")


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
