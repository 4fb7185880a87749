"""The tables of matches, with the constraints that hold whatever writes to them.

Times are epoch milliseconds, users and places Discord's numbers. A change here needs a migration
too; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
)

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_match, of_person, of_server

matches = table(
    "matches",
    of_match("what was agreed"),
    Column("id", String(8), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("variant", Text, nullable=False),
    Column("place", String(6), nullable=False),
    Column("pace", String(6), nullable=False, server_default="none"),
    Column("strict", Boolean, nullable=False, server_default=false()),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("resigns", Boolean, nullable=False, server_default=false()),
    Column("rematch_of", ForeignKey("matches.id"), index=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("begun_ms", BigInteger),
    Column("unrated", String(16), server_default="earlier"),
    Column("nth", SmallInteger, nullable=False, server_default="1"),
    of_person("whom a card asks, so that it asks only once", After.NAMELESS),
    Column("proposal", Text, nullable=False),
    of_person("who opened it, by their name then", After.NAMELESS),
    Column("host", BigInteger, nullable=False, index=True),
    Column("host_name", Text, nullable=False),
    of_person("the moderator who closed it, by their name then", After.NAMELESS),
    Column("closer", BigInteger),
    Column("closer_name", Text),
    of_match("the reason given to all for closing it"),
    Column("closer_reason", Text),
    of_server("where it is played"),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("home", BigInteger),
    of_match("for anybody to check dice and deals"),
    Column("commitment", String(64), nullable=False),
    Column("salt", String(20)),
    of_match("what dice and deals are drawn from, secret until the end", Time.KEPT),
    Column("seed", LargeBinary, nullable=False),
    of_match("where every piece stands, hidden ones as well", Time.KEPT),
    Column("position", Text),
    of_match("how it goes"),
    Column("phase", String(10), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("taken_back", Boolean, nullable=False),
    Column("reason", String(32)),
    Column("scores", Text),
    of_match("its clocks, and to write no change over another"),
    Column("serial", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("clock_ms", BigInteger, nullable=False, server_default="0"),
    Column("credit_ms", BigInteger, nullable=False, server_default="0"),
    Column("credit_turns", Integer, nullable=False, server_default="0"),
    Column("due_ms", BigInteger),
    of_match("since when and why it can be shown nowhere", Time.ENDED),
    Column("held_ms", BigInteger),
    Column("held_why", String(16)),
    Column("held_code", Integer),
    Column("held_tries", SmallInteger),
    CheckConstraint("phase IN ('open', 'setting_up', 'playing', 'over', 'called_off')", "phase"),
    CheckConstraint("place IN ('thread', 'here')", "place"),
    CheckConstraint("turns >= 0 AND rolls >= 0 AND turns + rolls <= revision", "counts"),
    CheckConstraint("phase <> 'open' OR salt IS NULL", "open_is_not_begun"),
    CheckConstraint(
        "phase IN ('open', 'called_off') OR salt IS NOT NULL", "only_a_begun_match_is_played"
    ),
    CheckConstraint("salt IS NOT NULL OR revision = 0", "an_unbegun_match_has_no_log"),
    CheckConstraint("(salt IS NULL) = (position IS NULL)", "a_begun_match_has_a_position"),
    CheckConstraint(
        "(reason IS NOT NULL) = (phase IN ('over', 'called_off') AND salt IS NOT NULL)",
        "a_begun_match_ends_for_a_reason",
    ),
    CheckConstraint(
        "(held_ms IS NULL) = (held_why IS NULL) AND (held_ms IS NULL) = (held_code IS NULL)"
        " AND (held_ms IS NULL) = (held_tries IS NULL)",
        "held_for_a_reason",
    ),
    CheckConstraint("held_ms IS NULL OR reason IS NULL", "held_until_the_end"),
    Index("ix_matches_channel", "channel", "phase"),
    Index("ix_matches_guild", "guild", "phase"),
    Index("ix_matches_home", "home", "phase"),
    rowid=True,
)
"""The position is a cache of the log; an empty one says that the moves of a finished match are no
longer kept. `proposal` is a key a host can have open only once in a channel; `serial` counts the
changes, for compare and swap. An index that begins with the phase would tempt SQLite away from
better ones: half the club is over. `clock_ms` is when anything last happened to its clocks, and the
ages of a match count from then; `due_ms` is when something is next due by time alone. `credit_ms`
is the time an outage gave back after `credit_turns` turns. `hints` may be asked for; `resigns`: a
computer gives up what it takes for lost. `begun_ms` is when all had sat down, null in older
matches. `unrated` is the reason why it does not count, null if it does; it is the `nth` of late
between these opponents.
"""

_OPEN = matches.c.phase == "open"
_ALIVE = matches.c.phase.in_(("open", "setting_up", "playing"))


def _one(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    index_where(name, *columns, where=where, unique=True)


kept = matches.c.reason.is_not(None) & (matches.c.position != literal_column("''"))
"""Holds for finished matches whose moves are still kept; they have an index by their end."""
index_where("ix_matches_kept", matches.c.updated_ms, where=kept)
index_where("ix_matches_held", matches.c.guild, where=matches.c.held_ms.is_not(None))
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
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    of_person("who plays, by their name then", After.NAMELESS),
    Column("person", BigInteger),
    Column("name", Text),
    of_match("which computer player plays"),
    Column("computer", SmallInteger),
    Column("version", Integer),
    of_match("from which turn on they have held the seat"),
    Column("since", Integer, nullable=False, server_default="0"),
    of_person("whether it is their turn, and how it ended for them", After.STAYS),
    Column("acting", Boolean, nullable=False),
    Column("out", Boolean, nullable=False),
    Column("result", String(5)),
    of_person("what they have offered, and what was declined", After.STAYS),
    Column("consent", String(8)),
    Column("consent_to", SmallInteger),
    Column("consent_revision", Integer),
    Column("consent_deputy", String(4)),
    Column("declined", String(40), nullable=False, server_default=""),
    of_person("their clock, the end of their vacation, and whether they are gone", After.STAYS),
    Column("bank_ms", BigInteger, nullable=False, server_default="0"),
    Column("deadline_ms", BigInteger),
    Column("left_ms", BigInteger),
    Column("flag_ms", BigInteger),
    Column("missed", SmallInteger, nullable=False, server_default="0"),
    Column("away_ms", BigInteger),
    Column("deserted", String(6)),
    Column("unshown", Boolean, nullable=False, server_default=false()),
    of_person("to remind nobody who has just played or looked", After.STAYS),
    Column("acted_ms", BigInteger),
    Column("seen_ms", BigInteger),
    Column("reminded_ms", BigInteger),
    of_person("whose seat was taken over, by their name then", After.NAMELESS),
    Column("relief_person", BigInteger),
    Column("relief_name", Text),
    of_match("when that was"),
    Column("relief_turn", Integer),
    Column("relief_revision", Integer),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    CheckConstraint("(person IS NULL) = (computer IS NOT NULL)", "a_person_or_a_computer"),
    CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
    CheckConstraint(
        "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time', 'replace')", "consent"
    ),
    CheckConstraint(
        "(consent_deputy IS NOT NULL) = (consent IS NOT NULL AND consent = 'replace')",
        "a_deputy_is_proposed",
    ),
    CheckConstraint("deserted IN ('left', 'missed')", "deserted"),
    CheckConstraint("deserted IS NULL OR person IS NOT NULL", "no_computer_deserts"),
    CheckConstraint(
        "(relief_person IS NULL) = (relief_name IS NULL)"
        " AND (relief_person IS NULL) = (relief_turn IS NULL)"
        " AND (relief_person IS NULL) = (relief_revision IS NULL)",
        "relief_of_somebody",
    ),
    CheckConstraint(
        "relief_revision IS NULL OR relief_revision <= since", "relief_begins_a_holding"
    ),
    CheckConstraint(
        "(deadline_ms IS NULL OR left_ms IS NULL) AND (deadline_ms IS NULL OR flag_ms IS NULL)"
        " AND (left_ms IS NULL OR flag_ms IS NULL)",
        "a_clock_runs_or_rests_or_is_down",
    ),
    CheckConstraint(
        "(consent IS NULL) = (consent_to IS NULL)"
        " AND (consent IS NULL) = (consent_revision IS NULL)",
        "consent_to_an_offer",
    ),
    CheckConstraint("result IN ('won', 'lost', 'drawn')", "result"),
    CheckConstraint("result IS NULL OR NOT acting", "nobody_acts_after_the_end"),
    CheckConstraint("NOT (out AND acting)", "who_is_out_does_not_act"),
    UniqueConstraint("match", "person"),
    Index("ix_players_person", "person", "acting"),
)
"""The seats of a match that has begun; `holders` has who held them before.

`away_ms` is the end of the player's vacation. `declined` are the offers of theirs declined since
their last turn, and a substitute: "0c1 draw". `computer` is a level, `version` that of its program.
`deserted` says why a player is absent though no flag is down. `consent_deputy` is the proposed
substitute: "1c3" is a computer of level 3 at seat 1, "1p" a person. `unshown`: the clock is held
with the match. `relief_turn` is the number of the turn after a seat was taken over.
"""
index_where(
    "ix_players_computing",
    players.c.match,
    where=and_(players.c.computer.is_not(None), players.c.acting.is_(True)),
)
index_where("ix_players_consent", players.c.match, where=players.c.consent.is_not(None))
index_where("ix_players_undecided", players.c.person, where=players.c.result.is_(None))

holders = table(
    "holders",
    of_match("the seats that have changed hands"),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    of_person("who held them before, by their name then", After.NAMELESS),
    Column("person", BigInteger, index=True),
    Column("name", Text),
    of_match("which computer player held them before"),
    Column("computer", SmallInteger),
    Column("version", Integer),
    CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    CheckConstraint("(person IS NULL) = (computer IS NOT NULL)", "a_person_or_a_computer"),
    CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
)

hints = table(
    "hints",
    of_person("the hints they asked for, shown in the record", After.STAYS, Time.KEPT),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
)

judgements = table(
    "judgements",
    of_match("its analysis", Time.KEPT),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("value", Double),
    Column("lost", Double),
    Column("best", Text),
    CheckConstraint(
        "(value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)", "all_or_nothing"
    ),
)
"""What a computer player found about turns, by the numbers on the boards: the mover's expected
score, the part of it given away, and the best turn; null where it had no answer."""

invitations = table(
    "invitations",
    of_match("the places of its card", Time.KEPT),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    Column("wanted_seat", SmallInteger),
    Column("joined", SmallInteger),
    of_person("who was invited or has joined, by their name then", After.NAMELESS, Time.KEPT),
    Column("person", BigInteger, index=True),
    Column("name", Text),
    of_match("which computer player was invited", Time.KEPT),
    Column("computer", SmallInteger),
    Column("version", Integer),
    CheckConstraint("place >= 0", "place"),
    CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    CheckConstraint("person IS NULL OR computer IS NULL", "a_person_or_a_computer"),
    CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
    CheckConstraint(
        "person IS NOT NULL OR computer IS NOT NULL OR joined IS NULL", "somebody_joins"
    ),
    UniqueConstraint("match", "person"),
)
"""The places of a match, the host's at 0; one without a person or a computer is for anybody.

`wanted_seat` is the seat a place is to have, or null where it is random or left over. `joined` is
the number of players who had accepted before, or null before this one has.
"""

challenges = table(
    "challenges",
    of_person("so that nobody is challenged too often", After.GONE, Time.MONTH),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("host", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_challenges_host", "host", "at_ms"),
)
"""A row stays when the challenge is declined."""

attention = table(
    "attention",
    of_person("so that nobody posts or mentions too often", After.GONE, Time.MONTH),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
    Column("messages", SmallInteger, nullable=False),
    Column("mentions", SmallInteger, nullable=False),
)
"""How many offers and shared boards a person, playing or not, has made at a revision, and how often
offers have mentioned them then."""

requests = table(
    "requests",
    of_match("so that a press that arrives twice counts once", Time.KEPT),
    Column("key", RowId, primary_key=True, autoincrement=False),
    Column("match", ForeignKey("matches.id"), nullable=False),
    rowid=True,
)
"""Discord interactions that changed a match without a line on its log."""

log = table(
    "log",
    of_match("every turn: the match itself", Time.KEPT),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    of_match("so that a turn that arrives twice counts once", Time.KEPT),
    Column("key", BigInteger, unique=True),
    CheckConstraint("kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')", "kind"),
    CheckConstraint("revision > 0", "revision"),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("kind IN ('roll', 'forfeit') OR seat IS NOT NULL", "somebody_acts"),
    CheckConstraint("kind <> 'roll' OR seat IS NULL", "nobody_rolls"),
)
"""The truth about every match, append-only; the first line of a submission has its interaction."""

seals = table(
    "seals",
    of_match("for anybody to check a secret layout after the end", Time.KEPT),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("seal", String(64), nullable=False),
    of_match("what the seal is made with, secret until the end", Time.KEPT),
    Column("nonce", LargeBinary, nullable=False),
    CheckConstraint("seat >= 0", "seat"),
)
"""Each is made with its line of the log."""

clock_events = table(
    "clock_events",
    of_match("for anybody to reckon the clocks again"),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("seat", SmallInteger),
    Column("kind", String(8), nullable=False),
    Column("ms", BigInteger, nullable=False),
    CheckConstraint(
        "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat',"
        " 'takeback', 'held', 'shown', 'grant')",
        "kind",
    ),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint(
        "(seat IS NULL) = (kind IN ('start', 'pause', 'outage'))", "whose_clock_it_is_about"
    ),
)
"""Each stands after a revision of the log; `place` counts those of one change, of this `serial`."""
