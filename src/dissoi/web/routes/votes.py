"""``…/votes``: the ballots of the audience. A vote counts if it comes before its ballot closes; until then it can be
changed and taken back."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from dissoi.web import bodies, polling
from dissoi.web.access import Visible, refuse_readers
from dissoi.web.house import House
from dissoi.web.rates import Rates
from dissoi.web.routes.deps import PROBLEMS, HouseDep, Owned, RatesDep, Seen

router = APIRouter(prefix="/api/debates/{debate_id}/votes", tags=["votes"], responses=PROBLEMS)

BallotName = Annotated[str, Query(max_length=200)]


@router.get("")
async def get_ballots(seen: Seen, house: HouseDep) -> bodies.Ballots:
    """All ballots of the debate. Counts are there once the asker has voted or the ballot is closed."""
    return await asyncio.to_thread(polling.papers, house.store, seen.row.id, seen.voter)


@router.post("")
async def vote(said: bodies.VoteRequest, seen: Seen, house: HouseDep, rates: RatesDep) -> bodies.BallotPaper:
    """Vote, or change your vote. 409 before the ballot opens and after it has closed."""
    return await cast_vote(said, seen, house, rates)


async def cast_vote(said: bodies.VoteRequest, seen: Visible, house: House, rates: Rates) -> bodies.BallotPaper:
    """The same for the WebSocket."""
    refuse_readers(seen)
    await asyncio.to_thread(
        polling.refuse_unless_open, house.store, seen.row.id, said.ballot, seen.voter, said.choice
    )  # fmt: skip
    rates.vote(seen)
    message = polling.message(said.ballot, seen.voter, said.choice, reason=said.reason)
    return await _post(house, seen, said.ballot, message)


@router.delete("")
async def withdraw(ballot: BallotName, seen: Seen, house: HouseDep, rates: RatesDep) -> bodies.BallotPaper:
    """Take your vote back, as if it had never been given."""
    refuse_readers(seen)
    await asyncio.to_thread(polling.refuse_unless_open, house.store, seen.row.id, ballot, seen.voter)
    rates.vote(seen)
    return await _post(house, seen, ballot, polling.message(ballot, seen.voter, withdraw=True))


@router.post("/close")
async def close(ballot: BallotName, owned: Owned, house: HouseDep) -> bodies.BallotPaper:
    """Close the ballot now (its owner only); what has been voted counts."""
    await asyncio.to_thread(polling.refuse_unless_open, house.store, owned.row.id, ballot, owned.voter)
    await house.store.post(owned.row.id, "vote", polling.message(ballot, "", close=True))
    return await asyncio.to_thread(polling.paper, house.store, owned.row.id, ballot, owned.voter)


async def _post(house: House, seen: Visible, ballot: str, message: str) -> bodies.BallotPaper:
    id = await house.store.post(seen.row.id, "vote", message)
    await asyncio.to_thread(polling.check_counted, house.store, seen.row.id, ballot, id)
    return await asyncio.to_thread(polling.paper, house.store, seen.row.id, ballot, seen.voter)
