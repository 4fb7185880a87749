"""Matches, their log, their players, the messages that show them, and users' settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _people()
    _matches()
    _requests()
    _log()
    _boards()
    _preferences()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", RowId, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=9), nullable=False),
        sa.Column("host", RowId, nullable=False),
        sa.Column("guest", RowId, nullable=True),
        sa.Column("seat_choice", sa.String(length=6), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=True),
        sa.Column("second", sa.BigInteger(), nullable=True),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.String(length=6), nullable=False),
        sa.Column("home", sa.BigInteger(), nullable=True),
        sa.Column("rematch_of", sa.String(length=8), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("acting", sa.SmallInteger(), nullable=False),
        sa.Column("winners", sa.SmallInteger(), nullable=True),
        sa.Column("reason", sa.String(length=32), nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("offer", sa.String(length=6), nullable=True),
        sa.Column("offer_seat", sa.SmallInteger(), nullable=True),
        sa.Column("offer_revision", sa.Integer(), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=20), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint(
            "(reason IS NOT NULL) = (status IN ('over', 'cancelled') AND salt IS NOT NULL)",
            name=op.f("ck_matches_a_begun_match_ends_for_a_reason"),
        ),
        sa.CheckConstraint(
            "(status = 'running') = (acting > 0)", name=op.f("ck_matches_running_needs_a_turn")
        ),
        sa.CheckConstraint("offer IN ('draw', 'cancel')", name=op.f("ck_matches_offer")),
        sa.CheckConstraint("place IN ('thread', 'here')", name=op.f("ck_matches_place")),
        sa.CheckConstraint(
            "seat_choice IN ('first', 'second', 'random')", name=op.f("ck_matches_seat_choice")
        ),
        sa.CheckConstraint(
            "status <> 'open' OR salt IS NULL", name=op.f("ck_matches_open_is_not_begun")
        ),
        sa.CheckConstraint(
            "status IN ('open', 'cancelled') OR salt IS NOT NULL",
            name=op.f("ck_matches_only_a_begun_match_is_played"),
        ),
        sa.CheckConstraint(
            "status IN ('open', 'running', 'over', 'cancelled')", name=op.f("ck_matches_status")
        ),
        sa.CheckConstraint(
            "(offer IS NULL) = (offer_seat IS NULL) AND (offer IS NULL) = (offer_revision IS NULL)",
            name=op.f("ck_matches_offer_by_a_seat"),
        ),
        sa.CheckConstraint("(reason IS NULL) = (winners IS NULL)", name=op.f("ck_matches_outcome")),
        sa.CheckConstraint(
            "(salt IS NULL AND position IS NULL AND first IS NULL AND second IS NULL)"
            " OR (salt IS NOT NULL AND position IS NOT NULL AND guest IS NOT NULL"
            " AND ((first = host AND second = guest) OR (first = guest AND second = host)))",
            name=op.f("ck_matches_begun_all_at_once"),
        ),
        sa.CheckConstraint(
            "acting BETWEEN 0 AND 3 AND winners BETWEEN 0 AND 3", name=op.f("ck_matches_seats")
        ),
        sa.CheckConstraint("guest <> host", name=op.f("ck_matches_two_people")),
        sa.CheckConstraint(
            "salt IS NOT NULL OR revision = 0", name=op.f("ck_matches_an_unbegun_match_has_no_log")
        ),
        sa.CheckConstraint(
            "turns >= 0 AND draws >= 0 AND turns + draws <= revision",
            name=op.f("ck_matches_counts"),
        ),
        sa.ForeignKeyConstraint(["guest"], ["people.id"], name=op.f("fk_matches_guest")),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name=op.f("fk_matches_host")),
        sa.ForeignKeyConstraint(["rematch_of"], ["matches.id"], name=op.f("fk_matches_rematch_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_channel"), "matches", ["channel"], unique=False)
    op.create_index(op.f("ix_matches_guest"), "matches", ["guest"], unique=False)
    op.create_index(op.f("ix_matches_host"), "matches", ["host"], unique=False)
    _unique(
        "uq_matches_challenge",
        ["host", "channel", "guest"],
        "status = 'open' AND guest IS NOT NULL",
    )
    _unique("uq_matches_home", ["home"], "status IN ('open', 'running') AND home IS NOT NULL")
    _unique(
        "uq_matches_open_seat", ["host", "channel", "game"], "status = 'open' AND guest IS NULL"
    )
    _unique(
        "uq_matches_rematch",
        ["rematch_of"],
        "status IN ('open', 'running') AND rematch_of IS NOT NULL",
    )


def _unique(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name, "matches", columns, unique=True, sqlite_where=condition, postgresql_where=condition
    )


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("key", RowId, autoincrement=False, nullable=False),
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_requests_match")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_requests")),
    )


def _log() -> None:
    op.create_table(
        "log",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=7), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind <> 'roll' OR seat IS NULL", name=op.f("ck_log_nobody_rolls")),
        sa.CheckConstraint("kind IN ('act', 'roll', 'lapse', 'forfeit')", name=op.f("ck_log_kind")),
        sa.CheckConstraint(
            "kind IN ('roll', 'forfeit') OR seat IS NOT NULL", name=op.f("ck_log_somebody_acts")
        ),
        sa.CheckConstraint("revision > 0", name=op.f("ck_log_revision")),
        sa.CheckConstraint("seat BETWEEN 0 AND 1", name=op.f("ck_log_seat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_log_match")),
        sa.PrimaryKeyConstraint("match", "revision", name=op.f("pk_log")),
        sa.UniqueConstraint("key", name=op.f("uq_log_key")),
        sqlite_with_rowid=False,
    )


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("audience", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("revision >= -1", name=op.f("ck_boards_revision")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_boards_match")),
        sa.PrimaryKeyConstraint("match", "audience", name=op.f("pk_boards")),
        sqlite_with_rowid=False,
    )


def _preferences() -> None:
    op.create_table(
        "preferences",
        sa.Column("user", RowId, autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.Column("theme", sa.String(length=16), nullable=True),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("pings", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_preferences")),
    )
