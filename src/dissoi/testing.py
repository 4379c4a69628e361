"""The public test kit: scripted line-ups, debates without a model, laws of a log, golden logs.

For tests of Dissoi and of what is built on it (formats, faces, exports). No network, no keys, no pytest needed. Not for
production: its checks raise ``AssertionError``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Unpack, cast
from urllib.parse import urlencode

from dissoi.engine.api import Options, adebate
from dissoi.engine.branch import resealed
from dissoi.engine.result import Result
from dissoi.export import jsonl
from dissoi.record.ballots import decide
from dissoi.record.events import (
    ArgumentScored,
    BallotCast,
    Event,
    ModeratorActed,
    Sealed,
    TopicGenerated,
    TurnForfeited,
    TurnPublished,
    TurnStarted,
    VoteCast,
    VoteClosed,
    VoteOpened,
    faults,
)
from dissoi.record.view import DebateView, fold

MOTION = "Cities should ban private cars"
UPDATE = "DISSOI_UPDATE_GOLDEN"
"""Set this variable to 1 to let ``golden`` write what it would compare with."""
updating = os.environ.get(UPDATE) == "1"
"""Read once, so that a suite may clear the environment for each of its tests."""


def scripted(script: str = "demo", roles: Mapping[str, str] | None = None, **options: Any) -> dict[str, str]:
    """A line-up of scripted models: ``script`` for every role, others by role, side or seat in ``roles``.

    ``options`` go into every name, see ``models/scripted.py``: ``scripted(roles={"judge": "silent"}, seed=1)``.
    """
    query = f"?{urlencode(options)}" if options else ""
    return {role: f"scripted:{name}{query}" for role, name in {"default": script, **(roles or {})}.items()}


async def run_scripted(motion: str | None = MOTION, **options: Unpack[Options]) -> Result:
    """Run a debate by scripted models (``models``, default ``scripted()``), seeded, and return its result.

    Without ``home`` or ``database_url`` it leaves nothing behind. Raises as ``dissoi.adebate``.
    """
    given = cast("Options", {"models": scripted(), "seed": 1, **options})
    if given.keys() & {"home", "database_url"}:
        return await adebate(motion, **given)
    with tempfile.TemporaryDirectory(prefix="dissoi-") as home:
        given.update(home=home, database_url=f"sqlite:///{Path(home) / 'dissoi.db'}")
        return await adebate(motion, **given)


def assert_valid(log: Sequence[Sealed]) -> None:
    """Raise ``AssertionError`` unless ``log`` keeps every law of a debate that a log can show.

    Dense, chained, one beginning and one end (``record.events.faults``); turns and votes in the order of the timeline,
    each after its start; usage on whatever a model made; the winner as the ballots have it; no more spent than allowed.
    """
    assert faults(log) == [], faults(log)
    events = [envelope.event for envelope, _ in log]
    view = fold(events)
    _assert_timeline(events, view)
    for seq, event in enumerate(events, 1):
        assert not _lacks_usage(event), f"event {seq} ({event.type}) came from a model and has no usage"
    _assert_verdict(view)
    _assert_limits(view)


def _assert_timeline(events: Sequence[Event], view: DebateView) -> None:
    by_ballot = {slot.ballot: slot.id for slot in view.slots if slot.verb == "vote"}
    opened: set[str] = set()
    done: list[str] = []
    for event in events:
        match event:
            case TurnStarted(slot=slot):
                opened.add(slot)
            case VoteOpened(ballot=ballot):
                opened.add(by_ballot[ballot])
            case TurnPublished(slot=slot) | TurnForfeited(slot=slot):
                assert slot in opened, f"slot {slot} ended before it began"
                done.append(slot)
            case VoteClosed(ballot=ballot):
                done.append(by_ballot[ballot])
            case _:
                pass
    timeline = [slot.id for slot in view.slots]
    assert done == timeline[: len(done)], f"the order {done} is not that of the timeline {timeline}"
    if view.outcome in ("verdict", "draw"):
        assert done == timeline, f"the debate was decided before {timeline[len(done) :]}"


def _lacks_usage(event: Event) -> bool:
    """A model's event without usage. Hand-overs are worded by faces; one scoring call gives several arguments."""
    match event:
        case TopicGenerated(usage=None) | BallotCast(usage=None) | ModeratorActed(action="introduce", usage=None):
            return True
        case TurnPublished(controller="ai", usage=None) | VoteCast(simulated=True, usage=None):
            return True
        case _:
            return False


def _assert_verdict(view: DebateView) -> None:
    if view.verdict is None or view.outcome not in ("verdict", "draw", "unresolved"):
        return
    again = decide(view.sides, view.ballots, view.judges)
    if view.outcome == "unresolved":
        assert view.winner is None, "an unresolved debate has a winner"
        return
    assert (view.winner, view.verdict.winner) == (again.winner, again.winner), "the winner is not that of the ballots"
    assert view.verdict.tied == again.tied, "the tie is not that of the ballots"


def _assert_limits(view: DebateView) -> None:
    limits = view.setup.limits if view.setup else None
    if limits and limits.budget is not None:
        assert view.usage.cost <= limits.budget, f"{view.usage.cost} USD spent of {limits.budget}"
    if limits and limits.max_calls is not None:
        assert view.usage.calls <= limits.max_calls, f"{view.usage.calls} calls made of {limits.max_calls}"


def normalised(log: Sequence[Sealed]) -> list[Sealed]:
    """The log as it would be on any machine at any time: a log of debate ``golden`` that verifies.

    Ids, times and hashes are replaced, durations are 0, prompt hashes are left out (a reworded prompt is no other
    debate), and events of a parallel step are put in the order of their ids.
    """
    events = [_timeless(envelope.event) for envelope, _ in log]
    ordered: list[Event] = []
    for _, step in groupby(events, key=_parallel):
        ordered += sorted(step, key=_part)
    stamps = [f"2000-01-01T00:{n // 60 % 60:02}:{n % 60:02}.000Z" for n in range(len(ordered))]
    return resealed("golden", ordered, stamps)


def _parallel(event: Event) -> str:
    """The same word for events that may be parts of one parallel step; a word of its own for all others."""
    if isinstance(event, BallotCast | ArgumentScored):
        return "judging"
    return f"{event.type} {event.ballot}" if isinstance(event, VoteCast) else str(id(event))


def _part(event: Event) -> tuple[str, str]:
    match event:
        case BallotCast(ballot=ballot):
            return event.type, ballot.judge
        case ArgumentScored(argument=argument):
            return event.type, argument.id
        case VoteCast(voter=voter):
            return event.type, voter
        case _:
            return event.type, ""


def _timeless(event: Event) -> Event:
    change: dict[str, Any] = {}
    usage = getattr(event, "usage", None)
    if usage is not None:
        change["usage"] = usage.model_copy(update={"seconds": 0.0, "prompt_hash": "", "priced_on": None})
    if isinstance(event, VoteOpened):
        change["closes_at"] = "2000-01-01T00:00:00.000Z"
    return event.model_copy(update=change)


def golden(path: Path, log: Sequence[Sealed]) -> None:
    """Compare the normalised ``log`` with the JSON Lines in ``path``, and its view with ``<stem>.view.json`` beside it.

    Raises ``AssertionError`` at the first line that differs, or if there is no such file. With
    ``DISSOI_UPDATE_GOLDEN=1`` in the environment both files are written instead.
    """
    found = normalised(log)
    lines = jsonl.render(found)
    view = fold(envelope.event for envelope, _ in found).model_dump_json(indent=2) + "\n"
    for file, text in ((path, lines), (path.with_suffix(".view.json"), view)):
        if updating:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            continue
        assert file.is_file(), f"{file} is missing; {UPDATE}=1 writes it"
        _assert_lines(file, text)


def _assert_lines(file: Path, text: str) -> None:
    wanted = file.read_text(encoding="utf-8").splitlines()
    found = text.splitlines()
    for number, (want, have) in enumerate(zip(wanted, found, strict=False), 1):
        assert want == have, f"{file.name}:{number} has\n{want}\nbut this debate has\n{have}\n({UPDATE}=1 accepts it)"
    assert len(wanted) == len(found), f"{file.name} has {len(wanted)} lines, this debate {len(found)} ({UPDATE}=1)"
