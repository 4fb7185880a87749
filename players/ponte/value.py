"""The value of a position of Ponte del Diavolo: islands to be, and how far they are joined."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

from games.ponte.board import ISLAND, Colour

from .board import Chart, Mask, Sea, home, spans


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the valuation; the values are islands or points."""

    one: float = 0.16
    two: float = 0.36
    three: float = 0.62
    cramped: float = 0.5
    """The share of a group's value that is left where only the tiles it needs have room."""
    link: float = 0.55
    """The share of what a bridge would join that counts before it is built."""
    sure: float = 0.7
    """The same where two bridges would do."""
    chain: float = 0.5
    """The share of a network that counts for those beyond the next hoped-for bridge."""
    waters: float = 0.02
    """A free square on which a colour may begin something new, in points."""


Scale: TypeAlias = tuple[float, ...]
"""The worth of a one-point lead, as a logit: on an empty board, as it fills, and when it is full;
and of having moved last when it is full."""
SHAPE = Weights()


def colour_value(table: Chart, sea: Sea, colour: Colour, weights: Weights, links: bool) -> float:
    """Return the points a colour can hope for; with `links` false no bridges can be added."""
    own = sea.tiles[colour]
    groups = table.groups(own)
    free = table.squares & ~(sea.tiles[0] | sea.tiles[1] | sea.covered)
    worths = [_worth(table, own, group, free, weights) for group in groups]
    names = list(range(len(groups)))
    for link in sea.links[colour]:
        one, other = names[home(groups, link.low)], names[home(groups, link.high)]
        if one != other:
            names = [one if name == other else name for name in names]
    values: dict[int, float] = {}
    for name, worth in zip(names, worths, strict=True):
        values[name] = values.get(name, 0.0) + worth
    total = weights.waters * (free & ~table.around(own)).bit_count()
    for value in values.values():
        total += value * (value + 1) / 2
    if links and len(values) > 1:
        total += _hoped(table, sea, colour, groups, names, values, weights)
    return total


def _worth(table: Chart, own: Mask, group: Mask, free: Mask, weights: Weights) -> float:
    """Return the share of an island that a group amounts to."""
    tiles = group.bit_count()
    if tiles == ISLAND:
        return 1.0
    others = own ^ group
    banned = table.around(others)
    if group & banned:
        return 0.0
    open_ = free & ~banned
    region, wanted = group, ISLAND - tiles
    for _ in range(wanted):
        region |= table.edge(region) & open_
    room = region.bit_count() - ISLAND
    if room < 0:
        return 0.0
    worth = (weights.one, weights.two, weights.three)[tiles - 1]
    full = 2 * wanted
    if room >= full:
        return worth
    return worth * (weights.cramped + (1 - weights.cramped) * room / full)


def _hoped(
    table: Chart,
    sea: Sea,
    colour: Colour,
    groups: list[Mask],
    names: list[int],
    values: dict[int, float],
    weights: Weights,
) -> float:
    """Return what bridges still to be built would add: a spanning tree of the best of them."""
    ways: dict[tuple[int, int], int] = {}
    for link in spans(table, sea, colour):
        one, other = names[home(groups, link.low)], names[home(groups, link.high)]
        if one != other:
            pair = (one, other) if one < other else (other, one)
            ways[pair] = ways.get(pair, 0) + 1
    if not ways:
        return 0.0
    edges = sorted(
        ((weights.link if count == 1 else weights.sure) * values[one] * values[other], one, other)
        for (one, other), count in ways.items()
    )
    joined = {name: name for name in values}
    total = 0.0
    hub = dict(values)
    for _, one, other in reversed(edges):
        first, second = joined[one], joined[other]
        if first != second:
            pair = (one, other) if one < other else (other, one)
            gain = weights.link if ways[pair] == 1 else weights.sure
            more, less = max(hub[first], hub[second]), min(hub[first], hub[second])
            total += gain * more * less
            hub[first] = more + weights.chain * less
            for name, root in joined.items():
                if root == second:
                    joined[name] = first
    return total


def features(table: Chart, sea: Sea, colour: Colour, links: bool = True) -> Scale:
    """Return what a `Scale` weighs, for a colour that has just moved."""
    mine = colour_value(table, sea, colour, SHAPE, links)
    theirs = colour_value(table, sea, 1 - colour, SHAPE, links)
    taken = (sea.tiles[0] | sea.tiles[1] | sea.covered).bit_count()
    full, lead = taken / (table.size * table.size), mine - theirs
    return lead * (1 - full), lead * full, lead * full * full, full


def logit(table: Chart, sea: Sea, colour: Colour, scale: Scale, links: bool = True) -> float:
    """Value the sea for a colour that has just moved: 0 is even."""
    rows = zip(scale, features(table, sea, colour, links), strict=True)
    return fsum(weight * feature for weight, feature in rows)
