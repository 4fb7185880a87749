"""Honest matches of every game, forged in one thing: found out, or the program says what to ask.

Every kind of forgery is tried at every place of every match where it can be. Of the kinds under
`OPEN` some stay unfound, because no record can show them: each changes what the program prints to
be compared with the channel.
"""

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

import pytest

from games.clock import DAY, HOUR, PACES
from games.core import NotationError
from games.library import GAMES
from games.records.claims import claims
from games.records.record import Record, read, write
from games.records.verdict import Verdict, verdict
from games.records.verify import UNDECIDED, verify
from tests.samples import thinned

from .honest import HONEST, honest

Document: TypeAlias = dict[str, Any]
Forgery: TypeAlias = Callable[[Document], Iterator[Document]]
Edit: TypeAlias = Callable[[Any, Any], None]
"""What is done to an item, told by what it is in and its key there."""
MONTH = 30 * DAY


def at(path: str, *edits: Edit, **where: Any) -> Forgery:
    """Return the forgeries by one edit at every place of a path, of items that have these."""

    def forge(one: Document) -> Iterator[Document]:
        for keys in list(_places(one, path.split("/"), where)):
            for edit in edits:
                forged = copy.deepcopy(one)
                inner: Any = forged
                for key in keys[:-1]:
                    inner = inner[key]
                edit(inner, keys[-1])
                yield forged

    return forge


def _places(inner: Any, path: list[str], where: Document) -> Iterator[tuple[Any, ...]]:
    """List the keys on the way to every place of a path, in which `*` is any number of a list."""
    key, *rest = path
    here = range(len(inner)) if isinstance(inner, list) else inner
    for place in here if key == "*" else [int(key) if key.isdigit() else key]:
        if place not in here:
            continue
        if rest:
            yield from ((place, *more) for more in _places(inner[place], rest, where))
        else:
            item = inner[place] if isinstance(inner[place], dict) else inner
            if all(item.get(name) in wanted for name, wanted in where.items()):
                yield (place,)


def put(value: Any) -> Edit:
    return lambda inner, key: inner.__setitem__(key, value)


def by(step: int) -> Edit:
    return lambda inner, key: inner.__setitem__(key, inner[key] + step)


def drop(inner: Any, key: Any) -> None:
    inner.pop(key)


def exchange(held: Any, number: Any) -> None:
    """Put a computer for a person who has come, and a person for a computer."""
    computer, mara = {"computer": "3", "version": 1}, {"person": "7", "name": "Mara"}
    since = {"since": held[number]["since"]}
    held[number] = since | (computer if "person" in held[number] else mara)


def flags(one: Document) -> list[int]:
    return [n for n, event in enumerate(one["clock"]) if event["kind"] == "flag"]


# ------------------------------------------------------------------ pace and clocks


def no_strict_and_no_pace(one: Document) -> Iterator[Document]:
    for left in (("pace", "strict", "clock"), ("pace", "strict"), ("clock",), ("pace",)):
        if one["clock"]:
            yield {name: value for name, value in one.items() if name not in left}


def another_pace(one: Document, *, alike: bool = False) -> Iterator[Document]:
    """Another pace, with the same time at the start (`alike`) or another."""
    for pace in PACES.values():
        same = pace.start_ms == PACES[one["pace"]].start_ms
        if pace.name != one["pace"] and same == alike:
            yield one | {"pace": pace.name}


def a_flag_left_out(one: Document, *, taken: bool = False) -> Iterator[Document]:
    """A flag left out; if the seat is `taken` over by it, as if the player had left the server."""
    for n in flags(one):
        if ([event["kind"] for event in one["clock"][n + 1 : n + 2]] == ["seat"]) == taken:
            yield one | {"clock": one["clock"][:n] + one["clock"][n + 1 :]}


def another_seat(one: Document) -> Iterator[Document]:
    """A flag that fell, or time that was given, in the next seat."""
    for n, event in enumerate(one["clock"]):
        if event["kind"] in ("flag", "time"):
            seat = (event["seat"] + 1) % len(one["seats"])
            yield from at(f"clock/{n}/seat", put(seat))(one)


def time_out_of_turn(one: Document) -> Iterator[Document]:
    if one["clock"]:
        last = {"seat": len(one["seats"]) - 1, "kind": "time", "ms": DAY, "revision": 0}
        time = last | {"at_ms": one["clock"][0]["at_ms"]}
        yield one | {"clock": [one["clock"][0], time, *one["clock"][1:]]}


def a_new_clock_for_the_same_player(one: Document) -> Iterator[Document]:
    if not any(event["kind"] == "seat" for event in one["clock"]):
        for n in flags(one):
            anew = {**one["clock"][n], "kind": "seat", "ms": PACES[one["pace"]].start_ms}
            yield one | {"clock": [*one["clock"][: n + 1], anew, *one["clock"][n + 1 :]]}


def a_return_of_nobody(one: Document) -> Iterator[Document]:
    if one["clock"]:
        back = {**one["clock"][0], "seat": 0, "kind": "return", "ms": 0}
        yield one | {"clock": [one["clock"][0], back, *one["clock"][1:]]}


def clocks_where_there_are_none(one: Document) -> Iterator[Document]:
    if not one["clock"]:
        start = {"at_ms": 0, "seat": None, "kind": "start", "ms": 48 * HOUR, "revision": 0}
        yield one | {"clock": [start]}


def strict_after_all(one: Document) -> Iterator[Document]:
    kinds = {event["kind"] for event in one["clock"]}
    lapses = one["game"].startswith("junqi")
    friendly = kinds & {"flag", "vacation"} and one["result"]["reason"] != "not_begun"
    at_once = [event["at_ms"] for event in one["clock"] if event["kind"] == "flag"]
    ended = one["log"][-1]["kind"] == "lapse" and one["log"][-1]["at_ms"] in at_once
    impossible = lapses or (friendly and not ended) or not one["clock"]
    if not one["strict"] and impossible and one["result"]["reason"] != "time":
        yield one | {"strict": True}


def a_month_without_a_flag(one: Document) -> Iterator[Document]:
    """Somebody was given a month: everything from a line on came later, and no flag fell."""
    held = {event["revision"] for event in one["clock"] if event["kind"] in ("vacation", "pause")}
    for number, line in enumerate(one["log"]):
        if not one["clock"] or line["kind"] == "roll":
            continue
        before = one["log"][number - 1]["at_ms"] if number else one["clock"][0]["at_ms"]
        if line["at_ms"] == before:
            continue
        if number in held:
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


# ------------------------------------------------------------------------ seats


def a_holder_put_in(one: Document) -> Iterator[Document]:
    for since in range(1, len(one["log"]) + 1 if one["clock"] else 2):
        mara = {"since": since, "person": "7", "name": "Mara"}
        for seat, held in enumerate(one["seats"]):
            if len(held) == 1:
                yield from at(f"seats/{seat}", put([*held, mara]))(one)


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
                yield one | {"hints": [*one.get("hints", []), hint]}


def a_computer_with_a_hint(one: Document) -> Iterator[Document]:
    for seat in range(len(one["seats"])):
        computer = [{"since": 0, "computer": "3", "version": 1}]
        for hint in one.get("hints", []):
            if hint["seat"] == seat:
                yield from at(f"seats/{seat}", put(computer))(one)


# ------------------------------------------------------------------- log and result


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
        yield one | {"log": [*one["log"][:-1], last], "result": result}


def another_closer(one: Document) -> Iterator[Document]:
    if one["result"]["reason"] != "closed":
        yield one | {"closer": {"person": "9", "name": "Mod"}}


LATER = range(1, 1000)
FOUND: dict[str, tuple[Forgery, ...]] = {
    "a flag left out": (a_flag_left_out,),
    "a month without a flag": (a_month_without_a_flag,),
    "no pace": (no_strict_and_no_pace,),
    "another pace": (another_pace,),
    "strict after all": (strict_after_all,),
    "a flag that fell early": (at("clock/*/at_ms", by(-DAY - 1), kind=["flag"]),),
    "another seat": (another_seat,),
    "twice at once": (
        at("clock/*", lambda held, n: held.insert(n, dict(held[n])), kind=["flag", "pause"]),
    ),
    "a clock event moved": (at("clock/*/revision", by(-1), by(1)),),
    "one at another time": (at("clock/*/at_ms", put(9 * MONTH), put(1800 * DAY)),),
    "time out of turn": (time_out_of_turn, at("clock/*/ms", put(3 * DAY), kind=["time"])),
    "a new clock for the same player": (a_new_clock_for_the_same_player,),
    "a return of nobody": (a_return_of_nobody,),
    "a vacation without end": (
        at("clock/*", drop, kind=["return"]),
        at("clock/*/ms", put(40 * DAY), kind=["vacation"]),
    ),
    "clocks where there are none": (clocks_where_there_are_none,),
    "no new holder": (at("seats/*/*", drop, since=LATER),),
    "a holder at another line": (at("seats/*/*/since", by(-1), by(1), since=LATER),),
    "a holder put in": (a_holder_put_in,),
    "a holder of another kind": (at("seats/*/*", exchange, since=LATER),),
    "a new clock left out": (
        at("clock/*", drop, kind=["seat"]),
        at("clock/*/ms", put(7), kind=["seat"]),
    ),
    "a hint out of turn": (a_hint_out_of_turn,),
    "a computer with a hint": (a_computer_with_a_hint,),
    "a turn for a missed one": (at("log/*", drop, kind=["lapse"]),),
    "another end": (another_end,),
    "another closer": (another_closer,),
}
OPEN: dict[str, tuple[Forgery, ...]] = {
    "less strict": (at("strict", put(False), strict=[True]),),
    "another person": (at("seats/*/*/person", put("7")),),
    "hints left out": (at("hints/*", drop),),
    "nobody closed it": (at("closer", drop),),
    "a pace of the same start": (partial(another_pace, alike=True),),
    "an outage or a pause left out": (at("clock/*", drop, kind=["outage", "pause"]),),
    "a flag before a takeover": (partial(a_flag_left_out, taken=True),),
}


def forgeries(kind: tuple[Forgery, ...]) -> Iterator[tuple[str, Record | None]]:
    """List the forgeries of a kind in every match: the match, and the record if it is one."""
    for name, record in honest().items():
        document = json.loads(write(record))
        document.setdefault("clock", [])
        for forged in (forged for forge in kind for forged in forge(document)):
            assert forged != document
            try:
                yield name, read(json.dumps(forged))
            except NotationError:
                yield name, None


@pytest.mark.whole
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_match_is_proved(name: str) -> None:
    assert verify(honest()[name]) == ()


def test_all_games_are_forged() -> None:
    assert {record.game for record in honest().values()} == GAMES.keys()


@pytest.mark.parametrize("kind", thinned(FOUND, 4))
def test_what_contradicts_itself_or_lacks_something_is_never_proved(kind: str) -> None:
    tried = 0
    for number, (name, record) in enumerate(forgeries(FOUND[kind])):
        tried += 1
        assert record is None or verify(record), f"{name}, {number}"
    assert tried


@pytest.mark.parametrize("kind", OPEN)
def test_what_no_record_shows_is_printed_to_be_compared(kind: str) -> None:
    tried = 0
    for name, record in forgeries(OPEN[kind]):
        tried += 1
        if record and verdict(verify(record), UNDECIDED) == Verdict.PROVED:
            assert list(claims(record)) != list(claims(honest()[name])), name
    assert tried
