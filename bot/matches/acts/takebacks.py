"""Turns taken back, and the time that a takeback gives back with them."""

from typing import Any

from games.core import Entry, Seat
from games.records.record import Line
from games.records.timeline import ClockCourse, moments

from ..course import MatchCourse
from ..match.match import Match
from ..match.players import Computer
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Happening, Transition


class Takebacks:
    """A seat's last turn is taken back, with all that was played since."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    async def take_back(self, before: Stored, seat: Seat) -> Transition:
        """Take back a seat's last turn and all that was played since. Raises GameError."""
        entry, state = await self.check(before, seat)
        back = await self._clocks(before.match, entry)
        return self._referee.advance(before, state, (entry,), back=back)

    async def check(self, before: Stored, seat: Seat) -> tuple[Entry, Any]:
        """Return the line of a takeback, and the state after it. Raises GameError."""
        self._referee.check_version(before)
        course = await self._referee.course(before.match)
        entry, state = course.take_back(seat)
        _check_substitution(before.match, course, len(course.lines) - int(entry.text))
        return entry, state

    async def _clocks(self, match: Match, entry: Entry) -> tuple[Happening, ...]:
        """Give every seat the time back that it had when the turn taken back began. Clocks whose
        past is not written down whole go on as they stand."""
        store, revision = self._referee.store, match.stand.revision
        events = await store.clock_events(match.id) if match.pace.timed else ()
        if not events or events[0].kind != "start":
            return ()
        at_ms, seats = self._referee.later(match), len(match.players)
        log = (*(await store.lines(match.id))[:revision], Line(entry, at_ms))
        held = await self._referee.holders(match)
        timeless = [seat for seat, who in held.items() if isinstance(who[0][1], Computer)]
        past = moments(self._referee.rules_of(match.terms), match.options.variant, log)
        clocks = ClockCourse(match.pace, past, log, events[0].at_ms, timeless, seats)
        clocks.follow(events[1:], revision)
        if clocks.banks != tuple(player.clock.bank_ms for player in match.players):
            return ()
        clocks.line()
        back = clocks.given_back or ()
        return tuple(
            ("takeback", seat, ms)
            for seat, ms in zip(map(Seat, range(seats)), back, strict=False)
            if seat not in match.timeless
        )


def _check_substitution(match: Match, course: MatchCourse, kept: int) -> None:
    """Raise Refusal if counting only `kept` lines would undo a turn before the last take-over."""
    for substitution in filter(None, (player.substitution for player in match.players)):
        if kept < course.counted[substitution.revision]:
            raise Refusal(Code.TAKEN_OVER_SINCE, name=substitution.person.called)
