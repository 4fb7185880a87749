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
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
)

from .metadata import METADATA, RowId, index_where

matches = Table(
    "matches",
    METADATA,
    Column("id", String(8), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("variant", Text, nullable=False),
    Column("host", BigInteger, nullable=False, index=True),
    Column("host_name", Text, nullable=False),
    Column("proposal", Text, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("place", String(6), nullable=False),
    Column("rematch_of", ForeignKey("matches.id"), index=True),
    Column("commitment", String(64), nullable=False),
    Column("salt", String(20)),
    Column("created_ms", BigInteger, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("taken_back", Boolean, nullable=False),
    Column("reason", String(32)),
    Column("scores", Text),
    Column("home", BigInteger),
    Column("serial", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("position", Text),
    Column("seed", LargeBinary, nullable=False),
    Column("pace", String(6), nullable=False, server_default="none"),
    Column("strict", Boolean, nullable=False, server_default=false()),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("clock_ms", BigInteger, nullable=False, server_default="0"),
    Column("credit_ms", BigInteger, nullable=False, server_default="0"),
    Column("credit_turns", Integer, nullable=False, server_default="0"),
    Column("due_ms", BigInteger),
    Column("closer", BigInteger),
    Column("closer_name", Text),
    Column("closer_reason", Text),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("resigns", Boolean, nullable=False, server_default=false()),
    Column("begun_ms", BigInteger),
    Column("unrated", String(16), server_default="earlier"),
    Column("nth", SmallInteger, nullable=False, server_default="1"),
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
)
"""One row per match: its terms, then its progress, then its secrets.

The position is a cache of the log, the seed is secret until the end. `proposal` is a key a host can
have open only once in a channel; `serial` counts the changes, for compare and swap. An index that
begins with the phase would tempt SQLite away from better ones: half the club is over. `clock_ms` is
when anything last happened to its clocks, and the ages of a match count from then; `due_ms` is when
something is next due by time alone. `credit_ms` is the time an outage gave back after
`credit_turns` turns. `closer` is the moderator who closed it to free the channel, or for a
`closer_reason` that all may read. `hints` may be asked for;
`resigns`: a computer gives up what it takes for lost. `begun_ms` is when all had sat down, null in
older matches. `unrated` is the reason why it does not count, null if it does; it is the `nth` of
late between these opponents. `held_…` says since when and why it can be shown nowhere, and how
often it has been tried. An empty `position` says that the moves of a finished match are no longer
kept.
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

players = Table(
    "players",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger),
    Column("name", Text),
    Column("acting", Boolean, nullable=False),
    Column("out", Boolean, nullable=False),
    Column("consent", String(8)),
    Column("consent_to", SmallInteger),
    Column("consent_revision", Integer),
    Column("result", String(5)),
    Column("bank_ms", BigInteger, nullable=False, server_default="0"),
    Column("deadline_ms", BigInteger),
    Column("left_ms", BigInteger),
    Column("flag_ms", BigInteger),
    Column("missed", SmallInteger, nullable=False, server_default="0"),
    Column("acted_ms", BigInteger),
    Column("seen_ms", BigInteger),
    Column("reminded_ms", BigInteger),
    Column("away_ms", BigInteger),
    Column("declined", String(40), nullable=False, server_default=""),
    Column("computer", SmallInteger),
    Column("version", Integer),
    Column("since", Integer, nullable=False, server_default="0"),
    Column("consent_deputy", String(4)),
    Column("deserted", String(6)),
    Column("relief_person", BigInteger),
    Column("relief_name", Text),
    Column("relief_turn", Integer),
    Column("relief_revision", Integer),
    Column("unshown", Boolean, nullable=False, server_default=false()),
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
    sqlite_with_rowid=False,
)
"""The seats of a match that has begun, and all that belongs to each.

`away_ms` is the end of the player's vacation. `declined` are the offers of theirs declined since
their last turn, and a substitute: "0c1 draw". `computer` is the level of a computer that plays
here, `version` that of its program; it or the person has held the seat since the revision `since`,
and `holders` has the earlier ones. `relief_…` is the person whose seat was taken over, the next
turn and the revision; `deserted` says why a player is absent though no flag is down.
`consent_deputy` is the proposed substitute: "1c3" is a computer of level 3 at seat 1, "1p" a
person. `unshown`: the clock is held with the match.
"""
index_where(
    "ix_players_computing",
    players.c.match,
    where=and_(players.c.computer.is_not(None), players.c.acting.is_(True)),
)
index_where("ix_players_consent", players.c.match, where=players.c.consent.is_not(None))
index_where("ix_players_undecided", players.c.person, where=players.c.result.is_(None))

holders = Table(
    "holders",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("person", BigInteger, index=True),
    Column("name", Text),
    Column("computer", SmallInteger),
    Column("version", Integer),
    CheckConstraint("(person IS NULL) = (name IS NULL)", "a_person_has_a_name"),
    CheckConstraint("(person IS NULL) = (computer IS NOT NULL)", "a_person_or_a_computer"),
    CheckConstraint("(computer IS NULL) = (version IS NULL)", "a_computer_has_a_version"),
    sqlite_with_rowid=False,
)
"""The former holders of seats, each from a revision on."""

hints = Table(
    "hints",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The revisions at which a seat was given a hint."""

judgements = Table(
    "judgements",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("value", Double),
    Column("lost", Double),
    Column("best", Text),
    CheckConstraint(
        "(value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)", "all_or_nothing"
    ),
    sqlite_with_rowid=False,
)
"""What a version of a computer player has found about the turns of an ended match, by the numbers
on the boards: the mover's expected score, the part of it given away, and the best turn; null where
it had no answer."""

invitations = Table(
    "invitations",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger, index=True),
    Column("name", Text),
    Column("wanted_seat", SmallInteger),
    Column("joined", SmallInteger),
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
    sqlite_with_rowid=False,
)
"""The places of a match, the host's at 0; one without a person or a computer is for anybody.

`wanted_seat` is the seat a place is to have, or null where it is random or left over. `joined` is
the number of players who had accepted before, or null before this one has.
"""

challenges = Table(
    "challenges",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("host", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_challenges_host", "host", "at_ms"),
    sqlite_with_rowid=False,
)
"""The people the host of a match has challenged to it, and when; kept when they decline."""

attention = Table(
    "attention",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),
    Column("messages", SmallInteger, nullable=False),
    Column("mentions", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The offers and shared boards a person, playing or not, has made at a revision of a match, and how
often offers have mentioned them then: both are numbers."""

requests = Table(
    "requests",
    METADATA,
    Column("key", RowId, primary_key=True, autoincrement=False),
    Column("match", ForeignKey("matches.id"), nullable=False),
)
"""Discord interactions that changed a match without a line on its log; a repeat changes nothing."""

log = Table(
    "log",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("key", BigInteger, unique=True),
    CheckConstraint("kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')", "kind"),
    CheckConstraint("revision > 0", "revision"),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("kind IN ('roll', 'forfeit') OR seat IS NOT NULL", "somebody_acts"),
    CheckConstraint("kind <> 'roll' OR seat IS NULL", "nobody_rolls"),
    sqlite_with_rowid=False,
)
"""The truth about every match: append-only, the match's revision is the number of its lines.

The first line of a submission carries its interaction, so that a repeat of it changes nothing.
"""

seals = Table(
    "seals",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("seal", String(64), nullable=False),
    Column("nonce", LargeBinary, nullable=False),
    CheckConstraint("seat >= 0", "seat"),
    sqlite_with_rowid=False,
)
"""The seal of every secret layout, made with the line of the log; the nonce is secret too."""

clock_events = Table(
    "clock_events",
    METADATA,
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
    sqlite_with_rowid=False,
)
"""The clock events of a match that are not on its log, each after a revision of it.

`serial` is that of the change; `place` counts the events of one change.
"""
