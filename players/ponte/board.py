"""A board of Ponte del Diavolo as a player thinks of it: sets of squares as bits of one number.

Every rank is followed by four squares of nothing, so that neither a bridge nor a square beside
another reaches over the edge.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from games.ponte.board import ISLAND, Colour, cross
from games.ponte.position import Position

Mask: TypeAlias = int
MARGIN = 4
WAYS = ((2, 0), (0, 2), (2, 2), (-2, 2), (1, 2), (-1, 2), (2, 1), (-2, 1))
"""Half of the directions of a bridge, from its lower end, as (files, ranks)."""
OVER = (
    ((1, 0),),
    ((0, 1),),
    ((1, 1),),
    ((-1, 1),),
    ((0, 1), (1, 1)),
    ((0, 1), (-1, 1)),
    ((1, 0), (1, 1)),
    ((-1, 0), (-1, 1)),
)
"""The squares that such a bridge covers, from its lower end."""


class Link(NamedTuple):
    """A bridge, or a place for one: the direction from its lower end, and the bits of its ends."""

    way: int
    low: Mask
    high: Mask


class Sea(NamedTuple):
    """A position without its history: both colours' tiles, and what bridges have made of it."""

    tiles: tuple[Mask, Mask]
    links: tuple[tuple[Link, ...], tuple[Link, ...]] = ((), ())
    ends: Mask = 0
    covered: Mask = 0
    crossed: tuple[Mask, ...] = (0,) * len(WAYS)
    """By direction, the lower ends of the bridges that would cross one that stands."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The numbers that depend on the size of the board alone."""

    size: int
    width: int
    squares: Mask
    shifts: tuple[int, ...]
    """The distance of a bridge's upper end from its lower one, by direction."""
    over: tuple[tuple[int, ...], ...]
    names: dict[Mask, str]
    beside: dict[Mask, Mask]
    """The squares that share an edge with each square, and itself."""
    jumps: dict[Mask, Mask]
    """The squares where the other end of a bridge from each square could stand."""
    links: dict[Mask, tuple[int, Mask]]
    """By the bits of its ends, the direction of a place for a bridge, and what it would cover."""

    def bit(self, square: int) -> Mask:
        """Return the bit of a square as the engine counts it."""
        return 1 << square // self.size * self.width + square % self.size

    def mask(self, squares: Mask) -> Mask:
        """Spread the engine's set of squares."""
        row = (1 << self.size) - 1
        ranks = range(self.size)
        return sum((squares >> rank * self.size & row) << rank * self.width for rank in ranks)

    def name(self, bit: Mask) -> str:
        """Name the square of a bit."""
        return self.names[bit]

    def edge(self, mask: Mask) -> Mask:
        """Add the squares that share an edge with a set."""
        width = self.width
        return (mask | mask << 1 | mask >> 1 | mask << width | mask >> width) & self.squares

    def around(self, mask: Mask) -> Mask:
        """Add the squares that share an edge or a corner with a set."""
        wide = mask | mask << 1 | mask >> 1
        return (wide | wide << self.width | wide >> self.width) & self.squares

    def groups(self, own: Mask) -> list[Mask]:
        """List the groups of a colour."""
        groups, width = [], self.width
        while own:
            group, fresh = 0, own & -own
            while fresh:
                group |= fresh
                own ^= fresh
                fresh = (fresh << 1 | fresh >> 1 | fresh << width | fresh >> width) & own
            groups.append(group)
        return groups

    def text(self, link: Link) -> str:
        """Write a bridge: the end further left first, then the lower one."""
        one, other = self.name(link.low), self.name(link.high)
        return f"{one}-{other}" if WAYS[link.way][0] >= 0 else f"{other}-{one}"


@cache
def chart(size: int) -> Chart:
    """Make the chart of a board of this size."""
    width = size + MARGIN
    squares = sum(((1 << size) - 1) << rank * width for rank in range(size))
    shifts = tuple(up * width + right for right, up in WAYS)
    over = tuple(tuple(up * width + right for right, up in each) for each in OVER)
    names = {
        1 << rank * width + file: f"{chr(ord('a') + file)}{rank + 1}"
        for rank in range(size)
        for file in range(size)
    }
    links: dict[Mask, tuple[int, Mask]] = {}
    jumps = dict.fromkeys(names, 0)
    for low in names:
        for way, shift in enumerate(shifts):
            high = low << shift
            if high in names:
                covered = sum(low << by if by > 0 else low >> -by for by in over[way])
                links[low | high] = way, covered
                jumps[low] |= high
                jumps[high] |= low
    table = Chart(size, width, squares, shifts, over, names, {}, jumps, links)
    table.beside.update((bit, table.edge(bit)) for bit in names)
    return table


@cache
def _crossings() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """List for a bridge in every direction those (way, files, ranks) that would cross it."""
    size, middle = 12, (5, 5)

    def ends(way: int, right: int, up: int) -> tuple[int, int]:
        file, rank = middle[0] + right, middle[1] + up
        return rank * size + file, (rank + WAYS[way][1]) * size + file + WAYS[way][0]

    near = range(-3, 4)
    return tuple(
        tuple(
            (other, right, up)
            for other in range(len(WAYS))
            for right in near
            for up in near
            if (other, right, up) != (way, 0, 0)
            and cross(size, ends(way, 0, 0), ends(other, right, up))
        )
        for way in range(len(WAYS))
    )


@cache
def crossing(size: int, way: int, low: Mask) -> tuple[Mask, ...]:
    """Return for every direction the lower ends of the bridges that a bridge forbids."""
    table = chart(size)
    lows = [0] * len(WAYS)
    for other, right, up in _crossings()[way]:
        by = up * table.width + right
        lows[other] |= (low << by if by >= 0 else low >> -by) & table.squares
    return tuple(lows)


def sea(position: Position) -> Sea:
    """Read the sea of an engine's position."""
    table = chart(position.variant.size)
    light, dark = (table.mask(tiles) for tiles in position.tiles)
    found = Sea((light, dark))
    for span in position.spans:
        first, second = table.bit(span.first), table.bit(span.second)
        low, high = min(first, second), max(first, second)
        way = table.shifts.index(high.bit_length() - low.bit_length())
        found = with_bridge(table, found, 0 if low & light else 1, Link(way, low, high))
    return found


def with_bridge(table: Chart, sea: Sea, colour: Colour, link: Link) -> Sea:
    """Return the sea with one more bridge."""
    way, low, high = link
    covered = sea.covered
    for by in table.over[way]:
        covered |= low << by if by > 0 else low >> -by
    forbidden = crossing(table.size, way, low)
    light, dark = sea.links
    links = ((*light, link), dark) if colour == 0 else (light, (*dark, link))
    crossed = tuple(lines | other for lines, other in zip(sea.crossed, forbidden, strict=True))
    return Sea(sea.tiles, links, sea.ends | low | high, covered, crossed)


def with_tiles(sea: Sea, colour: Colour, tiles: Mask) -> Sea:
    """Return the sea with more tiles of a colour."""
    light, dark = sea.tiles
    both = (light | tiles, dark) if colour == 0 else (light, dark | tiles)
    return Sea(both, sea.links, sea.ends, sea.covered, sea.crossed)


def spans(table: Chart, sea: Sea, colour: Colour) -> Iterator[Link]:
    """Give the bridges a colour could build, if any are left."""
    open_ = sea.tiles[colour] & ~sea.ends
    wet = table.squares & ~(sea.tiles[0] | sea.tiles[1])
    for way, (shift, over) in enumerate(zip(table.shifts, table.over, strict=True)):
        lows = open_ & open_ >> shift & ~sea.crossed[way]
        if lows:
            for by in over:
                lows &= wet >> by if by > 0 else wet << -by
            while lows:
                low = lows & -lows
                lows ^= low
                yield Link(way, low, low << shift)


def placeable(table: Chart, sea: Sea, colour: Colour, groups: Iterable[Mask] | None = None) -> Mask:
    """Return the squares where a colour may place a tile, as far as the islands go; its groups
    need not be found again."""
    own = sea.tiles[colour]
    free = table.squares & ~(sea.tiles[0] | sea.tiles[1] | sea.covered)
    groups = list(table.groups(own) if groups is None else groups)
    once = twice = small = 0
    for group in groups:
        size = group.bit_count()
        if size == ISLAND:
            free &= ~table.around(group)
        else:
            edge = table.edge(group)
            twice |= once & edge
            once |= edge
            if size + 1 < ISLAND:
                small |= edge
    legal = free & ~once | free & small & ~twice
    beside = free & ~legal
    while beside:
        bit = beside & -beside
        beside ^= bit
        near, joined = table.beside[bit], bit
        for group in groups:
            if group & near:
                joined |= group
        tiles = joined.bit_count()
        if tiles < ISLAND or (tiles == ISLAND and not table.around(joined) & own & ~joined):
            legal |= bit
    return legal


def score(table: Chart, sea: Sea, colour: Colour) -> tuple[int, int, int]:
    """Return what decides a finished game, in this order: points, islands, bridges."""
    groups = table.groups(sea.tiles[colour])
    names = list(range(len(groups)))
    for link in sea.links[colour]:
        one, other = (names[home(groups, end)] for end in (link.low, link.high))
        names = [one if name == other else name for name in names]
    islands: dict[int, int] = {}
    for name, group in zip(names, groups, strict=True):
        islands[name] = islands.get(name, 0) + (group.bit_count() == ISLAND)
    points = sum(n * (n + 1) // 2 for n in islands.values())
    return points, sum(islands.values()), len(sea.links[colour])


def home(groups: list[Mask], tile: Mask) -> int:
    """Return the number of the group that a tile belongs to."""
    return next(n for n, group in enumerate(groups) if group & tile)
