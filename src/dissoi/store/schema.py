"""The tables, as SQLAlchemy Core sees them, and the revision of the schema that this code speaks.

Not here: how a database gets them (``migrations/``, whose first revision also holds the triggers), what is asked of
them (``sql.py``, ``journal.py``).
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Identity, Index, Integer, MetaData, Table, Text

REVISIONS = ("0001", "0002")
"""Every revision this code knows, oldest first. A database at any other revision was written by a newer Dissoi."""

VERSION_TABLE = "dissoi_version"

metadata = MetaData()

Serial = BigInteger().with_variant(Integer(), "sqlite")

debates = Table(
    "debates",
    metadata,
    Column("serial", Serial, Identity(), primary_key=True),  # order of arrival: what "newest" means
    Column("id", Text, nullable=False, unique=True),
    Column("motion", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("outcome", Text),
    Column("winner", Text),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("last_hash", Text, nullable=False),
    Column("epoch", Integer, nullable=False),  # of the newest writer: an older one's writes match no row
    Column("deleting", Integer, nullable=False),  # 1 = the whole debate is going; only then may its events go
    Column("owner", Text, nullable=False),  # who sees and runs it; empty = the host
    Column("imported", Integer, nullable=False),  # 1 = the log came from elsewhere, or is a fork of one that did
    Column("holder", Text),  # the worker that advances it now, or promised to
    Column("card", Text, nullable=False),  # canonical JSON: line-up, tags, judges, origin
    Column("spent", BigInteger, nullable=False),  # nano-dollars: the known part of what its events cost
    Column("unpriced", Integer, nullable=False),  # calls of unknown price
    Column("calls", Integer, nullable=False),
    Index("debates_owner", "owner", "serial"),
    Index("debates_holder", "holder"),
    sqlite_autoincrement=True,
)

events = Table(
    "events",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("prev_hash", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("body", Text, nullable=False),  # canonical JSON, byte for byte what the hash is over
    sqlite_with_rowid=False,
)

calls = Table(
    "calls",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("ordinal", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("prompt_name", Text, nullable=False),
    Column("sample", Integer, nullable=False),
    Column("prompt_chars", Integer, nullable=False),
    Column("shared_chars", Integer, nullable=False),
    Column("own_chars", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("reserved", Text),  # Decimal of USD as text: a float would change it
    Column("reply", Text),
    Column("usage", Text),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("at", Text, nullable=False),
    Column("asked", Integer, nullable=False),
    Index("calls_ordinal", "debate_id", "ordinal", unique=True),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Serial, Identity(), primary_key=True),
    Column("debate_id", Text, ForeignKey("debates.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("inbox_debate", "debate_id", "id"),
    sqlite_autoincrement=True,
)

workers = Table(
    "workers",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("until", Text, nullable=False),  # it counts as alive so long without another beat
)

glances = Table(
    "glances",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), primary_key=True),
    Column("until", Text, nullable=False),  # so long another process wants to see text as it is made
)

speaking = Table(
    "speaking",
    metadata,
    Column("debate_id", Text, ForeignKey("debates.id"), primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("text", Text, nullable=False),  # so far: of no worth once the turn is published
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Serial, Identity(), primary_key=True),
    Column("hash", Text, nullable=False, unique=True),  # of the secret, which is stored nowhere
    Column("kind", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("debate_id", Text, ForeignKey("debates.id")),
    Column("may", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text),
    Index("tokens_debate", "debate_id"),
    sqlite_autoincrement=True,
)
