"""The script Alembic runs to migrate, over a connection and in a transaction handed to it."""

from alembic import context

from bot.store.tables.metadata import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
