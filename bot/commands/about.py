"""`/about`: which version runs, since when, who answers for it, and what it does with data."""

from bot.ui.answers.client import Interaction
from bot.ui.words import times
from bot.ui.words.lines import sanitize
from bot.version import version

from .group import anywhere, command

LONGEST_CONTACT = 200


@anywhere
@command()
async def about(interaction: Interaction) -> None:
    """Tell the asker what runs here and whom to ask, in direct messages as well."""
    visit = await interaction.client.visit(interaction, defer=False)
    words, settings = visit.words, interaction.client.settings
    contact, privacy = settings.contact, settings.privacy_url
    texts = (
        words("about.version", version=version()),
        words("about.since", when=times.relative(interaction.client.started_ms)),
        words("about.source"),
        words("about.strangers") if settings.lobby == "on" else "",
        words("about.contact", contact=sanitize(contact, LONGEST_CONTACT))
        if contact
        else words("about.no_contact"),
        words("about.privacy", address=privacy) if privacy else words("about.no_privacy"),
    )
    await visit.show(*texts)
