"""What players can check is posted in messages of its own, which are never edited."""

from __future__ import annotations

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import (
    CHANNEL,
    COMMITMENT,
    FAIRNESS,
    LAYOUTS,
    SALT,
    PostedMessage,
    written,
)
from bot.matches.service import Matches

from ..words import evidence_lines, lines
from ..words.catalogue import Catalogue
from ..words.languages import Languages
from .homes import Homes, Trouble
from .sender import Sender


class Fairness:
    """The keeper of the messages with a match's proofs: they are silent and mention nobody."""

    def __init__(
        self, matches: Matches, languages: Languages, homes: Homes, sender: Sender
    ) -> None:
        self._matches = matches
        self._languages = languages
        self._homes = homes
        self._sender = sender
        self._late: set[MatchId] = set()

    async def bring(self, match: Match, messages: Messages) -> Match:
        """Post the proofs that no message has shown yet; return the match, which may have moved.

        The commitment comes with the card, the salt before the first board, the seal of a layout
        as soon as its player is ready, and the layouts at the end. Raises Unfinished.
        """
        public, secret = shown(match, messages), self._matches.game(match).set_up is not None
        if public.keys() >= _due(match, secret=secret):
            return match
        self._late.add(match.id)
        if new := await self._new(match, public):
            match = await self._post(match, new, messages)
        self._late.discard(match.id)
        return match

    def line(self, match: Match, messages: Messages, words: Catalogue, *, wanted: bool) -> str:
        """Link to the last message if it is `wanted` or new; say so if one could not be posted."""
        if match.id in self._late:
            return words("fairness.late")
        last = messages.get(FAIRNESS)
        if last is None or not (wanted or last.revision >= match.stand.revision):
            return ""
        return words("fairness.link", link=_link(match, last))

    async def _new(self, match: Match, public: dict[str, int]) -> dict[str, list[str]]:
        """Write what is to be shown now: the lines of each proof, by its key."""
        words, set_up = self._languages.public(match), self._matches.game(match).set_up
        new: dict[str, list[str]] = {}
        if COMMITMENT not in public:
            new[COMMITMENT] = [words("fairness.commitment"), evidence_lines.seal(match, words)]
        if not match.begun:
            return new
        for one in await self._matches.evidence.proofs(match):
            if one.key not in public:
                explained = words("fairness.salt" if one.seat is None else "fairness.seals")
                new[one.key] = [explained, evidence_lines.proof(match, one, words)]
        if set_up and match.stand.outcome and LAYOUTS not in public:
            opened = await self._matches.evidence.layouts(match.id)
            told = [
                evidence_lines.layout(
                    match, seat, set_up.read(text), sealed, public.get(str(seat)), words
                )
                for seat, (text, sealed) in sorted(opened.items())
            ]
            new |= {LAYOUTS: told} if told else {}
        return new

    async def _post(self, match: Match, new: dict[str, list[str]], messages: Messages) -> Match:
        words, last = self._languages.public(match), messages.get(FAIRNESS)
        head = words("fairness.head", match=match.id)
        if last:
            head = lines.DOT.join((head, words("fairness.earlier", link=_link(match, last))))
        told = dict.fromkeys(line for proof in new.values() for line in proof)  # each once
        content = "\n".join((head, *told))
        nonce = f"{match.id}-fair-{''.join(key[0] for key in new)}"  # another one with other proofs

        async def send(match: Match) -> int:
            return await self._sender.send(
                match.place,
                content,
                match.updated_ms,
                after=last,
                silent=True,
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=nonce,
            )

        if match.begun:
            try:
                match, message = await self._homes.deliver(match, send)
            except Trouble as trouble:  # boards say that something is missing
                raise Unfinished(f"proofs of match={match.id} wait: {trouble}") from trouble
        else:
            message = await send(match)
        by_now = (await self._matches.match(match.id)).stand.revision if match.begun else 0
        proofs = written((last.public if last else {}) | dict.fromkeys(new, by_now))
        messages.note(PostedMessage(match.id, FAIRNESS, match.place, message, by_now, proofs))
        return match


def shown(match: Match, messages: Messages) -> dict[str, int]:
    """Return the revision at which each proof was first public.

    In earlier versions of the bot the card had the commitment, and boards the other proofs.
    """
    last, board = messages.get(FAIRNESS), messages.get(CHANNEL)
    public = {COMMITMENT: 0} if match.begun else {}
    if last is None and board and board.public and match.stand.outcome:
        public |= {LAYOUTS: board.revision} if board.revision >= match.stand.revision else {}
    return public | (last.public if last else {}) | (board.public if board else {})


def _due(match: Match, *, secret: bool) -> set[str]:
    """List the keys of what should be public as a match stands; `secret`: layouts are sealed."""
    if not match.begun:
        return {COMMITMENT}
    due = {COMMITMENT, SALT}
    if secret and match.stand.outcome:
        return due | {LAYOUTS}
    settling = match.stand.phase == "setting_up"
    ready = [one.seat for one in match.players if not (settling and one.acting)]
    return due | {str(seat) for seat in ready if secret}


def _link(match: Match, last: PostedMessage) -> str:
    return lines.jump(match.terms.guild, last.channel, last.message)
