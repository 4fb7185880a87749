"""The clocks of a match: the time a pace gives each seat, when it runs and when it is up.

Every time is handed in, in epoch milliseconds; spans are in milliseconds. A record's log and its
clock events always lead to the same clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from .core import Act, Entry, Over, Seat, Turn

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LONGEST_PAUSE_MS = 30 * DAY
"""The time after the last line at which a pause ends, if no move has ended it before."""
MOST_GRANTS = 2
"""How often managers may give more time in a match; once can be to several seats."""
LONGEST_HELD_MS = 30 * DAY
"""The time without a line after which a match that can be shown nowhere ends without a result."""

PaceName: TypeAlias = Literal["quick", "normal", "slow", "1d", "3d", "7d", "none"]
ClockKind: TypeAlias = Literal[
    "start",
    "pause",
    "time",
    "grant",
    "vacation",
    "return",
    "outage",
    "flag",
    "seat",
    "takeback",
    "held",
    "shown",
]
"""The events beside the log that change clocks.

"start": the clocks are set, with the pace's start; later on, they go on after a pause that no move
has ended. "pause": all stop until the next line. "time": the seat is given more. "grant": managers
give it more, at most `MOST_GRANTS` times a match. "vacation" and "return": the seat's clock is held
and let go. "outage": every running clock gets back the time the
bot was away. "flag": the seat's time has run out. "seat": a new player has taken the seat over and
its clock begins anew; without time there is none from then on. "takeback": the seat has the time
back that it had when the turn taken back began. "held": the seat's board can be shown nowhere; its
clock gets back the time of this turn in which it could not, and stands still. "shown": that is
over; a flag that is down counts as fallen now, and the time says how much was not counted.
"""
KINDS: Mapping[str, ClockKind] = {kind: kind for kind in get_args(ClockKind)}


@dataclass(frozen=True, slots=True)
class Pace:
    """The time of a turn: the start, the increment of each turn, and the most a seat can have.
    Without an increment every turn has the same time, and nothing is saved up."""

    name: PaceName
    start_ms: int
    increment_ms: int
    most_ms: int
    set_up_ms: int

    @property
    def timed(self) -> bool:
        """Tell whether there are clocks at all."""
        return self.start_ms > 0

    @property
    def restart_ms(self) -> int:
        """Return the time for the turn after a flag has fallen: one increment, or a day."""
        return self.increment_ms or min(DAY, self.start_ms)


def _days(name: PaceName, days: int, set_up_ms: int) -> Pace:
    return Pace(name, days * DAY, 0, days * DAY, set_up_ms)


PACES: dict[PaceName, Pace] = {
    pace.name: pace
    for pace in (
        Pace("quick", 24 * HOUR, 8 * HOUR, 48 * HOUR, 48 * HOUR),
        Pace("normal", 48 * HOUR, 24 * HOUR, 96 * HOUR, 48 * HOUR),
        Pace("slow", 72 * HOUR, 48 * HOUR, 168 * HOUR, 48 * HOUR),
        _days("1d", 1, 24 * HOUR),
        _days("3d", 3, 48 * HOUR),
        _days("7d", 7, 72 * HOUR),
        Pace("none", 0, 0, 0, 0),
    )
}


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's clock.

    `bank_ms` is the time the present turn had at its start, or the next one will have. A running
    clock has a `deadline_ms`, one held in the middle of a turn `left_ms`, and one whose flag has
    fallen `flag_ms`, the time it fell. All others stand still.
    """

    bank_ms: int = 0
    deadline_ms: int | None = None
    left_ms: int | None = None
    flag_ms: int | None = None

    @property
    def running(self) -> bool:
        """Tell whether time runs off this clock."""
        return self.deadline_ms is not None

    @property
    def down(self) -> bool:
        """Tell whether the flag has fallen in this turn."""
        return self.flag_ms is not None

    @property
    def reminder_ms(self) -> int | None:
        """Return when four fifths of the turn's first time are used up, while the clock runs."""
        return None if self.deadline_ms is None else self.deadline_ms - self.bank_ms // 5

    def time_left(self, at_ms: int) -> int:
        """Return what is left of this turn's time, or the next turn's time; never below zero."""
        if self.down:
            return 0
        if self.deadline_ms is not None:
            return max(0, self.deadline_ms - at_ms)
        return self.bank_ms if self.left_ms is None else self.left_ms

    def time_used(self, at_ms: int) -> int:
        """Return what a running clock has used of this turn's first time; 0 for any other."""
        return 0 if self.deadline_ms is None else max(0, self.bank_ms - self.time_left(at_ms))

    def start(self, at_ms: int, *, held: bool) -> Clock:
        """Start the clock, or only set it, at the start of a turn."""
        if held:
            return Clock(self.bank_ms, left_ms=self.bank_ms)
        return Clock(self.bank_ms, deadline_ms=at_ms + self.bank_ms)

    def hold(self, at_ms: int) -> Clock:
        """Stop a running clock in the middle of a turn; leave any other as it is."""
        if self.deadline_ms is None:
            return self
        return Clock(self.bank_ms, left_ms=self.time_left(at_ms))

    def resume(self, at_ms: int) -> Clock:
        """Run a held clock again; leave any other as it is."""
        if self.left_ms is None:
            return self
        return Clock(self.bank_ms, deadline_ms=at_ms + self.left_ms)

    def drop_flag(self, at_ms: int) -> Clock:
        return Clock(self.bank_ms, flag_ms=at_ms)

    def give(self, at_ms: int, more_ms: int, *, held: bool) -> Clock:
        """Add time; after a fallen flag the seat has only that time."""
        left = self.time_left(at_ms) + more_ms
        if held:
            return Clock(self.bank_ms, left_ms=left)
        return Clock(self.bank_ms, deadline_ms=at_ms + left)

    def credit(self, lost_ms: int) -> Clock:
        """Give a running clock back the time lost while the bot was away."""
        if self.deadline_ms is None:
            return self
        return replace(self, deadline_ms=self.deadline_ms + lost_ms)


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a match by seat; those of the seats `away` and of the `unshown`, whose boards
    can be shown nowhere, are held, and all while `paused`. The `timeless` seats have no clock,
    whatever the pace."""

    pace: Pace
    seats: tuple[Clock, ...]
    away: frozenset[Seat] = frozenset()
    paused: bool = False
    timeless: frozenset[Seat] = frozenset()
    unshown: frozenset[Seat] = frozenset()

    @classmethod
    def begin(
        cls,
        pace: Pace,
        seats: int,
        turn: Turn,
        at_ms: int,
        away: frozenset[Seat] = frozenset(),
        timeless: frozenset[Seat] = frozenset(),
    ) -> Clocks:
        """Return the clocks as a match begins, running for the seats that are to act."""
        setting_up = isinstance(turn, Act) and turn.free
        bank = pace.set_up_ms if setting_up else pace.start_ms
        clocks = tuple(Clock() if Seat(n) in timeless else Clock(bank) for n in range(seats))
        return cls(pace, clocks, away, timeless=timeless).after_log(frozenset(), turn, (), at_ms)

    def after_log(
        self,
        was: frozenset[Seat],
        turn: Turn,
        entries: Iterable[Entry],
        at_ms: int,
        *,
        setting_up: bool = False,
    ) -> Clocks:
        """Return the clocks after lines on the log; `was` are the seats that were to act before.

        A turn that has been taken or missed stops its seat's clock. In a set-up, `setting_up`, it
        leaves the first turn the pace's start. Any line ends a pause.
        """
        if not self.pace.timed:
            return self
        now = turn.seats if isinstance(turn, Act) else frozenset[Seat]()
        begun = isinstance(turn, Act) and turn.begun
        kinds = {entry.seat: entry.kind for entry in entries if entry.kind in ("act", "lapse")}
        seats = []
        for seat, clock in zip(map(Seat, range(len(self.seats))), self.seats, strict=True):
            if seat in self.timeless:
                seats.append(Clock())
                continue
            going_on = begun and seat in now
            if isinstance(turn, Over):
                clock = Clock(clock.bank_ms)
            elif seat in kinds and not going_on:
                clock = self._after_turn(clock, at_ms, setting_up, missed=kinds[seat] == "lapse")
            elif seat in was and seat not in now:
                kept = clock.time_left(at_ms) if self.pace.increment_ms else self.pace.start_ms
                clock = Clock(self.pace.restart_ms if clock.down else kept)
            elif seat in was and seat not in self.resting:
                clock = clock.resume(at_ms)
            if seat in now and (seat not in was or (seat in kinds and not going_on)):
                clock = clock.start(at_ms, held=seat in self.resting)
            seats.append(clock)
        unshown = frozenset[Seat]() if isinstance(turn, Over) else self.unshown
        return replace(self, seats=tuple(seats), paused=False, unshown=unshown)

    def after_event(self, kind: ClockKind, seat: Seat | None, ms: int, at_ms: int) -> Clocks:
        """Return the clocks after an event beside the log."""
        match kind:
            case "start":
                seats = zip(map(Seat, range(len(self.seats))), self.seats, strict=True)
                going = (own if seat in self.resting else own.resume(at_ms) for seat, own in seats)
                return replace(self, seats=tuple(going), paused=False)
            case "pause":
                return replace(self._each(lambda clock: clock.hold(at_ms)), paused=True)
            case "outage":
                return self._each(lambda clock: clock.credit(ms))
        if seat is None:
            raise ValueError(f"{kind} is about one seat")
        clock = self.seats[seat]
        match kind:
            case "flag":
                return self._put(seat, clock.drop_flag(at_ms))
            case "time" | "grant":
                return self._put(seat, clock.give(at_ms, ms, held=self.is_held(seat)))
            case "vacation":
                return replace(self._put(seat, clock.hold(at_ms)), away=self.away | {seat})
            case "seat":
                return self._anew(seat, ms, at_ms)
            case "takeback":
                return self._set(seat, ms, at_ms)
            case "return":
                return replace(self, away=self.away - {seat})._go_on(seat, at_ms)
            case "held":
                held = self._put(seat, clock.credit(ms).hold(at_ms))
                return replace(held, unshown=self.unshown | {seat})
            case "shown":
                shown = self._put(seat, clock.drop_flag(at_ms) if clock.down else clock)
                return replace(shown, unshown=self.unshown - {seat})._go_on(seat, at_ms)

    def _anew(self, seat: Seat, ms: int, at_ms: int) -> Clocks:
        """Begin this seat's clock anew for a new player, in its turn or out of it."""
        there = replace(self, away=self.away - {seat})
        if not ms:
            timeless, unshown = self.timeless | {seat}, self.unshown - {seat}
            return replace(there._put(seat, Clock()), timeless=timeless, unshown=unshown)
        return there._set(seat, ms, at_ms)

    def _set(self, seat: Seat, ms: int, at_ms: int) -> Clocks:
        """Give this seat the time of a turn, from its start on if it is the seat's turn."""
        clock, fresh = self.seats[seat], Clock(ms)
        waiting = clock.running or clock.down or clock.left_ms is not None
        return self._put(seat, fresh.start(at_ms, held=self.is_held(seat)) if waiting else fresh)

    def _go_on(self, seat: Seat, at_ms: int) -> Clocks:
        """Let a seat's clock run again, unless something else holds it."""
        return self if self.is_held(seat) else self._put(seat, self.seats[seat].resume(at_ms))

    @property
    def resting(self) -> frozenset[Seat]:
        """The seats whose clocks stand still while those of others run."""
        return self.away | self.unshown

    def is_held(self, seat: Seat) -> bool:
        """Tell whether this seat's clock stands still, even in its turn."""
        return self.paused or seat in self.resting

    def _after_turn(self, clock: Clock, at_ms: int, setting_up: bool, *, missed: bool) -> Clock:
        if setting_up:
            return Clock(self.pace.start_ms)
        if missed or clock.down:
            return Clock(self.pace.restart_ms)
        left_ms = clock.time_left(at_ms) if self.pace.increment_ms else self.pace.start_ms
        return Clock(min(left_ms + self.pace.increment_ms, self.pace.most_ms))

    def _each(self, change: Callable[[Clock], Clock]) -> Clocks:
        return replace(self, seats=tuple(map(change, self.seats)))

    def _put(self, seat: Seat, clock: Clock) -> Clocks:
        return replace(self, seats=(*self.seats[:seat], clock, *self.seats[seat + 1 :]))
