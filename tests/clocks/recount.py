"""The clocks of a stored match, reckoned once more from its log and its clock events alone."""

from bot.matches.match.match import Match
from games.core import Act, AnyRules
from games.records.record import ClockEvent, Line
from games.replay import Course

from .ledger import Ledger

Reading = list[tuple[int, int | None, int | None, int | None]]


def recounted(
    match: Match, rules: AnyRules, log: tuple[Line, ...], events: tuple[ClockEvent, ...]
) -> Reading:
    """List for every seat its turn's first time, its deadline, what is left, and its fall."""
    course, number = Course(rules, match.options.variant), 0
    while number < len(log) and log[number].entry.kind == "roll":
        course.follow(log[number].entry)
        number += 1
    ledger, waiting = Ledger(match.options.pace, len(match.players)), list(events)
    start = waiting.pop(0)
    assert start.kind == "start"
    turn = rules.turn(course.state)
    ledger.begin(start.at_ms, _to_act(turn), setting_up=isinstance(turn, Act) and turn.free)
    at = start.at_ms
    while number < len(log) or waiting:
        if waiting and waiting[0].revision <= number:
            event = waiting.pop(0)
            at = event.at_ms
            ledger.event(at, event.seat, event.kind, event.ms)
            continue
        line, before = log[number], rules.turn(course.state)
        course.follow(line.entry)
        number += 1
        while number < len(log) and log[number].entry.kind == "roll":
            course.follow(log[number].entry)
            number += 1
        at, turn = line.at_ms, rules.turn(course.state)
        entry = line.entry
        done: dict[int, str] = {}
        if entry.kind in ("act", "lapse") and entry.seat is not None:
            done[int(entry.seat)] = entry.kind
        free = isinstance(before, Act) and before.free
        ledger.line(at, done, _to_act(turn), setting_up=free, over=not isinstance(turn, Act))
    return ledger.reads(at)


def _to_act(turn: object) -> set[int]:
    return {int(seat) for seat in turn.seats} if isinstance(turn, Act) else set()
