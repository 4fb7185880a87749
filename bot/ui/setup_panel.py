"""The set-up panel: one's own half with a draft on it, and everything that can be done to it.

The draft lies in the store; a custom id holds its stamp and the first square of a swap.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.matches.model import Layout, Match, Seen
from games.core import Event, Info
from games.junqi.board import GRID
from games.junqi.layout import HALVES, PRESETS, faults

from . import lines
from .buttons import Press, button, rows, select
from .catalogue import Catalogue
from .picker import Screen
from .pictures import layout_title

MOST_FAULTS = 6


def before_play(match: Match, info: Info) -> bool:
    """Whether no turn has been taken yet in a match whose pieces are set up in private."""
    return info.private and not match.turns


def panel(seen: Seen, kept: Iterable[str], words: Catalogue, picked: str = "") -> Screen:
    """The draft and its choices; after Ready, what is sealed. `picked` is half of a swap."""
    seat, layout = seen.view.seat, seen.layout
    if seat is None or layout is None:
        told = (lines.title(seen.match, words), words("setup.sealed"))
        return Screen(lines.DOT.join(told), rows())
    wrong = faults(seat, layout.codes)
    told = (lines.title(seen.match, words), lines.plain(layout_title(layout, words)))
    content = "\n".join((lines.DOT.join(told), *_told(wrong, words, picked)))
    return Screen(content, _controls(seen, layout, kept, words, picked), (picked,) * bool(picked))


def _told(wrong: tuple[Event, ...], words: Catalogue, picked: str) -> Iterable[str]:
    if picked:
        yield words("setup.swap_with", square=picked)
    if not wrong:
        yield words("setup.legal")
        return
    yield words("setup.problems", n=len(wrong))
    yield from (f"- {words.tell(fault)}" for fault in wrong[:MOST_FAULTS])
    if len(wrong) > MOST_FAULTS:
        yield words("setup.more_problems", n=len(wrong) - MOST_FAULTS)


def _controls(
    seen: Seen, layout: Layout, kept: Iterable[str], words: Catalogue, picked: str
) -> discord.ui.View:
    def press(verb: str, text: str = "") -> Press:
        return Press(seen.match.id, seen.match.revision, verb, text)

    pieces = _pieces(seen, layout, words)
    if picked:
        asked = words("setup.swap_with", square=picked)
        others = [option for option in pieces if option.value != picked]
        return rows(
            select(press("swap", f"{layout.stamp} {picked}"), others, asked),
            button(words("button.back"), press("setup_again")),
        )
    green = discord.ButtonStyle.success
    items: list[discord.ui.Item[Any]] = [
        select(press("lay"), _layouts(kept, words), words("setup.choose")),
        select(press("swap", layout.stamp), pieces, words("setup.swap")),
        button(words("setup.mirror"), press("mirror")),
        button(words("setup.random"), press("shuffle")),
        button(words("setup.paste"), press("paste")),
        button(words("setup.save"), press("save", layout.stamp)),
        button(words("setup.ready"), press("ready", layout.stamp), green),
    ]
    return rows(*items)


def _layouts(kept: Iterable[str], words: Catalogue) -> list[discord.SelectOption]:
    """Presets with their ideas, then the reader's own."""
    presets = [
        discord.SelectOption(
            label=words(f"layout.{name}"), value=name, description=words(f"layout.idea.{name}")
        )
        for name in PRESETS
    ]
    own = [
        discord.SelectOption(label=name, value=name, description=words("layout.own"))
        for name in kept
    ]
    return [*presets, *own]


def _pieces(seen: Seen, layout: Layout, words: Catalogue) -> list[discord.SelectOption]:
    """The 25 points of the own half, each with the piece on it."""
    half = HALVES[seen.view.seat or 0]
    return [
        discord.SelectOption(
            label=f"{GRID.names[at]} · {code} {words(f'junqi.piece.{code}')}", value=GRID.names[at]
        )
        for at, code in zip(half, layout.codes, strict=True)
    ]
