"""Who plays, and what belongs to a seat, in rows of their own; matches of any number of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SEATS = "(SELECT 0 AS seat UNION ALL SELECT 1)"
OPEN = "phase = 'open'"
ALIVE = "phase IN ('open', 'setting_up', 'playing')"
WAS_ALIVE = "status IN ('open', 'running')"

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
WERE_CHECKS = {
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
NEW = {
    "host_name": sa.Text(),
    "proposal": sa.Text(),
    "phase": sa.String(10),
    "taken_back": sa.Boolean(),
    "serial": sa.Integer(),
}
OLD = {
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


def upgrade() -> None:
    _players()
    _invitations()
    _add(NEW)
    _tell_phases()
    _seat_players()
    _invite()
    _reshape_matches()
    op.drop_table("people")
    _log_seats("seat >= 0")
    _move_refusals("letters", "dm_refusals")
    _name_drafts()


def downgrade() -> None:
    _check_two_seats()
    _people()
    _add(OLD)
    _tell_of_two()
    _restore_matches()
    op.drop_table("invitations")
    op.drop_table("players")
    _log_seats("seat BETWEEN 0 AND 1")
    _move_refusals("dm_refusals", "letters")
    _rename_drafts()


# ------------------------------------------------------------------------ upwards


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
    """A match in the dark is being set up until both layouts are sealed."""
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
    """An offer that has lapsed is not carried over."""
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
    for index in ("ix_matches_guest", "uq_matches_challenge", "uq_matches_open_seat"):
        op.drop_index(index, "matches")
    _drop_places()
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
    _add_places(ALIVE)
    op.create_index(op.f("ix_matches_home"), "matches", ["home"])


def _name_drafts() -> None:
    """A name of the owner's own could not begin with "@"."""
    op.add_column("drafts", sa.Column("own", sa.Boolean()))
    op.execute(
        """
        UPDATE drafts SET
            own = title NOT LIKE '@%',
            title = CASE WHEN title LIKE '@%' THEN substr(title, 2) ELSE title END
        """
    )
    with _batch("drafts") as table:
        table.alter_column("own", existing_type=sa.Boolean(), nullable=False)


# ---------------------------------------------------------------------- downwards


def _check_two_seats() -> None:
    """The older tables know only two people per match; going back must lose nothing."""
    larger = op.get_bind().scalar(
        sa.text('SELECT count(DISTINCT "match") FROM invitations WHERE place > 1')
    )
    if larger:
        raise RuntimeError(f"{larger} matches of more than two players have no place in 0003")


def _people() -> None:
    """Everybody under the name they had in the match that changed last."""
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
    for index in ("ix_matches_home", "uq_matches_proposal"):
        op.drop_index(index, "matches")
    _drop_places()
    with op.batch_alter_table("matches") as table:
        for check in CHECKS:
            table.drop_constraint(op.f(f"ck_matches_{check}"), type_="check")
        for column in NEW:
            table.drop_column(column)
        for column in ("status", "seat_choice", "acting"):
            table.alter_column(column, existing_type=OLD[column], nullable=False)
        table.alter_column("host", type_=RowId, existing_nullable=False)
        table.alter_column("rolls", new_column_name="draws", existing_type=sa.Integer())
        for check, claim in WERE_CHECKS.items():
            table.create_check_constraint(op.f(f"ck_matches_{check}"), claim)
        for key in ("guest", "host"):
            table.create_foreign_key(op.f(f"fk_matches_{key}"), "people", [key], ["id"])
    op.create_index(op.f("ix_matches_guest"), "matches", ["guest"])
    _add_places(WAS_ALIVE)
    card = "status = 'open' AND guest IS"
    _unique("uq_matches_challenge", ["host", "channel", "guest"], f"{card} NOT NULL")
    _unique("uq_matches_open_seat", ["host", "channel", "game"], f"{card} NULL")


def _rename_drafts() -> None:
    op.execute("UPDATE drafts SET title = '@' || title WHERE NOT own")
    with _batch("drafts") as table:
        table.drop_column("own")


# ---------------------------------------------------------------------- both ways


def _add(columns: dict[str, sa.types.TypeEngine]) -> None:
    for name, kind in columns.items():
        op.add_column("matches", sa.Column(name, kind))


def _batch(table: str):
    return op.batch_alter_table(table, table_kwargs={"sqlite_with_rowid": False})


def _log_seats(claim: str) -> None:
    with _batch("log") as table:
        table.drop_constraint(op.f("ck_log_seat"), type_="check")
        table.create_check_constraint(op.f("ck_log_seat"), claim)


def _move_refusals(before: str, after: str) -> None:
    op.create_table(
        after,
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f(f"fk_{after}_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f(f"pk_{after}")),
        sqlite_with_rowid=False,
    )
    columns = '"match", "user", told'
    op.execute(f"INSERT INTO {after} ({columns}) SELECT {columns} FROM {before}")  # noqa: S608
    op.drop_table(before)


def _drop_places() -> None:
    for index in ("uq_matches_home", "uq_matches_rematch"):
        op.drop_index(index, "matches")


def _add_places(alive: str) -> None:
    """At most one unfinished match per home, and one that follows another."""
    _unique("uq_matches_home", ["home"], f"{alive} AND home IS NOT NULL")
    _unique("uq_matches_rematch", ["rematch_of"], f"{alive} AND rematch_of IS NOT NULL")


def _unique(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name,
        "matches",
        columns,
        unique=True,
        sqlite_where=condition,
        postgresql_where=condition,
    )
