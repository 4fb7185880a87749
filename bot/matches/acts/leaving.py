"""Leaving a match without playing it out, and players who have left the server."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from games.clock import DAY
from games.core import Entry, Over, Turn
from games.quitting import WITHOUT_RESULT, CallingOff

from ..match.due import CLOSABLE_MS, quiet_since
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import NamedPerson, Player
from ..match.refusals import Code, Refusal, StaleRevision
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Transition
from ..views import load
from .endings import call_off, pings_to
from .opening import Opening
from .playing import Playing
from .substitutes import Substitutes

RollCall: TypeAlias = Callable[[Match, int], Awaitable[bool | None]]
"""Tells whether a user is on a match's server; None where that cannot be known."""


@dataclass(slots=True)
class Leaving:
    """Lets players leave, and notes who has left the server."""

    _referee: Referee
    _opening: Opening
    _playing: Playing
    _replacing: Substitutes
    roll_call: RollCall | None = None

    async def leave(self, key: int, match: MatchId, user: int) -> Match:
        """Leave without a result, where that is allowed. Raises Refusal.

        That is during a set-up; against computers alone, unless one of them is a substitute; while
        it is too early to resign, once another seat has been awaited for a whole turn's time of the
        pace (a day without one); and in a match without clocks, after a week without a turn, for
        the side that waits.
        """

        async def leave(before: Stored) -> Transition:
            return call_off(self._referee, before, self._may_leave(before, user))

        return (await self._referee.attempt(match, key, leave)).match

    async def part(self, match: MatchId, user: int) -> Match:
        """Take a user out of a match who wants all about them deleted: they leave without a result
        where that is allowed, or else resign; where it is too early for either they leave their
        partners, or the match is called off. Raises Refusal."""

        async def part(before: Stored) -> Transition | None:
            player = before.match.player_of(user)
            if not before.match.running or player.out:
                return None
            try:
                reason = self._may_leave(before, user)
            except Refusal:
                if not self._playing.refuses(before, player.seat, "resign"):
                    return self._playing.forfeit(before, player.seat, "resign")
                if self._referee.info(before.match).teams:
                    return self._note_escape(before, player, self._escape(before, player))
                reason = "left"
            return call_off(self._referee, before, reason)

        return (await self._referee.attempt(match, None, part)).match

    async def check_leave(self, match: MatchId, user: int) -> CallingOff:
        """Return how the match would end if a player left it now. Raises Refusal."""
        return self._may_leave(await self._referee.load(match), user)

    async def close(
        self, key: int, match: MatchId, closer: NamedPerson, why: str | None = None
    ) -> Match:
        """Call a match off for a moderator of its place, who may never have played in it. Raises
        Refusal."""

        async def close(before: Stored) -> Transition | None:
            current = before.match
            if current.stand.phase == "open":
                return None
            current.check_running()
            if closer.id in await self._referee.part(current):
                raise Refusal(Code.OWN_MANAGING, match=match)
            step = call_off(self._referee, before, "closed")
            return step.writing(after=replace(step.change.after, closer=closer, closer_reason=why))

        after = (await self._referee.attempt(match, key, close)).match
        if after.stand.phase == "open":
            return await self._opening.withdraw(match, closer, why)
        return after

    # ---------------------------------------------------------------- who is there

    async def present(self, match: Match, player: Player) -> bool | None:
        """Tell whether a player who is still in is on the server; None where that is not known."""
        if self.roll_call is None or player.out or player.person is None:
            return None
        return await self.roll_call(match, player.person.id)

    async def call_roll(self, match: MatchId, user: int) -> bool:
        """Note which players have left the server or are back; tell whether the asker came back."""
        back = False

        async def call_roll(before: Stored) -> Transition | None:
            nonlocal back
            current = before.match
            players = [await self._after_roll(current, player, user) for player in current.players]
            own = current.seat_of(user)
            same = tuple(players) == current.players or not current.running
            back = not same and own is not None and players[own] != current.players[own]
            if same:
                return None
            return self._referee.amend(before, replace(current, players=tuple(players)))

        try:
            await self._referee.attempt(match, None, call_roll)
        except StaleRevision:
            return False
        return back

    async def _after_roll(self, match: Match, player: Player, user: int) -> Player:
        """Mark a player who has left, or is there again; the asker is."""
        if player.person is None or player.out or not match.running:
            return player
        if player.person.id == user:
            return replace(player, absence=None)
        present = await self.present(match, player)
        if present is False:
            return replace(player, absence=player.absence or "left")
        return replace(player, absence=None) if present and player.absence == "left" else player

    async def note_departure(self, match: MatchId, user: int, *, late: bool = False) -> Match:
        """Note that a player has left the server; found when something of theirs is due.

        With partners that is an escape. It waits for their flag (`late`) in a match that counts,
        and in another if it would end without a result although a substitute is possible. With two
        players nothing happens: the clock decides.
        """

        async def leave(before: Stored) -> Transition | None:
            current = before.match
            current.check_running()
            player, rules = current.player_of(user), self._referee.rules(current.terms.game)
            if not rules.game.info.teams or player.out:
                return None
            if current.stand.phase == "setting_up":
                return call_off(self._referee, before, "left", by_itself=True)
            state = self._escape(before, player)
            counts = current.unrated is None
            if not late and (counts or self._escape_waits(current, player, rules.turn(state))):
                marked = replace(player, absence=player.absence or "left")
                if marked == player:
                    return None
                return self._referee.amend(before, current.with_player(marked))
            return self._note_escape(before, player, state)

        return (await self._referee.attempt(match, None, leave)).match

    def has_fled(self, match: Match, player: Player) -> bool:
        """Tell whether a player who is off the server, and whose time is up, has escaped. In a
        match that counts they must not even have looked at it for a day."""
        seen_ms = max(player.acted_ms or 0, player.seen_ms or 0, match.begun_ms or 0)
        return match.unrated is not None or self._referee.later(match) >= seen_ms + DAY

    def _escape(self, before: Stored, player: Player) -> Any:
        """Return the position after a player has left partners behind."""
        rules = self._referee.rules(before.match.terms.game)
        return rules.forfeit(load(rules, before), frozenset({player.seat}), "escape")

    def _note_escape(self, before: Stored, player: Player, state: Any) -> Transition:
        """Note that a player has left partners behind; the others hear of an end."""
        match, rules = before.match, self._referee.rules(before.match.terms.game)
        step = self._referee.advance(before, state, (Entry("forfeit", player.seat, "escape"),))
        over = isinstance(rules.turn(state), Over)
        users = [person.id for person in match.people if person != player.who and over]
        return step.writing(pings=pings_to(match, users, "end", self._referee.later(match), 1))

    def _escape_waits(self, match: Match, player: Player, end: Turn) -> bool:
        """Tell whether an escape that would end the match without a result waits for the flag."""
        void = isinstance(end, Over) and end.reason in WITHOUT_RESULT
        others = any(other.person and other != player for other in match.remaining)
        begun = match.all_moved and player.clock.running
        return void and others and begun and self._replacing.possible(match)

    # ----------------------------------------------------------------- who may go

    def _may_leave(self, before: Stored, user: int) -> CallingOff:
        match = before.match
        match.check_running()
        player, waited = match.player_of(user), self._referee.later(match) - quiet_since(match)
        alone = len(match.people) == 1 and not any(player.substitution for player in match.players)
        if match.stand.phase == "setting_up" or alone:
            return "left"
        team = self._referee.info(match).team(player.seat)
        waits = not any(player.acting for player in match.players if player.seat in team)
        if not match.pace.timed and waits and waited >= CLOSABLE_MS:
            return "unfinished"
        awaited = self._referee.later(match) - match.updated_ms
        held = not player.out and self._playing.refuses(before, player.seat, "resign")
        if held and not player.acting and awaited >= (match.pace.start_ms or DAY):
            return "left"
        raise Refusal(Code.STAY, match=match.id)
