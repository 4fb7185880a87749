"""Murus Gallicus: the refusals, the news and the ends.

What an action leads to is said by the recordings of `test_recordings.py`.
"""

import pytest

from games.core import Act, Event, IllegalAction, Over, Seat, Word
from games.murus.board import GRID, Action, Move, Sign
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.murus.view import Code
from games.submission import play

from .positions import after, at

ROMANS = frozenset({Seat(0)})
TOWER, WALL, THE_ROMANS = Word("murus.tower"), Word("murus.wall"), Word("murus.seat.0")


D4, D6 = GRID.square("d4"), GRID.square("d6")

REFUSALS: list[tuple[Code, str, str, str | Action]] = [
    (Code.EMPTY_SQUARE, "basic", "7t/8/8/3T4/8/8/8", "a1-a3"),
    (Code.NOT_YOURS, "basic", "7t/8/8/3T4/8/8/8", "h7-h5"),
    (Code.WALLS_STAY, "basic", "7t/8/8/3TW3/8/8/8", "e4-e6"),
    (Code.WALLS_STAY, "basic", "7t/8/8/3TWw2/8/8/8", "e4xf4"),
    (Code.TWO_AWAY, "basic", "7t/8/8/3T4/8/8/8", "d4-d5"),
    (Code.TWO_AWAY, "basic", "7t/8/8/3T4/8/8/8", "d4-d7"),
    (Code.TWO_AWAY, "basic", "7t/8/8/3T4/8/8/8", "d4-e6"),
    (Code.TWO_AWAY, "basic", "7t/8/8/3T4/8/8/8", "d4d4"),
    (Code.BLOCKED, "basic", "7t/8/3w4/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "basic", "7t/3w4/8/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "basic", "7t/3t4/8/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "basic", "7t/8/3T4/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "basic", "7t/3T4/8/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "advanced", "7t/8/3C4/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "advanced", "7t/3C4/8/3T4/8/8/8", "d4-d6"),
    (Code.BLOCKED, "advanced", "7t/3w4/8/3T4/8/8/8", "d4-d6"),
    (Code.NOTHING_TO_TAKE, "basic", "7t/8/8/3T4/8/8/8", "d4xd5"),
    (Code.NOTHING_TO_TAKE, "advanced", "7t/8/8/3C4/8/8/8", "d4xd6"),
    (Code.OWN_STONES, "basic", "7t/8/3W4/3T4/8/8/8", "d4xd5"),
    (Code.OWN_STONES, "advanced", "7t/3W4/8/3C4/8/8/8", "d4xd6"),
    (Code.OWN_STONES, "advanced", "7t/3W4/8/3C4/8/8/8", "d4-d6"),
    (Code.TOWERS_STAND, "basic", "7t/8/3t4/3T4/8/8/8", "d4xd5"),
    (Code.TOWERS_STAND, "advanced", "7t/8/3t4/3T4/8/8/8", "d4*d5"),
    (Code.NOT_ADJACENT, "basic", "7t/3w4/8/3T4/8/8/8", "d4xd6"),
    (Code.ONLY_CATAPULTS, "basic", "7t/8/3w4/3T4/8/8/8", "d4*d5"),
    (Code.CATAPULT_RANGE, "advanced", "7t/8/3w4/3C4/8/8/8", "d4xd5"),
    (Code.CATAPULT_RANGE, "advanced", "7t/8/8/3C4/8/8/8", "d4-h4"),
    (Code.CATAPULT_RANGE, "advanced", "7t/8/8/3C4/8/8/8", "d4-e6"),
    (Code.CATAPULT_RANGE, "advanced", "7t/8/8/3C4/8/8/8", "d4-d4"),
    (Code.CATAPULT_RANGE, "advanced", "7t/3c4/8/3C4/8/8/8", "d4*d6"),
    (Code.NOT_BACKWARD, "advanced", "7t/8/8/3C4/8/8/8", "d4-d2"),
    (Code.NOT_BACKWARD, "advanced", "7t/8/8/3C4/8/8/w7", "d4xa1"),
    (Code.ENEMY_THERE, "advanced", "7t/3w4/8/3C4/8/8/8", Move(D4, Sign.TO, D6)),
    (Code.REDISTRIBUTE_FIRST, "basic+redistribution", "start", "a1-a3"),
    (Code.NO_REDISTRIBUTION, "basic", "start", "a1-b2,c2"),
    (Code.FROM_HOME, "basic+redistribution", "start", "a2-b2,c2"),
    (Code.FROM_HOME, "basic+redistribution", "start", "a7-b2,c2"),
    (Code.SECOND_ROW, "basic+redistribution", "start", "a1-b3,c2"),
    (Code.SECOND_ROW, "basic+redistribution", "start", "a1-b6,c6"),
    (Code.SECOND_ROW, "basic+redistribution", "start", "a1-b2,b2"),
]


def position(variant: str, board: str) -> Position:
    return MURUS_RULES.initial(variant) if board == "start" else at(board, variant)


def submit(state: Position, action: str | Action) -> Position:
    if isinstance(action, str):
        return play(MURUS_RULES, state, Seat(0), action)[0]
    return MURUS_RULES.apply(state, Seat(0), action)


@pytest.mark.parametrize(("code", "variant", "board", "action"), REFUSALS)
def test_a_refusal_says_why(code: Code, variant: str, board: str, action: str | Action) -> None:
    state = position(variant, board)
    before = MURUS_RULES.dump(state)
    with pytest.raises(IllegalAction) as refusal:
        submit(state, action)
    assert refusal.value.event.code == code
    assert MURUS_RULES.dump(state) == before


NEWS = [
    (
        "basic",
        "7t/8/3W4/3T4/8/8/8",
        "d4-d6",
        Event(
            Code.DISTRIBUTED, {"near": "d5", "near_piece": TOWER, "far": "d6", "far_piece": WALL}
        ),
    ),
    (
        "basic",
        "7t/8/8/3Tw3/8/8/8",
        "d4xe4",
        Event(Code.SACRIFICED, {"origin": "d4", "target": "e4", "left": Word("murus.empty")}),
    ),
    (
        "advanced",
        "7t/8/8/3Tc3/8/8/8",
        "d4xe4",
        Event(Code.SACRIFICED, {"origin": "d4", "target": "e4", "left": TOWER}),
    ),
    (
        "advanced",
        "7t/8/8/3Tc3/8/8/8",
        "d4*e4",
        Event(Code.SACRIFICED_TWO, {"origin": "d4", "target": "e4", "left": WALL}),
    ),
    ("advanced", "7t/8/8/3C4/8/8/8", "d4-d6", Event(Code.THREW, {"origin": "d4", "target": "d6"})),
    (
        "advanced",
        "7t/3c4/8/3C4/8/8/8",
        "d4xd6",
        Event(Code.HIT, {"origin": "d4", "target": "d6", "left": TOWER}),
    ),
    (
        "basic+redistribution",
        "start",
        "a1-c2,b2",
        Event(Code.REDISTRIBUTED, {"origin": "a1", "first": "b2", "second": "c2"}),
    ),
    ("advanced", "7t/8/3T4/8/8/8/T7", "d5-d7", Event(Code.INTRUDER, {"side": THE_ROMANS})),
]


@pytest.mark.parametrize(("variant", "board", "text", "event"), NEWS)
def test_a_turn_is_told(variant: str, board: str, text: str, event: Event) -> None:
    state = after(position(variant, board), text)
    for seat in (Seat(0), Seat(1), None):
        assert event in MURUS_RULES.view(state, seat).news


def test_the_stones_of_both_sides_are_counted() -> None:
    view = MURUS_RULES.view(MURUS_RULES.initial("basic"), None)
    assert MURUS.material
    assert MURUS.material(view) == Event(Code.STONES, {"first": 16, "second": 16})


def test_every_code_of_the_game_is_shown_above() -> None:
    """The repetition has tests of its own, in test_repetition."""
    shown = {event.code for _, _, _, event in NEWS} | {code for code, *_ in REFUSALS}
    assert shown | {Code.REPEATED, Code.STONES} == set(Code)


ENDS = """
a stone on the last row wins at once: basic 7t/8/3T4/8/8/8/8 d5-d7 breakthrough
breakthrough comes before stalemate: basic 7w/8/3T4/8/8/8/8 d5-d7 breakthrough
whoever has only walls left loses: basic 7w/8/8/3T4/8/8/8 d4-d2 stalemate
and whoever has nothing left: basic 8/8/8/3Tw3/8/8/8 d4xe4 stalemate
it is the opponent who must be able to move, not the mover: basic 7t/8/8/3T4/8/8/8 d4-d6 -
a tower hemmed in by towers cannot move either: basic 8/8/TT6/tT6/TT5T/8/8 h3-h5 stalemate
in the advanced game the opponent has a turn to answer: advanced 7t/8/3T4/8/8/8/T7 d5-d7 -
the stone that survives it wins: advanced 7t/8/3T4/8/8/8/T7 d5-d7 h7-h5 breakthrough
a stone taken off again does not: advanced 4t2t/8/3T4/8/8/8/T7 d5-d7 e7xd7 -
the first intruder wins: advanced 8/8/3T4/8/7t/8/T7 d5-d7 h3-h1 breakthrough
even with no move left: advanced 7t/8/3T4/8/8/8/8 d5-d7 h7-h5 breakthrough
in the advanced game stalemate ends it at once: advanced 7w/8/8/3T4/8/8/8 d4-d6 stalemate
escape ignores the last row: basic+escape 7t/8/3T4/8/8/8/T7 d5-d7 -
for as long as it stands there: advanced+escape 7t/8/3T4/8/8/8/T7 d5-d7 h7-h5 -
and knows only stalemate: basic+escape 7w/8/3T4/8/8/8/8 d5-d7 stalemate
"""
"""A rule: a variant, a position, turns, and the reason for which the Romans have won, or none."""


@pytest.mark.parametrize("line", ENDS.strip().splitlines())
def test_how_a_game_ends(line: str) -> None:
    rule, case = line.split(": ")
    variant, board, *texts, reason = case.split()
    state = at(board, variant)
    for text in texts:
        state = after(state, text)
    ended = Over(ROMANS, reason)
    on = Act(frozenset({Seat(len(texts) % 2)}))
    assert MURUS_RULES.turn(state) == (on if reason == "-" else ended), rule
