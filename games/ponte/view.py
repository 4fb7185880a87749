"""Ponte del Diavolo as its players see it, and their actions; nothing is hidden."""

from dataclasses import dataclass
from enum import StrEnum

from ..core import Event, IllegalAction, Pick, Word
from ..plain import OpenView, no_refusal, open_sight
from ..quitting import check_turn
from .board import DARK, ISLAND, LIGHT, Action, Bridge, Colour, Pass, Swap, Tile
from .position import Position
from .turns import actions, after, bridges, firsts, may_swap


class Code(StrEnum):
    """All messages of this game: the news first, then the refusals."""

    PLACED = "ponte.placed"
    PLACED_ONE = "ponte.placed_one"
    ISLANDS = "ponte.islands"
    BUILT = "ponte.built"
    BUILT_FREELY = "ponte.built_freely"
    PASSED = "ponte.passed"
    SWAPPED = "ponte.swapped"
    LAST_TURN = "ponte.last_turn"
    SCORE = "ponte.score"
    MAY_SWAP = "ponte.may_swap"

    TAKEN = "ponte.taken"
    COVERED = "ponte.covered"
    NEAR_ISLAND = "ponte.near_island"
    TOO_LARGE = "ponte.too_large"
    TOUCHES = "ponte.touches"
    NO_PARTNER = "ponte.no_partner"
    NO_TILES = "ponte.no_tiles"
    TILE_NEXT = "ponte.tile_next"
    NOT_YOUR_TILE = "ponte.not_your_tile"
    BAD_SPAN = "ponte.bad_span"
    SPAN_BLOCKED = "ponte.span_blocked"
    END_TAKEN = "ponte.end_taken"
    CROSSES = "ponte.crosses"
    NO_BRIDGES = "ponte.no_bridges"
    MUST_PLACE = "ponte.must_place"
    NO_SWAP = "ponte.no_swap"


@dataclass(frozen=True, slots=True)
class PonteView(OpenView[Position]):
    """The whole position."""


def news(position: Position) -> tuple[Event, ...]:
    """Tell the last turn, or the first half of this one."""
    names = position.table.grid.names
    if position.half is not None:
        return (Event(Code.PLACED_ONE, {"square": names[position.half]}),)
    if not position.last:
        return ()
    last_turn = position.final and not position.end
    events = [Event(Code.LAST_TURN) if last_turn else _deed(position)]
    squares = [action.square for action in position.last if isinstance(action, Tile)]
    if squares:
        own = position.tiles[_colour_of(position)]
        groups = {position.table.group(position.square(name), own) for name in squares}
        islands = sum(group.bit_count() == ISLAND for group in groups)
        if islands:
            events.append(Event(Code.ISLANDS, {"n": islands}))
    light, dark = position.score(LIGHT), position.score(DARK)
    if light or dark:
        events.append(Event(Code.SCORE, {"light": light, "dark": dark}))
    if may_swap(position) and not position.end:
        events.append(Event(Code.MAY_SWAP))
    return tuple(events)


def _deed(position: Position) -> Event:
    match position.last:
        case (Tile(square=first), Tile(square=second)):
            return Event(Code.PLACED, {"first": first, "second": second})
        case (Bridge(first=first, second=second), *_):
            left = position.bridges_left
            args: dict[str, str | int] = {"first": first, "second": second}
            if left is None:
                return Event(Code.BUILT_FREELY, args)
            return Event(Code.BUILT, {**args, "left": left})
        case (Swap(), *_):
            return Event(Code.SWAPPED)
        case _:
            return Event(Code.PASSED)


def _colour_of(position: Position) -> Colour:
    first = position.last[0]
    at = position.square(first.square) if isinstance(first, Tile) else 0
    return LIGHT if position.tiles[LIGHT] >> at & 1 else DARK


def check(view: PonteView, action: Action) -> None:
    check_turn(view.turn, view.seat)
    position = view.position
    if position.half is not None and not isinstance(action, Tile):
        raise IllegalAction(Code.TILE_NEXT)
    match action:
        case Tile():
            _check_tile(position, position.square(action.square), action.square)
        case Bridge():
            _check_bridge(position, action)
        case Pass():
            if firsts(position):
                raise IllegalAction(Code.MUST_PLACE)
        case Swap():
            if not may_swap(position):
                raise IllegalAction(Code.NO_SWAP)


def _check_tile(position: Position, square: int, name: str) -> None:
    table, own, bit = position.table, position.placed[position.mover], 1 << square
    light, dark = position.tiles
    if (light | dark | own) & bit:
        raise IllegalAction(Code.TAKEN, square=name)
    if position.covered & bit:
        raise IllegalAction(Code.COVERED, square=name)
    left = position.tiles_left(position.mover)
    if left is not None and left < 2:
        raise IllegalAction(Code.NO_TILES)
    group = table.group(square, own)
    others = own & ~group
    if any(g.bit_count() == ISLAND and table.touching(g) & bit for g in table.groups(own)):
        raise IllegalAction(Code.NEAR_ISLAND, square=name)
    if group.bit_count() > ISLAND:
        raise IllegalAction(Code.TOO_LARGE, square=name)
    if group.bit_count() == ISLAND and table.touching(group) & others:
        raise IllegalAction(Code.TOUCHES, square=name)
    if position.half is None and not firsts(position) & bit:
        raise IllegalAction(Code.NO_PARTNER, square=name)


def _check_bridge(position: Position, action: Bridge) -> None:
    own = position.tiles[position.mover]
    ends = [position.square(name) for name in (action.first, action.second)]
    for name, end in zip((action.first, action.second), ends, strict=True):
        if not own >> end & 1:
            raise IllegalAction(Code.NOT_YOUR_TILE, square=name)
    by_ends = position.table.by_ends
    span = by_ends.get((ends[0], ends[1])) or by_ends.get((ends[1], ends[0]))
    if span is None:
        raise IllegalAction(Code.BAD_SPAN, first=action.first, second=action.second)
    if position.bridges_left == 0:
        raise IllegalAction(Code.NO_BRIDGES)
    for name, end in zip((action.first, action.second), ends, strict=True):
        if position.ends >> end & 1:
            raise IllegalAction(Code.END_TAKEN, square=name)
    light, dark = position.tiles
    if span.covered & (light | dark):
        raise IllegalAction(Code.SPAN_BLOCKED, first=action.first, second=action.second)
    if span.action not in bridges(position):
        raise IllegalAction(Code.CROSSES, first=action.first, second=action.second)


def weight(view: PonteView, action: Action) -> int:
    """Return 2 for winning at once, 1 for completing an island or raising the score, else 0."""
    position = view.position
    then = after(position, action)
    if then.end:
        return 2 if view.seat in then.end.winners else 0
    if isinstance(action, Bridge):
        return int(then.score(position.mover) > position.score(position.mover))
    if isinstance(action, Tile):
        own = position.placed[position.mover]
        return int(position.table.group(position.square(action.square), own).bit_count() == ISLAND)
    return 0


def path(action: Action) -> tuple[Pick, ...]:
    """Return the picks: a square, or a bridge and its ends, or a word."""
    match action:
        case Tile(square=square):
            return (square,)
        case Bridge(first=first, second=second):
            return Word("ponte.bridge"), first, second
        case Pass():
            return (Word("ponte.pass"),)
        case Swap():
            return (Word("ponte.swap"),)


see, legal, preview = open_sight(PonteView, news, actions, after)
takeback_refusal = no_refusal
