"""Points are a server's own; results are settled again at the next start, pool by pool.

What counted counts. Of two opponents (of four: two pairs) the n-th result within 90 days counts
3/n; matches that go on count whole, as their players were told.
"""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0104"
down_revision = "0103"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
SEASON_MS = 90 * 86_400_000
LISTED = sa.text("listed IS NOT NULL")
REASONS = "reason IN ('ended', 'replaced', 'escaped')"
SEEN = "seen IN ('hidden', 'server')"


def upgrade() -> None:
    op.execute("UPDATE preferences SET seen = 'server' WHERE seen = 'everywhere'")
    with op.batch_alter_table("preferences") as table:
        table.drop_constraint(op.f("ck_preferences_seen"), type_="check")
        table.create_check_constraint(op.f("ck_preferences_seen"), SEEN)
    op.execute("UPDATE matches SET unrated = 'often' WHERE unrated IN ('pair_week', 'pair_season')")
    nth = sa.Column("nth", sa.SmallInteger(), server_default="1", nullable=False)
    op.add_column("matches", nth)
    _count()
    _results()
    _standings()


def _count() -> None:
    """Say of every result how many of late its opponents had had by then."""
    connection = op.get_bind()
    rated = sa.text(
        "SELECT match, seat, person, pool, guild, at_ms FROM rated"
        " WHERE reason = 'ended' ORDER BY serial"
    )
    matches: dict[str, list[sa.Row]] = defaultdict(list)
    for row in connection.execute(rated):
        matches[row.match].append(row)
    ends: dict[tuple, list[int]] = defaultdict(list)
    found = []
    for match, rows in matches.items():
        sides = (frozenset(row.person for row in rows if row.seat % 2 == side) for side in (0, 1))
        met = ends[rows[0].pool, rows[0].guild, frozenset(sides)]
        met.append(rows[0].at_ms)
        nth = sum(end > rows[0].at_ms - SEASON_MS for end in met)
        if nth > 1:
            found.append({"match": match, "nth": nth})
    if found:
        connection.execute(sa.text("UPDATE matches SET nth = :nth WHERE id = :match"), found)


def _results() -> None:
    op.execute("UPDATE rated SET guild = 0 WHERE guild IS NULL")
    for name in ("person", "guild", "pool"):
        op.drop_index(f"ix_rated_{name}", table_name="rated")
    with op.batch_alter_table("rated") as table:
        table.drop_constraint(op.f("ck_rated_reason"), type_="check")
        table.create_check_constraint(op.f("ck_rated_reason"), REASONS)
        table.alter_column("pool", new_column_name="game")
        table.alter_column("guild", existing_type=sa.BigInteger(), nullable=False)
        table.drop_column("fresh")
    op.create_index("ix_rated_person", "rated", ["person", "game", "at_ms"])
    op.create_index("ix_rated_pool", "rated", ["guild", "game", "at_ms"])


def _standings() -> None:
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Double()),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.CheckConstraint("games = wins + draws + losses", op.f("ck_ratings_games")),
        sa.CheckConstraint("wins >= 0 AND draws >= 0 AND losses >= 0", op.f("ck_ratings_counts")),
        sa.CheckConstraint("deviation > 0 AND deviation <= 350", op.f("ck_ratings_deviation")),
        sa.PrimaryKeyConstraint("person", "game", "guild", name=op.f("pk_ratings")),
        **WITHOUT_ROWID,
    )
    op.create_index("ix_ratings_list", "ratings", ["guild", "game", "listed"])
    op.create_index(
        "ix_ratings_day", "ratings", ["day"], sqlite_where=LISTED, postgresql_where=LISTED
    )
    op.create_table(
        "recounts",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("game", "guild", name=op.f("pk_recounts")),
        **WITHOUT_ROWID,
    )
    op.create_table(
        "strikes",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("striker", sa.BigInteger()),
        sa.Column("striker_name", sa.Text()),
        sa.Column("reason", sa.Text()),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_strikes")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_strikes_match")),
        **WITHOUT_ROWID,
    )
    op.create_index("ix_strikes_guild", "strikes", ["guild", "at_ms"])
    op.create_table(
        "moved_points",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_moved_points")),
        **WITHOUT_ROWID,
    )
    op.execute("INSERT INTO recounts (game, guild) SELECT DISTINCT game, guild FROM rated")
    op.execute(
        "INSERT INTO moved_points (person) SELECT DISTINCT person FROM rated WHERE person > 0"
    )
