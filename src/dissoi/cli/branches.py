"""``dissoi resume``, ``fork``, ``stop`` and ``delete``: go on, go another way, end, remove. Not here: ``debate``
itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk
from dissoi.cli.output import Output, heading
from dissoi.errors import ConflictError, PersonNeededError, UsageError

if TYPE_CHECKING:
    from dissoi.engine.session import Session
    from dissoi.record.setup import Setup
    from dissoi.settings import Settings
    from dissoi.store.port import DebateRow, Store

_RESUME = ("models", "budget", "max_calls", "display", "no_input", "concurrency")
_FORK = (
    "models",
    "styles",
    "judges",
    "listeners",
    "seed",
    "budget",
    "max_calls",
    "vote_wait",
    "display",
    "no_input",
    "concurrency",
)
_FORKED = ("judges", "listeners", "seed", "vote_wait")


def _run_options(command: Any) -> Any:
    """The options of whatever runs a debate that is stored already."""
    command = click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the events as they happen, one a line.")(
        command
    )
    command = click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end.")(command)
    return click.option(
        "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Export to FILE at the end."
    )(command)  # fmt: skip


@click.command()
@click.argument("ref", metavar="ID")
@options.settings_options(_RESUME)
@_run_options
@options.common
@click.pass_obj
def resume(talk: Talk, ref: str, output: Path | None, as_json: bool, as_jsonl: bool, **flags: Any) -> int:
    """Go on with a debate that has not ended.

    That is one that was interrupted, paused or left unresolved. Changed limits and models hold from here on;
    --budget none and --max-calls none lift a limit.
    """
    import asyncio

    settings, lifted = _settings(flags)
    out = _output(settings, output, as_json, as_jsonl)
    return asyncio.run(_resume(talk, settings, ref, out, lifted))


def _settings(flags: dict[str, Any]) -> tuple[Settings, set[str]]:
    """The settings, and the limits that ``none`` lifts."""
    lifted = {name for name in ("budget", "max_calls") if (flags.get(name) or "").lower() == "none"}
    return options.settings({name: value for name, value in flags.items() if name not in lifted}), lifted


def _output(settings: Settings, file: Path | None, as_json: bool, as_jsonl: bool) -> Output:
    from dissoi.cli.debate import checked

    return Output(settings.display, json=as_json, jsonl=as_jsonl, file=checked(file))


async def _resume(talk: Talk, settings: Settings, ref: str, out: Output, lifted: set[str]) -> int:
    from dissoi.cli.conduct import Amendment, conduct, interruptible
    from dissoi.cli.readiness import make_ready
    from dissoi.cli.wording import progress
    from dissoi.engine.limits import check_room
    from dissoi.engine.line_up import check_models
    from dissoi.engine.session import Session
    from dissoi.errors import StoppedError
    from dissoi.record.view import fold

    async with Session(settings) as session:
        debate_id = session.store.resolve(ref)
        view = fold(envelope.event for envelope, _ in session.store.events(debate_id))
        setup = view.setup
        if setup is None:
            raise UsageError(f"Debate {debate_id} has no beginning.", hint=f"Run dissoi verify {debate_id}.")
        imported = session.store.row(debate_id).imported
        ended = view.over  # then the engine says why it cannot go on
        if not ended:
            motion = view.motion.text if view.motion else ""
            out.greet(f"{heading(motion, setup.format)} · {progress(view)}", talk)
        with interruptible(talk) as (stop, displays):
            changed = await _amended(talk, settings, setup, imported)
            limits = _limits(settings, setup, lifted)
            if not ended:
                given = {name for name in ("budget", "max_calls") if _given(settings, name)}
                check_room(
                    session.store, session.prices, debate_id, changed.model_copy(update={"limits": limits}), given
                )
                await make_ready(check_models(changed, session.models.open), talk)
            if stop.wanted:
                raise StoppedError(f"Debate {debate_id} was left as it is.")
            amendment = Amendment(
                limits=limits if limits != setup.limits else None,
                models=changed.models if changed.models != setup.models else None,
            )
            try:
                return await conduct(
                    session, debate_id, out, talk, stop=stop, displays=displays, no_input=settings.no_input,
                    fresh=False, amendment=amendment,
                )  # fmt: skip
            except ConflictError as error:
                if ended:
                    error.hint = f"{error.hint} For example: dissoi fork {debate_id} --at SEQ"
                raise


def _given(settings: Settings, name: str) -> bool:
    """Did the command line itself say so? Files and variables speak of new debates."""
    return settings.origin(name) == "flag"


async def _amended(talk: Talk, settings: Settings, setup: Setup, imported: bool) -> Setup:
    """``setup`` with the models and styles of the command line. Raises ``UnknownNameError``, ``ConfigError``."""
    from dissoi.cli.readiness import resolved
    from dissoi.engine.line_up import amended, check_addresses

    models = {role: str(o["model"]) for role, o in settings.models.items() if _given(settings, f"models.{role}")}
    styles = {side: style for side, style in settings.styles.items() if _given(settings, f"styles.{side}")}
    changed = amended(setup, await resolved(models, settings.auto, talk), styles, imported=imported)
    if imported:
        check_addresses(changed, settings.models.values())
    return changed


def _limits(settings: Settings, setup: Setup, lifted: set[str]) -> Any:
    changes = {name: getattr(settings, name) for name in ("budget", "max_calls") if _given(settings, name)}
    return setup.limits.model_copy(update=changes | dict.fromkeys(lifted))


@click.command()
@click.argument("ref", metavar="ID")
@click.option(
    "--at",
    "seq",
    type=click.IntRange(min=1),
    required=True,
    metavar="SEQ",
    help="The last event to keep (show ID --events).",
)
@click.option("--no-run", is_flag=True, help="Only create the new debate and print its id.")
@options.settings_options(_FORK)
@_run_options
@options.common
@click.pass_obj
def fork(
    talk: Talk, ref: str, seq: int, no_run: bool, output: Path | None, as_json: bool, as_jsonl: bool, **flags: Any
) -> int:
    """Go another way from an event of a debate.

    Copies the debate up to the event and goes on from there with changed options; the original stays as it is.
    --budget none and --max-calls none lift a limit.
    """
    import asyncio

    settings, lifted = _settings(flags)
    out = _output(settings, output, as_json, as_jsonl)
    return asyncio.run(_fork(talk, settings, ref, seq, None if no_run else out, lifted))


async def _fork(talk: Talk, settings: Settings, ref: str, seq: int, out: Output | None, lifted: set[str]) -> int:
    from dissoi.cli.conduct import conduct, interruptible
    from dissoi.cli.readiness import make_ready
    from dissoi.engine.line_up import check_models
    from dissoi.engine.session import Session

    async with Session(settings) as session:
        parent = session.store.resolve(ref)
        setup = _first_setup(session, parent)
        with interruptible(talk) as (stop, displays):
            changes: dict[str, Any] = {name: getattr(settings, name) for name in _FORKED if _given(settings, name)}
            changed = await _amended(
                talk, settings, setup.model_copy(update=changes), session.store.row(parent).imported
            )
            models = check_models(changed, session.models.open) if out else {}
            changes |= {"models": changed.models, "styles": changed.styles, "limits": _limits(settings, setup, lifted)}
            debate_id = await _branched(session.store, parent, seq, changes)
            if out is None:
                talk.note(f"Debate {debate_id}, from event {seq} of {parent}. Run it: dissoi resume {debate_id}")
                terminal.say(debate_id)
                return 0
            motion = session.store.row(debate_id).motion
            out.greet(f"{heading(motion, setup.format)} · from event {seq} of {parent}", talk)
            talk.note(f"Debate {debate_id}")
            await make_ready(models, talk)
            return await conduct(
                session, debate_id, out, talk, stop=stop, displays=displays, no_input=settings.no_input
            )


async def _branched(store: Store, parent: str, seq: int, changes: dict[str, Any]) -> str:
    """Fork; where there is no fork, say how to find a place for one."""
    from dissoi.engine.branch import fork as branch

    try:
        return await branch(store, parent, seq, changes)
    except UsageError as error:
        if error.field == "at":
            error.hint = f"{error.hint} The events: dissoi show {parent} --events"
        raise


def _first_setup(session: Session, debate_id: str) -> Setup:
    from dissoi.record.events import DebateCreated

    first = session.store.events(debate_id, 0, 1)[0][0].event
    if not isinstance(first, DebateCreated):
        raise UsageError(f"Debate {debate_id} has no beginning.", hint=f"Run dissoi verify {debate_id}.")
    return first.setup


@click.command()
@click.argument("ref", metavar="ID")
@options.common
@click.pass_obj
def stop(talk: Talk, ref: str) -> int:
    """End a debate for good, whoever runs it.

    To pause one instead, press Ctrl-C where it runs.
    """
    import asyncio

    from dissoi.engine.runner import stop as end
    from dissoi.engine.session import Session

    with Session(options.settings()) as session:
        debate_id = session.store.resolve(ref)
        asyncio.run(end(session.store, debate_id))
        talk.note(f"Debate {debate_id} is stopped. What was said stays: dissoi show {debate_id}")
    return 0


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.settings_options(("no_input",))
@options.common
@click.pass_obj
def delete(talk: Talk, ref: str, yes: bool, **flags: Any) -> int:
    """Remove a debate for good: its log, journal, votes and shares.

    Forks of it and exported files stay.
    """
    import asyncio

    from dissoi.engine.clock import stamp
    from dissoi.engine.session import Session

    settings = options.settings(flags)
    with Session(settings) as session:
        store = session.store
        row = store.row(store.resolve(options.typed(ref, "ID")))
        if store.attended([row.id], stamp()):
            raise ConflictError(f"Debate {row.id} is running.", hint=f"End it first: dissoi stop {row.id}")
        if not yes and not _agreed(row, settings.no_input):
            talk.note("Nothing was deleted.")
            return 0
        asyncio.run(store.delete(row.id))
    talk.note(f"Debate {row.id} is deleted.")
    return 0


def _agreed(row: DebateRow, no_input: bool) -> bool:
    """Raises ``PersonNeededError`` where nobody can be asked."""
    if not terminal.person(no_input):
        raise PersonNeededError("Deleting a debate needs a person's consent.", hint="Give --yes.")
    motion = terminal.safe(terminal.fit(row.motion or "(not invented yet)", 200))
    return click.confirm(f'Delete debate {row.id} ("{motion}") for good?', err=True)
