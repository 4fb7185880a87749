"""Every turn of a computer player can be recomputed from the record of its match."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core import Entry, Event, Seat
from games.library import GAMES
from games.record import Computer, Holder, Person, Record, read, write
from games.rulebook import RULES
from players.__main__ import main
from players.core import Budget
from players.library import RANDOM
from players.match import OPENING, Terms, play_pair
from players.verify import Code, Taken, judged, taken, verify
from tests.samples import chosen

OLDER = Path(__file__).parents[1] / "games" / "junqi" / "four"


def recorded(game: str, first: str, second: str = "random") -> Record:
    terms = Terms(game, RULES[game].game.variant(""), seed=2, plies=OPENING.get(game, 0))
    return read(play_pair(terms, first, second, 0).games[0].record)


def found(record: Record) -> list[Event]:
    return [finding for _, finding in verify(record) if finding]


@pytest.mark.parametrize("game", chosen(sorted(GAMES), lambda game: game == "murus"))
def test_a_true_record_is_recomputed_turn_by_turn(game: str) -> None:
    record = recorded(game, "random")
    lines = [line for line, finding in verify(record) if finding is None]
    acts = [n for n, line in enumerate(record.log, start=1) if line.entry.kind == "act"]
    assert lines == acts
    assert found(record) == []


def test_a_turn_that_was_not_the_computers_cannot_be_followed() -> None:
    record = recorded("murus", "random")
    early = replace(record, log=(record.log[0], record.log[2]))
    assert list(verify(early)) == [(1, None), (0, Event(Code.CANNOT_FOLLOW, {"line": 1}))]


@pytest.mark.slow
def test_a_record_of_an_older_version_of_the_rules_is_recomputed_by_them() -> None:
    record = read((OLDER / "version-1-computers.json").read_text("utf-8"))
    acts = [n for n, line in enumerate(record.log, start=1) if line.entry.kind == "act"]
    assert record.version < RULES[record.game].game.info.version
    assert list(verify(record)) == [(line, None) for line in acts]
    (*_, last) = taken(replace(record, version=2))
    assert last == Event(Code.CANNOT_FOLLOW, {"line": 403})


def test_a_turn_that_was_changed_is_found() -> None:
    record = recorded("murus", "random")
    turns = [one for one in taken(record) if isinstance(one, Taken)]
    texts = map(GAMES["murus"].format, GAMES["murus"].legal(turns[0].past[-1]))
    other = next(text for text in texts if text != turns[0].text)
    changed = replace(record.log[0], entry=Entry("act", Seat(0), other))
    wrong = Event(Code.TURN_DIFFERS, {"line": 1, "expected": turns[0].text, "found": other})
    assert found(replace(record, log=(changed,))) == [wrong]


def test_what_players_take_back_is_forgotten() -> None:
    record = recorded("murus", "random")
    first, second = (line.entry for line in record.log[:2])
    back = replace(record.log[1], entry=Entry("takeback", Seat(0), "2"))
    log = (record.log[0], record.log[1], back)
    person = (Holder(Person("1", "Ann")),)
    seen = [one for one in taken(replace(record, log=log)) if isinstance(one, Taken)]
    assert [one.text for one in seen] == [first.text, second.text]
    again = (*log, record.log[0])
    turns = [one for one in taken(replace(record, log=again)) if isinstance(one, Taken)]
    assert [len(one.past) for one in turns] == [1, 2, 1]
    assert len({one.seed for one in turns}) == 3
    mixed = replace(record, log=again, seats=(person, record.seats[1]))
    assert [one.line for one in taken(mixed) if isinstance(one, Taken)] == [2]


def test_a_seat_taken_over_is_recomputed_from_then_on() -> None:
    record = recorded("diablo", "random")
    person = Holder(Person("1", "Ann"))
    late = replace(record, seats=((person, Holder(Computer("random", 1), 9)), (person,)))
    lines = [one.line for one in taken(late) if isinstance(one, Taken)]
    assert lines
    assert all(record.log[n - 1].entry.seat == 0 and n > 9 for n in lines)


REASONS: list[tuple[str, Callable[[Record], Record], Event]] = [
    ("nobody's computer", lambda r: held(r, Person("1", "Ann")), Event(Code.NO_COMPUTER)),
    ("no seed", lambda r: replace(r, seed=None), Event(Code.NO_CHANCE)),
    ("other rules", lambda r: replace(r, version=99), Event(Code.CANNOT_FOLLOW, {"line": 1})),
    (
        "another version",
        lambda r: held(r, Computer("random", 7)),
        Event(Code.OTHER_PLAYER, {"level": "random", "expected": 1, "found": 7}),
    ),
    (
        "an unknown level",
        lambda r: held(r, Computer("genius", 1)),
        Event(Code.NO_SUCH_PLAYER, {"level": "genius"}),
    ),
]


def held(record: Record, who: Person | Computer) -> Record:
    return replace(record, seats=((Holder(who),),) * 2)


@pytest.mark.parametrize(("why", "change", "finding"), REASONS)
def test_what_cannot_be_recomputed_is_said(
    why: str, change: Callable[[Record], Record], finding: Event
) -> None:
    assert found(change(recorded("murus", "random"))) == [finding], why


def test_a_turn_taken_because_nobody_could_think_is_known_for_what_it_is() -> None:
    record = recorded("murus", "random")
    turn = next(one for one in taken(record) if isinstance(one, Taken))
    clever = RANDOM["murus"](turn.past[-1], turn.past, Budget(1), turn.seed + 1)
    assert clever.text != turn.text
    assert judged(turn, clever, RULES["murus"]) == Event(Code.ANY_TURN, {"line": turn.line})


def test_the_command_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    record = recorded("ponte", "random")
    path.write_text(write(record))
    assert main(["verify", str(path)]) == 0
    assert f"{len(record.log)} turns recomputed, 0 of them are others" in capsys.readouterr().out
    document: dict[str, Any] = json.loads(write(record))
    document["seed"] = "00" * 32
    path.write_text(json.dumps(document))
    assert main(["verify", str(path)]) == 1
    assert "turn differs: line 1, expected" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "none.json")]) == 2
