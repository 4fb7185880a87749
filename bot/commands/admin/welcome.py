"""`/admin welcome`: what the bot may do in this channel, and how to grant what it lacks."""

from bot.ui.answers.client import Interaction
from bot.ui.answers.managers import check_manager
from bot.ui.answers.welcome import welcome

from ..group import ADMIN, command


@command(ADMIN)
async def welcome_(interaction: Interaction) -> None:
    """Show the ten permissions the bot asks for."""
    visit = await interaction.client.visit(interaction, defer=False)
    check_manager(visit)
    await visit.show(welcome(visit))
