"""`/match settings`: one panel for language, theme, confirmation and pings."""

from __future__ import annotations

from typing import Any, get_args

import discord

from bot.matches.refusals import Code, Refusal
from bot.matches.shown import Preferences
from bot.ui.buttons import NO_MATCH, Press, button, rows, select
from bot.ui.catalogue import Catalogue, catalogue, locales
from bot.ui.client import Interaction
from bot.ui.translator import ENGLISH
from bot.ui.visits import Answer, Visit, verb
from render.look import Theme

from .group import match as group

FOLLOW = "-"
"""The option that sets nothing of one's own: the client's language, the server's theme."""
SWITCHES = ("confirm", "pings", "codes")
"""What is on or off; pings that are on go to the channel."""
THEMES: tuple[Theme, ...] = get_args(Theme)


@group.command(name="settings", description=ENGLISH("command.match.settings.description"))
async def settings(interaction: Interaction) -> None:
    """Show the asker's settings."""
    await show_panel(await interaction.client.visit(interaction, defer=False))


@verb("settings", Answer.AT_ONCE)
async def open_panel(visit: Visit) -> None:
    """Settings in the More menu."""
    await show_panel(visit)


@verb("set", Answer.IN_PLACE)
async def choose(visit: Visit) -> None:
    """A choice of language or theme."""
    value, known = visit.press.value or FOLLOW, {"locale": locales(), "theme": THEMES}
    if visit.press.text not in known:
        raise Refusal(Code.OLD_BUTTON)
    chosen = value if value in known[visit.press.text] else None
    await change(visit, **{visit.press.text: chosen})


@verb("switch", Answer.IN_PLACE)
async def switch(visit: Visit) -> None:
    """A switch is turned; its id says which way, so pressing an old one twice does no harm."""
    name, _, state = visit.press.text.partition(" ")
    if name not in SWITCHES:
        raise Refusal(Code.OLD_BUTTON)
    if name == "pings":
        await change(visit, ping="channel" if state == "on" else "none")
    else:
        await change(visit, **{name: state == "on"})


@verb("speak", Answer.IN_PLACE)
async def speak(visit: Visit) -> None:
    """The language of public messages is chosen, by somebody who may manage the server."""
    guild, value = managed(visit), visit.press.value
    if guild is None:
        raise Refusal(Code.NOT_A_MANAGER)
    await visit.desk.languages.choose(guild, value if value in locales() else None)
    await show_panel(visit)


def managed(visit: Visit) -> int | None:
    """The server this is asked in, for those who may manage it."""
    asked = visit.interaction
    return asked.guild_id if asked.permissions.manage_guild else None


async def change(visit: Visit, **changes: Any) -> None:
    """Keep one setting and show the panel as it stands now, in the new language."""
    await visit.desk.matches.prefer(visit.user, **changes)
    locale = visit.interaction.locale.value
    visit.reader = await visit.desk.reader(visit.user, locale)
    await show_panel(visit)


async def show_panel(visit: Visit) -> None:
    """The settings as they are."""
    words, guild, told = visit.words, managed(visit), [visit.words("settings.title")]
    public = []
    if guild is not None:
        told.append(words("settings.manager"))
        public.append(_spoken(visit.desk.languages.chosen(guild), words))
    view = panel(visit.reader.preferences, words, *public)
    await visit.show("\n".join(told), view=view)


def panel(
    preferences: Preferences, words: Catalogue, *more: discord.ui.Item[Any]
) -> discord.ui.View:
    """Two selects, what there is more for managers, and the switches; all show how things stand."""
    languages = {code: catalogue(code)("language") for code in locales()}
    themes = {theme: words(f"settings.theme_{theme}") for theme in THEMES}
    return rows(
        _choice("locale", words("settings.follow_client"), languages, preferences.locale, words),
        _choice("theme", words("settings.follow_server"), themes, preferences.theme, words),
        *more,
        *(_switch(name, is_on(preferences, name), words) for name in SWITCHES),
    )


def is_on(preferences: Preferences, name: str) -> bool:
    """How a switch stands."""
    return preferences.ping != "none" if name == "pings" else bool(getattr(preferences, name))


def _choice(
    name: str, follow: str, named: dict[Any, str], chosen: str | None, words: Catalogue
) -> discord.ui.Item[Any]:
    """A select of one setting, with what it follows if nothing is chosen."""
    options = [discord.SelectOption(label=follow, value=FOLLOW, default=not chosen)]
    options += [
        discord.SelectOption(label=label, value=value, default=chosen == value)
        for value, label in named.items()
    ]
    placeholder = words("settings.language" if name == "locale" else "settings.theme")
    return select(Press(NO_MATCH, 0, "set", name), options, placeholder)


def _spoken(chosen: str | None, words: Catalogue) -> discord.ui.Item[Any]:
    """The select of the language in which the bot speaks to everybody in a server."""
    named = {FOLLOW: words("settings.public_follow")}
    for code in locales():
        named[code] = words("settings.public", language=catalogue(code)("language"))
    options = [
        discord.SelectOption(label=label, value=value, default=value == (chosen or FOLLOW))
        for value, label in named.items()
    ]
    return select(Press(NO_MATCH, 0, "speak"), options, words("settings.public_follow"))


def _switch(name: str, on: bool, words: Catalogue) -> discord.ui.Item[Any]:
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    label = words(f"settings.{name}_{'on' if on else 'off'}")
    return button(label, Press(NO_MATCH, 0, "switch", f"{name} {'off' if on else 'on'}"), style)
