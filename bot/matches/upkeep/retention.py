"""How long finished matches keep their moves, and clearing at quiet times, a little at a time."""

from collections.abc import Mapping

from games.clock import DAY

from ..match.match import Match
from ..referee import Referee
from ..store.clearing import Clearing

KEPT_MS: Mapping[str, int | None] = {
    "forever": None,
    "2y": 731 * DAY,
    "1y": 366 * DAY,
    "90d": 90 * DAY,
}
"""The time for which a match keeps its moves, by the names of the setting."""
FORETOLD_MS = 30 * DAY
"""The time before that in which its players are told."""
AT_ONCE = 20
"""The most matches cleared at a time."""


class Retention:
    """Clears what is no longer kept, and tells when that will be."""

    def __init__(self, referee: Referee, cleared: Clearing, kept_ms: int | None) -> None:
        self._referee = referee
        self._cleared = cleared
        self._kept_ms = kept_ms
        self._cards_ms = 0
        """When to look for cards again."""

    def soon(self, match: Match) -> int | None:
        """Return when a finished match loses its moves (epoch ms), if that is within a month."""
        if self._kept_ms is None or match.stand.outcome is None:
            return None
        ends_ms = match.updated_ms + self._kept_ms
        return ends_ms if self._referee.now() > ends_ms - FORETOLD_MS else None

    async def portion(self) -> int:
        """Clear a little, unless the bot has something better to do; count the matches."""
        if self._referee.followers.behind:
            return 0
        now, number = self._referee.now(), 0
        if self._kept_ms is not None:
            for match in await self._cleared.ended_matches(now - self._kept_ms, AT_ONCE):
                await self._cleared.clear(match)
                self._referee.drop(match)
                number += 1
            number += await self._cards(now - self._kept_ms, now)
        await self._cleared.tidy(now)
        return number

    async def _cards(self, before_ms: int, now_ms: int) -> int:
        """Delete a few cards that came to nothing; once there are none left, look once a day."""
        if now_ms < self._cards_ms:
            return 0
        found = await self._cleared.unbegun(before_ms, AT_ONCE)
        for card in found:
            await self._cleared.delete(card)
        if len(found) < AT_ONCE:
            self._cards_ms = now_ms + DAY
        return len(found)
