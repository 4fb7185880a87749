"""The matches not followed yet; indexes that keep the cost of a query as the club grows."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

LEFT = """
    INSERT INTO unfollowed (match, serial, open, at_ms)
    SELECT m.id, m.serial, m.phase = 'open', m.updated_ms FROM matches m
    LEFT JOIN boards board ON board.match = m.id AND board.audience = 'channel'
    LEFT JOIN boards card ON card.match = m.id AND card.audience = 'card'
    WHERE m.phase IN ('open', 'setting_up', 'playing')
    OR (m.salt IS NOT NULL AND (board.revision IS NULL OR board.revision < m.revision))
    OR card.revision = -1
    OR EXISTS (
        SELECT 1 FROM boards letter WHERE letter.match = m.id
        AND letter.audience LIKE 'dm:%' AND letter.revision < m.revision
    )
"""
"""Selects all matches that go on, and ended ones with an old message; too many do no harm."""


def upgrade() -> None:
    op.create_table(
        "unfollowed",
        sa.Column(
            "match",
            sa.String(8),
            sa.ForeignKey("matches.id", name=op.f("fk_unfollowed_match")),
            nullable=False,
        ),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_unfollowed")),
        sqlite_with_rowid=False,
    )
    op.execute(sa.text(LEFT))
    op.add_column("boards", sa.Column("earlier", sa.String(255), server_default="", nullable=False))
    op.drop_index("ix_matches_channel", "matches")
    op.drop_index("ix_matches_home", "matches")
    op.create_index("ix_matches_channel", "matches", ["channel", "phase"])
    op.create_index("ix_matches_guild", "matches", ["guild", "phase"])
    op.create_index("ix_matches_home", "matches", ["home", "phase"])
    op.create_index("ix_matches_rematch_of", "matches", ["rematch_of"])
