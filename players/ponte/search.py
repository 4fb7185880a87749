"""Whole turns of Ponte del Diavolo, the likeliest to be good first; and the end, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from games.grid import bits
from games.ponte.board import DARK, ISLAND, Colour
from games.ponte.position import Position

from ..exact import STEEPEST, expected
from .board import (
    Chart,
    Link,
    Mask,
    Sea,
    chart,
    placeable,
    score,
    sea,
    spans,
    with_bridge,
    with_tiles,
)
from .value import Valuation, Weights

PASS, SWAP = "pass", "swap"
REPLIES = 16
"""The most pairs of tiles that are looked at in reply to a turn."""
REMEMBERED = 2
"""The turns at each depth that were best lately, which are tried first."""


class Spent(Exception):
    """The nodes did not suffice."""


class Turn(NamedTuple):
    """A whole turn, and its expected score for the colour that takes it."""

    value: float
    move: Mask | Link | None
    """Two tiles, a bridge, or a pass."""
    then: Sea | None = None
    """The sea after it, unless it is a pass."""

    def text(self, table: Chart) -> str:
        """Write the turn."""
        if self.move is None:
            return PASS
        if isinstance(self.move, Link):
            return table.text(self.move)
        low = self.move & -self.move
        return pair(table, low, self.move ^ low)


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
        self, table: Chart, weights: Weights, nodes: int, doubt: Callable[[], float] = float
    ) -> None:
        self.left, self.doubt = nodes, doubt
        self.valuation = Valuation(table, weights)
        self._good: list[list[Mask | Link]] = [[], [], []]

    def logit(self, now: State, sea: Sea) -> float | None:
        """Value a turn for the mover of `now`, as a logit; None when thinking is over."""
        if self.left <= 0:
            return None
        self.left -= 1
        good = self.valuation.logit(sea, now.mover, now.linkable)
        return good + STEEPEST * self.doubt()

    def value(self, now: State, sea: Sea) -> float:
        """Value a turn as an expected score; the last turn of a game counts exactly."""
        if now.final:
            self.left = max(0, self.left - 1)
            return result(replace(now, sea=sea), now.mover)
        good = self.logit(now, sea)
        return 0.0 if good is None else expected(max(-30.0, min(30.0, good)))

    def turns(self, now: State, breadth: int, enough: float = 2.0) -> list[Turn]:
        """List bridges, some `breadth` most promising pairs, and the pass if there is no pair; none
        after one that is worth `enough`."""
        turns: list[Turn] = []
        self.valuation.near(now.sea)
        if now.linkable:
            for link in spans(now.table, now.sea, now.mover):
                if turns and self.left <= breadth // 2:
                    break
                turns.append(self.turn(now, link))
                if turns[-1].value >= enough:
                    return turns
        opening = firsts(now)
        if not opening:
            return [*turns, Turn(self.passing(now), None)]
        return turns + self.pairs(now, opening, breadth, enough)

    def turn(self, now: State, move: Mask | Link) -> Turn:
        """Value a turn as it stands."""
        if isinstance(move, Link):
            then = with_bridge(now.table, now.sea, now.mover, move)
        else:
            then = with_tiles(now.sea, now.mover, move)
        return Turn(self.value(now, then), move, then)

    def pairs(self, now: State, opening: list[Mask], breadth: int, enough: float) -> list[Turn]:
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
        most = max(2, self.left // 2)
        if len(opening) > most:
            step = len(opening) / most
            opening = [opening[int(n * step)] for n in range(most)]
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
            turns.append(self.turn(now, both))
            if turns[-1].value >= enough:
                break
        return turns

    def seconds(self, now: State, first: Mask) -> Mask:
        """List the tiles that complete a pair, by the groups that are known."""
        then = with_tiles(now.sea, now.mover, first)
        return placeable(now.table, then, now.mover, self.valuation.shape(then, now.mover).groups)

    def value_by_reply(
        self, now: State, turn: Turn, beam: Sequence[int], least: float = 0.0, most: float = 1.0
    ) -> float:
        """Value a turn by the best reply: by its own value, or by that after as many turns more as
        there are numbers in the `beam`, each of so many of the most promising ones. Only between
        `least` and `most` the value need be right. Raises Spent."""
        if turn.then is None:
            return turn.value
        return 1 - self._best(now.then(turn.then), beam, 1 - most, 1 - least)

    def _best(self, now: State, beam: Sequence[int], least: float, most: float) -> float:
        known, last = self._good[len(beam)], not beam or now.final
        best, move = -1.0, None
        for turn in self._likely(now, known, 1 if last else beam[0], most if last else 2.0):
            good = turn.value
            if not last:
                good = self.value_by_reply(now, turn, beam[1:], max(best, least), most)
            if good > best:
                best, move = good, turn.move
                if best >= most:
                    break
        if move is not None:
            known[:] = [move, *(other for other in known if other != move)][:REMEMBERED]
        return best

    def _likely(
        self, now: State, known: list[Mask | Link], width: int, enough: float
    ) -> Iterator[Turn]:
        """Give the turns that were best in like positions, then those that promise most."""
        tried = [move for move in known if self._legal(now, move)]
        for move in tried:
            if self.left <= 0:
                raise Spent
            yield self.turn(now, move)
        turns = self.turns(now, REPLIES, enough)
        if self.left <= 0:
            raise Spent
        turns.sort(key=lambda turn: -turn.value)
        yield from (turn for turn in turns[:width] if turn.move not in tried)

    def _legal(self, now: State, move: Mask | Link) -> bool:
        tiles = now.sea.tiles
        if isinstance(move, Link):
            return now.linkable and move in spans(now.table, now.sea, now.mover)
        own = tiles[now.mover] | move
        if move & (tiles[0] | tiles[1] | now.sea.covered):
            return False
        if now.tiles is not None and now.tiles < own.bit_count():
            return False
        then = with_tiles(now.sea, now.mover, move)
        return all(
            part.group.bit_count() < ISLAND
            or (part.group.bit_count() == ISLAND and part.around & own == part.group)
            for part in self.valuation.shape(then, now.mover).parts
        )

    def passing(self, now: State) -> float:
        """Value a pass: dark ends the game, light leaves dark one turn more."""
        if now.mover == DARK or now.final:
            return result(now, now.mover)
        last = replace(now.then(now.sea), final=True)
        return 1 - max(turn.value for turn in self.turns(last, 40))
