"""The numbers of sequences of turns; an order of two tiles counts once."""

import pytest

from games.core import Over
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES
from games.submission import play

from .turns import count, turns

SMALL = [36, 756, 7760, 24636, 29340, 33756, 0]


def perft(state: Position, depth: int) -> int:
    if isinstance(PONTE_RULES.turn(state), Over):
        return 0
    if depth == 1:
        return count(state)
    position = PONTE_RULES.view(state, None).position
    seat = position.seat(position.mover)
    return sum(perft(play(PONTE_RULES, state, seat, text)[0], depth - 1) for text in turns(state))


@pytest.mark.slow
@pytest.mark.parametrize("levels", [3, len(SMALL)])
def test_three_squares_a_side_completely(levels: int) -> None:
    """Go level by level, so that positions reached in several ways are played on once."""
    level = {PONTE_RULES.initial("size-3 pie=off"): 1}
    counted: list[int] = []
    while level and len(counted) < levels:
        following: dict[Position, int] = {}
        total = 0
        for state, ways in level.items():
            if isinstance(PONTE_RULES.turn(state), Over):
                continue
            position = PONTE_RULES.view(state, None).position
            for text in turns(state):
                after, _ = play(PONTE_RULES, state, position.seat(position.mover), text)
                following[after] = following.get(after, 0) + ways
                total += ways
        counted.append(total)
        level = following
    assert counted == SMALL[:levels]


@pytest.mark.parametrize(
    ("size", "depth", "sequences"),
    [
        ("size-4", 1, 120),
        ("size-4", 2, 10_920),
        ("size-5", 1, 300),
        ("size-5", 2, 75_900),
        ("size-8", 1, 2_016),
        ("unlimited", 1, 4_950),
        ("size-12", 1, 10_296),
        pytest.param("size-4", 3, 724_176, marks=pytest.mark.slow),
        pytest.param("size-8", 2, 3_812_256, marks=pytest.mark.slow),
    ],
)
def test_sequences_of_turns(size: str, depth: int, sequences: int) -> None:
    assert perft(PONTE_RULES.initial(f"{size} pie=off"), depth) == sequences
