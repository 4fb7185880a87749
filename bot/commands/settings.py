"""The panel of the asker's settings, `/match settings`, with sub-panels for time and people."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, assert_never

import discord

from bot.matches.match.ids import MatchId
from bot.matches.match.refusals import Code, Refusal
from bot.store.deleted_users import is_deleted_user
from bot.ui.answers.client import Interaction
from bot.ui.answers.managers import managed_server
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import own_settings
from bot.ui.controls.buttons import NO_MATCH, Press, Window, number_in, read_number
from bot.ui.controls.own_settings import FOLLOW, MOST_OPTIONS, PANELS, PINGS, SEEN, THEMES, Panel
from bot.ui.controls.picker import Screen
from bot.ui.wire.said import REFUSALS
from bot.ui.words import lines
from bot.ui.words.catalogue import locales
from bot.ui.words.hours import read_hours, read_leave, read_zone

from .group import MATCH, command

log = logging.getLogger(__name__)

NAMES_S = 1.5
"""The time a panel waits for the names on it."""
WINDOWS = {"quiet": 40, "zone": 60, "vacation": 40}
"""The settings that can be written in a window, and the most characters of each."""
SWITCHES: dict[str, Panel] = {
    "confirm": "main",
    "codes": "main",
    "text_first": "main",
    "pings": "pings",
    "boards_by_dm": "pings",
    "auto_vacation": "vacation",
}
"""The switches and the panels they are on; "pings" is on panels from before there were others."""


@command(MATCH)
async def settings(interaction: Interaction) -> None:
    await show_panel(await interaction.client.visit(interaction, defer=False))


@verb("settings", Answer.AT_ONCE)
async def open_panel(visit: Visit) -> None:
    await show_panel(visit)


@verb("panel", Answer.IN_PLACE)
async def turn_to(visit: Visit) -> None:
    await show_panel(visit, next((panel for panel in PANELS if panel == visit.press.text), "main"))


@verb("set", Answer.IN_PLACE)
async def choose(visit: Visit) -> None:
    value = visit.press.value or FOLLOW
    match visit.press.text:
        case "locale":
            await change(visit, locale=value if value in locales() else None)
        case "theme":
            await change(visit, theme=value if value in THEMES else None)
        case "ping":
            await change(visit, "pings", ping=value if value in PINGS else "channel")
        case "seen":
            await change(visit, "blocks", seen=value if value in SEEN else "server")
        case "quiet" | "zone" as name:
            await set_time(visit, name, value)
        case _:
            raise Refusal(Code.OLD_BUTTON)


@verb("fill", Answer.AT_ONCE)
async def fill(visit: Visit) -> None:
    """Open a window in which to write what is not in a list."""
    name, words = visit.press.text, visit.words
    if name not in WINDOWS:
        raise Refusal(Code.OLD_BUTTON)
    title, label = words(f"settings.{name}_window"), words(f"settings.{name}_label")
    written = Press(NO_MATCH, 0, "filled", name)
    await visit.open_window(Window(title, label, written, WINDOWS[name]))


@verb("filled", Answer.IN_PLACE)
async def fill_settings(visit: Visit) -> None:
    name, written = visit.press.text, visit.press.value
    if name not in WINDOWS:
        raise Refusal(Code.OLD_BUTTON)
    if name == "vacation":
        begin, days = read_leave(written, visit.reader.person.preferences.zone)
        await visit.desk.matches.vacations.take(visit.user, days, begin)
        await show_panel(visit, "vacation")
    else:
        await set_time(visit, name, written)


@verb("away", Answer.IN_PLACE)
async def take_leave(visit: Visit) -> None:
    days, day = read_number(visit.press.value), visit.press.text
    if not days:
        raise Refusal(Code.OLD_BUTTON)
    begin = read_leave(f"{day} {days}", visit.reader.person.preferences.zone)[0] if day else None
    await visit.desk.matches.vacations.take(visit.user, days, begin)
    await show_panel(visit, "vacation")


@verb("leave_on", Answer.IN_PLACE)
async def choose_first_day(visit: Visit) -> None:
    """Ask for how many days a vacation is to last that begins on the chosen day."""
    await show_panel(visit, "vacation", visit.press.value)


@verb("back_early", Answer.IN_PLACE)
async def come_back(visit: Visit) -> None:
    """End the vacation now, or drop the next one planned."""
    await visit.desk.matches.vacations.end(visit.user)
    await show_panel(visit, "vacation")


@verb("unblock", Answer.IN_PLACE)
async def unblock(visit: Visit) -> None:
    text = visit.press.value or visit.press.text
    user = number_in(text.removeprefix("-"))  # that of a former player is negative
    await visit.desk.matches.people.unblock(visit.user, -user if text.startswith("-") else user)
    await show_panel(visit, "blocks")


@verb("block", Answer.IN_PLACE)
async def block(visit: Visit) -> None:
    """Block a user, as offered to a player who has declined a challenge."""
    await visit.desk.matches.people.block(visit.user, number_in(visit.press.text))
    await show_panel(visit, "blocks")


@verb("let_go", Answer.IN_PLACE)
async def let_go(visit: Visit) -> None:
    """Stop following the match that is picked from the list of them."""
    await visit.desk.matches.following.unfollow(MatchId(visit.press.value), visit.user)
    await show_panel(visit, "pings")


async def set_time(visit: Visit, name: str, value: str) -> None:
    """Set quiet hours or a time zone, picked or written. Raises Refusal if it cannot be read."""
    if name == "zone":
        await change(visit, "time", zone=read_zone(value))
        return
    begin, end = (None, None) if value == FOLLOW else read_hours(value)
    await change(visit, "time", quiet_from=begin, quiet_until=end)


@verb("switch", Answer.IN_PLACE)
async def switch(visit: Visit) -> None:
    """Turn a switch the way its id says, so that pressing an old one twice does no harm."""
    name, _, state = visit.press.text.partition(" ")
    if name not in SWITCHES:
        raise Refusal(Code.OLD_BUTTON)
    if name == "pings":
        await change(visit, "pings", ping="channel" if state == "on" else "none")
    else:
        await change(visit, SWITCHES[name], **{name: state == "on"})


async def change(visit: Visit, panel: Panel = "main", /, **changes: Any) -> None:
    """Save some settings and show the panel as it stands now, in the new language."""
    await visit.desk.matches.prefer(visit.user, **changes)
    visit.reader = await visit.desk.reader(visit.interaction)
    await show_panel(visit, panel)


async def show_panel(visit: Visit, panel: Panel = "main", begin: str = "") -> None:
    screen = await draw(visit, panel, begin)
    await visit.show(screen.content, view=screen.view)


async def draw(visit: Visit, panel: Panel, begin: str) -> Screen:
    chosen, words, matches = visit.reader.person.preferences, visit.words, visit.desk.matches
    match panel:
        case "main":
            return own_settings.main(chosen, words, manager=managed_server(visit) is not None)
        case "pings":
            return own_settings.pings(chosen, await matches.following.by(visit.user), words)
        case "time":
            return own_settings.time(chosen, matches.now(), words)
        case "vacation":
            person = await matches.people.get(visit.user)
            left, now = matches.vacations.days_left(person), matches.now()
            return own_settings.vacation(chosen, left, person.vacations, now, words, begin)
        case "blocks":
            blocked = sorted((await matches.people.get(visit.user)).blocks, reverse=True)
            names = await names_of(visit, blocked[:MOST_OPTIONS])
            return own_settings.blocks(chosen, names, len(blocked) - len(names), words)
        case _:
            assert_never(panel)


async def names_of(visit: Visit, users: Sequence[int]) -> dict[int, str]:
    """Give users the names they go by, or their numbers where Discord does not answer in time."""
    client: discord.Client = visit.interaction.client
    gone = visit.words("player.former")
    names = {user: gone if is_deleted_user(user) else str(user) for user in users}
    try:
        async with asyncio.timeout(NAMES_S):
            for user in (other for other in users if not is_deleted_user(other)):
                with suppress(*REFUSALS):
                    names[user] = lines.sanitize((await client.fetch_user(user)).display_name, 40)
    except TimeoutError:
        log.info("names are missing on the panel: interaction=%d", visit.key)
    return names
