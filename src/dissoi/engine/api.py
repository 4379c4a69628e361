"""The Python interface: ``debate``, ``adebate``, ``stream``, ``replay``. What it leaves open, the settings decide.

A result is returned when the debate has ended: verdict, draw, unresolved, stopped. What keeps it from ending (provider,
budget, a person, a stop) is raised as a typed error whose hint names the debate; its log is kept and can be resumed.
Not here: commands and displays (``cli/``), how a debate runs (``runner.py``).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast, get_args

from dissoi.engine.line_up import Wish, check_models, compose, names
from dissoi.engine.result import Result
from dissoi.engine.session import Session
from dissoi.errors import (
    BudgetError,
    DissoiError,
    PersonNeededError,
    ProviderError,
    ProviderKind,
    StoppedError,
    UnknownNameError,
    UsageError,
)
from dissoi.formats.load import load as load_format
from dissoi.record.events import BudgetReached, Envelope, Ephemeral, Sealed
from dissoi.record.setup import ModelChoice
from dissoi.record.view import DebateView
from dissoi.settings import Settings, environment, load
from dissoi.store import open_store

Item = Envelope | Ephemeral
"""What a stream yields: durable events in their envelopes, and tokens and steps that are never stored."""


class Options(TypedDict, total=False):
    """Options of a debate. One that is left out or None falls to the settings, as on the command line.

    ``models``: one model for all, or role, side, seat, ``judge.N`` or ``listener.N`` -> name or table of options.
    ``budget``: USD. ``config``: a settings file. ``home``: folder of the state; ``database_url``: ``sqlite:///…`` or
    ``postgresql://…``. ``on_event``: called with each event and token as it comes, on the event loop; what it raises
    ends the call.
    """

    title: str | None
    info: str | None
    keywords: tuple[str, ...] | list[str] | None
    about: str | None
    format: str | Path | None
    rounds: int | None
    models: str | Mapping[str, str | Mapping[str, Any] | ModelChoice] | None
    styles: Mapping[str, str] | None
    judges: int | None
    listeners: int | None
    vote_wait: int | None
    seed: int | None
    budget: Decimal | float | int | str | None
    max_calls: int | None
    concurrency: int | None
    config: str | Path | None
    home: str | Path | None
    database_url: str | None
    on_event: Callable[[Item], None] | None


def debate(motion: str | None = None, **options: Unpack[Options]) -> Result:
    """Run a debate and return its result; ``motion`` None lets one be invented. Blocks until the end.

    Raises ``UsageError`` (also inside a running event loop: use ``adebate``), ``ProviderError``, ``BudgetError``,
    ``PersonNeededError``, ``StoppedError``, ``StoreError``, ``ConflictError``.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(adebate(motion, **options))
    raise UsageError(
        "dissoi.debate() cannot run inside a running event loop, such as a notebook's.",
        hint="Use: await dissoi.adebate(...).",
    )


async def adebate(motion: str | None = None, **options: Unpack[Options]) -> Result:
    """``debate`` for async code. Cancelling it stops the debate where it is; the log is kept and can be resumed."""
    on_event = options.get("on_event")
    return await _run(motion, options, on_event, lambda debate_id: None)


def stream(motion: str | None = None, **options: Unpack[Options]) -> Stream:
    """Run a debate and yield its events and tokens as they come: ``async for item in dissoi.stream("…")``.

    After the last item, raises as ``debate`` does if the debate could not end.
    """
    return Stream(motion, options)


class Stream:
    """A running debate, to be looked at. It begins with the first look.

    The debate runs in a task of its own: leaving the loop early never cancels it. It goes on in the background as long
    as the event loop lives; ``await stream.result()`` waits for its end. When the event loop ends before it, the
    debate stays where its log is, and ``dissoi resume`` goes on from there.
    """

    def __init__(self, motion: str | None, options: Options) -> None:
        self._motion, self._options = motion, options
        self._items: asyncio.Queue[Item | None] = asyncio.Queue()
        self._task: asyncio.Task[Result] | None = None
        self.debate_id = ""
        """Empty until the debate exists."""

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> Item:
        task = self._started()
        item = await self._items.get()
        if item is not None:
            return item
        self._items.put_nowait(None)  # an ended stream stays ended
        task.result()
        raise StopAsyncIteration

    async def result(self) -> Result:
        """Wait for the end of the debate. Raises as ``debate``."""
        return await asyncio.shield(self._started())

    def _started(self) -> asyncio.Task[Result]:
        if self._task is None:
            self._task = asyncio.create_task(_run(self._motion, self._options, self._take, self._named))
            _running.add(self._task)
            self._task.add_done_callback(self._ended)
        return self._task

    def _take(self, item: Item) -> None:
        self._items.put_nowait(item)
        on_event = self._options.get("on_event")
        if on_event:
            on_event(item)

    def _named(self, debate_id: str) -> None:
        self.debate_id = debate_id

    def _ended(self, task: asyncio.Task[Result]) -> None:
        _running.discard(task)
        self._items.put_nowait(None)


_running: set[asyncio.Task[Result]] = set()
"""Debates whose onlooker may have left: asyncio itself keeps only weak references to tasks."""


def replay(ref: str = "last", *, home: str | Path | None = None, database_url: str | None = None) -> Result:
    """The result of a stored debate, finished or not: ``ref`` is an id, a unique prefix or ``last``. Calls no model.

    Raises ``UnknownNameError`` if there is none, ``UsageError`` if the prefix fits several, ``StoreError``.
    """
    settings = _settings(Options(home=home, database_url=database_url))
    store = open_store(settings.database_url, create=False)
    try:
        return Result(store.events(store.resolve(ref)))
    finally:
        store.close()


def wish(settings: Settings, motion: str | None, options: Options | None = None, *, files: bool = True) -> Wish:
    """What ``settings`` and ``options`` ask for, with ``auto`` resolved, which blocks for a moment.

    ``files``: the format may be a path; False where the asker is not at this machine.
    """
    given: Mapping[str, Any] = options or {}
    told = settings.motion
    format = load_format(settings.format, files=files)
    keywords = given.get("keywords") or told.get("keywords") or ()
    return Wish(
        motion=motion if motion is not None else told.get("text"),
        title=given.get("title") or told.get("title"),
        info=given.get("info") or told.get("info"),
        keywords=tuple(keywords),
        about=settings.about,
        format=settings.format,
        rounds=settings.rounds,
        models=_resolved(settings, names(format, settings.judges, settings.listeners), aloud=files),
        styles=settings.styles,
        judges=settings.judges,
        listeners=settings.listeners,
        refine=settings.refine,
        check=cast("Any", settings.check),
        seed=settings.seed,
        budget=settings.budget,
        max_calls=settings.max_calls,
        max_revisions=settings.max_revisions,
        max_checks=settings.max_checks,
        vote_wait=settings.vote_wait,
        files=files,
    )


def _resolved(settings: Settings, known: set[str], *, aloud: bool) -> dict[str, Mapping[str, Any]]:
    """The models of this debate, each with a name that can be opened, and the timeout that the user set for all. What
    ``auto`` stands for is said on stderr if ``aloud``: to whoever asks there, not into the log of a server."""
    models = settings.models_for(known)
    if any(options["model"] == "auto" for options in models.values()):
        from dissoi.models.auto import choose_auto, standing_for
        from dissoi.models.local import tell

        chosen, reason = choose_auto(environment(Path.cwd()), settings.auto)
        if aloud:
            tell(f"Model: {chosen} ({reason}).")
        models = {r: standing_for(o, chosen) if o["model"] == "auto" else o for r, o in models.items()}
    if settings.origin("timeout") == "default":
        return {**models}
    return {role: {"timeout": settings.timeout, **options} for role, options in models.items()}


def _settings(options: Options) -> Settings:
    """The settings with ``options`` on top, as if they were flags."""
    unknown = sorted(options.keys() - Options.__annotations__.keys())
    if unknown:
        raise UnknownNameError("option", unknown[0], Options.__annotations__)
    apart = {"title", "info", "keywords", "config", "on_event"}
    flags: dict[str, Any] = {name: value for name, value in options.items() if name not in apart}
    if isinstance(flags.get("models"), Mapping):
        flags["models"] = {
            role: value.model_dump(exclude_none=True) if isinstance(value, ModelChoice) else value
            for role, value in flags["models"].items()
        }
    config = options.get("config")
    return load(flags, os.environ, Path.cwd(), Path(config) if config else None)


def _check_texts(motion: object, options: Options) -> None:
    """Refuse what type checkers would: a string of keywords, for one, would be taken for its letters."""
    if not isinstance(motion, str | None):
        raise UsageError(f"The motion must be text, not {motion!r:.60}.")
    if isinstance(options.get("keywords"), str):
        raise UsageError("keywords must be a list of words, not one text.")


async def _run(
    motion: str | None, options: Options, on_event: Callable[[Item], None] | None, named: Callable[[str], None]
) -> Result:
    settings = _settings(options)
    _check_texts(motion, options)
    setup = compose(await asyncio.to_thread(wish, settings, motion, options))

    def sink(item: Sealed | Ephemeral) -> None:
        if on_event:
            on_event(item[0] if isinstance(item, tuple) else item)

    async with Session(settings) as session:
        check_models(setup, session.models.open)
        debate_id = await session.engine.create(setup, hold=True)
        named(debate_id)
        try:
            for link in await asyncio.to_thread(session.store.events, debate_id):
                sink(link)
            await session.engine.advance(debate_id, sink=sink if on_event else None)
            return ended(await asyncio.to_thread(session.store.events, debate_id))
        except DissoiError as error:
            if debate_id not in error.hint:
                error.hint = f"{error.hint} {_kept(debate_id)}".strip()
            raise


def ended(log: list[Sealed]) -> Result:
    """The result of a debate that has ended. Raises what keeps another one from its end."""
    result = Result(log)
    view, kept = result.view, _kept(result.debate_id)
    if view.outcome is not None:
        return result
    if view.pause == "budget":
        reached = next(e.event for e in reversed(result.events) if isinstance(e.event, BudgetReached))
        flag = f"--{reached.limit.replace('_', '-')}"
        raise BudgetError(reached.message, limit=reached.limit, hint=f"{kept} Give it a higher {flag}.")
    if view.pause == "provider":
        raise _provider_error(view, kept)
    if view.pause == "person" or view.awaiting:
        raise PersonNeededError("The debate waits for a person.", hint=kept)
    raise StoppedError(f"The debate was stopped before its end. {view.reason}".strip(), hint=kept)


def _provider_error(view: DebateView, kept: str) -> ProviderError:
    failure = next((f for f in view.failures if f.fatal), None)
    known = failure is not None and failure.kind in get_args(ProviderKind)
    kind = cast("ProviderKind", failure.kind) if failure and known else "server"
    return ProviderError(failure.message if failure else view.reason, kind=kind, hint=kept)


def _kept(debate_id: str) -> str:
    return f"Nothing is lost: dissoi resume {debate_id} goes on."
