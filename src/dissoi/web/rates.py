"""How much one owner or viewer may take: debates at once, starts in an hour, live views, votes in a minute.

In memory and per process, as are the debates that it counts. Not here: connections (``doorman.py``), money (the
engine's budgets).
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from dissoi.errors import LimitError
from dissoi.settings import Settings

if TYPE_CHECKING:
    from dissoi.web.access import Visible

HOUR = 3600.0
MINUTE = 60.0
VOTES, VOTES_BY_LINK = 30, 1200
"""Votes, changed votes and withdrawals in a minute: of one voter, and of all visitors of one link together."""
VOTERS = 4096
"""Voters who are remembered for that."""
SOON = 10.0
"""Seconds after which it is worth asking again for a place that others hold."""


class Place:
    """Something that is taken until ``close``, which may be called twice, or the end of its ``with``."""

    def __init__(self, counter: Counter[str], names: list[str]) -> None:
        self._counter, self._names = counter, names
        counter.update(names)

    def close(self) -> None:
        while self._names:
            _less(self._counter, self._names.pop())

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Rates:
    """``clock``: seconds that only go forward."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._starting: Counter[str] = Counter()
        self._starts: dict[str, deque[float]] = {}
        self._streams: Counter[str] = Counter()
        self._votes: dict[str, deque[float]] = {}

    @contextlib.contextmanager
    def starting(self, owner: str, live: int) -> Generator[None]:
        """Within it a new debate may be started; raises ``LimitError`` where one would be too many.

        ``live``: how many of the owner's debates run now. A start that fails takes no place in the hour. The host
        (``""``) may start any number in an hour.
        """
        with self.resuming(owner, live):
            starts, began = self._hour_or_refuse(owner)
            try:
                yield
            except BaseException:
                with contextlib.suppress(ValueError):  # it took so long that its hour is over
                    starts.remove(began)
                raise

    @contextlib.contextmanager
    def resuming(self, owner: str, live: int) -> Generator[None]:
        """``starting`` for a debate that goes on: it needs a place, but is no start."""
        self._place_or_refuse(owner, live)
        self._starting[owner] += 1
        try:
            yield
        finally:
            _less(self._starting, owner)

    def stream(self, seen: Visible) -> Place:
        """A place for a live view: taken now, until it is closed. Raises ``LimitError``.

        All viewers of one share together get half of the connections, so that a link that went round locks nobody out.
        """
        link = f"share {seen.share.id}" if seen.share else ""
        if self._streams[seen.voter] >= self._settings.streams:
            raise LimitError(
                f"You have {self._settings.streams} live views open, which is the limit.",
                retry_after=SOON,
                hint="Close another one.",
            )
        if link and self._streams[link] >= max(1, self._settings.connections // 2):
            raise LimitError("Too many people watch by this link.", retry_after=SOON, hint="Try again a little later.")
        return Place(self._streams, [seen.voter, link] if link else [seen.voter])

    def vote(self, seen: Visible) -> None:
        """Count a vote, a change of one or a withdrawal: each is kept, and read with every look at the ballot. Raises
        ``LimitError``."""
        now = self._clock()
        if len(self._votes) >= VOTERS:
            self._votes = {name: times for name, times in self._votes.items() if times[-1] > now - MINUTE}
        names = {seen.voter: VOTES}
        if seen.share:
            names[f"share {seen.share.id}"] = VOTES_BY_LINK
        for name, most in names.items():
            times = self._votes.setdefault(name, deque(maxlen=most))
            if len(times) == most and times[0] > now - MINUTE:
                raise LimitError(
                    "Too many votes came within a minute.", retry_after=times[0] + MINUTE - now,
                    hint="Your last vote counts; change it a little later.",
                )  # fmt: skip
            times.append(now)

    def _place_or_refuse(self, owner: str, live: int) -> None:
        limit = self._settings.live_debates
        if live + self._starting[owner] >= limit:
            raise LimitError(
                f"{limit} of your debates run at once, which is the limit.",
                retry_after=SOON,
                hint="Wait until one has ended, or pause one.",
            )

    def _hour_or_refuse(self, owner: str) -> tuple[deque[float], float]:
        """The owner's starts within an hour, this one with them, and its time."""
        starts, now, limit = self._starts.setdefault(owner, deque()), self._clock(), self._settings.starts_per_hour
        while starts and starts[0] <= now - HOUR:
            starts.popleft()
        if len(starts) >= limit and owner != "":
            raise LimitError(
                f"You have started {limit} debates within an hour, which is the limit.",
                retry_after=starts[0] + HOUR - now,
                hint="Watch or replay one meanwhile.",
            )
        starts.append(now)
        return starts, now


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] <= 0:
        del counter[name]
