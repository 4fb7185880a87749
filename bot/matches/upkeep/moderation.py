"""What the managers of a server may do about a match on it, in which they have no part."""

from dataclasses import dataclass, replace

from games.clock import MOST_GRANTS

from ..acts.endings import against, pings_to
from ..acts.holding import Holding
from ..acts.leaving import Leaving
from ..acts.offers import MORE_MS, check_more_time
from ..acts.opening import Opening
from ..match.ids import MatchId
from ..match.match import Match
from ..match.messages import AGAIN, CHANNEL
from ..match.players import NamedPerson
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Happening, Transition


@dataclass(frozen=True, slots=True)
class Moderation:
    """Helps a match on, or ends it, for managers. They are refused what is of other servers."""

    _referee: Referee
    _opening: Opening
    _leaving: Leaving
    _holding: Holding

    async def find(self, match: MatchId, guild: int) -> Match:
        """Return the public part of a server's match; refuse any other as unknown."""
        return _on(guild, (await self._referee.load(match)).match)

    async def extend(self, key: int, match: MatchId, guild: int, manager: int) -> Match:
        """Give 24 hours more to all who are to act and have less than a day, and tell their
        opponents, who alone decide about a fallen flag. Raises Refusal."""

        async def extend(before: Stored) -> Transition:
            current = await self._strange(before, guild, manager)
            current.check_running()
            await self._check_grant(current)
            at = self._referee.later(current)
            acting = [player for player in current.players if player.acting]
            people = [player for player in acting if player.person] or acting
            short = [person for person in people if person.clock.time_left(at) < MORE_MS]
            for waiting in short or people:
                check_more_time(current, waiting.seat, at)
            given: list[Happening] = [("grant", player.seat, MORE_MS) for player in short]
            others = [rival for low in short for rival in against(self._referee, current, low.seat)]
            told = [other.person.id for other in others if other.person]
            step = self._referee.happen(before, tuple(given), current)
            return step.writing(pings=pings_to(current, told, "grant", at))

        return (await self._referee.attempt(match, key, extend)).match

    async def _check_grant(self, match: Match) -> None:
        """Raise Refusal once a flag has fallen, and after the most grants of a match."""
        for player in match.players:
            if player.clock.down:
                raise Refusal(Code.THEIR_FLAG, match=match.id, name=player.human.called)
        events = await self._referee.store.clock_events(match.id)
        if len({event.at_ms for event in events if event.kind == "grant"}) >= MOST_GRANTS:
            raise Refusal(Code.GRANTED_TWICE, match=match.id)

    async def close(
        self, key: int, match: MatchId, guild: int, manager: NamedPerson, why: str
    ) -> Match:
        """Call a match off for a reason that all may read. Raises Refusal."""
        await self._strange(await self._referee.load(match, key), guild, manager.id)
        return await self._leaving.close(key, match, manager, why)

    async def post_again(self, match: MatchId, guild: int, manager: int) -> Match:
        """Have the board of a running match posted once more. Raises Refusal."""
        current = await self._strange(await self._referee.load(match), guild, manager)
        current.check_running()
        board = await self._referee.followers.open_message(match, CHANNEL)
        if board is not None:
            await self._referee.followers.show(replace(board, digest=AGAIN))
        await self._holding.try_again(match)
        self._referee.followers.kick(match)
        return current

    async def move(
        self, match: MatchId, guild: int, manager: int, home: int, channel: int
    ) -> Match:
        """Have a running match go on in another channel, or a thread of it. Raises Refusal."""
        (await self._strange(await self._referee.load(match), guild, manager)).check_running()
        await self._opening.live_in(match, home, channel)
        moved = await self._referee.attempt(match, None, self._holding.note_attempt)
        self._referee.followers.kick(match)
        return moved.match

    async def _strange(self, before: Stored, guild: int, manager: int) -> Match:
        """Return a server's match in which a manager has no part. Raises Refusal."""
        match = _on(guild, before.match)
        if manager in await self._referee.part(match):
            raise Refusal(Code.OWN_MANAGING, match=match.id)
        return match


def _on(guild: int, match: Match) -> Match:
    """Return a match that is played on a server. Raises Refusal, as if there were no other."""
    if match.terms.guild != guild:
        raise Refusal(Code.UNKNOWN_MATCH, match=match.id)
    return match
