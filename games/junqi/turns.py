"""What turns of both modes have in common: moves, missed turns, and how a side comes to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..core import Act, IllegalAction, Info, OutOfTurn, Over, Seat, Turn
from ..core import Code as Core
from ..quitting import quitting
from .codes import Code
from .options import Options

Missing: TypeAlias = Literal["time", "stuck"]
SEATS = (Seat(0), Seat(1))


@dataclass(frozen=True, slots=True)
class Move:
    """From one square to another; onto an enemy it is an attack."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that went by unused: by the clock, or because nothing could move."""

    seat: Seat
    kind: Missing
    count: int


def other(seat: Seat) -> Seat:
    """The one across the board."""
    return Seat(1 - seat)


def check_lapse(turn: Turn, seat: Seat) -> None:
    """Raise OutOfTurn unless the seat is to act."""
    if not isinstance(turn, Act) or seat not in turn.seats:
        raise OutOfTurn(Core.ALREADY_OVER if isinstance(turn, Over) else Core.NOT_YOUR_TURN)


def given_up(
    info: Info, turn: Turn, options: Options, ply: int, seats: frozenset[Seat], reason: str
) -> Over:
    """The end when these seats give up; nobody may resign in the first turns (A5)."""
    end = quitting(info, turn, seats, reason)
    if reason == "resign" and ply < options.resign_min_ply:
        raise IllegalAction(Code.TOO_EARLY, n=options.resign_min_ply - ply)
    return end


def one_more(missed: Sequence[int], seat: Seat) -> tuple[int, ...]:
    """The missed turns once this seat has missed another."""
    return tuple(count + (side == seat) for side, count in enumerate(missed))


def forgiven(missed: tuple[int, ...], seat: Seat, options: Options) -> tuple[int, ...]:
    """The missed turns once this seat has moved."""
    if not options.missed_reset_on_move:
        return missed
    return tuple(0 if side == seat else count for side, count in enumerate(missed))


def too_many(missed: Sequence[int], seat: Seat, options: Options) -> Over | None:
    """The end when this seat has missed the last turn it may."""
    if missed[seat] < options.missed_limit:
        return None
    return Over(frozenset({other(seat)}), "missed_turns")


def too_long(options: Options, quiet: int, ply: int) -> Over | None:
    """The draw after too many turns, without a capture or at all."""
    if options.no_capture_limit and quiet >= options.no_capture_limit:
        return Over(frozenset(), "no_capture")
    if options.max_plies and ply >= options.max_plies:
        return Over(frozenset(), "max_plies")
    return None


def eliminated(able: frozenset[Seat], last: Seat, options: Options) -> Over | None:
    """The end once only these sides have anything left that could ever move."""
    if len(able) == len(SEATS):
        return None
    if not able and options.mutual_elimination == "draw":
        return Over(able, "mutual_elimination")
    return Over(able or frozenset({last}), "elimination")
