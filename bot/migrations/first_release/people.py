"""People: what they have chosen and saved, and what is kept for them."""

import sqlalchemy as sa
from alembic import op


def create() -> None:
    """Make the tables."""
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.CheckConstraint('"user" <> blocked', name=op.f("ck_blocks_nobody_blocks_themselves")),
        sa.PrimaryKeyConstraint("user", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "layouts",
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("codes", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("user", "name", name=op.f("pk_layouts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column(
            "user",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("client", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
    )
    op.create_table(
        "preferences",
        sa.Column(
            "user",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.Column("theme", sa.String(length=16), nullable=True),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("codes", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("ping", sa.String(length=7), server_default="channel", nullable=False),
        sa.Column("boards_by_dm", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=True),
        sa.Column("quiet_from", sa.SmallInteger(), nullable=True),
        sa.Column("quiet_until", sa.SmallInteger(), nullable=True),
        sa.Column("auto_vacation", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seen", sa.String(length=10), server_default="server", nullable=False),
        sa.Column("firsts", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.CheckConstraint("ping IN ('channel', 'dm', 'none')", name=op.f("ck_preferences_ping")),
        sa.CheckConstraint(
            "seen IN ('hidden', 'server', 'everywhere')", name=op.f("ck_preferences_seen")
        ),
        sa.CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL)",
            name=op.f("ck_preferences_quiet_hours_have_an_end"),
        ),
        sa.CheckConstraint("quiet_from BETWEEN 0 AND 1439", name=op.f("ck_preferences_quiet_from")),
        sa.CheckConstraint(
            "quiet_until BETWEEN 0 AND 1439", name=op.f("ck_preferences_quiet_until")
        ),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_preferences")),
    )
    op.create_index(op.f("ix_preferences_seen"), "preferences", ["seen"])
    op.create_table(
        "shares",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("messages", sa.SmallInteger(), nullable=False),
        sa.CheckConstraint("messages > 0", name=op.f("ck_shares_messages")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_shares")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vacations",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.Column("begin_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "until_ms >= from_ms", name=op.f("ck_vacations_it_ends_after_it_begins")
        ),
        sa.PrimaryKeyConstraint("user", "from_ms", name=op.f("pk_vacations")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_vacations_begin",
        "vacations",
        ["begin_ms"],
        sqlite_where=sa.text("begin_ms IS NOT NULL"),
        postgresql_where=sa.text("begin_ms IS NOT NULL"),
    )
    op.create_table(
        "dm_refusals",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_dm_refusals_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_dm_refusals")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_dm_refusals_user",
        "dm_refusals",
        ["user"],
        sqlite_where=sa.column("told").is_(sa.false()),
        postgresql_where=sa.column("told").is_(sa.false()),
    )
    op.create_table(
        "drafts",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("codes", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_drafts_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_drafts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "follows",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_follows_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_follows")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_follows_user", "follows", ["user"])
    op.create_table(
        "marks",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("piece", sa.SmallInteger(), nullable=False),
        sa.Column("guess", sa.String(length=4), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_marks_match")),
        sa.PrimaryKeyConstraint("match", "user", "piece", name=op.f("pk_marks")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_notes_match")),
        sa.PrimaryKeyConstraint("match", "user", "turn", name=op.f("pk_notes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notes_user", "notes", ["user"])
