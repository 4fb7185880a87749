"""The audit of a record's seats: who held them and had hints, and how the match was left."""

from collections.abc import Iterator
from enum import StrEnum

from ..clock import DAY, LONGEST_HELD_MS, PACES
from ..core import AnyRules, Event, GameError, Seat
from .record import Computer, Hint, Holder, Person, Record
from .timeline import Moment, takeovers

UNTOUCHED_MS = 7 * DAY
"""The time without a turn after which a match without clocks may end unfinished."""
AWAITED_MS = DAY
"""The least time another seat was awaited before a player leaves who may not resign."""


class Code(StrEnum):
    """The faults a record's seats can have; the last cannot be decided: the clocks of a database
    that was put back to an older version have lost it."""

    PERSON_AT_HIDDEN_SEAT = "verify.person_at_hidden_seat"
    PERSON_AFTER_COMPUTER = "verify.person_after_computer"
    TAKEN_OVER_TOO_EARLY = "verify.taken_over_too_early"
    CLOCK_WITHOUT_HOLDER = "verify.clock_without_holder"
    HINT_OUT_OF_TURN = "verify.hint_out_of_turn"
    LEFT_TOO_EARLY = "verify.left_too_early"
    NOT_CLOSED = "verify.not_closed"
    HOLDER_WITHOUT_CLOCK = "verify.holder_without_clock"


UNDECIDED = frozenset({Code.HOLDER_WITHOUT_CLOCK})


def find_misplaced(record: Record, rules: AnyRules, course: tuple[Moment, ...]) -> Iterator[Event]:
    """List what does not go with the log: holders, hints, and ends that were not yet possible."""
    reason = record.result.reason if record.result else ""
    if record.closer is not None and reason != "closed":
        yield Event(Code.NOT_CLOSED)
    if not course:
        return
    for seat, held in enumerate(record.seats):
        yield from _holders(record, rules, course, Seat(seat), held)
    for hint in record.hints:
        if hint.revision < len(course) and not _could_ask_hint(record, course[hint.revision], hint):
            yield Event(Code.HINT_OUT_OF_TURN, {"line": hint.revision, "seat": hint.seat})
    yield from _check_left(record, rules, course)


def _holders(
    record: Record,
    rules: AnyRules,
    course: tuple[Moment, ...],
    seat: Seat,
    held: tuple[Holder, ...],
) -> Iterator[Event]:
    """Check who took a seat over, when, and that its clock began anew."""
    timed = record.pace is not None and PACES[record.pace].timed
    anew = {new.revision: new.ms for new in record.clock if (new.kind, new.seat) == ("seat", seat)}
    for before, after in takeovers(held):
        told = {"line": after.since, "seat": seat}
        moment = course[after.since] if after.since < len(course) else None
        if moment and not (moment.first_settled and moment.all_moved(len(record.seats))):
            yield Event(Code.TAKEN_OVER_TOO_EARLY, told)
        if isinstance(before.who, Computer):
            yield Event(Code.PERSON_AFTER_COMPUTER, told)
        if isinstance(after.who, Person) and rules.game.info.private:
            yield Event(Code.PERSON_AT_HIDDEN_SEAT, told)
        given = anew.pop(after.since, None)
        if timed and given is None:
            yield Event(Code.HOLDER_WITHOUT_CLOCK, told)
        elif timed and bool(given) != isinstance(after.who, Person):
            yield Event(Code.CLOCK_WITHOUT_HOLDER, told)
    if timed:
        for revision in sorted(anew):
            yield Event(Code.CLOCK_WITHOUT_HOLDER, {"line": revision, "seat": seat})


def _could_ask_hint(record: Record, moment: Moment, hint: Hint) -> bool:
    """Tell whether a person whose turn it was could ask for a hint."""
    held = record.seats[hint.seat]
    ends = [*(holder.since for holder in held[1:]), len(record.log)]
    asked = any(
        isinstance(holder.who, Person) and holder.since <= hint.revision <= end
        for holder, end in zip(held, ends, strict=True)
    )
    return asked and hint.seat in moment.to_act and not moment.setting_up


def _check_left(record: Record, rules: AnyRules, course: tuple[Moment, ...]) -> Iterator[Event]:
    """Check that a match left without a result could be left by then."""
    *earlier, last = record.log or (None,)
    people = {now.who for held in record.seats for now in held[-1:] if isinstance(now.who, Person)}
    if last is None or not people or last.entry.kind != "forfeit" or last.entry.seat is not None:
        return
    waited = last.at_ms - earlier[-1].at_ms if earlier and earlier[-1] else None
    moment, timed = course[-2], record.pace is not None and PACES[record.pace].timed
    match last.entry.text:
        case "unfinished" if record.pace is not None:
            flag = any((row.kind, row.revision) == ("flag", len(earlier)) for row in record.clock)
            early = (
                not (flag or _unshown(record))
                if timed
                else waited is not None and waited < UNTOUCHED_MS
            )
        case "left":
            held = any(_may_not_resign(rules, moment, Seat(n)) for n in range(len(record.seats)))
            awaited = held and (waited is None or waited >= AWAITED_MS)
            gone = any(
                person.is_deleted for person in people
            )  # who wants to be forgotten may go at any time
            early = not (moment.setting_up or len(people) == 1 or awaited or gone)
        case _:
            early = False
    if early:
        yield Event(Code.LEFT_TOO_EARLY, {"line": len(record.log), "found": last.entry.text})


def _unshown(record: Record) -> bool:
    """Tell whether the board of a seat could be shown nowhere for as long as a match waits."""
    since: dict[Seat | None, int] = {}
    for event in record.clock:
        if event.kind == "held":
            since[event.seat] = event.at_ms
        elif event.kind == "shown":
            since.pop(event.seat, None)
    if not since or not record.log:
        return False
    *_, before, last = (record.clock[0].at_ms, *(line.at_ms for line in record.log))
    return any(last - max(at_ms, before) >= LONGEST_HELD_MS for at_ms in since.values())


def _may_not_resign(rules: AnyRules, moment: Moment, seat: Seat) -> bool:
    if seat in moment.to_act:
        return False
    try:
        rules.forfeit(moment.state, frozenset({seat}), "resign")
    except GameError:
        return True
    return False
