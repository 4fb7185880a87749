"""Direct messages: in a private game every player's own board, at each of their turns.

A follower like the boards in channels; when a message is refused the match goes on without, and its
player is told so in the next private answer.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import discord

from bot.matches.followers import Unfinished
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CHANNEL, DIRECT, DISMISSED, Shown
from bot.matches.match.ping import Ping
from bot.matches.match.players import Player
from bot.matches.match.reader_view import Seen
from games.core import Event, Seat, View
from render.look import Theme

from ..answers.desk import Desk
from ..controls import panels
from ..controls.picker import Screen
from ..controls.pictures import look
from ..controls.setup_panel import panel
from ..words import lines
from ..words.catalogue import Catalogue
from .editing import edit

log = logging.getLogger(__name__)

PATIENCE_MS = 86_400_000
"""How long after the end of a match its last direct messages are tried again."""


class DirectMessages:
    """Brings every player of a private game the board they may see."""

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        self._client = client
        self._desk = desk
        self._clean: set[tuple[MatchId, Seat]] = set()

    async def bring(self, match: Match, view: View | None) -> Event | None:
        """Write to everybody who is to act; to all players after a takeback and at the end."""
        private = self._desk.matches.games[match.terms.game].info.private
        old = self._desk.matches.now() - match.updated_ms > PATIENCE_MS
        if not private or not (match.running or (match.stand.phase == "over" and not old)):
            return None
        shown, late = await self._desk.matches.shown(match.id), False
        everybody = match.stand.phase == "over" or match.stand.taken_back
        for player in match.players:
            try:
                if player.person is None:
                    await self._dismiss(match, player, shown)
                    continue
                if everybody or player.acting:
                    await self._write(match, player, shown)
                await self._clear(match, player)
            except Unfinished as left:
                late = True
                log.info("seat=%d of match=%s: %s", player.seat, match.id, left)
            except Exception:  # a sweep tries again; the other players' may go
                late = True
                log.exception("direct message to seat=%d of match=%s waits", player.seat, match.id)
        if late:
            raise Unfinished("a direct message is not sent")
        return None

    async def _write(self, match: Match, player: Player, shown: Mapping[str, Shown]) -> None:
        audience = f"{DIRECT}{player.seat}"
        before = shown.get(audience)
        if before and before.revision >= match.stand.revision:
            return
        seen = await self._desk.matches.see(match.id, player.human.id)
        if seen.match.stand.revision != match.stand.revision:
            return  # what has been played meanwhile brings it
        if before and seen.view.free:
            return  # the panel sent at the start still serves: it was another side that got ready
        if not await self._desk.pings.lettered(match, player.human.id):
            return
        async with self._desk.pings.bell(match, player.human.id) as bell:
            try:
                channel = await self._client.create_dm(discord.Object(player.human.id))
                message = await self._send(channel, seen, player, shown.get(CHANNEL), bell=bell)
            except discord.Forbidden as failure:  # 50007 or 50278: closed to us, or to everybody
                log.info(
                    "no direct message to seat=%d of match=%s: %d",
                    player.seat,
                    match.id,
                    failure.code,
                )
                await self._desk.matches.refuse_dm(match.id, player.human.id)
                return
            if bell:
                await self._desk.pings.rung(bell)
        revision, own = seen.match.stand.revision, (match.id, player.seat)
        earlier = before.passed(clean=own in self._clean) if before else ""
        self._clean.discard(own)
        now = Shown(match.id, audience, channel.id, message.id, revision, earlier=earlier)
        await self._desk.matches.show(now)

    async def _dismiss(self, match: Match, player: Player, shown: Mapping[str, Shown]) -> None:
        """Take the buttons off the boards of somebody in whose place a computer plays on, once."""
        last, done = shown.get(f"{DIRECT}{player.seat}"), f"{DISMISSED}{player.seat}"
        if last is None or player.relief is None or done in shown:
            return
        words = await self._words(match, player.relief.person.id)
        title, name = lines.title(match, words), lines.player(match, player.seat, words)
        told = words("ping.relieved", title=title, player=name)
        for channel, message, _ in last.messages:
            await edit(self._client, match.id, channel, message, view=None)
        await edit(self._client, match.id, last.channel, last.message, content=told, view=None)
        await self._desk.matches.show(replace(last, audience=done, earlier=""))

    async def _send(
        self,
        channel: discord.DMChannel,
        seen: Seen,
        player: Player,
        public: Shown | None,
        *,
        bell: Ping | None,
    ) -> discord.Message:
        """Send a player their own board: silently, unless it is to tell them something."""
        user, matches = player.human.id, self._desk.matches
        chosen = (await matches.preferences(user))[user]
        words = await self._words(seen.match, user)
        if seen.view.free:
            seen = await matches.setting_up.see(seen.match.id, user)
            screen = panel(seen, await matches.setting_up.kept(user), words)
        else:
            under = panels.on_direct_message(seen, public, words)
            screen = Screen(lines.own_board(seen, words), under)
        wanted = look(
            seen,
            words,
            cast("Theme", chosen.theme or self._desk.theme),
            below=seen.view.seat or 0,
            private=True,
            codes=chosen.codes,
        )
        return await channel.send(
            screen.content,
            file=await self._desk.studio.draw(seen, wanted),
            view=screen.view,
            silent=bell is None,
            nonce=f"{seen.match.id}-{seen.match.stand.revision}-{seen.view.seat}",
        )

    async def _words(self, match: Match, user: int) -> Catalogue:
        """The player's language, else that of the match's server."""
        chosen = (await self._desk.matches.preferences(user))[user]
        languages = self._desk.languages
        return languages.words(chosen.locale) if chosen.locale else languages.public(match)

    async def _clear(self, match: Match, player: Player) -> None:
        """Take the buttons off a player's boards before the last, unless that has been done.

        The one just before says what was played on it, if nothing has been played since.
        """
        if (match.id, player.seat) in self._clean:
            return
        shown = (await self._desk.matches.shown(match.id)).get(f"{DIRECT}{player.seat}")
        if shown is not None and shown.messages:
            seen = await self._desk.matches.see(match.id, player.human.id)
            words = await self._words(match, player.human.id)
            for number, (channel, message, _) in enumerate(reversed(shown.messages)):
                changes: dict[str, Any] = {"view": None}
                if number == 0 and shown.revision == seen.match.stand.revision:
                    changes["content"] = lines.passed(seen, words)
                await edit(self._client, match.id, channel, message, **changes)
        if match.running:
            self._clean.add((match.id, player.seat))
