"""Every match followed along its log, and compared with what is noted about it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.store.soundness import damage, differences, strays
from games import fairness
from games.clock import Clock, Clocks
from games.core import AnyRules, GameError, Over, Seat
from games.records.timeline import ClockCourse, Moment
from games.records.verify import Code, follow

from ..match.change import Change
from ..match.due import due_ms
from ..match.ids import MatchId
from ..match.match import Match, Stand, Terms
from ..match.players import STILL, Computer, Who
from ..match.seating import draw_seats
from ..referee import Referee
from ..store.census import Entire, MatchScan
from ..store.recounts import PointsRecount
from ..transition import phase_of, result_of

UNREADABLE = (GameError, ValueError, TypeError, LookupError)
"""What engines and rows raise for something that nobody has written by playing."""


class Kind(StrEnum):
    """The kinds of differences beside the laws (`store/laws.py`); those from `POSITION` on can be
    mended, for a log that is whole."""

    ROWS = "its rows cannot be read"
    SEATS = "the seats are not those of its game"
    CARD = "the seats are not those of its card"
    COMMITMENT = "its seed is not the one it has committed itself to"
    LINES = "lines are missing from its log, or too many"
    LOG = "its log cannot be followed"
    TIMES = "its log runs back in time"
    DICE = "chance has shown what was not drawn from the seed"
    SEAL = "a seal does not fit the layout"
    POSITION = "the position does not follow from the log"
    TURNS = "turns or rolls are not counted as in the log"
    MISSED = "missed turns are not counted as in the log"
    WHEN = "when it began or was last moved in does not follow from the log"
    PHASE = "the phase does not follow from the log"
    ACTING = "who is to act does not follow from the log"
    RESULT = "the result does not follow from the log"
    CLOCK = "the clock does not follow from the log and the clock events"
    DUE = "when something is due does not follow from the clocks"
    POINTS = "what it counts for does not follow from the matches"
    STANDING = "where people stand does not follow from the matches"


FAULTS: Mapping[str, Kind] = {
    Code.TIME_RUNS_BACK: Kind.TIMES,
    Code.CLOCK_RUNS_BACK: Kind.TIMES,
    Code.DRAW_DIFFERS: Kind.DICE,
    Code.SEAL_MISSING: Kind.SEAL,
    Code.SEAL_DIFFERS: Kind.SEAL,
    Code.SEAL_WITHOUT_LAYOUT: Kind.SEAL,
    Code.SEAL_NOT_OPENED: Kind.SEAL,
}
"""What the faults of a log are called here, where nothing may be quoted; the others are `LOG`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a match, a table or the points of a game (the `place`) that does not follow from
    the rest. It never says what stands there: that may be secret."""

    place: str
    kind: str
    seat: Seat | None = None
    mended: bool = False


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A match that nobody can follow here: its game, or that version of it, is not known."""

    match: MatchId
    game: str
    version: int


@dataclass(frozen=True, slots=True, repr=False)
class _Replayed:
    """What follows from the log of a match; secret. None of it if the log has a fault."""

    faults: tuple[Kind, ...]
    match: Match
    position: str
    rolls: int


class Checking:
    """Checks all matches and points of a store, and mends what follows from something else."""

    def __init__(self, referee: Referee, census: MatchScan, recounts: PointsRecount) -> None:
        self._referee = referee
        self._census = census
        self._recounts = recounts
        self.count = 0
        """The matches that have been gone through."""

    async def damage(self) -> tuple[str, ...]:
        """List in words what is wrong with the database's own file, or else with its tables."""
        store = self._referee.store.store
        return await damage(store) or await differences(store)

    async def everything(self, *, repair: bool = False) -> AsyncIterator[Difference | Unchecked]:
        """Check what rows refer to, every match, and the points."""
        for table, parent, count in await strays(self._referee.store.store):
            yield Difference(table, f"{count} of its rows belong to {parent} that are gone")
        async for found in self.matches(repair=repair):
            yield found
        async for fault in self.points(repair=repair):
            yield fault

    async def matches(self, *, repair: bool = False) -> AsyncIterator[Difference | Unchecked]:
        """Check match after match; what cannot be checked is named as well."""
        last = MatchId("")
        while page := await self._census.page(last):
            last = page[-1]
            self.count += len(page)
            for match in await self._doubtful(page):
                for found in await self.match(match, repair=repair):
                    yield found

    async def match(
        self, match: MatchId, *, repair: bool = False
    ) -> tuple[Difference | Unchecked, ...]:
        """Check one match."""
        found = await self._look(match)
        if not repair or not found or not await self._mend(match):
            return found
        left = await self._look(match)
        return tuple(
            replace(check, mended=check not in left) if isinstance(check, Difference) else check
            for check in found
        )

    async def _look(self, match: MatchId) -> tuple[Difference | Unchecked, ...]:
        try:
            (entire,) = await self._census.entire([match])
            return tuple(self._findings(entire))
        except UNREADABLE:
            return (Difference(match, Kind.ROWS),)

    async def points(self, *, repair: bool = False) -> AsyncIterator[Difference]:
        """Check the points of every game on every server."""
        faults = left = await self._recounts.faults()
        if faults and repair:
            for pool in {fault.pool for fault in faults}:
                await self._recounts.settle(pool)
            left = await self._recounts.faults()
        for fault in faults:
            mended = fault not in left
            if fault.match:
                yield Difference(MatchId(fault.match), Kind.POINTS, Seat(fault.seat), mended)
            else:  # a person, whose number is nobody's business here
                yield Difference(fault.pool.game, Kind.STANDING, mended=mended)

    async def _doubtful(self, page: tuple[MatchId, ...]) -> tuple[MatchId, ...]:
        """List those of a page's matches about which there is something to say."""
        try:
            known = {entire.stored.match.id: entire for entire in await self._census.entire(page)}
            doubtful = []
            for id_ in page:
                if id_ not in known or [*self._findings(known[id_])]:
                    doubtful.append(id_)
                await asyncio.sleep(0)  # or all else would wait for the whole page
            return tuple(doubtful)
        except UNREADABLE:
            return page

    def _findings(self, entire: Entire) -> Iterator[Difference | Unchecked]:
        match = entire.stored.match
        terms = match.terms
        for told in entire.told:
            yield Difference(match.id, told)
        if entire.stored.cleared and not entire.record.log:
            return  # its result is compared with the points, and all else is gone
        rules = self._known_rules(terms)
        if rules is None:
            yield Unchecked(match.id, terms.game, terms.version)
            return
        for kind, seat in _differences(rules, entire):
            yield Difference(match.id, kind, seat)

    def _known_rules(self, terms: Terms) -> AnyRules | None:
        """Return the rules of a match's version; None if they are not known."""
        if terms.game not in self._referee.games:
            return None
        rules = self._referee.rules_of(terms)
        return rules if rules.game.info.version == terms.version else None

    async def _mend(self, match: MatchId) -> bool:
        """Write what follows from a whole log; False if it is not, or the match has gone on."""
        try:
            (entire,) = await self._census.entire([match])
            stored = entire.stored
            rules = self._known_rules(stored.match.terms)
            now = _replay(rules, entire) if rules and stored.match.begun else None
        except UNREADABLE:
            return False
        if now is None or now.faults:
            return False
        after = replace(now.match, serial=stored.match.serial + 1)
        return await self._referee.store.commit(
            Change(stored.match, after, now.position, now.rolls)
        )


def _differences(rules: AnyRules, entire: Entire) -> Iterator[tuple[Kind, Seat | None]]:
    """List what of a match is not as its log has it; of a log with faults those alone."""
    stored = entire.stored
    match, now = stored.match, _replay(rules, entire)
    if now.faults:
        yield from ((kind, None) for kind in now.faults)
        return
    start_ms = next((event.ms for event in entire.record.clock if event.kind == "start"), 0)
    if not start_ms and match.begun_ms is None:  # nobody knows
        start_ms = match.pace.start_ms
    was = _facts(match, stored.position, stored.rolls, match.pace.start_ms)
    made = _facts(now.match, now.position, now.rolls, start_ms)
    yield from ((kind, seat) for kind, seat in was if was[kind, seat] != made[kind, seat])
    noted, due = entire.due_ms, due_ms(match)
    # An outage puts off what is due, which is noted when it would have been.
    if noted != due and not (match.credit_ms and noted and due and noted < due):
        yield Kind.DUE, None


def _facts(
    match: Match, position: str, rolls: int, start_ms: int
) -> Mapping[tuple[Kind, Seat | None], object]:
    """List what is noted of a match, by what it is called where it does not follow from the log."""
    stand, over = match.stand, match.stand.outcome
    noted: dict[tuple[Kind, Seat | None], object] = {
        (Kind.POSITION, None): position,
        (Kind.TURNS, None): (stand.turns, rolls, stand.taken_back),
        (Kind.WHEN, None): (match.begun_ms, match.updated_ms),
        (Kind.PHASE, None): stand.phase,
        (Kind.RESULT, None): over and (over.reason, over.scores),
    }
    for player in match.players:
        noted[Kind.ACTING, player.seat] = player.acting, player.out
        noted[Kind.RESULT, player.seat] = player.result
        noted[Kind.CLOCK, player.seat] = player.clock, player.unshown
        noted[Kind.MISSED, player.seat] = player.missed
    noted[Kind.CLOCK, None] = match.paused, match.credit_ms, match.credit_turns, start_ms
    return noted


def _replay(rules: AnyRules, entire: Entire) -> _Replayed:
    """Follow a match along its log."""
    stored, lines = entire.stored, entire.record.log
    match = stored.match
    nothing = _Replayed((), match, "", 0)
    if match.terms.commitment != fairness.commitment(stored.seed):
        return replace(nothing, faults=(Kind.COMMITMENT,))
    if not _fits_lots(rules, entire):
        return replace(nothing, faults=(Kind.CARD,))
    if match.terms.salt is None:
        bare = not (lines or match.players or match.stand.revision)
        return nothing if bare else replace(nothing, faults=(Kind.LINES,))
    if [player.seat for player in match.players] != [*range(rules.game.info.seats)]:
        return replace(nothing, faults=(Kind.SEATS,))
    if entire.revisions != (*range(1, match.stand.revision + 1),):
        return replace(nothing, faults=(Kind.LINES,))
    try:
        faults, course = follow(entire.record, rules)
    except UNREADABLE:
        return replace(nothing, faults=(Kind.LOG,))
    if faults:
        kinds = dict.fromkeys(FAULTS.get(fault.code, Kind.LOG) for fault in faults)
        return replace(nothing, faults=tuple(kinds))
    end, rolls = course[-1], sum(line.entry.kind == "roll" for line in lines)
    return _Replayed((), _match_after(rules, entire, course), rules.dump(end.state), rolls)


def _fits_lots(rules: AnyRules, entire: Entire) -> bool:
    """Tell whether those on the card, if it is kept, had the seats at first that lots gave them."""
    terms, info = entire.stored.match.terms, rules.game.info
    if terms.salt is not None and not entire.card:
        return True
    try:
        lots = draw_seats(entire.card, info, entire.stored.seed, terms.id, terms.salt or "")
    except UNREADABLE:
        return False
    seated = [*map(_seated, lots)] == [*map(_seated, entire.table)]
    return len(entire.card) == info.seats and (terms.salt is None or seated)


def _seated(who: Who) -> tuple[str, int]:
    return ("level", who.level) if isinstance(who, Computer) else ("person", who.id)


def _match_after(rules: AnyRules, entire: Entire, course: tuple[Moment, ...]) -> Match:
    """Return the match as its log leads to it."""
    match, end, lines = entire.stored.match, course[-1], entire.record.log
    turn, out = end.turn, rules.view(end.state, None).out
    clocks = _clocks(entire, course)
    missed = Counter(line.entry.seat for line in lines if line.entry.kind == "lapse")
    kinds = [line.entry.kind for line in lines if line.entry.kind != "roll"]
    stand = Stand(
        revision=len(lines),
        turns=end.turns,
        phase=phase_of(turn),
        outcome=turn if isinstance(turn, Over) else None,
        taken_back=kinds[-1:] == ["takeback"],
    )
    players = tuple(
        replace(
            player,
            acting=player.seat in end.to_act,
            out=player.seat in out,
            result=result_of(turn, player.seat),
            clock=clocks.seats[player.seat],
            unshown=player.seat in clocks.unshown,
            missed=missed[player.seat],
        )
        for player in match.players
    )
    after = replace(match, stand=stand, players=players, paused=clocks.paused)
    after = replace(after, updated_ms=lines[-1].at_ms if lines else match.updated_ms)
    return _with_times(after, entire, course)


def _with_times(match: Match, entire: Entire, course: tuple[Moment, ...]) -> Match:
    """Note when a match began, as far as that is known, and the last outage."""
    events, begun_ms = entire.record.clock, match.begun_ms
    times = [event.at_ms for event in events[:1]] or [line.at_ms for line in entire.record.log[:1]]
    first_ms = times[0] if times else match.updated_ms
    if begun_ms is not None:
        begun_ms = min(max(begun_ms, match.terms.created_ms), first_ms)
    if not events or events[0].kind != "start":
        return replace(match, begun_ms=begun_ms)
    last = [(row.ms, course[row.revision].turns) for row in events if row.kind == "outage"][-1:]
    credit_ms, credit_turns = last[0] if last else (0, 0)
    return replace(match, begun_ms=begun_ms, credit_ms=credit_ms, credit_turns=credit_turns)


def _clocks(entire: Entire, course: tuple[Moment, ...]) -> Clocks:
    """Compute the clocks again; those whose past is not written down whole stay as they are."""
    match, events = entire.stored.match, entire.record.clock
    if course[-1].over:  # what is left on a clock then is nobody's
        rest = tuple(Clock(seat.bank_ms) for seat in match.clocks.seats)
        return replace(match.clocks, seats=rest, paused=False, unshown=frozenset())
    if not match.pace.timed:
        return replace(match.clocks, seats=(STILL,) * len(match.players))
    if not events or events[0].kind != "start":
        return match.clocks
    seats, begun_ms = len(match.players), events[0].at_ms
    computers = frozenset(
        Seat(seat) for seat, who in enumerate(entire.table) if isinstance(who, Computer)
    )
    clocks = ClockCourse(match.pace, course, entire.record.log, begun_ms, computers, seats)
    try:
        clocks.follow(events[1:], len(entire.record.log))
    except UNREADABLE:  # an event that no clock can have had: nothing is known about any
        return replace(match.clocks, seats=(STILL,) * seats)
    return clocks.clocks
