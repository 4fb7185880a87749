"""The audit of a record's clocks: every one reckoned again from the log and the clock events.

Where the record says its pace, each event is asked whether it could happen then, and a flag that
should have fallen is missed. What no record can show (whose vacation it was, that the bot was away,
that both wanted a pause) is printed by `games/records/claims.py`, to be compared with the channel.
"""

from collections.abc import Iterator
from enum import StrEnum

from ..clock import (
    DAY,
    HOUR,
    KINDS,
    LONGEST_PAUSE_MS,
    MINUTE,
    MOST_GRANTS,
    PACES,
    ClockKind,
    Pace,
)
from ..core import Entry, Event, Info, Seat
from .record import ClockEvent, Computer, Person, Record
from .timeline import ClockCourse, Moment, sealed_seats, takeovers

FOR_ALL = ("start", "pause", "outage")
BY_TIME = ("absent", "excused", "not_begun")
"""The ends without a result that follow from a flag."""
LATE_MS = 10 * MINUTE
"""The most a turn may be late without a flag: an outage too short to count, and a busy bot."""
UNSEEN_MS = DAY
"""The most a turn or a flag may be late if the bot slept: a machine that has just woken up may take
a turn before it notes the outage, and notes none if that turn ends the match."""
LONGEST_VACATION_MS = 15 * DAY
GIVEN_MS = DAY


class Code(StrEnum):
    """The faults a record's clocks can have; those from "no_pace" on cannot be decided."""

    NO_CLOCKS = "verify.no_clocks"
    CLOCK_WITHOUT_PACE = "verify.clock_without_pace"
    PACE_DIFFERS = "verify.pace_differs"
    NEVER_STRICT = "verify.never_strict"
    FLAG_MISSING = "verify.flag_missing"
    FLAG_TOO_EARLY = "verify.flag_too_early"
    FLAG_LEFT_OUT = "verify.flag_left_out"
    FLAG_IGNORED = "verify.flag_ignored"
    BAD_CLOCK_EVENT = "verify.bad_clock_event"
    CLOCK_OUT_OF_PLACE = "verify.clock_out_of_place"
    NO_PACE = "verify.no_pace"
    UNKNOWN_CLOCK_EVENT = "verify.unknown_clock_event"
    FLAG_LATE = "verify.flag_late"
    RETURN_LATE = "verify.return_late"


UNDECIDED = frozenset({Code.NO_PACE, Code.UNKNOWN_CLOCK_EVENT, Code.FLAG_LATE, Code.RETURN_LATE})


def unpunctual(record: Record, info: Info, course: tuple[Moment, ...]) -> Iterator[Event]:
    """List what a record's clocks do not bear out, and what they leave open."""
    people = any(isinstance(holder.who, Person) for held in record.seats for holder in held)
    if record.pace is None:
        if people:
            yield Event(Code.NO_PACE)
        return
    pace = PACES[record.pace]
    if record.strict and (info.lapses or not pace.timed):
        yield Event(Code.NEVER_STRICT)
    strange = [event for event in record.clock if event.kind not in KINDS]
    for event in strange:
        yield Event(Code.UNKNOWN_CLOCK_EVENT, {"line": event.revision, "found": event.kind})
    if not pace.timed:
        yield from _without_clocks(record)
    elif not record.clock or record.clock[0].kind != "start":
        yield Event(Code.NO_CLOCKS, {"pace": record.pace})
    elif course and not strange:
        yield from _Audit(record, info, pace, course).findings()


def _without_clocks(record: Record) -> Iterator[Event]:
    for event in record.clock:
        if event.kind in KINDS:
            yield Event(Code.CLOCK_WITHOUT_PACE, {"line": event.revision, "found": event.kind})
    for number, line in enumerate(record.log, start=1):
        if by_time(line.entry):
            yield Event(Code.FLAG_MISSING, {"line": number})


def by_time(entry: Entry) -> bool:
    """Tell whether a line stands there because a seat's time has run out."""
    return entry.kind == "lapse" or (entry.kind == "forfeit" and entry.text in BY_TIME)


class _Audit:
    """The clocks of one record, on their way along it."""

    def __init__(self, record: Record, info: Info, pace: Pace, course: tuple[Moment, ...]) -> None:
        self._record, self._info, self._pace = record, info, pace
        self._events = list(record.clock[1:])
        self._sealed = sealed_seats(record)
        self._loses_turn = info.lapses or record.strict
        self._last = min(
            (
                after.since
                for seat, held in enumerate(record.seats)
                for _, after in takeovers(held)
                if not any(
                    (event.kind, event.seat, event.revision) == ("seat", seat, after.since)
                    for event in record.clock
                )
            ),
            default=len(record.log),
        )
        self._until: dict[Seat, int] = {}
        self._told: set[tuple[Seat, int]] = set()
        timeless = (
            Seat(seat)
            for seat, held in enumerate(record.seats)
            if isinstance(held[0].who, Computer)
        )
        begun_ms, seats = record.clock[0].at_ms, len(record.seats)
        self._course = ClockCourse(pace, course, record.log, begun_ms, timeless, seats)
        self._restored: set[Seat] = set()
        self._granted: set[int] = set()

    def findings(self) -> Iterator[Event]:
        yield from self._start(self._record.clock[0])
        log = self._record.log
        while self._course.number < len(log) or self._events:
            ended = self._course.number == len(log)
            if self._course.number >= self._last and not ended:
                return  # a clock began anew that the record does not tell of
            if self._events and (self._events[0].revision <= self._course.number or ended):
                event = self._events.pop(0)
                yield from self._find_misplaced(event)
                yield from self._event(event)
            else:
                yield from self._half_restored()
                yield from self._line()
        yield from self._half_restored()

    def _start(self, event: ClockEvent) -> Iterator[Event]:
        line = self._record.log[0] if self._record.log else None
        if event.seat is not None or event.revision or (line and line.at_ms < event.at_ms):
            yield Event(Code.BAD_CLOCK_EVENT, {"line": event.revision, "found": event.kind})
        if event.ms != self._pace.start_ms:
            expected, found = self._pace.start_ms // HOUR, event.ms // HOUR
            yield Event(Code.PACE_DIFFERS, {"expected": expected, "found": found})

    # ------------------------------------------------------------------- lines

    def _line(self) -> Iterator[Event]:
        first = self._course.number
        line = self._record.log[first]
        seat, clocks = line.entry.seat, self._course.clocks.seats
        of_line = clocks if seat is None else [clocks[seat]]
        if by_time(line.entry) and not any(clock.down for clock in of_line):
            yield Event(Code.FLAG_MISSING, {"line": first + 1})
        yield from self._missing_flags(line.at_ms, first + 1)
        yield from self._still_away(line.at_ms, first + 1)
        self._course.line()

    def _half_restored(self) -> Iterator[Event]:
        """Find a takeback that gave only some seats their time back. Before there were such events
        it gave none, and all clocks went on as they stood."""
        timed = set(map(Seat, range(len(self._record.seats)))) - self._course.clocks.timeless
        if self._restored and self._restored != timed:
            yield Event(Code.BAD_CLOCK_EVENT, {"line": self._course.number, "found": "takeback"})
        self._restored = set()

    def _missing_flags(self, at_ms: int, line: int, flagged: Seat | None = None) -> Iterator[Event]:
        """Find flags that should have fallen before; each is told once."""
        for seat, clock in zip(
            map(Seat, range(len(self._record.seats))), self._course.clocks.seats, strict=True
        ):
            deadline = clock.deadline_ms
            if deadline is None or seat in self._sealed:
                continue
            late = at_ms - deadline
            if late <= LATE_MS or (seat, deadline) in self._told:
                continue
            if seat == flagged and (late <= UNSEEN_MS or self._loses_turn):
                continue
            self._told.add((seat, deadline))
            missing = (
                late > UNSEEN_MS and seat != flagged and not self._explained_by_outage(at_ms, late)
            )
            code = Code.FLAG_LEFT_OUT if missing else Code.FLAG_LATE
            yield Event(code, {"line": line, "seat": seat, "minutes": late // MINUTE})

    def _explained_by_outage(self, at_ms: int, late_ms: int) -> bool:
        """Tell whether an outage that was noted right afterwards explains a late flag."""
        return any(
            event.kind == "outage"
            and 0 <= event.at_ms - at_ms <= LATE_MS
            and event.ms + LATE_MS >= late_ms
            for event in self._events
        )

    def _still_away(self, at_ms: int, line: int) -> Iterator[Event]:
        for seat, until in sorted(self._until.items()):
            if at_ms > until + LATE_MS:
                del self._until[seat]
                yield Event(Code.RETURN_LATE, {"line": line, "seat": seat})

    # ------------------------------------------------------------------ events

    def _find_misplaced(self, event: ClockEvent) -> Iterator[Event]:
        """Find an event that stands between lines where it cannot have happened."""
        log, number = self._record.log, event.revision
        begun = (
            event.kind == "vacation" and not number and event.at_ms == self._record.clock[0].at_ms
        )
        late = self._course.moment.over and event.kind != "return"
        wrong = (number != self._course.number and not begun) or late
        if number <= len(log):
            wrong |= bool(number) and event.at_ms < log[number - 1].at_ms
            wrong |= number < len(log) and event.at_ms > log[number].at_ms
        if wrong:
            yield Event(Code.CLOCK_OUT_OF_PLACE, {"line": number, "found": event.kind})

    def _event(self, event: ClockEvent) -> Iterator[Event]:
        kind, seat, clocks = KINDS[event.kind], event.seat, self._course.clocks
        if (seat is None) != (kind in FOR_ALL) or not self._possible(kind, seat, event):
            yield Event(Code.BAD_CLOCK_EVENT, {"line": event.revision, "found": kind})
        if (seat is None) != (kind in FOR_ALL):
            return
        if kind == "flag" and seat is not None:
            deadline = clocks.seats[seat].deadline_ms
            if deadline is None or deadline > event.at_ms:
                yield Event(Code.FLAG_TOO_EARLY, {"line": event.revision, "seat": seat})
            elif not self._flag_had_effect(seat):
                yield Event(Code.FLAG_IGNORED, {"line": event.revision, "seat": seat})
        if kind != "outage":
            yield from self._missing_flags(
                event.at_ms, event.revision, seat if kind == "flag" else None
            )
        if seat is not None and kind == "vacation":
            self._until[seat] = event.at_ms + event.ms
        elif seat is not None and kind in ("return", "seat"):
            self._until.pop(seat, None)
        if seat is not None and kind == "takeback":
            self._restored.add(seat)
        self._course.after_event(kind, seat, event.ms, event.at_ms)

    def _possible(self, kind: ClockKind, seat: Seat | None, event: ClockEvent) -> bool:
        clocks = self._course.clocks
        if seat is None:
            if kind == "pause":
                return not clocks.paused
            if kind == "start":
                waited = self._time_since_line(event)
                return clocks.paused and not event.ms and waited >= LONGEST_PAUSE_MS
            running = any(clock.running for clock in clocks.seats)
            return kind == "outage" and event.ms > 0 and running
        match kind:
            case "time":
                return self._short(seat, event)
            case "grant":
                self._granted.add(event.at_ms)
                few = len(self._granted) <= MOST_GRANTS
                return few and self._short(seat, event) and not clocks.seats[seat].down
            case "vacation":
                free = not self._record.strict and seat not in clocks.timeless
                return free and event.ms <= LONGEST_VACATION_MS
            case "return":
                return seat in clocks.away
            case "seat":
                return event.ms in (0, self._pace.start_ms)
            case "takeback":
                back = self._course.given_back
                again = seat in self._restored or seat in clocks.timeless
                return back is not None and event.ms == back[seat] and not again
            case "held":
                used = clocks.seats[seat].time_used(event.at_ms)
                held = seat in clocks.unshown or seat in clocks.timeless
                return event.ms <= min(used, self._time_since_line(event)) and not held
            case "shown":
                return event.ms <= self._time_since_line(event) and seat in clocks.unshown
            case _:
                return True

    def _short(self, seat: Seat, event: ClockEvent) -> bool:
        """Tell whether a seat that is to act had so little time that it could be given a day."""
        short = self._course.clocks.seats[seat].time_left(event.at_ms) < GIVEN_MS
        return event.ms == GIVEN_MS and seat in self._course.moment.to_act and short

    def _time_since_line(self, event: ClockEvent) -> int:
        """Return the time (ms) from the last line, or the start, to an event."""
        lines = self._record.log[: self._course.number]
        return event.at_ms - (lines[-1].at_ms if lines else self._record.clock[0].at_ms)

    def _flag_had_effect(self, seat: Seat) -> bool:
        """Tell whether what had to follow from a flag stands on the next line."""
        log, number = self._record.log, self._course.number
        entry = log[number].entry if number < len(log) else None
        off = entry.text if entry and entry.kind == "forfeit" and entry.seat is None else ""
        if off in ("absent", "unfinished"):
            return True
        if not self._course.moment.all_moved(self._info.seats):
            return off == "not_begun"
        if off == "not_begun":
            return False
        if not self._loses_turn:
            return True
        return entry is not None and (entry.kind, entry.seat) == ("lapse", seat)
