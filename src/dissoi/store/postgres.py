"""PostgreSQL through psycopg 3: how it is reached, and what its failures mean. No password ever enters a message."""

from __future__ import annotations

from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from dissoi.errors import ConfigError, StoreError

CONNECT_SECONDS = 5
_SCHEMA_LOCK = 0x44495353_4F49  # any number that no other program is likely to choose ("DISSOI")


class PostgresServer:
    """One database of a server. Raises ``ConfigError`` if its driver is not installed; connects later."""

    def __init__(self, url: URL) -> None:
        try:
            import psycopg  # noqa: F401  # pyright: ignore[reportUnusedImport]
        except ImportError as error:
            raise ConfigError(
                "PostgreSQL needs the driver psycopg, which is not installed.", hint="pip install 'dissoi[postgres]'"
            ) from error
        self._url = url.set(drivername="postgresql+psycopg")
        host = url.host or url.query.get("host") or "localhost"
        self.label = (
            f"The PostgreSQL database {url.database or url.username} at {host}{f':{url.port}' if url.port else ''}"
        )
        self._reader: Engine | None = None

    def reader(self) -> Engine:
        if self._reader is None:
            self._reader = create_engine(
                self._url, isolation_level="AUTOCOMMIT", pool_size=4, max_overflow=28, pool_pre_ping=True,
                connect_args=self._connect_args(),
            )  # fmt: skip
        return self._reader

    def writer(self) -> Engine:
        return create_engine(self._url, poolclass=NullPool, connect_args=self._connect_args())

    def lock(self, connection: Connection) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})"))

    def lacks_table(self, error: DBAPIError) -> bool:
        return getattr(error.orig, "sqlstate", None) == "42P01"

    def close(self) -> None:
        if self._reader is not None:
            self._reader.dispose()

    def _connect_args(self) -> dict[str, object]:
        return {"connect_timeout": CONNECT_SECONDS, "application_name": "dissoi"}

    def explain(self, error: BaseException) -> StoreError:
        origin = error.orig if isinstance(error, DBAPIError) else error
        state = getattr(origin, "sqlstate", None) or ""
        said = str(origin)
        for states, phrases, what, hint in _FAILURES:
            if (state and state.startswith(states)) or any(phrase in said for phrase in phrases):
                return StoreError(f"{self.label} {what}.", hint=hint)
        if state:
            detail = getattr(getattr(origin, "diag", None), "message_primary", None) or type(origin).__name__
            return StoreError(f"{self.label} failed: {detail} ({state}).", hint="See the server's log.")
        return StoreError(f"{self.label} cannot be reached, or the connection was lost.", hint=_REACH)


_REACH = "Check that the server runs and that DISSOI_DATABASE_URL is right; dissoi resume goes on where it was."
_FAILURES: tuple[tuple[tuple[str, ...], tuple[str, ...], str, str], ...] = (
    (
        ("28",),
        ("password authentication failed", "no password supplied", "no pg_hba.conf entry"),
        "refuses the user or the password",
        "Check the user and the password in DISSOI_DATABASE_URL.",
    ),
    (
        ("3D000",),
        ("does not exist",),
        "does not exist, or its user does not",
        "Create it, or correct DISSOI_DATABASE_URL.",
    ),
    (("53100",), (), "cannot grow: the disk is full", "Free some space on the server; dissoi resume goes on."),
    (
        ("53300",),
        ("too many clients", "remaining connection slots"),
        "has no connection left",
        "Raise max_connections.",
    ),
    (("25006",), (), "is read-only", "Point DISSOI_DATABASE_URL at the primary server."),
    (("42501",), (), "does not permit this to its user", "Grant the user rights on the schema."),
)
