"""Matches whose messages Discord refuses everywhere: they are held, and tried again in time."""

from dataclasses import dataclass

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from games.clock import DAY
from games.core import Event

from ..wire.rests import HALF_AN_HOUR
from .match_threads import Trouble
from .services import Services, WithServices

PATIENCE_MS = DAY
"""The time after the end of a match in which its last board and letters are tried again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A match's messages were refused everywhere, at a time, a revision, and a number of tries."""

    at_ms: int
    revision: int
    tries: int
    event: Event


class Holds(WithServices):
    """Holds and lets go of matches as Discord lets them be shown."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._refused: dict[MatchId, Refused] = {}

    def standing(self, match: Match) -> Event | None:
        """Return why a match cannot be shown, unless Discord is to be asked once more: of a held
        match when it is due and at every turn; of the last board of another after a rest."""
        refused = self._refused.get(match.id)
        if refused is None:
            return None
        stands = not match.running and self._matches.now() < refused.at_ms + HALF_AN_HOUR
        if match.held:
            same_turn = match.stand.revision == refused.revision
            stands = same_turn and match.held.tries == refused.tries
        return refused.event if stands else None

    async def hold(self, match: Match, trouble: Trouble, *, seen: bool = False) -> Event | None:
        """Hold a running match that can be shown nowhere, and return why. The clocks of those run
        on who may have closed its place themselves; `seen`: the board of this turn was up, so that
        the time until now counts. The last board of an ended match is given up after a day."""
        now_ms, revision = self._matches.now(), match.stand.revision
        tries = match.held.tries if match.held else 0
        if trouble.why != "removed":  # Discord says when the bot is back
            self._refused[match.id] = Refused(now_ms, revision, tries, trouble.event)
        if match.running and not match.held:
            closers = await self._members.closers(match, trouble.why)
            await self._matches.holding.hold(
                match.id, revision, trouble.why, trouble.code, closers, now_ms if seen else 0
            )
        if not match.running and now_ms > match.updated_ms + PATIENCE_MS:
            self._refused.pop(match.id, None)
            return None
        return trouble.event

    async def let_go(self, match: Match) -> None:
        """Let a match go on that could be shown."""
        self._refused.pop(match.id, None)
        if match.held:
            await self._matches.holding.note_shown(match.id)
