"""What the database keeps, column by column: whose it is, what for, and how long.

A test compares it with the tables, and PRIVACY.md shows it, so that a host can answer for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Whose(StrEnum):
    """Whom a column is about."""

    PERSON = "person"
    MATCH = "match"
    SERVER = "server"
    NOBODY = "nobody"


class Time(StrEnum):
    """How long a row keeps it."""

    ALWAYS = "always"
    CHANGED = "until they change or remove it"
    RENEWED = "until the next one takes its place"
    ENDED = "until the match has ended"
    KEPT = "as long as finished matches are kept whole"
    MONTH = "for a month after the match"
    SEASON = "for 90 days"
    YEARS = "for two years"
    SENT = "until it is sent"
    DONE = "until that is done"
    SHOWN = "until all messages show it"


class After(StrEnum):
    """What becomes of it once a person has all about them deleted."""

    GONE = "goes"
    NAMELESS = "says “a former player”"
    SEALED = "holds, as a salted digest"
    STAYS = "stays, nameless"


USERS = frozenset({"user", "person", "host", "closer", "striker", "blocked", "relief_person"})
"""The names of columns that hold a user."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Columns of one table, by their names between blanks, that are kept for one reason.

    `after` is what becomes of a person's; rows that go are those of the column that holds them.
    """

    table: str
    columns: str
    whose: Whose
    why: str
    time: Time = Time.ALWAYS
    after: After | None = None


_P, _M, _S, _N = Whose.PERSON, Whose.MATCH, Whose.SERVER, Whose.NOBODY
_GONE, _NAMELESS, _STAYS = After.GONE, After.NAMELESS, After.STAYS

INVENTORY = (
    # People
    Kept(
        "people",
        "user client",
        _P,
        "to speak to them in their Discord's language",
        Time.RENEWED,
        after=_GONE,
    ),
    Kept(
        "preferences",
        "user locale theme confirm codes ping boards_by_dm zone quiet_from quiet_until"
        " auto_vacation seen firsts",
        _P,
        "what they have chosen in `/match settings`",
        Time.CHANGED,
        after=_GONE,
    ),
    Kept(
        "layouts", "user name codes", _P, "layouts they have saved for other matches", after=_GONE
    ),
    Kept(
        "vacations",
        "user from_ms until_ms begin_ms",
        _P,
        "their vacations, 14 days a year",
        Time.YEARS,
        after=_GONE,
    ),
    Kept("blocks", "user", _P, "who has blocked somebody", Time.CHANGED, _GONE),
    Kept(
        "blocks",
        "blocked",
        _P,
        "who may not challenge or join them",
        Time.CHANGED,
        After.SEALED,
    ),
    Kept(
        "departed",
        "digest at_ms",
        _P,
        "that they have had all this deleted, so that limits hold if they come back",
        Time.SEASON,
        After.SEALED,
    ),
    Kept(
        "shares",
        "person day messages",
        _P,
        "how many profiles they have shared on the last day they did",
        Time.RENEWED,
        after=_GONE,
    ),
    Kept(
        "dm_refusals",
        "match user told",
        _P,
        "that a direct message did not reach them",
        time=Time.MONTH,
        after=_GONE,
    ),
    Kept(
        "drafts",
        "match user codes title own",
        _P,
        "the layout they were working on",
        time=Time.ENDED,
        after=_GONE,
    ),
    Kept(
        "marks",
        "match user piece guess",
        _P,
        "their guesses, for them alone",
        Time.CHANGED,
        after=_GONE,
    ),
    Kept(
        "follows", "match user", _P, "to tell them how the match has ended", Time.ENDED, after=_GONE
    ),
    Kept(
        "notes",
        "match user turn text",
        _P,
        "their notes, for them alone",
        Time.CHANGED,
        after=_GONE,
    ),
    Kept(
        "notes",
        "name",
        _P,
        "the name under which they have published a note",
        Time.CHANGED,
        after=_GONE,
    ),
    Kept("ratings", "person", _P, "whose rating it is", after=_NAMELESS),
    Kept(
        "ratings",
        "game guild rating deviation volatility games wins draws losses updated_ms listed day",
        _P,
        "where they stand in a game on a server",
        after=_STAYS,
    ),
    Kept("rated", "person", _P, "whose result it is", after=_NAMELESS),
    Kept(
        "rated",
        "serial match seat game guild at_ms result reason before after deviation_before"
        " deviation_after games",
        _P,
        "the results that have brought them there",
        after=_STAYS,
    ),
    Kept(
        "moved_points",
        "person",
        _P,
        "to tell them once that points are a server's own",
        Time.DONE,
        _GONE,
    ),
    Kept("recounts", "game guild", _S, "whose results are to be settled again", Time.DONE),
    Kept(
        "strikes",
        "striker striker_name",
        _P,
        "the manager who took a match out of the points, by their name then",
        after=_NAMELESS,
    ),
    Kept("strikes", "match guild reason at_ms", _M, "what was taken out of the points, and why"),
    # Matches
    Kept(
        "matches",
        "id game version variant place pace strict hints resigns rematch_of created_ms"
        " begun_ms unrated nth",
        _M,
        "what was agreed",
    ),
    Kept("matches", "proposal", _P, "whom a card asks, so that it asks only once", after=_NAMELESS),
    Kept("matches", "host host_name", _P, "who opened it, by their name then", after=_NAMELESS),
    Kept(
        "matches",
        "closer closer_name",
        _P,
        "the moderator who closed it, by their name then",
        after=_NAMELESS,
    ),
    Kept("matches", "closer_reason", _M, "the reason given to all for closing it"),
    Kept("matches", "guild channel home", _S, "where it is played"),
    Kept("matches", "commitment salt", _M, "for anybody to check dice and deals"),
    Kept(
        "matches", "seed", _M, "what dice and deals are drawn from, secret until the end", Time.KEPT
    ),
    Kept("matches", "position", _M, "where every piece stands, hidden ones as well", Time.KEPT),
    Kept("matches", "phase revision turns rolls taken_back reason scores", _M, "how it goes"),
    Kept(
        "matches",
        "serial updated_ms paused clock_ms credit_ms credit_turns due_ms",
        _M,
        "its clocks, and to write no change over another",
    ),
    Kept(
        "matches",
        "held_ms held_why held_code held_tries",
        _M,
        "since when and why it can be shown nowhere",
        Time.ENDED,
    ),
    Kept("players", "match seat", _M, "its seats"),
    Kept("players", "person name", _P, "who plays, by their name then", after=_NAMELESS),
    Kept("players", "computer version", _M, "which computer player plays"),
    Kept("players", "since", _M, "from which turn on they have held the seat"),
    Kept(
        "players",
        "acting out result",
        _P,
        "whether it is their turn, and how it ended for them",
        after=_STAYS,
    ),
    Kept(
        "players",
        "consent consent_to consent_revision consent_deputy declined",
        _P,
        "what they have offered, and what was declined",
        after=_STAYS,
    ),
    Kept(
        "players",
        "bank_ms deadline_ms left_ms flag_ms missed away_ms deserted unshown",
        _P,
        "their clock, the end of their vacation, and whether they are gone",
        after=_STAYS,
    ),
    Kept(
        "players",
        "acted_ms seen_ms reminded_ms",
        _P,
        "to remind nobody who has just played or looked",
        after=_STAYS,
    ),
    Kept(
        "players",
        "relief_person relief_name",
        _P,
        "whose seat was taken over, by their name then",
        after=_NAMELESS,
    ),
    Kept("players", "relief_turn relief_revision", _M, "when that was"),
    Kept("holders", "match seat since", _M, "the seats that have changed hands"),
    Kept("holders", "person name", _P, "who held them before, by their name then", after=_NAMELESS),
    Kept("holders", "computer version", _M, "which computer player held them before"),
    Kept(
        "hints",
        "match seat revision",
        _P,
        "the hints they asked for, shown in the record",
        time=Time.KEPT,
        after=_STAYS,
    ),
    Kept("judgements", "match turn version value lost best", _M, "its analysis", Time.KEPT),
    Kept("invitations", "match place wanted_seat joined", _M, "the places of its card", Time.KEPT),
    Kept(
        "invitations",
        "person name",
        _P,
        "who was invited or has joined, by their name then",
        time=Time.KEPT,
        after=_NAMELESS,
    ),
    Kept("invitations", "computer version", _M, "which computer player was invited", Time.KEPT),
    Kept(
        "challenges",
        "match person host at_ms",
        _P,
        "so that nobody is challenged too often",
        time=Time.MONTH,
        after=_GONE,
    ),
    Kept(
        "attention",
        "match person revision messages mentions",
        _P,
        "so that nobody posts or mentions too often",
        time=Time.MONTH,
        after=_GONE,
    ),
    Kept("requests", "key match", _M, "so that a press that arrives twice counts once", Time.KEPT),
    Kept(
        "log", "match revision kind seat text at_ms", _M, "every turn: the match itself", Time.KEPT
    ),
    Kept("log", "key", _M, "so that a turn that arrives twice counts once", Time.KEPT),
    Kept(
        "seals",
        "match seat seal",
        _M,
        "for anybody to check a secret layout after the end",
        Time.KEPT,
    ),
    Kept("seals", "nonce", _M, "what the seal is made with, secret until the end", Time.KEPT),
    Kept(
        "clock_events",
        "match serial place revision at_ms seat kind ms",
        _M,
        "for anybody to reckon the clocks again",
    ),
    # The bot's own upkeep
    Kept(
        "posted",
        "owner_kind owner audience channel message revision digest state",
        _M,
        "which message shows the match, to whom and how far, and for links to its boards",
        Time.KEPT,
    ),
    Kept("unfollowed", "match serial open at_ms", _M, "what is still to be shown", Time.SHOWN),
    Kept(
        "pings",
        "match user kind revision at_ms",
        _P,
        "what they are to be told",
        Time.SENT,
        after=_GONE,
    ),
    Kept("beats", "shards shard at_ms", _N, "to give clocks back an outage", Time.RENEWED),
    Kept("commands", "application name id digest", _N, "the commands published", Time.RENEWED),
    Kept(
        "servers",
        "guild locale theme pace place rated channels roles announcements",
        _S,
        "what its managers have chosen in `/admin config`",
        Time.CHANGED,
    ),
    Kept("servers", "welcomed_ms", _S, "to welcome its managers once", Time.RENEWED),
    Kept("servers", "told", _S, "to tell of each new version once", Time.RENEWED),
    Kept("server_blocks", "guild", _S, "where somebody may play no matches", Time.CHANGED),
    Kept("server_blocks", "user", _P, "who may not play there", Time.CHANGED, After.SEALED),
    Kept(
        "server_limits",
        "guild running alone started challenges",
        _S,
        "what one person may cause there",
        Time.CHANGED,
    ),
)
"""Every column of every table once."""


def lines() -> Iterator[str]:
    """Write the inventory as a table of Markdown."""
    yield "| table | columns | whose | what for | how long | once deleted |"
    yield "|---|---|---|---|---|---|"
    for kept in INVENTORY:
        columns = ", ".join(f"`{name}`" for name in kept.columns.split())
        about = (f"`{kept.table}`", columns, kept.whose, kept.why, kept.time, kept.after or "")
        yield f"| {' | '.join(about)} |"
