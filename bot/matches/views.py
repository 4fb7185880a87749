"""From a secret position to what one reader may see of it: the only way out of this package."""

from typing import Any

from games.core import AnyRules, NotationError, OutOfTurn, Over, View
from games.core import Code as Core
from games.submission import foresee, unfinished

from .match.match import Match
from .match.reader_view import ReaderView
from .match.refusals import Code, Refusal, Stopped
from .store.rows import Stored


def for_reader(
    rules: AnyRules, stored: Stored, state: Any, reader: int | None, draft: str = ""
) -> ReaderView:
    """Show a begun match to one reader: a player from their own seat, anybody else as a spectator.
    Only the seat to act may have a draft; raises OutOfTurn, NotationError or IllegalAction."""
    match, game = stored.match, rules.game
    view = rules.view(state, None if reader is None else match.seat_of(reader))
    if not draft.strip():
        return ReaderView(match, game, view)
    _check_turn(match, view, reader)
    view, draft = foresee(game, view, draft)
    return ReaderView(match, game, view, draft, complete=not unfinished(view))


def load(rules: AnyRules, stored: Stored) -> Any:
    """Load the secret state of a begun match. Raises Stopped, or Refusal if it is not kept."""
    if stored.cleared:
        raise Refusal(Code.NO_LONGER_KEPT, match=stored.match.id)
    if stored.state is not None:
        return stored.state
    try:
        return rules.as_of(stored.match.terms.version).load(stored.position)
    except NotationError:
        raise Stopped(stored.match.id, stored.match.stand.revision) from None


def _check_turn(match: Match, view: View, reader: int | None) -> None:
    if isinstance(view.turn, Over):
        raise OutOfTurn(Core.ALREADY_OVER)
    if reader is None:
        raise Refusal(Code.NOT_A_PLAYER, match=match.id)
    match.living(reader)
    if not view.acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
