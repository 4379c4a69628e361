"""Laws of money: reserved before, settled after, never past a cap, over crashes and failed tries too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest

from dissoi.errors import BudgetError, ProviderError
from dissoi.models.gateway import Prices
from dissoi.models.port import Chunk, End, Request, Tokens
from dissoi.record.setup import Limits
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


async def test_max_calls_counts_what_a_dead_process_had_asked() -> None:
    """A call that is lost with its process and asked again counts each time: kills cannot stretch the limit."""
    ledger, limits = Ledger(), Limits(max_calls=3)
    for _ in range(3):
        asked = asyncio.Event()

        async def act(request: Request, asked: asyncio.Event = asked) -> AsyncIterator[Chunk | End]:
            asked.set()
            async for part in hangs(request):
                yield part

        g = gateway(Puppet(act), ledger, limits=limits)
        await g.restore()
        task = asyncio.create_task(g.mind(CHOICE, "s").say(PROMPT, max_tokens=5))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    model = Puppet(says("x"))
    last = gateway(model, ledger, limits=limits)
    await last.restore()
    with pytest.raises(BudgetError, match="3 model calls"):
        await last.mind(CHOICE, "s").say(PROMPT, max_tokens=5)
    assert model.requests == []


async def test_twice_the_room_holds_twice_the_price() -> None:
    """The one retry with a doubled token limit is held at its own worst case, and refused if it could pass the cap."""
    empty = says("", finish="length")
    tight = Puppet(empty, says("Hello."))
    g = gateway(tight, limits=Limits(budget=Decimal("0.15")))  # 0.058 a request, 0.108 with twice the room
    with pytest.raises(BudgetError, match="budget"):
        await g.mind(CHOICE, "s").say(PROMPT, max_tokens=50)
    assert len(tight.requests) == 1
    roomy = Puppet(empty, says("Hello."))
    ledger = Ledger()
    g = gateway(roomy, ledger, limits=Limits(budget=Decimal("0.17")))
    reply = await g.mind(CHOICE, "s").say(PROMPT, max_tokens=50)
    reserved = [row.reserved or Decimal(0) for row in ledger.rows.values()]
    assert (reply.text, reserved) == ("Hello.", [Decimal("0.166")])
    assert reply.usage.cost == Decimal("0.058") + Decimal("0.015") == g.budget.settled
    assert g.budget.reserved == 0
