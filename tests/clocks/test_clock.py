"""The times of a pace and the fall of a flag: figures by hand, and a slow reckoning of all."""

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import DAY, HOUR, PACES, Clock, ClockKind, Clocks, PaceName
from games.core import Act, Entry, Over, Seat

from .ledger import Ledger

FIRST, SECOND = Seat(0), Seat(1)
NOON = 1_700_000_000_000
TIMED: list[PaceName] = [name for name, pace in PACES.items() if pace.timed]


def turn(*seats: Seat, free: bool = False, begun: bool = False) -> Act:
    return Act(frozenset(seats), begun=begun, free=free)


def act(seat: Seat) -> tuple[Entry, ...]:
    return (Entry("act", seat, "a1"),)


def begun(pace: PaceName) -> Clocks:
    return Clocks.begin(PACES[pace], 2, turn(FIRST), NOON)


def thinking(pace: PaceName, *hours: float) -> list[float]:
    """Return the first seat's time for its next turn after each turn; all times in hours."""
    clocks, at, had = begun(pace), NOON, []
    for spent in hours:
        at += round(spent * HOUR)
        clocks = clocks.after_log(frozenset({FIRST}), turn(SECOND), act(FIRST), at)
        had.append(clocks.seats[FIRST].bank_ms / HOUR)
        clocks = clocks.after_log(frozenset({SECOND}), turn(FIRST), act(SECOND), at)
    return had


@pytest.mark.parametrize(
    ("pace", "hours", "had"),
    [
        ("normal", (10, 1, 0), [62, 85, 96]),
        ("quick", (20, 10, 0, 0, 0, 0, 0, 0), [12, 10, 18, 26, 34, 42, 48, 48]),
        ("slow", (72, 48, 0), [48, 48, 96]),
        ("1d", (23, 0), [24, 24]),
        ("3d", (71, 0), [72, 72]),
        ("7d", (1, 167), [168, 168]),
    ],
)
def test_a_turn_adds_its_increment_up_to_the_most_a_clock_has(
    pace: PaceName, hours: tuple[float, ...], had: list[float]
) -> None:
    assert thinking(pace, *hours) == had


def test_the_reminder_of_a_full_normal_clock_comes_after_76_8_hours_and_its_flag_after_96() -> None:
    clock = Clock(96 * HOUR).start(NOON, held=False)
    assert clock.deadline_ms == NOON + 96 * HOUR
    assert clock.reminder_ms == NOON + round(76.8 * HOUR)


@pytest.mark.parametrize(("pace", "again"), [("normal", 24), ("quick", 8), ("3d", 24), ("1d", 24)])
@pytest.mark.parametrize("kind", ["act", "lapse"])
def test_after_a_flag_there_is_an_increment_or_a_day(pace: PaceName, again: int, kind: str) -> None:
    clocks = begun(pace).after_event("flag", FIRST, 0, NOON + 200 * HOUR)
    assert clocks.seats[FIRST].time_left(NOON + 201 * HOUR) == 0
    entry = Entry("act" if kind == "act" else "lapse", FIRST, "")
    later = clocks.after_log(frozenset({FIRST}), turn(SECOND), (entry,), NOON + 201 * HOUR)
    assert later.seats[FIRST] == Clock(again * HOUR)


@pytest.mark.parametrize(
    ("pace", "hours"),
    [("quick", 48), ("normal", 48), ("slow", 48), ("1d", 24), ("3d", 48), ("7d", 72)],
)
def test_in_a_set_up_all_clocks_run_and_then_the_pace_begins(pace: PaceName, hours: int) -> None:
    clocks = Clocks.begin(PACES[pace], 2, turn(FIRST, SECOND, free=True), NOON)
    assert [clock.deadline_ms for clock in clocks.seats] == [NOON + hours * HOUR] * 2
    at, both = NOON + HOUR, frozenset({FIRST, SECOND})
    clocks = clocks.after_log(both, turn(FIRST, free=True), act(SECOND), at, setting_up=True)
    assert clocks.seats[SECOND] == Clock(PACES[pace].start_ms)
    assert clocks.seats[FIRST].deadline_ms == NOON + hours * HOUR
    clocks = clocks.after_log(frozenset({FIRST}), turn(FIRST), act(FIRST), at, setting_up=True)
    assert clocks.seats[FIRST].deadline_ms == at + PACES[pace].start_ms


def test_half_a_turn_stops_no_clock() -> None:
    clocks = begun("normal")
    on = clocks.after_log(frozenset({FIRST}), turn(FIRST, begun=True), act(FIRST), NOON + HOUR)
    assert on == clocks
    again = clocks.after_log(frozenset({FIRST}), turn(FIRST), act(FIRST), NOON + HOUR)
    assert again.seats[FIRST].bank_ms == 71 * HOUR, "whoever is skipped leaves the other a new turn"


def test_nobody_loses_time_while_all_is_paused_and_a_move_ends_it() -> None:
    clocks = begun("normal").after_event("pause", None, 0, NOON + 10 * HOUR)
    assert clocks.seats[FIRST].time_left(NOON + 500 * HOUR) == 38 * HOUR
    clocks = clocks.after_log(frozenset({FIRST}), turn(SECOND), act(FIRST), NOON + 500 * HOUR)
    assert clocks.seats[FIRST].bank_ms == 62 * HOUR
    assert clocks.seats[SECOND].deadline_ms == NOON + 548 * HOUR
    assert not clocks.paused


def test_clocks_that_go_on_after_a_pause_have_what_was_left() -> None:
    clocks = begun("normal").after_event("pause", None, 0, NOON + 10 * HOUR)
    clocks = clocks.after_event("start", None, 0, NOON + 500 * HOUR)
    assert clocks.seats[FIRST].deadline_ms == NOON + 538 * HOUR
    assert not clocks.seats[SECOND].running
    assert not clocks.paused


def test_without_a_pace_nothing_ever_runs() -> None:
    clocks = Clocks.begin(PACES["none"], 2, turn(FIRST), NOON)
    after = clocks.after_log(frozenset({FIRST}), turn(SECOND), act(FIRST), NOON + HOUR)
    assert after.seats == (Clock(), Clock())


# ------------------------------------------------------- against the slow reckoning

KINDS = ["act"] * 3 + ["lapse", "back", "flag", "time", "pause", "outage", "vacation", "return"]
KINDS += ["takeback", "start", "held", "held", "shown", "shown"]
STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 3), st.integers(0, 30 * HOUR)), max_size=60
)


@pytest.mark.slow
@given(pace=st.sampled_from(TIMED), seats=st.integers(2, 4), setting_up=st.booleans(), steps=STEPS)
def test_the_clocks_are_those_of_the_slow_reckoning_to_the_millisecond(
    pace: PaceName, seats: int, setting_up: bool, steps: list[tuple[str, int, int]]
) -> None:
    every_seat = [Seat(number) for number in range(seats)]
    now = turn(*every_seat, free=True) if setting_up else turn(FIRST)
    clocks, ledger, at = Clocks.begin(PACES[pace], seats, now, NOON), Ledger(pace, seats), NOON
    ledger.begin(NOON, {int(seat) for seat in now.seats}, setting_up=setting_up)
    for kind, number, passed in steps:
        at += passed
        seat = sorted(now.seats)[number % len(now.seats)]
        free, was = now.free, now.seats
        if kind in ("act", "lapse", "back"):
            if kind == "back" and free:
                continue
            left = was - {seat}
            to = Seat((seat + (1 if kind != "back" else seats - 1)) % seats)
            now = Act(left, free=True) if free and left else turn(FIRST if free else to)
            back = (Entry("takeback", to, "1"),)
            entry = act(seat) if kind == "act" else (Entry("lapse", seat, ""),)
            clocks = clocks.after_log(
                was, now, back if kind == "back" else entry, at, setting_up=free
            )
            done = {} if kind == "back" else {int(seat): kind}
            ledger.line(at, done, {int(seat) for seat in now.seats}, setting_up=free, over=False)
        else:
            other = every_seat[number % seats]
            happening, whose, ms = _event(kind, clocks, other, seat, passed, at)
            if happening is None:
                continue
            clocks = clocks.after_event(happening, whose, ms, at)
            ledger.event(at, whose, happening, ms)
        assert [astuple(clock) for clock in clocks.seats] == ledger.reads(at)
    end = Over(frozenset(), "agreement")
    over = clocks.after_log(now.seats, end, (Entry("forfeit", None, "agreement"),), at)
    ledger.line(at, {}, set(), setting_up=False, over=True)
    assert [astuple(clock) for clock in over.seats] == ledger.reads(at)


def _event(
    kind: str, clocks: Clocks, other: Seat, mover: Seat, ms: int, at: int
) -> tuple[ClockKind | None, Seat | None, int]:
    """Return the event if it may happen now."""
    clock = clocks.seats[mover]
    match kind:
        case "flag" if clock.deadline_ms is not None and clock.deadline_ms <= at:
            return "flag", mover, 0
        case "time" if clock.time_left(at) < DAY:
            return "time", mover, DAY
        case "pause" if not clocks.paused:
            return "pause", None, 0
        case "start" if clocks.paused:
            return "start", None, 0
        case "outage":
            return "outage", None, ms
        case "vacation" if other not in clocks.away:
            return "vacation", other, DAY
        case "takeback":
            return "takeback", other, ms
        case "return" if other in clocks.away:
            return "return", other, 0
        case "held" if other not in clocks.unshown:
            return "held", other, min(ms, clocks.seats[other].time_used(at))
        case "shown" if other in clocks.unshown:
            return "shown", other, ms
    return None, None, 0
