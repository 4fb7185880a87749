"""Views of Diablo drawn at the start, so that no tile is new."""

from collections.abc import Iterator

from games.core import Seat
from games.diablo.board import Move, Removal, Sign
from games.diablo.position import Deed, Position, Stage
from games.diablo.view import DiabloView, news

TALLEST = 9
"""The highest stacks that most games see."""


def portraits() -> Iterator[DiabloView]:
    return map(_portrait, range(6))


def _portrait(number: int) -> DiabloView:
    """Show stacks of every height on both kinds of cells, and the ways of every throw."""
    heights = [(square * 5 + square // 8 + number) % (2 * TALLEST + 1) for square in range(64)]
    board = [height - TALLEST for height in heights]
    origin, far = "d4", number % 4 + 1
    targets = (f"d{4 + far}", f"{'defgh'[far]}4", f"d{4 - min(far, 3)}", f"{'dcbaa'[far]}4")
    target = targets[number % 4]
    board[8 * 3 + 3] = 0
    sign = (Sign.GO, Sign.MERGE, Sign.TAKE)[number % 3]
    last = (Deed(Move(origin, sign, target), 2), Deed(Removal("g7"), 1))
    position = Position(
        8,
        tuple(board),
        Seat(number // 2 % 2),
        Stage.ACTION1,
        (3, 1),
        (3, 1),
        17,
        last=last,
        last_dice=(1, 4),
    )
    return DiabloView(None, position.turn, news(position), position)
