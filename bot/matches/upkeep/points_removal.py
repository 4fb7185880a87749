"""A match taken out of the points, by whoever runs the bot or manages its server, and put back."""

from bot.people.points.standing import SEASON_MS

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from ..match.players import NamedPerson, Strike
from ..match.points import STRIKE_MS
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.recounts import PointsRecount

MOST_STRUCK = 5
"""The matches that the managers of a server may take out of its points within `SEASON_MS`."""


class PointsRemoval:
    """Strikes matches from the points, and puts them back."""

    def __init__(self, referee: Referee, recounts: PointsRecount) -> None:
        self._referee = referee
        self._recounts = recounts

    async def strike(
        self, match: MatchId, by: NamedPerson | None = None, why: str | None = None
    ) -> Match:
        """Let a match count for nothing; its pool is settled again, and its players are told.
        Without `by` it is whoever runs the bot. A manager gives a reason, and may not if they have
        played in it, have opened it for others, or if that has been done often of late. Raises
        Refusal, or StaleRevision if it has changed meanwhile."""
        current = (await self._referee.load(match)).match
        now = self._referee.now()
        changes = await self._referee.store.ratings.changes(match)
        if by is not None:
            await self._check(current, by, now)
        if not changes or current.unrated == "struck":
            raise Refusal(Code.NOT_RATED, match=match)
        if now - changes[0].after.updated_ms > STRIKE_MS:
            raise Refusal(Code.RATED_LONG_AGO, match=match)
        revision = current.stand.revision
        told = [Ping(match, change.person, "end", revision, now) for change in changes]
        if not await self._recounts.strike(current, Strike(by, why), told, self._at(current)):
            raise Refusal(Code.NOT_RATED, match=match)
        return await self._show_again(match)

    async def undo(self, match: MatchId) -> Match:
        """Let a match count again, for whoever runs the bot. Raises Refusal."""
        current = (await self._referee.load(match)).match
        if current.unrated != "struck" or not await self._recounts.undo(current, self._at(current)):
            raise Refusal(Code.NOT_STRUCK, match=match)
        return await self._show_again(match)

    async def _check(self, match: Match, by: NamedPerson, now_ms: int) -> None:
        """Raise Refusal if a manager may not strike a match."""
        if by.id in await self._referee.part(match):
            raise Refusal(Code.OWN_MANAGING, match=match.id)
        since = now_ms - SEASON_MS
        if await self._recounts.count_removed(match.terms.guild or 0, since) >= MOST_STRUCK:
            raise Refusal(Code.STRUCK_OFTEN, limit=MOST_STRUCK)

    def _at(self, match: Match) -> int:
        """Return when the board of a match is said to change: not when it says it did."""
        return max(self._referee.now(), match.clock_ms + 1)

    async def _show_again(self, match: MatchId) -> Match:
        self._referee.followers.kick(match)
        return (await self._referee.load(match)).match
