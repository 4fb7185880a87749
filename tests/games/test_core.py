"""The contract's own words: the split of a submission, and every refusal it can make."""

from collections.abc import Callable

import pytest

from games.core import (
    AnyRules,
    Code,
    Entry,
    GameError,
    IllegalAction,
    NotationError,
    OutOfTurn,
    Over,
    Seat,
)
from games.diablo.rules import DIABLO_RULES
from games.grid import Grid
from games.junqi.dark.rules import DARK_RULES
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.replay import replay
from games.submission import LONGEST_TEXT, excerpt, foresee, play, read_faces, roll_on, split, tidy
from games.wording import find_meaning
from tests.laws.toys.cups import CUPS, CUPS_RULES
from tests.laws.toys.toy import Table

from .test_replay import REFUSED

FIRST, SECOND = Seat(0), Seat(1)


def hidden() -> Table:
    """Return the toy, both sides hidden and a 1 thrown: the first seat lifts two cups."""
    state = CUPS_RULES.initial("")
    state = play(CUPS_RULES, state, FIRST, "abc")[0]
    state = play(CUPS_RULES, state, SECOND, "bca")[0]
    return roll_on(CUPS_RULES, state, lambda sides: (1,))[0]


def start() -> Position:
    return MURUS_RULES.initial("basic")


def over() -> Position:
    return MURUS_RULES.forfeit(start(), frozenset({FIRST}), "resign")


def ambiguous() -> Position:
    board = ".......t/......../......../...Tc.../......../......../........"
    return MURUS_RULES.load(f"advanced {board} 0 -")


REFUSALS: list[tuple[Code, type[GameError], Callable[[], object]]] = [
    (Code.NOT_YOUR_TURN, OutOfTurn, lambda: play(MURUS_RULES, start(), SECOND, "a7-a5")),
    (Code.NOT_YOUR_TURN, OutOfTurn, lambda: MURUS_RULES.roll(start(), (1,))),
    (Code.NOT_YOUR_TURN, OutOfTurn, lambda: MURUS_RULES.lapse(start(), SECOND)),
    (Code.ALREADY_OVER, OutOfTurn, lambda: play(MURUS_RULES, over(), FIRST, "a1-a3")),
    (Code.ALREADY_OVER, OutOfTurn, lambda: MURUS_RULES.roll(over(), (1,))),
    (Code.ALREADY_OVER, OutOfTurn, lambda: MURUS_RULES.lapse(over(), FIRST)),
    (Code.EMPTY, NotationError, lambda: play(MURUS_RULES, start(), FIRST, " \n")),
    (Code.EMPTY, NotationError, lambda: play(CUPS_RULES, hidden(), FIRST, "")),
    (Code.TO_RESIGN, NotationError, lambda: misread("resign")),
    (Code.TO_OFFER, NotationError, lambda: misread("draw")),
    (Code.MUST_MOVE, NotationError, lambda: misread("pass")),
    (Code.TOO_LONG, NotationError, lambda: tidy("a" * (LONGEST_TEXT + 1))),
    (Code.UNREADABLE, NotationError, lambda: play(MURUS_RULES, start(), FIRST, "castle")),
    (Code.UNREADABLE, NotationError, lambda: play(CUPS_RULES, hidden(), FIRST, ",,")),
    (Code.NO_SUCH_SQUARE, NotationError, lambda: play(MURUS_RULES, start(), FIRST, "a1-a9")),
    (Code.AMBIGUOUS, NotationError, lambda: play(MURUS_RULES, ambiguous(), FIRST, "d4e4")),
    (
        Code.SET_UP_FIRST,
        IllegalAction,
        lambda: play(DARK_RULES, DARK_RULES.initial(""), FIRST, "a6-a7"),
    ),
    (Code.TOO_MANY_ACTIONS, IllegalAction, lambda: play(CUPS_RULES, hidden(), FIRST, "1,2,3")),
    (Code.INCOMPLETE, IllegalAction, lambda: play(CUPS_RULES, hidden(), FIRST, "1")),
    (Code.UNKNOWN_VARIANT, NotationError, lambda: MURUS_RULES.initial("chess")),
    (Code.BAD_POSITION, NotationError, lambda: MURUS_RULES.load("chess")),
    (Code.BAD_FACES, IllegalAction, lambda: roll_on(CUPS_RULES, two_hidden(), lambda sides: (4,))),
    (Code.BAD_FACES, NotationError, lambda: read_faces("three")),
    (Code.NO_SUCH_SEAT, IllegalAction, lambda: MURUS_RULES.forfeit(start(), frozenset(), "resign")),
    (
        Code.NO_DRAWS,
        IllegalAction,
        lambda: list(replay(DIABLO_RULES, "", [Entry("forfeit", None, "agreement")])),
    ),
    (
        Code.NO_SUCH_SEAT,
        NotationError,
        lambda: list(replay(MURUS_RULES, "", [Entry("act", None, "a1-a3")])),
    ),
]


def misread(text: str) -> str:
    """Ask what a text means that is no move of Murus Gallicus."""
    view, refused = MURUS_RULES.view(start(), FIRST), NotationError(Code.UNREADABLE)
    return find_meaning(MURUS, view, text, refused)


def two_hidden() -> Table:
    state = play(CUPS_RULES, CUPS_RULES.initial(""), FIRST, "abc")[0]
    return play(CUPS_RULES, state, SECOND, "bca")[0]


@pytest.mark.parametrize(("code", "kind", "call"), REFUSALS)
def test_a_refusal_has_its_kind_and_its_code(
    code: Code, kind: type[GameError], call: Callable[[], object]
) -> None:
    with pytest.raises(kind) as refusal:
        call()
    assert refusal.value.event.code == code


def test_every_refusal_of_the_contract_is_shown_above_or_of_a_takeback() -> None:
    shown = {code for code, _, _ in REFUSALS} | {code for *_, code in REFUSED}
    assert shown >= set(Code)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1", ["1"]),
        ("a1,b2", ["a1", "b2"]),
        ("a1 b2", ["a1", "b2"]),
        ("A1 ; B2", ["a1", "b2"]),
        ("a1、b2", ["a1", "b2"]),
        ("a1，b2", ["a1", "b2"]),
        ("**a1\u2011b2**", ["a1-b2"]),
        ("a١\u200b-b٢", ["a1-b2"]),
        ("b1xb2 f2+c2", ["b1xb2", "f2+c2"]),
        ("b1 x b2, f2 + c2", ["b1xb2", "f2+c2"]),
        ("b1 xb2 f2+ c2", ["b1xb2", "f2+c2"]),
        ("c3 - d5", ["c3-d5"]),
        ("- c3, - c3", ["-c3", "-c3"]),
        ("a1 -c3", ["a1", "-c3"]),
        ("-c3 -c3", ["-c3", "-c3"]),
        ("b1xb2 -c3", ["b1xb2", "-c3"]),
        ("remove c3, remove d4", ["remove c3", "remove d4"]),
        ("pass", ["pass"]),
        (", a1 ,, b2 ,", ["a1", "b2"]),
    ],
)
def test_a_turn_of_several_actions_is_split_as_people_write_it(text: str, parts: list[str]) -> None:
    assert split(CUPS, text) == parts


def test_where_a_turn_is_one_action_nothing_is_split() -> None:
    assert split(MURUS, "a1 - b2, c2") == ["a1 - b2, c2"]


def test_a_draft_shows_the_own_turn_so_far_and_nothing_hidden() -> None:
    view = CUPS_RULES.view(hidden(), FIRST)
    drafted, text = foresee(CUPS, view, " 2 ")
    assert text == "2"
    assert list(CUPS.legal(drafted)) == ["1", "3"]
    assert foresee(CUPS, view, "") == (view, "")
    assert "b" not in drafted.caps[SECOND]
    with pytest.raises(OutOfTurn):
        foresee(CUPS, CUPS_RULES.view(hidden(), SECOND), "1")
    with pytest.raises(OutOfTurn):
        foresee(CUPS, CUPS_RULES.view(hidden(), None), "1")


def test_chance_acts_until_somebody_decides() -> None:
    state, entries = roll_on(CUPS_RULES, two_hidden(), lambda sides: sides)
    assert entries == (Entry("roll", None, "3"),)
    assert roll_on(CUPS_RULES, state, lambda sides: sides) == (state, ())


@pytest.mark.parametrize("text", ["", " ", "1 ", "1  2", "-1", "1.0", "1,2", "٣", "1000", "x"])
def test_faces_are_plain_numbers(text: str) -> None:
    with pytest.raises(NotationError):
        read_faces(text)
    assert read_faces("3 1 50") == (3, 1, 50)


def test_what_somebody_wrote_is_shown_back_short_and_plain() -> None:
    assert excerpt("a1`\n\u202ea3") == "a1a3"
    assert excerpt("x" * 100) == "x" * 23 + "…"


@pytest.mark.parametrize("rules", [MURUS_RULES, CUPS_RULES], ids=lambda rules: rules.game.info.id)
def test_an_agreed_draw_is_a_forfeit_of_everybody(rules: AnyRules) -> None:
    *_, end = replay(rules, "", [Entry("forfeit", None, "agreement")])
    assert rules.turn(end) == Over(frozenset(), "agreement")


def test_squares_are_named_from_the_lower_left() -> None:
    grid = Grid(10, 12)
    assert [grid.names[n] for n in (0, 9, 10, -1)] == ["a1", "j1", "a2", "j12"]
    assert all(grid.square(name) == n for n, name in enumerate(grid.names))
    assert grid.step(grid.square("j1"), 1, 0) is None
    assert grid.step(grid.square("a1"), 2, 1) == grid.square("c2")
    assert grid.distance(grid.square("a1"), grid.square("c9")) == 8
    assert grid.frame(["."] * 120).splitlines()[1].split() == ["12", *"." * 10, "12"]
