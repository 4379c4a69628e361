"""The watcher: gets a debate's events, keeps the fold, and feeds one display. The engine's sink for the terminal.

What a display raises must neither stop the engine in the middle of a write nor be lost: it is kept, and the run is
asked to end. Not here: running (``conduct.py``), how things look (displays).
"""

from __future__ import annotations

from collections.abc import Callable

from dissoi.cli.display import Display
from dissoi.record.events import Ephemeral, Event, Sealed, Token
from dissoi.record.view import DebateView, apply

OnEvent = Callable[[Event, DebateView], None]


class Watcher:
    """``on_event`` is told of each durable event after the display; ``on_failure`` once, when the display fails."""

    def __init__(
        self,
        display: Display,
        view: DebateView | None = None,
        *,
        on_event: OnEvent | None = None,
        on_failure: Callable[[], object] | None = None,
    ) -> None:
        self.display = display
        self.view = view or DebateView()
        self.failure: Exception | None = None
        self._on_event = on_event
        self._on_failure = on_failure

    def __call__(self, item: Sealed | Ephemeral) -> None:
        if self.failure is not None:
            return
        try:
            self._take(item)
        except Exception as error:  # noqa: BLE001 - raised again by whoever asked for the run
            self.failure = error
            if self._on_failure:
                self._on_failure()

    def _take(self, item: Sealed | Ephemeral) -> None:
        if isinstance(item, tuple):
            event = item[0].event
            self.view = apply(self.view, event)
            self.display.event(item, self.view)
            if self._on_event:
                self._on_event(event, self.view)
        elif isinstance(item, Token):
            self.display.token(item)
