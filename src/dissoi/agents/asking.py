"""Asking once more: a role that has a usable answer, and wants a better one, must never end with less than it had."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from dissoi.errors import BudgetError, ProviderError
from dissoi.record.usage import Usage, both

T = TypeVar("T")


async def once_more(first: T, usage: Usage, second: Awaitable[tuple[T, Usage]]) -> tuple[T, Usage]:
    """Return the second answer, or the first if the second cannot be had, with the usage of both.

    A provider or a budget that fails now will fail the next step as well, where it is told; here it costs nothing.
    """
    try:
        answer, more = await second
    except ProviderError as error:
        return first, usage if error.spent is None else both(error.spent, usage)
    except BudgetError:
        return first, usage
    return answer, both(usage, more)
