"""Computers at the table, hints, and the former holders of seats.

A person with a number below zero is a computer, in tables that had been downgraded.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
WHO = {
    "a_person_has_a_name": "(person IS NULL) = (name IS NULL)",
    "a_person_or_a_computer": "(person IS NULL) = (computer IS NOT NULL)",
    "a_computer_has_a_version": "(computer IS NULL) = (version IS NULL)",
}
INVITED = {
    "a_person_or_a_computer": "person IS NULL OR computer IS NULL",
    "a_computer_has_a_version": "(computer IS NULL) = (version IS NULL)",
}
FORTH = (
    "UPDATE {table} SET computer = ((-1 - person) / 16) % 16,"
    " version = (-1 - person) / 256, person = NULL, name = NULL WHERE person < 0"
)


def upgrade() -> None:
    for name in ("hints", "resigns"):
        column = sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        op.add_column("matches", column)
    since = sa.Column("since", sa.Integer(), server_default="0", nullable=False)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in (*_of_computers(), since):
            table.add_column(column)
        table.alter_column("person", existing_type=sa.BigInteger(), nullable=True)
        table.alter_column("name", existing_type=sa.Text(), nullable=True)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_computers():
            table.add_column(column)
        table.drop_constraint(op.f("ck_invitations_somebody_joins"), type_="check")
    for name in ("players", "invitations"):
        op.execute(FORTH.format(table=name))
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for name, check in WHO.items():
            table.create_check_constraint(op.f(f"ck_players_{name}"), check)
        _keep_default(table)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        for name, check in INVITED.items():
            table.create_check_constraint(op.f(f"ck_invitations_{name}"), check)
        table.create_check_constraint(
            op.f("ck_invitations_somebody_joins"),
            "person IS NOT NULL OR computer IS NOT NULL OR joined IS NULL",
        )
    where = sa.text("computer IS NOT NULL")
    only = {f"{kind}_where": where for kind in ("sqlite", "postgresql")}
    op.create_index("ix_players_computer", "players", ["match"], **only)
    op.create_table(
        "holders",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        *_of_computers(),
        *(
            sa.CheckConstraint(check, name=op.f(f"ck_holders_{name}"))
            for name, check in WHO.items()
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_holders_match")),
        sa.PrimaryKeyConstraint("match", "seat", "since", name=op.f("pk_holders")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_holders_person"), "holders", ["person"])
    op.create_table(
        "hints",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_hints_match")),
        sa.PrimaryKeyConstraint("match", "seat", "revision", name=op.f("pk_hints")),
        sqlite_with_rowid=False,
    )


def _keep_default(table) -> None:
    """State the empty default again: SQLite reports it otherwise than it was given."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


def _of_computers() -> tuple[sa.Column, ...]:
    return (
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
    )
