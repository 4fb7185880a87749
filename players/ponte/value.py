"""The value of a position of Ponte del Diavolo: islands to be, and how far they are joined."""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import NamedTuple, TypeAlias

from games.ponte.board import DARK, ISLAND, LIGHT, Colour

from .board import Chart, Link, Mask, Sea

WORTHS = (0.0, 0.16, 0.36, 0.62)
"""The worth of a group, in islands, by its tiles."""
CRAMPED = 0.5
"""The share of a group's value that is left where only the tiles it needs have room."""
LINK, SURE = 0.55, 0.7
"""The share of what a bridge would join that counts before it is built; the same where two would
do."""
CHAIN = 0.5
"""The share of a network that counts for those beyond the next hoped-for bridge."""
WATERS = 0.02
"""The worth of a free square on which a colour may begin something new, in points."""
Links: TypeAlias = tuple[tuple[Link, ...], tuple[Link, ...]]
Scale: TypeAlias = tuple[float, ...]
"""The worth of a one-point lead, as a logit: on an empty board, as it fills, and when it is full;
and of having moved last when it is full."""


class Part(NamedTuple):
    """A group as a part of a colour's shape."""

    group: Mask
    room: Mask
    """The squares on which it could grow as far as the colour itself goes."""
    network: Mask
    """The lowest square of one of the groups that bridges join with it."""
    worths: dict[Mask, float]
    """Its worths that are known, by those squares of its room that are free."""


class Shape(NamedTuple):
    """A colour's tiles, and what follows from them and from the bridges alone."""

    own: Mask
    groups: tuple[Mask, ...]
    """From the one with the lowest square on."""
    parts: tuple[Part, ...]
    """By group, what it may amount to."""
    around: Mask
    homes: dict[Mask, Mask]
    """By tile, the lowest square of its group."""
    networks: dict[Mask, Mask]
    """By the lowest square of a group, the name of its network."""
    spans: tuple[tuple[Mask, Mask, Mask, int], ...]
    """The places for bridges that no bridge forbids: what they cover, both ends, the direction."""
    reach: Mask
    """The squares where tiles bear on what the islands and bridges may amount to."""
    known: dict[tuple[Mask, bool], float]
    """What they may amount to, by the tiles there; the same without more bridges."""


Shapes: TypeAlias = tuple[dict[Mask, Shape], dict[Mask, Shape]]
"""Shapes by colour, and by the tiles."""
NOTHING = Shape(0, (), (), 0, {}, {}, (), 0, {})


class Valuation:
    """The valuation of seas on a board of one size, which keeps what they have in common."""

    def __init__(self, table: Chart) -> None:
        self.table = table
        self._before = Sea((0, 0))
        self._outlines = (NOTHING, NOTHING)
        self._links: Links = ((), ())
        self._known: Shapes = ({}, {})
        self._shapes: dict[Links, Shapes] = {self._links: self._known}
        self._bounds: dict[Mask, tuple[Mask, Mask, dict[Mask, float]]] = {}

    def near(self, sea: Sea) -> None:
        """Expect seas with a few tiles or a bridge more than this one."""
        light, dark = self.shape(sea, LIGHT), self.shape(sea, DARK)
        self._before, self._outlines = sea, (light, dark)

    def features(self, sea: Sea, colour: Colour, links: bool = True) -> Scale:
        """Return what a `Scale` weighs, for a colour that has just moved."""
        mine = self.points(sea, colour, links)
        theirs = self.points(sea, 1 - colour, links)
        taken = (sea.tiles[0] | sea.tiles[1] | sea.covered).bit_count()
        full, lead = taken / (self.table.size * self.table.size), mine - theirs
        return lead * (1 - full), lead * full, lead * full * full, full

    def logit(self, sea: Sea, colour: Colour, scale: Scale, links: bool = True) -> float:
        """Value the sea for a colour that has just moved: 0 is even."""
        rows = zip(scale, self.features(sea, colour, links), strict=True)
        return fsum([weight * feature for weight, feature in rows])

    def points(self, sea: Sea, colour: Colour, links: bool) -> float:
        """Return the points a colour can hope for; with `links` false no bridges can be added."""
        shape = self.shape(sea, colour)
        tiles = sea.tiles[0] | sea.tiles[1]
        free = self.table.squares & ~(tiles | sea.covered)
        key = tiles & shape.reach, links
        total = shape.known.get(key)
        if total is None:
            total = shape.known[key] = self._join_points(shape, tiles, free, links)
        return total + WATERS * (free & ~shape.around).bit_count()

    def _join_points(self, shape: Shape, tiles: Mask, free: Mask, links: bool) -> float:
        values: dict[Mask, float] = {}
        for group, room, name, known in shape.parts:
            open_ = free & room
            worth = known.get(open_)
            if worth is None:
                worth = known[open_] = _worth(self.table, group, open_)
            values[name] = values[name] + worth if name in values else worth
        total = 0.0
        for value in values.values():
            total += value * (value + 1) / 2
        if links and len(values) > 1:
            total += _hope(shape, tiles, values)
        return total

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
        groups, homes, places = list(before.groups), before.homes.copy(), list(before.spans)
        fresh = own ^ have
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            joined, near = bit, table.beside[bit]
            if near & have:
                apart = []
                for group in groups:
                    if group & near:
                        joined |= group
                    else:
                        apart.append(group)
                groups, low, rest = apart, joined & -joined, joined
                while rest:
                    tile = rest & -rest
                    rest ^= tile
                    homes[tile] = low
            else:
                homes[bit] = bit
            groups.append(joined)
            ends = 0 if bit & sea.ends else table.jumps[bit] & have & ~sea.ends
            while ends:
                end = ends & -ends
                ends ^= end
                way, covered = table.links[bit | end]
                low, high = (bit, end) if bit < end else (end, bit)
                if not low & sea.crossed[way]:
                    places.append((covered, low, high, way))
            have |= bit
        groups.sort(key=_lowest)
        once = twice = 0
        bounds = []
        for group in groups:
            bound = self._bounds.get(group)
            if bound is None:
                bound = self._bounds[group] = _bounds(table, group)
            bounds.append(bound)
            twice |= once & bound[0]
            once |= bound[0]
        networks = _networks(groups, homes, sea.links[colour])
        parts = []
        for group, name, (around, reach, worths) in zip(
            groups, networks.values(), bounds, strict=True
        ):
            banned = twice | once & ~around
            room = 0 if group & banned else reach & ~banned
            parts.append(Part(group, room, name, worths))
        reach = 0
        for part in parts:
            reach |= part.room
        for covered, *_ in places:
            reach |= covered
        groups_, parts_, places_ = tuple(groups), tuple(parts), tuple(places)
        return Shape(own, groups_, parts_, once, homes, networks, places_, reach, {})


def _follows(sea: Sea, before: Sea) -> bool:
    pairs = zip(sea.links, before.links, strict=True)
    return all(links[: len(known)] == known for links, known in pairs)


def _bridge(before: Shape, sea: Sea, colour: Colour) -> Shape:
    ends, crossed = sea.ends, sea.crossed
    places = tuple(
        place
        for place in before.spans
        if not (place[1] | place[2]) & ends and not place[1] & crossed[place[3]]
    )
    networks = _networks(before.groups, before.homes, sea.links[colour])
    named = zip(before.parts, networks.values(), strict=True)
    parts = tuple(Part(part.group, part.room, name, part.worths) for part, name in named)
    return before._replace(parts=parts, networks=networks, spans=places, known={})


def _networks(
    groups: Iterable[Mask], homes: Mapping[Mask, Mask], links: Iterable[Link]
) -> dict[Mask, Mask]:
    networks = {low: low for low in map(_lowest, groups)}
    for link in links:
        one, other = networks[homes[link.low]], networks[homes[link.high]]
        if one != other:
            for low, name in networks.items():
                if name == other:
                    networks[low] = one
    return networks


def _lowest(group: Mask) -> Mask:
    return group & -group


def _bounds(table: Chart, group: Mask) -> tuple[Mask, Mask, dict[Mask, float]]:
    """Return a group with the squares around it, with those that it could grow to, and no worths
    known yet."""
    reach = group
    for _ in range(ISLAND - group.bit_count()):
        reach = table.edge(reach)
    return table.around(group), reach, {}


def _worth(table: Chart, group: Mask, open_: Mask) -> float:
    """Return the share of an island that a group amounts to, with this room to grow."""
    tiles = group.bit_count()
    if tiles == ISLAND:
        return 1.0
    region, wanted = group, ISLAND - tiles
    for _ in range(wanted):
        region |= table.edge(region) & open_
    room = region.bit_count() - ISLAND
    if room < 0:
        return 0.0
    full = 2 * wanted
    if room >= full:
        return WORTHS[tiles]
    return WORTHS[tiles] * (CRAMPED + (1 - CRAMPED) * room / full)


def _hope(shape: Shape, tiles: Mask, values: dict[Mask, float]) -> float:
    """Return what bridges still to be built would add: a spanning tree of the best of them."""
    homes, networks = shape.homes, shape.networks
    ways: dict[tuple[Mask, Mask], float] = {}
    for covered, low, high, _ in shape.spans:
        if not covered & tiles:
            one, other = networks[homes[low]], networks[homes[high]]
            if one != other:
                pair = (one, other) if one < other else (other, one)
                ways[pair] = SURE if pair in ways else LINK
    if not ways:
        return 0.0
    edges = [
        (gain * values[home] * values[other], home, other, gain)
        for (home, other), gain in ways.items()
    ]
    edges.sort(reverse=True)
    joined = {name: name for name in values}
    total = 0.0
    hub = values.copy()
    for _, first, second, gain in edges:
        while first != joined[first]:
            first = joined[first]
        while second != joined[second]:
            second = joined[second]
        if first != second:
            more, less = hub[first], hub[second]
            if more < less:
                more, less = less, more
            total += gain * more * less
            hub[first] = more + CHAIN * less
            joined[second] = first
    return total
