"""Junqi's board and pieces, the same in dark and in flip mode (rules/junqi.md, sections 1 to 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from ..core import Seat
from ..grid import COMPASS, Grid

GRID = Grid(5, 12)
SEATS = (Seat(0), Seat(1))

Colour: TypeAlias = str
"""`r` or `b`; in flip mode "" while a side's colour is open."""
Kind: TypeAlias = str
"""The code of a kind of piece: a rank from `9` to `1`, which compare as characters, or B, L, F."""

RED, BLUE = "r", "b"
COLOURS = (RED, BLUE)

MARSHAL, ENGINEER, BOMB, MINE, FLAG = "9", "1", "B", "L", "F"
COUNTS: dict[Kind, int] = {
    "9": 1,
    "8": 1,
    "7": 2,
    "6": 2,
    "5": 2,
    "4": 2,
    "3": 3,
    "2": 3,
    "1": 3,
    "B": 2,
    "L": 3,
    "F": 1,
}
"""How many pieces of every kind a side has; the ranks from the highest, then bomb, mine, flag."""
CODES = "".join(COUNTS)
RANKS = CODES[:9]
STILL = frozenset((MINE, FLAG))
"""The pieces that never move."""
SET = "".join(code * count for code, count in COUNTS.items())
"""All 25 pieces of a side."""


@dataclass(frozen=True, slots=True)
class Move:
    """From one square to another; onto an enemy it is an attack."""

    origin: int
    target: int


def other(seat: Seat) -> Seat:
    """The one across the board."""
    return Seat(1 - seat)


def squares(names: str) -> tuple[int, ...]:
    """The numbers of squares, named with blanks between them."""
    return tuple(GRID.square(name) for name in names.split())


CAMPS = frozenset(squares("b3 d3 c4 b5 d5 b8 d8 c9 b10 d10"))
HOMES = (frozenset(squares("b1 d1")), frozenset(squares("b12 d12")))
"""The headquarters, by seat."""
HEADQUARTERS = HOMES[0] | HOMES[1]
POINTS = tuple(square for square in range(len(GRID)) if square not in CAMPS)
"""The 46 stations and 4 headquarters, in the order of a deal: a1 b1 c1 d1 e1 a2 …"""
LINES = (
    squares("a2 b2 c2 d2 e2"),
    squares("a6 b6 c6 d6 e6"),
    squares("a7 b7 c7 d7 e7"),
    squares("a11 b11 c11 d11 e11"),
    squares("a2 a3 a4 a5 a6 a7 a8 a9 a10 a11"),
    squares("e2 e3 e4 e5 e6 e7 e8 e9 e10 e11"),
    squares("c6 c7"),
)
"""The railways, straight, stop by stop."""
MOUNTAINS = frozenset(frozenset(squares(pair)) for pair in ("b6 b7", "d6 d7"))
"""Where two neighbours across the front have no line between them."""


def _rails() -> dict[int, tuple[int, ...]]:
    """The neighbours of every stop along a railway."""
    found: dict[int, list[int]] = {}
    for line in LINES:
        for one, other in pairwise(line):
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return {stop: tuple(near) for stop, near in found.items()}


def _steps(square: int) -> Iterator[int]:
    """One step along a line: orthogonal except at the mountains, diagonal if one end is a camp."""
    for right, up in COMPASS:
        near = GRID.step(square, right, up)
        if near is None or frozenset((square, near)) in MOUNTAINS:
            continue
        if not (right and up) or square in CAMPS or near in CAMPS:
            yield near


def _rays(square: int) -> Iterator[tuple[int, ...]]:
    """The straight railways leading away from a stop."""
    for line in LINES:
        if square in line:
            at = line.index(square)
            yield from (ray for ray in (line[at + 1 :], line[:at][::-1]) if ray)


RAILS = _rails()
STEPS = tuple(frozenset(_steps(square)) for square in range(len(GRID)))
"""Where one step leads from every square, by road or rail."""
RAYS = tuple(tuple(_rays(square)) for square in range(len(GRID)))


def reach(board: Sequence[object], origin: int, kind: Kind) -> set[int]:
    """Where a piece of this kind could go: free squares, and the first piece met on every way.

    The caller must ask whose that piece is, and whether a camp protects it.
    """
    found = set(STEPS[origin])
    if origin not in RAILS:
        return found
    if kind == ENGINEER:
        return found | _flight(board, origin)
    for ray in RAYS[origin]:
        for stop in ray:
            found.add(stop)
            if board[stop] is not None:
                break
    return found


def _flight(board: Sequence[object], origin: int) -> set[int]:
    """Where an engineer gets by rail: every stop that free stops lead to, round any corner."""
    seen, waiting = {origin}, [origin]
    while waiting:
        for stop in RAILS[waiting.pop()]:
            if stop not in seen:
                seen.add(stop)
                if board[stop] is None:
                    waiting.append(stop)
    seen.discard(origin)
    return seen


class Verdict(StrEnum):
    """Who remains after an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    BOTH = "both"
    """Both are removed."""


def clash(attacker: Kind, defender: Kind) -> Verdict:
    """What comes of one kind attacking another (section 4)."""
    if BOMB in (attacker, defender) or attacker == defender:
        return Verdict.BOTH
    if defender == FLAG:
        return Verdict.ATTACKER
    if defender == MINE:
        return Verdict.ATTACKER if attacker == ENGINEER else Verdict.DEFENDER
    return Verdict.ATTACKER if attacker > defender else Verdict.DEFENDER
