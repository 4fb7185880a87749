"""Pings: each person is told each thing once, where they want it.

A public message mentions the people it concerns, if they want it there and it is not in their quiet
hours. The others are owed a ping of their own: a few words and a link, by direct message or, once
their quiet hours are over, in the channel. Those are kept in the database until they have been
sent; a repetition is harmless.

Whoever is found to have lost sight of the place of a match is told by direct message instead, of
their turns as well, until they can look there again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CARD, CHANNEL, DIRECT, PostedMessage, audience_of
from bot.matches.match.ping import Ping, PingKind
from bot.people.person import Person
from bot.store.deleted_users import is_deleted_user
from games.clock import MINUTE
from games.core import Event

from ..messages.message import Message
from ..wire.outbox import short
from ..wire.pace import Rank, rank
from ..wire.rests import Rests
from ..wire.said import REFUSALS, judge
from ..words import reminders
from ..words.catalogue import Catalogue
from .services import Services, WithServices

log = logging.getLogger(__name__)

LATE_MS = 10 * MINUTE
"""The time a ping waits for the message it leads to, from the change or the start of the bot on."""
URGENCY: tuple[PingKind, ...] = ("turn", "reminder", "notice")
"""The kinds of which only the last that is owed is sent: all say that it is a player's turn."""

LOOKED_UP = frozenset[PingKind]({"reminder", "notice", "flag", "vacation", "end", "grant"})
"""The kinds before which Discord is asked if their reader can look there; others are too many."""


class Pings(WithServices):
    """The follower that mentions people, and sends what a mention could not tell them."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._began_ms = services.matches.now()
        self._blind = set[tuple[MatchId, int]]()
        self._owing: set[MatchId] = set()
        self._on_the_way: set[Ping] = set()
        self._refused, self._tried = Rests[Ping](services.matches.now), set[Ping]()
        self._kept: dict[tuple[MatchId, int], tuple[PingKind, int]] = {}

    # --------------------------------------------------------------- mentions

    @asynccontextmanager
    async def mentioning(
        self,
        match: Match,
        users: Iterable[int],
        kind: PingKind,
        people: Mapping[int, Person] | None = None,
    ) -> AsyncIterator[discord.AllowedMentions]:
        """Give the mentions for the message sent within, which concerns these users (`people` has
        them all, if at hand). The others are owed a ping; those it mentions are owed none once it
        is sent. If a board is refused for good all are owed one, but none twice."""
        asked, now_ms = tuple(users), self._matches.now()
        people = await self._matches.people.of(asked, match.id) if people is None else people
        ways = {user: people[user].way(match.id, now_ms) for user in asked}
        blind = [user for user in asked if ways[user] == "here" and (match.id, user) in self._blind]
        ways |= dict.fromkeys(blind, "letter")
        if match.letters or match.direct:  # the message itself is one
            ways |= {user: "here" for user in asked if ways[user] == "letter"}
        await self._owe(match, [user for user in asked if ways[user] in ("letter", "later")], kind)
        here = [user for user, way in ways.items() if way == "here"]
        try:
            yield mentions(here)
        except REFUSALS as failure:
            if kind in ("turn", "end") and not judge(failure).busy:
                await self._owe(match, here, kind)
            raise
        for user in asked:
            self._kept.pop((match.id, user), None)
        await self._settle(match, here, kind)

    async def _owe(self, match: Match, users: Iterable[int], kind: PingKind) -> None:
        """Owe these users a ping about a match as it stands, once however often it is refused."""
        about = kind, match.stand.revision
        for user in users:
            if self._kept.get((match.id, user)) != about:
                await self._matches.pings.later(match, user, kind)
                self._kept[match.id, user] = about
                self._owing.add(match.id)

    def at_once(self, people: Iterable[Person]) -> discord.AllowedMentions:
        """Allow a message to mention those who may be pinged now; the others are owed nothing."""
        now_ms = self._matches.now()
        asked = [person for person in people if person.preferences.ping == "channel"]
        return mentions(person.id for person in asked if person.next_ping_at(now_ms) == now_ms)

    async def covered_ping(self, match: Match, person: Person) -> Ping | None:
        """Return the ping that the direct message of their board tells a player too; one that waits
        behind it checks whether it is still owed."""
        if person.way(match.id, self._matches.now()) != "letter":
            return None
        kind: PingKind = "turn" if match.running else "end"
        owed = await self._matches.pings.owed_pings(self._matches.now(), match.id)
        return next((ping for ping, _ in owed if (ping.user, ping.kind) == (person.id, kind)), None)

    async def owed_pings(self, match: Match, kind: PingKind) -> list[Ping]:
        """List the pings of a kind about a match that may be sent now, and are not being sent."""
        owed = await self._matches.pings.owed_pings(self._matches.now(), match.id)
        return [ping for ping, _ in owed if ping.kind == kind and ping not in self._on_the_way]

    async def _settle(self, match: Match, users: Iterable[int], kind: PingKind) -> None:
        """Cross out the pings these users may have been owed: the message itself tells them."""
        late = self._matches.now() > match.updated_ms + MINUTE
        if kind == "end" or late or match.id in self._owing:
            revision = match.stand.revision
            settled = [Ping(match.id, user, kind, revision, 0) for user in users]
            await self._matches.pings.take(*settled)

    def tell(
        self, match: Match, people: Iterable[Person], message: Callable[[Catalogue], Message]
    ) -> list[asyncio.Task[bool]]:
        """Tell people something by letter, silently, after all that is under way to them."""

        async def write(person: Person) -> bool:
            written = message(self._languages.letter(match, person))
            try:
                mailbox = await self._outbox.mailbox(person.id)
                content, view, now_ms = written.content, written.buttons, self._matches.now()
                await self._outbox.write(
                    person.id, mailbox, content, now_ms, view=view, silent=True
                )
            except REFUSALS as failure:
                log.info("a word in match=%s is not heard: %r", match.id, failure)
            return True

        return [self._queue.put(person.id, partial(write, person)) for person in people]

    # --------------------------------------------------------------- delivery

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Send the pings that have just come to be owed, once there is a message to lead to."""
        match = watched.match
        if match.begun and not match.running and await self._matches.following.end(match):
            self._owing.add(match.id)
        if match.begun and not match.running:
            self._blind.difference_update((match.id, person.id) for person in match.people)
        if watched.match.id in self._owing:
            await messages.write()
            for ping in await self.deliver(watched.match.id):
                messages.later(ping)
        return None

    async def deliver(self, only: MatchId | None = None) -> list[asyncio.Task[bool]]:
        """Let all pings go out that may be sent by now, or those of one match, each after all that
        is under way to the same person. Those of one match are tried again even if on their way:
        one may be about to give up because the message it leads to was not known a moment ago."""
        if only is not None:
            # Before the look: what comes to be owed meanwhile is not lost.
            self._owing.discard(only)
        ready = await self._matches.pings.owed_pings(self._matches.now(), only)
        urgent: dict[tuple[MatchId, int], Ping] = {}
        for kind in URGENCY:
            urgent |= {(ping.match, ping.user): ping for ping, _ in ready if ping.kind == kind}
        put = []
        for ping, _ in ready:
            if ping.kind in URGENCY and urgent[ping.match, ping.user] != ping:
                await self._matches.pings.take(ping)
            elif only is not None or ping not in self._on_the_way:
                self._on_the_way.add(ping)
                put.append(self._queue.put(ping.user, partial(self._try, ping)))
        if only is not None and ready:
            self._owing.add(only)
        return put

    async def _try(self, ping: Ping) -> bool:
        """Send a ping if it is still owed; if that fails, the next round tries again."""
        rank.set(Rank.PING)
        try:
            for owed, person in await self._matches.pings.owed_pings(
                self._matches.now(), ping.match
            ):
                if owed == ping:
                    await self._send(ping, person)
        except Unfinished as left:
            log.info("a ping about match=%s waits: %s", ping.match, left)
        except Exception:  # one ping keeps no other back
            log.exception("a ping about match=%s waits", ping.match)
        finally:
            self._on_the_way.discard(ping)
        return True

    async def _send(self, ping: Ping, person: Person) -> None:
        match = await self._matches.match(ping.match)
        if not ping.still_true(match) or is_deleted_user(ping.user):
            await self._matches.pings.take(ping)
            return
        there = self._there(match, ping, await self._matches.latest_messages(match.id))
        if there is None and self._matches.now() < max(match.updated_ms, self._began_ms) + LATE_MS:
            return
        if self._refused.rests(ping):
            raise Unfinished("Discord has just refused it")
        now_ms, asked = self._matches.now(), ping.kind == "follow"
        if person.next_ping_at(now_ms) > now_ms:  # their quiet hours have begun meanwhile
            return
        if asked and not await self._still_sees(match, ping):
            await self._matches.pings.take(ping)
            return
        blind = await self._cannot_look(match, ping, person)
        by_letter = asked or blind or match.letters or person.way(match.id, now_ms) == "letter"
        written = by_letter and await self._write(match, ping, person, there, blind=blind)
        called = written or asked or match.letters or await self._call(match, ping, there)
        if not called and not by_letter:
            await self._write(match, ping, person, None)
        await self._matches.pings.take(ping)

    async def _cannot_look(self, match: Match, ping: Ping, person: Person) -> bool:
        """Tell whether the place in which a ping would mention somebody is closed to them. Discord
        is asked about those who keep others waiting, and those who could not look before: at every
        turn it would cost too much."""
        key, way = (match.id, person.id), person.way(match.id, self._matches.now())
        asked = ping.kind in LOOKED_UP or key in self._blind
        if not asked or way != "here" or match.id in person.refused:
            return False
        seen = await self._members.sees(match, person.id)
        if seen is None:
            return key in self._blind
        if seen or not match.running:
            self._blind.discard(key)
        else:
            self._blind.add(key)
        return not seen

    async def _still_sees(self, match: Match, ping: Ping) -> bool:
        """Tell whether a follower may still look at a match: they may have left the server, or it
        may have been moved. Raises Unfinished if that is unknown."""
        sees = await self._members.sees(match, ping.user)
        if sees is None:
            self._refused.add(ping)
            raise Unfinished("whether its reader may look is unknown")
        return sees

    async def _write(
        self,
        match: Match,
        ping: Ping,
        person: Person,
        there: PostedMessage | None,
        *,
        blind: bool = False,
    ) -> bool:
        """Ping by direct message; False if it is refused for good or for a second time, and the
        other way is to be taken. Only what is up to the person is noted, and nobody needs to hear
        that what they only asked for could not be sent. Raises Unfinished for what passes."""
        words = self._languages.letter(match, person)
        content = reminders.ping(match, ping, words, there, name="", blind=blind)
        nonce = _nonce(ping, "dm")
        try:
            mailbox = await self._outbox.mailbox(ping.user)
            await self._outbox.write(
                ping.user, mailbox, content, ping.at_ms, after=there, nonce=nonce
            )
        except REFUSALS as failure:
            answer = judge(failure, "letter")
            if answer.busy:
                raise Unfinished(str(failure)) from failure
            if answer.waits and ping not in self._tried:
                self._tried.add(ping)
                self._refused.add(ping)
                raise Unfinished(str(failure)) from failure
            self._tried.discard(ping)
            log.info("no direct message about match=%s: %d", match.id, answer.code)
            if answer.kind == "person" and ping.kind != "follow":
                await self._matches.people.refuse_messages(match.id, ping.user)
            return False
        return True

    async def _call(self, match: Match, ping: Ping, there: PostedMessage | None) -> bool:
        """Ping where the match or its card is; False if that takes no messages. Raises Unfinished
        for what passes."""
        words = self._languages.public(match)
        try:
            await self._outbox.send(
                match.place,
                reminders.ping(match, ping, words, there, name=f"<@{ping.user}>"),
                ping.at_ms,
                after=there,
                allowed_mentions=mentions([ping.user]),
                nonce=_nonce(ping, "here"),
            )
        except REFUSALS as failure:
            answer = judge(failure)
            if answer.busy:
                raise Unfinished(str(failure)) from failure
            log.info("no ping about match=%s in its place: %d", match.id, answer.code)
            return False
        return True

    def _there(
        self, match: Match, ping: Ping, shown: dict[str, PostedMessage]
    ) -> PostedMessage | None:
        """Return the message a ping leads to, None while it is unknown."""
        if match.letters and match.begun:
            return shown.get(f"{DIRECT}{match.seat_of(ping.user)}")
        if ping.kind == "challenge" or not match.begun:
            return None if match.letters else shown.get(CARD)
        if ping.kind == "offer":
            return shown.get(audience_of(match.offer)) if match.offer else None
        board = shown.get(CHANNEL)
        return board if board and board.revision >= ping.revision else None


def mentions(users: Iterable[int]) -> discord.AllowedMentions:
    """Allow mentions of these users alone."""
    named = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=named)


def _nonce(ping: Ping, way: str) -> str:
    """Return a ping's nonce, by which Discord posts it only once."""
    return short(f"{ping.match} {ping.user} {ping.kind} {ping.revision} {way}")
