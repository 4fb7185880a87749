"""Pieces in the eyes of a reader who may not know them all, and their deeds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
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
    """The last move; `verdict` is None unless it was an attack. `fell` are the pieces removed, the
    attacker first, `stayed` the one that remained, `revealed` the flags that became public."""

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


def place_layout(
    board: tuple[C, ...], seat: Seat, points: Sequence[int], codes: str
) -> tuple[C | Piece, ...]:
    """Return the board with a layout's pieces on a seat's own points."""
    pieces = {at: Piece(seat, code, at) for at, code in zip(points, codes, strict=True)}
    return tuple(pieces.get(at, cell) for at, cell in enumerate(board))


_back = cache(Back)  # views are made often


def cover_pieces(
    pieces: Iterable[Fallen | None], known: frozenset[Seat], shown: frozenset[int]
) -> Iterator[Fallen | None]:
    """Turn pieces to their backs, unless their seat is `known` or their rank `shown`. `shown` are
    the origins of the pieces whose rank is public."""
    for piece in pieces:
        if piece is None or piece.seat in known or piece.origin in shown:
            yield piece
        else:
            yield _back(piece.seat, piece.origin)


def retold(strike: Strike, known: frozenset[Seat], shown: frozenset[int]) -> Strike:
    """Return the last move as a reader who may know these pieces sees it."""
    if strike.verdict is None:
        return strike
    fell = tuple(piece for piece in cover_pieces(strike.fell, known, shown) if piece)
    return replace(strike, fell=fell, stayed=next(cover_pieces((strike.stayed,), known, shown)))
