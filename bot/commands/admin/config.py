"""`/admin config`: the language, looks, places and limits of a server, for those who manage it."""

import logging
from typing import assert_never

from bot.matches.match.allowance import SERVERS
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.managers import check_manager
from bot.ui.answers.places import whole
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import server_settings
from bot.ui.controls.buttons import read_number
from bot.ui.controls.own_settings import FOLLOW, THEMES
from bot.ui.controls.server_settings import MOST_PLACES, PLACES, Panel
from bot.ui.wire.said import REFUSALS
from bot.ui.words.catalogue import locales
from bot.version import newest
from games.clock import PACES

from ..group import ADMIN, command

log = logging.getLogger(__name__)

NAMED = {"theme": THEMES, "pace": tuple(PACES), "place": PLACES}
"""What is chosen from a list, and the values there are."""
PLACED = ("channels", "roles", "lobby", "announcements")
"""What is chosen among the channels and roles of the server."""


@command(ADMIN)
async def config(interaction: Interaction) -> None:
    """Show what is chosen for this server."""
    visit = await interaction.client.visit(interaction, defer=False)
    await show_panel(visit, check_manager(visit), "main")


@verb("served", Answer.IN_PLACE)
async def turn_to(visit: Visit) -> None:
    panels: tuple[Panel, ...] = ("open", "meet", "limits")
    panel: Panel = next((name for name in panels if name == visit.press.text), "main")
    await show_panel(visit, check_manager(visit), panel)


@verb("speak", Answer.IN_PLACE)
async def speak(visit: Visit) -> None:
    """Choose the language of public messages."""
    guild, value = check_manager(visit), visit.press.value
    await visit.desk.matches.servers.choose(guild, locale=value if value in locales() else None)
    await show_panel(visit, guild, "main")


@verb("serve", Answer.IN_PLACE)
async def serve(visit: Visit) -> None:
    """Choose something else for the server, or take the choice back."""
    guild, servers = check_manager(visit), visit.desk.matches.servers
    name, _, state = visit.press.text.partition(" ")
    if name in NAMED:
        value = visit.press.value
        await servers.choose(guild, **{name: value if value in NAMED[name] else None})
    elif name in ("rated", "tour"):
        await servers.choose(guild, **{name: state == "on"})
    elif name in PLACED[:2]:
        await servers.choose(guild, **{name: " ".join(await existing_ids(visit, name))})
    elif name == "lobby":
        channel = next(map(int, await existing_ids(visit, name)), None)
        try:
            await visit.desk.lobbies.move(guild, channel)
        except REFUSALS as failure:
            log.info("no lobby in channel=%s: %r", channel, failure)
            raise Refusal(Code.NO_LOBBY, place=channel or 0) from failure
    elif name == "ready":
        await servers.choose(guild, ready=next(map(int, await existing_ids(visit, name)), 0))
    elif name == "announcements":
        channel, release = next(map(int, await existing_ids(visit, name)), None), newest()
        seen = release.version if release else None  # what is out already is no news
        await servers.choose(guild, announcements=channel, told=seen)
    else:
        raise Refusal(Code.OLD_BUTTON)
    panel: Panel = "open" if name in PLACED else "meet" if name in ("ready", "tour") else "main"
    await show_panel(visit, guild, panel)


@verb("limit", Answer.IN_PLACE)
async def lower(visit: Visit) -> None:
    """Lower a limit for everybody on the server."""
    guild, name, value = check_manager(visit), visit.press.text, visit.press.value
    figure = None if value == FOLLOW else read_number(value)
    if name not in SERVERS or (figure is None and value != FOLLOW):
        raise Refusal(Code.OLD_BUTTON)
    await visit.desk.matches.attention.limit(guild, name, figure)
    await show_panel(visit, guild, "limits")


async def existing_ids(visit: Visit, name: str) -> list[str]:
    """List the channels or roles chosen that there are on this server. Raises Refusal."""
    found = map(read_number, visit.press.values[:MOST_PLACES])
    ids = [id_ for id_ in found if id_ is not None]
    if len(ids) < len(visit.press.values):
        raise Refusal(Code.OLD_BUTTON)
    guild = await whole(visit.interaction)
    there = guild.get_role if name == "roles" else guild.get_channel
    return [str(id_) for id_ in ids if there(id_)]


async def show_panel(visit: Visit, guild: int, panel: Panel) -> None:
    server, words, matches = visit.desk.matches.servers.of(guild), visit.words, visit.desk.matches
    match panel:
        case "main":
            screen = server_settings.main(server, visit.desk.studio.usual(None), words)
        case "open":
            screen = server_settings.doors(server, words)
        case "meet":
            screen = server_settings.meeting(server, words)
        case "limits":
            attention = matches.attention
            screen = server_settings.limits(attention.allowance, attention.limits_on(guild), words)
        case _:
            assert_never(panel)
    await visit.show(screen.content, view=screen.view)
