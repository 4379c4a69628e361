"""What the list shows of a debate beside its course: owner, line-up, tags, judges, origin and costs."""

from __future__ import annotations

import sqlite3
from decimal import Decimal
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from dissoi.engine.branch import bring_in, fork
from dissoi.record.ballots import Ballot
from dissoi.record.events import (
    BallotCast,
    DebateCreated,
    DebatePaused,
    DebateResumed,
    DebateStarted,
    Event,
    ModeratorActed,
    PhaseChanged,
    TopicGenerated,
    envelope_line,
)
from dissoi.record.setup import ModelChoice, Motion, Origin, Setup
from dissoi.record.usage import Usage
from dissoi.record.view import fold
from dissoi.store import migrations
from dissoi.store.card import card, costs
from dissoi.store.schema import VERSION_TABLE
from dissoi.store.sql import SqlStore
from tests.store.samples import following, log, plain

TEAMS = {"pro": {"side": "pro", "seats": ["P", "Q"]}, "con": {"side": "con", "seats": ["C"]}}


def _created(**more: Any) -> DebateCreated:
    models = {"default": ModelChoice(model="a:x"), "Q": ModelChoice(model="b:y"), "con": ModelChoice(model="c:z")}
    fields = {"format": "f", "rules": {"teams": TEAMS}, "models": models} | more
    return DebateCreated(setup=Setup(**fields))


def _used(cost: str | None, calls: int = 1) -> ModeratorActed:
    usage = Usage(model="a:x", calls=calls, cost=None if cost is None else Decimal(cost))
    return ModeratorActed(action="introduce", text="x", usage=usage)


MOTION = Motion(text='Say "origin"', keywords=('},"origin":"parent","tags":[', "cats"))
_HISTORY: list[Event] = [
    TopicGenerated(motion=MOTION),
    DebateStarted(motion=MOTION, sides=("pro", "con"), seats={"P": "pro", "C": "con"}, slots=(), judges=3),
    PhaseChanged(phase="p"),
    DebatePaused(reason="user"),
    DebateResumed(models={"P": ModelChoice(model="d:w")}),
    DebateResumed(),
    _used("0.0000000015"),
    _used(None, 2),
    BallotCast(ballot=Ballot(judge="judge.1", scores={}), usage=Usage(model="a:x", cost=Decimal("1.25"))),
]


@given(st.lists(st.sampled_from(_HISTORY), max_size=6))
def test_card_depends_only_on_the_events_it_is_made_from(later: list[Event]) -> None:
    """Other events change nothing; costs add up as the fold adds them, whatever the cuts between appends."""
    history: list[Event] = [_created(), *later]
    assert card(history) == card([e for e in history if e.type.startswith(("debate.", "topic."))])
    total = fold(history).usage
    parts = [costs([event]) for event in history]
    assert sum(p.get("calls", 0) for p in parts) == total.calls
    assert sum(p.get("unpriced", 0) for p in parts) == total.unpriced
    assert abs(sum(p.get("spent", 0) for p in parts) - total.cost * 10**9) <= len(history)


async def test_row_tells_line_up_tags_judges_and_costs(store: SqlStore) -> None:
    """Line-up and judges are known from the setup, and follow the topic, the start, a change of models and each
    call."""
    sealed = log("d", [_created(humans=("C",)), _used("0.5")])
    await store.create("d", sealed, owner="ana")
    row = store.row("d")
    assert (row.owner, row.lineup, row.tags, row.judges) == ("ana", {"pro": "a:x, b:y", "con": "human"}, (), None)
    for event in [*_HISTORY[:5], *_HISTORY[6:]]:
        await store.append("d", 0, following("d", sealed, [event]))
        sealed += following("d", sealed, [event])
    row = store.row("d")
    assert (row.lineup, row.tags, row.judges) == ({"pro": "d:w", "con": "human"}, MOTION.keywords, 3)
    assert (row.spent, row.unpriced, row.calls, row.origin) == (Decimal("1.750000002"), 2, 5, None)


async def test_an_import_is_known_as_one(store: SqlStore) -> None:
    """A log that came from elsewhere is known as such, and so is a fork of it; what began here is not."""
    await store.create("began", plain("began"))
    exported = [envelope_line(*link) for link in log("brought", [_created(motion=MOTION)])]
    assert await bring_in(store, exported) == "brought"
    forks = [await fork(store, parent, 1) for parent in ("brought", "began")]
    again = await fork(store, forks[0], 1)
    assert [store.row(id).imported for id in ("began", "brought", *forks, again)] == [False, True, True, False, True]


async def test_list_is_filtered_and_paged(store: SqlStore) -> None:
    """Owner, status, format, outcome and origin narrow the list; a page goes on before the serial of the last row."""
    await store.create("parent", log("parent", [_created(motion=MOTION)]), owner="ana")
    origin = Origin(debate_id="parent", seq=1)
    await store.create("child", log("child", [_created(origin=origin, format="g"), DebatePaused(reason="user")]))
    await store.create("other", plain("other"), owner="ana")

    def ids(**wanted: Any) -> list[str]:
        return [row.id for row in store.debates(**wanted)]

    assert ids(owner="ana") == ["other", "parent"] and ids(owner="") == ["child"] and len(ids(owner=None)) == 3
    assert ids(status={"paused", "finished"}) == ["child"] and ids(status=set()) == []
    assert ids(format="g") == ["child"] and ids(outcome="verdict") == []
    assert ids(origin="parent") == ["child"] and ids(origin="par") == [] and ids(origin="%") == []
    first = store.debates(limit=1)
    assert [r.id for r in first] == ["other"] and ids(before=first[0].serial) == ["child", "parent"]
    assert store.row("child").origin == "parent"


def _at_first_revision(path: Path) -> None:
    """A database as the first release made it."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for id, events in _LOGS.items():
            sealed = log(id, events)
            row = {"id": id, "seq": len(sealed), "hash": sealed[-1][0].hash}
            connection.execute(
                text(
                    "INSERT INTO debates (id, motion, format, status, created_at, updated_at, last_seq, last_hash,"
                    " epoch, deleting) VALUES (:id, '', 'f', 'new', '', '', :seq, :hash, 0, 0)"
                ),
                row,
            )
            for e, body in sealed:
                place = {"id": id, "seq": e.seq, "type": e.event.type, "prev": e.prev_hash, "hash": e.hash}
                connection.execute(
                    text("INSERT INTO events VALUES (:id, :seq, '', :type, 'public', :prev, :hash, :body)"),
                    place | {"body": body},
                )
    engine.dispose()


_LOGS: dict[str, list[Event]] = {
    "new": [_created(motion=MOTION, judges=5, humans=("C",))],
    "run": [_created(), *_HISTORY, DebateResumed(models={"default": ModelChoice(model="e:v")})],
    "fork": [_created(origin=Origin(debate_id="run", seq=1)), _used("1000.000000001", 7)],
    "bare": [_created(rules={}, models={})],
}


async def test_back_fill_writes_what_the_code_would_have(tmp_path: Path) -> None:
    """A database of the first schema gets, for every debate, the columns that storing the same log today gives; its
    log and its laws stay as they are."""
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    _at_first_revision(old)
    SqlStore(f"sqlite:///{old}").close()
    fresh = SqlStore(f"sqlite:///{new}")
    for id, events in _LOGS.items():
        await fresh.create(id, log(id, events))
    fresh.close()
    ask = "SELECT id, owner, imported, holder, card, spent, unpriced, calls FROM debates ORDER BY serial"
    laws = "SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    found: list[list[Any]] = []
    for path in (old, new):
        connection = sqlite3.connect(path)
        found.append([*connection.execute(ask), *connection.execute(laws)])
        assert connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() == ("0002",)
        connection.close()
    assert found[0] == found[1] and len(found[0]) == 4 + 4
