"""The audit of a record's flags: every clock reckoned again from log and clock events.

Four things no record can show, and nothing here asks: that a player called absent has lost another
match through that absence, that the bot was away when an outage was given back, whose vacation held
a clock, and that whoever left or closed a match was allowed to.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import get_args

from .clock import PACES, ClockKind, Clocks
from .core import Act, AnyRules, Event, GameError, Seat
from .record import ClockEvent, Line, Record
from .replay import Course

KINDS: dict[str, ClockKind] = {kind: kind for kind in get_args(ClockKind)}
BY_TIME = ("absent", "excused", "not_begun")
"""The ends without a result that follow from a flag."""


class Code(StrEnum):
    """The faults a record's clocks can have."""

    NO_CLOCKS = "verify.no_clocks"
    FLAG_MISSING = "verify.flag_missing"
    FLAG_TOO_EARLY = "verify.flag_too_early"
    BAD_CLOCK_EVENT = "verify.bad_clock_event"


def unpunctual(record: Record, rules: AnyRules) -> Iterator[Event]:
    """List what a record's clocks do not bear out; nothing if it does not tell its pace."""
    if record.pace is None:
        return
    pace = PACES[record.pace]
    known = [one for one in record.clock if one.kind in KINDS]
    if not pace.timed:
        yield from _without_clocks(record)
        return
    if not known or known[0].kind != "start":
        yield Event(Code.NO_CLOCKS, {"pace": record.pace})
        return
    try:
        yield from _followed(record, rules, known)
    except GameError:
        return  # the log cannot be followed, which is said elsewhere


def _without_clocks(record: Record) -> Iterator[Event]:
    for number, line in enumerate(record.log, start=1):
        if _by_time(line):
            yield Event(Code.FLAG_MISSING, {"line": number})


def _followed(record: Record, rules: AnyRules, events: list[ClockEvent]) -> Iterator[Event]:
    course, number, log = Course(rules, record.variant), 0, record.log
    while number < len(log) and log[number].entry.kind == "roll":
        course.follow(log[number].entry)
        number += 1
    turn = rules.turn(course.state)
    clocks = Clocks.begin(PACES[record.pace or "none"], len(record.seats), turn, events[0].at_ms)
    waiting = events[1:]
    while number < len(log) or waiting:
        if waiting and (waiting[0].revision <= number or number == len(log)):
            event = waiting.pop(0)
            yield from _early(clocks, event)
            if (event.seat is None) == (event.kind in ("start", "pause", "outage")):
                clocks = clocks.happened(KINDS[event.kind], event.seat, event.ms, event.at_ms)
            continue
        line, before, first = log[number], rules.turn(course.state), number
        if _by_time(line) and not _down(clocks, line.entry.seat):
            yield Event(Code.FLAG_MISSING, {"line": number + 1})
        course.follow(line.entry)
        number += 1
        while number < len(log) and log[number].entry.kind == "roll":
            course.follow(log[number].entry)
            number += 1
        clocks = clocks.after_log(
            before.seats if isinstance(before, Act) else frozenset(),
            rules.turn(course.state),
            [one.entry for one in log[first:number]],
            line.at_ms,
            setting_up=isinstance(before, Act) and before.free,
        )


def _by_time(line: Line) -> bool:
    """Tell whether a line stands there because a seat's time has run out."""
    entry = line.entry
    return entry.kind == "lapse" or (entry.kind == "forfeit" and entry.text in BY_TIME)


def _down(clocks: Clocks, seat: Seat | None) -> bool:
    """Tell whether this seat's flag is down, or any seat's if the line is for all."""
    return any(clock.down for clock in (clocks.seats if seat is None else [clocks.seats[seat]]))


def _early(clocks: Clocks, event: ClockEvent) -> Iterator[Event]:
    """List the faults of a clock event."""
    if (event.seat is None) != (event.kind in ("start", "pause", "outage")):
        yield Event(Code.BAD_CLOCK_EVENT, {"line": event.revision, "found": event.kind})
    elif event.kind == "flag" and event.seat is not None:
        deadline = clocks.seats[event.seat].deadline_ms
        if deadline is None or deadline > event.at_ms:
            yield Event(Code.FLAG_TOO_EARLY, {"line": event.revision, "seat": event.seat})
