"""Boards in channels: brought up to their match after every commit, and after anything went wrong.

A board is never "notified": the table of boards says which message shows which revision, and
`bring` closes the gap, whoever left it. One short task a match at a time; bursts coalesce.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import discord

from bot.matches.model import (
    CARD,
    CHANNEL,
    SHOWN_OPEN,
    Code,
    Match,
    MatchId,
    Player,
    Refusal,
    Seen,
    Shown,
)
from bot.matches.service import Matches
from games.core import Event
from render.look import Theme

from . import lines
from .buttons import Press, button, rows
from .catalogue import DEFAULT, Catalogue, catalogue
from .direct_messages import Letters
from .pictures import Studio, look

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, THREAD_EXISTS = 10003, 10008, 160004
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
WEEK_MINUTES: Literal[10080] = 10080


@dataclass(frozen=True, slots=True)
class Trouble(Exception):
    """Why a board could not be shown; the match itself is safe."""

    event: Event


class Boards:
    """Keeps the messages of every match up to date."""

    def __init__(
        self, client: discord.Client, matches: Matches, studio: Studio, theme: Theme
    ) -> None:
        self._client = client
        self._matches = matches
        self._studio = studio
        self._theme = theme
        self._letters = Letters(client, matches, studio, theme)
        self._tasks: dict[MatchId, asyncio.Task[Event | None]] = {}
        self._again: set[MatchId] = set()

    def kick(self, match: MatchId) -> asyncio.Task[Event | None]:
        """Start bringing a match's messages up, or make the task under way go once more."""
        task = self._tasks.get(match)
        if task and not task.done():
            self._again.add(match)
            return task
        task = asyncio.create_task(self._bring(match), name=f"boards {match}")
        self._tasks[match] = task
        task.add_done_callback(lambda done: self._forget(match, done))
        return task

    def _forget(self, match: MatchId, done: asyncio.Task[Event | None]) -> None:
        """A task has ended; another may have taken its place already."""
        if self._tasks.get(match) is done:
            del self._tasks[match]

    async def bring(self, match: MatchId) -> Event | None:
        """Bring a match's messages up and wait for it; an event says what stands in the way."""
        return await asyncio.shield(self.kick(match))

    async def sweep(self) -> None:
        """Bring up all that a crash, an outage or a missing permission left behind."""
        for match in (*await self._matches.behind(), *await self._matches.private()):
            await self.bring(match.id)

    async def close(self) -> None:
        """Wait for the tasks under way."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _bring(self, match: MatchId) -> Event | None:
        while True:
            self._again.discard(match)
            try:
                trouble = await self._once(match)
            except Trouble as found:
                trouble = found.event
            except Exception:  # the move is committed; the board follows with the next sweep
                log.exception("board of match=%s waits", match)
                trouble = Event("board.later", {"match": match})
            if match not in self._again:
                return trouble

    async def _once(self, match: MatchId) -> Event | None:
        current = await self._matches.match(match)
        words = self.words(current)
        if current.status == "open":
            await self._post_missing_card(current, words)
            return None
        failures: list[Exception] = []  # whatever keeps one message back, the others come
        try:
            if any(current.seats):
                if current.home is None:
                    current = await self._settle(current, words)
                await self._show(current, words)
        except Exception as failure:
            failures.append(failure)
        await self._letters.bring(current)
        try:
            if current.home or not any(current.seats):
                await self._close_card(current, words)
        except Exception as failure:
            failures.append(failure)
        if failures:
            raise failures[0]
        return None

    def words(self, match: Match) -> Catalogue:
        """The public language of a match: its server's."""
        guild = self._client.get_guild(match.guild) if match.guild else None
        return catalogue(guild.preferred_locale.value if guild else DEFAULT)

    # ------------------------------------------------------------------ cards

    async def _post_missing_card(self, match: Match, words: Catalogue) -> None:
        if await self._matches.shown(match.id, CARD):
            return
        channel = self._channel(match, match.channel)
        message = await channel.send(
            lines.card(match, words),
            view=card_buttons(match, words),
            allowed_mentions=called(match),
        )
        await self._matches.show(Shown(match.id, CARD, match.channel, message.id, SHOWN_OPEN))

    async def _close_card(self, match: Match, words: Catalogue) -> None:
        card = await self._matches.shown(match.id, CARD)
        if card is None or card.revision != SHOWN_OPEN:
            return
        await self._edit(card, content=lines.card(match, words), view=self._begun(match, words))
        await self._matches.show(Shown(match.id, CARD, card.channel, card.message, match.revision))

    def _begun(self, match: Match, words: Catalogue) -> discord.ui.View | None:
        """What is left on the card of a match that has begun: the way to one's own set-up."""
        if match.status != "running" or not self._matches.info(match.game).private:
            return None
        return rows(button(words("button.setup"), Press(match.id, 0, "setup")))

    # ----------------------------------------------------------------- boards

    async def _show(self, match: Match, words: Catalogue) -> None:
        before = await self._matches.shown(match.id, CHANNEL)
        if before and before.revision >= match.revision:
            return
        seen = await self._matches.see(match.id, None)
        try:
            message = await self._send(match, seen, words)
        except discord.NotFound as failure:
            if failure.code != UNKNOWN_CHANNEL:
                raise
            match = await self._move_house(match, words)
            message = await self._send(match, seen, words)
        except discord.Forbidden as failure:
            if failure.code not in (MISSING_ACCESS, MISSING_PERMISSIONS):
                raise
            raise Trouble(_cannot_send(match)) from failure
        home = match.home or match.channel
        await self._matches.show(Shown(match.id, CHANNEL, home, message.id, seen.match.revision))
        if before:
            await self._edit(before, view=None)

    async def _send(self, match: Match, seen: Seen, words: Catalogue) -> discord.Message:
        file = await self._studio.draw(seen, look(seen, words, self._theme))
        channel = self._channel(match, match.home or match.channel)
        waited_for = [seen.match.seats[seat] for seat in seen.match.to_act]
        content = "\n".join((lines.board(seen, words), *await self._sealed(seen, words)))
        return await channel.send(
            content,
            file=file,
            view=board_buttons(seen, words),
            allowed_mentions=await self.pinged(waited_for),
            nonce=f"{match.id}-{seen.match.revision}",
        )

    async def _sealed(self, seen: Seen, words: Catalogue) -> list[str]:
        """The seals of secret layouts until play begins, and at the end the layouts themselves."""
        match = seen.match
        if not seen.info.private:
            return []
        if match.status == "over":
            layouts = await self._matches.layouts(match.id)
            return [lines.layout(match, seat, *layouts[seat], words) for seat in sorted(layouts)]
        if match.turns:
            return []
        seals = await self._matches.seals(match.id)
        return [lines.seal(match, seat, seals[seat], words) for seat in sorted(seals)]

    async def pinged(self, people: Iterable[Player | None]) -> discord.AllowedMentions:
        """Mention those of these people who want it."""
        users = [
            discord.Object(who.id)
            for who in people
            if who and (await self._matches.preferences(who.id)).pings
        ]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    async def _edit(self, shown: Shown, **changes: Any) -> None:
        """Edit an earlier message; one that is gone or closed to us needs no edit any more."""
        channel = self._client.get_partial_messageable(shown.channel)
        try:
            await channel.get_partial_message(shown.message).edit(**changes)
        except (discord.NotFound, discord.Forbidden) as failure:
            log.info("message of match=%s stays as it is: %s", shown.match, failure.code)

    # ------------------------------------------------------------------ homes

    async def _settle(self, match: Match, words: Catalogue) -> Match:
        """Give a new match its thread, or the channel itself where threads are not to be had."""
        try:
            home = await self._thread(match, words)
        except discord.HTTPException as failure:
            if failure.code not in (MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL):
                raise
            home = match.channel
        return await self._live_in(match, home)

    async def _move_house(self, match: Match, words: Catalogue) -> Match:
        """The thread was deleted: go on in a new one, or in the channel it hung from."""
        if match.home in (None, match.channel):
            raise Trouble(Event("board.channel_gone", {"match": match.id}))
        try:
            thread = await self._fresh_thread(match, words)
            home = thread.id
        except discord.HTTPException:
            home = match.channel
        return await self._live_in(match, home)

    async def _live_in(self, match: Match, home: int) -> Match:
        try:
            return await self._matches.settle_home(match.id, home)
        except Refusal as refusal:
            if refusal.event.code != Code.PLACE_TAKEN:
                raise
            raise Trouble(Event("board.no_place", {"match": match.id})) from refusal

    async def _thread(self, match: Match, words: Catalogue) -> int:
        card = await self._matches.shown(match.id, CARD)
        if card is None:
            return (await self._fresh_thread(match, words)).id
        channel = await self._parent(match)
        try:
            thread = await channel.get_partial_message(card.message).create_thread(
                name=_thread_name(match, words), auto_archive_duration=WEEK_MINUTES
            )
        except discord.HTTPException as failure:
            if failure.code == THREAD_EXISTS:
                return card.message  # a thread begun from a message has that message's id
            if failure.code != UNKNOWN_MESSAGE:
                raise
            thread = await self._fresh_thread(match, words)
        return thread.id

    async def _fresh_thread(self, match: Match, words: Catalogue) -> discord.Thread:
        channel = await self._parent(match)
        return await channel.create_thread(
            name=_thread_name(match, words),
            auto_archive_duration=WEEK_MINUTES,
            type=discord.ChannelType.public_thread,
        )

    async def _parent(self, match: Match) -> discord.TextChannel:
        channel = self._client.get_channel(match.channel)
        if channel is None:
            channel = await self._client.fetch_channel(match.channel)
        if not isinstance(channel, discord.TextChannel):
            raise Trouble(Event("board.channel_gone", {"match": match.id}))
        return channel

    def _channel(self, match: Match, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, guild_id=match.guild)


def _thread_name(match: Match, words: Catalogue) -> str:
    return f"{words(f'{match.game}.name')} · {lines.names(match.seats)} · {match.id}"[:100]


def _cannot_send(match: Match) -> Event:
    return Event("board.cannot_send", {"match": match.id, "place": match.home or match.channel})


def called(match: Match) -> discord.AllowedMentions:
    """A card mentions the one challenged, nobody else."""
    users = [discord.Object(match.opponent.id)] if match.opponent else []
    return discord.AllowedMentions(everyone=False, roles=False, users=users)


def card_buttons(match: Match, words: Catalogue) -> discord.ui.View:
    """Accept and Decline for the one challenged, Join for anybody, Cancel for the host."""

    def press(verb: str) -> Press:
        return Press(match.id, 0, verb)

    green = discord.ButtonStyle.success
    if match.opponent:
        first = [
            button(words("button.accept"), press("join"), green),
            button(words("button.decline"), press("decline")),
        ]
    else:
        first = [button(words("button.join"), press("join"), green)]
    return rows(*first, button(words("button.cancel"), press("cancel")))


def board_buttons(seen: Seen, words: Catalogue) -> discord.ui.View:
    """What everybody finds under a board; at the end only the rematch."""
    match = seen.match

    def press(verb: str) -> Press:
        return Press(match.id, match.revision, verb)

    if match.status == "cancelled":
        return rows(button(words("button.rematch"), press("rematch")))
    if match.status == "over":
        return rows(
            button(words("button.rematch"), press("rematch"), discord.ButtonStyle.primary),
            button(words("button.text"), press("text")),
            button(words("button.record"), press("record")),
            button(words("button.verify"), press("verify")),
        )
    if seen.view.free:
        return rows(
            button(words("button.setup"), press("setup"), discord.ButtonStyle.primary),
            button(words("button.offer"), press("offer")),
            button(words("button.more"), press("more")),
        )
    return rows(
        button(words("button.move"), press("move"), discord.ButtonStyle.primary),
        button(words("button.my_board"), press("mine")),
        button(words("button.text"), press("text")),
        button(words("button.offer"), press("offer")),
        button(words("button.more"), press("more")),
    )
