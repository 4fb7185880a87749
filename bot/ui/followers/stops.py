"""Matches that cannot be read: where they are played, their players hear of it once."""

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import STOPPED, PostedMessage
from bot.matches.match.refusals import Stopped
from bot.people.person import Person

from ..wire.outbox import nonce
from ..wire.rests import Rests
from ..wire.said import REFUSALS
from ..words import lines
from .pings import Pings
from .services import Services, WithServices

log = logging.getLogger(__name__)


class Stops(WithServices):
    """Tells players once that their match cannot go on."""

    def __init__(self, services: Services, pings: Pings) -> None:
        super().__init__(services)
        self._pings = pings
        self._refused = Rests[MatchId](services.matches.now)

    async def announce(self, match: MatchId) -> None:
        """Say where a match is played that it cannot be read, and whom to tell."""
        current, shown = (
            await self._matches.match(match),
            await self._matches.latest_messages(match),
        )
        notice, revision = shown.get(STOPPED), current.stand.revision
        if notice and notice.revision >= revision:
            return
        if self._refused.rests(match):
            return
        people = await self._matches.people.of(person.id for person in current.people)
        readers = [*people.values()] if current.letters else [None]
        try:
            for reader in readers:
                await self._tell(replace(current, reader=reader), people, notice)
        except REFUSALS as failure:
            log.info("the players of match=%s do not know yet: %r", match, failure)
            self._refused.add(match)

    async def _tell(
        self, current: Match, people: Mapping[int, Person], notice: PostedMessage | None
    ) -> None:
        """Tell all where a match is played, or the reader of its letters."""
        words, match, revision = self._languages.public(current), current.id, current.stand.revision
        if current.reader:
            current = replace(current, home=await self._outbox.mailbox(current.reader.id))
        called = lines.mentions(current, current.players, words)
        message = await self._outbox.send(
            current.place,
            f"{called} {words.tell(Stopped(match, revision).event)}",
            current.updated_ms,
            after=notice,
            allowed_mentions=self._pings.at_once(people.values()),
            nonce=nonce(current, f"{STOPPED}-{revision}"),
        )
        posted = PostedMessage(match, STOPPED, current.place, message, revision)
        await self._matches.followers.show(posted)
