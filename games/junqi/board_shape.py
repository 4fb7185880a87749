"""A board of hidden pieces: its points, the seats' places on it, and the moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..core import IllegalAction, Seat
from .codes import Code, piece_word
from .hidden import Back, Cell, Piece
from .lines import Lines
from .pieces import STILL, Move


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The points of a board by their numbers, and its lines. `homes` are the 25 points of each
    seat's deployment, in the order of a layout's text, `teams` by seat itself and its partners."""

    names: tuple[str, ...]
    point: Callable[[str], int]
    """The number of a point by its name. Raises NotationError for what is none."""
    homes: tuple[tuple[int, ...], ...]
    teams: tuple[frozenset[Seat], ...]
    camps: frozenset[int]
    headquarters: frozenset[int]
    lines: Lines

    def squares(self, seat: Seat) -> tuple[str, ...]:
        """Return the names of the 25 points of a seat's set-up, in the order of a layout's text."""
        return tuple(self.names[at] for at in self.homes[seat])

    def actions(
        self, board: tuple[Cell, ...], seat: Seat | None, *, locks: bool = True
    ) -> Iterator[Move]:
        """List the moves of a seat; its own pieces and the squares of others suffice. `locks`: no
        piece leaves a headquarters."""
        if seat is None:
            return
        friends, camps, reach = self.teams[seat], self.camps, self.lines.reach
        locked = self.headquarters if locks else frozenset[int]()
        for origin, cell in enumerate(board):
            if not isinstance(cell, Piece) or cell.seat != seat:
                continue
            if cell.code in STILL or origin in locked:
                continue
            for target in reach(board, origin, cell.code):
                there = board[target]
                if there is None or (there.seat not in friends and target not in camps):
                    yield Move(origin, target)

    def check(
        self, board: tuple[Cell, ...], seat: Seat, action: Move, *, locks: bool = True
    ) -> None:
        """Raise IllegalAction with the reason unless this is one of the seat's moves."""
        origin, target = self.names[action.origin], self.names[action.target]
        cell, there = board[action.origin], board[action.target]
        if cell is None:
            raise IllegalAction(Code.EMPTY_SQUARE, square=origin)
        if cell.seat != seat or isinstance(cell, Back):
            raise IllegalAction(Code.NOT_YOURS, square=origin)
        if cell.code in STILL:
            raise IllegalAction(Code.IMMOBILE, name=piece_word(cell.code))
        if locks and action.origin in self.headquarters:
            raise IllegalAction(Code.IN_HEADQUARTERS, square=origin)
        if there is not None and there.seat in self.teams[seat]:
            own = there.seat == seat
            raise IllegalAction(Code.OWN_PIECE if own else Code.PARTNERS_PIECE, square=target)
        if action.target not in self.lines.reach(board, action.origin, cell.code):
            raise IllegalAction(Code.NO_WAY, origin=origin, target=target)
        if there is not None and action.target in self.camps:
            raise IllegalAction(Code.IN_CAMP, square=target)
