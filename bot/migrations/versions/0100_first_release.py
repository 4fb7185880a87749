"""The first release: all tables, made at once on a database that has none.

The statements are kept as each database was given them, so that no later SQLAlchemy alters them.
"""

from pathlib import Path

from alembic import op

revision = "0100"
down_revision = None


def upgrade() -> None:
    bind = op.get_bind()
    script = Path(__file__).with_suffix(f".{bind.dialect.name}.sql").read_text("utf-8")
    for statement in script.split(";")[:-1]:
        bind.exec_driver_sql(statement)
