"""A match taken out of the points by somebody who manages the bot, within a month of it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people.points.standing import SEASON_MS
from bot.people.points.suspicion import Pairing, one_sided, secluded

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from ..match.players import NamedPerson
from ..match.points import STRIKE_MS
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.recounts import Recounts


@dataclass(frozen=True, slots=True)
class Suspects:
    """Who is conspicuous in a pool: pairs that go one way, and people in closed circles."""

    pool: str
    pairs: tuple[Pairing, ...]
    people: tuple[int, ...]


class Striking:
    """Strikes matches from the points, and checks these against the matches."""

    def __init__(self, referee: Referee, recounts: Recounts) -> None:
        self._referee = referee
        self._recounts = recounts

    async def strike(self, match: MatchId, by: int | None = None) -> Match:
        """Let a match count for nothing; its pool is reckoned again, and its players are told.

        Nobody may who has played in it, or has opened it for others. Without `by` it is whoever
        runs the bot, at its machine. Raises Refusal.
        """
        current = (await self._referee.load(match)).match
        now = self._referee.now()
        former = (await self._referee.store.holders(match)).values()
        seats = [one.who for one in current.players] + [who for held in former for _, who in held]
        played = {who.id for who in seats if isinstance(who, NamedPerson)}
        if by in played or by == current.terms.host.id:
            raise Refusal(Code.OWN_STRIKING, match=match)
        changes = await self._referee.store.ratings.changes(match)
        if not changes:
            raise Refusal(Code.NOT_RATED, match=match)
        if now - changes[0].after.updated_ms > STRIKE_MS:
            raise Refusal(Code.RATED_LONG_AGO, match=match)
        revision = current.stand.revision
        told = [Ping(match, one.person, "end", revision, now) for one in changes]
        at_ms = max(now, current.clock_ms + 1)  # another one than its board shows
        if not await self._recounts.strike(current, self._referee.info(current), told, at_ms):
            raise Refusal(Code.NOT_RATED, match=match)
        self._referee.followers.kick(match)
        return (await self._referee.load(match)).match

    async def suspects(self, guild: int | None = None) -> tuple[Suspects, ...]:
        """List for each pool who is conspicuous by the results of a season, for a host to look.

        For those who manage a server it is only who has played on it meanwhile.
        """
        found, since = [], self._referee.now() - SEASON_MS
        for pool in self._referee.games:
            here: frozenset[int] | None = None
            if guild is not None:
                here = await self._referee.store.ratings.played_on(guild, pool, since)
                if not here:
                    continue
            pairings = await self._referee.store.ratings.pairings(pool, since)
            pairs, people = one_sided(pairings), secluded(pairings)
            if here is not None:
                pairs = tuple(one for one in pairs if {one.person, one.opponent} <= here)
                people = tuple(one for one in people if one in here)
            found.append(Suspects(pool, pairs, people))
        return tuple(one for one in found if one.pairs or one.people)

    async def faults(self) -> tuple[str, ...]:
        """List what of the points differs from what the matches alone make of them.

        The list is empty unless something is broken: it is what a host's check asks.
        """
        found: list[str] = []
        for game in self._referee.games:
            found += await self._recounts.faults(self._referee.rules(game).game.info)
        return tuple(found)
