"""The hunt of flip Junqi: with little left face down, players get on and do not walk about."""

from typing import Any

import pytest

from games.core import Act, Entry, Roll, Seat
from games.junqi.board import GRID
from games.junqi.flip.refuge import NAMES
from games.junqi.flip.rules import FLIP_RULES
from games.replay import Course
from players.core import Budget
from players.junqi.flip.board import Table
from players.junqi.flip.distances import FlagHunt
from players.junqi.flip.player import FLIP_PLAYER
from players.junqi.flip.value import Valuation
from tests.games.junqi.positions import flip_at
from tests.samples import chosen

A = Seat(0)
REFUGE = "standard mountain_refuge=true"
SLIGHT = 1e-9
"""The noise of a player who errs, but not by anything that matters."""


def table(pieces: str, options: str = "standard") -> Table:
    """Return the position as red sees it."""
    return Table(FLIP_RULES.view(flip_at(pieces, options=options), A), 0)


def quest(pieces: str, options: str = "standard") -> FlagHunt:
    """Return what red's workers are after."""
    return FlagHunt(table(pieces, options), 0)


def test_an_engineer_flies_to_a_mine_and_others_walk() -> None:
    mine = GRID.square("a2")
    far = quest("r1e11 r9c4 b9c9 bLa2").rows[mine]
    assert far[GRID.square("e11")] == 1
    far = quest("r2e11 r9c4 b9c9 bLa2").rows[mine]
    assert far[GRID.square("e11")] == 2


def test_a_stop_within_the_reach_of_the_enemy_is_dear() -> None:
    mine = GRID.square("d1")
    free = quest("r1e11 r9c4 b9c9 bLd1").rows[mine]
    feared = quest("r1e11 r9c4 b9c2 bLd1").rows[mine]
    assert free[GRID.square("e11")] == 2
    assert feared[GRID.square("e11")] > 2


def test_an_own_piece_in_the_way_is_known() -> None:
    found = quest("r1a9 r9a5 b9c9 bLa2 bLc7 rLa11 rLa7")
    assert found.crowd == []
    found = quest("r2a9 r9a5 b9c9 bLa2")
    assert found.crowd == [GRID.square("a5")]


def test_the_flag_is_wanted_without_mines_and_home_with_the_flag() -> None:
    flag, homes = GRID.square("a9"), {GRID.square("b1"), GRID.square("d1")}
    assert set(quest("r1e11 bFa9 bLc7 b9c9").rows) == {GRID.square("c7")}
    assert set(quest("r1e11 bFa9 b9c9").rows) == {flag}
    assert set(quest("r1e11 b9a9+b b8c9").rows) == {flag}
    assert set(quest("r1e11+b r1e9 b9a9").rows) == homes


@pytest.mark.parametrize(
    ("pieces", "origin", "usual", "refuge"),
    [
        ("r1b6 rLa6 rLc6 b9e12 bLb7", "b6", 3, 2),
        ("r1b6 rLa6 rLc6 rLb5 b9b7 bLb8", "b6", 7, 4),
        ("r2b6 rLa6 rLc6 b9e12 bLb7", "b6", 6, 6),
        ("r1b7+b rLa6 rLc6 rLe6 rLc7 rLa7 b9e12", "b7", 9, 9),
    ],
)
def test_only_an_engineer_without_the_flag_goes_through_a_mountain_and_fears_nothing_there(
    pieces: str, origin: str, usual: float, refuge: float
) -> None:
    at = GRID.square(origin)
    found = [quest(pieces).nearest(at), quest(pieces, REFUGE).nearest(at)]
    assert found == [usual, refuge]


def test_the_way_to_prey_leads_round_a_mountain() -> None:
    found = Valuation(table("r2b6 b9e12 b1b7", REFUGE))
    assert found.far(GRID.square("b7"))[GRID.square("b6")] == 3
    found = Valuation(table("r2b6 b9e12 b1m1", REFUGE))
    assert found.far(GRID.square("b7"))[NAMES.index("m1")] == 1


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_players_turn_the_last_pieces_up_if_nothing_else_is_to_be_done(level: int) -> None:
    view = FLIP_RULES.view(flip_at("r9a1 r8b2 b9e12 b8d11 #r2c3 #b2c10 #rFc1 #bFc12"), A)
    budget = Budget(FLIP_PLAYER.levels[level - 1].nodes, SLIGHT)
    assert "-" not in FLIP_PLAYER.choose(view, [view], budget, 1).text


def test_the_way_to_a_win_is_gone_whatever_else_might_be_no_worse() -> None:
    view = FLIP_RULES.view(flip_at("r9e5 r8c9 r7a6 bBd4 rLd1 bFa1 rFc2"), A)
    turns = {FLIP_PLAYER.choose(view, [view], Budget(7000), seed).text for seed in range(5)}
    assert turns == {"a6-a2"}


TENSE = "r9a4 r8c3 r7e4 r6b4 r5d4 r4e2 r3a2 rFb1 rLa1 b9a9 b8c10 b7e9 b6d9 b5b9 b4a11 b3e11 bFd12"
"""Red can trade Field Marshals."""
OPEN = "r9a11 r8c11 r7e10 r6a10 r5c8 r4a3 r3c3 r2e3 b9a1 b8e1 b7c6 bFb12 rFb1 bLa12"


@pytest.mark.parametrize("level", [1, 2])
def test_which_moves_a_player_overlooks_differs_from_turn_to_turn(level: int) -> None:
    view = FLIP_RULES.view(flip_at(OPEN), A)
    budget = FLIP_PLAYER.levels[level - 1]
    found = [FLIP_PLAYER.choose(view, [view], budget, seed) for seed in range(40)]
    assert len({choice.text.split("-")[0] for choice in found}) >= 3
    assert found[:5] == [FLIP_PLAYER.choose(view, [view], budget, seed) for seed in range(5)]


@pytest.mark.parametrize("pieces", [OPEN, TENSE])
def test_what_was_not_looked_at_does_not_count_as_lost(pieces: str) -> None:
    view = FLIP_RULES.view(flip_at(pieces), A)
    for nodes in (1, 5, 25):
        values = [choice.value for choice in FLIP_PLAYER.judge(view, [view], nodes)]
        assert values
        assert min(values) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("seed", chosen([1, 2, 3], (1,).__contains__))
def test_a_game_between_computers_comes_to_an_end_soon(seed: int) -> None:
    game: Course[Any, Any, Any] = Course(FLIP_RULES, "standard")
    turns = 0
    while isinstance(turn := FLIP_RULES.turn(game.state), Act | Roll):
        if isinstance(turn, Roll):
            faces = [(n * 7 + seed) % sides + 1 for n, sides in enumerate(turn.sides)]
            game.follow(Entry("roll", None, " ".join(map(str, faces))))
            continue
        seat = min(turn.seats)
        past = game.views(seat)
        budget = FLIP_PLAYER.levels[1]
        choice = FLIP_PLAYER.choose(past[-1], past, budget, seed * 1000 + turns)
        game.follow(Entry("act", seat, choice.text))
        turns += 1
    assert turns <= 300
