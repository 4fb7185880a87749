"""The verification of a record: its commitment, seats, turns, rolls and result."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import pairwise

from .. import fairness
from ..core import Act, AnyRules, Entry, Event, GameError, Info, Over, Roll, Seat
from ..quitting import endings
from ..rulebook import RULES
from ..submission import excerpt
from . import clock_audit, seat_audit
from .record import Person, Record
from .timeline import Moment, follow_log


class Code(StrEnum):
    """The findings of a verification."""

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
    ROLL_MISSING = "verify.roll_missing"
    NO_RESULT = "verify.no_result"
    PLAYER_TWICE = "verify.player_twice"
    BEYOND_THE_LOG = "verify.beyond_the_log"
    TIME_RUNS_BACK = "verify.time_runs_back"
    CLOCK_RUNS_BACK = "verify.clock_runs_back"
    NO_SUCH_ENDING = "verify.no_such_ending"
    SEAL_TWICE = "verify.seal_twice"
    SEAL_WITHOUT_LAYOUT = "verify.seal_without_layout"
    SEAL_NOT_OPENED = "verify.seal_not_opened"


UNDECIDED = (
    frozenset({Code.UNKNOWN_GAME, Code.OTHER_VERSION, Code.NO_SEED, Code.NO_SALT, Code.NO_RESULT})
    | clock_audit.UNDECIDED
    | seat_audit.UNDECIDED
)
"""The findings that leave something open; all others contradict the record."""


def verify(record: Record, rulebook: Mapping[str, AnyRules] = RULES) -> tuple[Event, ...]:
    """List everything that comes out differently when recomputed, or cannot be: contradictions
    first; nothing if the record is true.

    A finding tells what was `expected`, what was `found`, and on which `line` of the log. What no
    record can prove by itself (who played, what was public when) must be compared with the channel:
    `games/records/claims.py` lists it.
    """
    rules = rulebook.get(record.game)
    if rules is None:
        return (Event(Code.UNKNOWN_GAME, {"game": record.game}),)
    rules = rules.as_of(record.version)
    info = rules.game.info
    faults, course = follow(record, rules)
    found = [*_commitment(record), *_seats(record, info), *_holders(record), *faults]
    if record.version == info.version:
        found += _result(record, course)
        found += clock_audit.unpunctual(record, info, course)
        found += seat_audit.find_misplaced(record, rules, course)
    return tuple(sorted(found, key=lambda finding: finding.code in UNDECIDED))


def follow(record: Record, rules: AnyRules) -> tuple[list[Event], tuple[Moment, ...]]:
    """Follow a log, of a match that may go on; return its faults, and its moments by revision.
    Without moments it cannot be followed to its end. The faults may quote what is still secret."""
    course: list[Moment] = []
    faults = [*_times(record), *_seals(record, rules.game.info), *_log(record, rules, course)]
    return faults, tuple(course) if len(course) > len(record.log) else ()


def _commitment(record: Record) -> Iterator[Event]:
    if record.salt is None:
        yield Event(Code.NO_SALT)
    if record.seed is None:
        yield Event(Code.NO_SEED)
        return
    expected = fairness.commitment(record.seed)
    if expected != record.commitment:
        yield Event(Code.COMMITMENT_DIFFERS, {"expected": expected, "found": record.commitment})


def _seats(record: Record, info: Info) -> Iterator[Event]:
    if len(record.seats) != info.seats:
        yield Event(Code.PLAYERS_DIFFER, {"expected": info.seats, "found": len(record.seats)})
    chosen = record.seat_choice != "random"
    if chosen and (record.host == 0) != (record.seat_choice == "first"):
        expected = 0 if record.seat_choice == "first" else 1
        yield Event(Code.HOST_DIFFERS, {"expected": expected, "found": record.host})
    if record.salt is None or record.seed is None or (chosen and not record.lots):
        return
    free = sorted(set(record.lots)) or [Seat(number) for number in range(info.seats)]
    lots = fairness.seats(record.seed, record.match, record.salt, free)
    if not chosen and record.host != lots[0]:
        yield Event(Code.HOST_DIFFERS, {"expected": lots[0], "found": record.host})
    elif record.lots and (record.lots != lots or (chosen and record.host in lots)):
        written, given = (",".join(map(str, seats)) for seats in (lots, record.lots))
        yield Event(Code.LOTS_DIFFER, {"expected": written, "found": given})


def _holders(record: Record) -> Iterator[Event]:
    """Find people on two seats, and seats taken over, or helped, after the end."""
    seats: dict[str, int] = {}
    for seat, held in enumerate(record.seats):
        for holder in held:
            who = holder.who
            if isinstance(who, Person) and seats.setdefault(who.id, seat) != seat:
                yield Event(Code.PLAYER_TWICE, {"player": who.id})
    revisions = [holder.since for held in record.seats for holder in held]
    for revision in (*revisions, *(hint.revision for hint in record.hints)):
        if revision > len(record.log):
            yield Event(Code.BEYOND_THE_LOG, {"line": revision})


def _times(record: Record) -> Iterator[Event]:
    for number, (before, line) in enumerate(pairwise(record.log), start=2):
        if line.at_ms < before.at_ms:
            yield Event(Code.TIME_RUNS_BACK, {"line": number})
    for number, (earlier, later) in enumerate(pairwise(record.clock), start=2):
        if later.at_ms < earlier.at_ms:
            yield Event(Code.CLOCK_RUNS_BACK, {"line": number})


def _seals(record: Record, info: Info) -> Iterator[Event]:
    """Check that every seal belongs to one layout, and is opened if all were ready. Where the match
    ended before that no layout is shown: their lines are left out, and the seals stay closed."""
    sealed = [seal.seat for seal in record.seals]
    made = {line.entry.seat for line in record.log if line.entry.kind == "act"}
    for seat in sorted(set(sealed)):
        if sealed.count(seat) > 1:
            yield Event(Code.SEAL_TWICE, {"seat": seat})
    ready = info.private and len(set(sealed)) == info.seats
    for seal in record.seals:
        if not info.private or (seal.nonce and seal.seat not in made):
            yield Event(Code.SEAL_WITHOUT_LAYOUT, {"seat": seal.seat})
        elif not seal.nonce and (ready or made or not record.result) and seal.seat not in made:
            yield Event(Code.SEAL_NOT_OPENED, {"seat": seal.seat})


def _log(record: Record, rules: AnyRules, course: list[Moment]) -> Iterator[Event]:
    """Follow the log as far as that goes, adding its moments to the course."""
    info, steps = rules.game.info, follow_log(rules, record.variant, record.log)
    if record.version != info.version:
        yield Event(Code.OTHER_VERSION, {"expected": info.version, "found": record.version})
        return
    try:
        course.append(next(steps)[1])
    except GameError:
        yield Event(Code.UNKNOWN_VARIANT, {"variant": excerpt(record.variant)})
        return
    rolls = 0
    for number, line in enumerate(record.log, start=1):
        turn = course[-1].turn
        if isinstance(turn, Roll) and line.entry.kind == "roll":
            yield from _roll(record, number, str(rolls), turn.sides)
            rolls += 1
        elif isinstance(turn, Roll):
            yield Event(Code.ROLL_MISSING, {"line": number})
        if isinstance(turn, Act) and turn.free and info.private:
            yield from _layout(record, number, line.entry)
        if line.entry.kind == "forfeit" and line.entry.text not in endings(info, line.entry.seat):
            found = excerpt(line.entry.text)
            yield Event(Code.NO_SUCH_ENDING, {"line": number, "found": found})
        try:
            canonical, moment = next(steps)
        except GameError as error:
            yield Event(Code.CANNOT_FOLLOW, {"line": number, "why": error.event.code})
            return
        course.append(moment)
        if canonical != line.entry.text:
            found = excerpt(line.entry.text)
            yield Event(Code.TEXT_DIFFERS, {"line": number, "expected": canonical, "found": found})


def _result(record: Record, course: tuple[Moment, ...]) -> Iterator[Event]:
    if not course:
        return
    turn = course[-1].turn
    result = turn if isinstance(turn, Over) else None
    if result is None and record.result is None:
        yield Event(Code.NO_RESULT)
    if result != record.result:
        expected, found = summary(result), summary(record.result)
        yield Event(Code.RESULT_DIFFERS, {"expected": expected, "found": found})


def _roll(record: Record, number: int, label: str, sides: tuple[int, ...]) -> Iterator[Event]:
    if record.salt is None or record.seed is None:
        return
    faces = fairness.roll(record.seed, record.match, record.salt, label, sides)
    expected, found = " ".join(map(str, faces)), record.log[number - 1].entry.text
    if expected != found:
        differ = {"expected": expected, "found": excerpt(found)}
        yield Event(Code.DRAW_DIFFERS, {"line": number, "label": label, **differ})


def _layout(record: Record, number: int, entry: Entry) -> Iterator[Event]:
    """Check that a secret layout is the one that was sealed when its owner was ready."""
    if entry.kind != "act":
        return
    sealed = next((seal for seal in record.seals if seal.seat == entry.seat), None)
    if sealed is None or not sealed.nonce:
        yield Event(Code.SEAL_MISSING, {"line": number})
        return
    expected = fairness.seal(record.match, sealed.seat, sealed.nonce, entry.text)
    if expected != sealed.seal:
        differ = {"expected": expected, "found": sealed.seal}
        yield Event(Code.SEAL_DIFFERS, {"line": number, **differ})


def summary(result: Over | None) -> str:
    """Write winners, reason and scores: "1 resign", "- agreement", "0 score 12:9"; or "-"."""
    if result is None:
        return "-"
    winners = ",".join(map(str, sorted(result.winners))) or "-"
    scores = ":".join(map(str, result.scores))
    return f"{winners} {result.reason} {scores}".rstrip()
