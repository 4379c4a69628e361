"""Watches a debate that some process runs: first what was said, then what comes, until it ends, rests or Ctrl-C.

It reads the log and changes nothing but the inbox: leaving never touches the debate. Not here: running one
(``conduct.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from dissoi.cli import terminal
from dissoi.cli.booth import Booth
from dissoi.cli.conduct import INTERRUPTED, deliver, verdict_code
from dissoi.cli.options import Talk
from dissoi.cli.output import Output
from dissoi.cli.signals import Interrupts
from dissoi.cli.watcher import Watcher
from dissoi.engine.clock import stamp
from dissoi.engine.following import follow
from dissoi.errors import PersonNeededError
from dissoi.record.events import Event, Sealed
from dissoi.record.view import DebateView

if TYPE_CHECKING:
    from dissoi.engine.session import Session
    from dissoi.store.port import Store

LOOK = 2.0
"""Seconds between looks whether anybody runs the debate; two that find nobody say that it rests."""
RESTS = PersonNeededError.exit_code
"""The exit code where the debate goes on only when somebody resumes it. The watching itself was not interrupted."""


async def watch_to_the_end(session: Session, debate_id: str, out: Output, talk: Talk, *, asks: bool) -> int:
    """Show the debate from its first event until it ends or rests, and return the exit code."""
    store = session.store
    past = await asyncio.to_thread(store.events, debate_id)
    display = out.open()
    booth = Booth(store, debate_id, display, host=False) if asks else None
    live = False

    def on_event(event: Event, view: DebateView) -> None:
        if booth and live:  # a ballot of the past asks nobody
            booth.on_event(event, view)

    watcher = Watcher(display, on_event=on_event)
    task = asyncio.current_task()
    assert task is not None
    try:
        with Interrupts(task.cancel, task.cancel):
            display.begin(debate_id, DebateView())
            _show(watcher, past)
            if booth and watcher.view.polls:
                booth.open(watcher.view.polls[-1])
            live = True
            alone = await _until_it_rests(store, debate_id, watcher, past[-1][0].seq if past else 0)
            display.end(watcher.view)
    except asyncio.CancelledError:
        task.uncancel()
        display.close()
        talk.note(f"You watch no more; the debate is left as it is. Again: dissoi watch {debate_id}")
        return INTERRUPTED
    finally:
        display.close()
        if booth:
            await booth.close()
    await asyncio.to_thread(deliver, session, debate_id, watcher.view, out, talk)
    if alone and not watcher.view.awaiting:
        terminal.tell(f"resting: No process runs the debate {debate_id} now.")
        return RESTS
    code = verdict_code(debate_id, watcher.view, talk)
    return RESTS if watcher.view.pause == "user" else code


def _show(watcher: Watcher, past: list[Sealed]) -> None:
    for sealed in past:
        watcher(sealed)
    if watcher.failure is not None:
        raise watcher.failure


async def _until_it_rests(store: Store, debate_id: str, watcher: Watcher, after: int) -> bool:
    """Show what comes until the debate ends or is paused; True = nobody runs it, though it has not ended."""
    following = asyncio.ensure_future(_follow(store, debate_id, watcher, after))
    looking = asyncio.ensure_future(_until_alone(store, debate_id))
    both = (following, looking)
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for done in filter(asyncio.Future[None].done, both):
            await done  # raises what went wrong
        return not following.done()
    finally:
        for task in both:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):  # the first failure is on its way already
                await task


async def _follow(store: Store, debate_id: str, watcher: Watcher, after: int) -> None:
    if _rests(watcher):
        return
    async with contextlib.aclosing(follow(store, debate_id, after)) as items:
        async for item in items:
            watcher(item)
            if watcher.failure is not None:
                raise watcher.failure
            if _rests(watcher):
                return


def _rests(watcher: Watcher) -> bool:
    return watcher.view.status in ("paused", "finished")


async def _until_alone(store: Store, debate_id: str) -> None:
    missed = 0
    while missed < 2:
        held = await asyncio.to_thread(store.attended, [debate_id], stamp())
        missed = 0 if held else missed + 1
        await asyncio.sleep(LOOK if missed < 2 else 0)
