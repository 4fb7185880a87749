"""Whether a record is true: its commitment, its seats, every turn, every roll and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from . import fairness
from .core import Act, AnyRules, Entry, Event, GameError, Info, Over, Roll, Seat
from .record import Record
from .replay import Course
from .rulebook import RULES
from .submission import excerpt


class Code(StrEnum):
    """What a verification can find."""

    UNKNOWN_GAME = "verify.unknown_game"
    OTHER_VERSION = "verify.other_version"
    UNKNOWN_VARIANT = "verify.unknown_variant"
    NO_SEED = "verify.no_seed"
    NO_SALT = "verify.no_salt"
    COMMITMENT_DIFFERS = "verify.commitment_differs"
    PLAYERS_DIFFER = "verify.players_differ"
    HOST_DIFFERS = "verify.host_differs"
    LOTS_DIFFER = "verify.lots_differ"
    DRAW_DIFFERS = "verify.draw_differs"
    TEXT_DIFFERS = "verify.text_differs"
    SEAL_MISSING = "verify.seal_missing"
    SEAL_DIFFERS = "verify.seal_differs"
    CANNOT_FOLLOW = "verify.cannot_follow"
    RESULT_DIFFERS = "verify.result_differs"


def verify(record: Record, rulebook: Mapping[str, AnyRules] = RULES) -> tuple[Event, ...]:
    """Everything that comes out differently when it is recomputed; nothing if the record is true.

    A finding says what was `expected`, what was `found`, and on which `line` of the log.
    """
    rules = rulebook.get(record.game)
    if rules is None:
        return (Event(Code.UNKNOWN_GAME, {"game": record.game}),)
    return (*_commitment(record), *_seats(record, rules.game.info), *_log(record, rules))


def _commitment(record: Record) -> Iterator[Event]:
    rolled = any(line.entry.kind == "roll" for line in record.log)
    if record.salt is None and (rolled or record.seat_choice == "random"):
        yield Event(Code.NO_SALT)
    if record.seed is None:
        yield Event(Code.NO_SEED)
        return
    expected = fairness.commitment(record.seed)
    if expected != record.commitment:
        yield Event(Code.COMMITMENT_DIFFERS, {"expected": expected, "found": record.commitment})


def _seats(record: Record, info: Info) -> Iterator[Event]:
    if len(record.seats) != info.seats:
        found = len(record.seats)
        yield Event(Code.PLAYERS_DIFFER, {"expected": info.seats, "found": found})
    if record.seat_choice != "random":
        expected = 0 if record.seat_choice == "first" else 1
        if record.host != expected:
            yield Event(Code.HOST_DIFFERS, {"expected": expected, "found": record.host})
        return
    if record.salt is None or record.seed is None:
        return
    free = sorted(set(record.lots)) or [Seat(number) for number in range(info.seats)]
    lots = fairness.seats(record.seed, record.match, record.salt, free)
    if record.host != lots[0]:
        yield Event(Code.HOST_DIFFERS, {"expected": lots[0], "found": record.host})
    elif record.lots and record.lots != lots:
        written, given = (",".join(map(str, seats)) for seats in (lots, record.lots))
        yield Event(Code.LOTS_DIFFER, {"expected": written, "found": given})


def _log(record: Record, rules: AnyRules) -> Iterator[Event]:
    info = rules.game.info
    if record.version != info.version:
        versions = {"expected": info.version, "found": record.version}
        yield Event(Code.OTHER_VERSION, versions)
        return
    try:
        course = Course(rules, record.variant)
    except GameError:
        yield Event(Code.UNKNOWN_VARIANT, {"variant": excerpt(record.variant)})
        return
    rolls = 0
    for number, line in enumerate(record.log, start=1):
        turn = rules.turn(course.state)
        if isinstance(turn, Roll) and line.entry.kind == "roll":
            yield from _roll(record, number, str(rolls), turn.sides)
            rolls += 1
        if isinstance(turn, Act) and turn.free and info.private:
            yield from _layout(record, number, line.entry)
        try:
            canonical = course.follow(line.entry).text
        except GameError as error:
            yield Event(Code.CANNOT_FOLLOW, {"line": number, "why": error.event.code})
            return
        if canonical != line.entry.text:
            found = excerpt(line.entry.text)
            yield Event(Code.TEXT_DIFFERS, {"line": number, "expected": canonical, "found": found})
    turn = rules.turn(course.state)
    result = turn if isinstance(turn, Over) else None
    if result != record.result:
        yield Event(
            Code.RESULT_DIFFERS, {"expected": _summary(result), "found": _summary(record.result)}
        )


def _roll(record: Record, number: int, label: str, sides: tuple[int, ...]) -> Iterator[Event]:
    if record.salt is None or record.seed is None:
        return
    faces = fairness.roll(record.seed, record.match, record.salt, label, sides)
    expected, found = " ".join(map(str, faces)), record.log[number - 1].entry.text
    if expected != found:
        yield Event(
            Code.DRAW_DIFFERS,
            {"line": number, "label": label, "expected": expected, "found": excerpt(found)},
        )


def _layout(record: Record, number: int, entry: Entry) -> Iterator[Event]:
    """Check that a secret layout is the one that was sealed when its owner was ready."""
    if entry.kind != "act":
        return
    sealed = next((one for one in record.seals if one.seat == entry.seat), None)
    if sealed is None or not sealed.nonce:
        yield Event(Code.SEAL_MISSING, {"line": number})
        return
    expected = fairness.seal(record.match, sealed.seat, sealed.nonce, entry.text)
    if expected != sealed.seal:
        differ = {"expected": expected, "found": sealed.seal}
        yield Event(Code.SEAL_DIFFERS, {"line": number, **differ})


def _summary(result: Over | None) -> str:
    """Winners, reason and scores: "1 resign", "- agreement", "0 score 12:9"; or "-" for none."""
    if result is None:
        return "-"
    winners = ",".join(map(str, sorted(result.winners))) or "-"
    scores = ":".join(map(str, result.scores))
    return f"{winners} {result.reason} {scores}".rstrip()
