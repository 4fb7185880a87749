"""The board of Ponte del Diavolo: water, groups of tiles, bridges and networks (rules, 2.1-2.5).

Sets of squares are bit masks: bit n is square n of the grid, counted from a1 along the files.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from ..grid import COMPASS, Grid

Mask: TypeAlias = int
Colour: TypeAlias = int
LIGHT, DARK = 0, 1
ISLAND = 4
"""The tiles of an island; no group may have more."""


@dataclass(frozen=True, slots=True)
class Tile:
    """`c3`: one of the two tiles of a turn. Squares are names, as sizes differ."""

    square: str


@dataclass(frozen=True, slots=True)
class Bridge:
    """`a1-b3`: a bridge between two own tiles, its ends in canonical order."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`: no two tiles can be placed."""


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap`: the second player takes the light tiles (the pie rule)."""


Action: TypeAlias = Tile | Bridge | Pass | Swap


@dataclass(frozen=True, slots=True)
class Span:
    """A place for a bridge: its ends as numbers, the squares it covers, and the action for it."""

    first: int
    second: int
    covered: Mask
    action: Bridge


@dataclass(frozen=True, slots=True)
class Network:
    """Groups of one colour joined by bridges: its islands, its sandbanks, its bridges."""

    islands: tuple[Mask, ...]
    sandbanks: tuple[Mask, ...]
    spans: tuple[Span, ...]

    @property
    def score(self) -> int:
        """Return 1, 3, 6, 10 … for 1, 2, 3, 4 … islands (section 2.5)."""
        return len(self.islands) * (len(self.islands) + 1) // 2


@dataclass(frozen=True, slots=True)
class Water:
    """Tables that depend on the size of the board alone."""

    grid: Grid
    orth: tuple[Mask, ...]
    near: tuple[Mask, ...]
    tiles: tuple[Tile, ...]
    spans: tuple[tuple[Span, ...], ...]
    by_ends: dict[tuple[int, int], Span]

    def squares(self, mask: Mask) -> Iterator[int]:
        """List the squares of a mask, from a1 on."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def edge(self, mask: Mask) -> Mask:
        """Return the squares that share an edge with a mask's, without its own."""
        beside = 0
        for square in self.squares(mask):
            beside |= self.orth[square]
        return beside & ~mask

    def touching(self, mask: Mask) -> Mask:
        """Return the squares that share an edge or a corner with a mask's, without its own."""
        around = 0
        for square in self.squares(mask):
            around |= self.near[square]
        return around & ~mask

    def group(self, square: int, own: Mask) -> Mask:
        """Return the tiles of `own` joined to a square by edges, with the square itself."""
        joined = fresh = 1 << square
        while fresh:
            fresh = self.edge(fresh) & own & ~joined
            joined |= fresh
        return joined

    def groups(self, own: Mask) -> list[Mask]:
        """List all groups of one colour."""
        groups = []
        while own:
            one = self.group((own & -own).bit_length() - 1, own)
            groups.append(one)
            own &= ~one
        return groups


OFFSETS = ((0, 2), (2, 0), (2, 2), (2, -2), (1, 2), (1, -2), (2, 1), (2, -1))
"""Half of the sixteen directions of a bridge: to the right, or straight up."""


@cache
def water(size: int) -> Water:
    """Return the tables of a board of this size."""
    grid = Grid(size, size)
    numbers = range(size * size)

    def around(square: int, steps: tuple[tuple[int, int], ...]) -> Mask:
        squares = (grid.step(square, right, up) for right, up in steps)
        return sum(1 << other for other in squares if other is not None)

    edges = tuple(step for step in COMPASS if 0 in step)
    spans = tuple(tuple(_spans(grid, square)) for square in numbers)
    return Water(
        grid,
        tuple(around(square, edges) for square in numbers),
        tuple(around(square, COMPASS) for square in numbers),
        tuple(Tile(name) for name in grid.names),
        spans,
        {(span.first, span.second): span for pair in spans for span in pair},
    )


def _spans(grid: Grid, first: int) -> Iterator[Span]:
    for right, up in OFFSETS:
        second = grid.step(first, right, up)
        if second is None:
            continue
        half_right, half_up = (right > 0) - (right < 0), (up > 0) - (up < 0)
        steps: tuple[tuple[int, int], ...]
        if abs(right) == 1:
            steps = ((0, half_up), (right, half_up))
        elif abs(up) == 1:
            steps = ((half_right, 0), (half_right, up))
        else:
            steps = ((half_right, half_up),)
        squares = (grid.step(first, *step) for step in steps)
        covered = sum(1 << square for square in squares if square is not None)
        names = grid.names
        yield Span(first, second, covered, Bridge(names[first], names[second]))


@cache
def cross(size: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether the straight lines between the tiles' centres meet (section 2.3, point B.4)."""
    grid = water(size).grid
    a, b, c, d = (grid.at(square) for square in (*one, *other))

    def turn(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (area > 0) - (area < 0)

    def within(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> bool:
        return all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    lines = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(t == 0 and within(*line) for t, line in zip(turns, lines, strict=True))


def placeable(table: Water, own: Mask, free: Mask) -> tuple[Mask, Mask]:
    """Return the squares open to a colour's tile, and those of them without an own neighbour."""
    groups = table.groups(own)
    banned = 0
    for group in groups:
        if group.bit_count() == ISLAND:
            banned |= table.touching(group)
    open_ = free & ~banned
    beside = table.edge(own) & open_
    lonely = open_ & ~beside
    legal = lonely
    for square in table.squares(beside):
        if _joins_well(table, square, own, groups):
            legal |= 1 << square
    return legal, lonely


def _joins_well(table: Water, square: int, own: Mask, groups: list[Mask]) -> bool:
    """Tell whether a tile makes no group too large and no island that touches another."""
    edge, group = table.orth[square], 1 << square
    for land in groups:
        if land & edge:
            group |= land
    size = group.bit_count()
    return size < ISLAND or (size == ISLAND and not table.touching(group) & own)


@lru_cache(maxsize=256)
def networks(size: int, own: Mask, spans: tuple[Span, ...]) -> tuple[Network, ...]:
    """List the groups of a colour as its bridges join them, most islands first."""
    groups = water(size).groups(own)
    names = list(range(len(groups)))

    def home(square: int) -> int:
        return next(n for n, group in enumerate(groups) if group >> square & 1)

    for span in spans:
        one, other = names[home(span.first)], names[home(span.second)]
        names = [one if name == other else name for name in names]
    joined = []
    for name in dict.fromkeys(names):
        members = [group for n, group in zip(names, groups, strict=True) if n == name]
        inside = sum(members)
        joined.append(
            Network(
                tuple(member for member in members if member.bit_count() == ISLAND),
                tuple(member for member in members if member.bit_count() != ISLAND),
                tuple(span for span in spans if inside >> span.first & 1),
            )
        )
    return tuple(sorted(joined, key=lambda network: -len(network.islands)))
