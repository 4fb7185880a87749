"""A position of Ponte del Diavolo in words."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Over, Word
from games.ponte.board import DARK, ISLAND, LIGHT
from games.ponte.notation import last
from games.ponte.view import PonteView, legal, path

from ..look import Look
from ..words import deed, opening, picked, together


def describe(view: PonteView, look: Look) -> str:
    """The alt text of a picture: islands, sandbanks and bridges of both colours."""
    position = view.position
    number = position.number if isinstance(view.turn, Over) else position.number + 1
    return together(
        (
            *opening(view, look, "ponte", number, position.seated),
            *deed(view, look, "ponte", last(view), position.seated),
            *picked(look, (path(action) for action in legal(view))),
            *_supply(view, look),
            *(_colour(view, look, colour) for colour in (LIGHT, DARK)),
        ),
        look,
    )


def _supply(view: PonteView, look: Look) -> Iterator[str]:
    """The tiles and bridges left, where they are counted."""
    position, words = view.position, look.words
    tiles = [position.tiles_left(colour) for colour in (LIGHT, DARK)]
    if None not in tiles:
        yield words("alt.tiles_left", light=str(tiles[LIGHT]), dark=str(tiles[DARK]))
    if position.bridges_left is not None:
        yield words("alt.bridges_left", n=position.bridges_left)


def _colour(view: PonteView, look: Look, colour: int) -> str:
    """One colour's score, its islands, its sandbanks and its bridges."""
    position, words = view.position, look.words
    table, comma = position.table, look.words("alt.comma")
    groups: dict[bool, list[str]] = {True: [], False: []}
    for group in table.groups(position.tiles[colour]):
        names = "-".join(table.grid.names[square] for square in table.squares(group))
        groups[group.bit_count() == ISLAND].append(names)
    built = [f"{one.action.first}-{one.action.second}" for one in position.own_spans(colour)]
    nothing = words("alt.none")
    return words(
        "alt.lands",
        side=Word(f"ponte.seat.{colour}"),
        score=position.score(colour),
        islands=comma.join(groups[True]) or nothing,
        sandbanks=comma.join(groups[False]) or nothing,
        bridges=comma.join(built) or nothing,
    )
