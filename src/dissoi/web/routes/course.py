"""What an owner does with a debate that exists: pause, resume, stop, skip, retry, fork. Not here: how
(``house.py``)."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, Response, status

from dissoi.engine.limits import check_room
from dissoi.engine.line_up import check_models
from dissoi.errors import ConflictError
from dissoi.record.events import DebateCreated
from dissoi.record.setup import Setup
from dissoi.record.view import fold
from dissoi.store.port import Store
from dissoi.web import bodies
from dissoi.web.routes.debates import Key
from dissoi.web.routes.deps import PROBLEMS, Asker, HouseDep, Owned, RatesDep
from dissoi.web.wishes import changed_limits, changed_models

router = APIRouter(prefix="/api/debates/{debate_id}", tags=["course"], responses=PROBLEMS)
_AS_BEFORE = bodies.ResumeRequest()


@router.post("/pause", status_code=status.HTTP_202_ACCEPTED)
async def pause(owned: Owned, house: HouseDep) -> bodies.Created:
    """Pause after the running step. Nothing is lost; resume goes on. Asked twice, it pauses once."""
    await house.pause(owned.row.id)
    return bodies.Created(debate_id=owned.row.id)


@router.post("/resume", status_code=status.HTTP_202_ACCEPTED)
async def resume(
    owned: Owned, asker: Asker, house: HouseDep, rates: RatesDep, request: bodies.ResumeRequest = _AS_BEFORE
) -> bodies.Created:
    """Go on, with changed models and limits if given. No body changes nothing. Asked twice, it goes on once."""
    row = owned.row
    if house.here(row.id):
        return bodies.Created(debate_id=row.id)
    setup = await asyncio.to_thread(_setup, house.store, row.id)
    changed = await asyncio.to_thread(
        changed_models, setup, request.models, None, host=asker.host, imported=row.imported
    )
    models = changed.models if changed.models != setup.models else None
    limits = changed_limits(setup, request.limits)
    if models is not None:
        await asyncio.to_thread(check_models, changed, house.session.models.open)
    if request.limits is not None and not row.over:
        wanted = changed.model_copy(update={"limits": limits or setup.limits})
        await asyncio.to_thread(
            check_room, house.store, house.session.prices, row.id, wanted, request.limits.model_fields_set
        )
    with rates.resuming(asker.owner, house.live(asker.owner)):
        await house.resume(row.id, row.owner, limits, models)
    return bodies.Created(debate_id=row.id)


@router.post("/stop", status_code=status.HTTP_202_ACCEPTED)
async def stop(owned: Owned, house: HouseDep) -> bodies.Created:
    """End the debate for good; what was said stays."""
    await house.stop(owned.row.id)
    return bodies.Created(debate_id=owned.row.id)


@router.post("/skip", status_code=status.HTTP_202_ACCEPTED)
async def skip(owned: Owned, house: HouseDep) -> bodies.Created:
    """Pass over the speech that is being made; its slot stays silent."""
    await house.skip(owned.row.id)
    return bodies.Created(debate_id=owned.row.id)


@router.post("/retry", status_code=status.HTTP_202_ACCEPTED)
async def retry(owned: Owned, house: HouseDep) -> bodies.Created:
    """Ask the model again that has not answered yet."""
    await house.retry(owned.row.id)
    return bodies.Created(debate_id=owned.row.id)


@router.post("/fork", status_code=status.HTTP_201_CREATED)
async def fork(
    request: bodies.ForkRequest,
    response: Response,
    owned: Owned,
    asker: Asker,
    house: HouseDep,
    rates: RatesDep,
    key: Key = "",
) -> bodies.Created:
    """Go another way from an event on; the original stays as it is."""
    parent = owned.row.id
    setup = await asyncio.to_thread(_first_setup, house.store, parent)
    changed = await asyncio.to_thread(
        changed_models, setup, request.models, request.styles, host=asker.host, imported=owned.row.imported
    )

    async def make() -> str:
        changes = {"models": changed.models} if request.models is not None else {}
        changes |= {"styles": changed.styles} if request.styles is not None else {}
        with rates.starting(asker.owner, house.live(asker.owner)) if request.run else contextlib.nullcontext():
            return await house.fork(parent, request.at, changed, changes, asker.owner, run=request.run)

    debate_id = await house.once(asker.owner, key, make)
    response.headers["location"] = f"/api/debates/{debate_id}"
    return bodies.Created(debate_id=debate_id)


def _setup(store: Store, debate_id: str) -> Setup:
    """The setup as it stands now."""
    setup = fold(envelope.event for envelope, _ in store.events(debate_id)).setup
    if setup is None:
        raise ConflictError("The debate has no beginning.", hint="Run dissoi verify.")
    return setup


def _first_setup(store: Store, debate_id: str) -> Setup:
    """The setup as agreed, which a fork begins with."""
    first = store.events(debate_id, 0, 1)[0][0].event
    if not isinstance(first, DebateCreated):
        raise ConflictError("The debate has no beginning.", hint="Run dissoi verify.")
    return first.setup
