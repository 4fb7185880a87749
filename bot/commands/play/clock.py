"""Buttons about time: take the win over a fallen flag, or give more time."""

from collections.abc import Awaitable, Callable

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.replies import show_match
from bot.ui.answers.visits import Answer, Visit, verb


@verb("win", Answer.PUBLIC)
async def win(visit: Visit) -> None:
    """Take the win, under a board on which a player's time is up."""
    await decide(visit, visit.desk.matches.clocks.take_win)


@verb("give", Answer.PUBLIC)
async def give(visit: Visit) -> None:
    """Give 24 h, under such a board."""
    await decide(visit, visit.desk.matches.clocks.give)


@verb("excuse", Answer.PUBLIC)
async def excuse(visit: Visit) -> None:
    """Call it off, under such a board: nobody wins."""
    await decide(visit, visit.desk.matches.clocks.excuse)


async def decide(visit: Visit, how: Callable[[int, MatchId, int, int], Awaitable[Match]]) -> None:
    """Decide about another's fallen flag, and show the match."""
    match, press = await visit.match(), visit.press
    if match.player_of(visit.user).clock.down:
        raise Refusal(Code.OWN_FLAG, match=match.id)
    await show_match(visit, await how(visit.key, press.match, visit.user, press.revision))
