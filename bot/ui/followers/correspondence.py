"""Letter matches: each player has the card, the proofs and the boards in their own direct messages.

For one reader at a time these are a place like any other, in their language and theme and from
their seat; what is sent there waits in their own post. Nothing holds such a match: whoever closes
their direct messages has closed the place themselves, and the others read so.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from bot.matches.followers import Unfinished
from bot.matches.ledger import Mailbox, Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CARD, CHANNEL, DIRECT, PostedMessage, audience_of
from bot.matches.match.players import NamedPerson, Player
from games.core import Event

from ..messages import offer, own_board
from ..messages.wanted import Wanted
from ..wire.outbox import nonce
from ..wire.pace import Rank, rank
from ..wire.rests import Rests
from ..wire.said import REFUSALS, judge
from .letters import Letters
from .match_threads import Trouble
from .pings import Pings
from .reconcile import Reconciler
from .services import Services

log = logging.getLogger(__name__)


class Correspondence(Reconciler):
    """Keeps the messages of every match, and of letter matches those of every reader."""

    def __init__(self, services: Services, pings: Pings, letters: Letters) -> None:
        super().__init__(services, pings, letters)
        self._rests = Rests[tuple[MatchId, int]](services.matches.now)

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        match = watched.match
        if match.direct and match.terms.host.is_deleted:
            return None
        if not match.letters:
            return await super().reconcile(watched.personal, messages)
        if match.begun and watched.view is None:  # its moves are no longer kept
            return None
        if match.stand.phase == "open":
            return await self._invite(watched, messages)
        shown = [post for post in messages.all() if post.audience.startswith(DIRECT)]
        latest = max(shown, key=lambda post: post.revision, default=None)
        if await self._await_computers(match, latest):
            return None
        for who in _readers(match):
            deliver = partial(self._deliver, watched, who, messages)
            messages.later(self._queue.put(who.id, deliver))
        return None

    async def _invite(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Send everybody at the table their card, which tries their direct messages before they get
        a seat; one that is refused for good takes the match along. A complete match begins."""
        match, cards = watched.match, list[int]()
        rank.set(Rank.CARD)
        for who in _readers(match):
            try:
                own, box = await self._for(watched, who, messages)
                await self._reconcile_card(own, box, self._wanted_messages(own, box))
            except REFUSALS as failure:
                answer = judge(failure, "letter")
                if answer.waits:
                    raise Unfinished(f"a card waits: {failure!r}") from failure
                log.info("no card of match=%s by letter: %d", match.id, answer.code)
                await self._matches.opening.withdraw(match.id, shut=who.id)
                return None
            cards += [card.message for card in (box.get(CARD),) if card]
        await messages.write()
        if match.complete and cards:
            await self._matches.opening.begin(match.id, max(cards))
        return None

    async def _for(
        self, watched: Snapshot, who: NamedPerson, messages: Messages
    ) -> tuple[Snapshot, Mailbox]:
        """Return the match as one reader is written to about it, and their part of its messages.
        Raises one of `REFUSALS`."""
        match, people = watched.match, watched.people
        person = people.get(who.id) or await self._matches.people.get(who.id)
        channel, seat = await self._outbox.mailbox(who.id), match.seat_of(who.id)
        shut = {user for user, other in people.items() if match.id in other.refused}
        closed = frozenset(
            player.seat for player in match.players if player.person and player.person.id in shut
        )
        own = replace(match, home=channel, reader=person, closed=closed)
        view = None if seat is None else watched.own[seat]
        places = (bid.place for bid in match.invitations if bid.person and bid.person.id == who.id)
        box = Mailbox(messages, channel, seat, next(places, 0))
        return replace(watched, match=own, view=view), box

    async def _deliver(self, watched: Snapshot, who: NamedPerson, messages: Messages) -> bool:
        """Bring one reader's messages up, unless something has been played meanwhile. False if a
        sweep has to try again."""
        match = watched.match
        person, key = watched.people.get(who.id), (match.id, who.id)
        if self._matches.followers.has_changed(match.id):
            return True
        if person and match.id in person.refused:
            return True
        if self._rests.rests(key):
            return False
        rank.set(Rank.BOARD)
        try:
            own, box = await self._for(watched, who, messages)
            former = ((player.substitution, player) for player in match.players)
            left = next((player for was, player in former if was and was.person.id == who.id), None)
            if left:
                await self._dismiss(own.match, left, box)
            else:
                await self._public(own, box)
            return all(await asyncio.gather(*box.collect_later()))
        except Unfinished as waits:
            log.info("a letter about match=%s: %s", match.id, waits)
        except (*REFUSALS, Trouble) as failure:
            answer = judge(failure.__cause__ or failure, "letter")
            if answer.kind in ("person", "absent"):
                return await self._close_to(match, who)
            if not answer.busy:
                self._rests.add(key)
            log.info("a letter about match=%s waits: %r", match.id, failure)
        except Exception:
            log.exception("a letter about match=%s waits", match.id)
        return False

    async def _close_to(self, match: Match, who: NamedPerson) -> bool:
        """Note that somebody has closed their direct messages, for the others to read."""
        self._rests.add((match.id, who.id))
        await self._matches.people.refuse_messages(match.id, who.id)
        if match.running:
            self._matches.followers.kick(match.id)
        return True

    async def _close_offers(self, watched: Snapshot, messages: Messages, due: Wanted) -> None:
        """Put the offer that stands into its reader's direct messages, aloud if they are asked, and
        close all others."""
        await super()._close_offers(watched, messages, due)
        match, made = watched.match, watched.match.offer
        if made is None or match.reader is None or messages.get(audience_of(made)):
            return
        words, info = self._languages.public(match), self._matches.game(match).info
        taken = await self._matches.offers.undoing(match, made)
        written = offer.standing_offer(match, made, taken, info, words)
        called = self._matches.offers.mentions(match.id, made) & {match.reader.id}
        async with self._pings.mentioning(match, called, "offer", watched.people) as mentions:
            message = await self._outbox.send(
                match.place,
                written.content,
                match.updated_ms,
                view=written.buttons,
                silent=not mentions.users,
                allowed_mentions=mentions,
                nonce=nonce(match, audience_of(made)),
            )
        shown = PostedMessage(match.id, audience_of(made), match.place, message, made.revision)
        messages.note(shown)

    async def _dismiss(self, match: Match, player: Player, messages: Messages) -> None:
        """Tell somebody on their last board that another plays on in their seat."""
        box = Mailbox(messages, match.place, player.seat)
        boards = [post for post in box.all() if post.audience == CHANNEL]
        words = self._languages.public(match)
        for shown in boards:
            written = own_board.dismissal(match, player, words)
            last: dict[str, Any] = {"content": written.content} if shown is boards[-1] else {}
            await self._outbox.edit(shown, view=written.buttons if last else None, **last)
            box.note(replace(shown, state="closed"))


def _readers(match: Match) -> Iterator[NamedPerson]:
    """List the people who are written to about a match, whoever opened it first."""
    places = (place.person for place in match.invitations)
    former = (player.substitution.person for player in match.players if player.substitution)
    for person in (*places, *match.people, *former):
        if person and not person.is_deleted:
            yield person
