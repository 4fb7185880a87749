"""`/match settings`: one panel for language, theme, confirmation and pings."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.model import Code, Preferences, Refusal
from bot.ui.buttons import NO_MATCH, Press, button, rows, select
from bot.ui.catalogue import Catalogue, catalogue, locales
from bot.ui.desk import Handler, Interaction
from bot.ui.translator import ENGLISH

from .group import match as group

FOLLOW = "-"
"""The option that sets nothing of one's own: the client's language, the server's theme."""
SWITCHES = ("confirm", "pings", "codes")
THEMES = ("light", "dark", "contrast")


@group.command(name="settings", description=ENGLISH("command.match.settings.description"))
async def settings(interaction: Interaction) -> None:
    """Show the asker's settings."""
    await send_panel(interaction)


async def open_panel(interaction: Interaction, pressed: Press) -> None:
    """Settings in the More menu."""
    await send_panel(interaction)


async def send_panel(interaction: Interaction) -> None:
    reader = await interaction.client.desk.reader(interaction)
    await interaction.response.send_message(
        reader.words("settings.title"),
        view=panel(reader.preferences, reader.words),
        ephemeral=True,
    )


def panel(preferences: Preferences, words: Catalogue) -> discord.ui.View:
    """Two selects and two switches that show how things stand."""
    languages = [
        discord.SelectOption(
            label=words("settings.follow_client"), value=FOLLOW, default=not preferences.locale
        )
    ]
    languages += [
        discord.SelectOption(
            label=catalogue(code)("language"), value=code, default=preferences.locale == code
        )
        for code in locales()
    ]
    themes = [
        discord.SelectOption(
            label=words("settings.follow_server"), value=FOLLOW, default=not preferences.theme
        )
    ]
    themes += [
        discord.SelectOption(
            label=words(f"settings.theme_{theme}"),
            value=theme,
            default=preferences.theme == theme,
        )
        for theme in THEMES
    ]
    return rows(
        select(Press(NO_MATCH, 0, "set", "locale"), languages, words("settings.language")),
        select(Press(NO_MATCH, 0, "set", "theme"), themes, words("settings.theme")),
        _switch("confirm", preferences.confirm, words),
        _switch("pings", preferences.pings, words),
        _switch("codes", preferences.codes, words),
    )


def _switch(name: str, on: bool, words: Catalogue) -> discord.ui.Item[Any]:
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    label = words(f"settings.{name}_{'on' if on else 'off'}")
    return button(label, Press(NO_MATCH, 0, "switch", f"{name} {'off' if on else 'on'}"), style)


async def set_(interaction: Interaction, pressed: Press) -> None:
    """A choice of language or theme."""
    value = pressed.values[0] if pressed.values else FOLLOW
    chosen = None if value == FOLLOW else value
    if pressed.text == "locale":
        await change(interaction, locale=chosen if chosen in locales() else None)
    else:
        await change(interaction, theme=chosen if chosen in THEMES else None)


async def switch(interaction: Interaction, pressed: Press) -> None:
    """A switch turned; its id says which way, so pressing an old one twice does no harm."""
    name, _, state = pressed.text.partition(" ")
    if name in SWITCHES:
        await change(interaction, **{name: state == "on"})
    else:
        raise Refusal(Code.OLD_BUTTON)


async def change(interaction: Interaction, **changes: Any) -> None:
    """Keep one setting and show the panel as it stands now, in the new language."""
    desk = interaction.client.desk
    await desk.matches.prefer(interaction.user.id, **changes)
    reader = await desk.reader(interaction)
    await interaction.response.edit_message(
        content=reader.words("settings.title"), view=panel(reader.preferences, reader.words)
    )


VERBS: dict[str, Handler] = {"settings": open_panel, "set": set_, "switch": switch}
