"""What a player's own pieces have met so far, out of what that player was shown turn by turn."""

from __future__ import annotations

from ..match.match import Match
from ..match.reader_view import Fight
from ..referee import Referee


async def fights(referee: Referee, match: Match, user: int) -> tuple[Fight, ...]:
    """Tell the fights of a player's pieces in a begun match, oldest first; none for a spectator.

    Only the player's own views are asked: nothing is told that they were not shown.
    """
    game, seat = referee.rules(match.terms.game).game, match.seat_of(user)
    if game.fought is None or seat is None:
        return ()
    views = (await referee.course(match)).seen(seat)
    found = []
    for then in views[1:]:
        news, last = game.fought(then, views[-1]), game.last(then)
        if news and last:
            found.append(Fight(last[1], news))
    return tuple(found)
