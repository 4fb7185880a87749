"""The matches, opened beside the bot by a command that looks at them or changes them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.config import Settings
from bot.matches.ledger import Messages, Snapshot
from bot.matches.service import Matches
from bot.store.copying import require_there
from games.core import Event


class Elsewhere:
    """The follower of a program without Discord: whatever shows a match is left to the bot."""

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Leave a match to the bot's next round."""
        return Event("board.later", {"match": watched.match.id})


@asynccontextmanager
async def open_matches(settings: Settings) -> AsyncIterator[Matches]:
    """Open the matches of the settings while the bot runs or not. Raises DatabaseUnusable.

    It does not make a database: in an empty one there is nothing to find.
    """
    require_there(settings.database_url)
    most = settings.database_connections
    matches = await Matches.open(settings.database_url, connections=most)
    matches.followers.add(Elsewhere())
    try:
        yield matches
    finally:
        await matches.close()
