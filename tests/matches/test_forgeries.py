"""Honest matches of every game, forged in one thing: found out, or the program says what to ask.

Every kind of forgery is tried at every place of every match where it can be. Of the kinds under
`OPEN` some stay unfound, because no record can show them: each changes what the program prints to
be compared with the channel.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games.__main__ import main
from games.clock import DAY, HOUR, PACES
from games.core import NotationError
from games.records.claims import COMPARE, claims
from games.records.record import Record, read, write
from games.records.verdict import Verdict, verdict
from games.records.verify import UNDECIDED, verify
from tests.samples import thinned

from .honest import HONEST, honest

Document: TypeAlias = dict[str, Any]
Forgery: TypeAlias = Callable[[Document], Iterator[Document]]
MONTH = 30 * DAY


def put(document: Document, value: Any, *path: str | int) -> Document:
    """Write a value at a place."""
    forged, inner = _at(document, path)
    inner[path[-1]] = value
    return forged


def inserted(document: Document, value: Any, *path: str | int) -> Document:
    """Put an item into a list, before the one that was there."""
    forged, inner = _at(document, path)
    inner.insert(path[-1], value)
    return forged


def without(document: Document, *path: str | int) -> Document:
    forged, inner = _at(document, path)
    inner.pop(path[-1])
    return forged


def _at(document: Document, path: tuple[str | int, ...]) -> tuple[Document, Any]:
    forged = copy.deepcopy(document)
    inner: Any = forged
    for key in path[:-1]:
        inner = inner[key]
    return forged, inner


def flags(one: Document) -> list[int]:
    return [n for n, event in enumerate(one["clock"]) if event["kind"] == "flag"]


def of_kind(one: Document, *kinds: str) -> list[int]:
    return [n for n, event in enumerate(one["clock"]) if event["kind"] in kinds]


# ------------------------------------------------------------------ pace and clocks


def no_strict_and_no_pace(one: Document) -> Iterator[Document]:
    if one["clock"]:
        yield without(without(without(one, "pace"), "strict"), "clock")
        yield without(without(one, "pace"), "strict")
        yield without(one, "clock")
        yield without(one, "pace")


def another_pace(one: Document) -> Iterator[Document]:
    start = PACES[one["pace"]].start_ms
    for pace in PACES.values():
        if pace.start_ms != start:
            yield put(one, pace.name, "pace")


def strict_after_all(one: Document) -> Iterator[Document]:
    kinds = {event["kind"] for event in one["clock"]}
    lapses = one["game"].startswith("junqi")
    friendly = kinds & {"flag", "vacation"} and one["result"]["reason"] != "not_begun"
    at_once = [event["at_ms"] for event in one["clock"] if event["kind"] == "flag"]
    ended = one["log"][-1]["kind"] == "lapse" and one["log"][-1]["at_ms"] in at_once
    impossible = lapses or (friendly and not ended) or not one["clock"]
    if not one["strict"] and impossible and one["result"]["reason"] != "time":
        yield put(one, True, "strict")


def a_flag_removed(one: Document) -> Iterator[Document]:
    for n in flags(one):
        if [event["kind"] for event in one["clock"][n + 1 : n + 2]] != ["seat"]:
            yield without(one, "clock", n)


def a_flag_removed_before_a_takeover(one: Document) -> Iterator[Document]:
    """As if the player had left the server."""
    for n in flags(one):
        if [event["kind"] for event in one["clock"][n + 1 : n + 2]] == ["seat"]:
            yield without(one, "clock", n)


def a_month_without_a_flag(one: Document) -> Iterator[Document]:
    """Somebody was given a month: everything from a line on came later, and no flag fell."""
    held = of_kind(one, "vacation", "pause")
    for number, line in enumerate(one["log"]):
        if not one["clock"] or line["kind"] == "roll":
            continue
        before = one["log"][number - 1]["at_ms"] if number else one["clock"][0]["at_ms"]
        if line["at_ms"] == before:
            continue
        if any(one["clock"][n]["revision"] == number for n in held):
            continue  # then the clocks stood still

        forged = copy.deepcopy(one)
        for item in (*forged["log"], *forged["clock"]):
            item["at_ms"] += MONTH if item["at_ms"] >= line["at_ms"] else 0
        forged["clock"] = [
            event
            for event in forged["clock"]
            if event["kind"] != "flag" or event["revision"] != number
        ]
        yield forged


def a_flag_that_fell_early(one: Document) -> Iterator[Document]:
    for n in flags(one):
        early = one["clock"][n]["at_ms"] - DAY - 1
        yield put(one, early, "clock", n, "at_ms")


def a_flag_of_another(one: Document) -> Iterator[Document]:
    for n in flags(one):
        other = (one["clock"][n]["seat"] + 1) % len(one["seats"])
        yield put(one, other, "clock", n, "seat")


def a_flag_too_many(one: Document) -> Iterator[Document]:
    for n in flags(one):
        yield inserted(one, dict(one["clock"][n]), "clock", n)


def a_clock_event_moved(one: Document) -> Iterator[Document]:
    for n, event in enumerate(one["clock"]):
        for by in (-1, 1):
            moved = event["revision"] + by
            if moved >= 0:
                yield put(one, moved, "clock", n, "revision")


def a_clock_event_at_another_time(one: Document) -> Iterator[Document]:
    for n in range(len(one["clock"])):
        for by in (MONTH, 200 * DAY):
            yield put(one, by * 9, "clock", n, "at_ms")


def time_out_of_turn(one: Document) -> Iterator[Document]:
    for n in of_kind(one, "time"):
        yield put(one, 1 - one["clock"][n]["seat"], "clock", n, "seat")
        yield put(one, 3 * DAY, "clock", n, "ms")
    if one["clock"]:
        at, seat = one["clock"][0]["at_ms"], len(one["seats"]) - 1
        given = {"at_ms": at, "seat": seat, "kind": "time", "ms": DAY, "revision": 0}
        yield inserted(one, given, "clock", 1)


def a_new_clock_for_the_same_player(one: Document) -> Iterator[Document]:
    for n in flags(one):
        event = one["clock"][n]
        anew = {**event, "kind": "seat", "ms": PACES[one["pace"]].start_ms}
        if not of_kind(one, "seat"):
            yield inserted(one, anew, "clock", n + 1)


def a_return_of_nobody(one: Document) -> Iterator[Document]:
    if one["clock"]:
        back = {**one["clock"][0], "seat": 0, "kind": "return", "ms": 0}
        yield inserted(one, back, "clock", 1)


def a_pause_of_a_pause(one: Document) -> Iterator[Document]:
    for n in of_kind(one, "pause"):
        yield inserted(one, dict(one["clock"][n]), "clock", n)


def a_vacation_without_end(one: Document) -> Iterator[Document]:
    for n in of_kind(one, "return"):
        yield without(one, "clock", n)
    for n in of_kind(one, "vacation"):
        yield put(one, 40 * DAY, "clock", n, "ms")


def an_outage_or_a_pause_left_out(one: Document) -> Iterator[Document]:
    for n in of_kind(one, "outage", "pause"):
        yield without(one, "clock", n)


def clocks_where_there_are_none(one: Document) -> Iterator[Document]:
    if not one["clock"]:
        start = {"at_ms": 0, "seat": None, "kind": "start", "ms": 48 * HOUR, "revision": 0}
        yield put(one, [start], "clock")


# ------------------------------------------------------------------------ seats


def no_new_holder(one: Document) -> Iterator[Document]:
    for seat, held in enumerate(one["seats"]):
        if len(held) > 1:
            yield without(one, "seats", seat, len(held) - 1)


def a_holder_at_another_line(one: Document) -> Iterator[Document]:
    for seat, held in enumerate(one["seats"]):
        for n, holder in enumerate(held[1:], start=1):
            for by in (-1, 1):
                to = holder["since"] + by
                yield put(one, to, "seats", seat, n, "since")


def a_holder_of_another_kind(one: Document) -> Iterator[Document]:
    """A computer for a person who has come, and a person for a computer."""
    for seat, held in enumerate(one["seats"]):
        for n, holder in enumerate(held[1:], start=1):
            since = {"since": holder["since"]}
            made = (
                {**since, "computer": "3", "version": 1}
                if "person" in holder
                else {**since, "person": "7", "name": "Mara"}
            )
            yield put(one, made, "seats", seat, n)


def a_holder_put_in(one: Document) -> Iterator[Document]:
    mara = {"since": 1, "person": "7", "name": "Mara"}
    for seat, held in enumerate(one["seats"]):
        if len(held) == 1:
            for since in range(1, len(one["log"]) + 1):
                made = {**mara, "since": since}
                if one["clock"] or since == 1:
                    yield inserted(one, made, "seats", seat, 1)


def a_seat_event_left_out(one: Document) -> Iterator[Document]:
    for n in of_kind(one, "seat"):
        yield without(one, "clock", n)
        yield put(one, 7, "clock", n, "ms")


def a_hint_out_of_turn(one: Document) -> Iterator[Document]:
    document = read(json.dumps(one))
    for revision in range(len(document.log) + 1):
        line = document.log[revision] if revision < len(document.log) else None
        acts = line and line.entry.kind in ("act", "lapse")
        layout = acts and line and line.entry.text.startswith("deploy")
        for seat in range(len(one["seats"])):
            if not acts and line is not None:
                continue
            if line is None or layout or line.entry.seat != seat:
                hint = {"seat": seat, "revision": revision}
                yield put(one, [*one.get("hints", []), hint], "hints")


def a_computer_with_a_hint(one: Document) -> Iterator[Document]:
    for seat in range(len(one["seats"])):
        computer = [{"since": 0, "computer": "3", "version": 1}]
        for hint in one.get("hints", []):
            if hint["seat"] == seat:
                yield put(one, computer, "seats", seat)


# ------------------------------------------------------------------- log and result


def a_turn_for_a_missed_one(one: Document) -> Iterator[Document]:
    for n, line in enumerate(one["log"]):
        if line["kind"] == "lapse":
            yield without(one, "log", n)


def another_end(one: Document) -> Iterator[Document]:
    """The match is called off by a flag that never fell, or before it could be."""
    for reason in ("not_begun", "excused", "unfinished", "left", "absent"):
        if one["log"][-1]["text"] == reason or one["result"]["reason"] == "not_begun":
            continue
        if reason in ("excused", "absent", "unfinished") and any(
            one["clock"][n]["revision"] == len(one["log"]) - 1 for n in flags(one)
        ):
            continue
        if reason == "left" and one["game"].startswith("junqi"):
            continue
        last = {**one["log"][-1], "kind": "forfeit", "seat": None, "text": reason}
        result: Document = {"winners": [], "reason": reason, "scores": []}
        yield put(put(one, [*one["log"][:-1], last], "log"), result, "result")


def another_closer(one: Document) -> Iterator[Document]:
    if one["result"]["reason"] != "closed":
        yield put(one, {"person": "9", "name": "Mod"}, "closer")


FOUND: tuple[Forgery, ...] = (
    a_flag_removed,
    a_month_without_a_flag,
    no_strict_and_no_pace,
    another_pace,
    strict_after_all,
    a_flag_that_fell_early,
    a_flag_of_another,
    a_flag_too_many,
    a_clock_event_moved,
    a_clock_event_at_another_time,
    time_out_of_turn,
    a_new_clock_for_the_same_player,
    a_return_of_nobody,
    a_pause_of_a_pause,
    a_vacation_without_end,
    clocks_where_there_are_none,
    no_new_holder,
    a_holder_at_another_line,
    a_holder_put_in,
    a_seat_event_left_out,
    a_hint_out_of_turn,
    a_computer_with_a_hint,
    a_turn_for_a_missed_one,
    another_end,
    another_closer,
    a_holder_of_another_kind,
)


def less_strict(one: Document) -> Iterator[Document]:
    if one["strict"]:
        yield put(one, False, "strict")


def another_person(one: Document) -> Iterator[Document]:
    for seat, held in enumerate(one["seats"]):
        for n, holder in enumerate(held):
            if "person" in holder:
                yield put(one, "7", "seats", seat, n, "person")


def hints_left_out(one: Document) -> Iterator[Document]:
    for n in range(len(one.get("hints", []))):
        yield without(one, "hints", n)


def nobody_closed_it(one: Document) -> Iterator[Document]:
    if "closer" in one:
        yield without(one, "closer")


def pace_of_the_same_start(one: Document) -> Iterator[Document]:
    for pace in PACES.values():
        if pace.start_ms == PACES[one["pace"]].start_ms and pace.name != one["pace"]:
            yield put(one, pace.name, "pace")


OPEN: tuple[Forgery, ...] = (
    less_strict,
    another_person,
    hints_left_out,
    nobody_closed_it,
    pace_of_the_same_start,
    an_outage_or_a_pause_left_out,
    a_flag_removed_before_a_takeover,
)


def forgeries(kind: Forgery) -> Iterator[tuple[str, Record | None]]:
    """List the forgeries of a kind in every match: the match, and the record if it is one."""
    for name, record in honest().items():
        document = json.loads(write(record))
        document.setdefault("clock", [])
        for forged in kind(document):
            assert forged != document
            try:
                yield name, read(json.dumps(forged))
            except NotationError:
                yield name, None


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_match_is_proved(name: str) -> None:
    assert verify(honest()[name]) == ()


def test_all_six_games_are_forged() -> None:
    assert len({record.game for record in honest().values()}) == 6


@pytest.mark.parametrize("kind", thinned(FOUND, 4))
def test_what_contradicts_itself_or_lacks_something_is_never_proved(kind: Forgery) -> None:
    tried = 0
    for number, (name, record) in enumerate(forgeries(kind)):
        tried += 1
        assert record is None or verify(record), f"{name}, {number}"
    assert tried


@pytest.mark.parametrize("kind", OPEN)
def test_what_no_record_shows_is_printed_to_be_compared(kind: Forgery) -> None:
    tried = 0
    for name, record in forgeries(kind):
        tried += 1
        if record and verdict(verify(record), UNDECIDED) == Verdict.PROVED:
            assert list(claims(record)) != list(claims(honest()[name])), name
    assert tried


@pytest.mark.slow
def test_more_than_200_forgeries_are_tried() -> None:
    assert sum(1 for kind in (*FOUND, *OPEN) for _ in forgeries(kind)) >= 200


@pytest.mark.parametrize(
    ("forge", "status", "said"),
    [
        (lambda one: one, 0, ": verified, proved"),
        (lambda one: next(a_month_without_a_flag(one)), 1, "contradicted:\n  flag left out: line"),
        (lambda one: next(no_strict_and_no_pace(one)), 3, "the record does not say its pace"),
    ],
)
def test_each_end_has_its_status_and_its_words(
    forge: Callable[[Document], Document],
    status: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(forge(json.loads(write(honest()["diablo"])))))
    assert main(["verify", str(path)]) == status
    output = capsys.readouterr().out
    assert said in output
    assert COMPARE in output
    assert "pace: quick" in output or "pace: the record does not say" in output
