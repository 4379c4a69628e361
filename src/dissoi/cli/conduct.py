"""Conducts one debate at the terminal: display, interruptions, votes, the result and its exit code.

Used by ``debate``, ``resume`` and ``fork``. Not here: composing a debate (``debate.py``), running it (the engine).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dissoi.cli import paper_files, terminal, wording
from dissoi.cli.booth import Booth
from dissoi.cli.display import Display
from dissoi.cli.options import Talk
from dissoi.cli.output import Output
from dissoi.cli.signals import Interrupts
from dissoi.cli.watcher import Watcher
from dissoi.errors import ConflictError, StoppedError, StoreError
from dissoi.record.events import BudgetReached, TurnStarted
from dissoi.record.setup import Limits, ModelChoice
from dissoi.record.view import DebateView, fold

if TYPE_CHECKING:
    from dissoi.engine.runner import Stop
    from dissoi.engine.session import Session
    from dissoi.store.port import Store

INTERRUPTED = 130
PATIENCE = 10
"""Tenths of a second that a process whose debate was taken over waits for the reason."""
_LIFTS = {"budget": "--budget USD (or none)", "max_calls": "--max-calls N (or none)"}
_PAUSES = {"user": INTERRUPTED, "budget": 4, "provider": 3, "person": 5, "store": 2}


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a resume changes."""

    limits: Limits | None = None
    models: dict[str, ModelChoice] | None = None


@contextlib.contextmanager
def interruptible(talk: Talk) -> Generator[tuple[Stop, list[Display]]]:
    """Within it the first Ctrl-C sets ``Stop.wanted``, the second cancels this task. Displays that are open when it
    comes are told through the list."""
    from dissoi.engine.runner import Stop

    stop, open_displays = Stop(), list[Display]()
    task = asyncio.current_task()
    assert task is not None

    def first() -> None:
        stop.wanted = True
        words = "Stopping after this step (again to quit now)."
        open_displays[-1].note(words) if open_displays else terminal.tell(words)

    with Interrupts(first, task.cancel):
        try:
            yield stop, open_displays
        except asyncio.CancelledError:
            task.uncancel()
            raise StoppedError("Interrupted while getting ready; nothing was changed.") from None


async def conduct(
    session: Session, debate_id: str, output: Output, talk: Talk, *, stop: Stop, displays: list[Display],
    no_input: bool, fresh: bool = True, amendment: Amendment = Amendment(),
) -> int:  # fmt: skip
    """Run the debate to its end or rest and return the exit code. ``fresh``: show what the log holds already, too."""
    store = session.store
    past = await asyncio.to_thread(store.events, debate_id)
    display = output.open()
    displays.append(display)
    booth = Booth(store, debate_id, display, host=True) if terminal.person(no_input) else None
    task = asyncio.current_task()
    assert task is not None
    watcher = Watcher(
        display, None if fresh else fold(e.event for e, _ in past),
        on_event=booth.on_event if booth else None, on_failure=task.cancel,
    )  # fmt: skip
    try:
        display.begin(debate_id, watcher.view)
        if fresh:
            for sealed in past:
                watcher(sealed)
        elif booth and watcher.view.polls:
            booth.open(watcher.view.polls[-1])
        view = await session.engine.advance(
            debate_id, sink=watcher, stop=stop, limits=amendment.limits, models=amendment.models
        )
        display.end(view)
    except asyncio.CancelledError:
        display.close()
        task.uncancel()
        talk.note(f"Interrupted. Go on with: dissoi resume {debate_id}")
        if watcher.failure is not None:
            raise watcher.failure from None
        return INTERRUPTED
    except ConflictError:
        display.close()
        done = None if watcher.view.outcome else await _from_elsewhere(store, debate_id)
        if done is None:
            raise
        talk.note(f"The debate was {done} from elsewhere.")
        if done == "paused":
            talk.note(f"  dissoi resume {debate_id}")
        return INTERRUPTED
    except StoreError as error:
        error.hint = f"{error.hint} Then go on with: dissoi resume {debate_id}".strip()
        raise
    finally:
        display.close()
        displays.remove(display)
        if booth:
            await booth.close()
    await asyncio.to_thread(deliver, session, debate_id, view, output, talk)
    return verdict_code(debate_id, view, talk)


async def _from_elsewhere(store: Store, debate_id: str) -> str | None:
    """What who took the debate over did to it, unless it goes on there: ``stopped`` or ``paused``. It fences first and
    tells afterwards: give it a moment."""
    for _ in range(PATIENCE):
        row = await asyncio.to_thread(store.row, debate_id)
        if row.outcome == "stopped" or row.status == "paused":
            return row.outcome or row.status
        await asyncio.sleep(0.1)
    return None


def deliver(session: Session, debate_id: str, view: DebateView, output: Output, talk: Talk) -> None:
    """The document, the exported file, what it cost, and what can be done next."""
    if output.json:
        terminal.data(paper_files.document(session.store.events(debate_id)))
    if output.file:
        path = paper_files.write(session.store.events(debate_id), paper_files.kind_of(output.file), output.file)
        talk.note(f"Written to {path}.")
    cost = wording.usage(view.usage)
    aside = f"Debate {debate_id} · {cost}"
    talk.note(aside) if output.silent else terminal.say(terminal.wrapped(aside, terminal.width()))
    for command in _next_commands(session, debate_id, view):
        talk.note(f"  {command}")


def _next_commands(session: Session, debate_id: str, view: DebateView) -> list[str]:
    lift = ""
    if view.pause == "budget":
        log = (envelope.event for envelope, _ in session.store.events(debate_id))
        reached = [event.limit for event in log if isinstance(event, BudgetReached)]
        lift = _LIFTS.get(reached[-1], "") if reached else ""
    return wording.next_commands(debate_id, view, _way_out(session, debate_id, view), lift)


def _way_out(session: Session, debate_id: str, view: DebateView) -> int | None:
    """The event at which a side got the floor and never used it: a fork there asks it again."""
    silent = wording.mute(view)
    if silent is None:
        return None
    log = (envelope for envelope, _ in session.store.events(debate_id))
    return next((e.seq for e in log if isinstance(e.event, TurnStarted) and e.event.slot == silent.slot), None)


def verdict_code(debate_id: str, view: DebateView, talk: Talk) -> int:
    """The exit code of a debate that has ended or rests, and one sentence if it is not 0."""
    if view.status == "paused":
        terminal.tell(f"paused[{view.pause}]: {view.reason}".strip())
        return _PAUSES.get(view.pause, 3)
    if view.awaiting:
        terminal.tell("paused[person]: A person has the floor and was not asked.")
        return _PAUSES["person"]
    if view.outcome in ("unresolved", "failed") and view.failures:
        terminal.tell(f"unresolved[provider]: {view.failures[-1].message}")
        silent = wording.mute(view)
        if silent:
            terminal.tell(f"  A fork asks {silent.side} again; -m {silent.side}=MODEL gives it another model.")
        elif wording.judges_failed(view):
            terminal.tell(f"  dissoi resume {debate_id} asks those who failed again.")
        return _PAUSES["provider"]
    return 0
