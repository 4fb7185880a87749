"""`/help`: what the bot can do, in a few lines, each with a command to press."""

from discord import app_commands

from bot.ui.answers.client import Interaction

from .group import command

LINES = ("new", "rules", "move", "list", "stats", "settings", "about")
"""The lines of help, the first step first; what has a button has no line."""


@command()
@app_commands.allowed_contexts(dms=True)
async def help_(interaction: Interaction) -> None:
    visit = await interaction.client.visit(interaction, defer=False)
    await visit.show(*(visit.words(f"help.{name}") for name in ("title", *LINES)))
