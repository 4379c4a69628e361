"""``…/shares``: links that let others watch one debate, or vote in it, until they expire or are revoked."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, status

from dissoi.errors import UnknownNameError
from dissoi.web import bodies
from dissoi.web.routes.deps import PROBLEMS, HouseDep, Owned, access_of

router = APIRouter(prefix="/api/debates/{debate_id}/shares", tags=["shares"], responses=PROBLEMS)


@router.get("")
async def list_shares(owned: Owned, house: HouseDep) -> bodies.Shares:
    """The links of the debate that hold, without their tokens: those are not kept."""
    grants = await asyncio.to_thread(house.store.grants, kind="share", debate_id=owned.row.id)
    return bodies.Shares(
        shares=[
            bodies.Share(
                id=g.id, may="vote" if g.may == "vote" else "watch", created_at=g.created_at, expires_at=g.expires_at
            )
            for g in grants
        ]
    )


@router.post("", status_code=status.HTTP_201_CREATED)
async def share(wish: bodies.ShareRequest, owned: Owned, request: Request) -> bodies.Share:
    """A new link. Its token is given here and never again."""
    return await access_of(request).share(owned.row, wish.may, wish.days)


@router.delete("/{share_id}", status_code=status.HTTP_204_NO_CONTENT)
async def revoke(share_id: int, owned: Owned, request: Request, house: HouseDep) -> None:
    """The link stops working at once."""
    grants = await asyncio.to_thread(house.store.grants, kind="share", debate_id=owned.row.id)
    if share_id not in {g.id for g in grants}:
        raise UnknownNameError("share link", str(share_id), hint="It may have expired or been revoked already.")
    await access_of(request).revoke(share_id)
