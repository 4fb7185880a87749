"""The tables of points: where people stand, and the results that have brought them there.

Times are epoch milliseconds, users and places Discord's numbers. Ratings and deviations are rounded
to a millionth, so that they can be computed again from the matches.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

from .metadata import METADATA, RowId

ratings = Table(
    "ratings",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("pool", String(16), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    CheckConstraint("games = wins + draws + losses", "games"),
    CheckConstraint("wins >= 0 AND draws >= 0 AND losses >= 0", "counts"),
    CheckConstraint("deviation > 0 AND deviation <= 350", "deviation"),
    Index("ix_ratings_pool", "pool", "rating"),
    sqlite_with_rowid=False,
)
"""Where a person stands in a pool, which is a game, as of `updated_ms`: a cache of `rated`.

Somebody may have a row without a match: who was only the opponent of a player replaced, or whose
only match has been taken out of the points.
"""

rated = Table(
    "rated",
    METADATA,
    Column("serial", RowId, primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("pool", String(16), nullable=False),
    Column("guild", BigInteger),
    Column("at_ms", BigInteger, nullable=False),
    Column("result", String(5), nullable=False),
    Column("reason", String(8), nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("deviation_after", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("fresh", Boolean, nullable=False),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("result IN ('won', 'lost', 'drawn')", "result"),
    CheckConstraint("reason IN ('ended', 'replaced')", "reason"),
    CheckConstraint("games > 0", "games"),
    UniqueConstraint("match", "seat"),
    Index("ix_rated_person", "person", "pool", "at_ms"),
    Index("ix_rated_guild", "guild", "pool", "at_ms"),
    Index("ix_rated_pool", "pool", "serial"),
)
"""The results that count, one row a person, by `serial` in the order of commit.

`deviation_before` is as it had grown by then; `games` counts this one. `fresh`: an opponent's
deviation was so wide that only so much could be gained. `reason` is "ended", or "replaced" for a
player whose seat was taken over.
"""
