"""The attention people take up: challenges, starts of matches, offers and shared boards."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("matches", sa.Column("begun_ms", sa.BigInteger(), nullable=True))
    _index_where("ix_matches_started", "matches", ["host", "channel"], RUNNING)
    _index_where("ix_players_undecided", "players", ["person"], "result IS NULL")
    op.create_table(
        "challenges",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_challenges_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_challenges")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_challenges_host", "challenges", ["host", "at_ms"])
    op.create_table(
        "attention",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("messages", sa.SmallInteger(), nullable=False),
        sa.Column("mentions", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_attention_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_attention")),
        sqlite_with_rowid=False,
    )


RUNNING = "salt IS NOT NULL AND reason IS NULL"


def _index_where(name: str, table: str, columns: list[str], where: str) -> None:
    only = {f"{kind}_where": sa.text(where) for kind in ("sqlite", "postgresql")}
    op.create_index(name, table, columns, **only)
