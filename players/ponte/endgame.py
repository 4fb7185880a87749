"""The end of a game of Ponte del Diavolo, by exhaustion: few squares are left, and who wins is all
that counts.

The squares on which a colour may place a tile only become fewer. So whatever can still happen lies
on those there are, and sets of them are small numbers.
"""

from collections import Counter
from typing import NamedTuple, TypeAlias

from games.grid import bits
from games.ponte.board import ISLAND, LIGHT, Colour

from .board import Link, Mask, crossing, home, placeable, with_tiles
from .search import PASS, State, pair

Few: TypeAlias = int
"""A set of the squares that are left, or of the places for bridges, a bit for each."""
Sum: TypeAlias = tuple[int, int, int]
"""Points, islands and bridges, which decide a game in this order."""
PLENTY = 1000
"""More tiles or bridges than there is room for: there is no limit."""


class Place(NamedTuple):
    """A place where a colour may come to build a bridge."""

    bit: Few
    missing: Few
    """The squares where its ends are still missing."""
    covered: Few
    taken: Few
    """The places that are lost with a bridge here, and this one."""
    link: Link


class Far(NamedTuple):
    """All that has happened since the end began; the tiles are those of the colour to move and
    those of the other."""

    mover: Colour
    mine: Few
    theirs: Few
    bridges: Few
    covered: Few
    final: bool


def open_squares(now: State) -> Mask:
    """Return the squares where either colour may place a tile, as far as its islands go."""
    light, dark = (placeable(now.table, now.sea, colour) for colour in (0, 1))
    return light | dark


class Unsolved(Exception):
    """The nodes did not suffice."""


class Endgame:
    """All that may follow a position, looked at within a number of nodes."""

    def __init__(self, now: State, nodes: int) -> None:
        self.left = nodes
        self.start = Far(now.mover, 0, 0, 0, 0, now.final)
        self._now = now
        open_ = [placeable(now.table, now.sea, colour) for colour in (0, 1)]
        self.squares = tuple(bits(open_[0] | open_[1]))
        self._bit = {square: 1 << n for n, square in enumerate(self.squares)}
        self._places = self._all_places(open_)
        self._own = tuple(sum(place.bit for place in each) for each in self._places)
        bridges = PLENTY if now.bridges is None else now.bridges
        self._bridges = bridges - sum(map(len, now.sea.links))
        tiles = PLENTY if now.tiles is None else now.tiles
        self._tiles = [tiles - own.bit_count() for own in now.sea.tiles]
        self._known: dict[tuple[Far, bool], bool] = {}
        self._open: tuple[dict[Few, Few], ...] = ({}, {})
        self._pairs: tuple[dict[Few, list[Few]], ...] = ({}, {})
        self._sums: tuple[dict[tuple[Few, Few], Sum], ...] = ({}, {})
        self._hopes: tuple[dict[tuple[Few, Few, Few], Sum], ...] = ({}, {})
        self._good: tuple[Counter[Few], ...] = (Counter(), Counter())
        """By colour, how often a turn was good enough."""

    def turns(self) -> dict[str, Far]:
        """List all turns, as they are written, with what they lead to."""
        table, far = self._now.table, self.start
        pairs, places = self._possible(far)
        found = {table.text(place.link): self._bridge(far, place) for place in places}
        for both in pairs:
            one, other = bits(self._wide(both))
            found[pair(table, one, other)] = self._place(far, both)
        return found if pairs else {**found, PASS: self._pass(far)}

    def value(self, far: Far) -> float:
        """Return the score of the colour that has just moved: 1, 0.5 or 0. Raises Unsolved."""
        if not self._reaches(far, draw=True):
            return 1.0
        return 0.0 if self._reaches(far, draw=False) else 0.5

    def _reaches(self, far: Far, *, draw: bool) -> bool:
        key = far, draw
        known = self._known.get(key)
        if known is None:
            if self.left <= 0:
                raise Unsolved
            self.left -= 1
            known = self._known[key] = self._find(far, draw)
        return known

    def _find(self, far: Far, draw: bool) -> bool:
        mover, mine, theirs, bridges, _, final = far
        have = self._sum(mover, mine, bridges)
        other = self._sum(1 - mover, theirs, bridges)
        if final and mover == LIGHT:
            return have > other or (draw and have == other)
        most = self._hope(1 - mover, theirs, mine, far)
        if have > most or (draw and have == most):
            return True
        most = self._hope(mover, mine, theirs, far)
        if other > most or (not draw and other == most):
            return False
        pairs, places = self._possible(far)
        if not pairs and not self._reaches(self._pass(far), draw=not draw):
            return True
        good, shift = self._good[mover], len(self.squares)
        ways = [(both, self._place(far, both)) for both in pairs]
        ways += [(place.bit << shift, self._bridge(far, place)) for place in places]
        ways.sort(key=lambda way: -good[way[0]])
        for turn, then in ways:
            if not self._reaches(then, draw=not draw):
                good[turn] += 1
                return True
        return False

    def _possible(self, far: Far) -> tuple[list[Few], list[Place]]:
        """List the pairs of tiles and the places for a bridge of the colour to move."""
        mover, mine, theirs, bridges, covered, _ = far
        pairs: list[Few] = []
        if self._tiles[mover] - mine.bit_count() >= 2:
            full = theirs | covered
            pairs = [both for both in self._all_pairs(mover, mine) if not both & full]
        if bridges.bit_count() >= self._bridges:
            return pairs, []
        tiles = mine | theirs
        return pairs, [
            place
            for place in self._places[mover]
            if not (place.missing & ~mine or place.covered & tiles or place.taken & bridges)
        ]

    def _pass(self, far: Far) -> Far:
        return Far(1 - far.mover, far.theirs, far.mine, far.bridges, far.covered, final=True)

    def _place(self, far: Far, both: Few) -> Far:
        mover, mine, theirs, bridges, covered, final = far
        return Far(1 - mover, theirs, mine | both, bridges, covered, final)

    def _bridge(self, far: Far, place: Place) -> Far:
        mover, mine, theirs, bridges, covered, final = far
        built, wet = bridges | place.bit, covered | place.covered
        return Far(1 - mover, theirs, mine, built, wet, final)

    def _sum(self, colour: Colour, tiles: Few, bridges: Few) -> Sum:
        key = tiles, bridges & self._own[colour]
        found = self._sums[colour].get(key)
        if found is None:
            groups = self._now.table.groups(self._now.sea.tiles[colour] | self._wide(tiles))
            islands = [group.bit_count() // ISLAND for group in groups]
            found = self._sums[colour][key] = self._total(colour, groups, islands, key[1])
        return found

    def _hope(self, colour: Colour, tiles: Few, others: Few, far: Far) -> Sum:
        """Return the most that a colour may still come to in every respect, as if all squares and
        places were its own. Islands do not touch, so n of them in one group take n - 1 squares
        more."""
        free = self._room(colour, tiles) & ~(others | far.covered)
        have, full, bridges = tiles | free, tiles | others, far.bridges
        built = bridges & self._own[colour]
        for place in self._places[colour]:
            if not (place.missing & ~have or place.covered & full or place.taken & bridges):
                built |= place.bit
        key = tiles, free, built
        found = self._hopes[colour].get(key)
        if found is None:
            groups = self._now.table.groups(self._now.sea.tiles[colour] | self._wide(have))
            islands = [(group.bit_count() + 1) // (ISLAND + 1) for group in groups]
            found = self._hopes[colour][key] = self._total(colour, groups, islands, built)
        return found

    def _total(self, colour: Colour, groups: list[Mask], islands: list[int], bridges: Few) -> Sum:
        """Sum up what groups with these numbers of islands come to under bridges."""
        links = list(self._now.sea.links[colour])
        links += [place.link for place in self._places[colour] if place.bit & bridges]
        names = list(range(len(groups)))
        for link in links:
            one, other = names[home(groups, link.low)], names[home(groups, link.high)]
            if one != other:
                names = [one if name == other else name for name in names]
        joined = [0] * len(groups)
        for name, count in zip(names, islands, strict=True):
            joined[name] += count
        return sum(n * (n + 1) // 2 for n in joined), sum(islands), len(links)

    def _room(self, colour: Colour, tiles: Few) -> Few:
        """Return the squares where a colour may place a tile, as far as its islands go."""
        found = self._open[colour].get(tiles)
        if found is None:
            then = with_tiles(self._now.sea, colour, self._wide(tiles))
            found = self._few(placeable(self._now.table, then, colour))
            self._open[colour][tiles] = found
        return found

    def _all_pairs(self, colour: Colour, tiles: Few) -> list[Few]:
        """List the pairs of tiles that a colour may place, as far as its islands go."""
        found = self._pairs[colour].get(tiles)
        if found is None:
            found = self._pairs[colour][tiles] = [
                bit | other
                for bit in bits(self._room(colour, tiles))
                for other in bits(self._room(colour, tiles | bit) & -(bit << 1))
            ]
        return found

    def _all_places(self, open_: list[Mask]) -> tuple[list[Place], list[Place]]:
        """List by colour the places where a bridge might come to stand."""
        table, sea = self._now.table, self._now.sea
        tiles = sea.tiles[0] | sea.tiles[1]
        found: list[tuple[Colour, Link, Mask]] = []
        for colour in (0, 1):
            ends = sea.tiles[colour] & ~sea.ends | open_[colour]
            for way, shift in enumerate(table.shifts):
                for low in bits(ends & ends >> shift & ~sea.crossed[way]):
                    covered = table.links[low | low << shift][1]
                    if not covered & tiles:
                        found.append((colour, Link(way, low, low << shift), covered))
        places: tuple[list[Place], list[Place]] = ([], [])
        for n, (colour, link, covered) in enumerate(found):
            crossed = crossing(table.size, link.way, link.low)
            ends = link.low | link.high
            taken = 1 << n
            for m, (_, other, _) in enumerate(found):
                if ends & (other.low | other.high) or crossed[other.way] & other.low:
                    taken |= 1 << m
            missing = self._few(ends & ~sea.tiles[colour])
            places[colour].append(Place(1 << n, missing, self._few(covered), taken, link))
        return places

    def _few(self, squares: Mask) -> Few:
        return sum(self._bit.get(square, 0) for square in bits(squares))

    def _wide(self, few: Few) -> Mask:
        return sum(self.squares[bit.bit_length() - 1] for bit in bits(few))
