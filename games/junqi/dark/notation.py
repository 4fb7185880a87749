"""Dark Junqi in writing: `a6-a7`, `deploy LF23L…`, and positions on one line."""

from .. import hidden_notation
from ..board import GRID, SEATS
from ..hidden import Piece
from ..hidden_notation import Script
from ..notation import board_lines
from ..options import DARK, Options, read
from .position import Position
from .view import DarkView

SCRIPT = Script(GRID.names, GRID.square, SEATS)
parse, write_action, write_for_board = SCRIPT.parse, SCRIPT.write_action, SCRIPT.write_for_board
last, cells, dump = SCRIPT.last, SCRIPT.cells, SCRIPT.dump
facts = hidden_notation.facts


def diagram(view: DarkView) -> str:
    """Draw the board with r9 and b?, red below."""
    pieces = {at: piece for at, piece in enumerate(view.board) if piece}
    codes = {at: piece.code if isinstance(piece, Piece) else "?" for at, piece in pieces.items()}
    return board_lines({at: "rb"[piece.seat] + codes[at] for at, piece in pieces.items()})


def read_variant(text: str) -> Options:
    """Read `standard no_move=lose`; "" is the default. Raises NotationError."""
    return read(text, DARK, {"standard": {}})


def variant(text: str) -> str:
    return read_variant(text).text


def load(text: str) -> Position:
    """Return the position of a line. Raises NotationError."""
    position, _ = SCRIPT.load(Position, text, read_variant)
    return position
