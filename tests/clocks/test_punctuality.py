"""A record's flags, and all that gives time, are checked against its clocks, as far as it shows."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.clock import DAY, HOUR, MINUTE, PACES
from games.core import Entry, Over, Seat
from games.records import record as records
from games.records.claims import claims
from games.records.clock_audit import Code
from games.records.record import ClockEvent, Holder, Line, Person, Record
from games.records.seat_audit import Code as SeatCode
from games.records.verify import verify

FIRST, SECOND = Seat(0), Seat(1)
START = 1_000
FALLS = START + 72 * HOUR
LOG = (
    Line(Entry("act", FIRST, "a1-a3"), START),
    Line(Entry("act", SECOND, "b7-b5"), START),
    Line(Entry("lapse", FIRST, ""), FALLS),
)
CLOCK = (ClockEvent(START, None, "start", 48 * HOUR, 0), ClockEvent(FALLS, FIRST, "flag", 0, 2))


def lost_on_time() -> Record:
    """Return a strict match of normal pace that the first player loses on time on turn 3."""
    return Record(
        match="K7Q2",
        game="murus",
        version=1,
        variant="basic",
        seats=tuple((Holder(Person(name, name)),) for name in ("1", "2")),
        host=FIRST,
        seat_choice="first",
        commitment="0" * 64,
        seed=None,
        salt=None,
        log=LOG,
        result=Over(frozenset({SECOND}), "time"),
        clock=CLOCK,
        pace="normal",
        strict=True,
    )


def clock_codes(record: Record) -> list[Code]:
    """List the findings about a record's clocks."""
    return [finding.code for finding in verify(record) if isinstance(finding.code, Code)]


Change = Callable[[Record], Record]


def clock(*events: ClockEvent) -> Change:
    return lambda record: replace(record, clock=events)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda record: record, []),
        (lambda record: replace(record, pace=None, clock=()), [Code.NO_PACE]),
        (lambda record: replace(record, pace="slow"), [Code.PACE_DIFFERS, Code.FLAG_TOO_EARLY]),
        (lambda record: replace(record, pace="none", clock=(), strict=False), [Code.FLAG_MISSING]),
        (clock(), [Code.NO_CLOCKS]),
        (clock(CLOCK[0]), [Code.FLAG_MISSING]),
        (clock(CLOCK[0], replace(CLOCK[1], at_ms=FALLS - 1)), [Code.FLAG_TOO_EARLY]),
        (clock(CLOCK[0], replace(CLOCK[1], seat=SECOND)), [Code.FLAG_TOO_EARLY, Code.FLAG_MISSING]),
        (clock(CLOCK[0], replace(CLOCK[1], seat=None)), [Code.BAD_CLOCK_EVENT, Code.FLAG_MISSING]),
        (
            clock(CLOCK[0], ClockEvent(START + DAY, FIRST, "time", 1, 2), CLOCK[1]),
            [Code.BAD_CLOCK_EVENT, Code.FLAG_TOO_EARLY],
        ),
        (
            clock(CLOCK[0], ClockEvent(START + DAY, None, "pause", 0, 2), CLOCK[1]),
            [Code.FLAG_TOO_EARLY],
        ),
        (
            clock(
                CLOCK[0],
                ClockEvent(START + DAY, None, "pause", 0, 2),
                ClockEvent(START + DAY, None, "start", 0, 2),
                CLOCK[1],
            ),
            [Code.BAD_CLOCK_EVENT],
        ),
        (
            clock(CLOCK[0], ClockEvent(START + DAY, None, "chimes", 9, 2), CLOCK[1]),
            [Code.UNKNOWN_CLOCK_EVENT],
        ),
        (
            lambda record: replace(
                record, log=(*LOG[:2], Line(Entry("forfeit", None, "absent"), FALLS))
            ),
            [],
        ),
        (
            lambda record: replace(
                record,
                clock=CLOCK[:1],
                log=(*LOG[:2], Line(Entry("forfeit", None, "absent"), FALLS)),
            ),
            [Code.FLAG_MISSING],
        ),
    ],
)
def test_a_loss_on_time_needs_a_flag_that_fell_then(change: Change, found: list[Code]) -> None:
    record = change(lost_on_time())
    assert clock_codes(record) == found


def test_a_record_carries_its_pace_and_what_happened_to_its_clocks() -> None:
    record = lost_on_time()
    assert records.read(records.write(record)) == record
    assert PACES["normal"].start_ms == CLOCK[0].ms


def taken_back(*clock: ClockEvent) -> Record:
    """Return the strict match with its second turn taken back and taken again at once."""
    back = Line(Entry("takeback", SECOND, "1"), START)
    log = (*LOG[:2], back, LOG[1], LOG[2])
    return replace(lost_on_time(), log=log, clock=(CLOCK[0], *clock, replace(CLOCK[1], revision=4)))


RESTORED = (
    ClockEvent(START, FIRST, "takeback", 72 * HOUR, 3),
    ClockEvent(START, SECOND, "takeback", 48 * HOUR, 3),
)


@pytest.mark.parametrize(
    ("clock", "found"),
    [
        (RESTORED, []),
        ((), []),  # of a version that gave nothing back
        (RESTORED[:1], [Code.BAD_CLOCK_EVENT]),
        ((*RESTORED, RESTORED[1]), [Code.BAD_CLOCK_EVENT]),
        ((RESTORED[0], replace(RESTORED[1], ms=72 * HOUR)), [Code.BAD_CLOCK_EVENT]),
        (tuple(replace(restored, revision=2) for restored in RESTORED), [Code.BAD_CLOCK_EVENT] * 2),
    ],
)
def test_takebacks_give_all_time_or_none(clock: tuple[ClockEvent, ...], found: list[Code]) -> None:
    record = taken_back(*clock)
    assert clock_codes(record) == found
    assert ("line 3: the takeback gave no clock back" in "\n".join(claims(record))) == (
        not any(happening.revision == 3 for happening in clock)
    )


def moved_late(late_ms: int, *clock: ClockEvent) -> Record:
    """Return the match with a third turn so long after the time was up, and no flag."""
    turn = Line(Entry("act", FIRST, "b1-b3"), FALLS + late_ms)
    last = Line(Entry("forfeit", SECOND, "resign"), FALLS + late_ms + 60_000)
    won = Over(frozenset({FIRST}), "resign")
    log = (*LOG[:2], turn, last)
    return replace(lost_on_time(), log=log, clock=(CLOCK[0], *clock), result=won)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("record", "found"),
    [
        (moved_late(5 * MINUTE), []),
        (moved_late(11 * MINUTE), [Code.FLAG_LATE]),
        (moved_late(DAY), [Code.FLAG_LATE]),
        (moved_late(DAY + 1), [Code.FLAG_LEFT_OUT]),
        (moved_late(30 * DAY), [Code.FLAG_LEFT_OUT]),
    ],
)
def test_a_turn_far_too_late_lacks_a_flag(record: Record, found: list[Code], strict: bool) -> None:
    record = replace(record, strict=strict)
    assert clock_codes(record) == found


@pytest.mark.parametrize(
    ("outage", "found"),
    [
        (ClockEvent(FALLS + 30 * DAY, None, "outage", 30 * DAY, 2), []),
        (ClockEvent(FALLS + 30 * DAY + 30_000, None, "outage", 30 * DAY, 3), [Code.FLAG_LATE]),
        (ClockEvent(FALLS + 30 * DAY + 30_000, None, "outage", DAY, 3), [Code.FLAG_LEFT_OUT]),
    ],
)
def test_an_outage_may_be_noted_after_a_first_turn(outage: ClockEvent, found: list[Code]) -> None:
    """A machine that wakes up may take a turn before it notes that it slept."""
    assert clock_codes(moved_late(30 * DAY, outage)) == found


# ---------------------------------------------------------------------- what managers give


def lost(day: float, *clock: ClockEvent) -> Record:
    """Return the match of 72 h that the first player loses on time a number of days later."""
    at_ms = START + round(day * DAY)
    flag, log = replace(CLOCK[1], at_ms=at_ms), (*LOG[:2], replace(LOG[2], at_ms=at_ms))
    return replace(lost_on_time(), clock=(CLOCK[0], *clock, flag), log=log)


def granted(*hours: int) -> Record:
    """Return the match of 72 h that the first player loses on time, given a day at these hours."""
    grants = [ClockEvent(FALLS + hour * HOUR, FIRST, "grant", DAY, 2) for hour in hours]
    return lost(3 + len(grants), *grants)


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (granted(-1), []),
        (granted(-1, 23), []),
        (granted(-1, 23, 47), [Code.BAD_CLOCK_EVENT]),
        (granted(-25), [Code.BAD_CLOCK_EVENT]),
    ],
)
def test_managers_give_a_day_twice_if_less_is_left(record: Record, found: list[Code]) -> None:
    assert clock_codes(record) == found


def test_a_fallen_flag_is_not_theirs_to_set_up_again() -> None:
    flag, late = CLOCK[1], ClockEvent(FALLS + HOUR, FIRST, "grant", DAY, 2)
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


# -------------------------------------------------------- boards that can be shown nowhere


def event(kind: str, day: float, ms: int, seat: Seat | None = FIRST) -> ClockEvent:
    return ClockEvent(START + round(day * DAY), seat, kind, ms, 2)


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
def test_a_clock_stands_while_its_board_is_nowhere(record: Record, found: list[Code]) -> None:
    for strict in (True, False):
        assert clock_codes(replace(record, strict=strict)) == found


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
def test_a_match_ends_unfinished_after_a_month_shown_nowhere(record: Record, early: bool) -> None:
    codes = [finding.code for finding in verify(record) if isinstance(finding.code, SeatCode)]
    assert codes == ([SeatCode.LEFT_TOO_EARLY] if early else [])
