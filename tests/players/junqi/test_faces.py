"""The fast board of flip Junqi finds the turns that the rules list, and what comes of them."""

import pytest

from games.core import Over
from games.junqi.board import COLOURS
from games.junqi.flip.board import Face
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.flip.view import FlipView
from games.junqi.pieces import Move
from players.junqi.flip.board import DOWN, EMPTY, Table, number
from tests.games.junqi.course import course
from tests.samples import sampled

VARIANTS = (
    "standard",
    "quick",
    "standard mountain_refuge=true",
    "quick suicide_attacks=true hq_locks=true",
    "standard suicide_attacks=true mutual_elimination=mover colour_rule=own",
)
UNFORESEEN = {"no_capture", "no_moves", "max_plies", "deadlock", "missed_turns"}


def cells(view: FlipView) -> bytes:
    """Return a view's board as the table holds one."""
    return bytes(
        number(cell) if isinstance(cell, Face) else DOWN if cell else EMPTY for cell in view.board
    )


def held(table: Table) -> tuple[object, ...]:
    return bytes(table.board), str(table.alive), table.quiet, table.side, tuple(table.workers)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", sampled([1, 2]))
def test_the_table_moves_as_the_rules_do(variant: str, seed: int) -> None:
    tried = 0
    for turn, look in enumerate(course(FLIP_RULES, variant, seed)):
        view = look.view
        if not view.colours[look.seat]:
            continue
        table = Table(view, COLOURS.index(view.colours[look.seat]))
        actions = FLIP_RULES.game.legal(view)
        legal = {
            action.origin * 64 + action.target for action in actions if isinstance(action, Move)
        }
        assert set(table.moves()) == legal
        attacks = {move for move in legal if view.board[move & 63]}
        assert set(table.moves(captures=True)) == attacks
        before = held(table)
        for move in sorted(attacks or legal)[turn % 3 :: 3]:
            after = FLIP_RULES.apply(look.state, look.seat, Move(move >> 6, move & 63))
            seen = FLIP_RULES.view(after, look.seat)
            made = table.make(move)
            assert bytes(table.board) == cells(seen)
            assert table.alive == [list(counts) for counts in seen.alive]
            assert table.winner(made[4]) == winner(seen)
            table.undo(move, made)
            assert held(table) == before
            tried += 1
    assert tried > 50


def winner(view: FlipView) -> int | None:
    """Return the colour that has won by what fell or was carried; 2 for a draw."""
    if not isinstance(view.turn, Over) or view.turn.reason in UNFORESEEN:
        return None
    if not view.turn.winners:
        return 2
    return COLOURS.index(view.colours[min(view.turn.winners)])
