"""Pings that are owed: each sent once, to one person, never in their quiet hours."""

from __future__ import annotations

from bot.people.quiet_hours import may_ping

from ..match.match import Match
from ..match.messages import Preferences
from ..match.ping import Ping, PingKind
from ..match.refusals import Refusal
from ..referee import Referee
from ..store.schedule import Times

MOST_AT_ONCE = 100


class Pings:
    """Who is to be pinged about what, as far as no message has done so."""

    def __init__(self, referee: Referee, times: Times) -> None:
        self._referee = referee
        self._times = times

    async def may(self, *users: int) -> dict[int, bool]:
        """Whether these users may be mentioned in a channel now."""
        now, found = self._referee.now(), await self._referee.store.preferences(users)
        wishes = {user: found.get(user, Preferences()) for user in users}
        return {
            user: one.ping == "channel" and may_ping(one.quiet_hours, now) == now
            for user, one in wishes.items()
        }

    async def later(self, match: Match, user: int, kind: PingKind) -> None:
        """Owe somebody a ping about a match as it stands, because a message could not mention them.

        It is sent once they may be pinged; what has moved on by then is not told any more.
        """
        ping = Ping(match.id, user, kind, match.stand.revision, self._referee.now())
        await self._times.owe(ping)

    async def owed(self, now_ms: int) -> tuple[tuple[Ping, Preferences], ...]:
        """The pings to be sent now, each with the wishes of its user: in the channel or by DM.

        What nobody wants or what has moved on is crossed out, what falls into quiet hours waits
        for their end. Whoever has sent one takes it.
        """
        due = await self._times.owed(now_ms, MOST_AT_ONCE)
        users = list(dict.fromkeys(ping.user for ping in due))
        found = await self._referee.store.preferences(users) if users else {}
        ready = []
        for ping in due:
            wishes = found.get(ping.user, Preferences())
            at = may_ping(wishes.quiet_hours, now_ms)
            if wishes.ping == "none" or not await self._holds(ping):
                await self._times.take(ping)
            elif at > now_ms:
                await self._times.put_off(ping, at)
            else:
                ready.append((ping, wishes))
        return tuple(ready)

    async def take(self, ping: Ping) -> bool:
        """Cross out a ping that has been sent; False if it has been already."""
        return await self._times.take(ping)

    async def _holds(self, ping: Ping) -> bool:
        try:
            stored = await self._referee.load(ping.match)
        except Refusal:
            return False
        return ping.holds(stored.match)
