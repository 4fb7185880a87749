"""The follower that keeps every message of a match as it should be: posts, edits and closes.

A message is never "notified": the table of posted messages says which facts each was made from,
and `reconcile` closes the gap to what every audience should see now, whatever left it. Pictures are
drawn as a message is sent, not to be compared.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.matches.facts import BoardFacts
from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import (
    AGAIN,
    BOARD_PROOFS,
    CARD,
    CHANNEL,
    LAYOUTS,
    NO_LOTS,
    SALT,
    PostedMessage,
    Proof,
    is_committed,
    offer_of,
    proving,
    public_proofs,
    seals_card,
)
from bot.matches.match.ping import PingKind
from games.core import Event

from ..messages import board, invitation, offer, proofs
from ..messages.message import Message, only_time, redrawn
from ..messages.wanted import CLOSED, Wanted, wanted_messages
from ..wire.outbox import nonce
from ..wire.pace import Rank, rank
from ..wire.said import REFUSALS, judge
from .holds import Holds
from .letters import Letters
from .match_threads import MatchThreads, Trouble
from .pings import Pings
from .services import Services, WithServices

log = logging.getLogger(__name__)

HELD_S, MOST_HELD_S, LONGEST_HELD_S = 5, 15, 60
"""The seconds a board waits for one computer's turn, for several, and where only computers play."""


class Reconciler(WithServices):
    """Keeps the messages of every match; letters are put into each person's post."""

    def __init__(self, services: Services, pings: Pings, letters: Letters) -> None:
        super().__init__(services)
        self._pings = pings
        self._holds = Holds(services)
        self._letters = letters
        self._threads = MatchThreads(services)
        self._late: set[MatchId] = set()
        self._waited: dict[MatchId, float] = {}

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Bring all messages up; an event says what stands in the way of the public ones."""
        match = watched.match
        rank.set(Rank.BOARD)
        try:
            if match.begun and watched.view is None:  # its moves are no longer kept
                return None
            if match.terms.guild and self._client.get_guild(match.terms.guild) is None:
                return await self._holds.hold(match, Trouble(match, "removed"))
            if match.stand.phase == "open":
                await self._open(watched, messages)
                return None
            if await self._await_computers(match, messages.get(CHANNEL)):
                return None
            return await self._public(watched, messages)
        except REFUSALS as failure:
            raise Unfinished(repr(failure), Event("board.later", {"match": match.id})) from failure
        finally:
            self._letters.put(watched, messages)

    async def _public(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Bring up what all can read; whatever keeps one message back, the others come."""
        match, first = watched.match, messages.get(CHANNEL) is None
        if refused := self._holds.standing(match):
            return refused
        failures: list[Exception] = []
        try:
            if match.begun:
                housed = match if match.housed else await self._threads.first(match)
                watched = replace(watched, match=housed)
                watched = replace(watched, match=await self._prove(housed, messages))
        except Exception as failure:
            failures.append(failure)
            if not match.reader:  # it may have moved before it failed
                home = (await self._matches.match(match.id)).home
                watched = replace(watched, match=replace(match, home=home))
        due = self._wanted_messages(watched, messages)
        for step in (self._reconcile_board, self._reconcile_card, self._close_offers):
            try:
                await step(watched, messages, due)
            except Exception as failure:
                failures.append(failure)
        if first and match.terms.rematch_of and not match.letters and messages.get(CHANNEL):
            messages.later(asyncio.create_task(self._threads.rename(match), name="thread's name"))
        troubles = [failure for failure in failures if isinstance(failure, Trouble)]
        if troubles and not match.letters:
            shown = messages.get(CHANNEL)
            seen = shown is not None and shown.revision >= match.stand.revision
            return await self._holds.hold(match, troubles[0], seen=seen)
        if failures:
            raise min(failures, key=lambda failure: isinstance(failure, Unfinished))
        await self._holds.let_go(match)
        return None

    async def _await_computers(self, match: Match, shown: PostedMessage | None) -> bool:
        """Wait a little for the turns of computers, to show them with the turn before them; True if
        there is something newer to show."""
        expected = match.computing or match.stand.phase == "setting_up"
        behind = shown is None or shown.revision < match.stand.revision
        if not (expected and behind and self._matches.computers.thinks(match.id)):
            self._waited.pop(match.id, None)
            return False
        now_s = asyncio.get_running_loop().time()
        living = any(player.person and not player.out for player in match.players)
        most = MOST_HELD_S if living else LONGEST_HELD_S
        left = self._waited.setdefault(match.id, now_s) + most - now_s
        if left > 0 and await self._matches.followers.newer(match.id, min(left, HELD_S)):
            return True
        self._waited.pop(match.id, None)
        return False

    # ------------------------------------------------------------ cards and proofs

    async def _open(self, watched: Snapshot, messages: Messages) -> None:
        """Post a card that was lost or never posted, with the commitment; a complete match begins.
        If it is refused for good that takes the match along: nobody could cancel it, nor accept."""
        match = watched.match
        rank.set(Rank.CARD)
        try:
            await self._reconcile_card(watched, messages, self._wanted_messages(watched, messages))
        except REFUSALS as failure:
            answer = judge(failure)
            if answer.waits:
                raise
            log.info("the card of match=%s cannot be posted: %d", match.id, answer.code)
            await self._matches.opening.withdraw(match.id)
            return
        await messages.write()
        shown = proofs.latest(messages.all()) or messages.get(CARD)
        if match.complete and shown and is_committed(messages.all()):
            await self._matches.opening.begin(match.id, shown.message)

    async def _reconcile_card(self, watched: Snapshot, messages: Messages, due: Wanted) -> None:
        """Post the card of an open match, and say on it who sits down and what becomes of it."""
        match, card = watched.match, messages.get(CARD)
        digest, opened = due[CARD], match.stand.phase == "open"
        committed = is_committed(messages.all())
        if card is None and opened:
            sent = await self._post_card(watched, messages)
            posted = PostedMessage(match.id, CARD, match.place, sent, digest=digest)
            await self._matches.show(posted)
        elif card is None or card.tells(digest) or (opened and match.complete and committed):
            return
        elif match.housed or not match.begun:
            written = self._card(match, messages)
            there = await self._outbox.edit(card, content=written.content, view=written.buttons)
            if there or committed or not opened:
                messages.note(replace(card, digest=digest))

    def _card(self, match: Match, messages: Messages) -> Message:
        words, sealed = self._languages.public(match), seals_card(messages.all())
        return invitation.invitation(match.veiled, self._matches.game(match), words, sealed=sealed)

    async def _post_card(self, watched: Snapshot, messages: Messages) -> int:
        match = watched.match
        card, called = self._card(match, messages), [person.id for person in match.called]
        async with self._pings.mentioning(match, called, "challenge", watched.people) as mentions:
            return await self._outbox.send(
                match.place,
                card.content,
                match.terms.created_ms,
                view=card.buttons,
                allowed_mentions=mentions,
                nonce=nonce(match, CARD),
            )

    async def _prove(self, match: Match, messages: Messages) -> Match:
        """Post the proofs that no message has shown yet, but for those that boards show; return the
        match, which may have moved. Salt and seals come before the first turn, against computers
        alone in the place of the set-up's board, and the layouts at the end. Raises Unfinished."""
        game, public = self._matches.game(match), public_proofs(messages.all())
        keys, over = proofs.missing(match, game, public), messages.get(CHANNEL)
        if proofs.on_boards(match, game):
            keys &= {LAYOUTS}
        elif keys == {SALT} and not await self._matches.evidence.uses_lots(match):
            none, place = {NO_LOTS: match.stand.revision}, -int(match.terms.salt or 0)
            audience = proving(none, BOARD_PROOFS)
            messages.note(PostedMessage(match.id, audience, match.place, place))
            return match
        if not keys:
            return match
        self._late.add(match.id)
        words, last = self._languages.public(match), proofs.latest(messages.all())
        evident = await self._matches.facts.evident(match, public)
        if new := proofs.new(match, evident, public, game, words):
            content = proofs.proofs(match, new, last, words).content

            async def send(match: Match) -> int:
                passed = over if SALT in new and game.set_up and proofs.alone(match) else None
                bare: dict[str, Any] = {"content": content, "view": None, "attachments": []}
                if passed and await self._outbox.edit(passed, new=True, **bare):
                    return passed.message
                return await self._outbox.send(
                    match.place,
                    content,
                    match.updated_ms,
                    after=last,
                    silent=True,
                    allowed_mentions=discord.AllowedMentions.none(),
                    nonce=nonce(match, f"fair-{''.join(key[0] for key in new)}"),
                )

            try:
                match, message = await self._threads.deliver(match, send)
            except Trouble as trouble:  # boards say that something is missing
                raise Unfinished(f"proofs of match={match.id} wait: {trouble}") from trouble
            by_now = (await self._matches.match(match.id)).stand.revision
            audience = proving(dict.fromkeys(new, by_now))
            messages.note(PostedMessage(match.id, audience, match.place, message, by_now))
        self._late.discard(match.id)
        return match

    async def _close_offers(self, watched: Snapshot, messages: Messages, due: Wanted) -> None:
        """Take the buttons off every offer that no longer stands. Those of an ended match stay
        open: one of them may be what ended it."""
        match = watched.match
        for shown in messages.all():
            made = offer_of(shown.audience)
            if made is None or due.get(shown.audience) != CLOSED or shown.digest == CLOSED:
                continue
            answer = self._matches.offers.outcome(match.id, made)
            closed = offer.closed_offer(match, made, answer, self._languages.public(match))
            changes: dict[str, Any] = {"content": closed.content} if closed else {}
            await self._outbox.edit(shown, view=None, **changes)
            messages.note(
                replace(shown, digest=CLOSED, state="closed" if match.running else "open")
            )

    # ----------------------------------------------------------------- boards

    async def _reconcile_board(self, watched: Snapshot, messages: Messages, due: Wanted) -> None:
        """Post a board for what has happened since the last one; edit that one during set-up."""
        match, shown = watched.match, messages.get(CHANNEL)
        if watched.view is None or not match.housed:
            return
        moved = match.running and shown is not None and shown.channel != match.place
        behind = shown is None or shown.revision < match.stand.revision
        new = behind and match.stand.phase != "setting_up"
        if shown is None or new or moved or shown.digest == AGAIN:
            await self._post_board(watched, shown, messages)
        elif not await self._edit_board(watched, shown, messages, due[CHANNEL]):
            log.info("the board of match=%s is gone, and posted anew", match.id)
            messages.note(replace(shown, state="closed"))
            await self._post_board(watched, replace(shown, digest=AGAIN), messages)
        self._close_boards(watched, messages)

    async def _post_board(
        self, watched: Snapshot, before: PostedMessage | None, messages: Messages
    ) -> None:
        """Post a board, which mentions those who are to act unless it is posted again."""
        match = watched.match
        revision = match.stand.revision
        again = before is not None and (before.digest == AGAIN or before.revision == revision)
        ended = [] if match.running else await self._pings.owed_pings(match, "end")
        owed = {ping.user for ping in ended}
        since = None if before is None else before.revision
        shown = _on_board(before, messages)
        facts = await self._matches.facts.posting(watched, since, owed, shown, again=again)
        new = await self._new_proofs(match, messages)
        facts = replace(facts, shown=(*facts.shown, *new))
        users = [] if again else [person.id for person in facts.notified]
        kind: PingKind = "turn" if match.running else "end"
        # Discord would take one that is posted again for the one before.
        apart = f"-{before.message % 1_000_000}" if again and before else ""

        async def send(match: Match) -> int:
            seen = replace(facts.seen, match=match)
            written = self._board(replace(facts, seen=seen), messages)
            picture = written.picture and await self._studio.draw(seen, written.picture)
            async with self._pings.mentioning(match, users, kind, watched.people) as mentions:
                return await self._outbox.send(
                    match.place,
                    written.content,
                    match.updated_ms,
                    after=before,
                    file=picture,
                    view=written.buttons,
                    silent=match.reader is not None and not mentions.users,
                    allowed_mentions=mentions,
                    nonce=nonce(match, f"{revision}{apart}"),
                )

        match, message = await self._threads.deliver(match, send)
        digest = board.digest(match, self._look(match), first=before is None)
        messages.note(PostedMessage(match.id, CHANNEL, match.place, message, revision, digest))
        if new:
            audience = proving({proof.key: revision for proof in new}, BOARD_PROOFS)
            messages.note(PostedMessage(match.id, audience, match.place, -message))

    async def _new_proofs(self, match: Match, messages: Messages) -> tuple[Proof, ...]:
        """List the salt that a board of a match without two people shows first."""
        public, game = public_proofs(messages.all()), self._matches.game(match)
        keys = proofs.missing(match, game, public) - {LAYOUTS}
        if not (keys and proofs.on_boards(match, game)):
            return ()
        evident = await self._matches.facts.evident(match, public)
        return tuple(proof for proof in evident.proofs if proof.key in keys)

    async def _edit_board(
        self, watched: Snapshot, shown: PostedMessage, messages: Messages, digest: str
    ) -> bool:
        """Say on the board how clocks stand, who is absent and who plays; False if it is gone."""
        revision = watched.match.stand.revision
        behind = shown.revision < revision
        if shown.tells(digest) and not behind:
            return True
        if only_time(shown.digest, digest) and not self._outbox.may_tell_time(shown):
            raise Unfinished("the board says in an hour how the clocks stand")
        first, proved = board.is_first(shown.digest), _on_board(shown, messages)
        facts = await self._matches.facts.editing(watched, revision, first=first, shown=proved)
        written = self._board(facts, messages)
        changes: dict[str, Any] = {"content": written.content, "view": written.buttons}
        if written.picture and (behind or redrawn(shown.digest, digest)):
            changes["attachments"] = [await self._studio.draw(facts.seen, written.picture)]
        there = await self._outbox.edit(shown, new=behind, **changes)
        messages.note(replace(shown, digest=digest, revision=revision))
        return there

    def _close_boards(self, watched: Snapshot, messages: Messages) -> None:
        """Have the buttons taken off the boards before the last. The one just before says what was
        played on it; after the end it stays open, for the names on it may yet have to go."""
        match, last = watched.match, proofs.latest(messages.all())
        proved = last and last.message
        for number, shown in enumerate(reversed(messages.earlier(CHANNEL))):
            stays = number == 0 and not match.running
            digest = board.passed_digest(match) if stays else shown.digest
            closed = replace(shown, digest=digest, state=shown.state if stays else "closed")
            told = number == 0 and shown.revision < match.stand.revision and shown.message != proved
            tell = partial(self._tell_passed, watched, shown, messages) if told else None
            close = partial(self._closings.close, shown, closed, messages, tell, newer=number > 0)
            if closed != shown and (task := close()):
                messages.later(task)

    async def _tell_passed(
        self, watched: Snapshot, shown: PostedMessage, messages: Messages
    ) -> str:
        on_board = _on_board(shown, messages)
        facts = await self._matches.facts.passing(watched, shown.revision, on_board)
        facts, way = self._link_salt(facts, messages)
        return board.passed_board(facts, way, self._languages.public(watched.match)).content

    def _board(self, facts: BoardFacts, messages: Messages) -> Message:
        match, words = facts.seen.match, self._languages.public(facts.seen.match)
        facts, way = self._link_salt(facts, messages)
        way = way or proofs.line(
            match,
            proofs.latest(messages.all()),
            words,
            wanted=board.explains(match, first=facts.first),
            late=match.id in self._late,
        )
        return board.board(facts, way, words, self._studio.board_theme(match))

    def _link_salt(self, facts: BoardFacts, messages: Messages) -> tuple[BoardFacts, str]:
        """Let a board link to the card whose number is the salt, instead of spelling that."""
        match, words = facts.seen.match, self._languages.public(facts.seen.match)
        way = proofs.salt_on_card(match, facts.shown, messages.get(CARD), words)
        seals = tuple(proof for proof in facts.shown if proof.key != SALT) if way else facts.shown
        return replace(facts, shown=seals), way

    def _wanted_messages(self, watched: Snapshot, messages: Messages) -> Wanted:
        return wanted_messages(watched.match, {}, messages.all(), self._look(watched.match))

    def _look(self, match: Match) -> str:
        return f"{self._languages.public(match).locale} {self._studio.board_theme(match)}"


def _on_board(board: PostedMessage | None, messages: Messages) -> dict[str, int]:
    """Return the proofs that a board shows."""
    found = (message for message in messages.all() if message.audience.startswith(BOARD_PROOFS))
    return public_proofs(post for post in found if board and post.message == -board.message)
