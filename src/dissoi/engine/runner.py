"""The runner: advances one debate from its log, appends each step's events, and only then shows them.

The only writer of a debate. It decides nothing: the graph names the next step, the fold keeps the state. Leaving the
stream does not exist here; who wants to look gives a ``sink``. Not here: line-ups (``line_up.py``), new branches
(``branch.py``), pacing old logs (``replay.py``).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Any

from dissoi.engine.clock import new_id, now, stamp
from dissoi.engine.presence import Presence
from dissoi.engine.tokens import TokenBatch, Voice
from dissoi.errors import ConflictError, DissoiError
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
    Envelope,
    Ephemeral,
    Event,
    NodeFinished,
    NodeStarted,
    RoleFailed,
    Sealed,
    TurnForfeited,
    seal,
)
from dissoi.record.setup import Limits, ModelChoice, Setup
from dissoi.record.view import DebateView, apply, fold
from dissoi.record.voting import Word, closing, words
from dissoi.store.port import Store

Sink = Callable[[Sealed | Ephemeral], None]
"""Gets each durable event after it is safe, and ephemeral ones as they come. Called on the event loop: be quick."""

OpenModel = Callable[[ModelChoice], ChatModel]

Say = Callable[[DebateView], Awaitable[Sequence[Event]]]
"""What a person's word adds to a debate as it stands. Raises ``ConflictError`` if it adds nothing to it."""

TRIES = 3
"""How often a person's word is put into a log before another process is said to have it."""
STEPS = 10_000
"""LangGraph's recursion limit: far above any timeline, so that only a bug reaches it."""


class Stop:
    """A request to stop after the running step. ``wanted``: pause the debate; ``leaving``: the process ends, and the
    debate stays for whoever picks it up."""

    def __init__(self) -> None:
        self.wanted = False
        self.leaving = False

    @property
    def asked(self) -> bool:
        return self.wanted or self.leaving


class Engine:
    """Runs debates on one store. Shared by all debates of a process; holds no state of any.

    ``worker``: the name under which other processes see it; a new one if empty.
    """

    def __init__(
        self, store: Store, open_model: OpenModel, prices: Prices, *, concurrency: int | None = None, worker: str = ""
    ) -> None:
        self.store = store
        self.presence = Presence(store, worker or new_id())
        self.open_model = open_model
        self.prices = prices
        self.gates = Gates(concurrency)

    async def create(self, setup: Setup, owner: str = "", *, hold: bool = False) -> str:
        """Write ``debate.created`` and return the new debate's id. Raises ``StoreError``.

        ``owner``: empty = the host. ``hold``: ``advance`` comes next, so nobody else may pick the debate up.
        """
        debate_id = new_id()
        sealed = seal(debate_id, 1, stamp(), DebateCreated(setup=setup), GENESIS)
        if hold:
            await self.presence.promise(debate_id)
        await self.store.create(debate_id, [sealed], owner=owner, holder=self.presence.worker if hold else None)
        return debate_id

    async def aclose(self) -> None:
        """No debate of this process runs any more."""
        await self.presence.close()

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
        takes the debate over or it has ended, and ``StoreError`` if the log cannot be written (nothing is lost: resume
        goes on). A failed model or a spent budget is no exception: the view says so.
        """
        stop = stop or Stop()
        lane = self.gates.lane()
        async with lane.work():
            voice = await self.presence.hold(debate_id)
            taking = asyncio.ensure_future(self.store.take(debate_id, self.presence.worker))
            try:
                epoch = await asyncio.shield(taking)
                past = await asyncio.to_thread(self.store.events, debate_id)
                run = Run(self, debate_id, epoch, past, sink, lane, voice)
                return await run.advance(stop, limits, models)
            finally:
                await self._let_go(debate_id, voice, taking, stop)

    async def _let_go(self, debate_id: str, voice: Voice, taking: asyncio.Future[int], stop: Stop) -> None:
        """Give the debate up, however its run ended; it was taken even if nobody waited for that any more."""
        epoch: int | None = None
        if not stop.leaving:
            with suppress(DissoiError):  # it was said already, if anybody waited
                epoch = await taking
        await self.presence.let_go(debate_id, voice, epoch)


class Run:
    """One writer's turn at one debate."""

    def __init__(
        self, engine: Engine, debate_id: str, epoch: int, past: Sequence[Sealed], sink: Sink | None, lane: Lane,
        voice: Voice,
    ) -> None:  # fmt: skip
        self._engine, self._store, self._lane, self._voice = engine, engine.store, lane, voice
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
        if view.over:
            raise ConflictError(
                f"Debate {self._debate_id} has ended ({view.outcome}).",
                hint="Fork it to try another course.",
            )
        if view.status in ("paused", "finished") or limits or models:
            resumed = DebateResumed(limits=limits, models=models)
            await self._append([resumed])
            self._past.append(resumed)

    async def _run(self, gateway: Gateway, setup: Setup, stop: Stop) -> None:
        from dissoi.graph.build import compiled  # loads LangGraph: only a run pays for it, after its first output
        from dissoi.graph.state import Desk, InterruptedWait

        async def votes(ballot: str, after: int) -> list[Word]:
            return words(await asyncio.to_thread(self._store.inbox, self._debate_id, after), ballot)

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

        desk = Desk(
            format=Format.of(setup.rules), mind=mind, token=self._token, now=now, votes=votes, wait=wait,
            stopping=lambda: stop.asked,
        )  # fmt: skip
        stream: Any = compiled().astream(
            {"debate": self._past}, {"recursion_limit": STEPS}, context=desk,
            stream_mode=["tasks", "updates"] if self._sink else ["updates"], version="v2",
        )  # fmt: skip
        with suppress(InterruptedWait):
            async with aclosing(stream) as parts:
                async for part in parts:
                    await self._take(part)
                    if stop.asked and part["type"] == "updates":
                        return

    async def _take(self, part: Any) -> None:
        if part["type"] == "updates":
            for update in part["data"].values():
                if update:
                    self._flush()
                    await self._engine.presence.hush(self._debate_id, self._voice)
                    await self._append(update["debate"])
        elif self._sink:
            task = part["data"]
            kind = NodeFinished if "result" in task else NodeStarted
            self._sink(kind(node=task["name"], id=str(task["id"])))

    def _token(self, slot: str, role: str) -> Callable[[str, bool], None]:
        """Where the text of a slot goes: to the sink, and to whoever may look from another process."""
        voice, batch = self._voice, None
        if self._sink is not None:
            batch = self._batches[slot] = TokenBatch(slot, role, self._sink)

        def take(text: str, reset: bool) -> None:
            voice.take(slot, role, text, reset)
            if batch is not None:
                batch.take(text, reset)

        return take

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
    ended. An open ballot closes with what was sent to it until now."""

    async def stopped(view: DebateView) -> Sequence[Event]:
        ballots = [poll for poll in view.polls if not poll.closed]
        sent = await asyncio.to_thread(store.inbox, debate_id, view.inbox) if ballots else []
        closed = [event for poll in ballots for event in closing(poll, words(sent, poll.name))]
        return [*closed, DebateFinished(outcome="stopped", reason="stopped by the user")]

    return await _intervene(store, debate_id, stopped)


async def pause(store: Store, debate_id: str) -> DebateView:
    """Let a debate rest now, fencing off whoever advances it; what its model was saying is asked for again later.

    Raises ``ConflictError`` if it has ended or rests already.
    """

    async def paused(view: DebateView) -> Sequence[Event]:
        if view.status == "paused":
            raise ConflictError(f"Debate {debate_id} is paused already.", hint="Resume it, and it goes on.")
        return [DebatePaused(reason="user", detail="paused by the host")]

    return await _intervene(store, debate_id, paused)


async def skip(store: Store, debate_id: str) -> DebateView:
    """Pass over the slot that has the floor, fencing off whoever advances the debate. Nobody does afterwards.

    Raises ``ConflictError`` if it has ended or nobody has the floor.
    """

    async def skipped(view: DebateView) -> Sequence[Event]:
        slot = next((slot for slot in view.slots if slot.id == view.floor), None)
        if slot is None:
            raise ConflictError("Nobody has the floor now, so there is no turn to skip.")
        return [TurnForfeited(
            slot=slot.id, seat=slot.seat, side=slot.side, reason="passed", detail="skipped by the host"
        )]  # fmt: skip

    return await _intervene(store, debate_id, skipped)


async def _intervene(store: Store, debate_id: str, say: Say) -> DebateView:
    """Append what ``say`` makes of the view, from outside of any run.

    What cannot be done disturbs no run: it is found out before the debate is taken. A run that begins in the same
    moment takes it in between, which it does but once; then this takes it again.
    """
    tries = TRIES
    while True:
        await say((await _standing(store, debate_id))[0])
        epoch = await store.take(debate_id)
        view, last = await _standing(store, debate_id)
        sealed: list[Sealed] = []
        for event in await say(view):
            sealed.append(seal(debate_id, last.seq + 1, stamp(), event, last.hash))
            view, last = apply(view, event), sealed[-1][0]
        tries -= 1
        try:
            await store.append(debate_id, epoch, sealed)
            return view
        except ConflictError:
            if not tries:
                raise


async def _standing(store: Store, debate_id: str) -> tuple[DebateView, Envelope]:
    """The debate as it stands, and its last event. Raises ``ConflictError`` if it has ended."""
    past = await asyncio.to_thread(store.events, debate_id)
    view = fold(envelope.event for envelope, _ in past)
    if view.status == "finished":
        raise ConflictError(f"Debate {debate_id} has ended already ({view.outcome}).")
    return view, past[-1][0]
