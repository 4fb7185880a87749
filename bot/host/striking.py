"""Takes a match out of the points and puts it back, for whoever runs the bot."""

import asyncio
import sys

from bot.config import Settings
from bot.matches.match.ids import MatchId
from bot.matches.match.refusals import Code, Refusal
from bot.ui.words.catalogue import DEFAULT, catalogue

from .aside import open_matches
from .status import COULD_NOT, GOOD


def main(settings: Settings, match: str, *, undo: bool) -> int:
    """Strike a match, or `undo` it; say so, and return the exit status. Raises DatabaseUnusable.

    The bot tells its players at its next round.
    """
    return asyncio.run(_strike(settings, match, undo=undo))


async def _strike(settings: Settings, match: str, *, undo: bool) -> int:
    words = catalogue(DEFAULT)
    try:
        async with open_matches(settings) as matches:
            striking, one = matches.striking, MatchId(match.upper())
            struck = await (striking.undo(one) if undo else striking.strike(one))
    except Refusal as refusal:
        unknown = refusal.event.code == Code.UNKNOWN_MATCH
        text = f"There is no match {match}." if unknown else words.tell(refusal.event)
        print(text, file=sys.stderr)
        return COULD_NOT
    again = f"{struck.id} counts for points again."
    print(again if undo else words("ping.struck", title=struck.id))
    return GOOD
