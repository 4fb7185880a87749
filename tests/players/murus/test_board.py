"""The player's own board finds what the rules list, and its sums keep up with its moves."""

import pytest

from games.core import Seat
from games.murus import view
from games.murus.board import VARIANTS, Redistribution
from games.murus.rules import MURUS_RULES
from players.murus.board import action, after_redistribution, stacks
from players.murus.moves import after, numbers
from players.murus.value import values
from tests.samples import sampled

from .walks import walk


@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_the_players_board_moves_as_the_rules_do(variant: str) -> None:
    kind = VARIANTS[variant]
    table = values(kind.advanced, kind.escape)
    for state in walk(variant, 120, seed=5):
        seat = state.mover
        seen = MURUS_RULES.view(state, seat)
        position = stacks(seen.board, seat)
        legal = view.legal(seen)
        if isinstance(legal[0], Redistribution):
            for each in legal:
                assert isinstance(each, Redistribution)
                led_to = stacks(view.preview(seen, each).board, Seat(1 - seat))
                assert after_redistribution(each, position) == led_to
            continue
        moves = numbers(position, seat, kind.advanced)
        assert len(moves) == len(legal)
        assert {action(move, seat, position) for move in moves} == set(legal)
        standing = table.standing(position, seat)
        for move in moves:
            board = view.preview(seen, action(move, seat, position)).board
            led_to, gain = after(position, move, seat, table)
            assert led_to == stacks(board, Seat(1 - seat))
            assert table.standing(led_to, 1 - seat) == -standing - gain
