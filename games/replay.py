"""A match replayed along its log, and the turns that can be taken back."""

from collections.abc import Iterable, Iterator
from typing import Generic

from .core import (
    A,
    Act,
    Code,
    Entry,
    IllegalAction,
    NotationError,
    OutOfTurn,
    Over,
    Rules,
    S,
    Seat,
    V,
)
from .submission import play, read_faces


class Course(Generic[S, A, V]):
    """A match up to some line of its log, without the turns that were taken back.

    `lines` are the lines that still count; `states`, which are secret, begin with the one before
    the first line and go on with the one after each.
    """

    def __init__(self, rules: Rules[S, A, V], variant: str, log: Iterable[Entry] = ()) -> None:
        self._rules = rules
        self.lines: list[Entry] = []
        self.states = [rules.initial(variant)]
        for entry in log:
            self.follow(entry)

    @property
    def state(self) -> S:
        return self.states[-1]

    def views(self, seat: Seat) -> tuple[V, ...]:
        """Return a seat's views before the first line that counts, and after each of them."""
        return tuple(self._rules.view(state, seat) for state in self.states)

    def follow(self, entry: Entry) -> Entry:
        """Add one line of the log, and return it as it should be written. Raises GameError if the
        line cannot follow; then nothing has changed."""
        rules, state = self._rules, self.state
        match entry.kind:
            case "takeback":
                entry = self.takeback(_seat(entry))
                turns = int(entry.text)
                del self.lines[-turns:], self.states[-turns:]
                return entry
            case "act":
                state, entry = play(rules, state, _seat(entry), entry.text)
            case "roll":
                if entry.seat is not None:
                    raise NotationError(Code.NO_SUCH_SEAT, seat=entry.seat)
                state = rules.roll(state, read_faces(entry.text))
            case "lapse":
                state = rules.lapse(state, _seat(entry))
            case "forfeit":
                seats = range(rules.game.info.seats) if entry.seat is None else [entry.seat]
                state = rules.forfeit(state, frozenset(map(Seat, seats)), entry.text)
        self.lines.append(entry)
        self.states.append(state)
        return entry

    def takeback(self, seat: Seat) -> Entry:
        """Return the line that takes back a seat's last turn and everything played since.

        Its text is the number of those turns. Raises OutOfTurn after the end, and IllegalAction if
        there is no such turn, or if one must stand because of chance, a missed turn or the game's
        own reasons.
        """
        if isinstance(self._rules.turn(self.state), Over):
            raise OutOfTurn(Code.ALREADY_OVER)
        first = len(self.lines)
        while first and not self._is_turn_of(first, seat):
            first -= 1
        if not first:
            raise IllegalAction(Code.NOTHING_TO_TAKE_BACK)
        if self._rules.game.info.last_only and first < len(self.lines):
            raise IllegalAction(Code.MOVED_SINCE)
        for entry, state in zip(self.lines[first - 1 :], self.states[first:], strict=True):
            if entry.kind != "act":
                raise IllegalAction(Code.DRAWN_SINCE if entry.kind == "roll" else Code.MISSED_SINCE)
            if reason := self._rules.game.takeback_refusal(self._rules.view(state, None)):
                raise IllegalAction(reason)
        return Entry("takeback", seat, str(len(self.lines) - first + 1))

    def _is_turn_of(self, number: int, seat: Seat) -> bool:
        """Tell whether line `number`, counted from 1, is a turn of this seat; setting up is not."""
        before, entry = self._rules.turn(self.states[number - 1]), self.lines[number - 1]
        free = isinstance(before, Act) and before.free
        return entry.kind == "act" and entry.seat == seat and not free


def replay(rules: Rules[S, A, V], variant: str, log: Iterable[Entry]) -> Iterator[S]:
    """Return the states before the first line and after every one."""
    course = Course(rules, variant)
    yield course.state
    for entry in log:
        course.follow(entry)
        yield course.state


def _seat(entry: Entry) -> Seat:
    if entry.seat is None:
        raise NotationError(Code.NO_SUCH_SEAT, seat="-")
    return entry.seat
