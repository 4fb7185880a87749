"""Vacations in matches: planned, taken at once or automatically, and ended early."""

import logging
from contextlib import suppress
from dataclasses import replace

from bot.people.person import Person
from bot.people.vacation import DAYS_A_YEAR, Vacation, days_left, fits, midnight, year_of

from ..match.ids import MatchId
from ..match.players import Player
from ..match.refusals import Code, Refusal, StaleRevision
from ..referee import Referee
from ..store.rows import Stored
from ..store.schedule import Schedule
from ..transition import Happening, Transition

log = logging.getLogger(__name__)


class Vacations:
    """Fourteen days a year in which a player's clocks stand still, but for strict matches."""

    def __init__(self, referee: Referee, schedule: Schedule) -> None:
        self._referee = referee
        self._schedule = schedule

    def days_left(self, person: Person) -> int:
        """Count the days a person may still take this year, by the clocks of their zone: none where
        a new zone has moved too many into the year."""
        year = year_of(self._referee.now(), person.zone)
        return max(0, days_left(person.vacations, year, person.zone))

    async def take(self, user: int, days: int, from_ms: int | None = None) -> Vacation:
        """Take whole days, from now or from a time (epoch ms), today or later. Raises Refusal."""
        now, people = self._referee.now(), self._referee.people
        person = await people.get(user)
        if from_ms is not None and from_ms < midnight(now, person.zone):
            raise Refusal(Code.DAY_OVER)
        few = min(days, DAYS_A_YEAR + 1)
        wanted = Vacation.of(now if from_ms is None else max(now, from_ms), few)
        possible = days > 0 and fits(person.vacations, wanted, person.zone)
        if not possible or not await people.plan_vacation(user, wanted):
            left = days_left(person.vacations, year_of(wanted.from_ms, person.zone), person.zone)
            raise Refusal(Code.TOO_LONG_AWAY, n=max(0, left))
        await self.begin_due(now)
        return wanted

    async def end(self, user: int) -> Vacation:
        """Come back early, or drop the next planned vacation. Raises Refusal."""
        now, people = self._referee.now(), self._referee.people
        coming = [
            vacation for vacation in (await people.get(user)).vacations if vacation.until_ms > now
        ]
        if not coming:
            raise Refusal(Code.NO_VACATION)
        await people.end_vacation(user, coming[0], now)
        if coming[0].from_ms <= now:
            for match in await self._schedule.running(user):
                with suppress(StaleRevision):  # then they are brought back when it was to end
                    await self._bring_back(match, user)
        return coming[0].end(now)

    async def automatic(self, person: Person) -> bool:
        """Take a day now for a person whose flag would fall, if they wish so and have one left."""
        if not person.preferences.auto_vacation:
            return False
        try:
            await self.take(person.id, 1)
        except Refusal:
            return False
        return True

    async def begin_due(self, now_ms: int) -> None:
        """Hold the clocks of all whose vacation should have begun by now."""
        for user, vacation in await self._referee.people.due_vacations(now_ms):
            try:
                if vacation.lasts(now_ms):
                    for match in await self._schedule.running(user):
                        await self._hold(match, user, vacation)
                await self._referee.people.begin_vacation(user, vacation)
            except StaleRevision as stale:  # others were faster; the next round tries again
                log.info("a vacation waits: %s", stale.event.args)

    async def _hold(self, match: MatchId, user: int, vacation: Vacation) -> None:
        async def hold(before: Stored) -> Transition | None:
            seat = before.match.seat_of(user)
            if seat is None or not before.match.running:
                return None
            player = before.match.players[seat]
            if player.away_ms == vacation.until_ms:
                return None
            span = vacation.until_ms - self._referee.later(before.match)
            held: tuple[Happening, ...] = (("vacation", seat, max(0, span)),)
            return self._note_vacation(before, replace(player, away_ms=vacation.until_ms), held)

        await self._referee.attempt(match, None, hold)

    async def _bring_back(self, match: MatchId, user: int) -> None:
        async def bring_back(before: Stored) -> Transition | None:
            seat = before.match.seat_of(user)
            if seat is None or before.match.players[seat].away_ms is None:
                return None
            return self.come_back(before, before.match.players[seat])

        await self._referee.attempt(match, None, bring_back)

    def come_back(self, before: Stored, player: Player) -> Transition:
        back: tuple[Happening, ...] = (("return", player.seat, 0),)
        return self._note_vacation(before, replace(player, away_ms=None), back)

    def _note_vacation(
        self, before: Stored, player: Player, clock: tuple[Happening, ...]
    ) -> Transition:
        """Note a player's coming or going; in strict matches and without clocks no clock moves."""
        match, altered = before.match, before.match.with_player(player)
        if match.options.strict or not match.pace.timed:
            return self._referee.amend(before, altered)
        return self._referee.happen(before, clock, altered)
