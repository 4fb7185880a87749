"""The rows of buttons under a past board and under the moves of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.matches.match.history import ANGLES, Angle, History
from bot.matches.match.refusals import Code, Refusal

from ..words.catalogue import Catalogue
from ..words.history_lines import Page
from .buttons import LARGEST, LIST, PressItem, button, choose, link, on, read_number, rows

LAST = LARGEST
"""The place of the last step, however many there are."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What a reader looks at: the step at a place, from an angle, in a picture or (`text`) not."""

    place: int
    angle: Angle
    text: bool = False

    @property
    def written(self) -> str:
        """The spot as the ids of buttons have it: "14 mine text"."""
        return f"{self.place} {self.angle}{' text' if self.text else ''}"

    @classmethod
    def read(cls, written: str) -> Spot:
        """Read what a button's id says. Raises Refusal for anything else."""
        place, _, rest = written.partition(" ")
        angle, _, text = rest.partition(" ")
        known = next((name for name in ANGLES if name == angle), None)
        number = read_number(place)
        if number is None or known is None or text not in ("", "text"):
            raise Refusal(Code.OLD_BUTTON)
        return cls(number, known, bool(text))


def under_board(history: History, spot: Spot, words: Catalogue) -> discord.ui.View:
    """Lay out the way under a past board, with a link to the turn's message, and in a list all that
    can be done with it."""
    items: list[discord.ui.Item[Any]] = []
    place, last, match = spot.place, len(history.steps) - 1, history.match

    def walk(name: str, to: int, *, off: bool) -> None:
        press = on(match, "walk", f"{name} {replace(spot, place=to).written}")
        items.append(button(words(f"history.button.{name}"), press, disabled=off))

    walk("first", 0, off=place == 0)
    walk("back", max(0, place - 1), off=place == 0)
    walk("forward", place + 1, off=place == last)
    walk("last", LAST, off=place == last and not match.running)
    if posted := history.steps[place].posted:
        items.append(link(words("history.button.link"), match.terms.guild, *posted))
    return rows(*items, _list(history, spot, words))


def _list(history: History, spot: Spot, words: Catalogue) -> PressItem:
    """List what can be done with a past board, the other angles last, where there are any."""
    match, other = history.match, "picture" if spot.text else "text"
    listed = [("go", "walk_to", spot)] if len(history.steps) > 1 else []
    listed += [("moves", "moves", spot), (other, "walk", replace(spot, text=not spot.text))]
    listed.append(("note", "note", spot))
    named = {
        on(match, verb, f"{name} {to.written}").id("m"): words(f"history.button.{name}")
        for name, verb, to in listed
    }
    for name, verb in (("animation", "animation"), ("share", "share_turn")):
        named[on(match, verb, spot.written).id("m")] = words(f"button.{name}")
    for angle in history.angles if len(history.angles) > 1 and history.game.info.private else ():
        if angle != spot.angle:
            press = on(match, "walk", f"{angle} {replace(spot, angle=angle).written}")
            named[press.id("m")] = words(f"choice.angle.{angle}")
    return choose(on(match, LIST), named, words("button.more"))


def under_moves(
    history: History,
    spot: Spot,
    pages: tuple[Page, ...],
    number: int,
    words: Catalogue,
    *,
    publishable: bool = False,
) -> discord.ui.View:
    """Lay out the buttons under a page of moves: the pages beside it, and the way to the board.
    `publishable`: the reader has notes that nobody else can read, and the match has ended."""
    match = history.match

    def leaf(name: str, place: int, *, off: bool) -> discord.ui.Item[Any]:
        press = on(match, "moves", f"{name} {replace(spot, place=place).written}")
        return button(words(f"history.button.{name}"), press, disabled=off)

    before, after = max(0, number - 1), min(len(pages) - 1, number + 1)
    board = on(match, "walk", f"board {spot.written}")
    publish = button(words("history.button.publish"), on(match, "publish", spot.written))
    return rows(
        leaf("earlier", pages[before].first, off=number == before),
        leaf("later", pages[after].first, off=number == after),
        button(words("button.board"), board),
        *([publish] if publishable else []),
    )


def sure_to_publish(history: History, spot: Spot, words: Catalogue) -> discord.ui.View:
    match = history.match
    publish = on(match, "publish_all", spot.written)
    return rows(
        button(words("history.button.publish"), publish, discord.ButtonStyle.danger),
        button(words("button.back"), on(match, "moves", f"back {spot.written}")),
    )
