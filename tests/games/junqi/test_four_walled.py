"""Since version 2 a seat that cannot move is out at once with `no_move=lose` (junqi-four.md, 3.6).

In version 1 a seat went out only when its turn came.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from games.core import Act, AnyRules, Event, Seat
from games.junqi.four.game import FOUR_JUNQI
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.records.record import Record, read
from games.records.verify import Code, verify
from games.replay import Course

from .positions import four_at, four_cells, four_codes, four_do, four_end

SOUTH, WEST, NORTH, EAST = map(Seat, range(4))
FLAGS = "h1:0F a8:1F j17:2F q8:3F"
FREE = {"S": "i1:03", "W": "a9:13", "N": "i17:23", "E": "q9:33"}
"""A Captain of each seat that can move."""
WALLED = {"S": "j1:03", "W": "a10:13", "N": "h17:23", "E": "q9:33 q10:3L p9:3L"}
"""The same Captain frozen in a headquarters; East's stands behind its own mines."""
LOSE = "standard no_move=lose"
FIRST: AnyRules = FOUR_RULES.earlier[1]
RECORDS = Path(__file__).parent / "four"


def table(walled: str, more: str = "", options: str = LOSE, **counts: str | int | Seat) -> Position:
    """Return a position in which these seats cannot move, and the others can."""
    pieces = " ".join((WALLED if seat in walled else FREE)[seat] for seat in "SWNE")
    return four_at(f"{FLAGS} {pieces} {more}", options=options, **counts)  # type: ignore[arg-type]


def out(state: Position) -> list[tuple[int, str]]:
    return [(seat, reason) for seat, reason in FOUR_RULES.view(state, None).gone]


def to_move(state: Position) -> Seat:
    turn = FOUR_RULES.turn(state)
    assert isinstance(turn, Act), turn
    return min(turn.seats)


def counts(state: Position) -> tuple[int, int]:
    view = FOUR_RULES.view(state, None)
    return view.ply, view.quiet


@pytest.mark.parametrize("options", [LOSE, "qq"])
@pytest.mark.parametrize(("walled", "seat"), [("W", WEST), ("N", NORTH), ("E", EAST)])
def test_who_cannot_move_is_out_at_once_whosever_turn_it_is(
    walled: str, seat: Seat, options: str
) -> None:
    state = four_do(table(walled, options=options, quiet=5), "i1-i2")
    assert out(state) == [(seat, "no_moves")]
    assert not {token for token in four_cells(state).values() if token[0] == str(seat)}
    assert counts(state) == (41, 0)
    turn = {LOSE: [WEST, NORTH], "qq": [EAST, NORTH]}[options]
    assert to_move(state) == next(other for other in turn if other != seat)


def test_a_piece_of_a_hidden_kind_stays_hidden_when_its_seat_is_walled_in() -> None:
    state = four_do(table("E"), "i1-i2")
    dead = FOUR_JUNQI.facts(FOUR_RULES.view(state, SOUTH))["dead"]
    assert dead == ["3:?"] * 4
    assert FOUR_JUNQI.facts(FOUR_RULES.view(state, EAST))["dead"] == ["3:3", "3:F", "3:L", "3:L"]


TWO = "h1:0F k1:03 k2:0L j1:23 j17:2F a8:1F a9:13 q8:3F q9:33"
FREED = "h1:0F k1:03 k2:0L j1:23 a8:1F b8:15 a9:13 q8:3F q9:33 h17:2F h16:12"
TAKEN = f"{FLAGS} {FREE['S']} b9:04 a9:13 {FREE['N']} {WALLED['E']}"
NO_MOVES = "no_moves"


@pytest.mark.parametrize(
    ("state", "moves", "gone", "end"),
    [
        (table(""), "i1-j1", {0: NO_MOVES}, None),
        (table("WN"), "i1-i2", {1: NO_MOVES, 2: NO_MOVES}, None),
        (table("NE"), "i1-i2", {2: NO_MOVES, 3: NO_MOVES}, None),
        (table("WE"), "i1-i2", {1: NO_MOVES, 3: NO_MOVES}, [0, 2]),
        (table("WNE"), "i1-i2", dict.fromkeys((1, 2, 3), NO_MOVES), [0, 2]),
        (table("WN"), "i1-j1", dict.fromkeys((0, 1, 2), NO_MOVES), [1, 3]),
        (four_at(TWO, options=LOSE, mover=WEST), "a9-b9", {0: NO_MOVES, 2: NO_MOVES}, [1, 3]),
        (four_at(FREED, options=LOSE, mover=WEST), "h16-h17", {2: "flag"}, None),
        (
            four_at(FREED, options=LOSE, mover=WEST),
            *("h16-h17 q9-p9 k1-j1", {2: "flag", 0: NO_MOVES}, [1, 3]),
        ),
        (four_at(TAKEN, options=LOSE), "b9-a9", {1: "elimination", 3: NO_MOVES}, [0, 2]),
    ],
    ids=[
        *("who walks into the last headquarters", "two neighbours", "the two after"),
        *("a team", "three", "all but one", "what leaves at the same look frees nobody"),
        *("what has gone before the look frees", "until it is walled in", "elimination is first"),
    ],
)
def test_several_go_out_at_one_look_in_the_order_of_the_seats(
    state: Position, moves: str, gone: dict[int, str], end: list[int] | None
) -> None:
    """The end has the last reason, and a partner who is out wins too."""
    state = four_do(state, *moves.split())
    assert out(state) == [*gone.items()]
    assert four_end(state) == (None if end is None else (end, NO_MOVES))


def test_a_seat_out_stands_before_a_draw_without_captures() -> None:
    assert four_end(four_do(table("", quiet=69), "i1-i2")) == ([], "no_capture")
    state = four_do(table("N", quiet=69), "i1-i2")
    assert (four_end(state), counts(state)) == (None, (41, 0))
    assert four_end(four_do(table("N", options=f"{LOSE} max_plies=41"), "i1-i2")) == (
        [],
        "max_plies",
    )


def test_when_nobody_can_move_nobody_goes_out() -> None:
    state = four_do(table("WNE"), "i1-j1")
    assert (four_end(state), four_codes(state)) == (([], "deadlock"), [])
    assert four_end(four_do(table("WNE", quiet=69), "i1-j1")) == ([], "no_capture")


def test_a_missed_turn_is_looked_at_like_a_move() -> None:
    state = FOUR_RULES.lapse(table("N"), SOUTH)
    assert four_codes(state) == ["missed", "out"]
    assert (out(state), to_move(state)) == ([(NORTH, "no_moves")], WEST)
    fifth = FOUR_RULES.lapse(table("N", missed="4,0,0,0"), SOUTH)
    assert out(fifth) == [(SOUTH, "missed_turns"), (NORTH, "no_moves")]
    assert four_end(fifth) == ([1, 3], "no_moves")
    over = FOUR_RULES.lapse(table("E", missed="4,0,0,0", out="2flag"), SOUTH)
    assert out(over) == [(NORTH, "flag"), (SOUTH, "missed_turns")]
    assert four_end(over) == ([1, 3], "missed_turns")


def test_what_is_out_stays_on_the_board_by_the_option_and_resigning_is_no_turn() -> None:
    state = FOUR_RULES.forfeit(table("N"), frozenset({EAST}), "resign")
    assert (out(state), to_move(state)) == ([(EAST, "resign")], SOUTH)
    state = four_do(table("N", options=f"{LOSE} eliminated=stay"), "i1-i2")
    assert out(state) == [(NORTH, "no_moves")]
    assert {four_cells(state)[at] for at in ("h17", "j17")} == {"2:?"}
    assert to_move(four_do(state, "a9-b9")) == EAST


# ------------------------------------------------------------------ version 1


def by_version_1(state: Position, *moves: str) -> Position:
    """Return the position of a line of version 1, some moves later."""
    state = FIRST.load(FOUR_RULES.dump(state))
    return four_do(state, *moves)


def test_in_version_1_a_seat_goes_out_when_its_turn_comes() -> None:
    state = by_version_1(table("N"), "i1-i2")
    assert (out(state), to_move(state)) == ([], WEST)
    assert FIRST.load(FIRST.dump(state)) == state
    state = four_do(state, "a9-b9")
    assert (out(state), four_codes(state), to_move(state)) == ([(NORTH, "no_moves")], ["out"], EAST)


def test_in_version_1_a_seat_that_is_freed_in_time_stays_in() -> None:
    pieces = "h1:0F k1:03 k2:0L j1:23 a8:1F a9:13 q8:3F q9:33 h17:2F i17:25 h16:12"
    state = by_version_1(four_at(pieces, options=LOSE, mover=EAST, quiet=3), "q9-q10")
    assert out(state) == [(SOUTH, "no_moves")]
    state = by_version_1(four_at(pieces, options=LOSE, mover=WEST), "h16-h17", "q9-p9")
    assert (out(state), to_move(state)) == ([(NORTH, "flag")], SOUTH)


@pytest.mark.parametrize("options", ["standard", "partners order=anticlockwise", "open"])
@pytest.mark.parametrize("walled", ["N", "WN", "WE", "WNE"])
def test_with_skip_both_versions_are_the_same(walled: str, options: str) -> None:
    state = table(walled, options=options)
    assert FIRST.load(FOUR_RULES.dump(state)) == state
    assert FIRST.initial(options) == FOUR_RULES.initial(options)
    assert by_version_1(state, "i1-i2") == four_do(state, "i1-i2")


def test_a_position_is_written_alike_in_both_versions_and_says_its_variant_only() -> None:
    now, then = FOUR_RULES.initial("qq"), FIRST.initial("qq")
    assert FIRST.dump(then) == FOUR_RULES.dump(now) == FOUR_RULES.dump(then)
    assert FOUR_RULES.load(FIRST.dump(then)) == now != then
    assert FOUR_RULES.view(then, None).options.text == "qq"
    with pytest.raises(ValueError, match="bad_value"):
        FOUR_RULES.initial("standard no_move=lose_in_turn")


def recorded(name: str) -> Record:
    """Return a record written by the code of version 1."""
    return read((RECORDS / f"version-1-{name}.json").read_text("utf-8"))


NOTHING_FOUND: tuple[Event, ...] = ()


@pytest.mark.parametrize("name", ["lose", "skip", "computers"])
def test_a_record_of_version_1_is_as_true_as_it_was(name: str) -> None:
    record = recorded(name)
    assert record.version == 1
    assert verify(record) == NOTHING_FOUND


@pytest.mark.parametrize(
    ("name", "found"),
    [("lose", [Code.CANNOT_FOLLOW]), ("computers", [Code.CANNOT_FOLLOW]), ("skip", [])],
)
def test_only_where_who_cannot_move_loses_do_the_versions_differ(
    name: str, found: list[Code]
) -> None:
    as_now = replace(recorded(name), version=2)
    assert [finding.code for finding in verify(as_now)] == found


def test_a_record_of_a_version_that_nobody_knows_is_not_followed() -> None:
    (found,) = verify(replace(recorded("skip"), version=3))
    assert (found.code, found.args) == (Code.OTHER_VERSION, {"expected": 2, "found": 3})


def test_a_log_is_followed_by_the_rules_of_its_version() -> None:
    """West resigns while East cannot move: by version 1 East is still in then."""
    record = recorded("lose")
    log = [line.entry for line in record.log]
    now, then = (Course(rules, record.variant, log[:54]).state for rules in (FOUR_RULES, FIRST))
    assert (out(now), out(then)) == ([(EAST, "no_moves")], [])
    ended = Course(FIRST, record.variant, log).state
    assert out(ended) == [(WEST, "resign"), (EAST, "no_moves")]
    assert four_end(ended) == ([0, 2], "no_moves")
