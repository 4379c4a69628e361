"""The real application without a network: the host, owners with tokens, share links. ``say`` is one request.

For tests of who may and of odd input; nothing runs here (no lifespan). Not here: a server as a process (``kit.py``).
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import httpx

from dissoi.engine.clock import stamp
from dissoi.engine.session import Session
from dissoi.settings import load
from dissoi.store.keys import digest, new_secret
from dissoi.web.app import create_app
from tests.store.samples import plain
from tests.web.tiny import HERE

FLAG = re.compile(r"[\s(`']--[a-z]")
"""An option of the command line, as a sentence would name it."""
HOST_TOKEN = "the-hosts-own-token!"
"""For ``DISSOI_TOKEN``, which is read when the application is made."""


class Town:
    """An empty database in ``folder``, and the application on it."""

    def __init__(self, folder: Path) -> None:
        environment = {"DISSOI_DATABASE_URL": f"sqlite:///{folder / 'dissoi.db'}"}
        self.session = Session(load({"models": "scripted:demo"}, environment, folder))
        self.store = self.session.store
        self.app = create_app(self.session)
        self._fresh = itertools.count()

    async def debate(self, owner: str) -> str:
        """A new one, in which not much happens."""
        debate_id = f"fresh{next(self._fresh)}"
        await self.store.create(debate_id, plain(debate_id, 6), owner=owner)
        return debate_id

    async def token(self, owner: str, until: str | None = None) -> str:
        secret = new_secret()
        await self.store.grant(digest(secret), "owner", owner, None, "all", owner, stamp(), until)
        return secret

    async def share(self, debate_id: str, may: Any, days: float = 1) -> str:
        made = await self.app.state.access.share(self.store.row(debate_id), may, days)
        assert made.token is not None
        return made.token

    async def say(self, method: str, where: str, *, secret: str | None = None, **more: Any) -> httpx.Response:
        """``secret``: sent as a bearer."""
        headers = dict(more.pop("headers", {}))
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url=HERE, headers=headers) as client:
            return await client.request(method, where, **more)


def said(answer: httpx.Response) -> tuple[int, str]:
    """Status, and code if the answer is a problem document."""
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    return answer.status_code, answer.json()["code"] if is_problem else ""


def problem(answer: httpx.Response) -> tuple[int, str, str | None]:
    """Status, code and field; it is one clear sentence, says nothing of the machine nor what to type on a command line,
    and fits a screen."""
    document = answer.json()
    detail = document["detail"]
    assert answer.headers["content-type"] == "application/problem+json"
    assert detail.endswith((".", "?")) and "\n" not in detail and len(detail) < 500, detail
    assert not [word for word in ("Traceback", "pydantic", "sqlite", str(Path.home())) if word in answer.text]
    assert not FLAG.search(f"{document['title']} {detail} {document['hint']}"), document
    return document["status"], document["code"], document.get("field")
