"""What the list of debates shows, as a pure function of events. It agrees with the fold (a test holds that).

Not here: the columns that every append sets whatever its events say (``last_seq``, ``last_hash``, ``updated_at``).
"""

from __future__ import annotations

from collections.abc import Iterable

from dissoi.record.events import (
    DebateCreated,
    DebateFinished,
    DebatePaused,
    DebateResumed,
    DebateStarted,
    Event,
    TopicGenerated,
)

RESUMED = "resumed"
"""A status that only the earlier events can tell: ``running`` if the debate had started, else ``new``."""


def summary(events: Iterable[Event], *, started: bool | None = None) -> dict[str, str | None]:
    """Return the summary columns that ``events`` change: some of motion, format, status, outcome, winner.

    ``started``: whether a ``debate.started`` came before them; None = not known here (``status`` may be ``RESUMED``).
    """
    change: dict[str, str | None] = {}
    for event in events:
        match event:
            case DebateCreated(setup=setup):
                change |= {"motion": setup.motion.text if setup.motion else "", "format": setup.format, "status": "new"}
            case TopicGenerated(motion=motion):
                change["motion"] = motion.text
            case DebateStarted(motion=motion):
                started = True
                change |= {"motion": motion.text, "status": "running"}
            case DebatePaused():
                change["status"] = "paused"
            case DebateResumed():
                status = RESUMED if started is None else "running" if started else "new"
                change |= {"status": status, "outcome": None, "winner": None}
            case DebateFinished():
                change |= {"status": "finished", "outcome": event.outcome, "winner": event.winner}
            case _:
                pass
    return change
