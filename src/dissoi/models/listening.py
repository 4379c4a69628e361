"""Reading one stream to its end: timers of silence, a limit on length, private reasoning screened out as it comes.

Knows nothing of journals, money or second tries (gateway, patience).
"""

from __future__ import annotations

import asyncio
from typing import Any

from dissoi.errors import ProviderError
from dissoi.models.order import Order
from dissoi.models.port import Chunk, End, Request
from dissoi.models.thinking import Screen

REPLY_LIMIT = 200_000
"""Characters after which a reply is cut off as runaway; no role asks for a tenth of it."""


async def listen(order: Order, request: Request, left: float) -> tuple[Screen, End]:
    """Read one stream to its end under the timers of the model's profile and ``left`` seconds in all."""
    screen, end, size = Screen(), None, 0
    profile, on_text = order.model.profile, order.on_text
    loop = asyncio.get_running_loop()
    limit = loop.time() + left
    if on_text:
        on_text("", True)
    stream = order.model.stream(request)
    try:
        async with asyncio.timeout_at(min(limit, loop.time() + profile.first_token)) as timer:
            moved = loop.time()
            async for part in stream:
                now = loop.time()
                if now - moved > 0.5 or size == 0:  # moving a timer for each chunk would cost more than the chunk
                    moved = now
                    timer.reschedule(min(limit, now + profile.idle))
                if isinstance(part, Chunk):
                    size += len(part.text)
                    if part.thinking:
                        continue
                    added, reset = screen.feed(part.text)
                    if on_text and (added or reset):
                        on_text(added, reset)
                    if size > REPLY_LIMIT:
                        raise ProviderError(
                            f"{order.model.name} did not stop talking.", kind="cut", model=order.model.name
                        )
                else:
                    end = part
    except TimeoutError as error:
        waited = "the first word" if not size else "the rest"
        raise ProviderError(
            f"{order.model.name} kept silent too long before {waited}.", kind="timeout", model=order.model.name,
            hint="Try again later, or raise the timeout of the model.",
        ) from error  # fmt: skip
    finally:
        await _closed(stream)
    if end is None:
        raise ProviderError(f"The reply of {order.model.name} broke off.", kind="cut", model=order.model.name)
    return screen, end


async def _closed(stream: Any) -> None:
    close = getattr(stream, "aclose", None)
    if close is not None:
        await close()
