"""Direct messages: in a private game every player's own board, at each of their turns.

A follower like the boards in channels; when a message is refused the match goes on without, and its
player is told so in the next private answer.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Watched
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import (
    CHANNEL,
    DIRECT,
    DISMISSED,
    SHOWN_OPEN,
    PostedMessage,
)
from bot.matches.match.players import Player
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Refusal
from bot.matches.service import Matches
from games.core import Event, Seat

from ..controls import panels
from ..controls.picker import Screen
from ..controls.pictures import Studio
from ..controls.setup_panel import panel, sealed
from ..words import lines
from ..words.languages import Languages
from .editing import edit
from .pings import Pings
from .post import Post
from .sender import Sender

log = logging.getLogger(__name__)

PATIENCE_MS = 86_400_000
"""The time after the end of a match in which its last direct messages are tried again."""


class DirectMessages:
    """The follower that brings every player of a private game the board they may see."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        studio: Studio,
        languages: Languages,
        pings: Pings,
        post: Post,
        sender: Sender,
    ) -> None:
        self._client = client
        self._matches = matches
        self._studio = studio
        self._languages = languages
        self._pings = pings
        self._post = post
        self._sender = sender
        self._clean: set[tuple[MatchId, Seat]] = set()

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Write to all who are to act; to all players after a takeback and at the end."""
        match = watched.match
        private = self._matches.game(match).info.private
        old = self._matches.now() - match.updated_ms > PATIENCE_MS
        if not private or not (match.running or (match.stand.phase == "over" and not old)):
            return None
        for player in match.players:
            holder = player.person or (player.substitution and player.substitution.person)
            if holder and not holder.former:
                bring = partial(self._bring, watched, player, messages)
                messages.later(self._post.put(holder.id, bring))
        return None

    async def _bring(self, watched: Watched, player: Player, messages: Messages) -> bool:
        """Bring one player's direct messages up, unless something has been played meanwhile.

        False if a sweep has to try again; the other players' may go.
        """
        match = watched.match
        everybody = match.stand.phase == "over" or match.stand.taken_back
        if self._passed(match, messages):
            return True
        try:
            if player.person is None:
                await self._dismiss(watched, player, messages)
                return True
            if everybody or player.acting:
                await self._write(watched, player, messages)
            await self._seal(watched, player, messages)
            await self._tell_time(watched, player, messages)
            await self._clear(watched, player, messages)
        except Unfinished as left:
            log.info("seat=%d of match=%s: %s", player.seat, match.id, left)
            return False
        except Exception:
            log.exception("direct message to seat=%d of match=%s waits", player.seat, match.id)
            return False
        return True

    def _passed(self, match: Match, messages: Messages) -> bool:
        """Tell whether anything was played since the followers of the match began."""
        newer = messages.revision > match.stand.revision
        return newer or self._matches.followers.changed(match.id)

    async def _write(self, watched: Watched, player: Player, messages: Messages) -> None:
        match, audience = watched.match, f"{DIRECT}{player.seat}"
        before, view = messages.get(audience), watched.own[player.seat]
        if before and before.revision >= match.stand.revision:
            return
        if before and view.free:
            return  # the panel sent at the start still serves: it was another side that got ready
        person = watched.people[player.human.id]
        if not person.wants_boards(match.id):
            return
        if person.way(match.id, self._matches.now()) == "letter":
            await messages.write()  # a ping may tell it too, and leads to the board
        async with self._pings.bell(match, person) as bell:
            try:
                channel = await self._client.create_dm(discord.Object(person.id))
                message = await self._send(channel, watched, player, messages, silent=bell is None)
            except discord.Forbidden as failure:  # 50007 or 50278: closed to us, or to everybody
                log.info(
                    "no direct message to seat=%d of match=%s: %d",
                    player.seat,
                    match.id,
                    failure.code,
                )
                await self._matches.people.refuse_messages(match.id, person.id)
                return
            if message is None:
                return  # what has been played meanwhile brings it
            if bell:
                await self._pings.rung(bell)
        revision = SHOWN_OPEN if view.free else match.stand.revision
        own = (match.id, player.seat)
        earlier = before.passed(clean=own in self._clean) if before else ""
        self._clean.discard(own)
        posted = PostedMessage(
            match.id,
            audience,
            channel.id,
            message,
            revision,
            earlier=earlier,
            clock_ms=match.clock_ms,
            absences=match.absences,
        )
        messages.note(posted)

    async def _seal(self, watched: Watched, player: Player, messages: Messages) -> None:
        """Close, once, the set-up panel of a player who has nothing to set up any more.

        They may have got ready anywhere. The match may even have ended, its last board refused.
        """
        match, last = watched.match, messages.get(f"{DIRECT}{player.seat}")
        setting_up = player.acting and watched.own[player.seat].free
        if last is None or last.revision != SHOWN_OPEN or setting_up:
            return
        seen, person = self._seen(watched, player), watched.people[player.human.id]
        words = self._languages.letter(match, person)
        seal = (await self._matches.evidence.seals(match.id)).get(player.seat)
        content = lines.own_board(seen, words)
        if match.running and seal:
            content = sealed(seen, seal, words)
        picture = await self._studio.own(seen, words, person)
        changes: dict[str, Any] = {"content": content, "attachments": [picture], "view": None}
        await edit(self._client, match.id, last.channel, last.message, **changes)
        messages.note(replace(last, revision=0))  # it shows no board: one may yet be to come

    async def _tell_time(self, watched: Watched, player: Player, messages: Messages) -> None:
        """Say on a player's board how the clocks stand and who is absent, if that has changed.

        A board of an earlier turn stays as it is.
        """
        match, shown = watched.match, messages.get(f"{DIRECT}{player.seat}")
        if shown is None or not match.running or shown.revision != match.stand.revision:
            return
        if watched.own[player.seat].free:  # a panel of an earlier version, which says more
            return
        if (shown.clock_ms, shown.absences) == (match.clock_ms, match.absences):
            return
        words = self._languages.letter(match, watched.people[player.human.id])
        content = lines.own_board(self._seen(watched, player), words)
        await edit(self._client, match.id, shown.channel, shown.message, content=content)
        messages.note(replace(shown, clock_ms=match.clock_ms, absences=match.absences))

    async def _dismiss(self, watched: Watched, player: Player, messages: Messages) -> None:
        """Take the buttons, once, off the boards of a player whom a computer has replaced."""
        match = watched.match
        last, done = messages.get(f"{DIRECT}{player.seat}"), f"{DISMISSED}{player.seat}"
        if last is None or player.substitution is None or messages.get(done):
            return
        user = player.substitution.person.id
        words = self._languages.letter(match, await self._matches.people.get(user))
        title, name = lines.title(match, words), lines.player(match, player.seat, words)
        replaced = words("ping.replaced", title=title, player=name)
        for channel, message, _ in last.messages:
            await edit(self._client, match.id, channel, message, view=None)
        await edit(self._client, match.id, last.channel, last.message, content=replaced, view=None)
        messages.note(replace(last, audience=done, earlier=""))

    async def _send(
        self,
        channel: discord.DMChannel,
        watched: Watched,
        player: Player,
        messages: Messages,
        *,
        silent: bool,
    ) -> int | None:
        """Send a player their own board, `silent` unless it is to tell them something.

        None if a turn has been played meanwhile, or the set-up is over.
        """
        match, person, matches = watched.match, watched.people[player.human.id], self._matches
        words = self._languages.letter(match, person)
        if watched.own[player.seat].free:
            try:
                seen = await matches.setting_up.see(match.id, person.id)
            except Refusal:
                return None
            screen = panel(seen, await matches.setting_up.kept(person.id), words)
        else:
            seen = await matches.marking.noted(self._seen(watched, player), person.id)
            under = panels.on_direct_message(seen, messages.get(CHANNEL), words)
            screen = Screen(lines.own_board(seen, words), under)
        picture = await self._studio.own(seen, words, person)
        if self._passed(match, messages):
            return None
        return await self._sender.send(
            channel.id,
            screen.content,
            match.updated_ms,
            after=messages.get(f"{DIRECT}{player.seat}"),
            file=picture,
            view=screen.view,
            silent=silent,
            nonce=f"{match.id}-{match.stand.revision}-{player.seat}",
        )

    def _seen(self, watched: Watched, player: Player) -> ReaderView:
        """Return a player's view of the match as it is followed."""
        return ReaderView(
            watched.match, self._matches.game(watched.match), watched.own[player.seat]
        )

    async def _clear(self, watched: Watched, player: Player, messages: Messages) -> None:
        """Take the buttons off a player's boards before the last, unless that has been done.

        The one just before says what was played on it, if no turn has been played since.
        """
        match = watched.match
        if (match.id, player.seat) in self._clean:
            return
        shown = messages.get(f"{DIRECT}{player.seat}")
        if shown is not None and shown.messages:
            words = self._languages.letter(match, watched.people[player.human.id])
            for number, (channel, message, revision) in enumerate(reversed(shown.messages)):
                changes: dict[str, Any] = {"view": None}
                latest = number == 0 and shown.revision == match.stand.revision
                if latest and revision:  # a panel, which has none, keeps its seal
                    changes["content"] = lines.passed(self._seen(watched, player), words)
                await edit(self._client, match.id, channel, message, **changes)
        if match.running:
            self._clean.add((match.id, player.seat))
