"""The voting booth: asks the person at the terminal for a vote while a ballot is open, and posts it to the inbox.

The question never blocks the debate: a thread of its own reads lines, since no terminal can be read otherwise on every
platform. Not here: ``dissoi vote`` (``vote.py``), counting (the engine).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

from dissoi.cli import terminal
from dissoi.cli.display import Display
from dissoi.errors import UnknownNameError
from dissoi.record.events import Event, VoteClosed, VoteOpened
from dissoi.record.text import flat
from dissoi.record.transcript import Poll
from dissoi.record.view import DebateView
from dissoi.record.voting import HOST
from dissoi.store.port import Store

ABSTAIN = "abstain"
SECONDS = 60
"""How long a ballot stays open when somebody sits at the terminal."""


def body(ballot: str, voter: str, choice: str | None = None, *, withdraw: bool = False, close: bool = False) -> str:
    """The inbox message of a vote. ``withdraw``: take the voter's vote back; ``close``: close the ballot after it. A
    message without a voter is no vote."""
    flags = {name: True for name, on in (("withdraw", withdraw), ("close", close)) if on}
    return json.dumps({"ballot": ballot, "voter": voter, "choice": choice, **flags}, ensure_ascii=False)


def voter_name(name: str | None = None) -> str:
    """The name that a vote is counted under: the last vote of a name counts. Without one, the host's, as on the page:
    one person has one vote."""
    return flat(name or "")[:40] or HOST


def chosen(text: str, options: Sequence[str]) -> str | None:
    """The option that ``text`` names, in full or by a beginning that only one has; None = abstains.

    Raises ``UnknownNameError`` with the nearest one.
    """
    word = flat(text).lower()
    if not word:
        return None
    known = {option.lower(): option for option in options} | {ABSTAIN: None}
    if word in known:
        return known[word]
    fitting = [option for option in known if option.startswith(word)]
    if len(fitting) == 1:
        return known[fitting[0]]
    raise UnknownNameError("choice", word[:40], known)


class Booth:
    """Asks at each ballot that opens. ``close`` ends it and raises what went wrong, if the store did.

    ``host``: who sits here runs the debate, which need not wait for anybody else: the vote closes the ballot.
    """

    def __init__(self, store: Store, debate_id: str, display: Display, *, host: bool) -> None:
        self._store, self._debate_id, self._display, self._host = store, debate_id, display, host
        self._lines: asyncio.Queue[str] | None = None
        self._asking: asyncio.Task[None] | None = None

    def on_event(self, event: Event, view: DebateView) -> None:
        if isinstance(event, VoteOpened):
            self.open(view.poll(event.ballot))
        elif isinstance(event, VoteClosed) and self._asking is not None:
            self._asking.cancel()

    def open(self, poll: Poll | None) -> None:
        """Ask, if there is time to answer."""
        if poll is None or poll.closed or _seconds_left(poll) < 1:
            return
        self._asking = asyncio.create_task(self._ask(poll))

    async def _ask(self, poll: Poll) -> None:
        if self._lines is None:
            self._lines = asyncio.Queue()
            _read_lines(asyncio.get_running_loop(), self._lines)
        self._display.rest(on=True)
        try:
            choice = await self._answer(poll, self._lines)
            await self._store.post(self._debate_id, "vote", body(poll.name, voter_name(), choice, close=self._host))
        finally:
            self._display.rest(on=False)

    async def _answer(self, poll: Poll, lines: asyncio.Queue[str]) -> str | None:
        words = "/".join((*poll.options, ABSTAIN))
        seconds = _seconds_left(poll)
        while True:
            terminal.tell(f"Your vote ({words}; Enter abstains; {seconds} s)?")
            try:
                return chosen(await lines.get(), poll.options)
            except UnknownNameError as error:
                terminal.tell(str(error))
                seconds = _seconds_left(poll)

    async def close(self) -> None:
        if self._asking is None:
            return
        self._asking.cancel()
        found = (await asyncio.gather(self._asking, return_exceptions=True))[0]
        if isinstance(found, Exception):
            raise found


def _seconds_left(poll: Poll) -> int:
    return int((datetime.fromisoformat(poll.closes_at) - datetime.now(UTC)).total_seconds() + 0.5)


def _read_lines(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str]) -> None:
    """Start the thread that reads the terminal. It reads the descriptor itself: a thread that waits inside
    ``sys.stdin`` would hold a lock that the interpreter needs to end."""
    number, encoding = sys.stdin.fileno(), sys.stdin.encoding or "utf-8"

    def read() -> None:
        rest = b""
        while True:
            try:
                chunk = os.read(number, 4096)
                *whole, rest = (rest + (chunk or b"\n")).split(b"\n")
                for line in whole:
                    loop.call_soon_threadsafe(lines.put_nowait, line.decode(encoding, errors="replace"))
            except (OSError, RuntimeError):  # the terminal or the loop is gone: nobody waits for an answer
                return
            if not chunk:
                return

    threading.Thread(target=read, name="dissoi-vote", daemon=True).start()
