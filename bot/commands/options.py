"""The suggestions that several commands make while their options are typed."""

from collections.abc import Iterable

from discord import app_commands

from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.places import check_reach
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from bot.ui.words.direction import mark_lines
from games.core import Info

MOST_CHOICES = 25
LONGEST_CHOICE = 100


def choice(name: str, value: str) -> app_commands.Choice[str]:
    """Make a choice, cut to Discord's limits."""
    name = mark_lines(name)
    short = name if len(name) <= LONGEST_CHOICE else name[: LONGEST_CHOICE - 1] + "…"
    return app_commands.Choice(name=short, value=value[:LONGEST_CHOICE])


def fitting(named: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Offer the values that are `named` by what is typed, or by more."""
    wanted = typed.strip().casefold()
    return [choice(*pair) for pair in named if wanted in pair[0].casefold()][:MOST_CHOICES]


async def matches_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List the asker's matches: those of this place first, then those elsewhere."""
    desk = interaction.client.desk
    here = await desk.matches.here(interaction.user.id, interaction.channel_id or 0)
    elsewhere = await desk.matches.list_matches(interaction.user.id, "mine", None)
    return await _choices(
        interaction, typed, [match for match in (*here, *elsewhere) if match.running]
    )


async def matches_played_here(
    interaction: Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """List to managers the matches played in this channel, and those open on the server."""
    if not interaction.permissions.manage_guild:
        return []
    matches = interaction.client.desk.matches
    user, channel, guild = interaction.user.id, interaction.channel_id or 0, interaction.guild_id
    played = await matches.list_matches(user, "here", channel)
    cards = await matches.list_matches(user, "open", channel, guild=guild)
    return await _choices(interaction, typed, (*played, *cards))


async def past_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List the asker's matches that have a past: those that run here, ended ones, then others."""
    desk, user = interaction.client.desk, interaction.user.id
    here = await desk.matches.here(user, interaction.channel_id or 0)
    elsewhere = await desk.matches.list_matches(user, "mine", None)
    ended = await desk.matches.list_matches(user, "finished", None)
    begun = [match for match in (*here, *ended, *elsewhere) if match.begun]
    return await _choices(interaction, typed, begun)


async def _choices(
    interaction: Interaction, typed: str, matches: Iterable[Match]
) -> list[app_commands.Choice[str]]:
    """Offer those of these matches that fit what is typed, each once."""
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    known = {match.id: match for match in matches}.values()
    named = ((describe(match, desk.matches.game(match).info, words), match.id) for match in known)
    return fitting(named, typed)


async def find_match(interaction: Interaction, *, acting: bool = False) -> Match:
    """Find the match that the options typed so far are about. Raises Refusal."""
    named = getattr(interaction.namespace, "match", None)
    match = await interaction.client.desk.find(interaction, named, acting=acting)
    return await check_reach(interaction, match)


async def find_view(interaction: Interaction) -> ReaderView | None:
    """Return the asker's view of that match, None if there is none to suggest anything from."""
    try:
        match = await find_match(interaction)
        return await interaction.client.desk.matches.see(match.id, interaction.user.id)
    except Refusal:
        return None


def describe(match: Match, info: Info, words: Catalogue) -> str:
    """Describe a match: K7Q2 · Murus Gallicus · Livia – Brennus."""
    game = words(f"{match.terms.game}.name")
    return lines.DOT.join((match.id, game, lines.people(match, info, words)))
