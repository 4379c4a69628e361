"""Limits that a resume is given: one that leaves room for nothing is refused, since the debate would only pause again.

Not here: holding to limits while a debate runs (the gateway), which limits a debate begins with (``line_up.py``).
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal

from dissoi.errors import UsageError
from dissoi.models.gateway import Prices, booked
from dissoi.record.setup import Setup
from dissoi.record.usage import Budget
from dissoi.store.port import Store


def check_room(store: Store, prices: Prices, debate_id: str, setup: Setup, given: Collection[str]) -> None:
    """Raise ``UsageError`` if a limit of ``setup`` that was ``given`` now (``budget``, ``max_calls``) is used up.

    A debate whose models cost nothing may go on with its money spent. Reads the journal.
    """
    limits = setup.limits
    used = booked(Budget(), store.calls(debate_id))
    if "max_calls" in given and limits.max_calls is not None and limits.max_calls <= used.calls:
        calls = "1 model call" if used.calls == 1 else f"{used.calls} model calls"
        raise _full("max_calls", calls, str(limits.max_calls))
    if "budget" in given and limits.budget is not None:
        money = used.settled + used.reserved
        free = all(prices.worst(choice.model, 0, 1) == 0 for choice in setup.models.values())
        if limits.budget < money or (limits.budget == money and not free):
            raise _full("budget", _dollars(money), _dollars(limits.budget))


def _full(name: str, used: str, limit: str) -> UsageError:
    error = UsageError(
        f"The debate has used {used} already, so its limit must be above that, not {limit}.",
        hint="Give a higher limit, or none.",
    )
    error.field = f"limits.{name}"
    return error


def _dollars(amount: Decimal) -> str:
    return f"${amount.normalize():f}"
