"""Time that managers give in a match is an event of its own, and its opponents are told."""

from alembic import op

revision = "0105"
down_revision = "0104"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
CLOCKS = (
    "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat',"
    " 'takeback', 'held', 'shown', 'grant')"
)
PINGS = (
    "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end', 'vacation',"
    " 'follow', 'grant')"
)


def upgrade() -> None:
    for table, kinds in {"clock_events": CLOCKS, "pings": PINGS}.items():
        with op.batch_alter_table(table, table_kwargs=WITHOUT_ROWID) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_kind"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_kind"), kinds)
