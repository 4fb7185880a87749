"""Whole turns of Ponte del Diavolo, the likeliest to be good first; and the end, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from games.grid import bits
from games.ponte.board import DARK, Colour
from games.ponte.position import Position

from ..exact import STEEPEST, expected
from .board import Chart, Mask, Sea, chart, placeable, score, sea, spans, with_bridge, with_tiles
from .value import Scale, Valuation

PASS, SWAP = "pass", "swap"
REPLIES = 30
"""The most pairs of tiles that are looked at in reply to a turn."""


class Turn(NamedTuple):
    """A whole turn as it is written, and its expected score for the colour that takes it."""

    value: float
    text: str
    then: Sea | None = None
    """The sea after it, unless it is a pass or a swap."""


@dataclass(frozen=True, slots=True)
class State:
    """A position as a player thinks of it, with the limits of its variant."""

    table: Chart
    sea: Sea
    mover: Colour
    final: bool
    tiles: int | None
    bridges: int | None

    @property
    def linkable(self) -> bool:
        """Tell whether any bridge is left to be built."""
        return self.bridges is None or sum(map(len, self.sea.links)) < self.bridges

    def then(self, sea: Sea) -> State:
        """Return the other colour's turn."""
        return replace(self, sea=sea, mover=1 - self.mover)


def state(position: Position) -> State:
    """Read an engine's position, without the first tile of a turn begun."""
    variant = position.variant
    mover, final = position.mover, position.final
    return State(chart(variant.size), sea(position), mover, final, variant.tiles, variant.bridges)


def firsts(now: State) -> list[Mask]:
    """List the tiles with which a pair can begin."""
    if now.tiles is not None and now.tiles - now.sea.tiles[now.mover].bit_count() < 2:
        return []
    legal = placeable(now.table, now.sea, now.mover)
    if legal.bit_count() > 12:
        return list(bits(legal))
    return [bit for bit in bits(legal) if seconds(now, bit)]


def seconds(now: State, first: Mask) -> Mask:
    """Return the tiles that complete a pair."""
    return placeable(now.table, with_tiles(now.sea, now.mover, first), now.mover)


def pair(table: Chart, one: Mask, other: Mask) -> str:
    """Write two tiles: by file, then by rank."""
    first, second = table.name(one), table.name(other)
    if (first[0], len(first), first) > (second[0], len(second), second):
        first, second = second, first
    return f"{first},{second}"


def result(now: State, colour: Colour) -> float:
    """Return the score of a game that ends here: 1, 0, or 0.5 for a tie."""
    mine, theirs = (score(now.table, now.sea, each) for each in (colour, 1 - colour))
    return 0.5 if mine == theirs else float(mine > theirs)


class Thought:
    """The thinking about one turn: it counts what it looks at, never more than `nodes`. `doubt`
    gives the error in a valuation, each time anew, as an expected score."""

    def __init__(
        self, table: Chart, scale: Scale, nodes: int, doubt: Callable[[], float] = float
    ) -> None:
        self.scale, self.left, self.doubt = scale, nodes, doubt
        self.valuation = Valuation(table)

    def logit(self, now: State, sea: Sea) -> float | None:
        """Value a turn for the mover of `now`, as a logit; None when thinking is over."""
        if self.left <= 0:
            return None
        self.left -= 1
        good = self.valuation.logit(sea, now.mover, self.scale, now.linkable)
        return good + STEEPEST * self.doubt()

    def value(self, now: State, sea: Sea) -> float:
        """Value a turn as an expected score; the last turn of a game counts exactly."""
        if now.final:
            self.left = max(0, self.left - 1)
            return result(replace(now, sea=sea), now.mover)
        good = self.logit(now, sea)
        return 0.0 if good is None else expected(max(-30.0, min(30.0, good)))

    def turns(self, now: State, breadth: int) -> list[Turn]:
        """List bridges, some `breadth` most promising pairs, and the pass if there is no pair."""
        turns: list[Turn] = []
        self.valuation.near(now.sea)
        if now.linkable:
            for link in spans(now.table, now.sea, now.mover):
                if turns and self.left <= breadth // 2:
                    break
                then = with_bridge(now.table, now.sea, now.mover, link)
                turns.append(Turn(self.value(now, then), now.table.text(link), then))
        opening = firsts(now)
        if not opening:
            return [*turns, Turn(self.passing(now), PASS)]
        return turns + self.pairs(now, opening, breadth)

    def pairs(self, now: State, opening: list[Mask], breadth: int) -> list[Turn]:
        """List the pairs of tiles that promise most."""
        table, here, mover = now.table, now.sea, now.mover
        tiles = here.tiles[0] | here.tiles[1]
        if tiles:
            near = table.around(table.around(table.around(tiles)))
            opening = [bit for bit in opening if bit & near] or opening
        else:
            size, width = table.size, table.width
            inner = sum(((1 << size - 4) - 1) << rank * width + 2 for rank in range(2, size - 2))
            opening = [bit for bit in opening if bit & inner] or opening
        enough = max(2, self.left // 2)
        if len(opening) > enough:
            step = len(opening) / enough
            opening = [opening[int(n * step)] for n in range(enough)]
        singles = []
        for bit in opening:
            good = self.logit(now, with_tiles(here, mover, bit))
            singles.append((-100.0 if good is None else good, bit))
        singles.sort(reverse=True)
        base = singles[len(singles) // 2][0]
        worth = {bit: good - base for good, bit in singles}
        wanted: dict[Mask, float] = {}
        top = max(3, int(1.2 * sqrt(breadth)))
        for n, (good, bit) in enumerate(singles[:top]):
            legal = self.seconds(now, bit)
            for other, second in singles[n + 1 : 2 * top]:
                if second & legal:
                    wanted.setdefault(bit | second, good + other - base)
            close = 0
            if n < top // 2 or not wanted:
                close = (table.around(bit) | table.jumps[bit]) & legal
            for second in bits(close):
                promise = good + worth.get(second, 0.0) + 0.05
                wanted[bit | second] = max(promise, wanted.get(bit | second, promise))
        if not wanted:
            for _, bit in singles:
                if legal := self.seconds(now, bit):
                    wanted[bit | (legal & -legal)] = 0.0
                    break
        ranked = sorted(wanted, key=lambda both: (-wanted[both], both))[:breadth]
        turns: list[Turn] = []
        for both in ranked:
            if turns and self.left <= 0:
                break
            low, then = both & -both, with_tiles(here, mover, both)
            turns.append(Turn(self.value(now, then), pair(table, low, both ^ low), then))
        return turns

    def seconds(self, now: State, first: Mask) -> Mask:
        """List the tiles that complete a pair, by the groups that are known."""
        then = with_tiles(now.sea, now.mover, first)
        return placeable(now.table, then, now.mover, self.valuation.shape(then, now.mover).groups)

    def value_by_reply(
        self, now: State, turn: Turn, beam: Sequence[int], least: float = 0.0, most: float = 1.0
    ) -> float | None:
        """Value a turn by the best reply: by its own value, or if there is a `beam`, by that after
        as many turns more, of the most promising ones. Only between `least` and `most` the value
        need be right. None when the nodes do not suffice."""
        if turn.then is None:
            return turn.value
        then = now.then(turn.then)
        replies = self.turns(then, REPLIES)
        if self.left <= 0:
            return None
        replies.sort(key=lambda reply: -reply.value)
        if not beam or then.final:
            return 1 - replies[0].value
        best = 0.0
        for reply in replies[: beam[0]]:
            good = self.value_by_reply(then, reply, beam[1:], max(best, 1 - most), 1 - least)
            if good is None:
                return None
            best = max(best, good)
            if best >= 1 - least:
                break
        return 1 - best

    def passing(self, now: State) -> float:
        """Value a pass: dark ends the game, light leaves dark one turn more."""
        if now.mover == DARK or now.final:
            return result(now, now.mover)
        last = replace(now.then(now.sea), final=True)
        return 1 - max(turn.value for turn in self.turns(last, 40))
