"""What there is: formats, models, styles, defaults, the name of the service. Keys appear by name only."""

from __future__ import annotations

import asyncio
import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query

from dissoi.agents.styles import STYLES
from dissoi.formats import timeline
from dissoi.formats.lint import seats
from dissoi.formats.load import load, names
from dissoi.formats.schema import Format
from dissoi.record.events import SCHEMA_VERSION
from dissoi.record.setup import INFO_LIMIT, MOTION_LIMIT
from dissoi.settings import environment
from dissoi.settings import load as load_settings
from dissoi.web import bodies
from dissoi.web.routes.deps import PROBLEMS, Asker
from dissoi.web.wishes import slots_of

router = APIRouter(prefix="/api", tags=["catalogue"], responses=PROBLEMS)


@router.get("")
async def about() -> bodies.About:
    """Name and version. Open to everybody."""
    return bodies.About(name="dissoi", version=version("dissoi"), schema_version=SCHEMA_VERSION)


@router.get("/formats")
async def formats(asker: Asker) -> bodies.Formats:
    """The formats that come with Dissoi."""
    return await asyncio.to_thread(lambda: bodies.Formats(formats=[_card(load(name), None) for name in names()]))


@router.get("/formats/{name}")
async def format_card(
    name: str, asker: Asker, rounds: Annotated[int | None, Query(ge=0, le=100)] = None
) -> bodies.FormatCard:
    """One format, laid out with so many rounds."""
    return await asyncio.to_thread(lambda: _card(load(name, files=False), rounds))


def _card(format: Format, rounds: int | None) -> bodies.FormatCard:
    variables = {} if rounds is None else {"rounds": rounds}
    slots = timeline.expand(format, variables)
    low, high = timeline.seating(format)
    return bodies.FormatCard(
        name=format.id, title=format.title, sides=list(format.sides), seats=seats(format),
        rounds=format.vars.get("rounds"), judges_low=low, judges_high=high,
        audience=any(s.verb == "vote" for s in slots), timeline=slots_of(slots),
    )  # fmt: skip


@router.get("/models")
async def models(asker: Asker) -> bodies.ModelList:
    """Providers and what they lack, names that can be used now, and what ``auto`` stands for."""
    return await asyncio.to_thread(_models)


def _models() -> bodies.ModelList:
    from dissoi.models.auto import choose_auto, ollama_models
    from dissoi.models.registry import providers
    from dissoi.models.scripted import SCRIPTS

    env = environment(Path.cwd())
    settings = load_settings({}, os.environ, Path.cwd())
    found, served = providers(env), ollama_models(env)
    auto, reason = choose_auto(env, settings.auto)
    own = {str(options["model"]) for options in settings.models.values()} | set(settings.auto)
    suggested = [auto, *sorted(own), *(f"ollama:{name}" for name in served), "local:smollm2", "scripted:demo"]
    return bodies.ModelList(
        providers=[
            bodies.Provider(
                provider=row.provider,
                state="not running" if row.provider == "ollama" and row.state == "ready" and not served else row.state,
                key=row.key,
                remedy=row.remedy,
            )
            for row in found
        ],
        suggested=[name for name in dict.fromkeys(suggested) if name != "auto"],
        scripted=dict(SCRIPTS),
        auto=auto,
        auto_reason=reason,
    )


@router.get("/config/styles")
async def styles(asker: Asker) -> bodies.StyleList:
    """The styles of speaking that come with Dissoi."""
    return bodies.StyleList(styles=STYLES)


@router.get("/config/defaults")
async def defaults(asker: Asker) -> bodies.Defaults:
    """What a debate takes where its request says nothing."""

    def read() -> bodies.Defaults:
        settings = load_settings({}, os.environ, Path.cwd())
        return bodies.Defaults(
            format=settings.format if settings.format in names() else "deb8flow",
            models={role: str(options["model"]) for role, options in settings.models.items()},
            judges=settings.judges, listeners=settings.listeners, vote_wait=settings.vote_wait,
            budget=None if settings.budget is None else str(settings.budget), max_calls=settings.max_calls,
            motion_limit=MOTION_LIMIT, info_limit=INFO_LIMIT, live_debates=settings.live_debates,
        )  # fmt: skip

    return await asyncio.to_thread(read)
