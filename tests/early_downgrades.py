"""The ways back to the tables of the first versions, whose matches were for two people."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

WITHOUT_ROWID = {"sqlite_with_rowid": False}
RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def drop_columns(table: BatchOperations, *names: str) -> None:
    """Drop these columns of a table."""
    for name in names:
        table.drop_column(name)


def drop_checks(table: BatchOperations, name: str, *checks: str) -> None:
    """Drop these checks of the table of that name."""
    for check in checks:
        table.drop_constraint(op.f(f"ck_{name}_{check}"), type_="check")


# ------------------------------------------------------------------------------------ 0004

CHECKS_OF_0003 = {
    "status": "status IN ('open', 'running', 'over', 'cancelled')",
    "seat_choice": "seat_choice IN ('first', 'second', 'random')",
    "two_people": "guest <> host",
    "counts": "turns >= 0 AND draws >= 0 AND turns + draws <= revision",
    "seats": "acting BETWEEN 0 AND 3 AND winners BETWEEN 0 AND 3",
    "running_needs_a_turn": "(status = 'running') = (acting > 0)",
    "open_is_not_begun": "status <> 'open' OR salt IS NULL",
    "only_a_begun_match_is_played": "status IN ('open', 'cancelled') OR salt IS NOT NULL",
    "begun_all_at_once": (
        "(salt IS NULL AND position IS NULL AND first IS NULL AND second IS NULL)"
        " OR (salt IS NOT NULL AND position IS NOT NULL AND guest IS NOT NULL"
        " AND ((first = host AND second = guest) OR (first = guest AND second = host)))"
    ),
    "a_begun_match_ends_for_a_reason": (
        "(reason IS NOT NULL) = (status IN ('over', 'cancelled') AND salt IS NOT NULL)"
    ),
    "outcome": "(reason IS NULL) = (winners IS NULL)",
    "offer": "offer IN ('draw', 'takeback', 'cancel')",
    "offer_by_a_seat": (
        "(offer IS NULL) = (offer_seat IS NULL) AND (offer IS NULL) = (offer_revision IS NULL)"
    ),
}
COLUMNS_OF_0003: dict[str, sa.types.TypeEngine[Any]] = {
    "status": sa.String(9),
    "guest": RowId,
    "seat_choice": sa.String(6),
    "first": sa.BigInteger(),
    "second": sa.BigInteger(),
    "acting": sa.SmallInteger(),
    "winners": sa.SmallInteger(),
    "offer": sa.String(8),
    "offer_seat": sa.SmallInteger(),
    "offer_revision": sa.Integer(),
}


def seat_two() -> None:
    """Give every match the columns of its two people again."""
    _name_people()
    for name, kind in COLUMNS_OF_0003.items():
        op.add_column("matches", sa.Column(name, kind))
    _tell_of_two()
    _restore_matches()
    op.drop_table("invitations")
    op.drop_table("players")
    with op.batch_alter_table("log", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "log", "seat")
        table.create_check_constraint(op.f("ck_log_seat"), "seat BETWEEN 0 AND 1")
    _restore_letters()
    op.execute("UPDATE drafts SET title = '@' || title WHERE NOT own")
    with op.batch_alter_table("drafts", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("own")


def _name_people() -> None:
    """Name each person as in the match of theirs that changed last."""
    op.create_table(
        "people",
        sa.Column("id", RowId, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.execute(
        """
        INSERT INTO people (id, name)
        SELECT person, name FROM (
            SELECT person, name, row_number() OVER (
                PARTITION BY person ORDER BY updated_ms DESC, matches.id
            ) AS number
            FROM invitations JOIN matches ON matches.id = invitations."match"
            WHERE person IS NOT NULL
        ) AS named
        WHERE number = 1
        """
    )


def _tell_of_two() -> None:
    place = 'SELECT {} FROM invitations WHERE invitations."match" = matches.id AND place = {}'
    seats = 'FROM players WHERE players."match" = matches.id'
    wanted = f"coalesce(({place.format('wanted_seat', 0)}), 1 - ({place.format('wanted_seat', 1)}))"
    op.execute(
        f"""
        UPDATE matches SET
            status = CASE phase
                WHEN 'called_off' THEN 'cancelled'
                WHEN 'setting_up' THEN 'running'
                WHEN 'playing' THEN 'running'
                ELSE phase
            END,
            host = ({place.format("person", 0)}),
            guest = ({place.format("person", 1)}),
            seat_choice = CASE {wanted} WHEN 0 THEN 'first' WHEN 1 THEN 'second' ELSE 'random' END,
            first = (SELECT person {seats} AND seat = 0),
            second = (SELECT person {seats} AND seat = 1),
            acting = (SELECT coalesce(sum(CASE WHEN acting THEN seat + 1 ELSE 0 END), 0) {seats}),
            winners = CASE WHEN reason IS NOT NULL THEN
                (SELECT sum(CASE WHEN result = 'won' THEN seat + 1 ELSE 0 END) {seats})
            END,
            offer = (SELECT consent {seats} AND consent_to = seat),
            offer_seat = (SELECT seat {seats} AND consent_to = seat),
            offer_revision = (SELECT consent_revision {seats} AND consent_to = seat)
        """  # noqa: S608
    )


def _restore_matches() -> None:
    for index in ("ix_matches_home", "uq_matches_proposal", "uq_matches_home"):
        op.drop_index(index, "matches")
    op.drop_index("uq_matches_rematch", "matches")
    with op.batch_alter_table("matches") as table:
        drop_checks(
            table,
            "matches",
            "phase",
            "counts",
            "open_is_not_begun",
            "only_a_begun_match_is_played",
            "a_begun_match_has_a_position",
            "a_begun_match_ends_for_a_reason",
        )
        drop_columns(table, "host_name", "proposal", "phase", "taken_back", "serial")
        for column in ("status", "seat_choice", "acting"):
            table.alter_column(column, existing_type=COLUMNS_OF_0003[column], nullable=False)
        table.alter_column("host", type_=RowId, existing_nullable=False)
        table.alter_column("rolls", new_column_name="draws", existing_type=sa.Integer())
        for check, claim in CHECKS_OF_0003.items():
            table.create_check_constraint(op.f(f"ck_matches_{check}"), claim)
        for key in ("guest", "host"):
            table.create_foreign_key(op.f(f"fk_matches_{key}"), "people", [key], ["id"])
    op.create_index(op.f("ix_matches_guest"), "matches", ["guest"])
    alive = "status IN ('open', 'running')"
    _unique("uq_matches_home", ["home"], f"{alive} AND home IS NOT NULL")
    _unique("uq_matches_rematch", ["rematch_of"], f"{alive} AND rematch_of IS NOT NULL")
    card = "status = 'open' AND guest IS"
    _unique("uq_matches_challenge", ["host", "channel", "guest"], f"{card} NOT NULL")
    _unique("uq_matches_open_seat", ["host", "channel", "game"], f"{card} NULL")


def _unique(name: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(
        name, "matches", columns, unique=True, sqlite_where=where, postgresql_where=where
    )


def _restore_letters() -> None:
    op.create_table(
        "letters",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_letters_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_letters")),
        sqlite_with_rowid=False,
    )
    columns = '"match", "user", told'
    op.execute(f"INSERT INTO letters ({columns}) SELECT {columns} FROM dm_refusals")  # noqa: S608
    op.drop_table("dm_refusals")


# ------------------------------------------------------------------------------------ 0003


def take_nothing_back() -> None:
    """Forget the offers to take a turn back."""
    op.execute(
        "UPDATE matches SET offer = NULL, offer_seat = NULL, offer_revision = NULL"
        " WHERE offer = 'takeback'"
    )
    with op.batch_alter_table("matches") as table:
        drop_checks(table, "matches", "offer")
        table.alter_column("offer", type_=sa.String(6), existing_nullable=True)
        table.create_check_constraint(op.f("ck_matches_offer"), "offer IN ('draw', 'cancel')")
    with op.batch_alter_table("log", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "log", "kind")
        table.alter_column("kind", type_=sa.String(7), existing_nullable=False)
        known = "kind IN ('act', 'roll', 'lapse', 'forfeit')"
        table.create_check_constraint(op.f("ck_log_kind"), known)
