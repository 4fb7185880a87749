"""Dark Junqi in writing: `a6-a7`, `deploy LF23L…`, and the parts of a position on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...core import NotationError, Seat
from ...submission import tidy
from .. import layout
from ..board import CODES, GRID, Verdict
from ..codes import Code
from ..options import DARK, Options, read
from ..turns import Missed, Move
from ..writing import NOTHING, bad, board_lines, counted, is_squares, read_squares
from ..writing import written as written_move
from .view import (
    Action,
    Cell,
    DarkView,
    Deed,
    Deploy,
    Fallen,
    Piece,
    Readied,
    Strike,
)

_PIECE = re.compile(rf"([01])([{CODES}])([a-e]\d{{1,2}})")
_MOVE = re.compile(r"m([01])([a-e]\d{1,2})[-x]([a-e]\d{1,2})(?:=(\w+)/([^/]+)/([^/]+)/([^/]+))?")
_TOLD = re.compile(r"([tsd])([01])(?:\.(\d{1,5}))?")


def read_options(text: str) -> Options:
    """`standard no_move=lose`; "" is the default. Raises NotationError."""
    return read(text, DARK, {"standard": {}})


def parse(view: DarkView, text: str) -> Action:
    """Read a move, or while setting up a layout."""
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


# ------------------------------------------------------------------- positions


def _piece_text(piece: Fallen) -> str:
    code = piece.code if isinstance(piece, Piece) else "?"
    return f"{piece.seat}{code}{GRID.names[piece.origin]}"


def _read_piece(text: str) -> Piece:
    match = _PIECE.fullmatch(text)
    if not match:
        raise bad(text)
    return Piece(Seat(int(match[1])), match[2], GRID.square(match[3]))


def board_text(board: Iterable[Cell]) -> str:
    """`a1:0La1,b1:0Fb1`: on which square, whose, what, and where it was set up."""
    pieces = ((at, piece) for at, piece in enumerate(board) if piece)
    return ",".join(f"{GRID.names[at]}:{_piece_text(piece)}" for at, piece in pieces) or NOTHING


def read_board(text: str) -> tuple[Piece | None, ...]:
    board: list[Piece | None] = [None] * len(GRID)
    for part in text.split(",") if text != NOTHING else ():
        name, _, piece = part.partition(":")
        at = GRID.square(name)
        if board[at]:
            raise bad(part)
        board[at] = _read_piece(piece)
    return tuple(board)


def pieces_text(pieces: Iterable[Fallen]) -> str:
    return ".".join(map(_piece_text, pieces)) or NOTHING


def read_pieces(text: str) -> tuple[Piece, ...]:
    return tuple(map(_read_piece, text.split("."))) if text != NOTHING else ()


def deeds_text(deeds: Iterable[Deed]) -> str:
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
            stayed = pieces_text([deed.stayed] if deed.stayed else [])
            exposed = ".".join(f"{seat}{GRID.names[at]}" for seat, at in deed.revealed) or NOTHING
            return f"{text}={deed.verdict}/{pieces_text(deed.fell)}/{stayed}/{exposed}"


def read_deeds(text: str) -> tuple[Deed, ...]:
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
        read_pieces(match[5]),
        next(iter(read_pieces(match[6])), None),
        tuple((Seat(int(flag[0])), GRID.square(flag[1:])) for flag in exposed),
    )
