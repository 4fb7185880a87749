"""The clocks of a match followed along its log and its clock events."""

from collections.abc import Iterable

from ..clock import KINDS, ClockKind, Clocks, Pace
from ..core import Seat
from .record import ClockEvent, Line
from .timeline import Moment, first_settled


class ClockCourse:
    """The clocks of a match after the first lines of its log, `number` of them. It begins with the
    clocks' start, after what chance does first. The seats `timeless` have none."""

    def __init__(
        self,
        pace: Pace,
        course: tuple[Moment, ...],
        log: tuple[Line, ...],
        at_ms: int,
        timeless: Iterable[Seat],
        seats: int,
    ) -> None:
        self._course, self._log = course, log
        self.number = first_settled(course, 0)
        gone = frozenset(timeless)
        self.clocks = Clocks.begin(pace, seats, self.moment.turn, at_ms, timeless=gone)
        self._times = {self.number: self.banks}

    @property
    def moment(self) -> Moment:
        return self._course[self.number]

    @property
    def banks(self) -> tuple[int, ...]:
        """Return the time (ms) of each seat's present turn at its start, or of its next one."""
        return tuple(clock.bank_ms for clock in self.clocks.seats)

    @property
    def given_back(self) -> tuple[int, ...] | None:
        """Return the time (ms) that the takeback of the last line gives back, by seat. It is what
        each seat had when the turn taken back began; None after any other line."""
        again = self.moment.again
        return None if again is None else self._times[again]

    def line(self) -> None:
        """Follow the next line, and what chance has done after it."""
        first, before = self.number, self.moment
        self.number = first_settled(self._course, first + 1)
        lines = self._log[first : self.number]
        self.clocks = self.clocks.after_log(
            before.to_act,
            self.moment.turn,
            [one.entry for one in lines],
            lines[0].at_ms,
            setting_up=before.setting_up,
        )
        self._times[self.number] = self.banks

    def after_event(self, kind: ClockKind, seat: Seat | None, ms: int, at_ms: int) -> None:
        """Follow an event beside the log."""
        self.clocks = self.clocks.after_event(kind, seat, ms, at_ms)
        self._times[self.number] = self.banks

    def follow(self, events: Iterable[ClockEvent], revision: int) -> None:
        """Follow these events, each after the lines it came after, and all lines to a revision."""
        for event in events:
            while self.number < event.revision:
                self.line()
            self.after_event(KINDS[event.kind], event.seat, event.ms, event.at_ms)
        while self.number < revision:
            self.line()
