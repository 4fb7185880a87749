"""Views of four-player Junqi drawn at the start, so that no tile is new."""

from collections.abc import Iterator

from games.core import Act
from games.junqi.four.board import NAMES, SEATS, point
from games.junqi.four.view import FourView
from games.junqi.hidden import Back, Piece, Strike
from games.junqi.pieces import CODES, Move

from ..portraits import OPTIONS


def portraits() -> Iterator[FourView]:
    return map(_portrait, range(4))


def _portrait(number: int) -> FourView:
    """Show all pieces of one seat and the backs of the others."""
    board: list[Piece | Back | None] = []
    for at in range(len(NAMES)):
        piece = Piece(SEATS[number], CODES[at % len(CODES)], at)
        back = Back(SEATS[(at + number) % len(SEATS)], at)
        board.append((piece, back, None)[at % 3])
    origin, target = map(point, (("g5", "b7"), ("i6", "i11"))[number % 2])
    board[origin] = None
    return FourView(
        seat=SEATS[number],
        turn=Act(frozenset({SEATS[number]})),
        news=(),
        options=OPTIONS,
        board=tuple(board),
        ready=frozenset(SEATS),
        ply=20,
        quiet=3,
        missed=(0,) * len(SEATS),
        lost=tuple(Piece(SEATS[number], code, at) for at, code in enumerate(CODES[:number])),
        revealed=frozenset(),
        gone=(),
        deeds=(Strike(SEATS[number], Move(origin, target)),),
    )
