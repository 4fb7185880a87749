"""A record bears out that managers gave more time twice at most, and never over a fallen flag."""

from dataclasses import replace

import pytest

from games.clock import DAY, HOUR
from games.core import Seat
from games.records.claims import claims
from games.records.clock_audit import Code
from games.records.record import ClockEvent, Record

from .test_punctuality import CLOCK, FALLS, LOG, clock_codes, lost_on_time


def granted(*hours: int) -> Record:
    """Return the match of 72 h that the first player loses on time, given a day at these hours."""
    grants = [ClockEvent(FALLS + hour * HOUR, Seat(0), "grant", DAY, 2) for hour in hours]
    falls = FALLS + len(grants) * DAY
    clock = (CLOCK[0], *grants, replace(CLOCK[1], at_ms=falls))
    return replace(lost_on_time(), clock=clock, log=(*LOG[:2], replace(LOG[2], at_ms=falls)))


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (granted(-1), []),
        (granted(-1, 23), []),
        (granted(-1, 23, 47), [Code.BAD_CLOCK_EVENT]),
        (granted(-25), [Code.BAD_CLOCK_EVENT]),
    ],
)
def test_managers_give_a_day_twice_and_only_where_less_is_left(
    record: Record, found: list[Code]
) -> None:
    assert clock_codes(record) == found


def test_a_fallen_flag_is_not_theirs_to_set_up_again() -> None:
    flag, late = CLOCK[1], ClockEvent(FALLS + HOUR, Seat(0), "grant", DAY, 2)
    log = (*LOG[:2], replace(LOG[2], at_ms=FALLS + HOUR + DAY))
    again = replace(flag, at_ms=log[2].at_ms)
    record = replace(lost_on_time(), log=log, clock=(CLOCK[0], flag, late, again), strict=False)
    given = replace(late, kind="time")
    by_rival = replace(record, clock=(CLOCK[0], flag, given, again))
    assert clock_codes(record) == [Code.BAD_CLOCK_EVENT]
    assert clock_codes(by_rival) == []


def test_what_they_gave_is_among_the_claims() -> None:
    (told,) = [claim for claim in claims(granted(-1)) if "manage" in claim]
    assert told.startswith("line 3: seat 0 was given time by those who manage the server, 24 h")
