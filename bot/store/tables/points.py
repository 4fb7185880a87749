"""The tables of points: where people stand, and the results that have brought them there. Ratings
and deviations are rounded to a millionth, so that they can be computed again from the matches."""

import sqlalchemy as sa

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_match, of_person, of_server

ratings = table(
    "ratings",
    of_person("whose rating it is", After.NAMELESS),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    of_person("where they stand in a game on a server", After.STAYS),
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("updated_ms", sa.BigInteger, nullable=False),
    sa.Column("listed", sa.Double),
    sa.Column("day", sa.Integer, nullable=False),
    sa.CheckConstraint("games = wins + draws + losses", "games"),
    sa.CheckConstraint("wins >= 0 AND draws >= 0 AND losses >= 0", "counts"),
    sa.CheckConstraint("deviation > 0 AND deviation <= 350", "deviation"),
    sa.Index("ix_ratings_list", "guild", "game", "listed"),
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
    sa.Column("person", sa.BigInteger, nullable=False),
    of_person("the results that have brought them there", After.STAYS),
    sa.Column("serial", RowId, primary_key=True),
    sa.Column("match", sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("result", sa.String(5), nullable=False),
    sa.Column("reason", sa.String(8), nullable=False),
    sa.Column("before", sa.Double, nullable=False),
    sa.Column("after", sa.Double, nullable=False),
    sa.Column("deviation_before", sa.Double, nullable=False),
    sa.Column("deviation_after", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.CheckConstraint("seat >= 0", "seat"),
    sa.CheckConstraint("result IN ('won', 'lost', 'drawn')", "result"),
    sa.CheckConstraint("reason IN ('ended', 'replaced', 'escaped')", "reason"),
    sa.CheckConstraint("games > 0", "games"),
    sa.UniqueConstraint("match", "seat"),
    sa.Index("ix_rated_person", "person", "game", "at_ms"),
    sa.Index("ix_rated_pool", "guild", "game", "at_ms"),
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
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""Those who have yet to be told that points are a server's own since an update."""

recounts = table(
    "recounts",
    of_server("whose results are to be settled again", Time.DONE),
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""The pools whose results have yet to be settled again, one after the other from the first."""

strikes = table(
    "strikes",
    of_person("the manager who took a match out of the points, by their name then", After.NAMELESS),
    sa.Column("striker", sa.BigInteger),
    sa.Column("striker_name", sa.Text),
    of_match("what was taken out of the points, and why"),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_strikes_guild", "guild", "at_ms"),
)
"""The matches taken out of the points: by a manager of their server, for a reason that their
players read, or (null) by whoever runs the bot."""
