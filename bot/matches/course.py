"""A match along its log, and what its seats have seen on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import AnyRules, Entry, Seat, View
from games.replay import Course


class MatchCourse:
    """A match as far as its log has been followed, `count` lines of it; secret like its states."""

    def __init__(self, rules: AnyRules, variant: str) -> None:
        self._rules = rules
        self._course: Course[Any, Any, Any] = Course(rules, variant)
        self._views: dict[Seat | None, list[View]] = {}
        self.count = 0
        self._counted = [0]
        self.revisions: list[int] = []
        """The revision at which each of the lines that still count was written."""

    def follow(self, entry: Entry) -> None:
        kept = len(self._course.lines)
        self._course.follow(entry)
        self.revisions.append(self.count)
        self.count += 1
        if entry.kind == "takeback":
            left = len(self._course.states)
            del self.revisions[left - 1 :]
            for views in self._views.values():
                del views[left:]
        elif len(self._course.lines) != kept + 1:
            raise ValueError("a line of the log adds a line")
        self._counted.append(len(self._course.lines))

    def taken_back(self, seat: Seat) -> tuple[Entry, Any]:
        """Return the line that takes back a seat's last turn and all since, and the state then.

        Raises GameError if it cannot be taken back.
        """
        entry = self._course.takeback(seat)
        return entry, self._course.states[-1 - int(entry.text)]

    def counted(self, revision: int) -> int:
        """Return the number of lines that counted at a revision."""
        return self._counted[revision]

    @property
    def lines(self) -> list[Entry]:
        """The lines that still count."""
        return self._course.lines

    def turns(self) -> Iterator[tuple[int, int, Seat]]:
        """List the turns after the set-up: the number on the boards, the line, and the seat."""
        public, taken = self.views(None), 0
        for line, entry in enumerate(self.lines):
            if entry.kind == "act" and entry.seat is not None:
                taken += 1
                if not public[line].free:
                    yield public[line].number or taken, line, entry.seat

    def views(self, seat: Seat | None) -> tuple[View, ...]:
        """List a seat's views at the beginning and after each line that still counts."""
        views = self._views.setdefault(seat, [])
        views += [self._rules.view(state, seat) for state in self._course.states[len(views) :]]
        return tuple(views)
