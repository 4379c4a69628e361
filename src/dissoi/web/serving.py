"""Serving: checks that it can be done, binds, runs uvicorn, says where, and leaves in order.

Started by ``dissoi serve``. Not here: the application (``app.py``), what the debates do when it leaves (``house.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import logging
import os
import re
import socket
import webbrowser
from collections.abc import Callable, Generator
from importlib import resources
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from dissoi.engine.session import Session
from dissoi.errors import ConfigError, DissoiError, UsageError
from dissoi.settings import Settings, environment
from dissoi.web import doorman
from dissoi.web.access import BROWSER, Access, host_token
from dissoi.web.app import create_app
from dissoi.web.guard import BODY_LIMIT, is_loopback, is_wildcard

PATIENCE = 10.0
"""Seconds that debates get to finish their step after the first signal."""
CLOSING = 2
"""Seconds that open responses then get."""
INTERRUPTED = 130
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Say = Callable[[str], None]


def serve(settings: Settings, say: Say, *, ticket: bool, open_page: bool) -> int:
    """Serve until a signal comes, and return the exit code.

    ``say`` takes a line of talk; ``ticket``: may the address that it is told sign whoever reads it in? Raises
    ``ConfigError``, ``UsageError``, ``StoreError`` if the application cannot be served as the settings have it.
    """
    _log_plainly()
    with _bound(settings) as listener:
        settings = dataclasses.replace(settings, port=listener.getsockname()[1])
        session = Session(settings)
        config = None
        try:
            _refuse_open_door(settings, session)
            app = create_app(session, address=address(settings))
            config = _config(app, settings)
            server = _Server(config, app, say, lambda: _welcome(app, settings, say, ticket=ticket, open_page=open_page))
        except BaseException:
            session.close()
            raise
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            return runner.run(_run(server, session, listener))


async def _run(server: _Server, session: Session, listener: socket.socket) -> int:
    try:
        await session.store.leave(f"probe.{os.getpid()}")  # a database that cannot be written to says so here
        await server.serve(sockets=[listener])
    except SystemExit:  # how uvicorn says that the application did not start
        raise DissoiError("The web application could not be started.", hint="The reason stands above.") from None
    finally:
        await session.aclose()
    return INTERRUPTED if server.force_exit else 0


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app, http=doorman.protocol(settings.connections), ws="websockets-sansio", ws_max_size=BODY_LIMIT,
        lifespan="on", log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=CLOSING,
    )  # fmt: skip


class _Server(uvicorn.Server):
    """The first signal lets the debates go in order, the next one ends at once."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, say: Say, welcome: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._say, self._welcome = app, say, welcome
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._welcome()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by uvicorn between two instructions of whatever runs: all else is left to the loop."""
        if self._loop is None:
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self._signalled)

    def _signalled(self) -> None:
        if self._leaving is None:
            self._say("Stopping after the running steps (again to quit now).")
            self._leaving = asyncio.ensure_future(self._leave())
        else:
            self._leaving.cancel()
            self.should_exit = self.force_exit = True

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._app.state.house.leave()
        except TimeoutError:
            logging.getLogger("dissoi.web").warning(
                "Some debates did not finish their step; they go on at the next start."
            )
        finally:
            self.should_exit = True


def _welcome(app: FastAPI, settings: Settings, say: Say, *, ticket: bool, open_page: bool) -> None:
    """Say where the application is, and open it."""
    here = address(settings)
    access: Access = app.state.access
    if not (resources.files("dissoi.web") / "static" / "index.html").is_file():
        say("The page is not built here (make web builds it); the API is served all the same.")
    say(f"Dissoi is at {f'{here}#ticket={access.ticket()}' if ticket else here}")
    if ticket:
        say("The address signs you in once, within ten minutes. Ctrl-C stops.")
    else:
        say("To sign in: dissoi token --host")
    if not is_loopback(settings.host):
        say("Other machines can reach it, and what they send is not encrypted: put a proxy with TLS before it.")
    if open_page:
        page = f"{here}#ticket={access.ticket()}"
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, page)


def address(settings: Settings) -> str:
    """The address of the page, as a person on this machine can open it, or on another one if any can reach it."""
    host = _own_address(settings.host) if is_wildcard(settings.host) else settings.host.strip("[]")
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _own_address(wildcard: str) -> str:
    """Under which address others reach this machine: the one that it would send from. Sends nothing."""
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if ":" in wildcard else (socket.AF_INET, "192.0.2.1")
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((elsewhere, 9))
        return probe.getsockname()[0]
    return "localhost"


# --- what must be so before


def _refuse_open_door(settings: Settings, session: Session) -> None:
    """Other machines may reach the application only if there is a token: else nobody there could sign in, and
    whoever bound it so expected no door at all."""
    token = host_token(environment(Path.cwd()))
    if is_loopback(settings.host) or token:
        return
    grants = session.store.grants(kind="owner")
    if not any(grant.name != BROWSER or grant.owner for grant in grants):
        raise ConfigError(
            f"{settings.host} can be reached from other machines, and there is no token to sign in with.",
            hint="Make one with dissoi token --host, or set DISSOI_TOKEN.",
        )


@contextlib.contextmanager
def _bound(settings: Settings) -> Generator[socket.socket]:
    """A listening socket. Raises ``UsageError`` in one sentence."""
    where = f"{settings.host}:{settings.port}"
    try:
        found = socket.getaddrinfo(
            settings.host.strip("[]") or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise ConfigError(
            f"{settings.host!r} is no address of this machine.", hint="Give one by --host, for example 127.0.0.1."
        ) from error
    family, kind, proto, _, place = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    with socket.socket(family, kind, proto) as listener:
        try:
            if os.name == "posix":  # elsewhere it would let two servers share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(socket.SOMAXCONN)
        except OSError as error:
            raise _unbound(where, error) from error
        listener.setblocking(False)
        yield listener


def _unbound(where: str, error: OSError) -> DissoiError:
    match error.errno:
        case errno.EADDRINUSE:
            hint = "Is Dissoi served already? Else give another port by --port, 0 for a free one."
            return UsageError(f"Something else listens on {where}.", hint=hint)
        case errno.EACCES:
            return UsageError(f"This user may not listen on {where}.", hint="Give a port above 1023 by --port.")
        case _:
            reason = (error.strerror or type(error).__name__).lower()
            return ConfigError(f"{where} cannot be listened on: {reason}.", hint="Give another address by --host.")


class _Plain(logging.Formatter):
    """Lines without characters that a terminal would obey: what is logged may hold text of models."""

    def format(self, record: logging.LogRecord) -> str:
        return _CONTROLS.sub("", super().format(record))


def _log_plainly() -> None:
    """Warnings and what our own web modules say go to stderr. A program that has set up logging keeps its own way."""
    root: Any = logging.getLogger()
    if not root.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(_Plain("%(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
    logging.getLogger("dissoi.web").setLevel(logging.INFO)
