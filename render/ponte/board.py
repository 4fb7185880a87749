"""What lies on the board of Ponte del Diavolo and where: land, bridges, marks, the count."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Pick
from games.ponte.board import DARK, ISLAND, LIGHT, Bridge, Network, Span
from games.ponte.board import Tile as Placed
from games.ponte.position import Position
from games.ponte.view import PonteView, legal, path

from ..frame import Field
from ..look import Look
from .cells import Item
from .colours import NETWORKS

COLOURS = (LIGHT, DARK)
CORNERS = {"1": (-1, 1), "2": (1, 1), "3": (-1, -1), "4": (1, -1)}
SIDES = {"l": (-1, 0), "r": (1, 0), "t": (0, 1), "b": (0, -1)}


def items(view: PonteView, look: Look, field: Field, *, final: bool) -> Iterator[Item]:
    """All that lies on the board or across it, and the marks; at the end, as it is counted."""
    position = view.position
    placing = _halves(position)
    for colour in COLOURS:
        for group in position.table.groups(placing[colour]):
            yield from _land(position, field, colour, group)
    for span in position.spans:
        yield _along(field, position, "shadow", _way(position, field, span), span)
        yield _bridge(position, field, span, fresh=not final and _is_last(position, span))
    if final:
        yield from _counted(position, field)
    else:
        if not look.picked:
            for square in _new(position):
                yield _on(field, position, "fresh", (), square, 0)
        if look.picked or look.private:
            yield from _picks(view, look, field)


def _halves(position: Position) -> tuple[int, int]:
    """The tiles by colour, the first of an unfinished turn among them."""
    light, dark = position.tiles
    if position.half is None:
        return light, dark
    bit = 1 << position.half
    return (light | bit, dark) if position.mover == LIGHT else (light, dark | bit)


def _new(position: Position) -> list[int]:
    """The squares of the tiles just placed."""
    if position.half is not None:
        return [position.half]
    square = position.table.grid.square
    return [square(action.square) for action in position.last if isinstance(action, Placed)]


def _is_last(position: Position, span: Span) -> bool:
    return position.half is None and position.last[:1] == (span.action,)


def _land(position: Position, field: Field, colour: int, group: int) -> Iterator[Item]:
    """Foam and land of every tile of a group."""
    island = group.bit_count() == ISLAND
    for square in position.table.squares(group):
        links = _links(position, field, square, group)
        free = not position.ends >> square & 1
        yield _on(field, position, "foam", (links,), square, 0)
        yield _on(field, position, "land", (colour, island, links, free), square, 0)


def _links(position: Position, field: Field, square: int, group: int) -> str:
    """Which neighbours of a tile belong to its group, as they lie on the picture."""
    grid, found = position.table.grid, ""
    for name, (right, up) in {**SIDES, **CORNERS}.items():
        turned = (-right, -up) if field.flipped else (right, up)
        other = grid.step(square, *turned)
        if other is not None and group >> other & 1:
            found += name
    return found


def _on(
    field: Field, position: Position, layer: str, looks: tuple[object, ...], square: int, grown: int
) -> Item:
    """Something on one cell, reaching so many px beyond it."""
    x, y = field.corner(*position.table.grid.at(square))
    far = field.cell + grown
    return Item(layer, looks, x, y, (grown, grown, far, far), None if grown else square)


def _bridge(position: Position, field: Field, span: Span, *, fresh: bool) -> Item:
    colour = LIGHT if position.tiles[LIGHT] >> span.first & 1 else DARK
    right, down = _way(position, field, span)
    return _along(field, position, "bridge", (colour, right, down, fresh), span)


def _way(position: Position, field: Field, span: Span) -> tuple[int, int]:
    """From the first end to the second on the picture, in cells."""
    grid = position.table.grid
    (f1, r1), (f2, r2) = grid.at(span.first), grid.at(span.second)
    turn = -1 if field.flipped else 1
    return (f2 - f1) * turn, (r1 - r2) * turn


def _along(
    field: Field, position: Position, layer: str, looks: tuple[object, ...], span: Span
) -> Item:
    """Something along a bridge, placed by the middle of its first tile."""
    x, y = field.corner(*position.table.grid.at(span.first))
    right, down = _way(position, field, span)
    side, plate = field.cell, 0.4 * field.cell
    reach = (
        plate + max(-right, 0) * side,
        plate + max(-down, 0) * side,
        plate + max(right, 0) * side,
        plate + max(down, 0) * side,
    )
    return Item(layer, looks, x + side / 2, y + side / 2, reach)


def ranked(position: Position) -> list[tuple[int, Network, str, str]]:
    """Networks of two islands or more with colour, letter and fill; light first, then by size."""
    found: list[tuple[int, Network, str, str]] = []
    for colour in COLOURS:
        for network in position.networks(colour):
            if len(network.islands) > 1:
                number = len(found)
                letter = chr(ord("A") + number % 26)
                found.append((colour, network, letter, NETWORKS[number % len(NETWORKS)]))
    return found


def _counted(position: Position, field: Field) -> Iterator[Item]:
    """Halos behind networks, letters on their islands, a 1 on every island alone."""
    for _, network, letter, fill in ranked(position):
        for group in (*network.islands, *network.sandbanks):
            for square in position.table.squares(group):
                links = _links(position, field, square, group)
                yield _on(field, position, "halo", (links, fill), square, 7)
        for span in network.spans:
            looks = (*_way(position, field, span), fill)
            yield _along(field, position, "halo bridge", looks, span)
        for island in network.islands:
            yield _on(field, position, "badge", (letter, fill), _spot(position, island), 0)
    for colour in COLOURS:
        for network in position.networks(colour):
            if len(network.islands) == 1:
                at = _spot(position, network.islands[0])
                yield _on(field, position, "badge", ("1", "#FFFFFF"), at, 0)


def _spot(position: Position, island: int) -> int:
    """The tile that carries an island's badge: one without a bridge, the highest and rightmost."""
    free = island & ~position.ends or island
    return max(position.table.squares(free))


def _picks(view: PonteView, look: Look, field: Field) -> Iterator[Item]:
    """Before any pick the squares closed to tiles; then those that the pick can lead to.

    Most squares are open for most of a game: they get dots only once they are the fewer ones.
    """
    position, depth = view.position, len(look.picked)
    open_ = set(_leading(view, look.picked))
    if not depth:
        closed = _empty(position) - open_ if open_ else set()
        for one in sorted(closed):
            yield _on(field, position, "closed", (), one, 0)
        if len(open_) > len(closed):
            return
    for one in sorted(open_):
        name = position.table.grid.names[one]
        layer = "chosen" if name in look.picked else "dot"
        yield _on(field, position, layer, (), one, 0)


def _leading(view: PonteView, picked: tuple[Pick, ...]) -> Iterator[int]:
    """The squares of all actions that begin so; before any pick, of tiles alone."""
    square = view.position.table.grid.square
    for action in legal(view):
        if path(action)[: len(picked)] != picked:
            continue
        if isinstance(action, Placed):
            yield square(action.square)
        elif isinstance(action, Bridge) and picked:
            yield from (square(action.first), square(action.second))


def _empty(position: Position) -> set[int]:
    """The squares without a tile."""
    light, dark = _halves(position)
    return {one for one in range(len(position.table.grid)) if not (light | dark) >> one & 1}
