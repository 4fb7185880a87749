"""A plain player of Junqi with hidden pieces that looks one turn ahead: the measure for others."""

from collections.abc import Callable, Sequence
from math import fsum
from random import Random

from games.core import Seat
from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.view import SEEING as DARK_SEEING
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.view import SEEING as FOUR_SEEING
from games.junqi.hidden import Back, Cell, Piece
from games.junqi.hidden_view import HiddenView
from games.junqi.pieces import CODES, COUNTS, RANKS, STILL, Kind, Move, Verdict

from ..core import Budget, Choice
from .fights import WORTH, fights
from .hidden import text
from .paths import distances


def plain(
    ground: Ground, possible: Callable[[HiddenView, str], tuple[Kind, ...]]
) -> Callable[[HiddenView, Sequence[HiddenView], Budget, int], Choice]:
    """Make the greedy player of this ground. It knows by the rules what each piece can be, and
    remembers which of its own a piece has beaten. It attacks where it may hope for most, saves what
    a stronger piece can reach, and else walks towards the enemy's headquarters."""

    def greedy(view: HiddenView, past: Sequence[HiddenView], budget: Budget, seed: int) -> Choice:
        rng = Random(seed)
        if view.deploying or view.seat is None:
            return Choice(layout.write_layout(layout.vary_preset(rng.randrange)), 0.5)
        far = distances(ground)
        seat, board, table = view.seat, view.board, fights(view.options).gains
        beaten = strongest_beaten(past, seat)
        kinds = {
            at: possible_kinds(view, ground.names[at], cell, possible, beaten)
            for at, cell in enumerate(board)
            if cell and cell.seat not in ground.teams[seat]
        }
        moves = sorted(
            ground.actions(board, seat, locks=view.options.hq_locks),
            key=lambda move: (move.origin, move.target),
        )
        rng.shuffle(moves)
        now = hanging(ground, board, seat, beaten)
        aims = [
            at
            for other, homes in enumerate(ground.homes)
            if other not in ground.teams[seat] and other not in view.out
            for at in homes
            if at in ground.headquarters
        ]

        def worth(move: Move) -> float:
            mover = board[move.origin]
            code = CODES.index(mover.code) if isinstance(mover, Piece) else 0
            gain = 0.0
            if move.target in kinds:
                guess = kinds[move.target]
                gain = fsum(table[code][kind] for kind in guess) / max(1, len(guess))
            after: list[Cell] = list(board)
            after[move.origin], after[move.target] = None, mover
            gain -= hanging(ground, after, seat, beaten) - now
            if move.target in ground.headquarters:
                gain -= 3
            near = min((far[aim][move.target] for aim in aims), default=0.0)
            return gain + 0.05 * (min((far[aim][move.origin] for aim in aims), default=0.0) - near)

        return Choice(text(ground, max(moves, key=worth)), 0.5)

    return greedy


def strongest_beaten(past: Sequence[HiddenView], seat: Seat) -> dict[tuple[Seat, int], int]:
    """Find for each enemy that remained the strongest of our ranks that it has beaten."""
    beaten: dict[tuple[Seat, int], int] = {}
    for view in past:
        strike = view.strike
        if strike and strike.verdict not in (None, Verdict.BOTH) and strike.stayed:
            for piece in strike.fell:
                if isinstance(piece, Piece) and piece.seat == seat and piece.code.isdecimal():
                    name = (strike.stayed.seat, strike.stayed.origin)
                    beaten[name] = max(beaten.get(name, 0), int(piece.code))
    return beaten


def possible_kinds(
    view: HiddenView,
    name: str,
    cell: Cell,
    possible: Callable[[HiddenView, str], tuple[Kind, ...]],
    beaten: dict[tuple[Seat, int], int],
) -> list[int]:
    """List the kinds a piece may be, each as often as a side has it."""
    if isinstance(cell, Piece):
        return [CODES.index(cell.code)]
    least = beaten.get((cell.seat, cell.origin), 0) if isinstance(cell, Back) else 0
    return [
        CODES.index(code)
        for code in possible(view, name)
        if not least or code in STILL or (code.isdecimal() and int(code) > least)
        for _ in range(COUNTS[code])
    ]


def hanging(
    ground: Ground, board: Sequence[Cell], seat: Seat, beaten: dict[tuple[Seat, int], int]
) -> float:
    """Return the most that the enemies known to be stronger could take."""
    most = 0.0
    for at, cell in enumerate(board):
        if cell is None or cell.seat in ground.teams[seat]:
            continue
        strength = beaten.get((cell.seat, cell.origin), 0)
        if isinstance(cell, Piece) and cell.code.isdecimal():
            strength = int(cell.code) - 1
        if not strength:
            continue
        for target in ground.lines.reach(board, at, RANKS[0]):
            there = board[target]
            if not isinstance(there, Piece) or there.seat != seat or target in ground.camps:
                continue
            if there.code.isdecimal() and int(there.code) <= strength:
                most = max(most, WORTH[CODES.index(there.code)])
    return most


dark_greedy = plain(DARK, DARK_SEEING.possible)
four_greedy = plain(FOUR, FOUR_SEEING.possible)
