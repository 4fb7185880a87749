"""What a player's own pieces have met so far, out of what that player was shown turn by turn."""

from __future__ import annotations

from games.replay import Course

from ..match.ids import MatchId
from ..match.reader_view import Fight
from ..referee import Referee


async def fights(referee: Referee, match: MatchId, user: int) -> tuple[Fight, ...]:
    """The fights of a player's pieces in a begun match, oldest first; none for a spectator.

    Only the player's own views are asked: nothing is told that they were not shown.
    """
    stored = await referee.load(match)
    rules, seat = referee.rules(stored.match.terms.game), stored.match.seat_of(user)
    fought = rules.game.fought
    if fought is None or seat is None:
        return ()
    log = (await referee.store.lines(match))[: stored.match.stand.revision]
    course = Course(rules, stored.match.terms.variant, [line.entry for line in log])
    now = rules.view(course.state, seat)
    found = []
    for state in course.states[1:]:
        then = rules.view(state, seat)
        news, last = fought(then, now), rules.game.last(then)
        if news and last:
            found.append(Fight(last[1], news))
    return tuple(found)
