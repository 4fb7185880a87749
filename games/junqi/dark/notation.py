"""Dark Junqi in writing: `a6-a7`, `deploy LF23L…`, and positions on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..board import GRID, SEATS
from ..hidden import Deed, Piece
from ..hidden_notation import Script
from ..notation import (
    NOTHING,
    bad,
    board_lines,
    end_text,
    head,
    read_end,
    read_head,
    read_seats,
    seats_text,
)
from ..options import DARK, Options, read
from ..pieces import SET
from .position import Position
from .view import DarkView

SCRIPT = Script(GRID.names, GRID.square, SEATS)
parse, written, shown = SCRIPT.parse, SCRIPT.written, SCRIPT.shown
last, cells = SCRIPT.last, SCRIPT.cells
DUMPED = 12
"""The parts of a position on one line."""


def diagram(view: DarkView) -> str:
    """Draw the board with r9 and b?, red below."""
    pieces = {at: piece for at, piece in enumerate(view.board) if piece}
    codes = {at: piece.code if isinstance(piece, Piece) else "?" for at, piece in pieces.items()}
    return board_lines({at: "rb"[piece.seat] + codes[at] for at, piece in pieces.items()})


def read_variant(text: str) -> Options:
    """Read `standard no_move=lose`; "" is the default. Raises NotationError."""
    return read(text, DARK, {"standard": {}})


def variant(text: str) -> str:
    """Return the canonical text of a variant. Raises NotationError."""
    return read_variant(text).text


def dump(position: Position) -> str:
    """Write counts, ready, flags public, shown, board, lost, deeds, end."""
    return " ".join(
        (
            *head(position.options, position.tally),
            seats_text(position.ready),
            seats_text(position.revealed),
            SCRIPT.points(position.shown),
            SCRIPT.board(position.board),
            SCRIPT.pieces(position.lost),
            _deeds_text(position.deeds),
            end_text(position.end),
        )
    )


def load(text: str) -> Position:
    """Return the position of such a line. Raises NotationError."""
    parts = text.split()
    if len(parts) != DUMPED:
        raise bad(text)
    options, tally = read_head(parts, read_variant)
    position = Position(
        options,
        tally,
        ready=read_seats(parts[5]),
        revealed=read_seats(parts[6]),
        shown=SCRIPT.read_points(parts[7]),
        board=SCRIPT.read_board(parts[8]),
        lost=SCRIPT.read_pieces(parts[9]),
        deeds=_read_deeds(parts[10]),
        end=read_end(parts[11]),
    )
    if not _possible(position):
        raise bad(text)
    return position


def _possible(position: Position) -> bool:
    """Tell whether no side has more pieces than a set; a position may name any pieces."""
    pieces = [piece for piece in (*position.board, *position.lost) if piece]
    if any(count > len(SET) for count in Counter(piece.seat for piece in pieces).values()):
        return False
    if len({piece.origin for piece in pieces}) < len(pieces):
        return False
    if position.deploying:
        done = {piece.seat for piece in pieces}
        return position.tally.ply == 0 and not position.lost and done == position.ready
    return True


def _deeds_text(deeds: Iterable[Deed]) -> str:
    return ",".join(map(SCRIPT.deed, deeds)) or NOTHING


def _read_deeds(text: str) -> tuple[Deed, ...]:
    return tuple(map(SCRIPT.read_deed, text.split(","))) if text != NOTHING else ()
