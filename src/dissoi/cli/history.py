"""``dissoi list``, ``show`` and ``replay``: debates that were held. They read the log and load no model framework."""

from __future__ import annotations

import time
from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk
from dissoi.cli.output import Output, heading
from dissoi.errors import UnknownNameError

if TYPE_CHECKING:
    from dissoi.record.events import Sealed
    from dissoi.store.port import DebateRow


def json_text(value: Any) -> str:
    import json

    return terminal.safe_json(json.dumps(value, ensure_ascii=False))


@click.command("list")
@click.argument("search", required=False, default="")
@click.option(
    "-l", "--limit", type=click.IntRange(min=1), default=20, metavar="N", show_default=True, help="Show at most N."
)
@options.json_option
@options.common
@click.pass_obj
def list_debates(talk: Talk, search: str, limit: int, as_json: bool) -> int:
    """List debates, newest first.

    SEARCH is part of the motion or of the format's name.
    """
    from dissoi.cli.tables import table
    from dissoi.engine.session import Session

    with Session(options.settings()) as session:
        rows = session.store.debates(limit=limit + 1, search=options.typed(search, "SEARCH"))
    shown, more = rows[:limit], len(rows) > limit
    if as_json:
        found = [{**asdict(row), "spent": str(row.spent)} for row in shown]
        terminal.data(json_text({"schema_version": 1, "debates": found, "more": more}))
        return 0
    if not shown:
        talk.note(
            "No debate fits." if search else 'No debates yet. Start one: dissoi debate "Cities should ban private cars"'
        )
        return 0
    cells = [[row.id, _when(row), row.format, _result(row), row.motion or "(not invented yet)"] for row in shown]
    for line in table(["id", "begun", "format", "result", "motion"], cells, columns=terminal.width()):
        terminal.say(line)
    if more:
        talk.note(f"More: dissoi list --limit {limit * 5}")
    return 0


def _when(row: DebateRow) -> str:
    """The local day and minute."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(row.created_at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return row.created_at[:16]


def _result(row: DebateRow) -> str:
    if row.outcome == "verdict" and row.winner:
        return f"{row.winner} won"
    return row.outcome or row.status


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--events", is_flag=True, help="List the events instead: seq, time, type.")
@click.option("--event", "seq", type=click.IntRange(min=1), metavar="SEQ", help="Show one event whole, as JSON.")
@click.option("--calls", is_flag=True, help="List the model calls instead: prompt, shared, tokens, seconds, cost.")
@options.json_option
@options.common
@click.pass_obj
def show(talk: Talk, ref: str, events: bool, seq: int | None, calls: bool, as_json: bool) -> int:
    """Show a debate: transcript, scoreboard, result.

    ID may be a unique beginning of an id, or last.
    """
    from dissoi.engine.session import Session

    with Session(options.settings()) as session:
        store = session.store
        debate_id = store.resolve(options.typed(ref, "ID"))
        if calls:
            from dissoi.cli.calls import document, lines

            found = store.calls(debate_id)
            if as_json:
                terminal.data(json_text(document(debate_id, found)))
            else:
                _say_all(lines(found, terminal.width()))
            return 0
        log = store.events(debate_id)
    if seq is not None:
        _show_event(debate_id, log, seq)
    elif events:
        _show_events(log, as_json)
    elif as_json:
        from dissoi.cli.paper_files import document as whole

        terminal.data(terminal.safe_json(whole(log)))
    else:
        _show_transcript(debate_id, log)
    return 0


def _say_all(lines: list[str]) -> None:
    for line in lines:
        terminal.say(line)


def _show_event(debate_id: str, log: list[Sealed], seq: int) -> None:
    import json

    from dissoi.record.events import envelope_line

    for envelope, body in log:
        if envelope.seq == seq:
            pretty = json.dumps(json.loads(envelope_line(envelope, body)), ensure_ascii=False, indent=2)
            terminal.data(terminal.safe_json(pretty))
            return
    hint = f"It has the events 1 to {len(log)}: dissoi show {debate_id} --events"
    raise UnknownNameError("event", str(seq), hint=hint)


def _show_events(log: list[Sealed], as_json: bool) -> None:
    from dissoi.cli.tables import table
    from dissoi.record.events import envelope_line

    if as_json:
        for envelope, body in log:
            terminal.data(envelope_line(envelope, body))
        return
    rows = [[str(e.seq), e.at, e.event.type, _gist(e.event)] for e, _ in log]
    _say_all(table(["seq", "at", "type", "what"], rows, columns=terminal.width(), right="r"))


def _gist(event: Any) -> str:
    """What tells an event from others of its type."""
    for name in ("slot", "phase", "ballot", "id", "reason", "outcome"):
        value = getattr(event, name, None)
        if isinstance(value, str) and value:
            return value
    inner = getattr(event, "ballot", None) or getattr(event, "argument", None) or getattr(event, "verdict", None)
    return str(getattr(inner, "judge", "") or getattr(inner, "id", "") or getattr(inner, "winner", "") or "")


def _show_transcript(debate_id: str, log: list[Sealed]) -> None:
    from dissoi.cli.display import Plain
    from dissoi.cli.watcher import Watcher
    from dissoi.cli.wording import usage

    display = Plain()
    watcher = Watcher(display)
    _heading(log)
    for sealed in log:
        watcher(sealed)
    if watcher.failure is not None:
        raise watcher.failure
    display.end(watcher.view)
    terminal.say(
        terminal.wrapped(f"Debate {debate_id} · {log[0][0].at} · {usage(watcher.view.usage)}", terminal.width())
    )


def _heading(log: list[Sealed]) -> None:
    from dissoi.record.events import DebateCreated

    first = log[0][0].event
    if isinstance(first, DebateCreated):
        motion = first.setup.motion.text if first.setup.motion else ""
        terminal.say(terminal.wrapped(heading(motion, first.setup.format), terminal.width()) + "\n")


def _number(ctx: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Refuse ``nan``, which no bound keeps out."""
    if value is not None and isnan(value):
        raise click.BadParameter("nan is not a number.", ctx=ctx, param=option)
    return value


@click.command()
@click.argument("ref", metavar="ID")
@click.option(
    "--speed",
    type=click.FloatRange(min=0),
    callback=_number,
    metavar="N",
    help="N times as fast as it was; 0 without pauses. Default: 1, or 0 in a pipe.",
)
@options.settings_options(("display",))
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the events, one a line, at their pace.")
@options.common
@click.pass_obj
def replay(talk: Talk, ref: str, speed: float | None, as_jsonl: bool, **flags: Any) -> int:
    """Play a debate again as it was seen live.

    Calls no model.
    """
    from dissoi.engine.session import Session

    settings = options.settings(flags)
    out = Output(settings.display, jsonl=as_jsonl)
    with Session(settings) as session:
        debate_id = session.store.resolve(options.typed(ref, "ID"))
        log = session.store.events(debate_id)
    if not out.silent:
        _heading(log)
    _play(debate_id, log, out, (1.0 if terminal.width() else 0.0) if speed is None else speed)
    talk.note(f"Debate {debate_id}, replayed. dissoi show {debate_id}")
    return 0


def _play(debate_id: str, log: list[Sealed], out: Output, speed: float) -> None:
    from dissoi.cli.watcher import Watcher
    from dissoi.engine.replay import paced
    from dissoi.record.view import DebateView

    display = out.open()
    watcher = Watcher(display)
    try:
        display.begin(debate_id, DebateView())
        for seconds, item in paced(log, speed):
            if seconds:
                time.sleep(seconds)
            watcher(item)
            if watcher.failure is not None:
                raise watcher.failure
        display.end(watcher.view)
    finally:
        display.close()
