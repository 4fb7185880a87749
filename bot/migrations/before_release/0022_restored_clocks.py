"""Takebacks that give the clock back as it was."""

from alembic import op

revision = "0022"
down_revision = "0021"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
CLOCKS = (
    "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat', 'takeback')"
)


def upgrade() -> None:
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_clock_events_kind"), type_="check")
        table.create_check_constraint(op.f("ck_clock_events_kind"), CLOCKS)
