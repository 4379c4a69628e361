"""What Alembic runs for each migration: on the connection, and inside the transaction, that it is given."""

from alembic import context

from dissoi.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
