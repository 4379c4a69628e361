"""``/api/session``: who the asker is, signing in with a ticket, a token or a share link, signing out.

Not here: what a token is worth (``access.py``).
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response, status

from dissoi.errors import UsageError
from dissoi.web import bodies
from dissoi.web.routes.deps import PROBLEMS, Asker, access_of

router = APIRouter(prefix="/api/session", tags=["session"], responses=PROBLEMS)


@router.get("")
async def who(asker: Asker) -> bodies.Session:
    """The asker. 401 if nobody is signed in."""
    return bodies.Session(owner=asker.owner, name=asker.name, host=asker.host)


@router.post("")
async def sign_in(said: bodies.SignIn, request: Request, response: Response) -> bodies.Session:
    """Exchange a ticket, a token or a share link for a cookie."""
    given = [name for name in ("ticket", "token", "share") if getattr(said, name)]
    if len(given) != 1:
        raise UsageError("Exactly one of ticket, token and share is needed.", hint="Send one of them.")
    return await access_of(request).sign_in(request, response, **{given[0]: getattr(said, given[0])})


@router.delete("", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out(request: Request, response: Response) -> None:
    """Forget the asker's cookies; the token of this browser is revoked."""
    await access_of(request).sign_out(request, response)
