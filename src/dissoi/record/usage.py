"""What calls cost: tokens, money, seconds. Arithmetic only; prices are looked up in ``models/pricing.py``.

Money is a ``Decimal`` of US dollars, and an unknown price is None, never 0, so that sums do not depend on the order
in which parallel calls end and never claim to know what they do not.
"""

from __future__ import annotations

from decimal import Decimal

from dissoi.record.base import Noun


class Usage(Noun):
    """What one result took: one model call, or ``calls`` of them (repairs and re-asks).

    ``input`` includes ``cached``; tokens are None where the provider reports none. ``cost``: USD, None = price unknown;
    ``priced_on``: date of the price table; ``estimated``: tokens were estimated from characters. ``seconds``: wall time
    of the tries that succeeded; ``attempts``: requests sent.
    """

    model: str
    calls: int = 1
    served: str = ""
    prompt: str = ""
    prompt_hash: str = ""
    input: int | None = None
    cached: int | None = None
    output: int | None = None
    cost: Decimal | None = None
    priced_on: str | None = None
    seconds: float = 0.0
    attempts: int = 1
    estimated: bool = False
    notes: tuple[str, ...] = ()


def both(first: Usage | None, last: Usage) -> Usage:
    """The usage of one result that took two calls: what is named is the last call's, what is counted is the sum."""
    if first is None:
        return last

    def plus(a: int | None, b: int | None) -> int | None:
        return None if a is None and b is None else (a or 0) + (b or 0)

    return last.model_copy(
        update={
            "input": plus(first.input, last.input), "cached": plus(first.cached, last.cached),
            "output": plus(first.output, last.output),
            "cost": None if first.cost is None or last.cost is None else first.cost + last.cost,
            "calls": first.calls + last.calls,
            "seconds": round(first.seconds + last.seconds, 3), "attempts": first.attempts + last.attempts,
            "estimated": first.estimated or last.estimated,
        }
    )  # fmt: skip


class Totals(Noun):
    """The sum of many usages. ``unpriced`` counts calls whose cost is unknown; ``cost`` is the known part."""

    calls: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    milliseconds: int = 0

    def add(self, usage: Usage) -> Totals:
        return Totals(
            calls=self.calls + usage.calls,
            input=self.input + (usage.input or 0),
            cached=self.cached + (usage.cached or 0),
            output=self.output + (usage.output or 0),
            cost=self.cost + (usage.cost or 0),
            unpriced=self.unpriced + (usage.calls if usage.cost is None else 0),
            milliseconds=self.milliseconds + round(usage.seconds * 1000),
        )


class Budget(Noun):
    """Money and calls of one debate, as the journal knows them: what is settled, what is held, and the caps."""

    cap: Decimal | None = None
    max_calls: int | None = None
    settled: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)
    calls: int = 0

    def refuses(self, price: Decimal | None) -> str | None:
        """Return the name of the cap that a further call of worst-case ``price`` would pass, or None.

        An unknown price is refused under a money cap: a cap that cannot be computed cannot be kept.
        """
        if self.max_calls is not None and self.calls >= self.max_calls:
            return "max_calls"
        if self.cap is not None and (price is None or self.settled + self.reserved + price > self.cap):
            return "budget"
        return None

    def hold(self, price: Decimal | None, *, calls: int = 1) -> Budget:
        return self.model_copy(update={"reserved": self.reserved + (price or 0), "calls": self.calls + calls})

    def settle(self, held: Decimal | None, cost: Decimal | None) -> Budget:
        """Replace what was held by what it cost; an unknown cost stays charged at what was held."""
        spent = cost if cost is not None else (held or Decimal(0))
        return self.model_copy(update={"reserved": self.reserved - (held or 0), "settled": self.settled + spent})
