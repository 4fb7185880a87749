"""Matches: what was agreed, who plays, how it went."""

import sqlalchemy as sa
from alembic import op


def create() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.Text(), nullable=False),
        sa.Column("proposal", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.String(length=6), nullable=False),
        sa.Column("rematch_of", sa.String(length=8), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=20), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("taken_back", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("home", sa.BigInteger(), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("pace", sa.String(length=6), server_default="none", nullable=False),
        sa.Column("strict", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("paused", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credit_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credit_turns", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=True),
        sa.Column("closer", sa.BigInteger(), nullable=True),
        sa.Column("closer_name", sa.Text(), nullable=True),
        sa.Column("closer_reason", sa.Text(), nullable=True),
        sa.Column("hints", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("resigns", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=True),
        sa.Column("unrated", sa.String(length=16), server_default="earlier", nullable=True),
        sa.CheckConstraint(
            "(reason IS NOT NULL) = (phase IN ('over', 'called_off') AND salt IS NOT NULL)",
            name=op.f("ck_matches_a_begun_match_ends_for_a_reason"),
        ),
        sa.CheckConstraint(
            "phase <> 'open' OR salt IS NULL", name=op.f("ck_matches_open_is_not_begun")
        ),
        sa.CheckConstraint(
            "phase IN ('open', 'called_off') OR salt IS NOT NULL",
            name=op.f("ck_matches_only_a_begun_match_is_played"),
        ),
        sa.CheckConstraint(
            "phase IN ('open', 'setting_up', 'playing', 'over', 'called_off')",
            name=op.f("ck_matches_phase"),
        ),
        sa.CheckConstraint("place IN ('thread', 'here')", name=op.f("ck_matches_place")),
        sa.CheckConstraint(
            "(salt IS NULL) = (position IS NULL)",
            name=op.f("ck_matches_a_begun_match_has_a_position"),
        ),
        sa.CheckConstraint(
            "salt IS NOT NULL OR revision = 0", name=op.f("ck_matches_an_unbegun_match_has_no_log")
        ),
        sa.CheckConstraint(
            "turns >= 0 AND rolls >= 0 AND turns + rolls <= revision",
            name=op.f("ck_matches_counts"),
        ),
        sa.ForeignKeyConstraint(["rematch_of"], ["matches.id"], name=op.f("fk_matches_rematch_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_channel", "matches", ["channel", "phase"])
    op.create_index(
        "ix_matches_due",
        "matches",
        ["due_ms"],
        sqlite_where=sa.text("due_ms IS NOT NULL"),
        postgresql_where=sa.text("due_ms IS NOT NULL"),
    )
    op.create_index("ix_matches_guild", "matches", ["guild", "phase"])
    op.create_index("ix_matches_home", "matches", ["home", "phase"])
    op.create_index(op.f("ix_matches_host"), "matches", ["host"])
    op.create_index(
        "ix_matches_kept",
        "matches",
        ["updated_ms"],
        sqlite_where=sa.text("reason IS NOT NULL AND position != ''"),
        postgresql_where=sa.text("reason IS NOT NULL AND position != ''"),
    )
    op.create_index(op.f("ix_matches_rematch_of"), "matches", ["rematch_of"])
    op.create_index(
        "ix_matches_started",
        "matches",
        ["host", "channel"],
        sqlite_where=sa.text("salt IS NOT NULL AND reason IS NULL"),
        postgresql_where=sa.text("salt IS NOT NULL AND reason IS NULL"),
    )
    op.create_index(
        "uq_matches_home",
        "matches",
        ["home"],
        unique=True,
        sqlite_where=sa.text("phase IN ('open', 'setting_up', 'playing') AND home IS NOT NULL"),
        postgresql_where=sa.text("phase IN ('open', 'setting_up', 'playing') AND home IS NOT NULL"),
    )
    op.create_index(
        "uq_matches_proposal",
        "matches",
        ["host", "channel", "proposal"],
        unique=True,
        sqlite_where=sa.text("phase = 'open'"),
        postgresql_where=sa.text("phase = 'open'"),
    )
    op.create_index(
        "uq_matches_rematch",
        "matches",
        ["rematch_of"],
        unique=True,
        sqlite_where=sa.text(
            "phase IN ('open', 'setting_up', 'playing') AND rematch_of IS NOT NULL"
        ),
        postgresql_where=sa.text(
            "phase IN ('open', 'setting_up', 'playing') AND rematch_of IS NOT NULL"
        ),
    )
    op.create_table(
        "attention",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("messages", sa.SmallInteger(), nullable=False),
        sa.Column("mentions", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_attention_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_attention")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "challenges",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_challenges_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_challenges")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_challenges_host", "challenges", ["host", "at_ms"])
    op.create_table(
        "clock_events",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "(seat IS NULL) = (kind IN ('start', 'pause', 'outage'))",
            name=op.f("ck_clock_events_whose_clock_it_is_about"),
        ),
        sa.CheckConstraint(
            "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag',"
            " 'seat', 'takeback')",
            name=op.f("ck_clock_events_kind"),
        ),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_clock_events_seat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_clock_events_match")),
        sa.PrimaryKeyConstraint("match", "serial", "place", name=op.f("pk_clock_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hints",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_hints_match")),
        sa.PrimaryKeyConstraint("match", "seat", "revision", name=op.f("pk_hints")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "judgements",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("lost", sa.Double(), nullable=True),
        sa.Column("best", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)",
            name=op.f("ck_judgements_all_or_nothing"),
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_judgements_match")),
        sa.PrimaryKeyConstraint("match", "turn", name=op.f("pk_judgements")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind <> 'roll' OR seat IS NULL", name=op.f("ck_log_nobody_rolls")),
        sa.CheckConstraint(
            "kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')", name=op.f("ck_log_kind")
        ),
        sa.CheckConstraint(
            "kind IN ('roll', 'forfeit') OR seat IS NOT NULL", name=op.f("ck_log_somebody_acts")
        ),
        sa.CheckConstraint("revision > 0", name=op.f("ck_log_revision")),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_log_seat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_log_match")),
        sa.PrimaryKeyConstraint("match", "revision", name=op.f("pk_log")),
        sa.UniqueConstraint("key", name=op.f("uq_log_key")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "requests",
        sa.Column(
            "key",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_requests_match")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_requests")),
    )
    op.create_table(
        "seals",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_seals_seat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seals_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seals")),
        sqlite_with_rowid=False,
    )
