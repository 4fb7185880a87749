"""A person who wants all about them deleted: out of their matches, then out of the database."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.store import deleted_users
from bot.store.servers import Servers
from games.clock import DAY
from games.core import Sayable

from ..acts.leaving import Leaving
from ..acts.opening import Opening
from ..match.ids import MatchId
from ..match.match import Match
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.traces import PersonalData

log = logging.getLogger(__name__)

MOST_AT_ONCE = 1000
"""The most matches that are looked at together; whoever has more is asked for them again."""
ROUNDS = 4
"""The number of looks for matches they are still in."""
PATIENCE_S = 20
"""The seconds their last boards have to be posted before they become nameless."""
WEEK_MS = 7 * DAY
"""The time after a deletion in which nobody is granted another."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What deletion ends: matches a person plays in, and their cards and challenges (`open`). In
    `finished` ones it makes them nameless; their notes and layouts it deletes."""

    running: int
    open: int
    finished: int
    notes: int
    layouts: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """Deletes all about a person, and puts a former player in their place."""

    _referee: Referee
    _opening: Opening
    _leaving: Leaving
    _traces: PersonalData
    _servers: Servers
    _asking: set[int] = field(default_factory=set, init=False)

    async def stakes(self, user: int) -> Stakes:
        """Count what a user would lose."""
        current = await self._current(user)
        running = sum(match.running for match in current)
        return Stakes(running, len(current) - running, **await self._traces.counts(user))

    async def check(self, user: int) -> None:
        """Raise Refusal if a user has had all about them deleted within a week."""
        last_ms = await self._referee.people.departure([user])
        if last_ms is not None and self._referee.now() < last_ms + WEEK_MS:
            raise Refusal(Code.DELETED_THIS_WEEK, at_ms=last_ms + WEEK_MS)

    async def grant(self, user: int) -> None:
        """Forget a user who asks for it. Raises Refusal a second time within a week: all limits by
        person begin anew with it, so that nobody has more than twice of them."""
        if user in self._asking:
            raise Refusal(Code.DELETED_THIS_WEEK, at_ms=self._referee.now() + WEEK_MS)
        self._asking.add(user)
        try:
            await self.check(user)
            await self.forget(user)
        finally:
            self._asking.discard(user)

    async def forget(self, user: int) -> None:
        """End a user's part in every match, then delete all about them. A match that cannot be read
        stays as it is, with a former player in their seat."""
        ended: dict[MatchId, None] = {}
        for _ in range(ROUNDS):
            current = [match for match in await self._current(user) if match.id not in ended]
            for match in current:
                ended[match.id] = None
                await self._end(match, user)
            if not current:
                break
            await self._send_last([match.id for match in current])  # meanwhile they may join others
        entropy, now = self._referee.entropy, self._referee.now()
        number, block = deleted_users.draw_number(entropy), deleted_users.seal(user, entropy)
        digest = deleted_users.seal(user, entropy)  # another one: nobody can tell whose block it is
        shown = await self._traces.remove(user, number, block, digest, now, [*ended])
        self._referee.forget(user)
        self._servers.forget(user, block)
        for id_ in shown:
            self._referee.followers.kick(id_)

    async def _current(self, user: int) -> list[Match]:
        """List the matches a user plays in, has opened or is asked to."""
        found = await self._referee.store.list_matches(user, "mine", None, MOST_AT_ONCE)
        return [match for match in found if not match.running or not match.player_of(user).out]

    async def _end(self, match: Match, user: int) -> None:
        try:
            if match.running:
                await self._leaving.part(match.id, user)
            elif match.terms.host.id == user or match.complete:
                await self._opening.withdraw(match.id)
            else:
                await self._opening.decline(None, match.id, user)
        except Refusal as refusal:  # it has ended meanwhile, or cannot be read
            log.info("match=%s: %s", match.id, refusal.event.code)
        except Sayable:
            log.exception("match=%s is not ended for somebody who has left", match.id)

    async def _send_last(self, ended: Sequence[MatchId]) -> None:
        """Let the last messages go out: they reach the person themselves as well."""
        followers = self._referee.followers
        try:
            async with asyncio.timeout(PATIENCE_S):
                for match in ended:
                    await followers.reconcile(match)
                    await followers.letters(match)
        except TimeoutError:
            log.info("the last boards of %d matches are late", len(ended))
