"""The places of land, bridges, marks and the count on the board of Ponte del Diavolo."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import Pick
from games.grid import Grid
from games.ponte.board import DARK, ISLAND, LIGHT, Action, Bridge, Network, Span, Water, water
from games.ponte.board import Tile as Placed
from games.ponte.position import Position
from games.ponte.view import PonteView, legal, path

from ..frame import Field
from ..look import Look
from ..scene import Stamp
from .cells import Item, badge, ghost
from .colours import NETWORKS

COLOURS = (LIGHT, DARK)
CORNERS = {"1": (-1, 1), "2": (1, 1), "3": (-1, -1), "4": (1, -1)}
SIDES = {"l": (-1, 0), "r": (1, 0), "t": (0, 1), "b": (0, -1)}


def items(view: PonteView, look: Look, field: Field, *, counted: bool) -> Iterator[Item]:
    """Yield everything on the board or across it, and the marks; networks too once `counted`."""
    position, ends = view.position, view.position.ends
    built_over = frozenset(spot for spot, _ in _spots(position)) if counted else frozenset()
    for colour in COLOURS:
        for group in position.table.groups(position.placed[colour]):
            yield from _land(field, colour, group, ends & group, built_over)
    played = (*(then.position for then in look.before if isinstance(then, PonteView)), position)
    fresh = "" if counted or look.picked else "planned" if look.preview else "last"
    for span in position.spans:
        latest = position.half is None and any(then.last[:1] == (span.action,) for then in played)
        colour = LIGHT if position.tiles[LIGHT] >> span.first & 1 else DARK
        way = _way(position, field, span)
        yield _along(field, position, "shadow", way, span)
        yield _along(field, position, "bridge", (colour, *way, fresh if latest else ""), span)
    if counted:
        yield from _networks(position, field)
        return
    if fresh:
        for square in {square: None for position in played for square in _new(position)}:
            yield _on(field, "fresh", (fresh == "planned",), square)
    if look.picked or (look.private and not look.preview):
        yield from _picks(view, look, field)


def over(view: PonteView, look: Look, field: Field, *, counted: bool) -> Iterator[Stamp]:
    """Yield what covers land and bridges: the networks' letters, or bridges that could be built."""
    position = view.position
    if counted:
        for spot, (letter, fill) in _spots(position):
            x, y = _middle(field, spot)
            yield badge(look.theme, field.cell, letter, fill, x, y)
    for action, _ in following(view, look) if look.squares else ():
        if isinstance(action, Bridge):
            ends = (position.square(action.first), position.square(action.second))
            (x1, y1), (x2, y2) = (field.corner(*position.table.grid.at(end)) for end in ends)
            half = field.cell / 2
            yield ghost(look.theme, (x1 + half, y1 + half), (x2 + half, y2 + half))


def _new(position: Position) -> list[int]:
    if position.half is not None:
        return [position.half]
    square = position.table.grid.square
    return [square(action.square) for action in position.last if isinstance(action, Placed)]


@lru_cache(maxsize=1024)
def _land(
    field: Field, colour: int, group: int, ends: int, badges: frozenset[tuple[int, ...]]
) -> tuple[Item, ...]:
    """List foam and land of a group's tiles; nothing is built under bridges' ends and badges. An
    island full of bridges' ends has a small building between two of its tiles."""
    island = group.bit_count() == ISLAND
    table, items = water(field.files), list[Item]()
    for square in table.squares(group):
        links = _links(field, square, group)
        free = not ends >> square & 1 and (square,) not in badges
        items.append(_on(field, "foam", (links,), square))
        items.append(_on(field, "land", (colour, island, links, free), square))
    if island and not group & ~ends and (spot := _spot(table, group, ends)) not in badges:
        x, y = _middle(field, spot)
        items.append(Item("building", (colour,), x, y, (0.2 * field.cell,) * 4))
    return tuple(items)


def _links(field: Field, square: int, group: int) -> str:
    """Return the directions on the picture in which a tile has neighbours of its group."""
    near = _neighbours(water(field.files).grid, square, field.flipped)
    return "".join(name for name, other in near if group >> other & 1)


@lru_cache(maxsize=1024)
def _neighbours(grid: Grid, square: int, flipped: bool) -> tuple[tuple[str, int], ...]:
    turn = -1 if flipped else 1
    named = (
        (name, grid.step(square, turn * right, turn * up))
        for name, (right, up) in {**SIDES, **CORNERS}.items()
    )
    return tuple((name, other) for name, other in named if other is not None)


def _on(field: Field, layer: str, looks: tuple[object, ...], square: int, grown: int = 0) -> Item:
    """Place something on one cell, reaching `grown` px beyond it."""
    x, y = field.corner(*water(field.files).grid.at(square))
    far = field.cell + grown
    return Item(layer, looks, x, y, (grown, grown, far, far), None if grown else square)


def _way(position: Position, field: Field, span: Span) -> tuple[int, int]:
    """Return the distance from the first end to the second on the picture, in cells."""
    grid = position.table.grid
    (f1, r1), (f2, r2) = grid.at(span.first), grid.at(span.second)
    turn = -1 if field.flipped else 1
    return (f2 - f1) * turn, (r1 - r2) * turn


def _along(
    field: Field, position: Position, layer: str, looks: tuple[object, ...], span: Span
) -> Item:
    """Place something along a bridge, by the middle of its first tile."""
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


def rank_networks(position: Position) -> list[tuple[int, Network, str, str]]:
    """List networks of two islands or more with colour, letter, fill; light first, then by size."""
    networks: list[tuple[int, Network, str, str]] = []
    for colour in COLOURS:
        for network in position.networks(colour):
            if len(network.islands) > 1:
                number = len(networks)
                letter = chr(ord("A") + number % 26)
                networks.append((colour, network, letter, NETWORKS[number % len(NETWORKS)]))
    return networks


def _networks(position: Position, field: Field) -> Iterator[Item]:
    for _, network, _, fill in rank_networks(position):
        for group in (*network.islands, *network.sandbanks):
            for square in position.table.squares(group):
                links = _links(field, square, group)
                yield _on(field, "edge", (links,), square, 10)
                yield _on(field, "halo", (links, fill), square, 8)
        for span in network.spans:
            way = _way(position, field, span)
            yield _along(field, position, "edge bridge", way, span)
            yield _along(field, position, "halo bridge", (*way, fill), span)


def _spots(position: Position) -> list[tuple[tuple[int, ...], tuple[str, str]]]:
    """Return the place and colour of every island's badge: its network's letter, or a 1."""
    joined = [
        (_spot(position.table, island, position.ends), (letter, fill))
        for _, network, letter, fill in rank_networks(position)
        for island in network.islands
    ]
    alone = (
        network.islands[0]
        for colour in COLOURS
        for network in position.networks(colour)
        if len(network.islands) == 1
    )
    lone = (_spot(position.table, island, position.ends) for island in alone)
    return [*joined, *((spot, ("1", "#FFFFFF")) for spot in lone)]


def _spot(table: Water, island: int, ends: int) -> tuple[int, ...]:
    """Return an island's tile for its badge: one without a bridge's end, or else two tiles. Where
    every tile is the end of a bridge, the badge goes on the line between two."""
    free = island & ~ends
    if free:
        return (max(table.squares(free)),)
    return next(
        (square, other)
        for square in sorted(table.squares(island), reverse=True)
        for right, up in SIDES.values()
        if (other := table.grid.step(square, right, up)) is not None and island >> other & 1
    )


def _middle(field: Field, spot: tuple[int, ...]) -> tuple[int, int]:
    corners = [field.corner(*water(field.files).grid.at(square)) for square in spot]
    x, y = (sum(along) // len(spot) + field.cell // 2 for along in zip(*corners, strict=True))
    return x, y


def _picks(view: PonteView, look: Look, field: Field) -> Iterator[Item]:
    """Mark where the next pick can lead; before any, put dots on the open squares if few. Where
    they are many, hatch the closed squares that surprise: under bridges, and next to the mover's
    own islands."""
    position = view.position
    steps = (step for _, step in following(view, look))
    open_ = {position.square(step) for step in steps if isinstance(step, str)}
    if not look.picked:
        light, dark = position.placed
        squares = range(len(position.table.grid))
        closed = {square for square in squares if not (light | dark) >> square & 1} - open_
        if len(open_) > len(closed):
            for square in sorted(closed & _surprising(position)):
                yield _on(field, "closed", (), square)
            return
    for square in sorted(open_):
        yield _on(field, "dot", (), square)
    for name in look.squares:
        yield _on(field, "chosen", (), position.square(name))


def _surprising(position: Position) -> set[int]:
    """Return the water under bridges, and around the islands of the mover."""
    grid, squares = position.table.grid, set(position.table.squares(position.covered))
    for group in position.table.groups(position.tiles[position.mover]):
        if group.bit_count() == ISLAND:
            for square in position.table.squares(group):
                near = (grid.step(square, *way) for way in (*SIDES.values(), *CORNERS.values()))
                squares |= {place for place in near if place is not None}
    return squares


def following(view: PonteView, look: Look) -> Iterator[tuple[Action, Pick]]:
    """Yield the actions that begin with the picks and go on, each with its next pick."""
    for action in legal(view):
        if step := look.next(path(action)):
            yield action, step
