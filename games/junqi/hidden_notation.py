"""The notation of hidden pieces, their moves and deeds, for every game with layouts."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..core import NotationError, Seat
from ..submission import tidy
from . import layout
from .codes import Code
from .hidden import Action, Cell, Deploy, Fallen, Piece, Readied, Strike
from .hidden_view import HiddenView
from .notation import (
    NOTHING,
    bad,
    end_text,
    head,
    is_squares,
    read_count,
    read_end,
    read_head,
    read_seats,
    read_squares,
    seats_text,
    write_move,
)
from .options import Options
from .pieces import CODES, SET, Move, Verdict
from .referee.position import HiddenPosition
from .tally import Missed

P = TypeVar("P", bound=HiddenPosition)
DUMPED = 12

_PIECE = re.compile(rf"([0-9])([{CODES}])([a-z][0-9]{{1,2}})")
_FLAG = re.compile(r"([0-9])([a-z][0-9]{1,2})")
_MOVE = re.compile(
    r"m([0-9])([a-z][0-9]{1,2})[-x]([a-z][0-9]{1,2})(?:=(\w+)/([^/]+)/([^/]+)/([^/]+))?"
)
_IDLE = re.compile(r"([tsd])([0-9])(?:\.([0-9]{1,5}))?")


def token(piece: Fallen) -> str:
    """Write `0:9` for a piece that is known, `1:?` for a back."""
    return f"{piece.seat}:{piece.code if isinstance(piece, Piece) else '?'}"


def facts(view: HiddenView) -> dict[str, Any]:
    """Return the keys of the line protocol's view that every game with layouts has."""
    return {
        "variant": view.options.text,
        "ready": sorted(view.ready),
        "ply": view.ply,
        "quiet": view.quiet,
        "missed": list(view.missed),
        "dead": sorted(map(token, view.lost)),
        "revealed": sorted(view.revealed),
    }


@dataclass(frozen=True, slots=True)
class Script:
    """The notation of one board: the names of its points, the way to find one, and its seats. What
    reads such texts raises NotationError."""

    names: tuple[str, ...]
    square: Callable[[str], int]
    """Raises NotationError off the board."""
    seats: Sequence[Seat]

    def parse(self, view: HiddenView, text: str) -> Action:
        """Read a move as people type it or, during the set-up, a layout. Raises NotationError."""
        tidied = tidy(text)
        if tidied.startswith(layout.DEPLOY) or (view.deploying and not is_squares(tidied)):
            return Deploy(layout.read(text))
        squares = read_squares(tidied, self.square)
        if len(squares) == 1:
            raise NotationError(Code.ONE_SQUARE, square=tidied)
        return Move(*squares)

    def write_action(self, action: Action) -> str:
        """Return the canonical text of an action: `a6-a7`, `deploy LF23L…`."""
        if isinstance(action, Deploy):
            return layout.write_layout(action.codes)
        return write_move(action.origin, action.target, names=self.names)

    def write_for_board(self, view: HiddenView, action: Action) -> str:
        """Write a move as boards have it: an attack has an x."""
        if isinstance(action, Deploy):
            return self.write_action(action)
        attack = view.board[action.target] is not None
        return write_move(action.origin, action.target, attack=attack, names=self.names)

    def last(self, view: HiddenView) -> tuple[Seat, str] | None:
        """Return the last seat to move, and its move; an attack has an x."""
        strike = view.strike
        if strike is None:
            return None
        move, attack = strike.move, strike.verdict is not None
        return strike.seat, write_move(move.origin, move.target, attack=attack, names=self.names)

    def cells(self, view: HiddenView) -> dict[str, str]:
        """List the pieces by square, in tokens."""
        return {self.names[at]: token(piece) for at, piece in enumerate(view.board) if piece}

    def read_seat(self, text: str) -> Seat:
        if text not in map(str, self.seats):
            raise bad(text)
        return Seat(int(text))

    def piece(self, piece: Fallen) -> str:
        """Write `0La1`: seat, kind, and the point of its set-up."""
        code = piece.code if isinstance(piece, Piece) else "?"
        return f"{piece.seat}{code}{self.names[piece.origin]}"

    def read_piece(self, text: str) -> Piece:
        match = _PIECE.fullmatch(text)
        if not match:
            raise bad(text)
        return Piece(self.read_seat(match[1]), match[2], self.square(match[3]))

    def board(self, board: Iterable[Cell]) -> str:
        """Write `a1:0La1,b1:0Fb1`: every square with its piece."""
        pieces = ((at, piece) for at, piece in enumerate(board) if piece)
        return ",".join(f"{self.names[at]}:{self.piece(piece)}" for at, piece in pieces) or NOTHING

    def read_board(self, text: str) -> tuple[Piece | None, ...]:
        board: list[Piece | None] = [None] * len(self.names)
        for part in text.split(",") if text != NOTHING else ():
            name, _, piece = part.partition(":")
            at = self.square(name)
            if board[at]:
                raise bad(part)
            board[at] = self.read_piece(piece)
        return tuple(board)

    def pieces(self, pieces: Iterable[Fallen]) -> str:
        """Write `0La1.1Fb12`."""
        return ".".join(map(self.piece, pieces)) or NOTHING

    def read_pieces(self, text: str) -> tuple[Piece, ...]:
        return tuple(map(self.read_piece, text.split("."))) if text != NOTHING else ()

    def points(self, squares: Iterable[int]) -> str:
        """Write `b1,d12`, in the order of the board."""
        return ",".join(self.names[at] for at in sorted(squares)) or NOTHING

    def dump(self, position: HiddenPosition, *more: str) -> str:
        """Write counts, ready, flags public, shown, board, lost, `more`, deeds, end."""
        return " ".join(
            (
                *head(position.options, position.tally),
                seats_text(position.ready),
                seats_text(position.revealed),
                self.points(position.shown),
                self.board(position.board),
                self.pieces(position.lost),
                *more,
                ",".join(map(self.deed, position.deeds)) or NOTHING,
                end_text(position.end),
            )
        )

    def load(
        self, kind: type[P], text: str, read_options: Callable[[str], Options], more: int = 0
    ) -> tuple[P, list[str]]:
        """Return the position of such a line, and its parts that are `more`. Raises NotationError.
        No seat has more pieces than a set; a position may name any pieces."""
        parts = text.split()
        if len(parts) != DUMPED + more:
            raise bad(text)
        options, tally = read_head(parts, read_options, self.seats)
        deeds = parts[-2].split(",") if parts[-2] != NOTHING else []
        position = kind(
            options,
            tally,
            ready=read_seats(parts[5], self.seats),
            revealed=read_seats(parts[6], self.seats),
            shown=frozenset(map(self.square, re.findall(r"[a-z]\d+", parts[7]))),
            board=self.read_board(parts[8]),
            lost=self.read_pieces(parts[9]),
            deeds=tuple(map(self.read_deed, deeds)),
            end=read_end(parts[-1], self.seats),
        )
        if not _possible(position):
            raise bad(text)
        return position, parts[10:-2]

    def deed(self, deed: object) -> str:
        """Write `d0` ready, `t1.2` the second turn missed, `s1.3` a skip, or `m0a6-a7` and the
        move's outcome."""
        match deed:
            case Readied():
                return f"d{deed.seat}"
            case Missed():
                return f"{'t' if deed.kind == 'time' else 's'}{deed.seat}.{deed.count}"
            case Strike():
                move, attack = deed.move, deed.verdict is not None
                moved = write_move(move.origin, move.target, attack=attack, names=self.names)
                text = f"m{deed.seat}{moved}"
                if not attack:
                    return text
                stayed = self.pieces([deed.stayed] if deed.stayed else [])
                flags = (f"{seat}{self.names[at]}" for seat, at in deed.revealed)
                exposed = ".".join(flags) or NOTHING
                return f"{text}={deed.verdict}/{self.pieces(deed.fell)}/{stayed}/{exposed}"
        raise TypeError(type(deed))

    def read_deed(self, text: str) -> object:
        if idle := _IDLE.fullmatch(text):
            kind, seat = idle[1], self.read_seat(idle[2])
            if kind == "d":
                return Readied(seat)
            return Missed(seat, "time" if kind == "t" else "stuck", read_count(idle[3] or NOTHING))
        match = _MOVE.fullmatch(text)
        if not match or (match[4] and match[4] not in list(Verdict)):
            raise bad(text)
        seat, move = self.read_seat(match[1]), Move(self.square(match[2]), self.square(match[3]))
        if not match[4]:
            return Strike(seat, move)
        return Strike(
            seat,
            move,
            Verdict(match[4]),
            self.read_pieces(match[5]),
            next(iter(self.read_pieces(match[6])), None),
            tuple(map(self._read_flag, match[7].split("."))) if match[7] != NOTHING else (),
        )

    def _read_flag(self, text: str) -> tuple[Seat, int]:
        match = _FLAG.fullmatch(text)
        if not match:
            raise bad(text)
        return self.read_seat(match[1]), self.square(match[2])


def _possible(position: HiddenPosition) -> bool:
    pieces = [piece for piece in (*position.board, *position.lost) if piece]
    if any(count > len(SET) for count in Counter(piece.seat for piece in pieces).values()):
        return False
    if len({piece.origin for piece in pieces}) < len(pieces):
        return False
    if position.deploying:
        done = {piece.seat for piece in pieces}
        return position.tally.ply == 0 and not position.lost and done == position.ready
    return True
