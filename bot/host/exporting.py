"""Writes down all that the bot keeps about a person who has asked its host for it."""

import asyncio
import sys

from bot.config import Settings

from .aside import open_matches
from .status import GOOD


def main(settings: Settings, user: int) -> int:
    """Print it as JSON, records apart, and return the exit status. Raises DatabaseUnusable."""
    return asyncio.run(_export(settings, user))


async def _export(settings: Settings, user: int) -> int:
    async with open_matches(settings) as matches:
        documents = await matches.exporting.export(user, sys.maxsize)
    print(*documents, sep="\n")
    return GOOD
