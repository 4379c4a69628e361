"""The house: the debates that this process runs. Each is a task of its own, whatever tabs do.

Starts, resumes, pauses, skips, ends and deletes debates; picks up what a dead process left; lets go in order when the
server stops. Not here: HTTP (``routes/``), what viewers get (``tail.py``), how a debate runs (the engine).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any

from dissoi.engine import branch, runner
from dissoi.engine.clock import stamp
from dissoi.engine.line_up import check_models
from dissoi.engine.process import make_ready
from dissoi.engine.runner import Stop
from dissoi.engine.session import Session
from dissoi.errors import ConflictError, DissoiError
from dissoi.record.setup import Limits, ModelChoice, Setup
from dissoi.store.port import DebateRow, Store
from dissoi.web.bodies import Problem
from dissoi.web.problems import problem
from dissoi.web.tail import Tail

SWEEP = 2.0
"""Seconds between looks for debates that a dead process left."""
LEAVING = 10.0
"""Seconds that debates get to finish their step when the server stops."""
BUG = "The debate stopped because of a bug in Dissoi."
_log = logging.getLogger("dissoi.web")


@dataclass(slots=True)
class Run:
    """A debate that runs here."""

    owner: str
    stop: Stop = field(default_factory=Stop)
    task: asyncio.Task[None] | None = None
    again: bool = False  # a retry: begin once more after this one was cancelled


class House:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.ready = asyncio.Event()
        self.failure = ""
        """Why the house cannot run debates; empty = it can, or will soon."""
        self.leaving = False
        self._runs: dict[str, Run] = {}
        self._tails: dict[str, Tail] = {}
        self._troubles: dict[str, Problem] = {}
        self._made: dict[tuple[str, str], asyncio.Future[str]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def store(self) -> Store:
        return self.session.store

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[House]:
        """The life of the server: loads the engine beside the first requests, then looks after what was left."""
        caring = asyncio.create_task(self._care())
        try:
            yield self
        finally:
            caring.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await caring
            await self.leave()

    async def _care(self) -> None:
        try:
            await asyncio.to_thread(make_ready)
        except Exception as error:
            self.failure = f"The engine cannot be loaded: {type(error).__name__}."
            _log.exception("The engine cannot be loaded.")
            raise
        self.ready.set()
        while True:
            try:
                await self._pick_up()
            except DissoiError as error:
                _log.warning("Debates that were left cannot be looked for: %s", error)
            await asyncio.sleep(SWEEP)

    async def _pick_up(self) -> None:
        for debate_id in await asyncio.to_thread(self.store.adrift, stamp()):
            if debate_id not in self._runs and not self.leaving:
                row = await asyncio.to_thread(self.store.row, debate_id)
                _log.info("Debate %s was left unfinished; it goes on here.", debate_id)
                self._start(debate_id, row.owner)

    # --- what debates there are

    def tail(self, debate_id: str) -> Tail:
        tail = self._tails.get(debate_id)
        if tail is None:
            idle = [id for id, one in self._tails.items() if not one.viewers and id not in self._runs]
            for id in idle:
                del self._tails[id]
            tail = self._tails[debate_id] = Tail(debate_id, self.store)
        return tail

    def here(self, debate_id: str) -> bool:
        return debate_id in self._runs

    def trouble(self, debate_id: str) -> Problem | None:
        return self._troubles.get(debate_id)

    def attended(self, row: DebateRow) -> bool:
        """Whether some process advances the debate now. Reads the store where it is not this one."""
        return row.id in self._runs or row.id in self.store.attended([row.id], stamp())

    def live(self, owner: str) -> int:
        """How many debates of an owner run here."""
        return sum(run.owner == owner for run in self._runs.values())

    # --- beginnings

    async def once(self, owner: str, key: str, make: Any) -> str:
        """``make()`` once for a key of an owner: a request that is sent twice makes one debate. An empty key makes
        always."""
        if not key:
            return await make()
        place = (owner, key)
        if place not in self._made:
            if len(self._made) >= 1000:
                self._made.pop(next(iter(self._made)))
            self._made[place] = asyncio.ensure_future(make())
        try:
            return await asyncio.shield(self._made[place])
        except Exception:
            self._made.pop(place, None)  # what failed may be tried again
            raise

    async def create(self, setup: Setup, owner: str) -> str:
        """A new debate that runs from now on. Raises ``ConfigError`` and its kin if a model cannot be opened."""
        self._open_or_refuse()
        await asyncio.to_thread(check_models, setup, self.session.models.open)
        debate_id = await self.session.engine.create(setup, owner=owner, hold=True)
        self._start(debate_id, owner)
        return debate_id

    async def fork(self, parent: str, seq: int, setup: Setup, changes: dict[str, Any], owner: str, *, run: bool) -> str:
        """Branch off; ``setup`` is what the changes come to."""
        self._open_or_refuse()
        if run or "models" in changes:
            await asyncio.to_thread(check_models, setup, self.session.models.open)
        debate_id = await branch.fork(self.store, parent, seq, changes, owner=owner)
        if run:
            self._start(debate_id, owner)
        return debate_id

    async def resume(
        self, debate_id: str, owner: str, limits: Limits | None, models: dict[str, ModelChoice] | None
    ) -> None:
        """Go on. Asked twice, it goes on once."""
        if debate_id in self._runs:
            return
        self._open_or_refuse()
        row = await asyncio.to_thread(self.store.row, debate_id)
        if row.over:
            raise ConflictError(f"The debate has ended ({row.outcome}).", hint="Fork it to try another course.")
        if await asyncio.to_thread(self.attended, row):
            raise ConflictError("Another process runs this debate already.", hint="Watch it here, or pause it first.")
        if debate_id not in self._runs:
            self._start(debate_id, owner, limits, models)

    def _open_or_refuse(self) -> None:
        if self.leaving:
            raise ConflictError("The server is stopping.", hint="Try again when it is back.")

    # --- running

    def _start(
        self, debate_id: str, owner: str, limits: Limits | None = None, models: dict[str, ModelChoice] | None = None
    ) -> None:
        run = self._runs[debate_id] = Run(owner)
        self._troubles.pop(debate_id, None)
        run.task = asyncio.create_task(self._advance(debate_id, run, limits, models))
        self._keep(run.task)
        self.tail(debate_id).course(attended=True, here=True, trouble=None)

    async def _advance(
        self, debate_id: str, run: Run, limits: Limits | None, models: dict[str, ModelChoice] | None
    ) -> None:
        try:
            await self.ready.wait()
            await self.session.engine.advance(
                debate_id, sink=self.tail(debate_id).feed, stop=run.stop, limits=limits, models=models
            )
        except asyncio.CancelledError:
            if not run.again:
                raise
        except DissoiError as error:
            if not (isinstance(error, ConflictError) and await self._taken(debate_id)):
                self._troubles[debate_id] = Problem(**problem(error))
                _log.warning("Debate %s stands still: %s", debate_id, error)
        except Exception:  # noqa: BLE001 - the last one to catch it; it is logged and shown
            self._troubles[debate_id] = Problem(**problem(DissoiError(BUG, hint="Its log is kept; resume goes on.")))
            _log.exception("Debate %s stopped because of a bug.", debate_id)
        finally:
            del self._runs[debate_id]
            if run.again and not self.leaving:
                self._start(debate_id, run.owner)
            elif not self.leaving:
                self._tell(debate_id)

    async def _taken(self, debate_id: str) -> bool:
        """Whether a conflict only says that somebody else ended, paused or took the debate over."""
        with contextlib.suppress(DissoiError):
            row = await asyncio.to_thread(self.store.row, debate_id)
            resting = row.status in ("paused", "finished")
            return resting or bool(await asyncio.to_thread(self.store.attended, [debate_id], stamp()))
        return True  # deleted

    def _tell(self, debate_id: str) -> None:
        trouble = self._troubles.get(debate_id)
        self.tail(debate_id).course(attended=False, here=False, trouble=trouble)

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- ends

    async def pause(self, debate_id: str) -> None:
        """After the running step where the debate runs here; at once where another process runs it. One that rests
        already goes on resting: who asks twice may be late the second time."""
        run = self._runs.get(debate_id)
        if run is not None:
            run.stop.wanted = True
            return
        try:
            await runner.pause(self.store, debate_id)
        except ConflictError:
            if (await asyncio.to_thread(self.store.row, debate_id)).status != "paused":
                raise

    async def stop(self, debate_id: str) -> None:
        """End the debate for good."""
        await runner.stop(self.store, debate_id)
        await self._cancel(debate_id)

    async def skip(self, debate_id: str) -> None:
        """Pass over the speech that is being made, and go on."""
        run = self._runs.get(debate_id)
        await runner.skip(self.store, debate_id)
        await self._cancel(debate_id)
        if run is not None and not self.leaving and debate_id not in self._runs:
            self._start(debate_id, run.owner)

    async def retry(self, debate_id: str) -> None:
        """Ask the model again that has not answered. Raises ``ConflictError`` where the debate does not run here."""
        run = self._runs.get(debate_id)
        if run is None or run.task is None:
            raise ConflictError("The debate does not run on this server now.", hint="Resume it instead.")
        run.again = True
        run.task.cancel()

    async def delete(self, row: DebateRow) -> None:
        """Remove a debate for good. Raises ``ConflictError`` while another process runs it."""
        if row.id not in self._runs and await asyncio.to_thread(self.attended, row):
            raise ConflictError("Another process runs this debate.", hint="Stop it first.")
        await self._cancel(row.id)
        await self.store.delete(row.id)
        tail = self._tails.pop(row.id, None)
        if tail is not None:
            tail.close()
        self._troubles.pop(row.id, None)

    async def _cancel(self, debate_id: str) -> None:
        run = self._runs.get(debate_id)
        if run is not None and run.task is not None:
            run.task.cancel()
            await asyncio.wait({run.task})

    async def leave(self) -> None:
        """The server stops: viewers go, each debate finishes its step and stays for whoever picks it up."""
        if self.leaving:
            return
        self.leaving = True
        for tail in self._tails.values():
            tail.close()
        for run in self._runs.values():
            run.stop.leaving = True
        running = {run.task for run in self._runs.values() if run.task is not None}
        if running:
            _, late = await asyncio.wait(running, timeout=LEAVING)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)
