"""Matches that can be shown nowhere: their clocks stand still until they can be."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace

from games.core import Seat
from games.records.record import ClockEvent

from ..match.held import Held
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import Player
from ..match.refusals import Code, Refusal, StaleRevision
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Happening, Transition
from .opening import Opening


class Holding:
    """Holds matches that Discord lets be shown nowhere, and lets them go."""

    def __init__(self, referee: Referee, opening: Opening) -> None:
        self._referee = referee
        self._opening = opening

    async def hold(
        self,
        match: MatchId,
        revision: int,
        why: str,
        code: int = 0,
        running_on: Collection[Seat] = (),
        seen_ms: int = 0,
    ) -> None:
        """Hold a match whose board at a revision is refused everywhere (`why` and `code` as in
        `Held`), unless it has moved on. The clocks of the seats `running_on` go on. Time before
        `seen_ms`, when this board was last up, counts."""

        async def hold(before: Stored) -> Transition | None:
            current, at = before.match, self._referee.later(before.match)
            if not current.running or current.held or current.stand.revision != revision:
                return None
            events = await self._referee.store.clock_events(match)
            shown = (event.at_ms for event in events if event.kind == "shown")
            since_ms = max(seen_ms, current.updated_ms, *shown)
            timed = [player for player in current.players if current.pace.timed and player.person]
            held: list[Happening] = [
                ("held", player.seat, max(0, min(at - since_ms, player.clock.time_used(at))))
                for player in timed
                if player.seat not in running_on
            ]
            altered = replace(current, held=Held(at, why, code))
            return self._referee.happen(before, tuple(held), altered)

        with suppress(StaleRevision):  # it has moved on
            await self._referee.attempt(match, None, hold)

    async def note_shown(self, match: MatchId) -> None:
        """Let a match go on whose board can be shown again."""

        async def show(before: Stored) -> Transition | None:
            current, at = before.match, self._referee.later(before.match)
            if current.held is None:
                return None
            events = await self._referee.store.clock_events(match)
            let_go: list[Happening] = [
                ("shown", player.seat, _uncounted_ms(current, player, events, at))
                for player in current.players
                if player.unshown
            ]
            return self._referee.happen(before, tuple(let_go), replace(current, held=None))

        with suppress(StaleRevision):  # whoever shows the next board says so again
            await self._referee.attempt(match, None, show)

    async def move(self, key: int, match: MatchId, user: int, home: int, channel: int) -> Match:
        """Have a held match shown in another channel, or a thread of it. Raises Refusal."""
        before = await self._referee.load(match, key)
        before.match.player_of(user)
        if not before.repeated:
            if before.match.held is None:
                raise Refusal(Code.NOT_HELD, match=match)
            await self._opening.live_in(match, home, channel)
        return (await self._referee.attempt(match, key, self.note_attempt)).match

    async def try_again(self, match: MatchId) -> None:
        """Try now to show a held match, unless that has been tried too often."""

        async def try_again(before: Stored) -> Transition | None:
            held, at = before.match.held, self._referee.later(before.match)
            return None if held and held.tried_enough(at) else await self.note_attempt(before)

        await self._referee.attempt(match, None, try_again)

    async def note_attempt(self, before: Stored) -> Transition | None:
        """Count an attempt to show a match, which its followers make."""
        match, held = before.match, before.match.held
        if held is None:
            return None
        return self._referee.amend(before, replace(match, held=replace(held, tries=held.tries + 1)))


def _uncounted_ms(match: Match, player: Player, events: Iterable[ClockEvent], at_ms: int) -> int:
    """Return the time (ms) of a player's present turn, or fallen flag, that was not counted."""
    if not player.acting:
        return 0
    last = [event for event in events if (event.kind, event.seat) == ("held", player.seat)][-1]
    given_back = last.ms if last.revision == match.stand.revision else 0
    return given_back + at_ms - max(match.updated_ms, last.at_ms)
