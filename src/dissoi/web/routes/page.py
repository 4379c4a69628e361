"""``/`` and the files of the page, from the built bundle inside the package. Every path of the page is the same file:
which screen is shown, the page itself reads from its address. Not here: the API."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

SCREENS = ("/", "/history", "/settings", "/d/{rest:path}")
NOT_BUILT = (
    "Dissoi is running, but this copy was installed without its page.\n"
    "From a clone: make web. The API answers under /api, and dissoi watch ID shows a debate in the terminal.\n"
)


def static_folder() -> Path:
    return Path(str(resources.files("dissoi.web") / "static"))


def built() -> bool:
    return (static_folder() / "index.html").is_file()


def install(app: FastAPI) -> None:
    """Add the page's paths, last of all."""
    folder = static_folder()

    async def screen(request: Request) -> Response:
        index = folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, status_code=503)
        return FileResponse(index, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})

    for path in SCREENS:
        app.add_route(path, screen, methods=["GET", "HEAD"], include_in_schema=False)
    if (folder / "index.html").is_file():
        app.mount("/", StaticFiles(directory=folder, check_dir=False), name="page")
