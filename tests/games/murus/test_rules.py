"""Murus Gallicus: position, action, position; then the refusals, the news and the ends."""

import pytest

from games.core import Act, Event, IllegalAction, Over, Seat, Word
from games.murus.board import GRID, Action, Move, Sign
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.murus.view import Code
from games.submission import play

from .positions import after, at, rows

ROMANS, GAULS = frozenset({Seat(0)}), frozenset({Seat(1)})
TOWER, WALL, THE_ROMANS = Word("murus.tower"), Word("murus.wall"), Word("murus.seat.0")


@pytest.mark.parametrize(
    ("rule", "position", "action", "expected"),
    [
        (
            "a tower distributes on two empty squares",
            "7t/8/8/3T4/8/8/8",
            "d4-d6",
            "7t/3W4/3W4/8/8/8/8",
        ),
        ("diagonally as well", "7t/8/8/3T4/8/8/8", "d4-b2", "7t/8/8/8/2W5/1W6/8"),
        ("sideways as well", "7t/8/8/3T4/8/8/8", "d4-f4", "7t/8/8/4WW2/8/8/8"),
        ("backward as well", "7t/8/8/3T4/8/8/8", "d4-d2", "7t/8/8/8/3W4/3W4/8"),
        ("an own wall becomes a tower", "7t/8/3W4/3T4/8/8/8", "d4-d6", "7t/3W4/3T4/8/8/8/8"),
        ("the far wall too", "7t/3W4/8/3T4/8/8/8", "d4-d6", "7t/3T4/3W4/8/8/8/8"),
        ("both walls do", "7t/3W4/3W4/3T4/8/8/8", "d4-d6", "7t/3T4/3T4/8/8/8/8"),
        (
            "a tower gives one stone for an enemy wall and stays",
            "7t/8/8/3Tw3/8/8/8",
            "d4xe4",
            "7t/8/8/3W4/8/8/8",
        ),
        ("also at a corner", "7t/8/4w3/3T4/8/8/8", "d4xe5", "7t/8/8/3W4/8/8/8"),
        ("also behind", "7t/8/8/3T4/3w4/8/8", "d4xd3", "7t/8/8/3W4/8/8/8"),
    ],
)
def test_the_basic_game(rule: str, position: str, action: str, expected: str) -> None:
    assert rows(after(at(position), action)) == expected, rule


@pytest.mark.parametrize(
    ("rule", "position", "action", "expected"),
    [
        ("a tower becomes a catapult", "7t/8/3T4/3T4/8/8/8", "d4-d6", "7t/3W4/3C4/8/8/8/8"),
        ("the far tower too", "7t/3T4/8/3T4/8/8/8", "d4-d6", "7t/3C4/3W4/8/8/8/8"),
        ("a catapult throws two squares", "7t/8/8/3C4/8/8/8", "d4-d6", "7t/3W4/8/3T4/8/8/8"),
        ("or three, to the last row", "7t/8/8/3C4/8/8/8", "d4-d7", "3W3t/8/8/3T4/8/8/8"),
        ("diagonally forward", "7t/8/8/3C4/8/8/8", "d4-f6", "7t/5W2/8/3T4/8/8/8"),
        ("sideways", "7t/8/8/3C4/8/8/8", "d4-a4", "7t/8/8/W2T4/8/8/8"),
        ("over anything", "7t/3c4/3t4/3C4/8/8/8", "d4-d7", "3W3t/3c4/3t4/3T4/8/8/8"),
        ("over own stones", "7t/3C4/3T4/3C4/8/8/8", "d4-d7", "3W3t/3C4/3T4/3T4/8/8/8"),
        ("it hits a wall", "7t/3w4/8/3C4/8/8/8", "d4xd6", "7t/8/8/3T4/8/8/8"),
        ("it hits a tower", "7t/3t4/8/3C4/8/8/8", "d4xd6", "7t/3w4/8/3T4/8/8/8"),
        ("it hits a catapult", "3c3t/8/8/3C4/8/8/8", "d4xd7", "3t3t/8/8/3T4/8/8/8"),
        (
            "a tower gives one stone for one of a catapult",
            "7t/8/8/3Tc3/8/8/8",
            "d4xe4",
            "7t/8/8/3Wt3/8/8/8",
        ),
        ("or both for two", "7t/8/8/3Tc3/8/8/7T", "d4*e4", "7t/8/8/4w3/8/8/7T"),
    ],
)
def test_the_advanced_game(rule: str, position: str, action: str, expected: str) -> None:
    assert rows(after(at(position, "advanced"), action)) == expected, rule


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("d4-d2", "7t/8/8/3t4/8/3w4/T7"),
        ("d4-d1", "7t/8/8/3t4/8/8/T2w4"),
        ("d4-b2", "7t/8/8/3t4/8/1w6/T7"),
        ("d4-g4", "7t/8/8/3t2w1/8/8/T7"),
    ],
)
def test_forward_is_downward_for_the_gauls(action: str, expected: str) -> None:
    assert rows(after(at("7t/8/8/3c4/8/8/T7", "advanced", 1), action)) == expected


def test_a_catapult_has_five_directions_and_two_distances() -> None:
    state = at("7t/8/8/3C4/8/8/8", "advanced")
    texts = sorted(MURUS.format(action) for action in MURUS.legal(MURUS_RULES.view(state, Seat(0))))
    reached = ("a4", "a7", "b4", "b6", "d6", "d7", "f4", "f6", "g4", "g7")
    assert texts == [f"d4-{square}" for square in reached]


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


@pytest.mark.parametrize(
    ("rule", "variant", "board", "texts", "end"),
    [
        (
            "a stone on the last row wins at once",
            "basic",
            "7t/8/3T4/8/8/8/8",
            "d5-d7",
            Over(ROMANS, "breakthrough"),
        ),
        (
            "breakthrough comes before stalemate",
            "basic",
            "7w/8/3T4/8/8/8/8",
            "d5-d7",
            Over(ROMANS, "breakthrough"),
        ),
        (
            "whoever has only walls left loses",
            "basic",
            "7w/8/8/3T4/8/8/8",
            "d4-d2",
            Over(ROMANS, "stalemate"),
        ),
        (
            "and whoever has nothing left",
            "basic",
            "8/8/8/3Tw3/8/8/8",
            "d4xe4",
            Over(ROMANS, "stalemate"),
        ),
        (
            "it is the opponent who must be able to move, not the mover",
            "basic",
            "7t/8/8/3T4/8/8/8",
            "d4-d6",
            None,
        ),
        (
            "a tower hemmed in by towers cannot move either",
            "basic",
            "8/8/TT6/tT6/TT5T/8/8",
            "h3-h5",
            Over(ROMANS, "stalemate"),
        ),
        (
            "in the advanced game the opponent has a turn to answer",
            "advanced",
            "7t/8/3T4/8/8/8/T7",
            "d5-d7",
            None,
        ),
        (
            "the stone that survives it wins",
            "advanced",
            "7t/8/3T4/8/8/8/T7",
            "d5-d7 h7-h5",
            Over(ROMANS, "breakthrough"),
        ),
        (
            "a stone taken off again does not",
            "advanced",
            "4t2t/8/3T4/8/8/8/T7",
            "d5-d7 e7xd7",
            None,
        ),
        (
            "the first intruder wins, even against a second one",
            "advanced",
            "8/8/3T4/8/7t/8/T7",
            "d5-d7 h3-h1",
            Over(ROMANS, "breakthrough"),
        ),
        (
            "even with no move left",
            "advanced",
            "7t/8/3T4/8/8/8/8",
            "d5-d7 h7-h5",
            Over(ROMANS, "breakthrough"),
        ),
        (
            "in the advanced game stalemate ends it at once",
            "advanced",
            "7w/8/8/3T4/8/8/8",
            "d4-d6",
            Over(ROMANS, "stalemate"),
        ),
        ("escape ignores the last row", "basic+escape", "7t/8/3T4/8/8/8/T7", "d5-d7", None),
        (
            "for as long as it stands there",
            "advanced+escape",
            "7t/8/3T4/8/8/8/T7",
            "d5-d7 h7-h5",
            None,
        ),
        (
            "and knows only stalemate",
            "basic+escape",
            "7w/8/3T4/8/8/8/8",
            "d5-d7",
            Over(ROMANS, "stalemate"),
        ),
    ],
)
def test_how_a_game_ends(rule: str, variant: str, board: str, texts: str, end: Over | None) -> None:
    state = position(variant, board)
    for text in texts.split():
        state = after(state, text)
    turn = MURUS_RULES.turn(state)
    assert (turn if isinstance(turn, Over) else None) == end, rule
    if end is None:
        assert turn == Act(frozenset({Seat(len(texts.split()) % 2)}))


def test_the_gauls_win_on_the_first_row() -> None:
    state = after(at("8/8/8/8/3t4/8/T7", ply=1), "d3-d1")
    assert MURUS_RULES.turn(state) == Over(GAULS, "breakthrough")


@pytest.mark.parametrize("variant", ["basic+redistribution", "advanced+redistribution"])
def test_each_first_turn_of_a_redistribution_lifts_a_tower(variant: str) -> None:
    state = after(MURUS_RULES.initial(variant), "a1-b2,c2")
    assert rows(state) == "tttttttt/8/8/8/8/1WW5/1TTTTTTT"
    state = after(state, "h7-a6,b6")
    assert rows(state) == "ttttttt1/ww6/8/8/8/1WW5/1TTTTTTT"
    state = after(state, "b1-b3")
    assert rows(state) == "ttttttt1/ww6/8/8/1W6/1TW5/2TTTTTT"
    with pytest.raises(IllegalAction):
        after(state, "a7-c6,d6")


def test_a_draw_can_be_agreed_and_a_game_resigned_or_lost_on_time() -> None:
    state = MURUS_RULES.initial("basic")
    both = frozenset({Seat(0), Seat(1)})
    assert MURUS_RULES.turn(MURUS_RULES.forfeit(state, both, "agreement")) == Over(
        frozenset(), "agreement"
    )
    assert MURUS_RULES.turn(MURUS_RULES.forfeit(state, frozenset({Seat(0)}), "resign")) == Over(
        GAULS, "resign"
    )
    assert MURUS_RULES.turn(MURUS_RULES.lapse(state, Seat(0))) == Over(GAULS, "time")
