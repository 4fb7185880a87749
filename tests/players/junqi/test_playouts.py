"""Level 5 of dark Junqi plays games on, over deals of what the enemy's pieces may be."""

from collections import Counter
from random import Random

import pytest

from games.core import Seat
from games.junqi.board import GRID
from games.junqi.dark.board import GROUND
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.junqi.pieces import CODES, COUNTS, Move
from players.core import Budget
from players.junqi.hidden import Thought
from players.junqi.knowledge import SIDE
from players.junqi.opponents import DARK_PLAYER, DARK_STYLE
from players.junqi.playouts import Playout, Start
from tests.games.junqi.course import Look, course
from tests.games.junqi.positions import dark_at, dark_do
from tests.laws.walks import DISGUISES

A, B = Seat(0), Seat(1)
ENOUGH = Budget(5000)
"""The fewest nodes with which games are played on."""
LOOKS = list(course(DARK_RULES, "standard", 3, bold=0.3))[2:150:21]


def started(*past: DarkView) -> Start:
    return Start(Thought(GROUND, DARK_STYLE, past[-1], past, 10), Random(1))


@pytest.mark.parametrize("look", LOOKS)
def test_a_deal_has_all_kinds_and_gives_no_piece_one_that_it_cannot_be(look: Look) -> None:
    thought = Thought(GROUND, DARK_STYLE, look.view, look.past, 10)
    start = Start(thought, Random(1))
    enemy = Seat(1 - look.seat)
    kinds = set[tuple[int, ...]]()
    for _ in range(10):
        start.deal()
        dealt = start.kinds[SIDE * enemy : SIDE * enemy + SIDE]
        assert Counter(CODES[kind] for kind in dealt) == COUNTS
        for piece, cell in zip(start.board, look.view.board, strict=True):
            if cell and cell.seat == enemy:
                assert thought.belief.odds[enemy, cell.origin][start.kinds[piece]] > 0
        kinds.add(tuple(dealt))
    assert len(kinds) > 1


@pytest.mark.parametrize("look", LOOKS[::3])
def test_a_seed_decides_the_turn_and_its_value(look: Look) -> None:
    first, again, other = (
        DARK_PLAYER.choose(look.view, look.past, ENOUGH, seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.value != other.value
    assert ENOUGH.nodes / 2 < first.nodes <= ENOUGH.nodes


@pytest.mark.parametrize("look", LOOKS[::3])
def test_the_enemys_pieces_move_no_game_that_is_played_on(look: Look) -> None:
    def thoughts(view: DarkView) -> object:
        chosen = DARK_PLAYER.choose(view, (view,), ENOUGH, 1)
        return chosen, DARK_PLAYER.judge(view, (view,), ENOUGH.nodes)

    twins = [twin for twin in DISGUISES["junqi-dark"](look.state, look.seat) if twin != look.state]
    assert twins
    expected = thoughts(look.view)
    for twin in twins[:2]:
        assert thoughts(DARK_RULES.view(twin, look.seat)) == expected


def move(text: str) -> Move:
    return Move(*map(GRID.square, text.split("-")))


def test_a_flag_that_all_know_is_taken_by_either_side_at_once() -> None:
    """Red's Field Marshal goes with a bomb, which shows red's flag to a piece next to it."""
    states = [dark_at("Fb1 1a6 4e6", "Fd12 Ba7 8c7 3a1 La12 Lc12")]
    for turn in ("a6-a7", "c7-c8"):
        states.append(dark_do(states[-1], turn))
    for count, seat, turn, score in ((2, B, "a1-b1", 1), (3, A, "e6-e7", 0)):
        start = started(*(DARK_RULES.view(state, seat) for state in states[:count]))
        for _ in range(5):
            start.deal()
            assert Playout(start).play(move(turn)) == score


@pytest.mark.parametrize(
    ("way", "bent"), [("a7-a9", False), ("a7-e7", True), ("a7-b7", False), ("a7-c9", True)]
)
def test_what_bends_on_the_rails_is_known_as_an_engineer(way: str, bent: bool) -> None:
    state = dark_at("Fb1 6c2", "Fd12 9a7 8c7 Lc12 La12", mover=B)
    start = started(DARK_RULES.view(state, B))
    ours = move(way)
    assert start.look.bends(ours.origin, ours.target, start.board) is bent
