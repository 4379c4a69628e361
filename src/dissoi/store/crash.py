"""A process that kills itself at a chosen commit, for the kill tests. Off unless ``DISSOI_CRASH_AT`` is set."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from typing import Literal

from dissoi.errors import ConfigError

VARIABLE = "DISSOI_CRASH_AT"
When = Literal["before", "after"]


class CrashPoint:
    """``kind:N:before`` or ``kind:N:after``: SIGKILL around the commit of the Nth operation of that kind, from 1."""

    def __init__(self, setting: str) -> None:
        kind, _, rest = setting.partition(":")
        number, _, when = rest.partition(":")
        if not (kind and number.isascii() and number.isdigit() and when in ("before", "after")):
            raise ConfigError(f"{VARIABLE} is {setting!r}.", hint="Give kind:number:before or kind:number:after.")
        self._kind = kind
        self._left = int(number)
        self._when: When = when

    @classmethod
    def from_environment(cls) -> CrashPoint | None:
        setting = os.environ.get(VARIABLE)
        return cls(setting) if setting else None

    def reached(self, when: When, kinds: Iterable[str]) -> None:
        """Called around the commit of a group of operations, with the kind of each."""
        count = sum(kind == self._kind for kind in kinds)
        if when == self._when and 0 < self._left <= count:
            os.kill(os.getpid(), signal.SIGKILL)
        if when == "after":
            self._left -= count
