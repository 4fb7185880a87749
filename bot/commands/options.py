"""What several commands offer while their options are typed."""

from __future__ import annotations

from discord import app_commands

from bot.matches.model import Match
from bot.ui import lines
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Interaction
from games.core import Info

MOST_CHOICES = 25
LONGEST_CHOICE = 100


def choice(name: str, value: str) -> app_commands.Choice[str]:
    """A choice cut to Discord's limits."""
    short = name if len(name) <= LONGEST_CHOICE else name[: LONGEST_CHOICE - 1] + "…"
    return app_commands.Choice(name=short, value=value[:LONGEST_CHOICE])


def variants(info: Info, typed: str) -> list[str]:
    """The named variants of a game, then each with one option that is not the usual one.

    Options typed whole stay, and the others are offered beside them.
    """
    parts = typed.split()
    begun = [name for name in info.variants if name in parts]
    settings = {
        f"{key}={value}": key for key, (_, *others) in info.options.items() for value in others
    }
    kept = [part for part in parts if part in settings]
    known = {settings[part] for part in kept}
    further = [setting for setting, key in settings.items() if key not in known]
    heads = [" ".join((name, *kept)) for name in begun or info.variants]
    return [*heads, *(f"{head} {setting}" for head in heads for setting in further)]


async def matches_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The asker's matches: those of this place first, then those waiting for a move elsewhere."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    here = await desk.matches.here(reader.id, interaction.channel_id or 0)
    elsewhere = await desk.matches.list(reader.id, "mine", None)
    found = {match.id: match for match in (*here, *elsewhere) if match.status == "running"}
    wanted = typed.strip().casefold()
    named = [(described(match, reader.words), match.id) for match in found.values()]
    return [choice(name, id_) for name, id_ in named if wanted in name.casefold()][:MOST_CHOICES]


def described(match: Match, words: Catalogue) -> str:
    """K7Q2 · Murus Gallicus · Livia – Brennus."""
    game = words(f"{match.game}.name")
    return lines.DOT.join((match.id, game, lines.people(match, words)))
