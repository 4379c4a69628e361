"""Who owns a debate, whether it came from elsewhere, who advances it now, what it is about and costs; workers,
glances, live text, tokens.

The back-fill reads the log as JSON: this file is history, and must do the same whatever the code of later versions is.
"""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

CARD_TYPES = ("debate.created", "topic.generated", "debate.started", "debate.resumed")


def upgrade() -> None:
    for column in (
        sa.Column("owner", sa.Text, nullable=False, server_default=""),
        sa.Column("imported", sa.Integer, nullable=False, server_default="0"),
        sa.Column("holder", sa.Text),
        sa.Column("card", sa.Text, nullable=False, server_default="{}"),
        sa.Column("spent", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("unpriced", sa.Integer, nullable=False, server_default="0"),
        sa.Column("calls", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("debates", column)
    op.create_index("debates_owner", "debates", ["owner", "serial"])
    op.create_index("debates_holder", "debates", ["holder"])
    op.create_table(
        "workers", sa.Column("worker", sa.Text, primary_key=True), sa.Column("until", sa.Text, nullable=False)
    )
    op.create_table(
        "glances",
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id"), primary_key=True),
        sa.Column("until", sa.Text, nullable=False),
    )
    op.create_table(
        "speaking",
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id"), primary_key=True),
        sa.Column("slot", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    _tokens()
    _back_fill(op.get_bind())


def _tokens() -> None:
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "tokens",
        sa.Column("id", serial, sa.Identity(), primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id")),
        sa.Column("may", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text),
        sqlite_autoincrement=True,
    )
    op.create_index("tokens_debate", "tokens", ["debate_id"])


def _back_fill(connection: sa.Connection) -> None:
    """One debate at a time, so that a large database needs little memory."""
    log = sa.text("SELECT type, body FROM events WHERE debate_id = :id ORDER BY seq")
    change = sa.text(
        "UPDATE debates SET card = :card, spent = :spent, unpriced = :unpriced, calls = :calls WHERE id = :id"
    )
    for (id,) in connection.execute(sa.text("SELECT id FROM debates")).all():
        told: list[dict[str, Any]] = []
        spent, unpriced, calls = Decimal(0), 0, 0
        for type, body in connection.execute(log, {"id": id}):
            if type not in CARD_TYPES and '"usage":' not in body:
                continue
            event = json.loads(body)
            if type in CARD_TYPES:
                told.append(event)
            usage = event.get("usage")
            if usage:
                calls += usage.get("calls", 1)
                cost = usage.get("cost")
                spent += Decimal(cost or 0)
                unpriced += usage.get("calls", 1) if cost is None else 0
        row = {"id": id, "card": _card(told), "unpriced": unpriced, "calls": calls}
        connection.execute(change, row | {"spent": int((spent * 10**9).to_integral_value())})


def _card(events: Iterable[dict[str, Any]]) -> str:
    setup, models, motion, started = _NOTHING, _NOTHING, _NOTHING, _NOTHING
    for event in events:
        setup = _part(event, "setup") or setup
        motion = _part(event, "motion") or _part(_part(event, "setup"), "motion") or motion
        models = models | _part(_part(event, "setup") or event, "models")
        started = event if event["type"] == "debate.started" else started
    teams = _part(_part(setup, "rules"), "teams")
    seats = _part(started, "seats") or {seat: team["side"] for team in teams.values() for seat in team["seats"]}
    line_up: dict[str, list[str]] = {}
    for seat, side in seats.items():
        chosen: Any = next((models[key] for key in (seat, side, "speaker", "default") if key in models), None)
        person = seat in setup.get("humans", ())
        line_up.setdefault(side, []).append("human" if person else chosen["model"] if chosen else "")
    card = {
        "lineup": {side: ", ".join(dict.fromkeys(names)) for side, names in line_up.items()},
        "tags": motion.get("keywords", []),
        "judges": started.get("judges", setup.get("judges")),
        "origin": _part(setup, "origin").get("debate_id"),
    }
    return json.dumps(card, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


_NOTHING: dict[str, Any] = {}


def _part(event: dict[str, Any], name: str) -> dict[str, Any]:
    return event.get(name) or _NOTHING
