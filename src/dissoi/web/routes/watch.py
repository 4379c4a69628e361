"""``…/events`` and ``/ws/debates/{id}``: a debate as it happens. Not here: how (``tail.py``, ``stream.py``)."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Annotated, Any, cast

from fastapi import APIRouter, Header, Query, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection

from dissoi.errors import DissoiError, UsageError
from dissoi.web import bodies, wire
from dissoi.web.access import Visible, access_of
from dissoi.web.house import House
from dissoi.web.problems import problem
from dissoi.web.rates import Rates
from dissoi.web.routes.deps import PROBLEMS, HouseDep, RatesDep, Seen
from dissoi.web.routes.votes import cast_vote
from dissoi.web.stream import PATIENCE, EventStream, Still, cursor, permitted
from dissoi.web.tail import Item

router = APIRouter(tags=["watch"])

_SAID: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])

Batches = AsyncIterator[Sequence[Item]]
FRAME_LIMIT = 64 * 1024
"""Characters of a frame that a viewer may send."""
BAD_REQUEST, TOO_MANY = 4400, 4429
"""Close codes of the WebSocket, after the HTTP status that they stand for."""


@router.get(
    "/api/debates/{debate_id}/events",
    response_model=None,
    responses=PROBLEMS
    | {
        200: {"model": wire.StreamItem, "content": {"text/event-stream": {}}, "description": "The stream."},
        204: {"description": "The debate is over and there is nothing new: do not ask again."},
    },
)
async def events(
    seen: Seen,
    house: HouseDep,
    rates: RatesDep,
    request: Request,
    after: Annotated[str | None, Query(max_length=40)] = None,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> Response:
    """Server-sent events: the durable events after ``after`` (or ``Last-Event-ID``, which wins) with their number as
    ``id``, then what happens, until the debate ends. ``event: live`` carries tokens and steps, which are never stored;
    a viewer who joins in mid-speech gets the text so far."""
    row = seen.row
    begin = cursor(after, last_event_id, row.last_seq)
    if row.status == "finished" and begin == row.last_seq:
        return Response(status_code=204)
    return EventStream(house.tail(row.id).watch(begin), rates.stream(seen), _still(seen, request))


def _still(seen: Visible, connection: HTTPConnection) -> Still:
    """Whether the viewer may still see the debate."""

    async def look() -> bool:
        return await access_of(connection).sees(connection, seen.row) is not None

    return look


@router.websocket("/ws/debates/{debate_id}")
async def socket(websocket: WebSocket, debate_id: str, after: str = "0") -> None:
    """The same texts as frames, envelopes and live ones alike; takes ``{"type": "vote", …}`` with the members of a vote
    and answers with ``{"type": "ballot", …}`` or ``{"type": "problem", …}``."""
    house: House = websocket.app.state.house
    rates: Rates = websocket.app.state.rates
    seen = await access_of(websocket).visible(debate_id, websocket)
    await websocket.accept()
    try:
        begin = cursor(after, None, seen.row.last_seq)
        with rates.stream(seen):
            batches = permitted(house.tail(seen.row.id).watch(begin), _still(seen, websocket))
            await _converse(websocket, batches, seen, house, rates)
    except DissoiError as error:
        found = problem(error)
        await _say(websocket, {"type": "problem", "problem": found})
        code = TOO_MANY if found["status"] == 429 else BAD_REQUEST
        with contextlib.suppress(RuntimeError):
            await websocket.close(code)


async def _converse(websocket: WebSocket, batches: Batches, seen: Visible, house: House, rates: Rates) -> None:
    """Send and listen until either ends. The socket is closed by whoever is left."""
    sending = asyncio.create_task(_send(websocket, batches))
    hearing = asyncio.create_task(_hear(websocket, seen, house, rates))
    done, late = await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        task.result()


async def _send(websocket: WebSocket, batches: Batches) -> None:
    try:
        async with aclosing(cast("Any", batches)) as open:
            async for batch in open:
                async with asyncio.timeout(PATIENCE):
                    for item in batch:
                        await websocket.send_text(item.text)
    except TimeoutError:
        return
    with contextlib.suppress(RuntimeError):
        await websocket.close(1000)


async def _hear(websocket: WebSocket, seen: Visible, house: House, rates: Rates) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                paper = await _taken(message.get("text"), seen, house, rates)
                await _say(websocket, {"type": "ballot", "ballot": paper.model_dump(mode="json")})
            except DissoiError as error:
                await _say(websocket, {"type": "problem", "problem": problem(error)})


async def _taken(text: str | None, seen: Visible, house: House, rates: Rates) -> bodies.BallotPaper:
    if text is None:
        raise UsageError("A message must be text, not bytes.", hint="Send JSON in a text frame.")
    if len(text) > FRAME_LIMIT:
        raise UsageError("The message is too long.", hint="Send one vote in a message.")
    try:
        said = _SAID.validate_json(text)
        if said.pop("type", None) != "vote":
            raise UsageError("A message must be of the type vote.", hint='For example {"type": "vote", …}.')
        wish = bodies.VoteRequest.model_validate(said)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "it"
        raise UsageError(
            f"The message cannot be read: {where} is wrong.", hint="See the API's documentation."
        ) from error
    return await cast_vote(wish, seen, house, rates)


async def _say(websocket: WebSocket, message: dict[str, Any]) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await websocket.send_text(json.dumps(message, ensure_ascii=False))
