"""A match along its log, and what its seats have seen on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core import AnyRules, Entry, Over, Seat, View
from games.replay import Course

from .match.history import StepKind
from .match.match import Match
from .match.refusals import Code, Refusal


@dataclass(frozen=True, slots=True)
class LogSpan:
    """The lines of one step among those that still count, from `first` up to before `end`."""

    number: int
    kind: StepKind
    first: int
    end: int


class MatchCourse:
    """A match as far as its log has been followed, `count` lines of it; secret like its states."""

    def __init__(self, rules: AnyRules, variant: str) -> None:
        self._rules = rules
        self._course: Course[Any, Any, Any] = Course(rules, variant)
        self._views: dict[Seat | None, list[View]] = {}
        self.count = 0
        self.counted = [0]
        """The number of lines that counted at each revision."""
        self._undone: dict[int, int] = {}
        self.revisions: list[int] = []
        """The revision at which each of the lines that still count was written."""

    def follow(self, entry: Entry) -> None:
        kept = len(self._course.lines)
        self._course.follow(entry)
        self.revisions.append(self.count)
        self.count += 1
        if entry.kind == "takeback":
            left = len(self._course.states)
            later = [self._undone.pop(line) for line in [*self._undone] if line > left - 1]
            self._undone[left - 1] = self.undone(left - 1) + int(entry.text) + sum(later)
            del self.revisions[left - 1 :]
            for views in self._views.values():
                del views[left:]
        elif len(self._course.lines) != kept + 1:
            raise ValueError("a line of the log adds a line")
        self.counted.append(len(self._course.lines))

    def take_back(self, seat: Seat) -> tuple[Entry, Any]:
        """Return the line of a seat's takeback, and the state after it. Raises GameError."""
        entry = self._course.takeback(seat)
        return entry, self._course.states[-1 - int(entry.text)]

    @property
    def lines(self) -> list[Entry]:
        """The lines that still count."""
        return self._course.lines

    def undone(self, line: int) -> int:
        """Count the turns that were taken back when this number of lines was left."""
        return self._undone.get(line, 0)

    def stretches(self) -> tuple[LogSpan, ...]:
        """Part the lines into steps: the set-up, every turn with what chance did after it, every
        missed turn, and whatever ends the part of a seat."""
        public, found = self.views(None), [LogSpan(0, "start", 0, 0)]
        for line, entry in enumerate(self.lines):
            last, before = found[-1], public[line]
            kind = entry.kind
            if kind in ("roll", "takeback") or (kind != "forfeit" and before.free):
                found[-1] = LogSpan(last.number, last.kind, last.first, line + 1)
            elif kind == "forfeit":
                found.append(LogSpan(last.number, kind, line, line + 1))
            else:
                taken = before.number or last.number + 1
                found.append(LogSpan(taken, "act" if kind == "act" else "lapse", line, line + 1))
        return tuple(found)

    def turns(self) -> Iterator[tuple[int, int, Seat]]:
        """List the turns after the set-up: the number on the boards, the line, and the seat."""
        for stretch in self.stretches():
            seat = self.lines[stretch.first].seat if stretch.kind == "act" else None
            if seat is not None:
                yield stretch.number, stretch.first, seat

    @property
    def hides(self) -> bool:
        """Tell whether there is anything to open once the match has ended."""
        return self._rules.opened is not None

    def open_views(self, match: Match) -> tuple[View, ...]:
        """Show every piece at the beginning and after each line that still counts. Raises Refusal
        unless both the match and its last position have ended."""
        over = isinstance(self._rules.turn(self._course.state), Over)
        if match.stand.outcome is None or not over:
            raise Refusal(Code.NOT_OVER, match=match.id)
        if self._rules.opened is None:
            return self.views(None)
        return tuple(map(self._rules.opened, self._course.states))

    def views(self, seat: Seat | None) -> tuple[View, ...]:
        """List a seat's views at the beginning and after each line that still counts."""
        views = self._views.setdefault(seat, [])
        views += [self._rules.view(state, seat) for state in self._course.states[len(views) :]]
        return tuple(views)
