"""The counts of every mode: turns, quiet and missed turns; the ends they bring for two (A5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..core import Act, Over, Seat
from .board import SEATS, other
from .options import Options

Missing: TypeAlias = Literal["time", "stuck"]
TURNS = tuple(Act(frozenset({seat})) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Missed:
    """A turn that went by unused, because of the clock or because nothing could move. `count` is
    the number this seat has missed by now."""

    seat: Seat
    kind: Missing
    count: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The seat to move, and the counts of all turns, quiet turns and turns each seat missed."""

    mover: Seat = SEATS[0]
    ply: int = 0
    quiet: int = 0
    missed: tuple[int, ...] = (0, 0)

    def after_move(self, options: Options, to: Seat, *, quiet: bool) -> Tally:
        """Return the tally after a turn of the mover, quiet or not; `to` is next."""
        missed = self.missed
        if options.missed_reset_on_move:
            missed = tuple(0 if seat == self.mover else n for seat, n in enumerate(missed))
        return Tally(to, self.ply + 1, self.quiet + 1 if quiet else 0, missed)

    def missing(self, kind: Missing, to: Seat) -> tuple[Tally, Missed]:
        """Return the tally after the mover let a turn go by, a quiet one, and the deed; `to` is
        next."""
        missed = tuple(n + (seat == self.mover) for seat, n in enumerate(self.missed))
        deed = Missed(self.mover, kind, missed[self.mover])
        return Tally(to, self.ply + 1, self.quiet + 1, missed), deed

    def too_many(self, options: Options) -> Over | None:
        """Return the end when the side that was to move has missed one turn too many."""
        before = other(self.mover)
        if self.missed[before] < options.missed_limit:
            return None
        return Over(frozenset({self.mover}), "missed_turns")

    def too_long(self, options: Options) -> Over | None:
        """Return the draw after too many turns, without a capture or at all."""
        if options.no_capture_limit and self.quiet >= options.no_capture_limit:
            return Over(frozenset(), "no_capture")
        if options.max_plies and self.ply >= options.max_plies:
            return Over(frozenset(), "max_plies")
        return None


START = Tally()


@dataclass(frozen=True, slots=True)
class Passing:
    """The events as the turn passes: turns that are skipped, the end."""

    tally: Tally
    skipped: tuple[Missed, ...] = ()
    end: Over | None = None


def passing(
    tally: Tally, options: Options, mobile: Callable[[Seat], bool], *, deadlock_first: bool
) -> Passing | None:
    """Return the end by too many turns or a side that cannot move, or the turn it skips.

    None if the seat to move can simply move. With `deadlock_first` it is a draw when neither side
    can move, even if by `no_move` the seat to move would lose.
    """
    if end := tally.too_long(options):
        return Passing(tally, end=end)
    if mobile(tally.mover):
        return None
    loses = options.no_move == "lose"
    if not (loses and not deadlock_first) and not mobile(other(tally.mover)):
        return Passing(tally, end=Over(frozenset(), "deadlock"))
    if loses:
        return Passing(tally, end=Over(frozenset({other(tally.mover)}), "no_moves"))
    after, skipped = tally.missing("stuck", other(tally.mover))
    return Passing(after, (skipped,), after.too_many(options) or after.too_long(options))


def end_by_elimination(able: frozenset[Seat], last: Seat, options: Options) -> Over | None:
    """Return the end once only these sides can ever move a piece; `last` has moved."""
    if len(able) == len(SEATS):
        return None
    if not able and options.mutual_elimination == "draw":
        return Over(able, "mutual_elimination")
    return Over(able or frozenset({last}), "elimination")
