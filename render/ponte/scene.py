"""The picture of Ponte del Diavolo."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core import Over, Seat
from games.ponte.board import water
from games.ponte.notation import last
from games.ponte.position import Position
from games.ponte.view import PonteView

from ..frame import Chair, Field, Footer, Wording, centre, footer, header, surround
from ..lettering import NAME_ROOM, cut, fitting, shown_name, width
from ..look import Look, Theme
from ..scene import Drawing, Run, Scene, Stamp, Text, Tile, placed
from ..theme import TOKENS
from ..words import result, sayings
from .board import items, ranked
from .cells import Item, counter, floor, tile
from .pieces import land

CELLS = {8: 87, 10: 70, 12: 58}
CHIP = 76
"""The side in px of the cell whose tile, made smaller, is a seat's chip."""
COUNTED = ("score", "islands", "bridges", "tie")
"""The ends at which the networks are counted."""


def scene(view: PonteView, look: Look) -> Scene:
    """The position as the reader wants it; at the end with its networks and how they add up."""
    position = view.position
    field = _field(position, look)
    over = isinstance(view.turn, Over)
    panels, names = header(view, look, (_chair(position, look, 0), _chair(position, look, 1)))
    score = " : ".join(str(position.score(colour)) for colour in position.seated)
    number = str(position.number + 1)
    middle = centre(
        TOKENS[look.theme],
        look.words("frame.final" if over else "frame.move"),
        score if over else number,
    )
    counted = isinstance(view.turn, Over) and view.turn.reason in COUNTED
    if counted:
        lines = 4
        chips, sentences = _count(view, look, field)
    else:
        footing = _lines(view, look)
        lines = len(footing)
        chips, sentences = footer(field, look.theme, footing)
    return Scene(
        f"ponte-{look.theme}",
        _ground(look.theme, position.variant.size, field.flipped, lines),
        (*panels, *_cells(view, look, field, final=counted), *chips),
        (*names, *middle, *sentences),
    )


def _field(position: Position, look: Look) -> Field:
    size = position.variant.size
    return Field(size, size, CELLS.get(size, 696 // size), flipped=look.below == 1)


def _chair(position: Position, look: Look, seat: int) -> Chair:
    colour = position.seated[seat]
    drawing = chip(look.theme, colour)
    return Chair(look.words(f"ponte.seat.{colour}"), drawing, drawing)


@lru_cache(maxsize=8)
def chip(theme: Theme, colour: int) -> Drawing:
    """A single tile of an island with its building, for header and footer."""
    shapes = land(theme, CHIP, colour, True, "", True)
    return Drawing(f"tile {colour}", placed(shapes, -0.5, -0.5, 1 / CHIP))


@lru_cache(maxsize=24)
def _ground(theme: Theme, size: int, flipped: bool, lines: int) -> Tile:
    field = Field(size, size, CELLS.get(size, 696 // size), flipped)
    shapes = [*surround(field, TOKENS[theme], lines)]
    for square in range(size * size):
        x, y = field.corner(*water(size).grid.at(square))
        shapes += placed(floor(theme, field.cell, *_water(size, square)), x, y)
    return Tile(("ground", size, flipped, lines), 800, field.height(lines), tuple(shapes))


def _water(size: int, square: int) -> tuple[int, int]:
    """A cell's shade and its wave, 0 for none: a third of the cells has one, always the same."""
    file, rank = water(size).grid.at(square)
    draw = (square * 2654435761 + size) % 4294967296 >> 16
    return (file + rank + 1) % 2, draw % 89 + 1 if draw % 3 == 0 else 0


def _cells(view: PonteView, look: Look, field: Field, *, final: bool) -> Iterator[Stamp]:
    """A tile for every cell on which or across which anything lies."""
    position = view.position
    grid = position.table.grid
    lying: dict[int, list[Item]] = {}
    wide: list[Item] = []
    for item in items(view, look, field, final=final):
        if item.square is None:
            wide.append(item)
        else:
            lying.setdefault(item.square, []).append(item)
    for square in range(len(grid)):
        x, y = field.corner(*grid.at(square))
        over = (item for item in wide if item.over(x, y, field.cell))
        near = tuple(
            (item.layer, item.looks, item.x - x, item.y - y)
            for item in (*lying.get(square, ()), *over)
        )
        if near:
            made = tile(look.theme, field.cell, *_water(position.variant.size, square), near)
            yield Stamp(x, y, made)


def _lines(view: PonteView, look: Look) -> tuple[Footer, ...]:
    """The last turn and the score; the supplies, or who sees this."""
    position, tokens, words = view.position, TOKENS[look.theme], look.words
    told = last(view)
    scores = [str(position.score(colour)) for colour in position.seated]
    right: Wording = (
        Run(words("frame.score"), 25, tokens.ink2),
        Run(scores[0], 25, tokens.ink, "Bold", 10),
        Run(":", 25, tokens.ink2, "Medium", 7),
        Run(scores[1], 25, tokens.ink, "Bold", 7),
    )
    colour = position.mover
    if told:
        colour = position.seated[told[0]]
    if isinstance(view.turn, Over):
        colour = position.seated[min(view.turn.winners, default=Seat(0))]
    tiles = [position.tiles_left(one) for one in position.seated]
    supply = ""
    if None not in tiles:
        supply = words("frame.tiles_left", first=str(tiles[0]), second=str(tiles[1]))
    left = position.bridges_left
    spare = "" if left is None else words("frame.bridges_left", n=left)
    if look.private:
        supply = " · ".join(filter(None, (supply, words("frame.only_you"))))
    lines = [Footer(_wordings(view, look, told), right, chip(look.theme, colour))]
    if supply or spare:
        note: Wording = (Run(spare, 22, tokens.ink2),) if spare else ()
        held: Wording = (Run(supply, 22, tokens.ink2),) if supply else ()
        lines.append(Footer((held,), note))
    return tuple(lines)


def _wordings(view: PonteView, look: Look, told: tuple[Seat, str] | None) -> tuple[Wording, ...]:
    """What the first line says, the longest wording first."""
    tokens, words = TOKENS[look.theme], look.words
    if isinstance(view.turn, Over):
        ends = sayings(look, result(view.turn, "ponte", view.position.seated))
        return tuple((Run(said, 25, tokens.ink, "Bold"),) for said in ends)
    if told is None:
        side = words("ponte.seat.0")
        return ((Run(words("frame.begins", side=side), 25, tokens.ink2),),)
    text = Run(told[1], 25, tokens.ink, "Bold")
    deed = view.news[0]
    found: list[Wording] = []
    events = [event for event in view.news if event.code != "ponte.score"]
    saying = words("alt.semicolon").join(words(one.code, **one.args) for one in events)
    found.append((text, Run(saying, 25, tokens.ink2, "Medium", 14)))
    found += ((text, Run(said, 25, tokens.ink2, "Medium", 14)) for said in sayings(look, deed))
    return (*found, (text,))


def _count(view: PonteView, look: Look, field: Field) -> tuple[list[Stamp], list[Text]]:
    """Under the final picture one row a seat: its networks, its islands alone, its total."""
    position, tokens = view.position, TOKENS[look.theme]
    stamps: list[Stamp] = []
    texts: list[Text] = []
    for row, colour in enumerate(position.seated):
        y = field.rule + 36 + 44 * row
        word = look.words(f"ponte.seat.{colour}")
        name = shown_name(look.names[row], word) if row < len(look.names) else word
        run = cut(Run(name, 25, tokens.ink, "Bold"), NAME_ROOM - 60)
        chips, names = footer(field, look.theme, (Footer(((run,),), (), chip(look.theme, colour)),))
        moved = y - (field.rule + 28)
        stamps += (Stamp(one.x, one.y + moved, one.tile) for one in chips)
        texts += (Text(one.x, one.y + moved, one.anchor, one.runs, one.paper) for one in names)
        badges, sums = _sums(position, look, colour, y)
        stamps += badges
        texts += sums
    rule = (Run(look.words("frame.islands_score"), 22, tokens.ink2),)
    y = field.rule + 122
    if isinstance(view.turn, Over):
        ends = sayings(look, result(view.turn, "ponte", position.seated))
        said = tuple((Run(one, 22, tokens.ink2),) for one in ends)
        texts.append(Text(18, y, "left", fitting(said, 740 - width(rule)), tokens.page))
    texts.append(Text(782, y, "right", rule, tokens.page))
    return stamps, texts


def _sums(position: Position, look: Look, colour: int, y: int) -> tuple[list[Stamp], list[Text]]:
    """`A 5 → 15`, `B 2 → 3`, `1 × n`, and the total at the right."""
    tokens = TOKENS[look.theme]
    parts = [
        (letter, fill, f"{len(network.islands)} → {network.score}")
        for owner, network, letter, fill in ranked(position)
        if owner == colour
    ]
    alone = sum(len(network.islands) == 1 for network in position.networks(colour))
    if alone:
        parts.append(("1", "#FFFFFF", f"× {alone}"))
    stamps: list[Stamp] = []
    texts: list[Text] = []
    x = 190.0
    for letter, fill, said in parts:
        run = (Run(said, 25, tokens.ink, "SemiBold"),)
        if x + 42 + width(run) > 700:
            break
        stamps.append(Stamp(round(x), y - 17, counter(look.theme, letter, fill)))
        texts.append(Text(x + 42, y, "left", run, tokens.page))
        x += 42 + width(run) + 22
    total = (Run(str(position.score(colour)), 36, tokens.ink, "ExtraBold"),)
    return stamps, [*texts, Text(782, y, "right", total, tokens.page)]
