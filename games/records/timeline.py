"""A record followed line by line: whose turn it was at every revision, how far the game was, and
what the clocks showed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..clock import KINDS, ClockKind, Clocks, Pace
from ..core import Act, AnyRules, Entry, Over, Roll, Seat, Turn
from ..replay import Course
from .record import ClockEvent, Computer, Holder, Line, Record


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after some lines of its log.

    `turns` are those taken or missed once the set-up was over. Nobody saw a moment that is not
    `settled`: chance was still to act. After a takeback it is `again` as it was at that revision.
    """

    turn: Turn
    turns: int
    state: Any = field(repr=False)
    again: int | None = None

    @property
    def first_settled(self) -> bool:
        return not isinstance(self.turn, Roll)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def setting_up(self) -> bool:
        return isinstance(self.turn, Act) and self.turn.free

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.turn.seats if isinstance(self.turn, Act) else frozenset()

    def all_moved(self, seats: int) -> bool:
        """Tell whether everybody has moved once, and the game goes on."""
        return not self.over and not self.setting_up and self.turns >= seats


def follow_log(rules: AnyRules, variant: str, log: Iterable[Line]) -> Iterator[tuple[str, Moment]]:
    """Follow a log: the text of each line as it should be written, and the moment after it. Before
    the first line the text is empty. Raises GameError where the log cannot be followed."""
    course, turns = Course(rules, variant), 0
    moment, counting = Moment(rules.turn(course.state), 0, course.state), [0]
    yield "", moment
    for revision, line in enumerate(log, start=1):
        entry = course.follow(line.entry)
        turns += 0 if moment.setting_up else turns_added(entry)
        again = None
        if entry.kind == "takeback":
            del counting[-int(entry.text) :]
            again = counting.pop()
        counting.append(revision)
        moment = Moment(rules.turn(course.state), turns, course.state, again)
        yield entry.text, moment


def moments(rules: AnyRules, variant: str, log: Iterable[Line]) -> tuple[Moment, ...]:
    """Return a match's moments by revision. Raises GameError if its log cannot be followed."""
    return tuple(moment for _, moment in follow_log(rules, variant, log))


def first_settled(course: tuple[Moment, ...], revision: int) -> int:
    """Return the first revision from this one on at which chance had acted."""
    while revision < len(course) - 1 and not course[revision].first_settled:
        revision += 1
    return revision


def sealed_seats(record: Record) -> frozenset[Seat]:
    """Return the seats whose lines are left out, because their layouts stay secret."""
    return frozenset(Seat(seal.seat) for seal in record.seals if not seal.nonce)


def takeovers(held: tuple[Holder, ...]) -> list[tuple[Holder, Holder]]:
    """List who has taken a seat over from whom; another version of a computer is no other."""
    return [
        (before, after)
        for before, after in pairwise(held)
        if not (isinstance(before.who, Computer) and isinstance(after.who, Computer))
    ]


def turns_added(entry: Entry) -> int:
    """Count the turns that a line adds, fewer than 0 for a takeback."""
    if entry.kind == "takeback":
        return -int(entry.text)
    return int(entry.kind in ("act", "lapse"))


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
            [line.entry for line in lines],
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
