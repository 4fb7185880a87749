"""The groups `/match` and `/admin`, to which the files here add their commands."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.words.translator import ENGLISH

match = app_commands.Group(name="match", description=ENGLISH("command.match.description"))

admin = app_commands.Group(
    name="admin",
    description=ENGLISH("command.admin.description"),
    default_permissions=discord.Permissions(manage_guild=True),
)
"""For those who may manage the server; a server can give it to others, so every command asks."""
