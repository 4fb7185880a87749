"""Seats: who is called, who holds them, and their clocks."""

import sqlalchemy as sa
from alembic import op

COMPUTING = sa.column("computer").is_not(None) & sa.column("acting").is_(sa.true())


def create() -> None:
    """Make the tables."""
    op.create_table(
        "holders",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(computer IS NULL) = (version IS NULL)",
            name=op.f("ck_holders_a_computer_has_a_version"),
        ),
        sa.CheckConstraint(
            "(person IS NULL) = (computer IS NOT NULL)",
            name=op.f("ck_holders_a_person_or_a_computer"),
        ),
        sa.CheckConstraint(
            "(person IS NULL) = (name IS NULL)", name=op.f("ck_holders_a_person_has_a_name")
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_holders_match")),
        sa.PrimaryKeyConstraint("match", "seat", "since", name=op.f("pk_holders")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_holders_person"), "holders", ["person"])
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("wanted_seat", sa.SmallInteger(), nullable=True),
        sa.Column("joined", sa.SmallInteger(), nullable=True),
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(computer IS NULL) = (version IS NULL)",
            name=op.f("ck_invitations_a_computer_has_a_version"),
        ),
        sa.CheckConstraint(
            "(person IS NULL) = (name IS NULL)", name=op.f("ck_invitations_a_person_has_a_name")
        ),
        sa.CheckConstraint(
            "person IS NOT NULL OR computer IS NOT NULL OR joined IS NULL",
            name=op.f("ck_invitations_somebody_joins"),
        ),
        sa.CheckConstraint(
            "person IS NULL OR computer IS NULL", name=op.f("ck_invitations_a_person_or_a_computer")
        ),
        sa.CheckConstraint("place >= 0", name=op.f("ck_invitations_place")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_invitations_match")),
        sa.PrimaryKeyConstraint("match", "place", name=op.f("pk_invitations")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_invitations_match_person")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_invitations_person"), "invitations", ["person"])
    op.create_table(
        "players",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("acting", sa.Boolean(), nullable=False),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.Column("consent", sa.String(length=8), nullable=True),
        sa.Column("consent_to", sa.SmallInteger(), nullable=True),
        sa.Column("consent_revision", sa.Integer(), nullable=True),
        sa.Column("result", sa.String(length=5), nullable=True),
        sa.Column("bank_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
        sa.Column("left_ms", sa.BigInteger(), nullable=True),
        sa.Column("flag_ms", sa.BigInteger(), nullable=True),
        sa.Column("missed", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("acted_ms", sa.BigInteger(), nullable=True),
        sa.Column("seen_ms", sa.BigInteger(), nullable=True),
        sa.Column("reminded_ms", sa.BigInteger(), nullable=True),
        sa.Column("away_ms", sa.BigInteger(), nullable=True),
        sa.Column("declined", sa.String(length=40), server_default="", nullable=False),
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("since", sa.Integer(), server_default="0", nullable=False),
        sa.Column("consent_deputy", sa.String(length=4), nullable=True),
        sa.Column("deserted", sa.String(length=6), nullable=True),
        sa.Column("relief_person", sa.BigInteger(), nullable=True),
        sa.Column("relief_name", sa.Text(), nullable=True),
        sa.Column("relief_turn", sa.Integer(), nullable=True),
        sa.Column("relief_revision", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(consent_deputy IS NOT NULL) = (consent IS NOT NULL AND consent = 'replace')",
            name=op.f("ck_players_a_deputy_is_proposed"),
        ),
        sa.CheckConstraint(
            "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time', 'replace')",
            name=op.f("ck_players_consent"),
        ),
        sa.CheckConstraint("deserted IN ('left', 'missed')", name=op.f("ck_players_deserted")),
        sa.CheckConstraint("result IN ('won', 'lost', 'drawn')", name=op.f("ck_players_result")),
        sa.CheckConstraint(
            "(computer IS NULL) = (version IS NULL)",
            name=op.f("ck_players_a_computer_has_a_version"),
        ),
        sa.CheckConstraint(
            "(consent IS NULL) = (consent_to IS NULL)"
            " AND (consent IS NULL) = (consent_revision IS NULL)",
            name=op.f("ck_players_consent_to_an_offer"),
        ),
        sa.CheckConstraint(
            "(deadline_ms IS NULL OR left_ms IS NULL)"
            " AND (deadline_ms IS NULL OR flag_ms IS NULL)"
            " AND (left_ms IS NULL OR flag_ms IS NULL)",
            name=op.f("ck_players_a_clock_runs_or_rests_or_is_down"),
        ),
        sa.CheckConstraint(
            "(person IS NULL) = (computer IS NOT NULL)",
            name=op.f("ck_players_a_person_or_a_computer"),
        ),
        sa.CheckConstraint(
            "(person IS NULL) = (name IS NULL)", name=op.f("ck_players_a_person_has_a_name")
        ),
        sa.CheckConstraint(
            "(relief_person IS NULL) = (relief_name IS NULL)"
            " AND (relief_person IS NULL) = (relief_turn IS NULL)"
            " AND (relief_person IS NULL) = (relief_revision IS NULL)",
            name=op.f("ck_players_relief_of_somebody"),
        ),
        sa.CheckConstraint("NOT (out AND acting)", name=op.f("ck_players_who_is_out_does_not_act")),
        sa.CheckConstraint(
            "deserted IS NULL OR person IS NOT NULL", name=op.f("ck_players_no_computer_deserts")
        ),
        sa.CheckConstraint(
            "relief_revision IS NULL OR relief_revision <= since",
            name=op.f("ck_players_relief_begins_a_holding"),
        ),
        sa.CheckConstraint(
            "result IS NULL OR NOT acting", name=op.f("ck_players_nobody_acts_after_the_end")
        ),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_players_seat")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_players_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_players")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_players_match_person")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_players_computing",
        "players",
        ["match"],
        sqlite_where=COMPUTING,
        postgresql_where=COMPUTING,
    )
    op.create_index(
        "ix_players_consent",
        "players",
        ["match"],
        sqlite_where=sa.text("consent IS NOT NULL"),
        postgresql_where=sa.text("consent IS NOT NULL"),
    )
    op.create_index("ix_players_person", "players", ["person", "acting"])
    op.create_index(
        "ix_players_undecided",
        "players",
        ["person"],
        sqlite_where=sa.text("result IS NULL"),
        postgresql_where=sa.text("result IS NULL"),
    )
