"""Dissoi: a debate engine for AI models and people.

    import dissoi
    result = dissoi.debate("Cities should ban private cars", format="nround", models={"judge": "openai:…"})
    print(result)

Everything here is loaded when it is first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dissoi import errors
    from dissoi.engine.api import Stream, adebate, debate, replay, stream
    from dissoi.engine.result import Result
    from dissoi.formats.schema import Format
    from dissoi.record.events import Envelope, Event, Token

__all__ = [
    "Envelope",
    "Event",
    "Format",
    "Result",
    "Stream",
    "Token",
    "adebate",
    "debate",
    "errors",
    "replay",
    "stream",
]

_HOMES = {
    "Envelope": "record.events",
    "Event": "record.events",
    "Format": "formats.schema",
    "Result": "engine.result",
    "Stream": "engine.api",
    "Token": "record.events",
    "adebate": "engine.api",
    "debate": "engine.api",
    "replay": "engine.api",
    "stream": "engine.api",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "errors":
        return import_module("dissoi.errors")
    if name == "__version__":
        from importlib.metadata import version

        return version("dissoi")
    if name not in _HOMES:
        raise AttributeError(f"module 'dissoi' has no attribute {name!r}")
    value = getattr(import_module(f"dissoi.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
