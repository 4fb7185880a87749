"""`/help`: what the bot can do, in a few lines, each with a command to press."""

from bot.ui.answers.client import Interaction

from .group import anywhere, command

LINES = ("new", "rules", "move", "list", "ready", "stats", "settings", "about")
"""The lines of help, the first step first; what has a button has no line."""
DIRECT = ("new_direct", "rules", "move", "list", "ready", "settings", "about")
"""The lines in direct messages."""


@anywhere
@command()
async def help_(interaction: Interaction) -> None:
    visit = await interaction.client.visit(interaction, defer=False)
    lines = ("title_direct", *DIRECT) if visit.direct else ("title", *LINES)
    await visit.show(*(visit.words(f"help.{name}") for name in lines))
