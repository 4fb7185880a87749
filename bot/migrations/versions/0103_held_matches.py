"""Matches that can be shown nowhere are held: since when, why, and whose clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0102"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
CLOCKS = (
    "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat',"
    " 'takeback', 'held', 'shown')"
)
CHECKS = {
    "held_for_a_reason": "(held_ms IS NULL) = (held_why IS NULL)"
    " AND (held_ms IS NULL) = (held_code IS NULL) AND (held_ms IS NULL) = (held_tries IS NULL)",
    "held_until_the_end": "held_ms IS NULL OR reason IS NULL",
}


def upgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("held_ms", sa.BigInteger()))
        table.add_column(sa.Column("held_why", sa.String(16)))
        table.add_column(sa.Column("held_code", sa.Integer()))
        table.add_column(sa.Column("held_tries", sa.SmallInteger()))
        for name, check in CHECKS.items():
            table.create_check_constraint(op.f(f"ck_matches_{name}"), check)
    held = sa.text("held_ms IS NOT NULL")
    op.create_index(
        "ix_matches_held", "matches", ["guild"], sqlite_where=held, postgresql_where=held
    )
    unshown = sa.Column("unshown", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("players", unshown)
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_clock_events_kind"), type_="check")
        table.create_check_constraint(op.f("ck_clock_events_kind"), CLOCKS)
