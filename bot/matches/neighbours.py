"""The processes that have the other shards: each is told of the matches it has to follow."""

import asyncio
import logging
import re
from contextlib import aclosing

from bot.store.servers import Servers
from bot.store.store import Store

from .followers import Followers
from .ledger import Ledger
from .match.ids import MatchId
from .match.match import Match
from .match.refusals import Code, Refusal
from .match.shards import Shards

log = logging.getLogger(__name__)

NAME = re.compile(r"[0-9A-Z]{4,6}")
"""What a match may be called."""
PAUSE_S = 1
"""The seconds before a process listens anew."""


class Peers:
    """Whose match is whose: one is followed by the process that hears of its server. Presses in
    direct messages arrive at the first shard, and a vacation begins wherever it is noticed first.
    Nothing is lost if a call is: the sweeps of whoever should have heard it find what is behind."""

    def __init__(
        self, store: Store, servers: Servers, followers: Followers, ledger: Ledger, shards: Shards
    ) -> None:
        self._store = store
        self._servers = servers
        self._followers = followers
        self._ledger = ledger
        self._shards = shards
        self._listening: asyncio.Task[None] | None = None
        self._warned = False

    def follow(self, match: Match) -> bool:
        return not self._shards.hear(match.terms.guild)

    async def tell(self, match: MatchId) -> None:
        try:
            await self._store.call(match)
        except Exception as failure:  # their next sweep finds it
            log.warning("match=%s is not called out: %s", match, type(failure).__name__)

    async def meet(self) -> None:
        """Hear from now on what others tell, and learn what managers have chosen elsewhere."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="neighbours")
        await self._servers.recall()

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def _listen(self) -> None:
        """Hear what is called out; when the connection is lost, listen anew and make up for it."""
        lost = False
        while True:
            try:
                async with aclosing(self._store.calls()) as calls:
                    async for said in calls:
                        if said:
                            await self._hear(said)
                        elif lost:
                            lost = False  # anybody may call out ""
                            await self._followers.sweep()
            except Exception as failure:  # its text may quote what is stored
                log.warning("other processes are not heard: %s", type(failure).__name__)
            lost = True
            await asyncio.sleep(PAUSE_S)

    async def _hear(self, said: str) -> None:
        """Follow the match that is called out, if there is one of this name. Whoever may connect to
        the database can call out anything, so none of it gets into the log."""
        match, watched = MatchId(said), None
        try:
            watched = await self._ledger.watch(match) if NAME.fullmatch(said) else None
        except Exception as failure:
            if not (isinstance(failure, Refusal) and failure.event.code == Code.UNKNOWN_MATCH):
                log.exception("match=%s is called out and cannot be read; a sweep finds it", match)
                return
        if watched is None:
            if not self._warned:
                log.warning("what names no match is called out; no more is said of it")
            self._warned = True
        elif not self.follow(watched.match):
            self._followers.kick(match)
