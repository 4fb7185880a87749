"""The `/match` group, to which every file here adds its command."""

from __future__ import annotations

from discord import app_commands

from bot.ui.words.translator import ENGLISH

match = app_commands.Group(
    name="match", description=ENGLISH("command.match.description"), guild_only=True
)
