"""Deletes all that the bot keeps about a person who has asked its host for it."""

import asyncio
import sys

from bot.config import Settings

from .aside import open_matches
from .status import FOUND, GOOD

DONE = """\
All about {user} is deleted. Running matches ended for it: {running}, open challenges: {open};
finished matches in which a former player now stands for them: {finished}. The bot brings the boards
up to date by itself. Backups made before still hold everything, and so does a copy made before an
update (…-before-….sqlite): delete them, or wait until the last backup has been replaced."""

LEFT = """\
The database's file is in use and may still hold bytes of them: stop the bot and do it again."""


def main(settings: Settings, user: int) -> int:
    """Forget a person, say so, and return the exit status. Raises DatabaseUnusable."""
    return asyncio.run(_forget(settings, user))


async def _forget(settings: Settings, user: int) -> int:
    async with open_matches(settings) as matches:
        stakes = await matches.forgetting.stakes(user)
        await matches.forgetting.forget(user)
        compacted = await matches.compact()
    print(
        DONE.format(user=user, running=stakes.running, open=stakes.open, finished=stakes.finished)
    )
    if compacted:
        return GOOD
    print(LEFT, file=sys.stderr)
    return FOUND
