"""Deletes all that the bot keeps about a person who has asked its host for it."""

from __future__ import annotations

import asyncio
import sys

from bot.config import Settings

from .aside import opened
from .status import FOUND, GOOD

DONE = """\
All about {user} is deleted. {running} running matches and {open} cards have ended for it, and in
{finished} finished ones a former player has taken their place; the bot shows it at its next round.
Backups made before still have it: delete them, or wait until the last is replaced."""

LEFT = """\
The file of the database is in use and may have bytes of them yet: stop the bot and do it again."""


def main(settings: Settings, user: int) -> int:
    """Forget a person, say so, and return the exit status. Raises DatabaseUnusable."""
    return asyncio.run(_forget(settings, user))


async def _forget(settings: Settings, user: int) -> int:
    async with opened(settings) as matches:
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
