"""Players, and all that belongs to a seat, in rows of their own; matches of any number of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
SEATS = "(SELECT 0 AS seat UNION ALL SELECT 1)"
OPEN = "phase = 'open'"
ALIVE = "phase IN ('open', 'setting_up', 'playing')"

CHECKS = {
    "phase": "phase IN ('open', 'setting_up', 'playing', 'over', 'called_off')",
    "counts": "turns >= 0 AND rolls >= 0 AND turns + rolls <= revision",
    "open_is_not_begun": "phase <> 'open' OR salt IS NULL",
    "only_a_begun_match_is_played": "phase IN ('open', 'called_off') OR salt IS NOT NULL",
    "a_begun_match_has_a_position": "(salt IS NULL) = (position IS NULL)",
    "a_begun_match_ends_for_a_reason": (
        "(reason IS NOT NULL) = (phase IN ('over', 'called_off') AND salt IS NOT NULL)"
    ),
}
WERE_CHECKS = (
    "status",
    "seat_choice",
    "two_people",
    "counts",
    "seats",
    "running_needs_a_turn",
    "open_is_not_begun",
    "only_a_begun_match_is_played",
    "begun_all_at_once",
    "a_begun_match_ends_for_a_reason",
    "outcome",
    "offer",
    "offer_by_a_seat",
)
NEW = {
    "host_name": sa.Text(),
    "proposal": sa.Text(),
    "phase": sa.String(10),
    "taken_back": sa.Boolean(),
    "serial": sa.Integer(),
}
OLD = (
    "status",
    "guest",
    "seat_choice",
    "first",
    "second",
    "acting",
    "winners",
    "offer",
    "offer_seat",
    "offer_revision",
)
WERE_INDEXES = (
    "ix_matches_guest",
    "uq_matches_challenge",
    "uq_matches_open_seat",
    "uq_matches_home",
    "uq_matches_rematch",
)


def upgrade() -> None:
    _players()
    _invitations()
    for name, kind in NEW.items():
        op.add_column("matches", sa.Column(name, kind))
    _tell_phases()
    _seat_players()
    _invite()
    _reshape_matches()
    op.drop_table("people")
    _number_seats()
    _rename_refusals()
    _name_drafts()


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("acting", sa.Boolean(), nullable=False),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.Column("consent", sa.String(length=8), nullable=True),
        sa.Column("consent_to", sa.SmallInteger(), nullable=True),
        sa.Column("consent_revision", sa.Integer(), nullable=True),
        sa.Column("result", sa.String(length=5), nullable=True),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_players_seat")),
        sa.CheckConstraint(
            "consent IN ('draw', 'takeback', 'cancel')", name=op.f("ck_players_consent")
        ),
        sa.CheckConstraint(
            "(consent IS NULL) = (consent_to IS NULL)"
            " AND (consent IS NULL) = (consent_revision IS NULL)",
            name=op.f("ck_players_consent_to_an_offer"),
        ),
        sa.CheckConstraint("result IN ('won', 'lost', 'drawn')", name=op.f("ck_players_result")),
        sa.CheckConstraint(
            "result IS NULL OR NOT acting", name=op.f("ck_players_nobody_acts_after_the_end")
        ),
        sa.CheckConstraint("NOT (out AND acting)", name=op.f("ck_players_who_is_out_does_not_act")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_players_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_players")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_players_match_person")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_players_person", "players", ["person", "acting"])


def _invitations() -> None:
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("wanted_seat", sa.SmallInteger(), nullable=True),
        sa.Column("joined", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("place >= 0", name=op.f("ck_invitations_place")),
        sa.CheckConstraint(
            "(person IS NULL) = (name IS NULL)", name=op.f("ck_invitations_a_person_has_a_name")
        ),
        sa.CheckConstraint(
            "person IS NOT NULL OR joined IS NULL", name=op.f("ck_invitations_somebody_joins")
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_invitations_match")),
        sa.PrimaryKeyConstraint("match", "place", name=op.f("pk_invitations")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_invitations_match_person")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_invitations_person"), "invitations", ["person"])


def _tell_phases() -> None:
    """Tell phases apart: a match in the dark is being set up until both layouts are sealed."""
    op.execute(
        """
        UPDATE matches SET
            host_name = (SELECT name FROM people WHERE people.id = matches.host),
            proposal = CASE
                WHEN status = 'open' AND guest IS NOT NULL THEN CAST(guest AS TEXT)
                ELSE game
            END,
            phase = CASE
                WHEN status = 'cancelled' THEN 'called_off'
                WHEN status <> 'running' THEN status
                WHEN game = 'junqi-dark'
                    AND (SELECT count(*) FROM seals WHERE seals."match" = matches.id) < 2
                    THEN 'setting_up'
                ELSE 'playing'
            END,
            taken_back = EXISTS (
                SELECT 1 FROM log
                WHERE log."match" = matches.id
                    AND log.revision = matches.revision AND log.kind = 'takeback'
            ),
            serial = 0
        """
    )


def _seat_players() -> None:
    """Seat the players; an offer that has lapsed is not carried over."""
    op.execute(
        f"""
        INSERT INTO players ("match", seat, person, name, acting, out,
            consent, consent_to, consent_revision, result)
        SELECT id, seat, person, (SELECT name FROM people WHERE people.id = person), acting, 1 = 0,
            CASE WHEN offering THEN offer END,
            CASE WHEN offering THEN offer_seat END,
            CASE WHEN offering THEN offer_revision END,
            CASE
                WHEN status <> 'over' THEN NULL
                WHEN winners = 0 THEN 'drawn'
                WHEN winning THEN 'won'
                ELSE 'lost'
            END
        FROM (
            SELECT matches.id, status, winners, offer, offer_seat, offer_revision, seat,
                CASE seat WHEN 0 THEN first ELSE second END AS person,
                (acting & (seat + 1)) <> 0 AS acting,
                (winners & (seat + 1)) <> 0 AS winning,
                status = 'running' AND offer IS NOT NULL
                    AND offer_seat = seat AND offer_revision = revision AS offering
            FROM matches CROSS JOIN {SEATS} AS seats
            WHERE salt IS NOT NULL
        ) AS seated
        """  # noqa: S608
    )


def _invite() -> None:
    op.execute(
        """
        INSERT INTO invitations ("match", place, person, name, wanted_seat, joined)
        SELECT id, 0, host, host_name,
            CASE seat_choice WHEN 'first' THEN 0 WHEN 'second' THEN 1 END, 0
        FROM matches
        """
    )
    op.execute(
        """
        INSERT INTO invitations ("match", place, person, name, wanted_seat, joined)
        SELECT matches.id, 1, guest, people.name,
            CAST(NULL AS SMALLINT), CASE WHEN salt IS NOT NULL THEN 1 END
        FROM matches LEFT JOIN people ON people.id = matches.guest
        """
    )


def _reshape_matches() -> None:
    for index in WERE_INDEXES:
        op.drop_index(index, "matches")
    with op.batch_alter_table("matches") as table:
        for check in WERE_CHECKS:
            table.drop_constraint(op.f(f"ck_matches_{check}"), type_="check")
        for key in ("guest", "host"):
            table.drop_constraint(op.f(f"fk_matches_{key}"), type_="foreignkey")
        for column in OLD:
            table.drop_column(column)
        for column, kind in NEW.items():
            table.alter_column(column, existing_type=kind, nullable=False)
        table.alter_column("host", type_=sa.BigInteger(), existing_nullable=False)
        table.alter_column("draws", new_column_name="rolls", existing_type=sa.Integer())
        for check, claim in CHECKS.items():
            table.create_check_constraint(op.f(f"ck_matches_{check}"), claim)
    _unique("uq_matches_proposal", ["host", "channel", "proposal"], OPEN)
    # At most one unfinished match per home, and one that follows another.
    _unique("uq_matches_home", ["home"], f"{ALIVE} AND home IS NOT NULL")
    _unique("uq_matches_rematch", ["rematch_of"], f"{ALIVE} AND rematch_of IS NOT NULL")
    op.create_index(op.f("ix_matches_home"), "matches", ["home"])


def _name_drafts() -> None:
    """Mark titles the owner chose: those could not begin with "@"."""
    op.add_column("drafts", sa.Column("own", sa.Boolean()))
    op.execute(
        """
        UPDATE drafts SET
            own = title NOT LIKE '@%',
            title = CASE WHEN title LIKE '@%' THEN substr(title, 2) ELSE title END
        """
    )
    with op.batch_alter_table("drafts", table_kwargs=WITHOUT_ROWID) as table:
        table.alter_column("own", existing_type=sa.Boolean(), nullable=False)


def _number_seats() -> None:
    with op.batch_alter_table("log", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_log_seat"), type_="check")
        table.create_check_constraint(op.f("ck_log_seat"), "seat >= 0")


def _rename_refusals() -> None:
    op.create_table(
        "dm_refusals",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_dm_refusals_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_dm_refusals")),
        sqlite_with_rowid=False,
    )
    columns = '"match", "user", told'
    op.execute(f"INSERT INTO dm_refusals ({columns}) SELECT {columns} FROM letters")  # noqa: S608
    op.drop_table("letters")


def _unique(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name, "matches", columns, unique=True, sqlite_where=condition, postgresql_where=condition
    )
