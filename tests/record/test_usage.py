"""Laws of money and counting."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from dissoi.record.usage import Budget, Totals, Usage

MONEY = st.decimals(0, 5, places=4)
USAGES = st.builds(
    Usage,
    model=st.just("m"),
    input=st.none() | st.integers(0, 9999),
    cached=st.none() | st.integers(0, 9999),
    output=st.none() | st.integers(0, 9999),
    cost=st.none() | MONEY,
    seconds=st.floats(0, 100).map(lambda x: round(x, 3)),
)


@given(st.lists(USAGES, max_size=8), st.randoms())
def test_totals_do_not_depend_on_order(usages: list[Usage], random: object) -> None:
    """Parallel calls may end in any order; their sum is the same, to the last digit."""

    def total(items: list[Usage]) -> Totals:
        out = Totals()
        for u in items:
            out = out.add(u)
        return out

    shuffled = list(usages)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert total(usages) == total(shuffled)


def test_an_unknown_price_is_counted_not_zero() -> None:
    """A call without a known price is reported as unpriced and adds nothing to the known cost."""
    t = Totals().add(Usage(model="m", cost=None)).add(Usage(model="m", cost=Decimal("0.5")))
    assert (t.unpriced, t.cost) == (1, Decimal("0.5"))


@given(st.lists(st.tuples(st.none() | MONEY, MONEY), max_size=20), MONEY, st.none() | st.integers(0, 10))
def test_no_cap_is_ever_passed(
    calls: list[tuple[Decimal | None, Decimal]], cap: Decimal, max_calls: int | None
) -> None:
    """Settled plus reserved stays within the cap, whatever the calls cost up to their worst case; unknown prices are
    refused."""
    budget = Budget(cap=cap, max_calls=max_calls)
    for worst, actual in calls:
        if budget.refuses(worst):
            continue
        assert worst is not None
        budget = budget.hold(worst)
        assert budget.settled + budget.reserved <= cap
        budget = budget.settle(worst, min(actual, worst))
        assert budget.settled + budget.reserved <= cap
    assert max_calls is None or budget.calls <= max_calls


def test_without_a_cap_nothing_is_refused() -> None:
    """No cap: unknown prices are allowed."""
    assert Budget().refuses(None) is None


def test_a_result_that_took_several_calls_counts_them_all() -> None:
    """Repairs and re-asks count as calls, and those of unknown price as unpriced ones: all unknown is never $0.00."""
    t = Totals().add(Usage(model="m", calls=3)).add(Usage(model="m", calls=2, cost=Decimal(1)))
    assert (t.calls, t.unpriced, t.cost) == (5, 3, Decimal(1))
