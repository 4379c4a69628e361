"""A log as JSON Lines: the very events, byte for byte as they are hashed. What ``import`` and ``verify`` read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dissoi.record.events import Sealed, envelope_line


def lines(log: Iterable[Sealed]) -> Iterator[str]:
    """One line per event, without its line feed."""
    return (envelope_line(envelope, body) for envelope, body in log)


def render(log: Iterable[Sealed]) -> str:
    """The whole file; every line ends in a line feed."""
    return "".join(f"{line}\n" for line in lines(log))
