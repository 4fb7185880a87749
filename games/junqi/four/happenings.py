"""The fates of seats in four-player Junqi (rules/junqi-four.md, sections 3 and 5)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from ...core import Seat
from .. import hidden
from ..options import Options
from .board import SEATS

Reason: TypeAlias = Literal["flag", "elimination", "missed_turns", "resign", "no_moves"]
REASONS: tuple[Reason, ...] = get_args(Reason)
Gone: TypeAlias = tuple[Seat, Reason]


@dataclass(frozen=True, slots=True)
class Out:
    """A seat went out; of its missed turns `timed` ran out of time and `skipped` had no move."""

    seat: Seat
    reason: Reason
    timed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Fled:
    """A seat escaped: its player left for good, and the match ends."""

    seat: Seat


Deed: TypeAlias = hidden.Deed | Out | Fled


def following(seat: Seat, out: frozenset[Seat], options: Options) -> Seat:
    """Return the next seat that is still in; where no other is, the seat itself."""
    step = 1 if options.order == "clockwise" else 3
    others = (SEATS[(seat + step * turns) % 4] for turns in (1, 2, 3))
    return next((other for other in others if other not in out), seat)
