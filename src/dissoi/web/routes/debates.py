"""``/api/debates``: what debates there are, new ones, their views, logs and papers. Not here: their course
(``course.py``), streams (``watch.py``), votes (``votes.py``)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Header, Query, Request, Response, status
from fastapi.responses import JSONResponse

from dissoi.engine.branch import bring_in
from dissoi.engine.clock import stamp
from dissoi.errors import LogError, UsageError
from dissoi.record.text import flat
from dissoi.record.view import Status, fold
from dissoi.store.port import DebateRow
from dissoi.web import bodies, papers
from dissoi.web.routes.deps import PROBLEMS, Asker, HouseDep, Owned, RatesDep, Seen
from dissoi.web.wishes import planned, setup_of

router = APIRouter(prefix="/api/debates", tags=["debates"], responses=PROBLEMS)

Key = Annotated[str, Header(alias="Idempotency-Key", max_length=100)]
LINE_LIMIT = 4 * 1024 * 1024
"""Bytes of one line of an imported log."""
MOST = 2**63 - 1
"""The greatest number that a database counts to."""


@router.get("")
async def list_debates(
    asker: Asker,
    house: HouseDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[int | None, Query(ge=1, le=MOST)] = None,
    search: Annotated[str, Query(max_length=200)] = "",
    format: Annotated[str | None, Query(max_length=200)] = None,
    status: Annotated[list[Status] | None, Query()] = None,
    outcome: Annotated[str | None, Query(max_length=40)] = None,
) -> bodies.DebateList:
    """The asker's debates, newest first. ``cursor``: ``next`` of the page before."""

    def read() -> bodies.DebateList:
        rows = house.store.debates(
            owner=asker.owner, limit=limit + 1, search=flat(search), status=set(status) if status else None,
            format=None if format is None else flat(format), outcome=None if outcome is None else flat(outcome),
            before=cursor,
        )  # fmt: skip
        page = rows[:limit]
        attended = house.store.attended([row.id for row in page], stamp())
        items = [_summary(row, house.here(row.id) or row.id in attended) for row in page]
        return bodies.DebateList(items=items, next=str(page[-1].serial) if len(rows) > limit else None)

    return await asyncio.to_thread(read)


def _summary(row: DebateRow, attended: bool) -> bodies.DebateSummary:
    return bodies.DebateSummary(
        debate_id=row.id, motion=row.motion, format=row.format, status=row.status, outcome=row.outcome,
        winner=row.winner, lineup=row.lineup, tags=list(row.tags), origin=row.origin, usd=str(row.spent),
        unpriced=row.unpriced, calls=row.calls, last_seq=row.last_seq, created_at=row.created_at,
        updated_at=row.updated_at, attended=attended,
    )  # fmt: skip


@router.post("", status_code=status.HTTP_201_CREATED)
async def create_debate(
    request: bodies.SetupRequest, response: Response, asker: Asker, house: HouseDep, rates: RatesDep, key: Key = ""
) -> bodies.Created:
    """Start a debate; it runs on the server whatever the asker does. ``Idempotency-Key``: sent again with the same key,
    the request makes no second debate."""
    setup = await asyncio.to_thread(setup_of, request, host=asker.host)

    async def make() -> str:
        with rates.starting(asker.owner, house.live(asker.owner)):
            return await house.create(setup, asker.owner)

    debate_id = await house.once(asker.owner, key, make)
    response.headers["location"] = f"/api/debates/{debate_id}"
    return bodies.Created(debate_id=debate_id)


@router.post("/plan")
async def plan_debate(request: bodies.SetupRequest, asker: Asker, house: HouseDep) -> bodies.Plan:
    """What a debate would take: timeline, calls, minutes and the worst cost. Nothing is called or kept."""
    return await asyncio.to_thread(
        lambda: planned(house.session, setup_of(_with_motion(request), host=asker.host))
    )  # fmt: skip


def _with_motion(request: bodies.SetupRequest) -> bodies.SetupRequest:
    """A plan can be made while the motion is still being typed."""
    blank = request.motion is not None and not request.motion.strip()
    return request.model_copy(update={"motion": "a motion to come"}) if blank else request


@router.post(
    "/import",
    status_code=status.HTTP_201_CREATED,
    openapi_extra={"requestBody": {"content": {"application/jsonl": {"schema": {"type": "string"}}}, "required": True}},
)
async def import_debate(request: Request, response: Response, asker: Asker, house: HouseDep) -> bodies.Created:
    """Bring in an exported log (JSON Lines). Nothing is kept unless the log is whole. What the host brings in keeps its
    id; anybody else's is a debate of their own under a new one."""
    lines = (await request.body()).splitlines()
    if any(len(line) > LINE_LIMIT for line in lines):
        raise LogError("A line of the log is too long to be an event.", hint="Nothing was imported.")
    if not any(line.strip() for line in lines):
        raise UsageError("The file is empty.", hint="Choose a .jsonl file that was exported from Dissoi.")
    debate_id = await bring_in(house.store, lines, owner=asker.owner)
    response.headers["location"] = f"/api/debates/{debate_id}"
    return bodies.Created(debate_id=debate_id)


@router.get("/{debate_id}", response_model=None, responses={200: {"model": bodies.DebateDocument}})
async def get_debate(seen: Seen, house: HouseDep) -> JSONResponse:
    """The debate as it stands. Watch it from ``last_seq`` on."""

    def read() -> dict[str, Any]:
        log = house.store.events(seen.row.id)
        document = _meta(seen.row, seen.may, house).model_dump(mode="json")
        view = fold(envelope.event for envelope, _ in papers.public(log))
        document |= {"last_seq": log[-1][0].seq if log else 0, "view": view.model_dump(mode="json")}
        return document

    return JSONResponse(await asyncio.to_thread(read))


@router.get("/{debate_id}/meta")
async def get_meta(seen: Seen, house: HouseDep) -> bodies.DebateMeta:
    """What is not in the log: who may do what, and whether somebody advances the debate."""
    return await asyncio.to_thread(_meta, seen.row, seen.may, house)


def _meta(row: DebateRow, may: bodies.May, house: HouseDep) -> bodies.DebateMeta:
    forks = [fork.id for fork in house.store.debates(owner=row.owner, origin=row.id)] if may == "owner" else []
    return bodies.DebateMeta(
        debate_id=row.id, may=may, attended=house.attended(row), here=house.here(row.id),
        trouble=house.trouble(row.id) if may == "owner" else None, created_at=row.created_at,
        updated_at=row.updated_at, forks=forks, now=stamp(),
    )  # fmt: skip


@router.get("/{debate_id}/log", response_model=None, responses={200: {"model": bodies.Log}})
async def get_log(
    seen: Seen,
    house: HouseDep,
    after: Annotated[int, Query(ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 500,
) -> Response:
    """A stretch of the log: the public events after ``after``, among the next ``limit``."""
    text = await asyncio.to_thread(papers.stretch, house.store, seen.row.id, after, limit)
    return Response(text, media_type="application/json")


@router.get("/{debate_id}/outline")
async def get_outline(seen: Seen, house: HouseDep) -> bodies.Outline:
    """The whole log without its texts: numbers, times, types and slots."""

    def read() -> bodies.Outline:
        log = house.store.events(seen.row.id)
        return bodies.Outline(
            entries=[
                bodies.LogEntry(seq=e.seq, at=e.at, type=e.event.type, slot=getattr(e.event, "slot", None))
                for e, _ in log
                if e.visibility == "public"
            ]
        )

    return await asyncio.to_thread(read)


@router.delete("/{debate_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_debate(owned: Owned, house: HouseDep) -> None:
    """Remove the debate for good: log, journal, votes and share links. One that runs here is ended first."""
    await house.delete(owned.row)


@router.get(
    "/{debate_id}/export",
    response_model=None,
    responses={200: {"content": {kind: {} for kind in papers.MEDIA.values()}, "description": "The paper."}},
)
async def export_debate(
    seen: Seen, house: HouseDep, format: Literal["markdown", "html", "json", "jsonl"] = "markdown"
) -> Response:
    """The debate on paper: Markdown or HTML for people, JSON for programs, JSON Lines to verify and import."""
    text, name = await asyncio.to_thread(papers.paper, house.store, seen.row.id, format)
    ascii_name = name.encode("ascii", "replace").decode().replace("?", "_")
    disposition = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name)}"
    return Response(text, media_type=papers.MEDIA[format], headers={"content-disposition": disposition})


@router.get("/{debate_id}/graph")
async def get_graph(seen: Seen, house: HouseDep) -> bodies.Graph:
    """The steps that this debate can take. Which of them runs now is in the stream."""
    return await asyncio.to_thread(papers.graph, house.store, seen.row.id)
