"""Records: written, read, verified, and found out when anything in them was changed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games import fairness
from games.clock import HOUR
from games.core import Entry, Event, NotationError, Over, Seat
from games.records.clock_audit import Code as Clock
from games.records.json_reader import Code as RecordCode
from games.records.record import (
    ClockEvent,
    Computer,
    Hint,
    Holder,
    Line,
    Person,
    Record,
    Seal,
    read,
    write,
)
from games.records.verdict import Verdict, verdict
from games.records.verify import UNDECIDED, Code, verify
from games.rulebook import RULES
from games.submission import play, roll_on
from tests.laws.toys.cups import CUPS_RULES

SEED = bytes.fromhex("9b274fc7e53b81098c409fbd78da9d0711b53c951217959ca3fcc63823ba4fda")
MATCH, SALT = "K7Q0", "110000000000012345"
RULES_AND_TOY = {**RULES, "cups": CUPS_RULES}
MURUS_LOG = (
    Line(Entry("act", Seat(0), "a1-a3"), 1_000),
    Line(Entry("act", Seat(1), "a7-a5"), 2_000),
    Line(Entry("forfeit", Seat(0), "resign"), 3_000),
)


def murus() -> Record:
    """Return a short match: the host was drawn to sit second, and the first seat resigned."""
    host = fairness.seats(SEED, MATCH, SALT, (Seat(0), Seat(1)))[0]
    seats = (Holder(Person("1001", "Livia")),), (Holder(Person("1002", "布伦努斯")),)
    return Record(
        match=MATCH,
        game="murus",
        version=1,
        variant="basic",
        seats=seats,
        host=host,
        seat_choice="random",
        commitment=fairness.commitment(SEED),
        seed=SEED,
        salt=SALT,
        log=MURUS_LOG,
        result=Over(frozenset({Seat(1)}), "resign"),
        pace="none",
    )


def cups() -> Record:
    """Return a whole game of the toy, its dice drawn from the seed in their order."""
    rules = CUPS_RULES
    state = rules.initial("plain")
    draws: list[int] = []
    log: list[Entry] = []

    def draw(sides: tuple[int, ...]) -> tuple[int, ...]:
        faces = fairness.roll(SEED, MATCH, SALT, str(len(draws)), sides)
        draws.extend(faces)
        return faces

    for seat, text in [(0, "abc"), (1, "cab"), (0, "1,2"), (1, "1,2"), (0, "3"), (1, "3")]:
        state, entry = play(rules, state, Seat(seat), text)
        state, rolls = roll_on(rules, state, draw)
        log += [entry, *rolls]
    turn = rules.turn(state)
    assert isinstance(turn, Over)
    lines = tuple(Line(entry, 1_000 * n) for n, entry in enumerate(log))
    return replace(
        murus(),
        game="cups",
        variant="plain",
        host=Seat(0),
        seat_choice="first",
        log=lines,
        result=turn,
        seals=tuple(sealed(seat, text) for seat, text in enumerate(("abc", "cab"))),
    )


def sealed(seat: int, layout: str) -> Seal:
    nonce = bytes([seat]) * fairness.NONCE_BYTES
    return Seal(seat, fairness.seal(MATCH, seat, nonce, layout), nonce)


def rich() -> Record:
    """Return a match with all that a record can hold: both seats were taken over."""
    mara, strong = Holder(Person("1003", "Mara"), 2), Holder(Computer("strong", 3), 2)
    return replace(
        murus(),
        seats=((*murus().seats[0], mara), (*murus().seats[1], strong)),
        lots=fairness.seats(SEED, MATCH, SALT, (Seat(0), Seat(1))),
        hints=(Hint(Seat(0), 0), Hint(Seat(1), 1)),
        pace="normal",
        clock=(
            ClockEvent(500, None, "start", 48 * HOUR),
            ClockEvent(1_500, None, "pause", 0, 1),
            ClockEvent(2_500, Seat(0), "seat", 48 * HOUR, 2),
            ClockEvent(2_600, Seat(1), "seat", 0, 2),
        ),
    )


EVERY = {"murus": murus(), "cups": cups(), "rich": rich()}
RECORDS = pytest.mark.parametrize("record", EVERY.values(), ids=EVERY)


def codes(record: Record) -> list[str]:
    return [finding.code for finding in verify(record, RULES_AND_TOY)]


@RECORDS
def test_a_record_reads_as_it_was_written(record: Record) -> None:
    assert read(write(record)) == record


def test_a_record_is_plain_to_read() -> None:
    text = write(murus())
    assert '"布伦努斯"' in text
    assert '    {"kind": "act", "seat": 0, "text": "a1-a3", "at_ms": 1000},\n' in text
    keys = "format match game version variant seats host seat_choice commitment seed salt result"
    keys += " pace strict"
    assert set(json.loads(text)) == {*keys.split(), "log"}


@RECORDS
def test_a_true_record_is_verified(record: Record) -> None:
    assert verify(record, RULES_AND_TOY) == ()


def test_a_log_cut_short_is_no_whole_match() -> None:
    assert codes(replace(murus(), log=MURUS_LOG[:2], result=None)) == [Code.NO_RESULT]
    assert codes(replace(murus(), log=(), result=None)) == [Code.NO_RESULT]


def line(number: int, **changes: Any) -> Callable[[Record], Record]:
    """Change one line of a record's log."""

    def change(record: Record) -> Record:
        log = list(record.log)
        log[number] = Line(replace(log[number].entry, **changes), log[number].at_ms)
        return replace(record, log=tuple(log))

    return change


def without(number: int) -> Callable[[Record], Record]:
    return lambda record: replace(record, log=record.log[:number] + record.log[number + 1 :])


def with_(**changes: Any) -> Callable[[Record], Record]:
    return lambda record: replace(record, **changes)


def test_a_match_with_turns_taken_back_is_true() -> None:
    taken = replace(MURUS_LOG[0], entry=Entry("takeback", Seat(0), "1"))
    record = replace(murus(), log=(MURUS_LOG[0], taken, *MURUS_LOG))
    assert codes(record) == []
    assert read(write(record)) == record


OLD = """{
  "format": "tetrarch-record-1",
  "match": "K7Q0",
  "game": "murus",
  "version": 1,
  "variant": "basic",
  "players": [{"id": "1001", "name": "Livia"}, {"id": "1002", "name": "布伦努斯"}],
  "host": %d,
  "seat_choice": "random",
  "commitment": "fa51b59c21485f0adc5572baf1d0ec003ed258e157bbdf712ef9c6c605d9646e",
  "seed": "9b274fc7e53b81098c409fbd78da9d0711b53c951217959ca3fcc63823ba4fda",
  "salt": "110000000000012345",
  "result": {"winners": [1], "reason": "resign", "scores": []},
  "log": [
    {"kind": "act", "seat": 0, "text": "a1-a3", "at_ms": 1000},
    {"kind": "act", "seat": 1, "text": "a7-a5", "at_ms": 2000},
    {"kind": "forfeit", "seat": 0, "text": "resign", "at_ms": 3000}
  ]
}
"""


def test_a_record_of_the_first_format_is_read_and_verified() -> None:
    record = read(OLD % murus().host)
    assert record == replace(murus(), pace=None)
    assert verify(record) == (Event(Clock.NO_PACE),)
    assert verdict(verify(record), UNDECIDED) == Verdict.UNDECIDED


def test_a_record_in_the_first_format_needs_its_players() -> None:
    with pytest.raises(NotationError) as refusal:
        read(OLD.replace("players", "seats") % 0)
    assert refusal.value.event.args == {"place": "record.players"}


def test_a_match_that_ended_before_all_were_ready_keeps_its_layouts_secret() -> None:
    assert codes(never_ready()) == []
    assert read(write(never_ready())) == never_ready()
    assert "nonce" not in write(never_ready())


def never_ready() -> Record:
    """Return a match that was called off when one side had sealed its layout."""
    ended = Line(Entry("forfeit", None, "cancelled"), 1_000)
    closed = replace(cups().seals[0], nonce=b"")
    return replace(cups(), log=(ended,), result=Over(frozenset(), "cancelled"), seals=(closed,))


def reseeded(number: int) -> Callable[[Record], Record]:
    """Put in another seed and its commitment, with the lots as they were."""
    seed = bytes([number]) * 32
    return with_(seed=seed, commitment=fairness.commitment(seed))


THIRD, LATE = (Holder(Person("1003", "Mara")),), Holder(Person("7", "Mara"), 9)
TWO_CLOSED = [Code.SEAL_NOT_OPENED] * 2
FORGERIES: list[tuple[Record, Callable[[Record], Record], Sequence[str]]] = [
    (murus(), with_(game="chess"), [Code.UNKNOWN_GAME]),
    (murus(), with_(version=2), [Code.OTHER_VERSION]),
    (murus(), with_(variant="expert"), [Code.UNKNOWN_VARIANT]),
    (murus(), with_(variant="basic+redistribution"), [Code.CANNOT_FOLLOW]),
    (murus(), with_(seed=None), [Code.NO_SEED]),
    (murus(), with_(salt=None), [Code.NO_SALT]),
    (murus(), with_(commitment="0" * 64), [Code.COMMITMENT_DIFFERS]),
    (murus(), reseeded(37), [Code.HOST_DIFFERS]),
    (cups(), reseeded(36), [Code.DRAW_DIFFERS] * 3),
    (murus(), with_(seats=(*murus().seats, THIRD)), [Code.PLAYERS_DIFFER]),
    (murus(), with_(host=Seat(1 - murus().host)), [Code.HOST_DIFFERS]),
    (murus(), with_(lots=(Seat(0), Seat(0))), [Code.LOTS_DIFFER]),
    (murus(), with_(lots=(Seat(1),)), [Code.HOST_DIFFERS]),
    (cups(), with_(host=Seat(1)), [Code.HOST_DIFFERS]),
    (cups(), with_(seat_choice="second"), [Code.HOST_DIFFERS]),
    (murus(), line(0, text="A1 A3"), [Code.TEXT_DIFFERS]),
    (murus(), line(0, text="a1-a4"), [Code.CANNOT_FOLLOW]),
    (murus(), line(0, text="a7-a5"), [Code.CANNOT_FOLLOW]),
    (murus(), line(0, seat=Seat(1)), [Code.CANNOT_FOLLOW]),
    (murus(), line(0, seat=None), [Code.CANNOT_FOLLOW]),
    (murus(), line(1, kind="lapse"), [Code.CANNOT_FOLLOW, Clock.FLAG_MISSING]),
    (murus(), line(0, kind="roll", seat=None, text="3 1"), [Code.CANNOT_FOLLOW]),
    (murus(), line(1, kind="takeback", seat=Seat(0), text="2"), [Code.TEXT_DIFFERS]),
    (murus(), line(1, kind="takeback", text="1"), [Code.CANNOT_FOLLOW]),
    (murus(), line(1, kind="takeback", seat=None, text="1"), [Code.CANNOT_FOLLOW]),
    (cups(), line(5, kind="takeback", text="1"), [Code.CANNOT_FOLLOW]),
    (murus(), line(2, seat=Seat(1)), [Code.RESULT_DIFFERS]),
    (murus(), line(2, seat=None), [Code.NO_SUCH_ENDING, Code.RESULT_DIFFERS]),
    (murus(), line(2, text="time"), [Code.NO_SUCH_ENDING, Code.RESULT_DIFFERS]),
    (murus(), without(2), [Code.RESULT_DIFFERS]),
    (murus(), without(0), [Code.CANNOT_FOLLOW]),
    (murus(), with_(result=None), [Code.RESULT_DIFFERS]),
    (murus(), with_(result=Over(frozenset(), "agreement")), [Code.RESULT_DIFFERS]),
    (cups(), with_(result=Over(frozenset(), "score", (9, 9))), [Code.RESULT_DIFFERS]),
    (cups(), line(2, text="4"), [Code.DRAW_DIFFERS, Code.CANNOT_FOLLOW]),
    (cups(), line(2, seat=Seat(0)), [Code.CANNOT_FOLLOW]),
    (cups(), line(2, text="x"), [Code.DRAW_DIFFERS, Code.CANNOT_FOLLOW]),
    (cups(), line(2, text="1 1"), [Code.DRAW_DIFFERS, Code.CANNOT_FOLLOW]),
    (cups(), line(3, text="1"), [Code.CANNOT_FOLLOW]),
    (cups(), without(2), [Code.ROLL_MISSING, Code.CANNOT_FOLLOW]),
    (cups(), with_(seals=()), [Code.SEAL_MISSING, Code.SEAL_MISSING]),
    (cups(), with_(seals=cups().seals[1:]), [Code.SEAL_MISSING]),
    (
        cups(),
        with_(seals=(replace(cups().seals[0], nonce=b""), cups().seals[1])),
        [Code.SEAL_MISSING],
    ),
    (cups(), with_(seals=(sealed(0, "abc"), sealed(1, "abc"))), [Code.SEAL_DIFFERS]),
    (murus(), with_(log=MURUS_LOG[:2], result=None), [Code.NO_RESULT]),
    (murus(), with_(seats=murus().seats[:1] * 2), [Code.PLAYER_TWICE]),
    (murus(), with_(hints=(Hint(Seat(0), 4),)), [Code.BEYOND_THE_LOG]),
    (murus(), with_(seats=((*murus().seats[0], LATE), murus().seats[1])), [Code.BEYOND_THE_LOG]),
    (murus(), with_(log=(*MURUS_LOG, replace(MURUS_LOG[0], at_ms=4_000))), [Code.CANNOT_FOLLOW]),
    (murus(), with_(log=(*MURUS_LOG[:2], replace(MURUS_LOG[2], at_ms=1))), [Code.TIME_RUNS_BACK]),
    (rich(), with_(clock=(*rich().clock[:2], *rich().clock[:1:-1])), [Code.CLOCK_RUNS_BACK]),
    (cups(), with_(seals=cups().seals[:1] * 2), [Code.SEAL_TWICE, Code.SEAL_MISSING]),
    (murus(), with_(seals=cups().seals[:1]), [Code.SEAL_WITHOUT_LAYOUT]),
    (
        murus(),
        with_(
            log=(*MURUS_LOG[:2], replace(MURUS_LOG[2], entry=Entry("forfeit", Seat(0), "flag"))),
            result=Over(frozenset({Seat(1)}), "flag"),
        ),
        [Code.NO_SUCH_ENDING],
    ),
    (never_ready(), with_(seals=(*never_ready().seals, Seal(1, "0" * 64, b""))), TWO_CLOSED),
    (never_ready(), with_(log=(), result=None), [Code.SEAL_NOT_OPENED, Code.NO_RESULT]),
    (never_ready(), with_(seals=cups().seals[:1]), [Code.SEAL_WITHOUT_LAYOUT]),
    (never_ready(), with_(log=(cups().log[0], *never_ready().log)), [Code.SEAL_MISSING]),
]


@pytest.mark.parametrize(("record", "forge", "expected"), FORGERIES)
def test_a_forged_record_is_found_out(
    record: Record, forge: Callable[[Record], Record], expected: Sequence[str]
) -> None:
    forged = forge(record)
    assert forged != record
    assert codes(forged) == expected
    assert codes(read(write(forged))) == expected


def test_every_finding_is_shown_above() -> None:
    shown = {code for _, _, expected in FORGERIES for code in expected}
    assert shown >= set(Code)


def test_a_changed_die_is_named_with_the_one_that_was_drawn() -> None:
    """The second draw of this match shows a 2; any other face changes the scores as well."""
    findings = verify(line(4, text="3")(cups()), RULES_AND_TOY)
    assert findings[0].code == Code.DRAW_DIFFERS
    assert findings[0].args == {"line": 5, "label": "1", "expected": "2", "found": "3"}


def test_a_changed_match_or_salt_changes_every_draw() -> None:
    drawn = [entry for entry in cups().log if entry.entry.kind == "roll"]
    for other in (replace(cups(), match="K7Q9"), replace(cups(), salt="7")):
        found = verify(other, RULES_AND_TOY)
        findings = [finding for finding in found if finding.code != Code.SEAL_DIFFERS]
        assert 0 < len(findings) <= len(drawn)
        assert {finding.code for finding in findings} == {Code.DRAW_DIFFERS}


BROKEN: list[tuple[str, str]] = [
    ("", "JSON"),
    ("{", "JSON"),
    ("[" * 100_000, "JSON"),
    ("9" * 10_000, "JSON"),
    ("null", "record"),
    ("[]", "record"),
    ('"record"', "record"),
    ("{}", "record.format"),
    ('{"format":"tetrarch-record-3"}', "record.format"),
]


@pytest.mark.parametrize(("text", "place"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_record_is_refused(text: str, place: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read(text)
    assert refusal.value.event.code == RecordCode.BAD_DOCUMENT
    assert refusal.value.event.args == {"place": place}


DAMAGES: list[tuple[str, Any]] = [
    ("match", "K7|Q"),
    ("match", None),
    ("game", 1),
    ("version", "1"),
    ("version", True),
    ("version", 1.0),
    ("version", -1),
    ("version", 10**400),
    ("variant", ["basic"]),
    ("variant", "é"),
    ("seats", None),
    ("seats", []),
    ("seats", {}),
    ("seats", [1, 2]),
    ("seats.0", []),
    ("seats.0.0.person", 1001),
    ("seats.0.0.person", ""),
    ("seats.0.0.name", None),
    ("seats.0.0.name", "\ud800"),
    ("seats.0.0.since", 1),
    ("seats.0.0.computer", "Strong"),
    ("host", 2),
    ("host", False),
    ("seat_choice", "third"),
    ("seat_choice", ["random"]),
    ("commitment", "F" * 64),
    ("seed", "00"),
    ("seed", 7),
    ("salt", "x"),
    ("salt", 7),
    ("seals", {}),
    ("seals", [{"seat": 0, "seal": "00", "nonce": "00"}]),
    ("seals", [{"seat": 0, "seal": "0" * 64, "nonce": "0"}]),
    ("lots", [2]),
    ("lots", 0),
    ("hints.0.seat", 2),
    ("hints.0.revision", -1),
    ("clock.0.kind", "Pause!"),
    ("clock.1.seat", 2),
    ("clock.1.ms", None),
    ("seats.1.1.version", "3"),
    ("seats.1.1.since", 0),
    ("strict", 0),
    ("log", {}),
    ("log.0", []),
    ("log.0.kind", "undo"),
    ("log.0.kind", None),
    ("log.0.seat", 2),
    ("log.0.seat", "0"),
    ("log.0.text", 1),
    ("log.0.text", "高"),
    ("log.0.at_ms", "now"),
    ("log.0.at_ms", 1e9),
    ("result", []),
    ("result", "resign"),
    ("result.winners", 0),
    ("result.winners", [2]),
    ("result.reason", "in a huff"),
    ("result.scores", [1, 2, 3]),
]


def damaged(place: str, value: Any) -> str:
    document = json.loads(write(rich()))
    *path, last = place.split(".")
    inner = document
    for key in path:
        inner = inner[int(key) if key.isdigit() else key]
    inner[int(last) if last.isdigit() else last] = value
    return json.dumps(document)


@pytest.mark.parametrize(("place", "value"), DAMAGES)
def test_a_damaged_document_is_refused_and_the_place_named(place: str, value: Any) -> None:
    with pytest.raises(NotationError) as refusal:
        read(damaged(place, value))
    assert refusal.value.event.code == RecordCode.BAD_DOCUMENT
    assert str(refusal.value.event.args["place"]).startswith(f"record.{place}")
