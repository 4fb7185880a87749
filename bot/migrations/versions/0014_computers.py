"""Computers at the table, hints, and who held a seat before.

On the way back a computer becomes a person with a number below zero, from which it can be told
again, and whoever holds a seat has held it from the beginning.
"""

from collections import defaultdict

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
BACK = """
    UPDATE {table} SET person = -1 - 16 * (computer + 16 * version) - (
        SELECT count(*) FROM {table} AS other
        WHERE other."match" = {table}."match" AND other.computer IS NOT NULL
            AND (other.computer < {table}.computer OR other.computer = {table}.computer
                AND (other.version < {table}.version OR other.version = {table}.version
                    AND other.{place} < {table}.{place}))
    ), name = 'Computer' WHERE computer IS NOT NULL
"""
"""A computer has the same number at its seat and in its invitation, and no other has it there."""
PLACES = {"players": "seat", "invitations": "place"}


def upgrade() -> None:
    for column in _of_matches():
        op.add_column("matches", column)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in (*_of_computers(), _since()):
            table.add_column(column)
        table.alter_column("person", existing_type=sa.BigInteger(), nullable=True)
        table.alter_column("name", existing_type=sa.Text(), nullable=True)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_computers():
            table.add_column(column)
        table.drop_constraint(op.f("ck_invitations_somebody_joins"), type_="check")
    for name in PLACES:
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


def downgrade() -> None:
    _invite_holders()
    op.drop_table("hints")
    op.drop_table("holders")
    op.drop_index("ix_players_computer", "players")
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for name in WHO:
            table.drop_constraint(op.f(f"ck_players_{name}"), type_="check")
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        for name in (*INVITED, "somebody_joins"):
            table.drop_constraint(op.f(f"ck_invitations_{name}"), type_="check")
    for name, place in PLACES.items():
        op.execute(BACK.format(table=name, place=place))
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.alter_column("person", existing_type=sa.BigInteger(), nullable=False)
        table.alter_column("name", existing_type=sa.Text(), nullable=False)
        for column in (*_of_computers(), _since()):
            table.drop_column(column.name)
        _keep_default(table)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(
            op.f("ck_invitations_somebody_joins"), "person IS NOT NULL OR joined IS NULL"
        )
        for column in _of_computers():
            table.drop_column(column.name)
    with op.batch_alter_table("matches") as table:
        for column in _of_matches():
            table.drop_column(column.name)


def _invite_holders() -> None:
    """Put whoever holds a seat into the invitation of whoever held it first."""
    who = "person, name, computer, version"
    bind = op.get_bind()
    held = bind.execute(
        sa.text(f'SELECT "match", seat, {who} FROM holders ORDER BY "match", seat, since')  # noqa: S608
    )
    first = defaultdict(dict)
    for match, seat, *holder in held:
        first[match].setdefault(seat, holder)
    for match, seats in first.items():
        rows = {}
        for table, place in PLACES.items():
            found = sa.text(f'SELECT {place}, {who} FROM {table} WHERE "match" = :match')  # noqa: S608
            rows[table] = {at: one for at, *one in bind.execute(found, {"match": match})}
        for seat, (person, _, *computer) in seats.items():
            place = next(
                place
                for place, (invited, _, *programme) in rows["invitations"].items()
                if (invited, programme) == (person, computer)
            )
            del rows["invitations"][place]
            now = dict(zip(who.split(", "), rows["players"][seat], strict=True))
            bind.execute(
                sa.text(
                    "UPDATE invitations SET person = :person, name = :name, computer = :computer,"
                    ' version = :version WHERE "match" = :match AND place = :place'
                ),
                {**now, "match": match, "place": place},
            )


def _keep_default(table) -> None:
    """What SQLite tells of an empty default is not what it was told."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


def _of_matches() -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        for name in ("hints", "resigns")
    )


def _of_computers() -> tuple[sa.Column, ...]:
    return (
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
    )


def _since() -> sa.Column:
    return sa.Column("since", sa.Integer(), server_default="0", nullable=False)
