"""Vacations in matches: planned, taken at once or by themselves, and ended early."""

from __future__ import annotations

from dataclasses import replace

from bot.people.quiet_hours import UTC_NAME
from bot.people.vacation import Vacation, days_left, fits, year_of

from ..match.change import Change
from ..match.ids import MatchId
from ..match.messages import Preferences
from ..match.players import Player
from ..match.refusals import Code, Refusal
from ..referee import RACES, Happening, Referee
from ..store.rows import Stored
from ..store.schedule import Times


class Vacations:
    """Fourteen days a year in which a player's clocks stand still, but for strict matches."""

    def __init__(self, referee: Referee, times: Times) -> None:
        self._referee = referee
        self._times = times

    async def of(self, user: int) -> tuple[Vacation, ...]:
        """All vacations of a user, past and planned."""
        return await self._times.vacations(user)

    async def left(self, user: int) -> int:
        """How many days a user may still take this year, by the clocks of their zone."""
        zone = (await self._wishes(user)).zone or UTC_NAME
        year = year_of(self._referee.now(), zone)
        return days_left(await self._times.vacations(user), year, zone)

    async def take(self, user: int, days: int, from_ms: int | None = None) -> Vacation:
        """Take whole days, from now on or from a later time in epoch ms. Raises Refusal."""
        now = self._referee.now()
        wanted = Vacation.of(now if from_ms is None else max(now, from_ms), days)
        zone = (await self._wishes(user)).zone or UTC_NAME
        taken = await self._times.vacations(user)
        possible = days > 0 and fits(taken, wanted, zone)
        if not possible or not await self._times.plan(user, wanted):
            year = year_of(wanted.from_ms, zone)
            raise Refusal(Code.TOO_LONG_AWAY, n=max(0, days_left(taken, year, zone)))
        await self.begin_due(now)
        return wanted

    async def end(self, user: int) -> Vacation:
        """Come back early, or drop the next planned vacation. Raises Refusal."""
        now = self._referee.now()
        coming = [one for one in await self._times.vacations(user) if one.until_ms > now]
        if not coming:
            raise Refusal(Code.NO_VACATION)
        await self._times.end(user, coming[0], now)
        if coming[0].from_ms <= now:
            for match in await self._times.running(user):
                await self._bring_back(match, user)
        return coming[0].ended(now)

    async def automatic(self, user: int, now_ms: int) -> bool:
        """Take a day now for somebody whose flag would fall, if they wish so and have one left."""
        if not (await self._wishes(user)).auto_vacation:
            return False
        try:
            await self.take(user, 1)
        except Refusal:
            return False
        return True

    async def begin_due(self, now_ms: int) -> None:
        """Hold the clocks of all whose vacation should have begun by now."""
        for user, vacation in await self._times.beginning(now_ms):
            if vacation.lasts(now_ms):
                for match in await self._times.running(user):
                    await self._hold(match, user, vacation)
            await self._times.begun(user, vacation)

    async def _hold(self, match: MatchId, user: int, vacation: Vacation) -> None:
        for _ in range(RACES):
            before = await self._referee.load(match)
            seat = before.match.seat_of(user)
            if seat is None or not before.match.running:
                return
            player = before.match.players[seat]
            if player.away_ms == vacation.until_ms:
                return
            span = vacation.until_ms - self._referee.later(before.match)
            held: tuple[Happening, ...] = (("vacation", seat, max(0, span)),)
            away = replace(player, away_ms=vacation.until_ms)
            if await self._referee.commit(_changed(self._referee, before, away, held)):
                return

    async def _bring_back(self, match: MatchId, user: int) -> None:
        for _ in range(RACES):
            before = await self._referee.load(match)
            seat = before.match.seat_of(user)
            if seat is None or before.match.players[seat].away_ms is None:
                return
            change = self.returned(self._referee, before, before.match.players[seat])
            if await self._referee.commit(change):
                return

    @staticmethod
    def returned(referee: Referee, before: Stored, player: Player) -> Change:
        """The change by which a player is back in a match."""
        back: tuple[Happening, ...] = (("return", player.seat, 0),)
        return _changed(referee, before, replace(player, away_ms=None), back)

    async def _wishes(self, user: int) -> Preferences:
        found = await self._referee.store.preferences([user])
        return found.get(user, Preferences())


def _changed(
    referee: Referee, before: Stored, player: Player, clock: tuple[Happening, ...]
) -> Change:
    """A player's coming or going, which moves no clock where there is none or it is strict."""
    match = before.match
    altered = match.with_player(player)
    if match.terms.strict or not match.pace.timed:
        return referee.alter(before, altered, None)
    return referee.happen(before, clock, None, altered)
