"""The panels of `/admin config`: what is chosen for a server, and what can be pressed."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import discord

from bot.matches.match.allowance import SERVERS, Limits
from bot.store.servers import Server
from games.clock import PACES
from render.look import Theme

from ..words.catalogue import Catalogue, catalogue, locales
from .buttons import NO_MATCH, Press, PressItem, button, choose, entities, rows, select
from .own_settings import FOLLOW, THEMES
from .panels import switch
from .picker import Screen

Panel: TypeAlias = Literal["main", "open", "meet", "limits"]
PLACES = ("thread", "here")
FIGURES = (*range(1, 11), 12, 15, 20, 25, 30, 50, 100, 200, 500)
"""The limits that a server may choose, as far as they are below the host's."""
_CHANNEL = discord.abc.GuildChannel
MOST_PLACES = 25
"""The most channels or roles that can be chosen."""


def main(server: Server, theme: Theme, words: Catalogue) -> Screen:
    """Show the language and the look of what everybody reads, and how matches are played here; the
    host's `theme` is that of servers which choose none."""
    spoken = {
        code: words("settings.public", language=catalogue(code)("language")) for code in locales()
    }
    themes: dict[str, str] = {theme: words(f"settings.theme_{theme}") for theme in THEMES}
    paces: dict[str, str] = {
        pace: words("admin.config.pace", pace=words(f"choice.pace.{pace}")) for pace in PACES
    }
    usual = {
        name: words("choice.usual", choice=choice)
        for name, choice in (("theme", themes[theme]), ("pace", paces["normal"]))
    }
    places = {place: words(f"admin.config.place_{place}") for place in PLACES}
    turned = Press(NO_MATCH, 0, "serve", f"rated {'off' if server.rated else 'on'}")
    view = rows(
        _choice("speak", "", words("settings.public_follow"), spoken, server.locale),
        _choice("serve", "theme", usual["theme"], themes, server.theme),
        _choice("serve", "pace", usual["pace"], paces, server.pace),
        _choice("serve", "place", words("admin.config.place_any"), places, server.place),
        switch(turned, server.rated, words("admin.config.rated"), words),
        _way("open", words),
        _way("meet", words),
        _way("limits", words),
    )
    return Screen(words("admin.config.title"), view)


def doors(server: Server, words: Catalogue) -> Screen:
    """Show where matches may be opened, by whom, where the lobby is, and where news go."""
    view = rows(
        _some(_CHANNEL, "channels", server.open_channels, MOST_PLACES, words),
        _some(discord.Role, "roles", server.open_roles, MOST_PLACES, words),
        _some(_CHANNEL, "lobby", [server.lobby], 1, words),
        _some(_CHANNEL, "announcements", [server.announcements], 1, words),
        _way("main", words),
    )
    return Screen(words("admin.config.open_title"), view)


def meeting(server: Server, words: Catalogue) -> Screen:
    """Show where those play who were ready and have been drawn, and whether for the Tour."""
    place = _some(_CHANNEL, "ready", [server.ready], 1, words)
    turned = Press(NO_MATCH, 0, "serve", f"tour {'off' if server.tour else 'on'}")
    tour = switch(turned, server.tour, words("tour.name"), words)
    return Screen(words("admin.config.meet_title"), rows(place, tour, _way("main", words)))


def limits(host: Limits, here: Limits, words: Catalogue) -> Screen:
    """Show what one person may cause on a server, for a manager to lower what the `host` allows."""
    items = [_limit(name, getattr(host, name), getattr(here, name), words) for name in SERVERS]
    return Screen(words("settings.limits_title"), rows(*items, _way("main", words)))


def _limit(name: str, most: int, chosen: int, words: Catalogue) -> discord.ui.Item[Any]:
    """Make the select of one of a server's limits: that of the host, and lower ones."""
    figures = {most, *(figure for figure in FIGURES if figure < most), chosen}
    options = [
        discord.SelectOption(
            label=words("choice.usual", choice=label) if figure == most else label,
            value=FOLLOW if figure == most else str(figure),
            default=figure == chosen,
        )
        for figure in sorted(figures, reverse=True)
        for label in (words(f"settings.limit_{name}", n=figure),)
    ]
    press = Press(NO_MATCH, 0, "limit", name)
    return select(press, options, words(f"settings.limit_{name}", n=chosen))


def _some(
    of: type[Any], name: str, chosen: Sequence[int | None], most: int, words: Catalogue
) -> PressItem:
    press = Press(NO_MATCH, 0, "serve", name)
    return entities(of, press, [*filter(None, chosen)], words(f"admin.config.{name}"), most)


def _choice(
    verb: str, name: str, usual: str, named: Mapping[str, str], chosen: str | None
) -> discord.ui.Item[Any]:
    """Make a select that shows the present choice; without one it is the `usual`."""
    return choose(Press(NO_MATCH, 0, verb, name), {FOLLOW: usual, **named}, usual, chosen or FOLLOW)


def _way(panel: Panel, words: Catalogue) -> PressItem:
    code = {
        "main": "button.back",
        "open": "admin.config.to_open",
        "meet": "admin.config.to_meet",
        "limits": "settings.to_limits",
    }
    return button(words(code[panel]), Press(NO_MATCH, 0, "served", panel), row=4)
