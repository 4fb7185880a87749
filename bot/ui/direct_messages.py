"""Direct messages: in a private game every player's own board, at each of their turns.

They are brought up like the boards in channels; when one is refused the match goes on without, and
its player is told so in the next private answer.
"""

from __future__ import annotations

import logging
from typing import cast

import discord

from bot.matches.model import CHANNEL, LETTER, Match, Player, Seen, Shown
from bot.matches.service import Matches
from render.look import Theme

from . import lines
from .buttons import Press, board_link, button, rows
from .catalogue import DEFAULT, Catalogue, catalogue
from .picker import Screen
from .pictures import Studio, look
from .setup_panel import panel

log = logging.getLogger(__name__)


class Letters:
    """Brings every player of a private game the board they may see."""

    def __init__(
        self, client: discord.Client, matches: Matches, studio: Studio, theme: Theme
    ) -> None:
        self._client = client
        self._matches = matches
        self._studio = studio
        self._theme = theme

    async def bring(self, match: Match) -> None:
        """Write to everybody who is to act; to all after a takeback and when all is over."""
        if match.status not in ("running", "over") or not self._matches.info(match.game).private:
            return
        for seat, player in enumerate(match.seats):
            everybody = match.status == "over" or match.taken_back
            if player and (everybody or seat in match.to_act):
                try:
                    await self._write(match, seat, player)
                except Exception:  # a sweep tries again; the other player's may go
                    log.exception("letter to seat=%d of match=%s waits", seat, match.id)

    async def _write(self, match: Match, seat: int, player: Player) -> None:
        audience = f"{LETTER}{seat}"
        before = await self._matches.shown(match.id, audience)
        if before and before.revision >= match.revision:
            return
        seen = await self._matches.see(match.id, player.id)
        if before and seen.view.free:
            return  # the panel sent at the start still serves: it was the other side that got ready
        if await self._matches.notes.refused(match.id, player.id):
            return
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
            message = await self._send(channel, seen, player)
        except discord.Forbidden as failure:  # 50007 or 50278: closed to us, or to everybody
            log.info("no letter to seat=%d of match=%s: %d", seat, match.id, failure.code)
            await self._matches.notes.refuse(match.id, player.id)
            return
        shown = Shown(match.id, audience, channel.id, message.id, seen.match.revision)
        await self._matches.show(shown)
        if before:
            await self._take_buttons(before)

    async def _send(
        self, channel: discord.DMChannel, seen: Seen, player: Player
    ) -> discord.Message:
        settled = await self._matches.preferences(player.id)
        words = catalogue(settled.locale) if settled.locale else self._public(seen.match)
        public = await self._matches.shown(seen.match.id, CHANNEL)
        screen = Screen(lines.own_board(seen, words), letter_buttons(seen, public, words))
        if seen.view.free:
            seen = await self._matches.set_up(seen.match.id, player.id)
            screen = panel(seen, await self._matches.notes.layouts(player.id), words)
        wanted = look(
            seen,
            words,
            cast("Theme", settled.theme or self._theme),
            below=seen.view.seat or 0,
            private=True,
            codes=settled.codes,
        )
        return await channel.send(
            screen.content,
            file=await self._studio.draw(seen, wanted),
            view=screen.view,
            nonce=f"{seen.match.id}-{seen.match.revision}-{seen.view.seat}",
        )

    def _public(self, match: Match) -> Catalogue:
        guild = self._client.get_guild(match.guild) if match.guild else None
        return catalogue(guild.preferred_locale.value if guild else DEFAULT)

    async def _take_buttons(self, shown: Shown) -> None:
        channel = self._client.get_partial_messageable(shown.channel)
        try:
            await channel.get_partial_message(shown.message).edit(view=None)
        except (discord.NotFound, discord.Forbidden) as failure:
            log.info("letter of match=%s stays as it is: %s", shown.match, failure.code)


def letter_buttons(seen: Seen, public: Shown | None, words: Catalogue) -> discord.ui.View:
    """What a letter offers: the game can be played from it, and the public board is a tap away."""
    links = [board_link(words("button.public_board"), seen.match, public)] if public else []

    def press(verb: str) -> Press:
        return Press(seen.match.id, seen.match.revision, verb)

    if seen.match.status == "over":
        return rows(
            button(words("button.text"), press("text")),
            button(words("button.verify"), press("verify")),
            *links,
        )
    move = button(words("button.move"), press("move"), discord.ButtonStyle.primary)
    return rows(
        *([move] if seen.view.acting else []),
        button(words("button.my_board"), press("mine")),
        button(words("button.text"), press("text")),
        *links,
    )
