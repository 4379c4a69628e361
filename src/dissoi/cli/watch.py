"""``dissoi watch``: look at a debate while another process runs it, and vote in its audience. Not here: the watching
itself (``watching.py``), seeing an old debate again (``history.py``)."""

from __future__ import annotations

from typing import Any

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk
from dissoi.cli.output import Output, heading


@click.command()
@click.argument("ref", metavar="ID")
@options.settings_options(("display", "no_input"))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the events as they happen, one a line.")
@options.common
@click.pass_obj
def watch(talk: Talk, ref: str, as_json: bool, as_jsonl: bool, **flags: Any) -> int:
    """Watch a debate that is running, whichever process runs it.

    Shows what was said first, then goes on live. Ctrl-C ends the watching, not the debate.
    """
    import asyncio

    from dissoi.cli.watching import watch_to_the_end
    from dissoi.engine.session import Session

    settings = options.settings(flags)
    out = Output(settings.display, json=as_json, jsonl=as_jsonl)
    with Session(settings) as session:
        debate_id = session.store.resolve(options.typed(ref, "ID"))
        row = session.store.row(debate_id)
        out.greet(heading(row.motion, row.format), talk)
        return asyncio.run(watch_to_the_end(session, debate_id, out, talk, asks=terminal.person(settings.no_input)))
