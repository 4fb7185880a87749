"""The tables of points: where people stand, and the results that have brought them there.

Times are epoch milliseconds, users and places Discord's numbers. Ratings and deviations are rounded
to a millionth, so that they can be computed again from the matches.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
)

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_match, of_person, of_server

ratings = table(
    "ratings",
    of_person("whose rating it is", After.NAMELESS),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    of_person("where they stand in a game on a server", After.STAYS),
    Column("game", String(16), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("listed", Double),
    Column("day", Integer, nullable=False),
    CheckConstraint("games = wins + draws + losses", "games"),
    CheckConstraint("wins >= 0 AND draws >= 0 AND losses >= 0", "counts"),
    CheckConstraint("deviation > 0 AND deviation <= 350", "deviation"),
    Index("ix_ratings_list", "guild", "game", "listed"),
)
"""Where a person stands in a game on a server (0: in the bot's lobby), as of `updated_ms`.

It is a cache of `rated`. `listed` is what the list is sorted by, the rating less two deviations as
of a `day` since 1970; null for who is not listed yet. Somebody may have a row without a match: who
was only the opponent of a player replaced, or whose only match has been taken out of the points.
"""

_LISTED = ratings.c.listed.is_not(None)
index_where("ix_ratings_day", ratings.c.day, where=_LISTED)

rated = table(
    "rated",
    of_person("whose result it is", After.NAMELESS),
    Column("person", BigInteger, nullable=False),
    of_person("the results that have brought them there", After.STAYS),
    Column("serial", RowId, primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("game", String(16), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("result", String(5), nullable=False),
    Column("reason", String(8), nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("deviation_after", Double, nullable=False),
    Column("games", Integer, nullable=False),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("result IN ('won', 'lost', 'drawn')", "result"),
    CheckConstraint("reason IN ('ended', 'replaced', 'escaped')", "reason"),
    CheckConstraint("games > 0", "games"),
    UniqueConstraint("match", "seat"),
    Index("ix_rated_person", "person", "game", "at_ms"),
    Index("ix_rated_pool", "guild", "game", "at_ms"),
    rowid=True,
)
"""The results that count, one row a person, by `serial` in the order of commit.

`deviation_before` is as it had grown by then; `games` counts this one. `reason` is "ended", or
"replaced" or "escaped" for a player who has deserted a match and alone loses by it. Those that have
been taken out of the points have no `game`.
"""

moved_points = table(
    "moved_points",
    of_person("to tell them once that points are a server's own", After.GONE, Time.DONE),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
)
"""Those who have yet to be told that points are a server's own since an update."""

recounts = table(
    "recounts",
    of_server("whose results are to be settled again", Time.DONE),
    Column("game", String(16), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
)
"""The pools whose results have yet to be settled again, one after the other from the first."""

strikes = table(
    "strikes",
    of_person("the manager who took a match out of the points, by their name then", After.NAMELESS),
    Column("striker", BigInteger),
    Column("striker_name", Text),
    of_match("what was taken out of the points, and why"),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("reason", Text),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_strikes_guild", "guild", "at_ms"),
)
"""The matches taken out of the points: by a manager of their server, for a reason that their
players read, or (null) by whoever runs the bot."""
