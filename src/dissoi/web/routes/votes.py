"""``…/votes``: the ballots of the audience. A vote counts if it comes before its ballot closes; until then it can be
changed and taken back."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request

from dissoi.web import bodies, polling
from dissoi.web.access import Visible, refuse_readers
from dissoi.web.routes.deps import PROBLEMS, HouseDep, Owned, Seen, access_of

router = APIRouter(prefix="/api/debates/{debate_id}/votes", tags=["votes"], responses=PROBLEMS)

BallotName = Annotated[str, Query(max_length=200)]


@router.get("")
async def get_ballots(seen: Seen, request: Request, house: HouseDep) -> bodies.Ballots:
    """All ballots of the debate. Counts are there once the asker has voted or the ballot is closed."""
    voter = access_of(request).voter(request, seen)
    return await asyncio.to_thread(polling.papers, house.store, seen.row.id, voter)


@router.post("")
async def vote(said: bodies.VoteRequest, seen: Seen, request: Request, house: HouseDep) -> bodies.BallotPaper:
    """Vote, or change your vote. 409 before the ballot opens and after it has closed."""
    return await cast_vote(said, seen, access_of(request).voter(request, seen), house)


async def cast_vote(said: bodies.VoteRequest, seen: Visible, voter: str, house: HouseDep) -> bodies.BallotPaper:
    """The same for the WebSocket."""
    refuse_readers(seen)
    message = polling.message(said.ballot, voter, said.choice, reason=said.reason)
    await asyncio.to_thread(
        polling.refuse_unless_open, house.store, seen.row.id, said.ballot, voter, said.choice
    )  # fmt: skip
    return await _post(house, seen.row.id, said.ballot, voter, message)


@router.delete("")
async def withdraw(ballot: BallotName, seen: Seen, request: Request, house: HouseDep) -> bodies.BallotPaper:
    """Take your vote back, as if it had never been given."""
    refuse_readers(seen)
    voter = access_of(request).voter(request, seen)
    await asyncio.to_thread(polling.refuse_unless_open, house.store, seen.row.id, ballot, voter)
    return await _post(house, seen.row.id, ballot, voter, polling.message(ballot, voter, withdraw=True))


@router.post("/close")
async def close(ballot: BallotName, owned: Owned, request: Request, house: HouseDep) -> bodies.BallotPaper:
    """Close the ballot now (its owner only); what has been voted counts."""
    voter = access_of(request).voter(request, owned)
    await asyncio.to_thread(polling.refuse_unless_open, house.store, owned.row.id, ballot, voter)
    await house.store.post(owned.row.id, "vote", polling.message(ballot, "", close=True))
    return await asyncio.to_thread(polling.paper, house.store, owned.row.id, ballot, voter)


async def _post(house: HouseDep, debate_id: str, ballot: str, voter: str, message: str) -> bodies.BallotPaper:
    id = await house.store.post(debate_id, "vote", message)
    await asyncio.to_thread(polling.check_counted, house.store, debate_id, ballot, id)
    return await asyncio.to_thread(polling.paper, house.store, debate_id, ballot, voter)
