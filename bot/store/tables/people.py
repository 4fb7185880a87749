"""The tables about people; times are epoch milliseconds, users Discord's numbers."""

import sqlalchemy as sa

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_person

people = table(
    "people",
    of_person("to speak to them in their Discord's language", After.GONE, Time.RENEWED),
    sa.Column("user", RowId, primary_key=True, autoincrement=False),
    sa.Column("client", sa.String(16), nullable=False),
    rowid=True,
)
"""The users the bot has met; `client` is the language of Discord at their last request."""

preferences = table(
    "preferences",
    of_person("what they have chosen in `/match settings`", After.GONE, Time.CHANGED),
    sa.Column("user", RowId, primary_key=True, autoincrement=False),
    sa.Column("locale", sa.String(16)),
    sa.Column("theme", sa.String(16)),
    sa.Column("confirm", sa.Boolean, nullable=False),
    sa.Column("codes", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("ping", sa.String(7), nullable=False, server_default="channel"),
    sa.Column("boards_by_dm", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("zone", sa.String(64)),
    sa.Column("quiet_from", sa.SmallInteger),
    sa.Column("quiet_until", sa.SmallInteger),
    sa.Column("auto_vacation", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seen", sa.String(10), nullable=False, server_default="server", index=True),
    sa.Column("firsts", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("text_first", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.CheckConstraint("ping IN ('channel', 'dm', 'none')", "ping"),
    sa.CheckConstraint("seen IN ('hidden', 'server')", "seen"),
    sa.CheckConstraint("quiet_from BETWEEN 0 AND 1439", "quiet_from"),
    sa.CheckConstraint("quiet_until BETWEEN 0 AND 1439", "quiet_until"),
    sa.CheckConstraint("(quiet_from IS NULL) = (quiet_until IS NULL)", "quiet_hours_have_an_end"),
    rowid=True,
)
"""Users' own settings; quiet hours are minutes of the day in their zone."""

layouts = table(
    "layouts",
    of_person("layouts they have saved for other matches", After.GONE),
    sa.Column("user", sa.BigInteger, primary_key=True),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("codes", sa.String(64), nullable=False),
)

vacations = table(
    "vacations",
    of_person("their vacations, 14 days a year", After.GONE, Time.YEARS),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("from_ms", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("begin_ms", sa.BigInteger),
    sa.CheckConstraint("until_ms >= from_ms", "it_ends_after_it_begins"),
)
"""Users' vacations, past and future; `begin_ms` is null once their clocks have been held."""

index_where("ix_vacations_begin", vacations.c.begin_ms, where=vacations.c.begin_ms.is_not(None))

blocks = table(
    "blocks",
    of_person("who has blocked somebody", After.GONE, Time.CHANGED),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    of_person("who may not challenge or join them", After.SEALED, Time.CHANGED),
    sa.Column("blocked", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.CheckConstraint('"user" <> blocked', "nobody_blocks_themselves"),
)

departed = table(
    "departed",
    of_person(
        "that they have had all this deleted, so that limits hold if they come back",
        After.SEALED,
        Time.SEASON,
    ),
    sa.Column("digest", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.CheckConstraint("digest < 0", "it_names_nobody"),
)

shares = table(
    "shares",
    of_person(
        "how many profiles they have shared on the last day they did", After.GONE, Time.RENEWED
    ),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("messages", sa.SmallInteger, nullable=False),
    sa.CheckConstraint("messages > 0", "messages"),
)
"""The pages that belong to no match and a person has shared, on the last day (UTC) they did."""

dm_refusals = table(
    "dm_refusals",
    of_person("that a direct message did not reach them", After.GONE, Time.MONTH),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, index=True),
    sa.Column("told", sa.Boolean, nullable=False),
)
"""Users whose direct messages were refused in a match, and whether they have been told."""

drafts = table(
    "drafts",
    of_person("the layout they were working on", After.GONE, Time.ENDED),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True),
    sa.Column("codes", sa.String(64), nullable=False),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("own", sa.Boolean, nullable=False),
)
"""Layouts their owners are still working on, legal or not, with the title each began as: the
owner's `own` name, or a word of the catalogue."""

marks = table(
    "marks",
    of_person("their guesses, for them alone", After.GONE, Time.CHANGED),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True),
    sa.Column("piece", sa.SmallInteger, primary_key=True),
    sa.Column("guess", sa.String(4), nullable=False),
)

follows = table(
    "follows",
    of_person("to tell them how the match has ended", After.GONE, Time.ENDED),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("ix_follows_user", "user"),
)
"""Users who are to hear of the end of a match they do not play in; gone once it has ended."""

notes = table(
    "notes",
    of_person("their notes, for them alone", After.GONE, Time.CHANGED),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    of_person("the name under which they have published a note", After.GONE, Time.CHANGED),
    sa.Column("name", sa.Text),
    sa.Index("ix_notes_user", "user"),
)
"""What users have noted on the turns of a match, by the numbers on the boards; read only for them
until they publish it, once the match has ended, under a `name`."""

wishes = table(
    "wishes",
    of_person("what they would like to play, to draw them an opponent", After.GONE, Time.WISHED),
    sa.Column("person", RowId, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Column("paces", sa.String(40), nullable=False),
    sa.Column("points", sa.String(6), nullable=False),
    sa.Column("most", sa.SmallInteger, nullable=False),
    of_person(
        "since when they wait, and when they were last drawn or here", After.GONE, Time.WISHED
    ),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("pressed_ms", sa.BigInteger, nullable=False),
    sa.Column("paired_ms", sa.BigInteger),
    sa.Column("offered_ms", sa.BigInteger),
    sa.CheckConstraint("points IN ('either', 'only', 'none')", "points"),
    sa.CheckConstraint("most BETWEEN 1 AND 5", "most"),
    sa.Index("ix_wishes_guild", "guild", "since_ms"),
    sa.Index("ix_wishes_pressed", "pressed_ms"),
    rowid=True,
)
"""Those who are ready to play on a server (0: with anybody, anywhere), one wish a person."""

pairings = table(
    "pairings",
    of_person(
        "whom they were drawn with, so that it is not the same again", After.GONE, Time.TWICE
    ),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("hour", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("match", sa.ForeignKey("matches.id"), index=True),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_pairings_hour", "hour"),
)
"""Who was drawn in which hour since 1970, once in each, and since when they had waited."""
