"""Buttons about time: take the win over a fallen flag, or give more time."""

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.replies import show_match
from bot.ui.answers.visits import Answer, Visit, verb


@verb("win", Answer.PUBLIC)
async def win(visit: Visit) -> None:
    """Take the win, under a board on which a player's time is up."""
    check_deciding(visit, await visit.match())
    clocks, press = visit.desk.matches.clocks, visit.press
    match = await clocks.take_win(visit.key, press.match, visit.user, press.revision)
    await show_match(visit, match)


@verb("give", Answer.PUBLIC)
async def give(visit: Visit) -> None:
    """Give 24 h, under such a board."""
    check_deciding(visit, await visit.match())
    clocks, press = visit.desk.matches.clocks, visit.press
    await show_match(visit, await clocks.give(visit.key, press.match, visit.user, press.revision))


@verb("excuse", Answer.PUBLIC)
async def excuse(visit: Visit) -> None:
    """Call it off, under such a board: nobody wins."""
    check_deciding(visit, await visit.match())
    clocks, press = visit.desk.matches.clocks, visit.press
    await show_match(visit, await clocks.excuse(visit.key, press.match, visit.user, press.revision))


def check_deciding(visit: Visit, match: Match) -> None:
    """Raise Refusal for all who have nothing to decide about a fallen flag."""
    if match.player_of(visit.user).clock.down:
        raise Refusal(Code.OWN_FLAG, match=match.id)
