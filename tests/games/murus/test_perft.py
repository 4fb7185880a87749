"""The number of games of N plies, as counted by two independent programs (end of the rules)."""

import random
from dataclasses import replace

import pytest

from games.core import Over, Seat
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES

SLOW = pytest.mark.slow


def perft(state: Position, plies: int) -> int:
    """Count the sequences of `plies` plies; a game that ends earlier is not extended."""
    seat = Seat(state.ply % 2)
    legal = MURUS.legal(MURUS_RULES.view(state, seat))
    if plies == 1:
        return len(legal)
    return sum(perft(MURUS_RULES.apply(state, seat, action), plies - 1) for action in legal)


@pytest.mark.parametrize("addition", ["", "+escape"])
@pytest.mark.parametrize(
    ("variant", "plies", "count"),
    [
        ("basic", 1, 20),
        ("basic", 2, 400),
        ("basic", 3, 6_960),
        ("basic", 4, 121_104),
        pytest.param("basic", 5, 1_953_664, marks=SLOW),
        ("advanced", 1, 32),
        ("advanced", 2, 1_024),
        ("advanced", 3, 28_416),
        pytest.param("advanced", 4, 788_544, marks=SLOW),
        ("basic+redistribution", 1, 224),
        ("basic+redistribution", 2, 50_176),
        pytest.param("basic+redistribution", 3, 878_080, marks=SLOW),
        ("advanced+redistribution", 1, 224),
        ("advanced+redistribution", 2, 50_176),
        pytest.param("advanced+redistribution", 3, 1_404_928, marks=SLOW),
    ],
)
def test_perft(variant: str, addition: str, plies: int, count: int) -> None:
    assert perft(MURUS_RULES.initial(variant + addition), plies) == count


@pytest.mark.parametrize("variant", MURUS.info.variants)
def test_a_view_names_the_actions_to_come_however_it_was_reached(variant: str) -> None:
    for seed in range(2):
        rng, state = random.Random(seed), MURUS_RULES.initial(variant)
        while not isinstance(state.turn, Over):
            loaded = MURUS_RULES.load(MURUS_RULES.dump(state))
            view = MURUS_RULES.view(state, state.mover)
            assert MURUS_RULES.view(loaded, state.mover) == view
            action = rng.choice(MURUS.legal(view))
            state = MURUS_RULES.apply(state, state.mover, action)
            seen = MURUS_RULES.view(state, view.seat)
            if seen.times == 1:
                assert MURUS.preview(view, action) == seen


@pytest.mark.parametrize("variant", MURUS.info.variants)
def test_no_reason_forbids_what_is_listed(variant: str) -> None:
    for seed in range(1, 3):
        rng, state = random.Random(seed), MURUS_RULES.initial(variant)
        while not isinstance(state.turn, Over):
            view = MURUS_RULES.view(state, state.mover)
            for action in MURUS.legal(view):
                MURUS.check(view, replace(action))  # a copy is not known from the list
            state = MURUS_RULES.apply(state, state.mover, rng.choice(state.options))
