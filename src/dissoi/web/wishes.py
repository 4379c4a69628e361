"""From a request to a setup: the server's settings below, the request above, checked by the code of the command line.

A visitor is not at this machine: paths of files and addresses of servers are refused. Not here: HTTP (``routes/``).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dissoi.engine.api import Options, wish
from dissoi.engine.line_up import Plan, amended, check_addresses, compose, plan
from dissoi.engine.rules import format_of
from dissoi.engine.session import Session
from dissoi.errors import ConfigError, DissoiError, UsageError
from dissoi.formats import timeline
from dissoi.formats.schema import Format
from dissoi.record.setup import Limits, Setup, Slot
from dissoi.settings import Settings, environment, load
from dissoi.web import bodies
from dissoi.web.blame import member_of
from dissoi.web.bodies import ModelOptions, Models, SetupRequest
from dissoi.web.problems import sentence

_APART = ("motion", "title", "info", "keywords")
_FAST, _SLOW = (0.5, 120.0), (4.0, 25.0)
"""Seconds before a model's first word, and its tokens a second: the usual range of remote and local models."""


def setup_of(request: SetupRequest, *, host: bool) -> Setup:
    """Raises ``UsageError`` and its kinds, each with its ``field`` where one member of the request is to blame. Blocks
    for a moment (``auto`` may look for a running Ollama)."""
    try:
        return _setup_of(request, host)
    except DissoiError as error:
        error.field = member_of(request, error, lambda less: _setup_of(less, host))
        raise


def _setup_of(request: SetupRequest, host: bool) -> Setup:
    given = request.model_dump(exclude_none=True)
    flags = {name: value for name, value in given.items() if name not in _APART and value != {}}
    if "budget" in flags:
        flags["budget"] = str(flags["budget"])
    if request.models is not None:
        flags["models"] = named(request.models, host=host)
    settings = load(flags, os.environ, Path.cwd(), named=True)
    told = Options(title=request.title, info=request.info, keywords=request.keywords)
    return compose(wish(settings, request.motion, told, files=False))


def named(models: Models, *, host: bool) -> str | dict[str, Any]:
    """The models of a request as settings take them. Raises ``ConfigError`` for a path from afar."""
    if isinstance(models, str):
        _no_path(models, host, "models")
        return models
    found: dict[str, Any] = {}
    for role, choice in models.items():
        options: Mapping[str, Any] = (
            choice.model_dump(exclude_none=True) if isinstance(choice, ModelOptions) else {"model": choice}
        )
        _no_path(options["model"], host, f"models.{role}")
        found[role] = options
    return found


def _no_path(model: str, host: bool, field: str) -> None:
    provider, _, name = model.strip().partition(":")
    if not host and provider in ("local", "llama") and (name.endswith(".gguf") or any(c in name for c in "/\\~")):
        error = ConfigError(
            "Files of models can be named only by the host of this server.", hint="Choose a model by its name."
        )
        error.field = field[:100]
        raise error


def changed_models(
    setup: Setup, models: Models | None, styles: Mapping[str, str] | None, *, host: bool, imported: bool
) -> Setup:
    """``setup`` with other models and styles, for a fork or a resume. Blocks as ``setup_of``.

    An imported log's setup may say anything: what a request may not name, it may not bring in either.
    """
    format_of(setup)
    wanted = named(models, host=host) if models is not None else {}
    chosen = {"default": {"model": wanted}} if isinstance(wanted, str) else wanted
    if any(options["model"] == "auto" for options in chosen.values()):
        from dissoi.models.auto import choose_auto, standing_for

        auto, _ = choose_auto(environment(Path.cwd()), _settings().auto)
        chosen = {r: standing_for(o, auto) if o["model"] == "auto" else o for r, o in chosen.items()}
    found = amended(setup, chosen, styles or {}, imported=imported)
    for role, choice in found.models.items():
        _no_path(choice.model, host, f"models.{role}")
    if imported:
        check_addresses(found, _settings().models.values())
    return found


def changed_limits(setup: Setup, change: bodies.LimitsChange | None) -> Limits | None:
    """The limits from here on; a member that is given as null lifts its limit. None = unchanged."""
    if change is None:
        return None
    given = {name: getattr(change, name) for name in change.model_fields_set}
    try:
        found = Limits.model_validate(setup.limits.model_dump() | given)
    except ValidationError as error:
        faults = [{**fault, "loc": ("body", "limits", *fault["loc"])} for fault in error.errors()]
        message, field = sentence(faults)
        wrong = UsageError(message)
        wrong.field = field
        raise wrong from error
    return found if found != setup.limits else None


def planned(session: Session, setup: Setup) -> bodies.Plan:
    """What a debate would take, as a range. Calls nothing."""
    found = plan(setup, session.prices.worst)
    format = Format.of(setup.rules)
    slots = timeline.expand(format, setup.vars)
    fast, slow = (_minutes(found, slots, *speed) for speed in (_FAST, _SLOW))
    again = sum(n for role, _, n in found.calls if role != "topic")
    if _scripted(setup):
        fast, slow = 0.0, 0.1
    open_minutes = round(setup.vote_wait * sum(s.verb == "vote" for s in slots) / 60, 1)
    return bodies.Plan(
        timeline=slots_of(slots),
        calls=[bodies.PlannedCalls(role=role, model=model, calls=n) for role, model, n in found.calls],
        calls_low=found.total,
        calls_high=found.total + again,
        minutes_low=fast + open_minutes,
        minutes_high=slow + open_minutes,
        worst_usd=None if found.worst is None else str(found.worst),
    )


def slots_of(slots: tuple[Slot, ...]) -> list[bodies.PlannedSlot]:
    return [
        bodies.PlannedSlot(
            slot=s.id, phase=s.phase, who=s.seat or s.ballot, side=s.side, verb=s.verb, seconds=s.seconds, words=s.words
        )
        for s in slots
    ]


def _minutes(found: Plan, slots: tuple[Slot, ...], wait: float, speed: float) -> float:
    """One after the other, as speeches are; judges speak side by side, once."""
    tokens = sum(round((s.words or 0) * 1.4) for s in slots) + 1500
    return round((wait * (len(slots) + 2) + tokens / speed) / 60, 1)


def _scripted(setup: Setup) -> bool:
    return all(choice.model.startswith("scripted:") for choice in setup.models.values())


def _settings() -> Settings:
    return load({}, os.environ, Path.cwd())
