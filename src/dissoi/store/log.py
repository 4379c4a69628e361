"""The operations on the log, each inside a transaction that the writer began. Each refuses before it writes anything.

Not here: who runs them and when (``writer.py``), what the tables look like (``schema.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from dissoi.errors import ConflictError, UnknownNameError
from dissoi.record.events import GENESIS, Sealed, parse_event
from dissoi.store.card import card, costs, turns_card
from dissoi.store.statements import Statements
from dissoi.store.summary import RESUMED, summary

Rows = list[dict[str, Any]]


def rows_of(debate_id: str, sealed: Sequence[Sealed]) -> Rows:
    """The rows of ``events``. Raises ``ConflictError`` if they are not one run of links of this debate."""
    rows: Rows = []
    for e, body in sealed:
        if e.debate_id != debate_id:
            raise ConflictError(f"Event {e.seq} of debate {e.debate_id} cannot be stored in debate {debate_id}.")
        if rows and (e.seq != rows[-1]["seq"] + 1 or e.prev_hash != rows[-1]["hash"]):
            raise ConflictError(f"Event {e.seq} does not follow event {rows[-1]['seq']} of debate {debate_id}.")
        rows.append({
            "debate_id": debate_id, "seq": e.seq, "at": e.at, "type": e.event.type, "visibility": e.visibility,
            "prev_hash": e.prev_hash, "hash": e.hash, "body": body,
        })  # fmt: skip
    return rows


def create(
    connection: Connection, statements: Statements, debate_id: str, sealed: Sequence[Sealed], rows: Rows, owner: str,
    holder: str | None, imported: bool,
) -> None:  # fmt: skip
    if not rows or rows[0]["seq"] != 1 or rows[0]["prev_hash"] != GENESIS:
        raise ConflictError(f"The log of debate {debate_id} does not begin with event 1.")
    empty = {"motion": "", "format": "", "status": "new", "outcome": None, "winner": None}
    row = {
        "id": debate_id, "created_at": rows[0]["at"], "updated_at": max(rows[0]["at"], rows[-1]["at"]),
        "last_seq": rows[-1]["seq"], "last_hash": rows[-1]["hash"], "epoch": 0, "deleting": 0, "owner": owner,
        "holder": holder, "imported": int(imported), "card": card(e.event for e, _ in sealed), "spent": 0,
        "unpriced": 0, "calls": 0,
    }  # fmt: skip
    changed = summary((e.event for e, _ in sealed), started=False) | costs(e.event for e, _ in sealed)
    if not statements.insert_debate.run(connection, empty | row | changed).rowcount:
        raise ConflictError(f"There is a debate {debate_id} already.", hint="See dissoi list.")
    statements.insert_event.run_many(connection, rows)


def append(connection: Connection, statements: Statements, epoch: int, sealed: Sequence[Sealed], rows: Rows) -> None:
    first, last = rows[0], rows[-1]
    added = [envelope.event for envelope, _ in sealed]
    changed, more = summary(added), costs(added)
    if any(turns_card(event) for event in added):
        told = statements.told.run(connection, {"id_": first["debate_id"]}).scalars()
        changed["card"] = card([*map(parse_event, told), *added])
    resumed = changed.get("status") == RESUMED
    if resumed:
        del changed["status"]
    row = {f"new_{name}": value for name, value in changed.items()} | {
        "id_": first["debate_id"], "epoch_": epoch, "seq_": first["seq"] - 1, "hash_": first["prev_hash"],
        "new_last_seq": last["seq"], "new_last_hash": last["hash"], "new_updated_at": last["at"],
    } | {f"more_{name}": value for name, value in more.items()}  # fmt: skip
    if not statements.advance(frozenset(changed), resumed, bool(more)).run(connection, row).rowcount:
        raise _why(connection, statements, epoch, first)
    statements.insert_event.run_many(connection, rows)


def _why(connection: Connection, statements: Statements, epoch: int, first: dict[str, Any]) -> ConflictError:
    debate_id, seq = first["debate_id"], first["seq"]
    found = statements.find_debate.run(connection, {"id_": debate_id}).first()
    if found is None:
        return deleted(debate_id)
    last_seq = found.last_seq
    if found.epoch != epoch:
        return taken_over(debate_id)
    if seq > last_seq + 1:
        missing = f"event {last_seq + 1} is" if seq == last_seq + 2 else f"events {last_seq + 1} to {seq - 1} are"
        return ConflictError(f"Event {seq} of debate {debate_id} cannot be stored: {missing} missing.")
    if seq <= last_seq:
        return ConflictError(f"Event {seq} of debate {debate_id} cannot be stored: there is one already.")
    return ConflictError(f"Event {seq} of debate {debate_id} does not follow event {last_seq} (broken chain).")


def taken_over(debate_id: str) -> ConflictError:
    return ConflictError(
        f"Another process has taken the debate {debate_id} over.",
        hint=f"Follow it there, or see dissoi show {debate_id}.",
    )


def deleted(debate_id: str) -> ConflictError:
    return ConflictError(f"The debate {debate_id} is no longer in the database.", hint="See dissoi list.")


def take(connection: Connection, statements: Statements, debate_id: str, holder: str | None) -> int:
    """The new epoch. What the writer before was saying is left unsaid: its text is no longer that of the debate."""
    epoch = statements.take.run(connection, {"id_": debate_id, "holder_": holder}).scalar()
    if epoch is None:
        raise unknown(debate_id)
    statements.hush.run(connection, {"id_": debate_id})
    return epoch


def delete(connection: Connection, statements: Statements, debate_id: str) -> None:
    if not statements.mark_deleting.run(connection, {"id_": debate_id}).rowcount:
        raise unknown(debate_id)
    for statement in statements.deletes:
        statement.run(connection, {"id_": debate_id})


def post(connection: Connection, statements: Statements, debate_id: str, kind: str, body: str, at: str) -> int:
    message = {"id_": debate_id, "kind_": kind, "body_": body, "at_": at}
    number = statements.post.run(connection, message).scalar()
    if number is None:
        raise unknown(debate_id)
    return number


def unknown(ref: str) -> UnknownNameError:
    return UnknownNameError("debate", ref, hint="See dissoi list.")
