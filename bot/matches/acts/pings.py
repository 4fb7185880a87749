"""Pings that are owed: each sent once, to one person, never in their quiet hours."""

from __future__ import annotations

from bot.people.person import Person

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping, PingKind
from ..match.refusals import Refusal
from ..referee import Referee
from ..store.schedule import Schedule

MOST_AT_ONCE = 100


class OwedPings:
    """Who is to be pinged about what, as far as no message has done so."""

    def __init__(self, referee: Referee, schedule: Schedule) -> None:
        self._referee = referee
        self._schedule = schedule

    async def later(self, match: Match, user: int, kind: PingKind) -> None:
        """Owe somebody a ping about a match as it stands, because a message could not mention them.

        It is sent once they may be pinged; what has moved on by then is not told any more.
        """
        ping = Ping(match.id, user, kind, match.stand.revision, self._referee.now())
        await self._schedule.owe(ping)

    async def owed(
        self, now_ms: int, match: MatchId | None = None
    ) -> tuple[tuple[Ping, Person], ...]:
        """List the pings to be sent now, or those about a match, each with its person.

        What nobody wants or what has moved on is crossed out, what falls into quiet hours waits
        for their end. Whoever has sent one takes it.
        """
        found: dict[MatchId, Match | None] = {}
        ready = []
        for ping, person in await self._schedule.owed(now_ms, MOST_AT_ONCE, match):
            at = person.pinged_at(now_ms)
            if ping.match not in found:
                found[ping.match] = await self._found(ping.match)
            stands = found[ping.match]
            if person.preferences.ping == "none" or not (stands and ping.still_true(stands)):
                await self._schedule.take(ping)
            elif at > now_ms:
                await self._schedule.put_off(ping, at)
            else:
                ready.append((ping, person))
        return tuple(ready)

    async def take(self, *sent: Ping) -> bool:
        """Cross out pings that have been sent; False if one of them has been already."""
        return not sent or await self._schedule.take(*sent)

    async def _found(self, match: MatchId) -> Match | None:
        try:
            return (await self._referee.load(match)).match
        except Refusal:
            return None
