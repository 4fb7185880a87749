"""`/match settings`: a panel of one's own settings, with sub-panels for pings and time."""

from __future__ import annotations

from typing import Any, assert_never

from bot.matches.refusals import Code, Refusal
from bot.ui import own_settings
from bot.ui.buttons import NO_MATCH, Press, Window
from bot.ui.catalogue import locales
from bot.ui.client import Interaction
from bot.ui.hours import read_hours, read_zone
from bot.ui.own_settings import FOLLOW, PANELS, PINGS, THEMES, Panel
from bot.ui.picker import Screen
from bot.ui.translator import ENGLISH
from bot.ui.visits import Answer, Visit, verb

from .group import match as group

WINDOWS = {"quiet": 40, "zone": 60}
"""What can be written in a window, and how many characters that may take."""
SWITCHES: dict[str, Panel] = {
    "confirm": "main",
    "codes": "main",
    "pings": "pings",
    "boards_by_dm": "pings",
}
"""What is on or off, and the panel it is on; "pings" is on panels from before there were others."""


@group.command(name="settings", description=ENGLISH("command.match.settings.description"))
async def settings(interaction: Interaction) -> None:
    """Show the asker's settings."""
    await show_panel(await interaction.client.visit(interaction, defer=False))


@verb("settings", Answer.AT_ONCE)
async def open_panel(visit: Visit) -> None:
    """Settings in the More menu."""
    await show_panel(visit)


@verb("panel", Answer.IN_PLACE)
async def turn_to(visit: Visit) -> None:
    """The way to a sub-panel, or back."""
    await show_panel(visit, next((one for one in PANELS if one == visit.press.text), "main"))


@verb("set", Answer.IN_PLACE)
async def choose(visit: Visit) -> None:
    """One option of a select."""
    value = visit.press.value or FOLLOW
    match visit.press.text:
        case "locale":
            await change(visit, locale=value if value in locales() else None)
        case "theme":
            await change(visit, theme=value if value in THEMES else None)
        case "ping":
            await change(visit, "pings", ping=value if value in PINGS else "channel")
        case "quiet" | "zone" as name:
            await set_time(visit, name, value)
        case _:
            raise Refusal(Code.OLD_BUTTON)


@verb("fill", Answer.AT_ONCE)
async def fill(visit: Visit) -> None:
    """A window in which to write what is not in a list."""
    name, words = visit.press.text, visit.words
    if name not in WINDOWS:
        raise Refusal(Code.OLD_BUTTON)
    title, label = words(f"settings.{name}_window"), words(f"settings.{name}_label")
    written = Press(NO_MATCH, 0, "filled", name)
    await visit.interaction.response.send_modal(Window(title, label, written, WINDOWS[name]))


@verb("filled", Answer.IN_PLACE)
async def filled(visit: Visit) -> None:
    """What has been written in that window."""
    if visit.press.text not in WINDOWS:
        raise Refusal(Code.OLD_BUTTON)
    await set_time(visit, visit.press.text, visit.press.value)


async def set_time(visit: Visit, name: str, value: str) -> None:
    """Quiet hours or a time zone, picked or written. Raises Refusal for what cannot be read."""
    if name == "zone":
        await change(visit, "time", zone=read_zone(value))
        return
    begun, ended = (None, None) if value == FOLLOW else read_hours(value)
    await change(visit, "time", quiet_from=begun, quiet_until=ended)


@verb("switch", Answer.IN_PLACE)
async def switch(visit: Visit) -> None:
    """A switch is turned; its id says which way, so pressing an old one twice does no harm."""
    name, _, state = visit.press.text.partition(" ")
    if name not in SWITCHES:
        raise Refusal(Code.OLD_BUTTON)
    if name == "pings":
        await change(visit, "pings", ping="channel" if state == "on" else "none")
    else:
        await change(visit, SWITCHES[name], **{name: state == "on"})


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


async def change(visit: Visit, panel: Panel = "main", /, **changes: Any) -> None:
    """Keep some settings and show the panel as it stands now, in the new language."""
    await visit.desk.matches.prefer(visit.user, **changes)
    locale = visit.interaction.locale.value
    visit.reader = await visit.desk.reader(visit.user, locale)
    await show_panel(visit, panel)


async def show_panel(visit: Visit, panel: Panel = "main") -> None:
    """The settings as they are."""
    screen = drawn(visit, panel)
    await visit.show(screen.content, view=screen.view)


def drawn(visit: Visit, panel: Panel) -> Screen:
    """One panel for its owner."""
    chosen, words = visit.reader.preferences, visit.words
    match panel:
        case "main":
            guild = managed(visit)
            if guild is None:
                return own_settings.main(chosen, words)
            public = visit.desk.languages.chosen(guild) or FOLLOW
            return own_settings.main(chosen, words, public)
        case "pings":
            return own_settings.pings(chosen, words)
        case "time":
            return own_settings.time(chosen, visit.desk.matches.now(), words)
        case _:
            assert_never(panel)
