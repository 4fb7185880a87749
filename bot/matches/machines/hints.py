"""Hints from the computer while a match goes on, each noted in its record."""

import asyncio
from dataclasses import dataclass

from games.core import AnyGame, Code, Event, GameError, OutOfTurn, Over, Seat, View
from games.records.record import Hint
from games.submission import foresee
from players.core import Choice

from ..match import refusals
from ..match.ids import MatchId
from ..match.refusals import Refusal
from ..referee import Referee
from .thinkers import Thinkers, Unanswered, Urgency

MOST_HINTS = 3
PATIENCE_S = 20
"""The longest wait for a hint."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn, what it would do as far as its player may know, and the expected score (0 to 1)."""

    text: str
    news: tuple[Event, ...]
    value: float
    wins: bool
    """True if it wins the match at once."""


class Hints:
    """Lets the computer say what it thinks of a position, always from a seat's own view."""

    def __init__(self, referee: Referee, thinkers: Thinkers) -> None:
        self._referee = referee
        self._thinkers = thinkers

    async def hint(self, match: MatchId, user: int) -> tuple[Advice, ...]:
        """List the best turns of a player who is to move. Raises Refusal, OutOfTurn."""
        stored = await self._referee.load(match)
        current = stored.match
        current.check_running()
        seat = current.player_of(user).seat
        if not current.options.hints or current.terms.game not in self._referee.players:
            raise Refusal(refusals.Code.NO_HINTS, match=match)
        board = self._referee.for_reader(stored, user)
        if not board.view.acting:
            raise OutOfTurn(Code.NOT_YOUR_TURN)
        if board.view.free:
            raise Refusal(refusals.Code.NO_HINTS_YET, match=match)
        past = (await self._referee.course(current)).views(seat)
        await self._referee.store.hint(match, Hint(seat, current.stand.revision))
        player = self._referee.players[current.terms.game]
        strongest = player.budget(board.view, len(player.levels))
        asked = self._thinkers.judge(
            current.terms.game, past, strongest.nodes, match=match, urgency=Urgency.HINT
        )
        try:
            turns = await asyncio.wait_for(asked, PATIENCE_S)
        except (Unanswered, TimeoutError):
            raise Refusal(refusals.Code.NO_ANSWER, match=match) from None
        best = [_advice(board.game, board.view, seat, turn) for turn in turns[:MOST_HINTS]]
        return tuple(advice for advice in best if advice)


def _advice(game: AnyGame, view: View, seat: Seat, choice: Choice) -> Advice | None:
    """Make advice for a seat of a turn the computer likes; None if it is not a turn."""
    try:
        after, written = foresee(game, view, choice.text)
    except GameError:
        return None
    wins = isinstance(after.turn, Over) and seat in after.turn.winners
    return Advice(as_boards_have_it(game, view, written), after.news, choice.value, wins)


def as_boards_have_it(game: AnyGame, view: View, text: str) -> str:
    """Write a legal turn that is not yet played as boards write it once it is."""
    return game.shown(view, game.parse(view, text)) if game.shown else text
