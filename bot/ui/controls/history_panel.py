"""The rows of buttons under a past board and under the moves of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.matches.match.history import ANGLES, Angle, History
from bot.matches.match.refusals import Code, Refusal

from ..words.catalogue import Catalogue
from ..words.history_lines import Page
from .buttons import LARGEST, button, link, on, read_number, rows

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
    """Lay out the buttons under a past board: the way, what can be done with it, and in a third row
    the other angles, where there are any, and the way to the turn's message."""
    items: list[discord.ui.Item[Any]] = []
    place, last, match = spot.place, len(history.steps) - 1, history.match

    def add(row: int, name: str, verb: str, to: Spot, *, off: bool = False) -> None:
        label, press = words(f"history.button.{name}"), on(match, verb, f"{name} {to.written}")
        items.append(button(label, press, disabled=off, row=row))

    add(0, "first", "walk", replace(spot, place=0), off=place == 0)
    add(0, "back", "walk", replace(spot, place=max(0, place - 1)), off=place == 0)
    add(0, "forward", "walk", replace(spot, place=place + 1), off=place == last)
    add(0, "last", "walk", replace(spot, place=LAST), off=place == last and not match.running)
    add(0, "go", "walk_to", spot, off=not last)
    add(1, "moves", "moves", spot)
    other = "picture" if spot.text else "text"
    add(1, other, "walk", replace(spot, text=not spot.text))
    for name, verb in (("animation", "animation"), ("share", "share_turn")):
        items.append(button(words(f"button.{name}"), on(match, verb, spot.written), row=1))
    add(1, "note", "note", spot)
    for angle in history.angles if len(history.angles) > 1 and history.game.info.private else ():
        add(2, angle, "walk", replace(spot, angle=angle), off=angle == spot.angle)
    if posted := history.steps[place].posted:
        items.append(link(words("history.button.link"), match.terms.guild, *posted, row=2))
    return rows(*items)


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
        button(words("history.button.board"), board),
        *([publish] if publishable else []),
    )


def sure_to_publish(history: History, spot: Spot, words: Catalogue) -> discord.ui.View:
    match = history.match
    publish = on(match, "publish_all", spot.written)
    return rows(
        button(words("history.button.publish"), publish, discord.ButtonStyle.danger),
        button(words("button.back"), on(match, "moves", f"back {spot.written}")),
    )
