"""Following a match one does not play in: a word about its end, and nothing else."""

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.follows import Follows

MOST_FOLLOWED = 20
"""The most matches that one person may follow at a time; Discord's lists hold 25."""


class Watchers:
    """Keeps who follows which match, and owes each a ping at its end."""

    def __init__(self, referee: Referee, follows: Follows) -> None:
        self._referee = referee
        self._follows = follows

    async def follow(self, match: MatchId, user: int) -> None:
        """Tell a user of the end of a running match that others play. Raises Refusal."""
        current = (await self._referee.load(match)).match
        current.check_running()
        if current.seat_of(user) is not None:
            raise Refusal(Code.FOLLOWS_OWN, match=match)
        if not await self._follows.follow(match, user, MOST_FOLLOWED):
            raise Refusal(Code.MOST_FOLLOWED, limit=MOST_FOLLOWED)

    async def unfollow(self, match: MatchId, user: int) -> None:
        """Tell a user of the end of a match no more."""
        await self._follows.unfollow(match, user)

    async def follows(self, match: MatchId, user: int) -> bool:
        return await self._follows.follows(match, user)

    async def by(self, user: int) -> tuple[Match, ...]:
        return await self._follows.by(user, MOST_FOLLOWED)

    async def end(self, match: Match) -> bool:
        """Owe all who follow an ended match a ping, but for those who have come to play in it;
        False if nobody follows it."""
        users = await self._follows.of(match.id)
        if users:
            about, now_ms = match.stand.revision, self._referee.now()
            owed = (Ping(match.id, user, "follow", about, now_ms) for user in users)
            asked = (ping for ping in owed if match.seat_of(ping.user) is None)
            await self._follows.end(match.id, *asked)
        return bool(users)
