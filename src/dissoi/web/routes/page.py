"""``/`` and the files of the page, from the built bundle inside the package. Every path of the page is the same file:
which screen is shown, the page itself reads from its address. Not here: the API."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

SCREENS = ("/", "/history", "/settings", "/d/{rest:path}")
_NO_SCREENS = ("api", "ws", "assets")
NOT_BUILT = (
    "Dissoi is running, but this copy was installed without its page.\n"
    "From a clone: make web. The API answers under /api, and dissoi watch ID shows a debate in the terminal.\n"
)


def static_folder() -> Path:
    return Path(str(resources.files("dissoi.web") / "static"))


def built() -> bool:
    return (static_folder() / "index.html").is_file()


class _Files(StaticFiles):
    """The files of the page. Whoever types an address that leads nowhere reads so on the page; programs get a problem
    document, and so does everybody below ``/api`` and ``/ws``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            reads = "text/html" in Request(scope).headers.get("accept", "")
            if error.status_code != 404 or not reads or path.split("/")[0] in _NO_SCREENS:
                raise
            return _page(self._index, status=404)


class _Rest(Mount):
    """All that no other path takes. Below ``/api`` and ``/ws`` nothing is a file: there the routes say 404 and 405."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].split("/")[1] in ("api", "ws"):
            return Match.NONE, {}
        return super().matches(scope)


def _page(index: Path, status: int = 200) -> Response:
    headers = {"cache-control": "no-cache"}
    return FileResponse(index, status, media_type="text/html; charset=utf-8", headers=headers)


def install(app: FastAPI) -> None:
    """Add the page's paths, last of all."""
    folder = static_folder()

    async def screen(request: Request) -> Response:
        index = folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, status_code=503)
        return _page(index)

    for path in SCREENS:
        app.add_route(path, screen, methods=["GET", "HEAD"], include_in_schema=False)
    if (folder / "index.html").is_file():
        app.routes.append(_Rest("/", _Files(folder), name="page"))
