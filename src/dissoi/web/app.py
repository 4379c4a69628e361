"""The application: routes, guard and house put together. One per session; ``serving.py`` runs it.

Not here: what any route does (``routes/``), who may (``access.py``), what never gets as far as a route (``guard.py``).
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from importlib.metadata import version

from fastapi import FastAPI

from dissoi.engine.session import Session
from dissoi.web import guard, problems
from dissoi.web.access import Access
from dissoi.web.house import House
from dissoi.web.rates import Rates
from dissoi.web.routes import catalogue, course, debates, health, page, session, shares, votes, watch

DESCRIPTION = (
    "Debates between AI models and people. A debate runs on the server whatever its viewers do; all that is shown is "
    "the fold of its events. Errors are RFC 9457 problem documents with a stable code."
)


def create_app(opened: Session, *, address: str | None = None) -> FastAPI:
    """The application on a session, which stays the caller's to close. ``address``: where the page is reached, for
    links and cookies (``http://127.0.0.1:8321``)."""
    house = House(opened)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with house.open():
            yield

    app = FastAPI(
        title="Dissoi",
        version=version("dissoi"),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # an address with a slash too many is another one: it leads nowhere
        separate_input_output_schemas=False,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.house = house
    app.state.rates = Rates(opened.settings)
    app.state.access = Access(opened.store, opened.settings, address=address)
    problems.install(app)
    for room in (health, session, catalogue, debates, course, votes, shares, watch):
        app.include_router(room.router)
    page.install(app)
    guard.install(app, opened.settings)
    return app
