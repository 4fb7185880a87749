"""The cards of open matches: posted where one is lost, and closed once the match has a board."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.matches.ledger import Messages, Watched
from bot.matches.match.match import Match
from bot.matches.match.messages import CARD, COMMITMENT, FAIRNESS, SHOWN_OPEN, PostedMessage
from bot.matches.service import Matches

from ..controls import cards as card_text
from ..controls import panels
from ..words import evidence_lines
from ..words.languages import Languages
from .editing import edit
from .fairness import Fairness
from .pings import Pings
from .retryable import is_transient
from .sender import Sender

log = logging.getLogger(__name__)


class Cards:
    """The keeper of the cards of matches."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        languages: Languages,
        pings: Pings,
        fairness: Fairness,
        sender: Sender,
    ) -> None:
        self._client = client
        self._matches = matches
        self._languages = languages
        self._pings = pings
        self._fairness = fairness
        self._sender = sender

    async def post_missing(self, watched: Watched, messages: Messages) -> None:
        """Post a card that was lost or never posted, and the commitment; a complete match begins.

        If either is refused for good that takes the match along: without a card nobody could cancel
        it, and without the commitment nobody may accept.
        """
        match, card = watched.match, messages.get(CARD)
        try:
            if card is None:
                message = await self._post(watched)
                card = PostedMessage(match.id, CARD, match.place, message, SHOWN_OPEN)
                await self._matches.show(card)
            elif match.serial and card_text.table_for_more(match) and not match.complete:
                await self._renew(match, card)
            await self._fairness.bring(match, messages)
        except discord.HTTPException as failure:
            if is_transient(failure):
                raise
            log.info("the card of match=%s cannot be posted: %d", match.id, failure.code)
            await self._matches.opening.withdraw(match.id)
            return
        await messages.write()
        shown = messages.get(FAIRNESS)
        if match.complete and shown:
            await self._matches.opening.begin(match.id, shown.message)

    async def _renew(self, match: Match, card: PostedMessage) -> None:
        """Show who has sat down by now."""
        words, info = self._languages.public(match), self._matches.game(match).info
        content, view = card_text.card(match, info, words), card_text.on_card(match, info, words)
        await edit(self._client, match.id, card.channel, card.message, content=content, view=view)

    async def _post(self, watched: Watched) -> int:
        match = watched.match
        words, info = self._languages.public(match), self._matches.game(match).info
        called = [person.id for person in match.called]
        async with self._pings.mentioning(match, called, "challenge", watched.people) as mentions:
            return await self._sender.send(
                match.place,
                card_text.card(match, info, words),
                match.terms.created_ms,
                view=card_text.on_card(match, info, words),
                allowed_mentions=mentions,
                nonce=f"{match.id}-{CARD}",
            )

    async def close(self, watched: Watched, messages: Messages) -> None:
        """Take the buttons off the card of a match that has a board, or comes to nothing."""
        match, card = watched.match, messages.get(CARD)
        if card is None or not _tells_less(card, match):
            return
        if match.begun and not match.home:
            return
        words, game = self._languages.public(match), self._matches.game(match)
        left = panels.on_closed_card(match, game, words)
        content = card_text.card(match, game.info, words)
        fairness = messages.get(FAIRNESS)
        if match.begun and not (fairness and COMMITMENT in fairness.public):  # an earlier version's
            content = "\n".join((content, evidence_lines.seal(match, words)))
        await edit(self._client, match.id, card.channel, card.message, content=content, view=left)
        at_ms = match.clock_ms if match.nameless else 0
        messages.note(replace(card, revision=match.stand.revision, clock_ms=at_ms))


def _tells_less(card: PostedMessage, match: Match) -> bool:
    """Tell whether a card still has its buttons, or lacks a take-over of a seat since, or names
    somebody who has had all about them deleted."""
    taken = [player.substitution.revision for player in match.players if player.substitution]
    named = match.nameless and not card.clock_ms
    return named or card.revision == SHOWN_OPEN or any(card.revision < one for one in taken)
