"""Waiting: how often a failed call is tried again, how long between, how many calls a provider gets at once, and how
many debates of a process work at once.

tenacity does the waiting; this module says when. Rules: exponential with full jitter, a server's own Retry-After is a
minimum, an overall deadline ends it, and a breaker stops a storm of calls to a provider that is down. Not here: what a
failure is (adapters classify), what a call costs (gateway).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from dissoi.errors import ProviderError

BASE, CAP = 0.5, 20.0  # seconds
FAILURES, WINDOW, OPEN = 8, 30.0, 15.0  # breaker: failures within seconds, then closed to calls for seconds
RETRIES = 4
LANES, SHARE = 4, 12  # debates that work at once: so many, and if more than 48 run, every twelfth


class Gate:
    """One provider's door: a concurrency limit and a breaker. Shared by all debates of a process and loop."""

    def __init__(self, concurrency: int) -> None:
        self._places = asyncio.Semaphore(concurrency)
        self._failures: list[float] = []
        self._open_until = 0.0

    @asynccontextmanager
    async def enter(self, model: str) -> AsyncGenerator[None]:
        """Wait for a place. Raises ``ProviderError`` (``overloaded``) at once while the breaker is open."""
        async with self._places:
            now = time.monotonic()
            if now < self._open_until:
                raise ProviderError(
                    f"{model} has failed {FAILURES} times in a row and rests for {self._open_until - now:.0f} s.",
                    kind="overloaded", model=model, retry_after=self._open_until - now,
                )  # fmt: skip
            try:
                yield
            except ProviderError as error:
                self._count(error)
                raise
            else:
                self._failures.clear()

    def _count(self, error: ProviderError) -> None:
        if error.kind not in ("server", "overloaded", "unreachable", "timeout"):
            return
        now = time.monotonic()
        self._failures = [t for t in self._failures if now - t < WINDOW] + [now]
        if len(self._failures) >= FAILURES:
            self._open_until = now + OPEN
            self._failures = self._failures[-FAILURES + 1 :]  # one probe that fails opens it again


class Lanes:
    """The lanes of an event loop. Few make for short waits, many for large commits: so there are more for more
    debates."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(LANES)
        self._count = LANES
        self._runs = 0

    def open(self) -> None:
        self._runs += 1
        if self._count < self._runs // SHARE:
            self._count += 1
            self._places.release()

    def close(self) -> None:
        self._runs -= 1

    async def enter(self) -> None:
        await self._places.acquire()

    def leave(self) -> None:
        if self._count > max(LANES, self._runs // SHARE):
            self._count -= 1
        else:
            self._places.release()


class Lane:
    """One debate's right to do its own work, between two model calls. A process gives out few at a time.

    Replies come in bursts. If all debates then worked side by side, each would ask for its next reply only when the
    work of all is done; one after another, the first asks at once, and its wait covers the work of the others
    (measured: 20 debates take 1.4 instead of 1.8 times as long as one). A hint for speed and no lock: branches of a
    parallel step share the lane of their debate, and while any of them waits for a model, the others work without.
    """

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._held = 0
        self._away = 0
        self._working = False

    @asynccontextmanager
    async def work(self) -> AsyncGenerator[None]:
        """The whole run of a debate; only within it does the lane take a place."""
        self._working = True
        self._lanes.open()
        try:
            await self._enter()
            yield
        finally:
            self._working = False
            self._lanes.close()
            self._leave()

    @asynccontextmanager
    async def away(self) -> AsyncGenerator[None]:
        """A wait for a model or a person. Whoever is the last to come back waits for a place again."""
        self._away += 1
        self._leave()
        try:
            yield
        finally:
            self._away -= 1
        if self._working and not self._away:
            await self._enter()

    async def _enter(self) -> None:
        await self._lanes.enter()
        self._held += 1

    def _leave(self) -> None:
        while self._held:
            self._held -= 1
            self._lanes.leave()


class Gates:
    """The gates of a process, one per event loop and provider, and its lanes, some per event loop."""

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self._gates: dict[tuple[int, str], tuple[asyncio.AbstractEventLoop, Gate]] = {}
        self._lanes: dict[int, tuple[asyncio.AbstractEventLoop, Lanes]] = {}

    def gate(self, provider: str, concurrency: int) -> Gate:
        loop = asyncio.get_running_loop()
        found = self._gates.get((id(loop), provider))
        if found is None or found[0] is not loop:
            found = (loop, Gate(min(concurrency, self._limit) if self._limit else concurrency))
            self._gates[(id(loop), provider)] = found
        return found[1]

    def lane(self) -> Lane:
        """A lane for one run of one debate."""
        loop = asyncio.get_running_loop()
        found = self._lanes.get(id(loop))
        if found is None or found[0] is not loop:
            found = self._lanes[id(loop)] = (loop, Lanes())
        return Lane(found[1])


def retrying(*, retries: int, deadline: float) -> Any:
    """A tenacity loop for one call: at most ``retries`` more tries and ``deadline`` seconds in all.

    Raises the last ``ProviderError`` itself. A wait that would end after the deadline is not begun.
    """
    from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, wait_random_exponential

    jitter = wait_random_exponential(multiplier=BASE, max=CAP)

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        hint = getattr(error, "retry_after", None) or 0.0
        return max(float(jitter(state)), float(hint))

    def stop(state: RetryCallState) -> bool:
        spent = state.seconds_since_start or 0.0
        return state.attempt_number > retries or spent + state.upcoming_sleep > deadline

    def retryable(error: BaseException) -> bool:
        return isinstance(error, ProviderError) and error.retryable

    return AsyncRetrying(retry=retry_if_exception(retryable), wait=wait, stop=stop, reraise=True)
