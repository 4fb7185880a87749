"""Pings that are owed: each sent once, to one person, never in their quiet hours."""

from bot.people.person import Person

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping, PingKind
from ..match.refusals import Refusal
from ..referee import Referee
from ..store.schedule import Schedule

MOST_AT_ONCE = 100


class OwedPings:
    """Keeps the pings that no message has delivered yet."""

    def __init__(self, referee: Referee, schedule: Schedule) -> None:
        self._referee = referee
        self._schedule = schedule

    async def later(self, match: Match, user: int, kind: PingKind) -> None:
        """Owe a user a ping about a match as it stands, because a message could not mention them.
        It is sent once they may be pinged, and dropped if the match has moved on by then."""
        ping = Ping(match.id, user, kind, match.stand.revision, self._referee.now())
        await self._schedule.owe(ping)

    async def owed_pings(
        self, now_ms: int, match: MatchId | None = None
    ) -> tuple[tuple[Ping, Person], ...]:
        """List the pings to be sent now, perhaps about one match, with their people; the sender
        takes those sent. Unwanted and outdated ones are crossed out; those in quiet hours wait."""
        matches: dict[MatchId, Match | None] = {}
        ready = []
        for ping, person in await self._schedule.owed_pings(now_ms, MOST_AT_ONCE, match):
            at = person.next_ping_at(now_ms)
            if ping.match not in matches:
                matches[ping.match] = await self._match(ping.match)
            about = matches[ping.match]
            unwanted = person.preferences.ping == "none" and ping.kind != "follow"
            if unwanted or not (about and ping.still_true(about)):
                await self._schedule.take(ping)
            elif at > now_ms:
                await self._schedule.put_off(ping, at)
            else:
                ready.append((ping, person))
        return tuple(ready)

    async def take(self, *sent: Ping) -> bool:
        """Cross out pings that have been sent; False if one of them already was."""
        return not sent or await self._schedule.take(*sent)

    async def _match(self, match: MatchId) -> Match | None:
        try:
            return (await self._referee.load(match)).match
        except Refusal:
            return None
