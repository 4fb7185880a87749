"""The value of a position of Ponte del Diavolo: islands to be, and how far they are joined.

All numbers were learned from games (`lab tune`); they are whole multiples of 1/256, so that sums of
worths are exact, in whatever order they are added.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from games.grid import bits
from games.ponte.board import DARK, ISLAND, LIGHT, Colour

from .board import Chart, Link, Mask, Sea

Weights: TypeAlias = Sequence[float]
"""For the colour that has just moved, then for the other one, as many as `Role` has numbers; then
by how full the board is, as a polynomial, the weights of points, of open squares, and of having
moved."""
ROLE, TERMS = 11, 3
KNIGHT = 4
"""The first of the directions in which bridges cover two squares."""
DEAD = 256
"""Bits between a square and the same square as one where the enemy cannot place a tile."""
Links: TypeAlias = tuple[tuple[Link, ...], tuple[Link, ...]]


Span: TypeAlias = tuple[Mask, Mask, Mask, int]
"""A place for a bridge: what it covers, its ends, and its direction."""


class Part(NamedTuple):
    """A group as a part of a colour's shape."""

    group: Mask
    low: Mask
    """Its lowest square."""
    around: Mask
    reach: Mask
    """The group with the squares that it could grow to on an empty board."""
    room: Mask
    """The squares on which it could grow as far as the colour itself goes, twice (`DEAD`)."""
    known: dict[Mask, int]
    """Its kinds that are known, by those squares of its room that are free, and dead."""


class Shape(NamedTuple):
    """A colour's tiles, and what follows from them and from the bridges alone."""

    own: Mask
    parts: tuple[Part, ...]
    around: Mask
    crowded: Mask
    """The squares around two groups or more."""
    islands: Mask
    """The squares around islands."""
    homes: dict[Mask, Mask]
    """By tile, the lowest square of its group."""
    networks: dict[Mask, Mask]
    """By the lowest square of a group that has a bridge, the name of its network."""
    spans: tuple[Span, ...]
    """The places for bridges that no bridge forbids."""
    joins: tuple[tuple[Mask, tuple[Mask, Mask], bool], ...]
    """Those of them that would join two networks: what they cover, the names of both networks in
    order, and whether they cover two squares."""
    reach: Mask
    """The squares where tiles bear on what the islands and bridges may amount to, twice."""
    known: tuple[dict[tuple[Mask, bool], float], ...]
    """What they may amount to, for the colour that has moved and for the other one; the same
    without more bridges."""

    @property
    def groups(self) -> list[Mask]:
        """Return the groups of the colour."""
        return [part.group for part in self.parts]


Shapes: TypeAlias = tuple[dict[Mask, Shape], dict[Mask, Shape]]
"""Shapes by colour, and by the tiles."""
NOTHING = Shape(0, (), 0, 0, 0, {}, {}, (), (), 0, ({}, {}))


class Role:
    """The weights of a colour that has just moved, or of the other one."""

    def __init__(self, number: int, weights: Weights) -> None:
        self.number = number
        one, two, three, *shares = (round(256 * weight) / 256 for weight in weights[:ROLE])
        self.worths = [0.0, 1.0]
        """The worths of groups, in islands, by their kinds."""
        for worth, share in zip((one, two, three), shares[:3], strict=True):
            self.worths += worth, worth + share * (1 - worth)
        _, _, _, self.narrow, self.wide, self.sure, self.again, self.chain = shares
        """The share of what a bridge would join that counts before it is built: over one square,
        over two, and where the enemy cannot stop it; the share of the rest if there are two places;
        and of what lies beyond the next hoped-for bridge."""


class Valuation:
    """The valuation of seas on a board of one size, which keeps what they have in common."""

    def __init__(self, table: Chart, weights: Weights) -> None:
        self.table = table
        self._moved, self._other = Role(0, weights), Role(1, weights[ROLE:])
        self._scales = _scales(weights[2 * ROLE :], table.size * table.size)
        self._before = Sea((0, 0))
        self._outlines = (NOTHING, NOTHING)
        self._links: Links = ((), ())
        self._known: Shapes = ({}, {})
        self._shapes: dict[Links, Shapes] = {self._links: self._known}
        self._parts: dict[Mask, Part] = {}

    def near(self, sea: Sea) -> None:
        """Expect seas with a few tiles or a bridge more than this one."""
        light, dark = self.shape(sea, LIGHT), self.shape(sea, DARK)
        self._before, self._outlines = sea, (light, dark)

    def logit(self, sea: Sea, colour: Colour, links: bool = True) -> float:
        """Value the sea for a colour that has just moved: 0 is even. With `links` false no bridges
        can be added."""
        tiles = sea.tiles[0] | sea.tiles[1]
        taken = tiles | sea.covered
        free = self.table.squares & ~taken
        mine, theirs = self.shape(sea, colour), self.shape(sea, 1 - colour)
        lead = self._points(mine, tiles, free, theirs.islands, self._moved, links)
        lead -= self._points(theirs, tiles, free, mine.islands, self._other, links)
        waters = (free & ~mine.around).bit_count() - (free & ~theirs.around).bit_count()
        by_point, by_water, even = self._scales[taken.bit_count()]
        return by_point * lead + by_water * waters + even

    def _points(
        self, shape: Shape, tiles: Mask, free: Mask, closed: Mask, role: Role, links: bool
    ) -> float:
        """Return the points a colour can hope for; the enemy's islands have closed some squares."""
        key = (tiles | closed << DEAD) & shape.reach, links
        known = shape.known[role.number]
        total = known.get(key)
        if total is None:
            dead, total = free & closed, 0.0
            values = self._values(shape, free | dead << DEAD, role.worths)
            for value in values.values():
                total += value * (value + 1) / 2
            if links and len(values) > 1:
                total += _hope(shape, tiles, ~dead, values, role)
            known[key] = total
        return total

    def _values(self, shape: Shape, free: Mask, worths: Sequence[float]) -> dict[Mask, float]:
        """Return the worths of networks, in islands."""
        values: dict[Mask, float] = {}
        networks = shape.networks
        for group, low, _, _, room, known in shape.parts:
            open_ = free & room
            kind = known.get(open_)
            if kind is None:
                kind = known[open_] = _kind(self.table, group, open_)
            if low in networks:
                low = networks[low]
                if low in values:
                    values[low] += worths[kind]
                    continue
            values[low] = worths[kind]
        return values

    def shape(self, sea: Sea, colour: Colour) -> Shape:
        """Return the shape of a colour's tiles."""
        if sea.links is not self._links:
            self._links = sea.links
            self._known = self._shapes.setdefault(sea.links, ({}, {}))
        own, known = sea.tiles[colour], self._known[colour]
        shape = known.get(own)
        if shape is None:
            before = self._outlines[colour]
            if before.own == own and _follows(sea, self._before):
                shape = _bridge(before, sea, colour)
            elif not before.own & ~own and sea.links == self._before.links:
                shape = self._grow(before, sea, colour)
            else:
                shape = self._grow(NOTHING, sea, colour)
            known[own] = shape
        return shape

    def _grow(self, before: Shape, sea: Sea, colour: Colour) -> Shape:
        table, own, have = self.table, sea.tiles[colour], before.own
        parts, homes, spans = list(before.parts), before.homes.copy(), list(before.spans)
        reach, fresh, merged = before.reach, own ^ have, False
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            joined, near = bit, table.beside[bit] & have
            if near:
                merged, apart = True, []
                for part in parts:
                    if part.group & near:
                        joined |= part.group
                    else:
                        apart.append(part)
                parts = apart
            low = joined & -joined
            for tile in bits(joined):
                homes[tile] = low
            parts.append(self._part(joined))
            ends = 0 if bit & sea.ends else table.jumps[bit] & have & ~sea.ends
            while ends:
                end = ends & -ends
                ends ^= end
                way, covered = table.links[bit | end]
                one, other = (bit, end) if bit < end else (end, bit)
                if not one & sea.crossed[way]:
                    spans.append((covered, one, other, way))
                    reach |= covered | covered << DEAD
            have |= bit
        around = crowded = islands = 0
        for part in parts:
            crowded |= around & part.around
            around |= part.around
            if part.known[0]:
                islands |= part.around
        changed = (around ^ before.around) | (crowded ^ before.crowded)
        for n, part in enumerate(parts):
            if part.room < 0 or part.reach & changed:
                parts[n] = part = _with_room(part, around, crowded)
                reach |= part.room
        if merged or not before.own:
            networks = _networks(homes, sea.links[colour])
            joins = _joins(spans, homes, networks)
        else:
            networks = before.networks
            joins = before.joins + _joins(spans[len(before.spans) :], homes, networks)
        return Shape(
            own,
            tuple(parts),
            around,
            crowded,
            islands,
            homes,
            networks,
            tuple(spans),
            joins,
            reach,
            ({}, {}),
        )

    def _part(self, group: Mask) -> Part:
        """Return a group, with the room for it unknown."""
        part = self._parts.get(group)
        if part is None:
            table, reach = self.table, group
            for _ in range(ISLAND - group.bit_count()):
                reach = table.edge(reach)
            around = table.around(group)
            known = {0: int(group.bit_count() == ISLAND)}
            part = self._parts[group] = Part(group, group & -group, around, reach, -1, known)
        return part


def _scales(weights: Weights, squares: int) -> list[tuple[float, ...]]:
    """List by the number of squares that are taken what everything weighs."""
    rows = [weights[n : n + TERMS] for n in range(0, len(weights), TERMS)]
    fulls = [taken / squares for taken in range(squares + 1)]
    return [tuple(c + full * (b + full * a) for c, b, a in rows) for full in fulls]


def _follows(sea: Sea, before: Sea) -> bool:
    pairs = zip(sea.links, before.links, strict=True)
    return all(links[: len(known)] == known for links, known in pairs)


def _bridge(before: Shape, sea: Sea, colour: Colour) -> Shape:
    ends, crossed = sea.ends, sea.crossed
    spans = tuple(
        span
        for span in before.spans
        if not (span[1] | span[2]) & ends and not span[1] & crossed[span[3]]
    )
    networks = _networks(before.homes, sea.links[colour])
    joins = _joins(spans, before.homes, networks)
    return before._replace(networks=networks, spans=spans, joins=joins, known=({}, {}))


def _networks(homes: Mapping[Mask, Mask], links: Iterable[Link]) -> dict[Mask, Mask]:
    networks: dict[Mask, Mask] = {}
    for link in links:
        home, far = homes[link.low], homes[link.high]
        one, other = networks.setdefault(home, home), networks.setdefault(far, far)
        if one != other:
            for low, name in networks.items():
                if name == other:
                    networks[low] = one
    return networks


def _joins(
    spans: Iterable[Span], homes: Mapping[Mask, Mask], networks: Mapping[Mask, Mask]
) -> tuple[tuple[Mask, tuple[Mask, Mask], bool], ...]:
    joins = []
    for covered, low, high, way in spans:
        home, far = homes[low], homes[high]
        one, other = networks.get(home, home), networks.get(far, far)
        if one != other:
            joins.append((covered, (one, other) if one < other else (other, one), way >= KNIGHT))
    return tuple(joins)


def _with_room(part: Part, around: Mask, crowded: Mask) -> Part:
    banned = crowded | around & ~part.around
    room = 0 if part.group & banned else part.reach & ~banned
    return part._replace(room=room | room << DEAD)


def _kind(table: Chart, group: Mask, free: Mask) -> int:
    """Tell what kind of group it is, with these free squares in its room, and those of them that
    are dead."""
    tiles, open_ = group.bit_count(), free & table.squares
    wanted = ISLAND - tiles
    region = safe = group
    dead = free >> DEAD
    for _ in range(wanted):
        region |= table.edge(region) & open_
        safe |= table.edge(safe) & dead
    if region.bit_count() < ISLAND:
        return 0
    return 2 * tiles + (safe.bit_count() >= ISLAND)


def _hope(
    shape: Shape, tiles: Mask, alive: Mask, values: Mapping[Mask, float], role: Role
) -> float:
    """Return what bridges still to be built would add: a spanning tree of the best of them."""
    ways: dict[tuple[Mask, Mask], float] = {}
    narrow, wide, sure, again = role.narrow, role.wide, role.sure, role.again
    for covered, pair, far in shape.joins:
        if not covered & tiles:
            share = (wide if far else narrow) if covered & alive else sure
            other = ways.get(pair)
            if other is None:
                ways[pair] = share
            else:
                ways[pair] = -max(share, abs(other))
    edges = []
    for (first, second), share in ways.items():
        gain = share if share >= 0 else again - share * (1 - again)
        edges.append((gain * values[first] * values[second], first, second, gain))
    edges.sort(reverse=True)
    joined: dict[Mask, Mask] = {}
    hub, total = dict(values), 0.0
    for _, first, second, gain in edges:
        while first in joined:
            first = joined[first]
        while second in joined:
            second = joined[second]
        if first != second:
            more, less = hub[first], hub[second]
            if more < less:
                more, less = less, more
            total += gain * more * less
            hub[first] = more + role.chain * less
            joined[second] = first
    return total
