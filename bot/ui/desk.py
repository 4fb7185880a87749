"""The client, and what commands and buttons need: matches, boards, pictures, the reader."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import discord
from discord import app_commands
from discord.ext import tasks

from bot.config import Settings
from bot.matches.model import Code, Match, MatchId, Preferences, Refusal, Seen
from bot.matches.service import Matches
from bot.matches.store.store import Store
from games.core import Pick
from render.look import Theme

from .boards import Boards
from .buttons import Press, PressButton, PressSelect
from .catalogue import Catalogue, catalogue
from .errors import answer_error
from .pictures import Studio, look
from .translator import CommandTranslator

log = logging.getLogger(__name__)

SWEEP_MINUTES = 5
REPLACING = frozenset(
    [
        "pick",
        "at",
        "go",
        "turn",
        "mark",
        "marked",
        "guessed",
        "setup_again",
        "lay",
        "shuffle",
        "mirror",
        "swap",
        "pasted",
        "saved",
        "ready",
    ]
)
"""The verbs that put something private in the place of the message they are pressed on."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The one who asked: their language and the look of their private pictures."""

    id: int
    words: Catalogue
    theme: Theme
    preferences: Preferences


def now() -> int:
    """Discord's time of day in epoch milliseconds."""
    return int(discord.utils.utcnow().timestamp() * 1000)


class Desk:
    """Everything a command or a pressed button works with."""

    def __init__(self, client: discord.Client, settings: Settings, store: Store) -> None:
        self.theme: Theme = settings.board_theme
        self.matches = Matches(store, now)
        self.studio = Studio(settings.drawing_threads)
        self.boards = Boards(client, self.matches, self.studio, self.theme)

    async def reader(self, interaction: Interaction) -> Reader:
        """The asker's settings; the language is theirs, else their client's."""
        preferences = await self.matches.preferences(interaction.user.id)
        locale = preferences.locale or interaction.locale.value
        theme = cast("Theme", preferences.theme or self.theme)
        return Reader(interaction.user.id, catalogue(locale), theme, preferences)

    async def own_picture(
        self, seen: Seen, reader: Reader, picked: tuple[Pick, ...] = (), below: int | None = None
    ) -> discord.File:
        """What a reader may see, drawn as they want it; own side below unless said otherwise."""
        wanted = look(
            seen,
            reader.words,
            reader.theme,
            below=(seen.view.seat or 0) if below is None else below,
            private=True,
            picked=picked,
            codes=reader.preferences.codes,
        )
        return await self.studio.draw(seen, wanted)

    async def find(
        self, interaction: Interaction, named: str | None, *, acting: bool = False
    ) -> Match:
        """The match an option names, else the asker's one running match here.

        With `acting`, one that waits for the asker wins over those that do not. Raises Refusal.
        """
        if named:
            return await self.matches.match(read_id(named))
        user, channel = interaction.user.id, interaction.channel_id or 0
        here = await self.matches.here(user, channel)
        found = [match for match in here if match.seat_of(user) is not None] or list(here)
        if acting and len(found) > 1:
            found = [match for match in found if match.seat_of(user) in match.to_act] or found
        if not found:
            raise Refusal(Code.NONE_HERE)
        if len(found) > 1:
            raise Refusal(Code.SEVERAL_HERE, matches=", ".join(f"`{match.id}`" for match in found))
        return found[0]


def read_id(text: str) -> MatchId:
    """A match id as people write it. Raises Refusal."""
    cleaned = "".join(c for c in text.upper() if c.isascii() and c.isalnum())
    if not cleaned:
        raise Refusal(Code.UNKNOWN_MATCH, match="?")
    return MatchId(cleaned[:8])


def public(interaction: discord.Interaction[Any]) -> bool:
    """Whether others can read the message a button stands on."""
    message = interaction.message
    return bool(message and interaction.guild_id and not message.flags.ephemeral)


class Tetrarch(discord.AutoShardedClient):
    """The bot's connection to Discord."""

    desk: Desk

    def __init__(
        self,
        settings: Settings,
        commands: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...],
        verbs: Mapping[str, Handler],
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
        )
        self._settings = settings
        self._verbs = verbs
        self.tree = KindTree(self)
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Open the store, register what survives restarts, publish the commands."""
        self._store = await Store.open(self._settings.database_url)
        self.desk = Desk(self, self._settings, self._store)
        self.desk.matches.changed = self.desk.boards.kick
        self.add_dynamic_items(PressButton, PressSelect)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()
        self._sweep.start()

    async def close(self) -> None:
        """Finish what is under way, then leave."""
        await self.put_away()
        await super().close()

    async def put_away(self) -> None:
        """Finish the boards under way and close the store."""
        self._sweep.cancel()
        if hasattr(self, "desk"):
            await self.desk.boards.close()
            await self._store.close()

    @tasks.loop(minutes=SWEEP_MINUTES)
    async def _sweep(self) -> None:
        await self.desk.boards.sweep()

    @_sweep.before_loop
    async def _when_ready(self) -> None:
        await self.wait_until_ready()

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Whatever button or select: its verb's handler, or the error funnel."""
        log.info(
            "press verb=%s match=%s revision=%d interaction=%d",
            press.verb,
            press.match,
            press.revision,
            interaction.id,
        )
        try:
            if press.verb not in self._verbs or (press.verb in REPLACING and public(interaction)):
                raise Refusal(Code.OLD_BUTTON)
            await self._verbs[press.verb](interaction, press)
            await self._own_up(interaction)
        except Exception as error:
            await self.sorry(interaction, error)

    async def on_app_command_completion(self, interaction: Interaction, command: object) -> None:
        """After every command, as after every button."""
        await self._own_up(interaction)

    async def _own_up(self, interaction: Interaction) -> None:
        """Say once, in private, that direct messages to the asker are refused."""
        if interaction.response.is_done() and await self.desk.matches.notes.untold(
            interaction.user.id
        ):
            words = (await self.desk.reader(interaction)).words
            await interaction.followup.send(words("letter.refused"), ephemeral=True)

    async def sorry(self, interaction: Interaction, error: Exception) -> None:
        """Answer a failure in the asker's language, whatever state the store is in."""
        try:
            words = (await self.desk.reader(interaction)).words
        except Exception:
            log.exception("no settings for interaction=%d", interaction.id)
            words = catalogue(interaction.locale.value)
        await answer_error(interaction, error, words)


Interaction: TypeAlias = discord.Interaction[Tetrarch]
Handler: TypeAlias = Callable[[Interaction, Press], Awaitable[None]]


class KindTree(app_commands.CommandTree[Tetrarch]):
    """The commands; their failures go to the same funnel as everything else's."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("no suggestions for interaction=%d", interaction.id, exc_info=error)
            return
        await self.client.sorry(interaction, error)
