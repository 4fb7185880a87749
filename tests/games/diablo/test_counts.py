"""The exact numbers of section 10, the bound on the length of a game, and the symmetries."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Act, Over, Roll, Seat
from games.diablo.board import Move, Sign, checkers, start
from games.diablo.game import DIABLO
from games.diablo.position import Position
from games.diablo.rules import DIABLO_RULES
from tests.samples import FULL, sampled

BLACK, GREEN = Seat(0), Seat(1)


def turns(state: Position, seat: Seat) -> list[Position]:
    """List every state a whole turn can lead to, one for each sequence of actions."""
    ends: list[Position] = []
    for action in DIABLO.legal(DIABLO_RULES.view(state, seat)):
        after = DIABLO_RULES.apply(state, seat, action)
        turn = DIABLO_RULES.turn(after)
        ends += turns(after, seat) if isinstance(turn, Act) and turn.begun else [after]
    return ends


def board(state: Position) -> Position:
    return DIABLO_RULES.view(state, None).position


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_blacks_first_turn_has_as_many_moves_as_counted(size: int) -> None:
    for die in range(1, size // 2 + 1):
        state = DIABLO_RULES.roll(DIABLO_RULES.initial(f"size-{size}"), (die, die))
        assert len(turns(state, BLACK)) == 2 * size * (size - die)
        legal = DIABLO.legal(DIABLO_RULES.view(state, BLACK))
        signs = {action.sign for action in legal if isinstance(action, Move)}
        assert signs == {Sign.TAKE if die % 2 else Sign.MERGE}


FIRST = {(1, 1): 60, (1, 2): 108, (1, 3): 96, (2, 2): 48, (2, 3): 84, (3, 3): 36}


@pytest.mark.parametrize(("roll", "count"), FIRST.items())
def test_blacks_first_turn_on_six_squares(roll: tuple[int, int], count: int) -> None:
    assert len(turns(DIABLO_RULES.roll(DIABLO_RULES.initial("size-6"), roll), BLACK)) == count


SAMPLES = {
    (1, 1): ((3248, 1661), (3255, 1664), (3246, 1660)),
    (1, 2): ((5089, 2752), (5310, 2860), (4982, 2694)),
    (1, 3): ((3875, 2051), (3888, 2058), (3876, 2052)),
    (2, 2): ((1988, 1055), (2168, 1148), (1907, 1014)),
    (2, 3): ((3034, 1646), (3168, 1714), (2973, 1615)),
    (3, 3): ((1154, 587), (1156, 587), (1155, 587)),
}
BEGINNINGS = {"a1xb1": (1, 1), "a1+c1": (2, 2), "a1xd1": (3, 3)}


@pytest.mark.parametrize("roll", SAMPLES)
@pytest.mark.parametrize("number", sampled(range(3)), ids=list(BEGINNINGS))
def test_greens_replies_on_six_squares(roll: tuple[int, int], number: int) -> None:
    text, dice = list(BEGINNINGS.items())[number]
    state = DIABLO_RULES.roll(DIABLO_RULES.initial("size-6"), dice)
    state = DIABLO_RULES.apply(state, BLACK, DIABLO.parse(DIABLO_RULES.view(state, BLACK), text))
    ends = turns(DIABLO_RULES.roll(state, roll), GREEN)
    assert (len(ends), len({board(end).board for end in ends})) == SAMPLES[roll][number]


SUMS = {
    (1, 1): (461096, 3133, 3367),
    (1, 2): (730352, 4789, 5398),
    (1, 3): (554708, 3808, 3956),
    (2, 2): (289476, 1832, 2168),
    (2, 3): (439164, 2909, 3172),
    (3, 3): (166308, 1154, 1156),
}


@pytest.mark.slow
@pytest.mark.parametrize(("roll", "counted"), [*SUMS.items()] if FULL else [((2, 3), SUMS[2, 3])])
def test_greens_replies_to_every_first_action(
    roll: tuple[int, int], counted: tuple[int, int, int]
) -> None:
    counts = []
    for die in (1, 2, 3):
        for state in turns(DIABLO_RULES.roll(DIABLO_RULES.initial("size-6"), (die, die)), BLACK):
            counts.append(len(turns(DIABLO_RULES.roll(state, roll), GREEN)))
    assert len(counts) == 144
    assert (sum(counts), min(counts), max(counts)) == counted


@settings(deadline=None, derandomize=True, max_examples=1000 if FULL else 25)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 10**6))
def test_no_game_is_longer_than_the_bound(size: int, seed: int) -> None:
    rng = random.Random(seed)
    state = DIABLO_RULES.initial(f"size-{size}")
    measure = 10**6
    while not isinstance(turn := DIABLO_RULES.turn(state), Over):
        if isinstance(turn, Roll):
            now = board(state).board
            left = sum(cell != 0 for cell in now) + sum(map(abs, now))
            assert left < measure
            measure = left
            state = DIABLO_RULES.roll(state, (rng.randint(1, size // 2), rng.randint(1, size // 2)))
            continue
        (seat,) = turn.seats
        action = rng.choice(DIABLO.legal(DIABLO_RULES.view(state, seat)))
        state = DIABLO_RULES.apply(state, seat, action)
    assert board(state).number <= 2 * size * size - 3
    (winner,) = turn.winners
    assert checkers(board(state).board, Seat(1 - winner)) == 0


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_the_start_is_symmetric_but_for_the_colours(size: int) -> None:
    squares = start(size)
    rows = [squares[n : n + size] for n in range(0, size * size, size)]
    assert squares[0] == 1
    assert [row[::-1] for row in rows[::-1]] == rows
    assert list(map(tuple, zip(*rows, strict=True))) == rows
    turned = [row[::-1] for row in zip(*rows, strict=True)]
    for mirrored in ([row[::-1] for row in rows], rows[::-1], turned):
        assert [tuple(-cell for cell in row) for row in mirrored] == rows
