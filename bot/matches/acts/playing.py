"""A running match: turns, and giving up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from games import fairness, submission
from games.core import Entry, Seat
from games.quitting import Agreeing, GivingUp
from games.record import Seal

from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import Player
from ..match.reader_view import Seen
from ..match.refusals import StaleRevision
from ..referee import RACES, Referee, Step
from ..store.rows import Stored
from ..views import loaded, seen


@dataclass(frozen=True, slots=True)
class Played:
    """The turn has been played; the match as its player sees it now."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class Draft:
    """Only the beginning of a turn: nothing has been played."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class Unsure:
    """Nothing has been played: the player is to be asked first whether they mean it."""

    seen: Seen


Tried: TypeAlias = Played | Draft | Unsure


class Playing:
    """What the players of a running match may do."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    async def try_turn(
        self,
        key: int,
        match: MatchId,
        user: int,
        text: str,
        revision: int | None = None,
        *,
        sure: bool = False,
        wary: bool = False,
    ) -> Tried:
        """Play a whole turn, all of it or none. Raises GameError with the engine's reason.

        Half a turn is a draft; one that loses at once is only played when its player is `sure`,
        and to a `wary` one so is what no takeback would undo.
        `revision` is that of the board the turn was thought of at, None for the present one. While
        pieces are set up every seat is on its own, and nothing the others do makes it stale.
        """
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            rules = self._referee.rules(before.match.terms.game)
            if before.repeated:
                return Played(seen(rules, before, loaded(rules, before), user))
            before.match.check_running()
            player = before.match.living(user)
            self._referee.check_version(before)
            stand = before.match.stand
            if stand.phase != "setting_up":
                revision = stand.revision if revision is None else revision
                if revision != stand.revision:
                    break
            state = loaded(rules, before)
            submission.actor(rules, state, player.seat)
            submission.tidy(text)
            ahead = seen(rules, before, state, user, text)
            if not ahead.complete:
                return Draft(ahead)
            if not sure and (ahead.loses or (wary and ahead.stands)):
                return Unsure(ahead)
            state, entry = submission.play(rules, state, player.seat, text)
            step = self._referee.advance(
                before, state, (entry,), key=key, seals=self._seals(before, entry)
            )
            if await self._referee.commit(step.change, step.state):
                return Played(self._seen(step, before, user))
        raise StaleRevision(match)

    async def answer(self, match: MatchId, seat: Seat, text: str, revision: int) -> None:
        """Play the whole turn that a computer has thought of at a revision. Raises GameError.

        Whatever has become of the match since makes it stale, in a set-up too: the chance a
        computer has depends on the revision.
        """
        for _ in range(RACES):
            before = await self._referee.load(match)
            stand = before.match.stand
            if before.match.players[seat].computer is None or not before.match.running:
                break
            if revision != stand.revision:
                break
            rules = self._referee.rules(before.match.terms.game)
            self._referee.check_version(before)
            state, entry = submission.play(rules, loaded(rules, before), seat, text)
            seals = self._seals(before, entry)
            step = self._referee.advance(before, state, (entry,), key=None, seals=seals)
            if await self._referee.commit(step.change, step.state):
                return
        raise StaleRevision(match)

    async def give_up(self, match: MatchId, seat: Seat, revision: int) -> None:
        """Let a computer resign. Raises GameError where it is too early."""
        before = await self._referee.load(match)
        if not before.match.running or before.match.stand.revision != revision:
            raise StaleRevision(match)
        step = self.forfeit(before, seat, "resign", None)
        if not await self._referee.commit(step.change, step.state):
            raise StaleRevision(match)

    async def resign(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> Seen:
        """Give the match up, whoever is to move."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            rules = self._referee.rules(before.match.terms.game)
            if before.repeated:
                return seen(rules, before, loaded(rules, before), user)
            player = _player(before.match, user, revision)
            step = self.forfeit(before, player.seat, "resign", key)
            if await self._referee.commit(step.change, step.state):
                return self._seen(step, before, user)
        raise StaleRevision(match)

    async def check_resign(self, match: MatchId, user: int) -> None:
        """Raise what `resign` would raise: not a player, not running, or too early in this game."""
        before = await self._referee.load(match)
        self.forfeit(before, _player(before.match, user).seat, "resign", None)

    def forfeit(
        self,
        before: Stored,
        seat: Seat | None,
        reason: GivingUp | Agreeing,
        key: int | None,
    ) -> Step:
        """The step by which one seat gives up; None: all of them agree. Raises GameError."""
        rules = self._referee.rules(before.match.terms.game)
        seats = rules.game.info.everybody if seat is None else frozenset({seat})
        state = rules.forfeit(loaded(rules, before), seats, reason)
        return self._referee.advance(before, state, (Entry("forfeit", seat, reason),), key=key)

    def _seals(self, before: Stored, entry: Entry) -> tuple[Seal, ...]:
        """A fresh seal of what a seat sets up in secret."""
        match = before.match
        info = self._referee.rules(match.terms.game).game.info
        if match.stand.phase != "setting_up" or not info.private or entry.seat is None:
            return ()
        nonce = self._referee.entropy(fairness.NONCE_BYTES)
        code = fairness.seal(match.id, entry.seat, nonce, entry.text)
        return (Seal(entry.seat, code, nonce),)

    def _seen(self, step: Step, before: Stored, user: int) -> Seen:
        """What the player sees once the step is committed."""
        rules = self._referee.rules(before.match.terms.game)
        return seen(rules, replace(before, match=step.change.after), step.state, user)


def _player(match: Match, user: int, revision: int | None = None) -> Player:
    """A player of a running match, if nothing has happened since `revision`."""
    match.check_running()
    player = match.player_of(user)
    if revision is not None and revision != match.stand.revision:
        raise StaleRevision(match.id)
    return player
