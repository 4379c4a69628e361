"""What routes are given: the house, the access rules, and the debate that a path names.

Not here: what is decided with them.
"""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import Depends, Request

from dissoi.web.access import Access, Asker, Visible, owned, visible
from dissoi.web.bodies import Problem
from dissoi.web.house import House
from dissoi.web.rates import Rates

__all__ = ["PROBLEMS", "Asker", "HouseDep", "Owned", "RatesDep", "Seen", "access_of", "house_of"]


def house_of(request: Request) -> House:
    return cast("House", request.app.state.house)


def access_of(request: Request) -> Access:
    return cast("Access", request.app.state.access)


def _rates(request: Request) -> Rates:
    return cast("Rates", request.app.state.rates)


HouseDep = Annotated[House, Depends(house_of)]
RatesDep = Annotated[Rates, Depends(_rates)]
Seen = Annotated[Visible, Depends(visible)]
Owned = Annotated[Visible, Depends(owned)]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "content": {"application/problem+json": {}}, "description": words}
    for status, words in {
        401: "Nobody is signed in.",
        403: "The asker may not do this.",
        404: "There is no such thing, or it is somebody else's.",
        409: "It cannot be done as things stand.",
        413: "The body is too large.",
        415: "The body is of the wrong kind.",
        421: "The server does not answer for this name.",
        422: "The request is wrong; `field` says where.",
        429: "Too many; `Retry-After` says when to try again.",
        502: "A model provider cannot be used as it is asked for: no key, for example.",
        503: "The database or the engine cannot be used now.",
    }.items()
}
