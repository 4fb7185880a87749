"""What columns are kept for, whose they are and how long they stay: every table says it of its own,
and PRIVACY.md shows it all (`bot/store/inventory.py`)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial


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
    WISHED = "until 14 days after their last turn or press"
    TWICE = "for 14 days, or until the match has ended"
    SENT = "until it is sent"
    DONE = "until that is done"
    SHOWN = "until all messages show it"


class After(StrEnum):
    """What becomes of it once a person has all about them deleted."""

    GONE = "goes"
    NAMELESS = "says “a former player”"
    SEALED = "holds, as a salted digest"
    STAYS = "stays, nameless"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What columns are kept for; `after` says what becomes of a person's (rows that go are those of
    the column that holds them)."""

    whose: Whose
    why: str
    time: Time = Time.ALWAYS
    after: After | None = None


def of_person(why: str, after: After, time: Time = Time.ALWAYS) -> Purpose:
    return Purpose(Whose.PERSON, why, time, after)


of_match = partial(Purpose, Whose.MATCH)
of_server = partial(Purpose, Whose.SERVER)
of_nobody = partial(Purpose, Whose.NOBODY)
