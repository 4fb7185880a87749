"""Every turn of a computer player can be recomputed from the record of its match."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core import Entry, Event, Seat
from games.library import GAMES
from games.records.record import Computer, Holder, Person, Record, read, write
from games.records.verify import verify as refereed
from games.rulebook import RULES
from lab.match import OPENING, Terms, play_pair
from players.__main__ import main
from players.core import Budget
from players.library import RANDOM
from players.verify import Code, Taken, compare_turn, computer_turns, verify
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
    assert list(verify(early)) == [(1, None), (0, Event(Code.CANNOT_FOLLOW, {"line": 2}))]


def test_the_line_that_cannot_be_followed_is_counted_with_what_was_taken_back() -> None:
    record = recorded("murus", "random")
    back = replace(record.log[1], entry=Entry("takeback", Seat(0), "2"))
    out_of_turn = replace(record, log=(*record.log[:2], back, record.log[1]))
    assert found(out_of_turn) == [Event(Code.CANNOT_FOLLOW, {"line": 4})]
    assert [event.args["line"] for event in refereed(out_of_turn) if "line" in event.args] == [4]


@pytest.mark.slow
def test_a_record_of_an_older_version_of_the_rules_is_recomputed_by_them() -> None:
    record = read((OLDER / "version-1-computers.json").read_text("utf-8"))
    acts = [n for n, line in enumerate(record.log, start=1) if line.entry.kind == "act"]
    assert record.version < RULES[record.game].game.info.version
    assert list(verify(record)) == [(line, None) for line in acts]
    (*_, last) = computer_turns(replace(record, version=2))
    assert last == Event(Code.CANNOT_FOLLOW, {"line": 404})


def test_a_turn_that_was_changed_is_found() -> None:
    record = recorded("murus", "random")
    turns = [taken for taken in computer_turns(record) if isinstance(taken, Taken)]
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
    seen = [taken for taken in computer_turns(replace(record, log=log)) if isinstance(taken, Taken)]
    assert [taken.text for taken in seen] == [first.text, second.text]
    again = (*log, record.log[0])
    turns = [turn for turn in computer_turns(replace(record, log=again)) if isinstance(turn, Taken)]
    assert [len(turn.past) for turn in turns] == [1, 2, 1]
    assert len({turn.seed for turn in turns}) == 3
    mixed = replace(record, log=again, seats=(person, record.seats[1]))
    assert [taken.line for taken in computer_turns(mixed) if isinstance(taken, Taken)] == [2]


def test_a_seat_taken_over_is_recomputed_from_then_on() -> None:
    record = recorded("diablo", "random")
    person = Holder(Person("1", "Ann"))
    late = replace(record, seats=((person, Holder(Computer("random", 1), 9)), (person,)))
    lines = [taken.line for taken in computer_turns(late) if isinstance(taken, Taken)]
    assert lines
    assert all(record.log[n - 1].entry.seat == 0 and n > 9 for n in lines)


def held(record: Record, who: Person | Computer) -> Record:
    return replace(record, seats=((Holder(who),),) * 2)


def test_a_turn_taken_because_nobody_could_think_is_known_for_what_it_is() -> None:
    record = recorded("murus", "random")
    turn = next(taken for taken in computer_turns(record) if isinstance(taken, Taken))
    clever = RANDOM["murus"](turn.past[-1], turn.past, Budget(1), turn.seed + 1)
    assert clever.text != turn.text
    assert compare_turn(turn, clever, RULES["murus"]) == Event(Code.ANY_TURN, {"line": turn.line})


def test_the_command_says_which_turn_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    document: dict[str, Any] = json.loads(write(recorded("murus", "random")))
    path.write_text(json.dumps(document | {"seed": "00" * 32}))
    assert main(["verify", str(path)]) == 1
    assert "contradicted: turn differs: line 1, expected" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "none.json")]) == 2


def changed_at(record: Record, number: int) -> Record:
    """Return the record with another last turn in its place, and nothing after it."""
    (turn,) = (
        turn for turn in computer_turns(record) if isinstance(turn, Taken) and turn.line == number
    )
    view, game = turn.past[-1], GAMES[record.game]
    text = next(other for other in map(game.format, game.legal(view)) if other != turn.text)
    line = replace(record.log[number - 1], entry=Entry("act", turn.seat, text))
    return replace(record, log=(*record.log[: number - 1], line))


ENDS: list[tuple[Callable[[Record], Record], int, str]] = [
    (lambda record: record, 0, "{n} turns recomputed, 0 of them are others than written"),
    (
        lambda record: changed_at(record, len(record.log)),
        1,
        "{n} turns recomputed, 1 of them are others than written",
    ),
    (
        lambda record: replace(record, version=99),
        3,
        "0 turns recomputed, 0 of them are others than written, {n} could not be",
    ),
    (
        lambda record: held(record, Computer("random", 7)),
        3,
        "could not be checked: other player: level random, expected 1, found 7",
    ),
    (lambda record: replace(record, variant="huge"), 3, "0 turns recomputed, 0 of them are others"),
    (lambda record: held(record, Computer("genius", 1)), 3, "no such player: level genius"),
    (lambda record: replace(record, seed=None), 3, "could not be checked: no chance: the record"),
    (lambda record: held(record, Person("1", "Ann")), 3, "no computer: only people played"),
]


@pytest.mark.parametrize(("change", "status", "said"), ENDS)
def test_a_record_that_nobody_could_check_is_not_called_proved(
    change: Callable[[Record], Record],
    status: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = recorded("murus", "random")
    turns = range(len(record.log), 0, -1)
    last = next(n for n in turns if record.log[n - 1].entry.kind == "act")
    record = replace(record, log=record.log[:last])
    path = tmp_path / "record.json"
    path.write_text(write(change(record)))
    assert main(["verify", str(path)]) == status
    output = capsys.readouterr().out
    assert said.format(n=len(record.log)) in output
    end = {0: "proved", 1: "contradicted", 3: "could not be checked"}[status]
    assert output.endswith(f"{record.match}: {end}\n")
