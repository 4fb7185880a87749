"""Dark Junqi in writing: `a6-a7`, `deploy LF23L…`, and positions on one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...core import NotationError, Seat
from ...submission import tidy
from .. import layout
from ..board import CODES, GRID, SET, Move, Verdict
from ..codes import Code
from ..notation import (
    NOTHING,
    bad,
    board_lines,
    counted,
    end_text,
    head,
    is_squares,
    read_end,
    read_head,
    read_seats,
    read_squares,
    seats_text,
)
from ..notation import written as written_move
from ..options import DARK, Options, read
from ..tally import Missed
from .board import Action, Cell, Deed, Deploy, Fallen, Piece, Readied, Strike
from .position import Position
from .view import DarkView

_PIECE = re.compile(rf"([01])([{CODES}])([a-e]\d{{1,2}})")
_MOVE = re.compile(r"m([01])([a-e]\d{1,2})[-x]([a-e]\d{1,2})(?:=(\w+)/([^/]+)/([^/]+)/([^/]+))?")
_TOLD = re.compile(r"([tsd])([01])(?:\.(\d{1,5}))?")
DUMPED = 12
"""The parts of a position on one line."""


def parse(view: DarkView, text: str) -> Action:
    """Read a move or, during the set-up, a layout."""
    tidied = tidy(text)
    if tidied.startswith(layout.DEPLOY) or (view.deploying and not is_squares(tidied)):
        return Deploy(layout.read(text))
    found = read_squares(tidied)
    if len(found) == 1:
        raise NotationError(Code.ONE_SQUARE, square=tidied)
    return Move(*found)


def written(action: Action) -> str:
    """The canonical text of an action."""
    if isinstance(action, Deploy):
        return layout.written(action.codes)
    return written_move(action.origin, action.target)


def last(view: DarkView) -> tuple[Seat, str] | None:
    """Who moved last, and how; an attack has an x."""
    strike = view.strike
    if strike is None:
        return None
    move = strike.move
    attack = strike.verdict is not None
    return strike.seat, written_move(move.origin, move.target, attack=attack)


def token(piece: Fallen) -> str:
    """`0:9` for a piece that is known, `1:?` for a back."""
    return f"{piece.seat}:{piece.code if isinstance(piece, Piece) else '?'}"


def cells(view: DarkView) -> dict[str, str]:
    return {GRID.names[at]: token(piece) for at, piece in enumerate(view.board) if piece}


def facts(view: DarkView) -> dict[str, Any]:
    return {
        "variant": view.options.text,
        "ready": sorted(view.ready),
        "ply": view.ply,
        "quiet": view.quiet,
        "missed": list(view.missed),
        "dead": sorted(map(token, view.lost)),
        "revealed": sorted(view.revealed),
    }


def diagram(view: DarkView) -> str:
    """The board with r9 and b?, red below."""
    return board_lines(
        {
            at: "rb"[piece.seat] + (piece.code if isinstance(piece, Piece) else "?")
            for at, piece in enumerate(view.board)
            if piece
        }
    )


def read_variant(text: str) -> Options:
    """`standard no_move=lose`; "" is the default. Raises NotationError."""
    return read(text, DARK, {"standard": {}})


def dump(position: Position) -> str:
    """The counts, who is ready, whose flag is public, what is shown, board, lost, deeds, end."""
    return " ".join(
        (
            *head(position.options, position.tally),
            seats_text(position.ready),
            seats_text(position.revealed),
            ",".join(GRID.names[origin] for origin in sorted(position.shown)) or NOTHING,
            _board_text(position.board),
            _pieces_text(position.lost),
            _deeds_text(position.deeds),
            end_text(position.end),
        )
    )


def load(text: str) -> Position:
    """The position such a line stands for. Raises NotationError."""
    parts = text.split()
    if len(parts) != DUMPED:
        raise bad(text)
    options, tally = read_head(parts, read_variant)
    position = Position(
        options,
        tally,
        ready=read_seats(parts[5]),
        revealed=read_seats(parts[6]),
        shown=frozenset(map(GRID.square, re.findall(r"[a-z]\d+", parts[7]))),
        board=_read_board(parts[8]),
        lost=_read_pieces(parts[9]),
        deeds=_read_deeds(parts[10]),
        end=read_end(parts[11]),
    )
    if not _possible(position):
        raise bad(text)
    return position


def _possible(position: Position) -> bool:
    """Whether no side has more pieces than a set; a position is free to say which pieces."""
    pieces = [piece for piece in (*position.board, *position.lost) if piece]
    if any(count > len(SET) for count in Counter(piece.seat for piece in pieces).values()):
        return False
    if len({piece.origin for piece in pieces}) < len(pieces):
        return False
    if position.deploying:
        done = {piece.seat for piece in pieces}
        return position.tally.ply == 0 and not position.lost and done == position.ready
    return True


def _piece_text(piece: Fallen) -> str:
    code = piece.code if isinstance(piece, Piece) else "?"
    return f"{piece.seat}{code}{GRID.names[piece.origin]}"


def _read_piece(text: str) -> Piece:
    match = _PIECE.fullmatch(text)
    if not match:
        raise bad(text)
    return Piece(Seat(int(match[1])), match[2], GRID.square(match[3]))


def _board_text(board: Iterable[Cell]) -> str:
    """`a1:0La1,b1:0Fb1`: on which square, whose, what, and where it was set up."""
    pieces = ((at, piece) for at, piece in enumerate(board) if piece)
    return ",".join(f"{GRID.names[at]}:{_piece_text(piece)}" for at, piece in pieces) or NOTHING


def _read_board(text: str) -> tuple[Piece | None, ...]:
    board: list[Piece | None] = [None] * len(GRID)
    for part in text.split(",") if text != NOTHING else ():
        name, _, piece = part.partition(":")
        at = GRID.square(name)
        if board[at]:
            raise bad(part)
        board[at] = _read_piece(piece)
    return tuple(board)


def _pieces_text(pieces: Iterable[Fallen]) -> str:
    return ".".join(map(_piece_text, pieces)) or NOTHING


def _read_pieces(text: str) -> tuple[Piece, ...]:
    return tuple(map(_read_piece, text.split("."))) if text != NOTHING else ()


def _deeds_text(deeds: Iterable[Deed]) -> str:
    return ",".join(map(_deed_text, deeds)) or NOTHING


def _deed_text(deed: Deed) -> str:
    match deed:
        case Readied():
            return f"d{deed.seat}"
        case Missed():
            return f"{'t' if deed.kind == 'time' else 's'}{deed.seat}.{deed.count}"
        case Strike():
            move = deed.move
            attack = deed.verdict is not None
            text = f"m{deed.seat}{written_move(move.origin, move.target, attack=attack)}"
            if not attack:
                return text
            stayed = _pieces_text([deed.stayed] if deed.stayed else [])
            exposed = ".".join(f"{seat}{GRID.names[at]}" for seat, at in deed.revealed) or NOTHING
            return f"{text}={deed.verdict}/{_pieces_text(deed.fell)}/{stayed}/{exposed}"


def _read_deeds(text: str) -> tuple[Deed, ...]:
    return tuple(map(_read_deed, text.split(","))) if text != NOTHING else ()


def _read_deed(text: str) -> Deed:
    if told := _TOLD.fullmatch(text):
        seat = Seat(int(told[2]))
        if told[1] == "d":
            return Readied(seat)
        return Missed(seat, "time" if told[1] == "t" else "stuck", counted(told[3] or NOTHING))
    match = _MOVE.fullmatch(text)
    if not match or (match[4] and match[4] not in list(Verdict)):
        raise bad(text)
    seat, move = Seat(int(match[1])), Move(GRID.square(match[2]), GRID.square(match[3]))
    if not match[4]:
        return Strike(seat, move)
    exposed = match[7].split(".") if match[7] != NOTHING else ()
    if not all(re.fullmatch(r"[01][a-e]\d{1,2}", flag) for flag in exposed):
        raise bad(text)
    return Strike(
        seat,
        move,
        Verdict(match[4]),
        _read_pieces(match[5]),
        next(iter(_read_pieces(match[6])), None),
        tuple((Seat(int(flag[0])), GRID.square(flag[1:])) for flag in exposed),
    )
