"""The runner: advances one debate from its log, appends each step's events, and only then shows them.

The only writer of a debate. It decides nothing: the graph names the next step, the fold keeps the state. Leaving the
stream does not exist here; who wants to look gives a ``sink``. Not here: line-ups (``line_up.py``), new branches
(``branch.py``), pacing old logs (``replay.py``).
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

from dissoi.engine.clock import new_id, now, stamp
from dissoi.engine.tokens import TokenBatch
from dissoi.errors import ConflictError
from dissoi.formats.schema import Format
from dissoi.models.gateway import Gateway, Prices
from dissoi.models.patience import Gates, Lane
from dissoi.models.port import ChatModel, Mind
from dissoi.record.events import (
    GENESIS,
    DebateCreated,
    DebateFinished,
    DebatePaused,
    DebateResumed,
    Ephemeral,
    Event,
    NodeFinished,
    NodeStarted,
    RoleFailed,
    Sealed,
    seal,
)
from dissoi.record.setup import Limits, ModelChoice, Setup
from dissoi.record.view import DebateView, apply, fold
from dissoi.store.port import Store

Sink = Callable[[Sealed | Ephemeral], None]
"""Gets each durable event after it is safe, and ephemeral ones as they come. Called on the event loop: be quick."""

OpenModel = Callable[[ModelChoice], ChatModel]

STEPS = 10_000
"""LangGraph's recursion limit: far above any timeline, so that only a bug reaches it."""


class Stop:
    """A request to stop after the running step; ``reason`` goes into ``debate.paused``."""

    def __init__(self) -> None:
        self.wanted = False


class Engine:
    """Runs debates on one store. Shared by all debates of a process; holds no state of any."""

    def __init__(self, store: Store, open_model: OpenModel, prices: Prices, *, concurrency: int | None = None) -> None:
        self.store = store
        self.open_model = open_model
        self.prices = prices
        self.gates = Gates(concurrency)

    async def create(self, setup: Setup) -> str:
        """Write ``debate.created`` and return the new debate's id. Raises ``StoreError``."""
        debate_id = new_id()
        sealed = seal(debate_id, 1, stamp(), DebateCreated(setup=setup), GENESIS)
        await self.store.create(debate_id, [sealed])
        return debate_id

    async def advance(
        self,
        debate_id: str,
        *,
        sink: Sink | None = None,
        stop: Stop | None = None,
        limits: Limits | None = None,
        models: dict[str, ModelChoice] | None = None,
    ) -> DebateView:
        """Run a debate until it ends, rests or is stopped; fresh, resumed and forked ones alike.

        ``limits`` and ``models`` replace those of the setup from here on. Raises ``ConflictError`` if another process
        takes the debate over, ``StoreError`` if the log cannot be written (nothing is lost: resume goes on), and
        ``UsageError`` if the debate has ended. A failed model or a spent budget is no exception: the view says so.
        """
        lane = self.gates.lane()
        async with lane.work():
            epoch = await self.store.take(debate_id)
            past = await asyncio.to_thread(self.store.events, debate_id)
            run = Run(self, debate_id, epoch, past, sink, lane)
            return await run.advance(stop or Stop(), limits, models)


class Run:
    """One writer's turn at one debate."""

    def __init__(
        self, engine: Engine, debate_id: str, epoch: int, past: Sequence[Sealed], sink: Sink | None, lane: Lane
    ) -> None:
        self._engine, self._store, self._lane = engine, engine.store, lane
        self._debate_id, self._epoch, self._sink = debate_id, epoch, sink
        self._seq, self._hash = (past[-1][0].seq, past[-1][0].hash) if past else (0, GENESIS)
        self._past = [envelope.event for envelope, _ in past]
        self.view = fold(self._past)
        self._batches: dict[str, TokenBatch] = {}

    async def advance(self, stop: Stop, limits: Limits | None, models: dict[str, ModelChoice] | None) -> DebateView:
        await self._reopen(limits, models)
        setup = self.view.setup
        assert setup is not None
        gateway = Gateway(
            self._debate_id, self._store.journal(self._debate_id, self._epoch), open_model=self._engine.open_model,
            prices=self._engine.prices, gates=self._engine.gates, lane=self._lane, limits=setup.limits, seed=setup.seed,
            now=stamp,
        )  # fmt: skip
        await gateway.restore()
        await self._run(gateway, setup, stop)
        if stop.wanted and self.view.status in ("new", "running"):
            await self._append([DebatePaused(reason="user", detail="stopped by the user")])
        return self.view

    async def _reopen(self, limits: Limits | None, models: dict[str, ModelChoice] | None) -> None:
        view = self.view
        if view.setup is None:
            raise ConflictError(f"Debate {self._debate_id} has no beginning.", hint="Run dissoi verify.")
        if view.status == "finished" and view.outcome != "unresolved":
            raise ConflictError(
                f"Debate {self._debate_id} has ended ({view.outcome}).",
                hint="Fork it to try another course: dissoi fork ID --at SEQ.",
            )
        if view.status in ("paused", "finished") or limits or models:
            resumed = DebateResumed(limits=limits, models=models)
            await self._append([resumed])
            self._past.append(resumed)

    async def _run(self, gateway: Gateway, setup: Setup, stop: Stop) -> None:
        from dissoi.graph.build import compiled  # loads LangGraph: only a run pays for it, after its first output
        from dissoi.graph.state import Desk, VoteMessage

        async def votes(ballot: str, after: int) -> list[VoteMessage]:
            found = await asyncio.to_thread(self._store.inbox, self._debate_id, after)
            bodies = [(m.id, json.loads(m.body)) for m in found if m.kind == "vote"]
            return [VoteMessage(id, b["voter"], b["choice"]) for id, b in bodies if b.get("ballot") in (None, ballot)]

        minds: dict[tuple[str, str, str], Mind] = {}
        unusable = Counter(
            event.id.rpartition("/")[2]
            for event in self._past
            if isinstance(event, RoleFailed) and event.kind == "malformed"
        )

        def mind(role: str, seat: str, side: str) -> Mind:
            key = (role, seat, side)
            if key not in minds:
                minds[key] = gateway.mind(setup.choice(role, seat=seat, side=side), role, unusable[seat or role])
            return minds[key]

        async def wait(seconds: float) -> None:
            async with self._lane.away():
                await asyncio.sleep(seconds)

        desk = Desk(format=Format.of(setup.rules), mind=mind, token=self._token, now=now, votes=votes, wait=wait)
        stream: Any = compiled().astream(
            {"debate": self._past}, {"recursion_limit": STEPS}, context=desk,
            stream_mode=["tasks", "updates"] if self._sink else ["updates"], version="v2",
        )  # fmt: skip
        async with aclosing(stream) as parts:
            async for part in parts:
                await self._take(part)
                if stop.wanted and part["type"] == "updates":
                    return

    async def _take(self, part: Any) -> None:
        if part["type"] == "updates":
            for update in part["data"].values():
                if update:
                    self._flush()
                    await self._append(update["debate"])
        elif self._sink:
            task = part["data"]
            kind = NodeFinished if "result" in task else NodeStarted
            self._sink(kind(node=task["name"], id=str(task["id"])))

    def _token(self, slot: str, role: str) -> Callable[[str, bool], None] | None:
        if self._sink is None:
            return None
        batch = self._batches[slot] = TokenBatch(slot, role, self._sink)
        return batch.take

    def _flush(self) -> None:
        for batch in self._batches.values():
            batch.flush()
        self._batches.clear()

    async def _append(self, events: Sequence[Event]) -> None:
        """Seal, store, and only then show. A pause that is already in force is not said twice (parallel branches)."""
        sealed: list[Sealed] = []
        view, seq, previous, at = self.view, self._seq, self._hash, stamp()
        for event in events:
            if isinstance(event, DebatePaused) and view.status == "paused":
                continue
            seq += 1
            link = seal(self._debate_id, seq, at, event, previous)
            sealed.append(link)
            previous, view = link[0].hash, apply(view, event)
        if not sealed:
            return
        await self._store.append(self._debate_id, self._epoch, sealed)
        self._seq, self._hash, self.view = seq, previous, view
        if self._sink:
            for link in sealed:
                self._sink(link)


async def stop(store: Store, debate_id: str) -> DebateView:
    """End a debate for good (``stopped``), fencing off whoever advances it. Raises ``ConflictError`` if it has
    ended."""
    epoch = await store.take(debate_id)
    past = await asyncio.to_thread(store.events, debate_id)
    view = fold(envelope.event for envelope, _ in past)
    if view.status == "finished":
        raise ConflictError(f"Debate {debate_id} has ended already ({view.outcome}).")
    last = past[-1][0]
    event = DebateFinished(outcome="stopped", reason="stopped by the user")
    await store.append(debate_id, epoch, [seal(debate_id, last.seq + 1, stamp(), event, last.hash)])
    return apply(view, event)
