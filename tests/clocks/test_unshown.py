"""A record says how long a board could be shown nowhere, and no clock is held beyond that."""

from dataclasses import replace

import pytest

from games.clock import DAY
from games.core import Entry, Over, Seat
from games.records.claims import claims
from games.records.clock_audit import Code
from games.records.record import ClockEvent, Line, Record
from games.records.seat_audit import Code as SeatCode
from games.records.verify import verify

from .test_punctuality import CLOCK, LOG, START, clock_codes, lost_on_time

FIRST, SECOND = Seat(0), Seat(1)


def event(kind: str, day: float, ms: int, seat: Seat | None = FIRST) -> ClockEvent:
    return ClockEvent(START + round(day * DAY), seat, kind, ms, 2)


def lost(day: float, *clock: ClockEvent) -> Record:
    """Return the match of 72 h that the first player loses on time a number of days later."""
    at_ms = START + round(day * DAY)
    flag, log = replace(CLOCK[1], at_ms=at_ms), (*LOG[:2], replace(LOG[2], at_ms=at_ms))
    return replace(lost_on_time(), clock=(CLOCK[0], *clock, flag), log=log)


HELD, SHOWN = event("held", 1, DAY), event("shown", 5, 5 * DAY)


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (lost(8, HELD, SHOWN), []),
        (lost(7, event("held", 1, 0), SHOWN), []),
        (lost(8, HELD, event("shown", 5, 5 * DAY + 1)), [Code.BAD_CLOCK_EVENT]),
        (lost(8, event("held", 1, DAY + 1), SHOWN), [Code.BAD_CLOCK_EVENT, Code.FLAG_TOO_EARLY]),
        (lost(8, HELD, HELD, SHOWN), [Code.BAD_CLOCK_EVENT]),
        (lost(8, HELD, SHOWN, SHOWN), [Code.BAD_CLOCK_EVENT]),
        (lost(3, event("held", 1, 1, SECOND)), [Code.BAD_CLOCK_EVENT]),
        (lost(3, event("held", 1, 0, SECOND)), []),
        (lost(3, event("held", 1, 0, None)), [Code.BAD_CLOCK_EVENT]),
        (lost(3, HELD), [Code.FLAG_TOO_EARLY]),
        (lost(9, HELD), [Code.FLAG_TOO_EARLY]),
    ],
)
def test_a_clock_stands_still_while_its_board_can_be_shown_nowhere(
    record: Record, found: list[Code]
) -> None:
    for strict in (True, False):
        played = replace(record, strict=strict)
        assert clock_codes(played) == found


def test_what_was_not_counted_is_among_the_claims() -> None:
    told = [claim.rpartition(", ")[0] for claim in claims(lost(8, HELD, SHOWN)) if "shown" in claim]
    assert told == [
        "line 3: seat 0 had its clock held, since its board could not be shown, 24 h",
        "line 3: seat 0 had its clock let go, and its board shown, 120 h",
    ]


def unfinished(day: float, *clock: ClockEvent) -> Record:
    end = Line(Entry("forfeit", None, "unfinished"), START + round(day * DAY))
    record = replace(lost_on_time(), clock=(CLOCK[0], *clock), log=(*LOG[:2], end))
    return replace(record, result=Over(frozenset(), "unfinished"))


@pytest.mark.parametrize(
    ("record", "early"),
    [
        (unfinished(31, HELD), False),
        (unfinished(31 - 1 / 24, HELD), True),
        (unfinished(31), True),
        (unfinished(40, HELD, SHOWN), True),
        (unfinished(40, HELD, SHOWN, event("held", 6, DAY)), False),
        (unfinished(40, HELD, event("held", 1, 0, SECOND), SHOWN), False),
    ],
)
def test_a_match_ends_unfinished_after_a_month_in_which_it_could_not_be_shown(
    record: Record, early: bool
) -> None:
    codes = [one.code for one in verify(record) if isinstance(one.code, SeatCode)]
    assert codes == ([SeatCode.LEFT_TOO_EARLY] if early else [])
