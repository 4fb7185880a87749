"""The settings panel and its sub-panels: what is chosen, and what can be pressed."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import discord

from bot.matches.match.match import Match
from bot.people.person import Preferences, Seen
from bot.people.vacation import DAYS_A_YEAR, Vacation
from bot.store.deleted_users import is_deleted_user
from render.look import Theme

from ..words import times
from ..words.catalogue import Catalogue, catalogue, locales
from ..words.hours import HOURS, ZONES, clock, coming_days, hours, zone_name
from ..words.lines import title
from .buttons import NO_MATCH, Press, PressItem, button, choose, rows
from .panels import switch
from .picker import Screen

FOLLOW = "-"
"""The option that follows the client's language or the server's theme."""
THEMES: tuple[Theme, ...] = get_args(Theme)
PINGS = ("channel", "dm", "none")
"""The places a person may choose to be pinged at."""
SEEN: tuple[Seen, ...] = ("server", "hidden")
"""Those who may see where a person stands, the usual choice first."""
Panel: TypeAlias = Literal["main", "pings", "time", "vacation", "blocks"]
PANELS: tuple[Panel, ...] = get_args(Panel)
MOST_OPTIONS = 25
"""The most options Discord shows in a list."""


def main(preferences: Preferences, words: Catalogue, *, manager: bool) -> Screen:
    """Show language, looks, confirmation, and the ways to all the rest."""
    languages = {code: catalogue(code)("language") for code in locales()}
    themes: dict[str, str] = {theme: words(f"settings.theme_{theme}") for theme in THEMES}
    follow = words("settings.follow_client"), words("settings.follow_server")
    text = words("settings.title")
    items = [
        _choice("locale", {FOLLOW: follow[0], **languages}, preferences.locale, words),
        _choice("theme", {FOLLOW: follow[1], **themes}, preferences.theme, words),
    ]
    if manager:
        text += f"\n{words('settings.manager')}"
    view = rows(
        *items,
        _switch("confirm", preferences.confirm, words),
        _switch("codes", preferences.codes, words),
        _switch("text_first", preferences.text_first, words),
        *(_way(name, words, row=4) for name in PANELS if name != "main"),
    )
    return Screen(text, view)


def pings(preferences: Preferences, followed: Iterable[Match], words: Catalogue) -> Screen:
    """Show where the owner is pinged at their turns, whether boards come by direct message, and the
    matches they follow."""
    ways = {where: words(f"settings.ping_{where}") for where in PINGS}
    items = [_choice("ping", ways, preferences.ping, words)]
    text, matches = words("settings.pings_title"), tuple(followed)
    if matches:
        titles = words("alt.comma").join(title(match, words) for match in matches)
        text += f"\n{words('settings.followed', matches=titles)}"
        named = {
            str(match.id): f"{words(f'{match.terms.game}.name')} {match.id}" for match in matches
        }
        items.append(choose(Press(NO_MATCH, 0, "let_go"), named, words("settings.unfollow")))
    view = rows(*items, _switch("boards_by_dm", preferences.boards_by_dm, words), _back(words))
    return Screen(text, view)


def time(preferences: Preferences, now_ms: int, words: Catalogue) -> Screen:
    quiet, zone = preferences.quiet_hours, preferences.zone
    chosen = hours(quiet) if quiet else FOLLOW
    offered = {FOLLOW: words("settings.quiet_never")}
    offered |= {text: words("settings.quiet_are", hours=text) for text in HOURS}
    if chosen not in offered:
        offered[chosen] = words("settings.quiet_are", hours=chosen)
    zones = {name: zone_name(name) for name in ZONES}
    if zone and zone not in zones:
        zones[zone] = zone_name(zone)
    lines = (
        words("settings.time_title"),
        offered[chosen],
        words("settings.zone_now", zone=zone_name(zone), time=clock(now_ms, zone)),
    )
    view = rows(
        _choice("quiet", offered, chosen, words),
        _choice("zone", zones, zone, words),
        button(words("settings.other_hours"), Press(NO_MATCH, 0, "fill", "quiet")),
        button(words("settings.other_zone"), Press(NO_MATCH, 0, "fill", "zone")),
        _back(words),
    )
    return Screen("\n".join(lines), view)


def vacation(
    preferences: Preferences,
    left: int,
    coming: Iterable[Vacation],
    now_ms: int,
    words: Catalogue,
    begin: str,
) -> Screen:
    """Show the days left, taken and planned, and let the owner take some, from a day to `begin` on
    or from now on, or come back early."""
    lines = [words("settings.vacation_title"), words("settings.days_left", n=left, of=DAYS_A_YEAR)]
    planned = [leave for leave in coming if leave.until_ms > now_ms]
    for vacation in planned:
        code = "settings.vacation_now" if vacation.lasts(now_ms) else "settings.vacation_planned"
        lines.append(
            words(code, begin=times.day(vacation.from_ms), until=times.day(vacation.until_ms))
        )
    items: list[discord.ui.Item[Any]] = []
    away = any(vacation.lasts(now_ms) for vacation in planned)
    begins = {} if away else {FOLLOW: words("settings.take_now")}
    begins |= {day: day for day in coming_days(now_ms, preferences.zone, MOST_OPTIONS - 1)}
    chosen, first = begin if begin in begins else FOLLOW, Press(NO_MATCH, 0, "leave_on")
    if left:
        items.append(choose(first, begins, words("settings.vacation_window"), chosen))
    if left and chosen in begins:
        days = {str(n): words("settings.take_days", n=n) for n in range(1, left + 1)}
        press = Press(NO_MATCH, 0, "away", "" if chosen == FOLLOW else chosen)
        items.append(choose(press, days, words("settings.take")))
    items.append(button(words("settings.vacation_window"), Press(NO_MATCH, 0, "fill", "vacation")))
    if planned:
        code = "settings.come_back" if planned[0].lasts(now_ms) else "settings.drop"
        items.append(button(words(code), Press(NO_MATCH, 0, "back_early")))
    items.append(_switch("auto_vacation", preferences.auto_vacation, words))
    return Screen("\n".join(lines), rows(*items, _back(words)))


def blocks(
    preferences: Preferences, names: Mapping[int, str], more: int, words: Catalogue
) -> Screen:
    """Show who sees the owner's points, and the first people they have blocked, to unblock each;
    `more` come into view then."""
    listed = words("alt.comma").join(
        words("player.former") if is_deleted_user(user) else f"<@{user}>" for user in names
    )
    code = "blocked_more" if more else "blocked" if names else "blocked_none"
    text = words(f"settings.{code}", people=listed, n=more)
    seen: dict[str, str] = {who: words(f"settings.seen_{who}") for who in SEEN}
    items = [_choice("seen", seen, preferences.seen, words)]
    if names:
        blocked = {str(user): words("settings.unblock", name=name) for user, name in names.items()}
        items.append(choose(Press(NO_MATCH, 0, "unblock"), blocked, words("settings.unblock_whom")))
    items.append(button(words("data.export"), Press(NO_MATCH, 0, "export")))
    items.append(button(words("data.delete"), Press(NO_MATCH, 0, "erase")))
    return Screen(f"{words('settings.blocks_title')}\n{text}", rows(*items, _back(words)))


def _switch(name: str, on: bool, words: Catalogue) -> PressItem:
    press = Press(NO_MATCH, 0, "switch", f"{name} {'off' if on else 'on'}")
    return switch(press, on, words(f"settings.{name}"), words)


def _choice(
    name: str, named: Mapping[str, str], chosen: str | None, words: Catalogue
) -> discord.ui.Item[Any]:
    press, chosen = Press(NO_MATCH, 0, "set", name), chosen or FOLLOW
    return choose(press, named, named.get(chosen, words("settings.zone_window")), chosen)


def _way(panel: Panel, words: Catalogue, row: int | None = None) -> PressItem:
    code = "button.back" if panel == "main" else f"settings.to_{panel}"
    return button(words(code), Press(NO_MATCH, 0, "panel", panel), row=row)


def _back(words: Catalogue) -> PressItem:
    return _way("main", words, row=4)
