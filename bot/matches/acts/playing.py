"""A running match: turns, and giving up."""

from dataclasses import dataclass
from typing import Any, Literal

from games import fairness, submission, wording
from games.core import Entry, GameError, Seat
from games.quitting import Agreeing, GivingUp
from games.records.record import Seal

from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import Player
from ..match.reader_view import ReaderView
from ..match.refusals import StaleRevision
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Transition
from ..views import for_reader, load


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a turn, and the match as its player sees it by then. Nothing has been played if
    the text was only the beginning of a turn, or if the player is to confirm it first."""

    outcome: Literal["played", "incomplete", "unconfirmed"]
    seen: ReaderView


class Playing:
    """Takes the turns and resignations of a running match."""

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
        confirmed: bool = False,
        ask_before_irreversible: bool = False,
    ) -> Tried:
        """Play a whole turn, all of it or none. Raises GameError with the engine's reason.

        A turn that loses at once must be `confirmed`; with `ask_before_irreversible`, so must one
        that no takeback would undo. `revision` is that of the board the player saw (None: the
        present one). In a set-up every seat is on its own: nothing the others do makes it stale.
        """
        thought, unplayed = revision, list[Tried]()

        async def play(before: Stored) -> Transition | None:
            nonlocal thought
            rules = self._referee.rules(before.match.terms.game)
            before.match.check_running()
            player, stand = before.match.living(user), before.match.stand
            self._referee.check_version(before)
            if stand.phase != "setting_up":
                thought = stand.revision if thought is None else thought
                if thought != stand.revision:
                    raise StaleRevision(match)
            state = load(rules, before)
            view = submission.actor(rules, state, player.seat)
            submission.tidy(text)
            turn = text
            try:
                ahead = for_reader(rules, before, state, user, turn)
            except GameError as refused:
                turn = wording.find_meaning(rules.game, view, text, refused)
                ahead = for_reader(rules, before, state, user, turn)
            if not ahead.complete:
                unplayed.append(Tried("incomplete", ahead))
                return None
            if not confirmed and (ahead.loses or (ask_before_irreversible and ahead.irreversible)):
                unplayed.append(Tried("unconfirmed", ahead))
                return None
            state, entry = submission.play(rules, state, player.seat, turn)
            return self._take_turn(before, state, entry)

        seen = self._referee.for_reader(await self._referee.attempt(match, key, play), user)
        return unplayed[0] if unplayed else Tried("played", seen)

    async def answer(self, thought: Stored, seat: Seat, text: str) -> None:
        """Play the whole turn that a computer has thought of at a match. Raises GameError. Any
        change to the match since makes it stale, in a set-up too: the computer's chance depends on
        the revision."""
        match, revision = thought.match.id, thought.match.stand.revision

        async def play(before: Stored) -> Transition:
            stand, computer = before.match.stand, before.match.players[seat].computer
            if computer is None or not before.match.running or revision != stand.revision:
                raise StaleRevision(match)
            rules = self._referee.rules(before.match.terms.game)
            self._referee.check_version(before)
            state, entry = submission.play(rules, load(rules, before), seat, text)
            return self._take_turn(before, state, entry)

        await self._referee.attempt(match, None, play, known=thought)

    async def give_up(self, match: MatchId, seat: Seat, revision: int) -> None:
        """Let a computer resign. Raises GameError where it is too early."""

        async def resign(before: Stored) -> Transition:
            if not before.match.running or before.match.stand.revision != revision:
                raise StaleRevision(match)
            return self.forfeit(before, seat, "resign")

        await self._referee.attempt(match, None, resign)

    async def resign(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> ReaderView:
        """Resign for a user, no matter who is to move."""

        async def resign(before: Stored) -> Transition:
            return self.forfeit(before, _player(before.match, user, revision).seat, "resign")

        return self._referee.for_reader(await self._referee.attempt(match, key, resign), user)

    async def check_resign(self, match: MatchId, user: int) -> None:
        """Raise what `resign` would raise: not a player, not running, or too early in this game."""
        before = await self._referee.load(match)
        self.forfeit(before, _player(before.match, user).seat, "resign")

    def forfeit(self, before: Stored, seat: Seat | None, reason: GivingUp | Agreeing) -> Transition:
        """Let one seat give up; None: all of them agree. Raises GameError."""
        rules = self._referee.rules(before.match.terms.game)
        seats = rules.game.info.everybody if seat is None else frozenset({seat})
        state = rules.forfeit(load(rules, before), seats, reason)
        return self._referee.advance(before, state, (Entry("forfeit", seat, reason),))

    def refuses(self, before: Stored, seat: Seat | None, reason: GivingUp | Agreeing) -> bool:
        """Tell whether the rules keep a seat from giving up now (None: all seats from agreeing)."""
        try:
            self.forfeit(before, seat, reason)
        except GameError:
            return True
        return False

    def _take_turn(self, before: Stored, state: Any, entry: Entry) -> Transition:
        """Take a turn, with a fresh seal of what a seat sets up in secret."""
        step, match = self._referee.advance(before, state, (entry,)), before.match
        private = self._referee.info(match).private
        if match.stand.phase != "setting_up" or not private or entry.seat is None:
            return step
        nonce = self._referee.entropy(fairness.NONCE_BYTES)
        code = fairness.seal(match.id, entry.seat, nonce, entry.text)
        return step.writing(seals=(Seal(entry.seat, code, nonce),))


def _player(match: Match, user: int, revision: int | None = None) -> Player:
    """Return a player of a running match. Raises StaleRevision for an earlier `revision`."""
    match.check_running()
    player = match.player_of(user)
    if revision not in (None, match.stand.revision):
        raise StaleRevision(match.id)
    return player
