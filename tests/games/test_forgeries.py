"""Whole documents forged by a holder of the file: found, or a limit that is made known.

The limits, which no tool finds, stand in docs/fairness.md, under the words quoted here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games import fairness
from games.__main__ import main
from games.claims import COMPARE
from games.core import Entry, NotationError, Seat
from games.junqi.layout import PRESETS, written
from games.record import Holder, Line, Person, Record, Seal, read, write
from games.rulebook import RULES
from games.submission import play, roll_on
from games.verify import verify

SEED = bytes(range(32))
OTHER_SEED = bytes(range(1, 33))
SALT = "110000000000012345"
PLAYERS = (Holder(Person("1001", "Livia")),), (Holder(Person("1002", "Brennus")),)
FAIRNESS = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
Document: TypeAlias = dict[str, Any]


def record(game: str, variant: str, turns: list[tuple[int | None, str]], match: str) -> Record:
    """Return a match of these turns, its lots drawn; a turn without a seat ends it for all."""
    rules = RULES[game]
    state, log, rolls = rules.initial(variant), list[Line](), 0

    def dice(sides: tuple[int, ...]) -> tuple[int, ...]:
        nonlocal rolls
        faces = fairness.roll(SEED, match, SALT, str(rolls), sides)
        rolls += 1
        return faces

    def note(*entries: Entry) -> None:
        log.extend(Line(entry, 1_000 * (len(log) + 1)) for entry in entries)

    state, rolled = roll_on(rules, state, dice)
    note(*rolled)
    for seat, text in turns:
        if seat is None or text == "resign":
            seats = range(2) if seat is None else [seat]
            state = rules.forfeit(state, frozenset(map(Seat, seats)), text)
            note(Entry("forfeit", None if seat is None else Seat(seat), text))
            continue
        state, entry = play(rules, state, Seat(seat), text)
        state, rolled = roll_on(rules, state, dice)
        note(entry, *rolled)
    sealed = [line.entry for line in log if line.entry.text.startswith("deploy")]
    return Record(
        match=match,
        game=game,
        version=rules.game.info.version,
        variant=variant,
        seats=PLAYERS,
        host=Seat(0),
        seat_choice="first",
        commitment=fairness.commitment(SEED),
        seed=SEED,
        salt=SALT,
        log=tuple(log),
        result=rules.turn(state),  # type: ignore[arg-type]  # every match here has ended
        seals=tuple(seal(match, entry.seat or 0, entry.text) for entry in sealed),
        pace="none",
    )


def seal(match: str, seat: int, text: str, nonce: bytes = bytes(16)) -> Seal:
    return Seal(seat, fairness.seal(match, seat, nonce, text), nonce)


FORTRESS, AMBUSH = written(PRESETS["fortress"]), written(PRESETS["ambush"])


def murus() -> Record:
    return record("murus", "basic", [(0, "a1-a3"), (1, "a7-a5"), (0, "resign")], "MRS7")


def dark() -> Record:
    turns = [(0, FORTRESS), (1, AMBUSH), (0, "a6-a7"), (None, "agreement")]
    return record("junqi-dark", "standard", turns, "DRK7")


def diablo() -> Record:
    return record("diablo", "size-8", [(0, "resign")], "DBL7")


def drawn() -> Record:
    """Return a match of Murus with its seats drawn by lot."""
    lots = fairness.seats(SEED, "LTS7", SALT, (Seat(0), Seat(1)))
    made = record("murus", "basic", [(0, "a1-a3"), (1, "resign")], "LTS7")
    return replace(made, host=lots[0], seat_choice="random", lots=lots)


RECORDS = {"murus": murus, "dark": dark, "diablo": diablo, "drawn": drawn}


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_are_true_before_anybody_forges_them(name: str) -> None:
    assert verify(read(write(RECORDS[name]()))) == ()


def put(place: str, value: Any) -> Callable[[Document], None]:
    """Write a value at a place such as "log.0.text"."""

    def forge(document: Document) -> None:
        *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
        inner: Any = document
        for key in path:
            inner = inner[key]
        inner[last] = value

    return forge


def drop(place: str, number: int) -> Callable[[Document], None]:
    return lambda document: document[place].pop(number)


def line(number: int, **changes: Any) -> Callable[[Document], None]:
    return lambda document: document["log"][number].update(changes)


def added(number: int, **entry: Any) -> Callable[[Document], None]:
    made = {"seat": None, "at_ms": 1_000 * number, **entry}
    return lambda document: document["log"].insert(number, made)


def both(*forge: Callable[[Document], None]) -> Callable[[Document], None]:
    def forged(document: Document) -> None:
        for one in forge:
            one(document)

    return forged


def resealed(document: Document) -> None:
    """Put in another layout, with a seal that fits it."""
    put("log.0.text", written(PRESETS["decoy"]))(document)
    made = seal("DRK7", 0, written(PRESETS["decoy"]))
    document["seals"][0]["seal"] = made.seal


def reseeded(document: Document) -> None:
    """Put in another seed and its commitment, with the lots as they were."""
    document.update(seed=OTHER_SEED.hex(), commitment=fairness.commitment(OTHER_SEED))


def closed(document: Document) -> None:
    """Close the layouts as if the match had ended before both were ready."""
    document["log"] = document["log"][-1:]
    for one in document["seals"]:
        del one["nonce"]


def won_by_flag(document: Document) -> None:
    document["log"][-1]["text"] = "flag"
    document["result"]["reason"] = "flag"


def turned_round(document: Document) -> None:
    document["seats"].reverse()


def seal_of(seat: int) -> Document:
    """Return the seal of a seat's layout, said to be the first seat's."""
    sealed = dark().seals[seat]
    return {"seat": 0, "seal": sealed.seal, "nonce": sealed.nonce.hex()}


def result(winner: int | None, reason: str) -> Callable[[Document], None]:
    winners = [] if winner is None else [winner]
    return put("result", {"winners": winners, "reason": reason, "scores": []})


FOUND: dict[str, tuple[str, Callable[[Document], None]]] = {
    "another game": ("murus", put("game", "ponte")),
    "a game nobody knows": ("murus", put("game", "chess")),
    "older rules": ("murus", put("version", 7)),
    "another variant": ("murus", put("variant", "basic+redistribution")),
    "options that make it impossible": ("dark", put("variant", "standard max_plies=x")),
    "no seed": ("murus", put("seed", None)),
    "another seed": ("murus", put("seed", OTHER_SEED.hex())),
    "another commitment": ("murus", put("commitment", "0" * 64)),
    "another seed with its commitment where dice were thrown": ("diablo", reseeded),
    "another seed with its commitment where seats were drawn": ("drawn", put("host", 2)),
    "no salt": ("murus", put("salt", None)),
    "another salt where dice were thrown": ("diablo", put("salt", "7")),
    "another id where dice were thrown": ("diablo", put("match", "DBL9")),
    "another id where layouts were sealed": ("dark", put("match", "DRK9")),
    "another die": ("diablo", line(0, text="6 6")),
    "a die too many": ("diablo", line(0, text="1 1 1")),
    "a roll left out": ("diablo", drop("log", 0)),
    "the other seat drawn": ("drawn", lambda one: one.update(host=1 - one["host"])),
    "drawn seats in another order": ("drawn", lambda one: one["lots"].reverse()),
    "a chosen seat that is not the first": ("murus", put("host", 1)),
    "a chosen seat called drawn": ("drawn", put("seat_choice", "second")),
    "one player twice": ("murus", put("seats.1.0.person", "1001")),
    "a player too few": ("murus", drop("seats", 1)),
    "a seat taken over after the end": (
        "murus",
        lambda one: one["seats"][0].append({"since": 9, "person": "7", "name": "Mara"}),
    ),
    "times running backwards": ("murus", line(1, at_ms=5)),
    "all times reversed": (
        "murus",
        lambda one: one.update(log=[{**each, "at_ms": 9 - n} for n, each in enumerate(one["log"])]),
    ),
    "an illegal move": ("murus", line(0, text="a1-a4")),
    "a move of the other seat": ("murus", line(0, seat=1)),
    "a move written otherwise": ("murus", line(0, text="A1 a3")),
    "a move left out": ("murus", drop("log", 0)),
    "a move put in": ("murus", added(1, kind="act", seat=1, text="b1-b3")),
    "a missed turn put in": ("murus", added(2, kind="lapse", seat=0, text="")),
    "a roll put in": ("murus", added(1, kind="roll", text="1")),
    "a takeback of nothing": ("murus", added(0, kind="takeback", seat=0, text="1")),
    "the log cut short": ("murus", lambda one: one.update(log=one["log"][:2])),
    "the log cut short and no result": (
        "murus",
        lambda one: one.update(log=one["log"][:2], result=None),
    ),
    "no log and no result": ("dark", lambda one: one.update(log=[], seals=[], result=None)),
    "no result": ("murus", put("result", None)),
    "the other side wins": ("murus", result(0, "resign")),
    "both win": ("murus", put("result.winners", [0, 1])),
    "another reason": ("murus", put("result.reason", "stalemate")),
    "scores where none are": ("murus", put("result.scores", [3, 1])),
    "a flag captured by giving up": ("murus", won_by_flag),
    "a resignation of nobody": ("murus", line(2, seat=None)),
    "an agreement of one": (
        "murus",
        both(line(2, text="agreement"), result(1, "agreement")),
    ),
    "time run out by giving up": ("murus", both(line(2, text="time"), result(1, "time"))),
    "a resignation too early": (
        "dark",
        both(line(3, seat=0, text="resign"), result(1, "resign")),
    ),
    "play after the end": ("murus", added(3, kind="act", seat=1, text="b7-b5")),
    "another layout": ("dark", line(0, text=written(PRESETS["decoy"]))),
    "another nonce": ("dark", put("seals.0.nonce", "11" * 16)),
    "seals of the other seat": ("dark", put("seals.0", seal_of(1))),
    "no seals": ("dark", put("seals", [])),
    "one seal": ("dark", drop("seals", 1)),
    "two seals of one seat": ("dark", lambda one: one["seals"].append(one["seals"][0])),
    "a seal of nothing": (
        "murus",
        put("seals", [{"seat": 0, "seal": "0" * 64, "nonce": "00"}]),
    ),
    "a layout kept back after both were ready": ("dark", closed),
    "one layout kept back": ("dark", lambda one: one["seals"][1].pop("nonce")),
    "an illegal layout": ("dark", line(0, text=written(PRESETS["fortress"][::-1]))),
}  # fmt: skip


def refused(text: str) -> bool:
    """Tell whether a document is no record at all."""
    try:
        read(text)
    except NotationError:
        return True
    return False


@pytest.mark.parametrize("name", FOUND)
def test_a_forged_record_is_found_out(name: str) -> None:
    whose, forge = FOUND[name]
    document = json.loads(write(RECORDS[whose]()))
    forge(document)
    text = json.dumps(document)
    assert document != json.loads(write(RECORDS[whose]()))
    assert refused(text) or verify(read(text))


def test_more_than_forty_forgeries_are_tried() -> None:
    assert len(FOUND) + len(LIMITS) >= 40


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"result":', '"result": {"winners": [0], "reason": "flag", "scores": []},\n  "result":'),
        ('"salt":', '"salt": "1",\n  "salt":'),
        ('{"kind": "act",', '{"kind": "act", "text": "a1-a5",'),
    ],
)
def test_a_key_written_twice_is_refused(first: str, second: str) -> None:
    text = write(murus()).replace(first, second, 1)
    assert json.loads(text) == json.loads(write(murus()))
    with pytest.raises(NotationError) as refusal:
        read(text)
    assert refusal.value.event.code == "record.written_twice"


LIMITS: dict[str, tuple[str, Callable[[Document], None], str]] = {
    "players exchanged": ("murus", turned_round, "who played"),
    "other names": ("murus", put("seats.0.0.name", "Caesar"), "who played"),
    "another player": ("murus", put("seats.0.0.person", "7"), "who played"),
    "another layout with a seal of its own": ("dark", resealed, "the seals"),
    "another seed where nothing was drawn": ("murus", reseeded, "the seals"),
    "another salt where nothing was drawn": ("murus", put("salt", "7"), "the salt"),
    "an option that changes nothing": ("murus", put("variant", "basic+escape"), "the variant"),
    "a last move replaced by a resignation": (
        "murus",
        both(line(2, seat=1), result(0, "resign")),
        "the result",
    ),
    "later times": ("murus", line(2, at_ms=9_999_999), "when"),
    "layouts made in the other order": (
        "dark",
        lambda one: one["log"].insert(0, {**one["log"].pop(1), "at_ms": 1_000}),
        "when",
    ),
}  # fmt: skip
"""The forgeries that verify: docs/fairness.md says what to compare with the channel."""


@pytest.mark.parametrize("name", LIMITS)
def test_what_no_tool_can_find_is_told_to_be_compared_with_the_channel(name: str) -> None:
    whose, forge, said = LIMITS[name]
    document = json.loads(write(RECORDS[whose]()))
    forge(document)
    assert verify(read(json.dumps(document))) == ()
    parts = FAIRNESS.split("\n\n")
    (sentence,) = (part for part in parts if "Compare these with the channel" in part)
    assert said in " ".join(sentence.split())


def test_the_program_says_what_it_has_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    strange = replace(dark(), seats=((Holder(Person("1001", "Li\x1b[2Jvia")),), PLAYERS[1]))
    path.write_text(write(strange), "utf-8")
    assert main(["verify", str(path)]) == 0
    output = capsys.readouterr().out
    for needed in (
        "match: DRK7, junqi-dark version 1, standard",
        "seat 0: 1001 Li?[2Jvia",
        "seat 1: 1002 Brennus",
        f"fairness seal: {fairness.commitment(SEED)}",
        f"fairness salt: {SALT}",
        f"layout seal of seat 0: {dark().seals[0].seal}",
        f"layout seal of seat 1: {dark().seals[1].seal}",
        "result: - agreement",
        "DRK7: verified",
        COMPARE,
    ):
        assert needed in output


def test_a_name_that_an_output_cannot_write_does_not_contradict_a_record(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    named = replace(dark(), seats=((Holder(Person("1001", "李雷")),), PLAYERS[1]))
    path.write_text(write(named), "utf-8")
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "games", "verify", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert rb"seat 0: 1001 \u674e\u96f7" in told.stdout
