"""The first schema: debates, events, calls, inbox, and the laws of the log as triggers.

The laws hold against everybody who speaks SQL, not only against this code: an event is never changed; it goes only
with its whole debate, which is marked first and for good; the next event of a debate has the next number.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQLITE_LAWS = (
    """
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    WHEN COALESCE((SELECT deleting FROM debates WHERE id = OLD.debate_id), 0) = 0
    BEGIN SELECT RAISE(ABORT, 'a single event is never deleted'); END
    """,
    """
    CREATE TRIGGER events_are_dense BEFORE INSERT ON events
    WHEN NEW.seq <> COALESCE((SELECT MAX(seq) FROM events WHERE debate_id = NEW.debate_id), 0) + 1
    BEGIN SELECT RAISE(ABORT, 'an event has the number after the last'); END
    """,
    """
    CREATE TRIGGER debates_deleting_is_final BEFORE UPDATE OF deleting ON debates
    WHEN OLD.deleting = 1
    BEGIN SELECT RAISE(ABORT, 'a debate that is being deleted stays so'); END
    """,
)

POSTGRES_LAWS = (
    """
    CREATE FUNCTION dissoi_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    """
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    FOR EACH ROW EXECUTE FUNCTION dissoi_refuse('an event is never changed')
    """,
    """
    CREATE TRIGGER events_are_kept BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION dissoi_refuse('a single event is never deleted')
    """,
    """
    CREATE FUNCTION dissoi_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF COALESCE((SELECT deleting FROM debates WHERE id = OLD.debate_id), 0) = 0 THEN
            RAISE EXCEPTION 'a single event is never deleted' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END $$
    """,
    """
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION dissoi_events_stay()
    """,
    """
    CREATE FUNCTION dissoi_events_are_dense() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.seq <> COALESCE((SELECT MAX(seq) FROM events WHERE debate_id = NEW.debate_id), 0) + 1 THEN
            RAISE EXCEPTION 'an event has the number after the last' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER events_are_dense BEFORE INSERT ON events
    FOR EACH ROW EXECUTE FUNCTION dissoi_events_are_dense()
    """,
    """
    CREATE TRIGGER debates_deleting_is_final BEFORE UPDATE OF deleting ON debates
    FOR EACH ROW WHEN (OLD.deleting = 1)
    EXECUTE FUNCTION dissoi_refuse('a debate that is being deleted stays so')
    """,
)


def upgrade() -> None:
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    _debates(serial)
    op.create_table(
        "events",
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("prev_hash", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    _calls()
    op.create_table(
        "inbox",
        sa.Column("id", serial, sa.Identity(), primary_key=True),
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("inbox_debate", "inbox", ["debate_id", "id"])
    for law in SQLITE_LAWS if op.get_bind().dialect.name == "sqlite" else POSTGRES_LAWS:
        op.get_bind().exec_driver_sql(law.replace("%", "%%") if op.get_bind().dialect.name != "sqlite" else law)


def _debates(serial: sa.types.TypeEngine[int]) -> None:
    op.create_table(
        "debates",
        sa.Column("serial", serial, sa.Identity(), primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("motion", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("winner", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("last_hash", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("deleting", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )


def _calls() -> None:
    op.create_table(
        "calls",
        sa.Column("debate_id", sa.Text, sa.ForeignKey("debates.id"), primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("prompt_name", sa.Text, nullable=False),
        sa.Column("sample", sa.Integer, nullable=False),
        sa.Column("prompt_chars", sa.Integer, nullable=False),
        sa.Column("shared_chars", sa.Integer, nullable=False),
        sa.Column("own_chars", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reserved", sa.Text),
        sa.Column("reply", sa.Text),
        sa.Column("usage", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
    )
    op.create_index("calls_ordinal", "calls", ["debate_id", "ordinal"], unique=True)
