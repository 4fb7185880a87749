"""The tables of matches, with the constraints that hold whatever writes to them. Times are epoch
milliseconds, users and places Discord's numbers. A test compares them with the migrations."""

from typing import Any

import sqlalchemy as sa

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_match, of_person, of_server

matches = table(
    "matches",
    of_match("what was agreed"),
    sa.Column("id", sa.String(8), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("place", sa.String(7), nullable=False),
    sa.Column("pace", sa.String(6), nullable=False, server_default="none"),
    sa.Column("strict", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("resigns", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("drawn", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("tour", sa.SmallInteger),
    sa.Column("rematch_of", sa.ForeignKey("matches.id"), index=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("begun_ms", sa.BigInteger),
    sa.Column("unrated", sa.String(16), server_default="earlier"),
    sa.Column("nth", sa.SmallInteger, nullable=False, server_default="1"),
    of_person("whom a card asks, so that it asks only once", After.NAMELESS),
    sa.Column("proposal", sa.Text, nullable=False),
    of_person("who opened it, by their name then", After.NAMELESS),
    sa.Column("host", sa.BigInteger, nullable=False, index=True),
    sa.Column("host_name", sa.Text, nullable=False),
    of_person("the moderator who closed it, by their name then", After.NAMELESS),
    sa.Column("closer", sa.BigInteger),
    sa.Column("closer_name", sa.Text),
    of_match("the reason given to all for closing it"),
    sa.Column("closer_reason", sa.Text),
    of_server("where it is played"),
    sa.Column("guild", sa.BigInteger),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("home", sa.BigInteger),
    of_match("for anybody to check dice and deals"),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("salt", sa.String(20)),
    of_match("what dice and deals are drawn from, secret until the end", Time.KEPT),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    of_match("where every piece stands, hidden ones as well", Time.KEPT),
    sa.Column("position", sa.Text),
    of_match("how it goes"),
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("turns", sa.Integer, nullable=False),
    sa.Column("rolls", sa.Integer, nullable=False),
    sa.Column("taken_back", sa.Boolean, nullable=False),
    sa.Column("reason", sa.String(32)),
    sa.Column("scores", sa.Text),
    of_match("its clocks, and to write no change over another"),
    sa.Column("serial", sa.Integer, nullable=False),
    sa.Column("updated_ms", sa.BigInteger, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("clock_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("credit_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("credit_turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("due_ms", sa.BigInteger),
    of_match("since when and why it can be shown nowhere", Time.ENDED),
    sa.Column("held_ms", sa.BigInteger),
    sa.Column("held_why", sa.String(16)),
    sa.Column("held_code", sa.Integer),
    sa.Column("held_tries", sa.SmallInteger),
    sa.CheckConstraint("phase IN ('open', 'setting_up', 'playing', 'over', 'called_off')", "phase"),
    sa.CheckConstraint("place IN ('thread', 'here', 'direct', 'letters')", "place"),
    sa.CheckConstraint("turns >= 0 AND rolls >= 0 AND turns + rolls <= revision", "counts"),
    sa.CheckConstraint("phase <> 'open' OR salt IS NULL", "open_is_not_begun"),
    sa.CheckConstraint(
        "phase IN ('open', 'called_off') OR salt IS NOT NULL", "only_a_begun_match_is_played"
    ),
    sa.CheckConstraint("salt IS NOT NULL OR revision = 0", "an_unbegun_match_has_no_log"),
    sa.CheckConstraint("(salt IS NULL) = (position IS NULL)", "a_begun_match_has_a_position"),
    sa.CheckConstraint(
        "(reason IS NOT NULL) = (phase IN ('over', 'called_off') AND salt IS NOT NULL)",
        "a_begun_match_ends_for_a_reason",
    ),
    sa.CheckConstraint(
        "(held_ms IS NULL) = (held_why IS NULL) AND (held_ms IS NULL) = (held_code IS NULL)"
        " AND (held_ms IS NULL) = (held_tries IS NULL)",
        "held_for_a_reason",
    ),
    sa.CheckConstraint("held_ms IS NULL OR reason IS NULL", "held_until_the_end"),
    sa.Index("ix_matches_channel", "channel", "phase"),
    sa.Index("ix_matches_guild", "guild", "phase"),
    sa.Index("ix_matches_home", "home", "phase"),
    rowid=True,
)
"""Matches as `Match`, `Terms`, `Options` and `Stand` have them (`bot/matches/match/match.py`).

The position is a cache of the log; an empty one says that the moves of a finished match are no
longer kept. `proposal` is a key a host can have open only once in a channel; `serial` counts the
changes, for compare and swap. An index that begins with the phase would tempt SQLite away from
better ones: half the club is over. `due_ms` is when something is next due by time alone.
"""

_OPEN = matches.c.phase == "open"
_ALIVE = matches.c.phase.in_(("open", "setting_up", "playing"))


def _one(name: str, *columns: sa.Column[Any], where: sa.ColumnElement[bool]) -> None:
    index_where(name, *columns, where=where, unique=True)


kept = matches.c.reason.is_not(None) & (matches.c.position != sa.literal_column("''"))
"""Holds for finished matches whose moves are still kept; they have an index by their end."""
seats = (matches.c.guild == sa.literal_column("0")) & (
    matches.c.phase == sa.literal_column("'open'")
)
"""Holds for open matches of no server; they have an index by their age."""
index_where("ix_matches_kept", matches.c.updated_ms, where=kept)
index_where("ix_matches_held", matches.c.guild, where=matches.c.held_ms.is_not(None))
index_where("ix_matches_seats", matches.c.created_ms, where=seats)
index_where("ix_matches_tour", matches.c.tour, matches.c.guild, where=matches.c.tour.is_not(None))
index_where("ix_matches_due", matches.c.due_ms, where=matches.c.due_ms.is_not(None))
index_where(
    "ix_matches_started",
    matches.c.host,
    matches.c.channel,
    where=matches.c.salt.is_not(None) & matches.c.reason.is_(None),
)
_one("uq_matches_home", matches.c.home, where=_ALIVE & matches.c.home.is_not(None))
_one("uq_matches_proposal", matches.c.host, matches.c.channel, matches.c.proposal, where=_OPEN)
_one("uq_matches_rematch", matches.c.rematch_of, where=_ALIVE & matches.c.rematch_of.is_not(None))

players = table(
    "players",
    of_match("its seats"),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    of_person("who plays, by their name then", After.NAMELESS),
    sa.Column("person", sa.BigInteger),
    sa.Column("name", sa.Text),
    of_match("which computer player plays"),
    sa.Column("computer", sa.SmallInteger),
    sa.Column("version", sa.Integer),
    of_match("from which turn on they have held the seat"),
    sa.Column("since", sa.Integer, nullable=False, server_default="0"),
    of_person("whether it is their turn, and how it ended for them", After.STAYS),
    sa.Column("acting", sa.Boolean, nullable=False),
    sa.Column("out", sa.Boolean, nullable=False),
    sa.Column("result", sa.String(5)),
    of_person("what they have offered, and what was declined", After.STAYS),
    sa.Column("consent", sa.String(8)),
    sa.Column("consent_to", sa.SmallInteger),
    sa.Column("consent_revision", sa.Integer),
    sa.Column("consent_deputy", sa.String(4)),
    sa.Column("declined", sa.String(40), nullable=False, server_default=""),
    of_person("their clock, the end of their vacation, and whether they are gone", After.STAYS),
    sa.Column("bank_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("deadline_ms", sa.BigInteger),
    sa.Column("left_ms", sa.BigInteger),
    sa.Column("flag_ms", sa.BigInteger),
    sa.Column("missed", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("away_ms", sa.BigInteger),
    sa.Column("deserted", sa.String(6)),
    sa.Column("unshown", sa.Boolean, nullable=False, server_default=sa.false()),
    of_person("to remind nobody who has just played or looked", After.STAYS),
    sa.Column("acted_ms", sa.BigInteger),
    sa.Column("seen_ms", sa.BigInteger),
    sa.Column("reminded_ms", sa.BigInteger),
    of_person("whose seat was taken over, by their name then", After.NAMELESS),
    sa.Column("relief_person", sa.BigInteger),
    sa.Column("relief_name", sa.Text),
    of_match("when that was"),
    sa.Column("relief_turn", sa.Integer),
    sa.Column("relief_revision", sa.Integer),
    sa.CheckConstraint("seat >= 0", "seat"),
    sa.CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    sa.CheckConstraint("(person IS NULL) = (computer IS NOT NULL)", "a_person_or_a_computer"),
    sa.CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
    sa.CheckConstraint(
        "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time', 'replace')", "consent"
    ),
    sa.CheckConstraint(
        "(consent_deputy IS NOT NULL) = (consent IS NOT NULL AND consent = 'replace')",
        "a_deputy_is_proposed",
    ),
    sa.CheckConstraint("deserted IN ('left', 'missed')", "deserted"),
    sa.CheckConstraint("deserted IS NULL OR person IS NOT NULL", "no_computer_deserts"),
    sa.CheckConstraint(
        "(relief_person IS NULL) = (relief_name IS NULL)"
        " AND (relief_person IS NULL) = (relief_turn IS NULL)"
        " AND (relief_person IS NULL) = (relief_revision IS NULL)",
        "relief_of_somebody",
    ),
    sa.CheckConstraint(
        "relief_revision IS NULL OR relief_revision <= since", "relief_begins_a_holding"
    ),
    sa.CheckConstraint(
        "(deadline_ms IS NULL OR left_ms IS NULL) AND (deadline_ms IS NULL OR flag_ms IS NULL)"
        " AND (left_ms IS NULL OR flag_ms IS NULL)",
        "a_clock_runs_or_rests_or_is_down",
    ),
    sa.CheckConstraint(
        "(consent IS NULL) = (consent_to IS NULL)"
        " AND (consent IS NULL) = (consent_revision IS NULL)",
        "consent_to_an_offer",
    ),
    sa.CheckConstraint("result IN ('won', 'lost', 'drawn')", "result"),
    sa.CheckConstraint("result IS NULL OR NOT acting", "nobody_acts_after_the_end"),
    sa.CheckConstraint("NOT (out AND acting)", "who_is_out_does_not_act"),
    sa.UniqueConstraint("match", "person"),
    sa.Index("ix_players_person", "person", "acting"),
)
"""The seats of a match that has begun, as `Player` has them; `holders` has who held them before.
`declined` names offers and a substitute: "0c1 draw". `deserted` is the player's absence, and
`consent_deputy` the text of the substitute in the offer they agree to."""
index_where(
    "ix_players_computing",
    players.c.match,
    where=sa.and_(players.c.computer.is_not(None), players.c.acting.is_(True)),
)
index_where("ix_players_consent", players.c.match, where=players.c.consent.is_not(None))
index_where("ix_players_undecided", players.c.person, where=players.c.result.is_(None))

holders = table(
    "holders",
    of_match("the seats that have changed hands"),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("since", sa.Integer, primary_key=True, autoincrement=False),
    of_person("who held them before, by their name then", After.NAMELESS),
    sa.Column("person", sa.BigInteger, index=True),
    sa.Column("name", sa.Text),
    of_match("which computer player held them before"),
    sa.Column("computer", sa.SmallInteger),
    sa.Column("version", sa.Integer),
    sa.CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    sa.CheckConstraint("(person IS NULL) = (computer IS NOT NULL)", "a_person_or_a_computer"),
    sa.CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
)

hints = table(
    "hints",
    of_person("the hints they asked for, shown in the record", After.STAYS, Time.KEPT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
)

judgements = table(
    "judgements",
    of_match("its analysis", Time.KEPT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("value", sa.Double),
    sa.Column("lost", sa.Double),
    sa.Column("best", sa.Text),
    sa.CheckConstraint(
        "(value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)", "all_or_nothing"
    ),
)
"""What a computer player found about turns, by the numbers on the boards: the mover's expected
score, the part of it given away, and the best turn; null where it had no answer."""

invitations = table(
    "invitations",
    of_match("the places of its card", Time.KEPT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("place", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("wanted_seat", sa.SmallInteger),
    sa.Column("joined", sa.SmallInteger),
    of_person("who was invited or has joined, by their name then", After.NAMELESS, Time.KEPT),
    sa.Column("person", sa.BigInteger, index=True),
    sa.Column("name", sa.Text),
    of_match("which computer player was invited", Time.KEPT),
    sa.Column("computer", sa.SmallInteger),
    sa.Column("version", sa.Integer),
    sa.CheckConstraint("place >= 0", "place"),
    sa.CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    sa.CheckConstraint("person IS NULL OR computer IS NULL", "a_person_or_a_computer"),
    sa.CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
    sa.CheckConstraint(
        "person IS NOT NULL OR computer IS NOT NULL OR joined IS NULL", "somebody_joins"
    ),
    sa.UniqueConstraint("match", "person"),
)
"""The places of a match, the host's at 0; one without a person or a computer is for anybody.
`wanted_seat` is null where it is random or left over; `joined` is the number of players who had
accepted before, null before this one has."""

challenges = table(
    "challenges",
    of_person("so that nobody is challenged too often", After.GONE, Time.MONTH),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("host", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_challenges_host", "host", "at_ms"),
)
"""A row stays when the challenge is declined."""

attention = table(
    "attention",
    of_person("so that nobody posts or mentions too often", After.GONE, Time.MONTH),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("messages", sa.SmallInteger, nullable=False),
    sa.Column("mentions", sa.SmallInteger, nullable=False),
    sa.Column("phrases", sa.SmallInteger, nullable=False, server_default="0"),
)
"""How many offers and shared boards a person, playing or not, has made at a revision, how often
offers have mentioned them then, and the phrases they have said."""

reports = table(
    "reports",
    of_person("what they have reported of a match, for whoever runs the bot", After.GONE),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""What players of letter matches have reported, one a match and person."""

requests = table(
    "requests",
    of_match("so that a press that arrives twice counts once", Time.KEPT),
    sa.Column("key", RowId, primary_key=True, autoincrement=False),
    sa.Column("match", sa.ForeignKey("matches.id"), nullable=False),
    rowid=True,
)
"""Discord interactions that changed a match without a line on its log."""

log = table(
    "log",
    of_match("every turn: the match itself", Time.KEPT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    of_match("so that a turn that arrives twice counts once", Time.KEPT),
    sa.Column("key", sa.BigInteger, unique=True),
    sa.CheckConstraint("kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')", "kind"),
    sa.CheckConstraint("revision > 0", "revision"),
    sa.CheckConstraint("seat >= 0", "seat"),
    sa.CheckConstraint("kind IN ('roll', 'forfeit') OR seat IS NOT NULL", "somebody_acts"),
    sa.CheckConstraint("kind <> 'roll' OR seat IS NULL", "nobody_rolls"),
)
"""The truth about every match, append-only; the first line of a submission has its interaction."""

seals = table(
    "seals",
    of_match("for anybody to check a secret layout after the end", Time.KEPT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("seal", sa.String(64), nullable=False),
    of_match("what the seal is made with, secret until the end", Time.KEPT),
    sa.Column("nonce", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("seat >= 0", "seat"),
)
"""Each is made with its line of the log."""

clock_events = table(
    "clock_events",
    of_match("for anybody to reckon the clocks again"),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("serial", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("place", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("ms", sa.BigInteger, nullable=False),
    sa.CheckConstraint(
        "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat',"
        " 'takeback', 'held', 'shown', 'grant')",
        "kind",
    ),
    sa.CheckConstraint("seat >= 0", "seat"),
    sa.CheckConstraint(
        "(seat IS NULL) = (kind IN ('start', 'pause', 'outage'))", "whose_clock_it_is_about"
    ),
)
"""Each stands after a revision of the log; `place` counts those of one change, of this `serial`."""
