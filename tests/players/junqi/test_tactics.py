"""A player of Junqi must see a win in one, one of the enemy's, and the bigger piece."""

from random import Random

import pytest

from games.core import Seat
from games.junqi.board import GRID
from games.junqi.dark.board import GROUND
from games.junqi.dark.position import Position as Dark
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four.board import GROUND as FOUR_GROUND
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden import Back
from games.junqi.pieces import Move
from players.core import Budget
from players.junqi.belief import Belief
from players.junqi.fights import BOMB, DIGS, FLAG, MINE
from players.junqi.flip.greedy import greedy
from players.junqi.flip.player import FLIP_PLAYER
from players.junqi.hidden import Thought
from players.junqi.knowledge import seats_by_team
from players.junqi.opponents import DARK_PLAYER, FOUR_PLAYER
from players.junqi.playouts import Start
from tests.games.junqi.positions import dark_at, dark_do, flip_at, four_at

A, B = Seat(0), Seat(1)


def flipped(pieces: str, options: str, level: int, seed: int) -> str:
    """Return what the player of flip Junqi does with red in this position."""
    view = FLIP_RULES.view(flip_at(pieces, options=options), A)
    return FLIP_PLAYER.choose(view, [view], FLIP_PLAYER.levels[level - 1], seed).text


@pytest.mark.parametrize(
    ("pieces", "options", "win"),
    [
        ("r1c8 r9a1 bFc7 b9e12 #r2a6 #b2a7", "quick", {"c8-c7"}),
        ("r1c1+b r9a6 b9e12 b8a7 rFe1 #r2a3 #b2a9", "standard", {"c1-b1", "c1-d1"}),
        ("r9c8 r3a1 b2c7 bFa12 bLa11", "quick", {"c8-c7"}),
        (
            "r9a9 r7e6 r6c4 r5e2 r3a3 r2c2 rFb1 rLe1 b8a12 b6b12 bLb11 bFd12",
            "quick hq_locks=true",
            {"a9-a11"},
        ),
    ],
)
def test_a_win_in_one_is_taken_from_the_second_level_on(
    pieces: str, options: str, win: set[str]
) -> None:
    for level in (2, 3, 4, 5):
        for seed in range(3):
            assert flipped(pieces, options, level, seed) in win


@pytest.mark.parametrize(
    ("pieces", "options", "right"),
    [
        ("r9c7 r5e12 b1d7 rFe7 b4a2 #r2a6 #b2a7", "quick", {"c7-d7"}),
        ("r9b10 r5e1 b1b11+r bFa1 b4a3 #r2a6 #b2a7", "standard", {"b10-b11"}),
    ],
)
def test_a_win_in_one_of_the_enemy_is_stopped_from_the_third_level_on(
    pieces: str, options: str, right: set[str]
) -> None:
    for level in (3, 4, 5):
        for seed in range(3):
            assert flipped(pieces, options, level, seed) in right


def test_a_win_that_is_seen_is_told_as_won() -> None:
    view = FLIP_RULES.view(flip_at("r1a6 bFa7 b9e12 r5e6 rFe1"), A)
    best, other = FLIP_PLAYER.rank(view, [view], 7000)[:2]
    assert best.text == "a6-a7"
    assert len(best.line) > 1
    assert best.value > 0.999
    assert other.value < 0.9


def test_the_greedy_player_takes_the_bigger_piece() -> None:
    view = FLIP_RULES.view(flip_at("r9a6 b3a5 b7a7 b9a12 b8e12 #r2c3 #b2c10"), A)
    for seed in range(5):
        assert greedy(view, [view], Budget(1), seed).text == "a6-a7"


BLUE = "Fb12 9a7 8c7 La12"


def test_a_flag_that_is_shown_is_taken() -> None:
    state = dark_at("Fb1 3a6 Bd11 4e11", "Fd12 9a7 8c7 La12 Lc12")
    view = DARK_RULES.view(state, A)
    budgets = [(DARK_PLAYER.levels[level], seed) for level in (1, 4) for seed in range(2)]
    texts = {DARK_PLAYER.choose(view, [view], *budget).text for budget in budgets}
    assert texts == {"d11-d12"}, "half a chance of the flag is worth a bomb"


def test_a_piece_that_beat_ours_is_believed_to_be_stronger() -> None:
    state = dark_at("Fb1 6a6 3e6", BLUE)
    before = DARK_RULES.view(state, A)
    after = DARK_RULES.view(dark_do(state, "a6-a7"), A)
    belief = Belief(GROUND, after, [before, after])
    winner = after.board[GRID.square("a7")]
    assert isinstance(winner, Back)
    odds = belief.odds[B, winner.origin]
    assert sum(odds[:3]) == pytest.approx(1), "no mine stands in the front row"
    assert not odds[MINE]


def test_what_turns_on_the_rails_is_an_engineer_and_what_moves_is_no_mine() -> None:
    state = dark_at("Fb1 6c3", "Fb12 1a7 9e11 Lc12", mover=B)
    views = [DARK_RULES.view(state, A)]
    state = dark_do(state, "a7-e9")
    views.append(DARK_RULES.view(state, A))
    odds = Belief(GROUND, views[-1], views).odds
    assert odds[B, GRID.square("a7")][DIGS] == pytest.approx(1)
    state = dark_do(dark_do(state, "c3-c4"), "e11-e12")
    views.append(DARK_RULES.view(state, A))
    odds = Belief(GROUND, views[-1], views).odds
    assert odds[B, GRID.square("e11")][MINE] == odds[B, GRID.square("e11")][FLAG] == 0


DUG = "standard dark_flag_needs_mines_dug=true"
REVEAL = "standard mine_vs_attacker=reveal"


def seen(state: Dark, *moves: str) -> tuple[DarkView, Belief]:
    """Return what red sees after these moves, and what it believes."""
    views = [DARK_RULES.view(state, A)]
    for move in moves:
        state = dark_do(state, move)
        views.append(DARK_RULES.view(state, A))
    return views[-1], Belief(GROUND, views[-1], views)


@pytest.mark.parametrize(("quiet", "waits"), [(0, True), (66, False)])
def test_who_is_better_does_not_wait_for_a_draw(quiet: int, waits: bool) -> None:
    """Red may go into a camp once more, but not when 70 turns without a capture are near."""
    red, blue = "Fb1 La1 La2 9c3 8e6 7a6 6c4", "Fd12 La11 Le12 9e7 Bd9 2b12"
    view = DARK_RULES.view(dark_at(red, blue, quiet=quiet), A)
    turns = [
        DARK_PLAYER.choose(view, [view], DARK_PLAYER.levels[3], seed).text for seed in range(4)
    ]
    assert any(turn in ("c3-b3", "c4-b3") for turn in turns) is waits


def test_a_flag_behind_mines_may_have_withstood_an_attack() -> None:
    state = dark_at("Fb1 5d11 4e6", "Fd12 9a7 8c7 La12 Lc12 3b12", options=DUG)
    _, belief = seen(state, "d11-d12")
    assert belief.odds[B, GRID.square("d12")][FLAG] > belief.odds[B, GRID.square("b12")][FLAG] > 0


def test_what_goes_with_a_mine_that_was_shown_need_be_no_bomb() -> None:
    state = dark_at("Fb1 La2 9c5 8c4", "Fd12 4a7 5a8 Bc9 Bd9 La12", options=REVEAL, mover=B)
    _, belief = seen(state, "a7-a2", "c5-c6", "a8-a2")
    fallen = belief.odds[B, GRID.square("a8")]
    assert fallen[BOMB] < 0.3
    assert fallen[DIGS] == 0, "an engineer would have dug it"
    assert belief.odds[B, GRID.square("c9")][BOMB] > 0.05


def test_a_mine_that_was_shown_is_worth_a_weak_piece() -> None:
    state = dark_at("Fb1 2a7 2a6 9c5", "Fd12 La11 Lc12 4c7 5e7", options=REVEAL)
    hidden, _ = seen(state)
    shown, _ = seen(state, "a7-a11", "c7-c8")
    for view, worth in ((hidden, False), (shown, True)):
        attack = Move(GRID.square("a6"), GRID.square("a11"))
        assert (Start(Thought(GROUND, view, [view]), Random(1)).guess(attack) > 2) is worth


@pytest.mark.parametrize(("options", "wanted"), [("standard", True), (DUG, False)])
def test_a_flag_is_left_alone_while_its_mines_stand(options: str, wanted: bool) -> None:
    """Red's bomb has taken the Field Marshal, so that all know where the flag is."""
    state = dark_at("Fb1 Ba6 3d11 4e6", "Fd12 9a7 8c7 La12 Lc12", options=options)
    view, _ = seen(state, "a6-a7", "c7-c8")
    for budget in DARK_PLAYER.levels[1:]:
        for seed in range(3):
            choice = DARK_PLAYER.choose(view, [view], budget, seed).text
            assert (choice == "d11-d12") is wanted


MANY = "9a7 8c7 7a8 7c8 6e7 6e8 5a9 5c9 4e9 4a10 La12 Lc12 Fd12"
"""An army so strong that only what decides the game at once makes a difference."""


@pytest.mark.parametrize(
    ("options", "ours", "enemies", "levels", "right"),
    [
        ("standard", "Fb1 3c12 4a6", MANY.replace("Lc12", ""), (1, 2, 3, 4, 5), "c12-d12"),
        ("standard", "Fb1 5a2 4a6 4c3", f"{MANY} 3a1", (3, 4, 5), "a2-a1"),
        (DUG, "Fb1 5a2 4a6 4c3", f"{MANY} 3a1", (3, 4, 5), "a2-a1"),
    ],
    ids=["a flag", "what is about to take our flag", "and no mine guards it"],
)
def test_what_decides_the_game_at_once_is_taken(
    options: str, ours: str, enemies: str, levels: tuple[int, ...], right: str
) -> None:
    view = DARK_RULES.view(dark_at(ours, enemies, options=options), A)
    for level in levels:
        for seed in range(5):
            budget = DARK_PLAYER.levels[level - 1]
            assert DARK_PLAYER.choose(view, [view], budget, seed).text == right


EACH = "h1:0F a8:1F h17:2F q8:3F i1:03 a9:13 i17:23 q9:33 b8:05 b9:11"
"""A flag and a piece of each side, and a piece next to one of ours that beats it."""


@pytest.mark.parametrize("out", ["", "1resign"])
def test_pieces_of_a_side_that_is_out_move_no_more_in_games_played_on(out: str) -> None:
    """They stay on the board, next to ours, and their flag is worth nothing."""
    state = four_at(EACH, options="standard eliminated=stay", out=out)
    view = FOUR_RULES.view(state, A)
    start = Start(Thought(FOUR_GROUND, view, [view]), Random(1))
    start.deal()
    west = seats_by_team(FOUR_GROUND).index(B)
    assert bool(start.men[west]) is not bool(out)
    attack = Move(*map(FOUR_GROUND.point, ("b8", "a8")))
    assert (start.guess(attack) > 0) is not bool(out)


def test_the_flag_of_a_side_that_is_out_is_worth_nothing() -> None:
    pieces = "h1:0F a8:1F h17:2F q8:3F b8:03 i17:23 q9:33 b9:11 a10:1L g4:04 i9:05 k9:39"
    state = four_at(pieces, options="open eliminated=stay", out="1resign")
    view = FOUR_RULES.view(state, A)
    for budget in FOUR_PLAYER.levels[2:]:
        assert FOUR_PLAYER.choose(view, [view], budget, 1).text != "b8-a8"
