"""Pieces as they look to somebody who may not know them all, and what was done with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ..core import Seat
from .pieces import Kind, Move, Verdict
from .tally import Missed

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


def laid(
    board: tuple[C, ...], seat: Seat, points: Sequence[int], codes: str
) -> tuple[C | Piece, ...]:
    """The board with a layout's pieces on a seat's own points."""
    pieces = {at: Piece(seat, code, at) for at, code in zip(points, codes, strict=True)}
    return tuple(pieces.get(at, cell) for at, cell in enumerate(board))
