"""The pieces of dark Junqi as they look to somebody who may not know them all; their moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ...core import Seat
from ..board import CAMPS, HEADQUARTERS, STILL, Kind, Move, Verdict, reach
from ..layout import HALVES
from ..options import Options
from ..tally import Missed

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece whose rank may be known. `origin`, where it was set up, tells it from all others."""

    seat: Seat
    code: Kind
    origin: int


@dataclass(frozen=True, slots=True)
class Back:
    """A piece whose rank is hidden."""

    seat: Seat
    origin: int


Cell: TypeAlias = Piece | Back | None
Fallen: TypeAlias = Piece | Back


@dataclass(frozen=True, slots=True)
class Deploy:
    """A whole layout: 25 codes, as in games.junqi.layout."""

    codes: str


Action: TypeAlias = Deploy | Move


@dataclass(frozen=True, slots=True)
class Strike:
    """The last move; `verdict` is None unless it was an attack.

    `fell` are the pieces removed, the attacker first, `stayed` the one that remained, `revealed`
    the flags that became public.
    """

    seat: Seat
    move: Move
    verdict: Verdict | None = None
    fell: tuple[Fallen, ...] = ()
    stayed: Fallen | None = None
    revealed: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Readied:
    """A side has set up its pieces."""

    seat: Seat


Deed: TypeAlias = Strike | Missed | Readied


def actions(board: tuple[Cell, ...], seat: Seat | None, options: Options) -> Iterator[Move]:
    """The moves of a side; its own pieces and the squares of the others are enough to tell them."""
    for origin, cell in enumerate(board):
        if not isinstance(cell, Piece) or cell.seat != seat or cell.code in STILL:
            continue
        if options.hq_locks and origin in HEADQUARTERS:
            continue
        for target in reach(board, origin, cell.code):
            there = board[target]
            if there is None or (there.seat != seat and target not in CAMPS):
                yield Move(origin, target)


def laid(board: tuple[C, ...], seat: Seat, codes: str) -> tuple[C | Piece, ...]:
    """The board with a layout's pieces on a seat's half of it."""
    pieces = {at: Piece(seat, code, at) for at, code in zip(HALVES[seat], codes, strict=True)}
    return tuple(pieces.get(at, cell) for at, cell in enumerate(board))
