"""``dissoi debate``: run a debate, or say what it would take. Not here: showing and running it (``conduct.py``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dissoi.cli import motions, options, terminal
from dissoi.cli.options import Talk
from dissoi.cli.output import Output, heading
from dissoi.settings import Settings

if TYPE_CHECKING:
    from dissoi.record.setup import Setup


@click.command()
@click.argument("motion", required=False)
@options.settings_options(options.DEBATE)
@options.config_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Export to FILE (.md, .html, .json, .jsonl) at the end.",
)
@click.option("-n", "--dry-run", is_flag=True, help="Show timeline, calls and the worst cost; call no model.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end, nothing else, on stdout.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the events of the log as they happen, one a line.")
@options.common
@click.pass_obj
def debate(
    talk: Talk, motion: str | None, config_file: Path | None, output: Path | None, dry_run: bool, as_json: bool,
    as_jsonl: bool, **flags: Any,
) -> int:  # fmt: skip
    """Run a debate on MOTION.

    Without MOTION one is invented (--about steers it); - reads it from standard input.
    """
    settings = options.settings(flags, config_file)
    text = motions.given(motion, settings)
    if dry_run:
        return _dry_run(talk, settings, text, as_json)

    out = Output(settings.display, json=as_json, jsonl=as_jsonl, file=checked(output))
    _greet(talk, out, settings, text)

    import asyncio

    return asyncio.run(_debate(talk, settings, text, out))


def _greet(talk: Talk, out: Output, settings: Settings, text: str | None) -> None:
    """The first line: before anything slow is imported. What cannot be a motion is left to the error that follows."""
    from dissoi.record.text import flat

    line = flat(text[:1000]) if text is not None else ""
    if line or text is None:
        out.greet(heading(terminal.fit(line, 500), settings.format), talk)


def checked(file: Path | None) -> Path | None:
    """Refuse at once what could not be written at the end. Raises ``ConflictError``, ``UnknownNameError``."""
    if file is None:
        return None
    from dissoi.cli.paper_files import kind_of
    from dissoi.errors import ConflictError, UsageError

    kind_of(file)
    if file.exists():
        raise ConflictError(f"{file} exists already.", hint="Give another name, or move the file away.")
    if not file.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {file.absolute().parent}.", hint="Make it first.")
    return file


async def _debate(talk: Talk, settings: Settings, text: str | None, out: Output) -> int:
    from dissoi.cli.booth import SECONDS
    from dissoi.cli.conduct import conduct, interruptible
    from dissoi.cli.readiness import make_ready
    from dissoi.engine.line_up import check_models
    from dissoi.engine.session import Session
    from dissoi.errors import StoppedError

    asks = terminal.person(settings.no_input) and settings.origin("vote_wait") == "default"
    async with Session(settings) as session:
        with interruptible(talk) as (stop, displays):
            setup = await _composed(talk, settings, text, SECONDS if asks else settings.vote_wait)
            models = check_models(setup, session.models.open)
            await make_ready(models, talk)
            if stop.wanted:
                raise StoppedError("Nothing was begun.")
            debate_id = await session.engine.create(setup, hold=True)
            talk.note(f"Debate {debate_id} · seed {setup.seed}")
            for role, choice in setup.models.items():
                talk.detail(f"  {role}: {choice.model}")
            return await conduct(
                session, debate_id, out, talk, stop=stop, displays=displays, no_input=settings.no_input
            )


async def _composed(talk: Talk, settings: Settings, text: str | None, vote_wait: int) -> Setup:
    from dataclasses import replace

    from dissoi.cli.readiness import resolved
    from dissoi.engine.api import wish
    from dissoi.engine.line_up import compose

    models = await resolved(settings.models, settings.auto, talk)
    return compose(wish(replace(settings, models=models, vote_wait=vote_wait), text))


def _dry_run(talk: Talk, settings: Settings, text: str | None, as_json: bool) -> int:
    import asyncio
    import json

    from dissoi.cli.dry_run import document, lines
    from dissoi.engine.line_up import plan
    from dissoi.engine.session import Session

    setup = asyncio.run(_composed(talk, settings, text, settings.vote_wait))
    planned = plan(setup, Session(settings).prices.worst)
    if as_json:
        terminal.data(json.dumps(document(setup, planned), ensure_ascii=False))
        return 0
    for line in lines(setup, planned, terminal.width()):
        terminal.say(line)
    return 0
