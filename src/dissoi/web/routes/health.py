"""``/health`` and ``/ready``: for whoever looks after the process. Open to everybody, and say nothing of debates."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from dissoi.errors import DissoiError
from dissoi.web import bodies
from dissoi.web.routes.deps import HouseDep

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> bodies.Health:
    """The process answers."""
    return bodies.Health(status="ok")


@router.get("/ready", responses={503: {"model": bodies.Health}})
async def ready(response: Response, house: HouseDep) -> bodies.Health:
    """The database can be read and the engine is loaded, so that debates can run."""
    found = await _state(house)
    if found.status != "ready":
        response.status_code = 503
    return found


async def _state(house: HouseDep) -> bodies.Health:
    if house.leaving:
        return bodies.Health(status="stopping")
    if house.failure:
        return bodies.Health(status="failed", detail=house.failure)
    if not house.ready.is_set():
        return bodies.Health(status="starting")
    try:
        await asyncio.to_thread(house.store.debates, limit=1)
    except DissoiError as error:
        return bodies.Health(status="failed", detail=error.message)
    return bodies.Health(status="ready")
