"""The turns of Ponte del Diavolo: the actions of the seat to move and their effects."""

from dataclasses import replace

from ..core import Over
from .board import DARK, LIGHT, Action, Bridge, Mask, Pass, Swap, Tile, cross, placeable
from .position import Position


def actions(position: Position) -> list[Action]:
    """List every single action of the seat to move (section 2.3)."""
    table = position.table
    if position.half is not None:
        return [table.tiles[square] for square in table.squares(seconds(position, position.half))]
    placing = firsts(position)
    possible: list[Action] = [table.tiles[square] for square in table.squares(placing)]
    possible += bridges(position)
    if not placing:
        possible.append(Pass())
    if may_swap(position):
        possible.append(Swap())
    return possible


def may_swap(position: Position) -> bool:
    """Tell whether the second player may still take the light tiles."""
    return position.variant.pie and position.number == 1 and position.half is None


def _free(position: Position) -> Mask:
    size = position.variant.size
    light, dark = position.tiles
    return ((1 << size * size) - 1) & ~(light | dark | position.covered)


def firsts(position: Position) -> Mask:
    """Return the tiles that can be the first of a legal pair."""
    left = position.tiles_left(position.mover)
    if left is not None and left < 2:
        return 0
    table, own = position.table, position.tiles[position.mover]
    every, lonely = placeable(table, own, _free(position))
    possible = 0
    for square in table.squares(every):
        bit = 1 << square
        group = bit if lonely & bit else table.group(square, own)
        apart = lonely & ~group & ~table.touching(group)
        if apart or seconds(position, square):
            possible |= bit
    return possible


def seconds(position: Position, first: int) -> Mask:
    """Return the tiles that complete a pair with `first`, on the board already or not."""
    bit = 1 << first
    own = position.tiles[position.mover] | bit
    return placeable(position.table, own, _free(position) & ~bit)[0]


def bridges(position: Position) -> list[Bridge]:
    """List every bridge the seat to move can build."""
    if position.bridges_left == 0:
        return []
    table, size = position.table, position.variant.size
    light, dark = position.tiles
    occupied = light | dark
    open_ = position.tiles[position.mover] & ~position.ends
    built = [(span.first, span.second) for span in position.spans]
    possible = []
    for first in table.squares(open_):
        for span in table.spans[first]:
            if not open_ >> span.second & 1 or span.covered & occupied:
                continue
            if not any(cross(size, (first, span.second), other) for other in built):
                possible.append(span.action)
    return possible


def after(position: Position, action: Action) -> Position:
    """Return the position after a legal action (sections 2.3 and 2.4)."""
    match action:
        case Tile(square=name):
            return _place(position, position.square(name))
        case Bridge():
            ends = sorted((position.square(action.first), position.square(action.second)))
            by_ends = position.table.by_ends
            span = by_ends.get((ends[0], ends[1])) or by_ends[(ends[1], ends[0])]
            spans = (*position.spans, span)
            return _pass_turn(replace(position, spans=spans), (span.action,))
        case Pass():
            return _pass_turn(position, (action,))
        case Swap():
            seat = position.seat(position.mover)
            return replace(position, swapped=True, number=2, last=(action,), last_seat=seat)


def _place(position: Position, square: int) -> Position:
    """Place a tile: the first one waits, and with the second both are on the board."""
    if position.half is None:
        return replace(position, half=square)
    table = position.table
    pair = sorted((square, position.half), key=table.grid.at)
    light, dark = position.tiles
    added = 1 << pair[0] | 1 << pair[1]
    tiles = (light | added, dark) if position.mover == LIGHT else (light, dark | added)
    placed = tuple(table.tiles[colour] for colour in pair)
    return _pass_turn(replace(position, tiles=tiles, half=None), placed)


def _pass_turn(position: Position, done: tuple[Action, ...]) -> Position:
    turned = replace(
        position,
        mover=1 - position.mover,
        number=position.number + 1,
        final=position.final or isinstance(done[0], Pass),
        last=done,
        last_seat=position.seat(position.mover),
    )
    end = find_end(turned)
    return replace(turned, end=end) if end else turned


def find_end(position: Position) -> Over | None:
    """Return the end, once dark has passed, or has had the turn that follows light's pass."""
    return outcome(position) if position.final and position.mover == LIGHT else None


def outcome(position: Position) -> Over:
    """Compare scores, then islands, then bridges; all equal is a draw (section 2.5)."""
    networks = [position.networks(colour) for colour in (LIGHT, DARK)]
    scores = [sum(network.score for network in side) for side in networks]
    islands = [sum(len(network.islands) for network in side) for side in networks]
    built = [len(position.own_spans(colour)) for colour in (LIGHT, DARK)]
    by_seat = tuple(scores[::-1] if position.swapped else scores)
    for reason, (light, dark) in (("score", scores), ("islands", islands), ("bridges", built)):
        if light != dark:
            winner = position.seat(LIGHT if light > dark else DARK)
            return Over(frozenset({winner}), reason, by_seat)
    return Over(frozenset(), "tie", by_seat)
