"""Deserted seats, and who takes them over from whom.

On the way back a proposed deputy and a seat's clock set anew are forgotten.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
OFFERS = "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time'{more})"
CLOCKS = "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag'{more})"
SEATED = {
    "a_deputy_is_proposed": "(consent_deputy IS NOT NULL)"
    " = (consent IS NOT NULL AND consent = 'replace')",
    "deserted": "deserted IN ('left', 'missed')",
    "no_computer_deserts": "deserted IS NULL OR person IS NOT NULL",
    "relief_of_somebody": "(relief_person IS NULL) = (relief_name IS NULL)"
    " AND (relief_person IS NULL) = (relief_turn IS NULL)"
    " AND (relief_person IS NULL) = (relief_revision IS NULL)",
    "relief_begins_a_holding": "relief_revision IS NULL OR relief_revision <= since",
}
FORGET = (
    "UPDATE players SET consent = NULL, consent_to = NULL, consent_revision = NULL,"
    " consent_deputy = NULL WHERE consent = 'replace'",
    "DELETE FROM clock_events WHERE kind = 'seat'",
)


def upgrade() -> None:
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_players():
            table.add_column(column)
        table.drop_constraint(op.f("ck_players_consent"), type_="check")
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_players_consent"), OFFERS.format(more=", 'replace'"))
        for name, check in SEATED.items():
            table.create_check_constraint(op.f(f"ck_players_{name}"), check)
        _keep_default(table)
    for column in _of_holders():
        op.add_column("holders", column)
    _clock_kinds(", 'seat'")


def downgrade() -> None:
    for statement in FORGET:
        op.execute(statement)
    _clock_kinds("")
    with op.batch_alter_table("holders", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_holders():
            table.drop_column(column.name)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for name in ("consent", *SEATED):
            table.drop_constraint(op.f(f"ck_players_{name}"), type_="check")
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_players():
            table.drop_column(column.name)
        table.create_check_constraint(op.f("ck_players_consent"), OFFERS.format(more=""))
        _keep_default(table)


def _clock_kinds(more: str) -> None:
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_clock_events_kind"), type_="check")
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_clock_events_kind"), CLOCKS.format(more=more))


def _keep_default(table) -> None:
    """What SQLite tells of an empty default is not what it was told."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


def _of_players() -> tuple[sa.Column, ...]:
    return (
        sa.Column("consent_deputy", sa.String(4), nullable=True),
        sa.Column("deserted", sa.String(6), nullable=True),
        sa.Column("relief_person", sa.BigInteger(), nullable=True),
        sa.Column("relief_name", sa.Text(), nullable=True),
        sa.Column("relief_turn", sa.Integer(), nullable=True),
        sa.Column("relief_revision", sa.Integer(), nullable=True),
    )


def _of_holders() -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.BigInteger(), nullable=True) for name in ("acted_ms", "lost_ms")
    )
