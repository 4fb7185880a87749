"""What the players of Ponte del Diavolo see and may do; nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ..core import Act, Event, IllegalAction, OutOfTurn, Over, Seat, Turn, View
from ..core import Code as Core
from .board import (
    DARK,
    ISLAND,
    LIGHT,
    Action,
    Bridge,
    Colour,
    Mask,
    Network,
    Pass,
    Span,
    Swap,
    Tile,
    Water,
    cross,
    networks,
    placeable,
    water,
)


class Code(StrEnum):
    """All that can be said about this game: the news first, then the refusals."""

    PLACED = "ponte.placed"
    PLACED_ONE = "ponte.placed_one"
    ISLANDS = "ponte.islands"
    BUILT = "ponte.built"
    PASSED = "ponte.passed"
    SWAPPED = "ponte.swapped"
    LAST_TURN = "ponte.last_turn"
    SCORE = "ponte.score"

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
class Variant:
    """Size, the tiles of each side and the bridges of both (None: no limit), and the pie rule."""

    name: str
    size: int
    tiles: int | None
    bridges: int | None
    pie: bool

    @property
    def text(self) -> str:
        return self.name if self.pie else f"{self.name} pie=off"


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table; tiles by colour as masks, bridges in the order they were built.

    `mover` is the colour to move, `swapped` says that seat 0 plays dark. `half` is the first tile
    of an unfinished turn, `final` that light has passed, `last` the turn before with its seat.
    """

    variant: Variant
    tiles: tuple[Mask, Mask] = (0, 0)
    spans: tuple[Span, ...] = ()
    mover: Colour = LIGHT
    number: int = 0
    swapped: bool = False
    final: bool = False
    half: int | None = None
    last: tuple[Action, ...] = ()
    last_seat: Seat | None = None
    end: Over | None = None

    @property
    def table(self) -> Water:
        return water(self.variant.size)

    def seat(self, colour: Colour) -> Seat:
        """Who plays a colour."""
        return Seat(1 - colour if self.swapped else colour)

    @property
    def seated(self) -> tuple[Colour, Colour]:
        """The colours of the seats."""
        return (DARK, LIGHT) if self.swapped else (LIGHT, DARK)

    @property
    def turn(self) -> Turn:
        """Who is to act."""
        return self.end or Act(frozenset({self.seat(self.mover)}), begun=self.half is not None)

    @property
    def covered(self) -> Mask:
        """The water under all bridges."""
        found = 0
        for span in self.spans:
            found |= span.covered
        return found

    @property
    def ends(self) -> Mask:
        """The tiles that carry a bridge."""
        return sum(1 << span.first | 1 << span.second for span in self.spans)

    def tiles_left(self, colour: Colour) -> int | None:
        """Tiles a colour has still to place, None without a limit."""
        limit = self.variant.tiles
        return None if limit is None else limit - self.tiles[colour].bit_count()

    @property
    def bridges_left(self) -> int | None:
        """Bridges both have still to build, None without a limit."""
        limit = self.variant.bridges
        return None if limit is None else limit - len(self.spans)

    def own_spans(self, colour: Colour) -> tuple[Span, ...]:
        """The bridges of a colour."""
        return tuple(span for span in self.spans if self.tiles[colour] >> span.first & 1)

    def networks(self, colour: Colour) -> tuple[Network, ...]:
        """What a colour has joined, most islands first."""
        return networks(self.variant.size, self.tiles[colour], self.own_spans(colour))

    def score(self, colour: Colour) -> int:
        """What a colour's networks are worth now."""
        return sum(network.score for network in self.networks(colour))


@dataclass(frozen=True, slots=True)
class PonteView(View):
    """The whole position, the same for everybody."""

    position: Position


def see(position: Position, seat: Seat | None) -> PonteView:
    """The view of a seat, or with None of a spectator."""
    return PonteView(seat, position.turn, news(position), position)


def news(position: Position) -> tuple[Event, ...]:
    """What the last turn did, or the first half of this one."""
    names = position.table.grid.names
    if position.half is not None:
        return (Event(Code.PLACED_ONE, {"square": names[position.half]}),)
    if not position.last:
        return ()
    told = [_deed(position)]
    squares = [action.square for action in position.last if isinstance(action, Tile)]
    if squares:
        own = position.tiles[_colour_of(position)]
        groups = {position.table.group(_number(position, name), own) for name in squares}
        islands = sum(group.bit_count() == ISLAND for group in groups)
        if islands:
            told.append(Event(Code.ISLANDS, {"n": islands}))
    if position.final and not position.end:
        told.append(Event(Code.LAST_TURN))
    light, dark = position.score(LIGHT), position.score(DARK)
    if light or dark:
        told.append(Event(Code.SCORE, {"light": light, "dark": dark}))
    return tuple(told)


def _deed(position: Position) -> Event:
    match position.last:
        case (Tile(square=first), Tile(square=second)):
            return Event(Code.PLACED, {"first": first, "second": second})
        case (Bridge(first=first, second=second), *_):
            left = position.bridges_left
            args: dict[str, str | int] = {"first": first, "second": second}
            return Event(Code.BUILT, {**args, "left": "∞" if left is None else left})
        case (Swap(), *_):
            return Event(Code.SWAPPED)
        case _:
            return Event(Code.PASSED)


def _colour_of(position: Position) -> Colour:
    """The colour whose tiles the last turn placed."""
    first = position.last[0]
    at = _number(position, first.square) if isinstance(first, Tile) else 0
    return LIGHT if position.tiles[LIGHT] >> at & 1 else DARK


def _number(position: Position, name: str) -> int:
    return position.table.grid.square(name)


def legal(view: PonteView) -> list[Action]:
    """Every single action of the view's owner."""
    return actions(view.position) if view.acting else []


def actions(position: Position) -> list[Action]:
    """Every single action of the one to move (section 2.3)."""
    table = position.table
    if position.half is not None:
        return [table.tiles[square] for square in table.squares(_seconds(position, position.half))]
    firsts = _firsts(position)
    found: list[Action] = [table.tiles[square] for square in table.squares(firsts)]
    found += bridges(position)
    if not firsts:
        found.append(Pass())
    if may_swap(position):
        found.append(Swap())
    return found


def may_swap(position: Position) -> bool:
    """Whether the second player may still take the light tiles."""
    return position.variant.pie and position.number == 1 and position.half is None


def _free(position: Position) -> Mask:
    """Empty squares under no bridge."""
    size = position.variant.size
    light, dark = position.tiles
    return ((1 << size * size) - 1) & ~(light | dark | position.covered)


def _firsts(position: Position) -> Mask:
    """The tiles that can be the first of a legal pair."""
    left = position.tiles_left(position.mover)
    if left is not None and left < 2:
        return 0
    table, own = position.table, position.tiles[position.mover]
    every, lonely = placeable(table, own, _free(position))
    found = 0
    for square in table.squares(every):
        bit = 1 << square
        group = bit if lonely & bit else table.group(square, own)
        apart = lonely & ~group & ~table.touching(group)
        if apart or _seconds(position, square):
            found |= bit
    return found


def _seconds(position: Position, first: int) -> Mask:
    """The tiles that complete a pair; `first` lies on the board already or is thought to."""
    bit = 1 << first
    own = position.tiles[position.mover] | bit
    return placeable(position.table, own, _free(position) & ~bit)[0]


def bridges(position: Position) -> list[Bridge]:
    """Every bridge the one to move can build."""
    if position.bridges_left == 0:
        return []
    table, size = position.table, position.variant.size
    light, dark = position.tiles
    occupied = light | dark
    open_ = position.tiles[position.mover] & ~position.ends
    built = [(span.first, span.second) for span in position.spans]
    found = []
    for first in table.squares(open_):
        for span in table.spans[first]:
            if not open_ >> span.second & 1 or span.covered & occupied:
                continue
            if not any(cross(size, (first, span.second), other) for other in built):
                found.append(span.action)
    return found


def check(view: PonteView, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
    position = view.position
    if position.end:
        raise OutOfTurn(Core.ALREADY_OVER)
    if not view.acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    if position.half is not None and not isinstance(action, Tile):
        raise IllegalAction(Code.TILE_NEXT)
    match action:
        case Tile():
            _check_tile(position, _number(position, action.square), action.square)
        case Bridge():
            _check_bridge(position, action)
        case Pass():
            if _firsts(position):
                raise IllegalAction(Code.MUST_PLACE)
        case Swap():
            if not may_swap(position):
                raise IllegalAction(Code.NO_SWAP)


def _check_tile(position: Position, square: int, name: str) -> None:
    table, own, bit = position.table, position.tiles[position.mover], 1 << square
    if position.half is not None:
        own |= 1 << position.half
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
    if position.half is None and not _firsts(position) & bit:
        raise IllegalAction(Code.NO_PARTNER, square=name)


def _check_bridge(position: Position, action: Bridge) -> None:
    own = position.tiles[position.mover]
    ends = [_number(position, name) for name in (action.first, action.second)]
    for name, end in zip((action.first, action.second), ends, strict=True):
        if not own >> end & 1:
            raise IllegalAction(Code.NOT_YOUR_TILE, square=name)
    span = position.table.by_ends.get((ends[0], ends[1])) or position.table.by_ends.get(
        (ends[1], ends[0])
    )
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


def preview(view: PonteView, action: Action) -> PonteView:
    """The view after the owner's legal action."""
    return see(after(view.position, action), view.seat)


def after(position: Position, action: Action) -> Position:
    """The position after a legal action (sections 2.3 and 2.4)."""
    match action:
        case Tile(square=name):
            return _placed(position, _number(position, name))
        case Bridge():
            ends = sorted((_number(position, action.first), _number(position, action.second)))
            by_ends = position.table.by_ends
            span = by_ends.get((ends[0], ends[1])) or by_ends[(ends[1], ends[0])]
            spans = (*position.spans, span)
            return _turned(replace(position, spans=spans), (span.action,))
        case Pass():
            return _turned(position, (action,))
        case Swap():
            seat = position.seat(position.mover)
            return replace(position, swapped=True, number=2, last=(action,), last_seat=seat)


def _placed(position: Position, square: int) -> Position:
    """The first tile waits for its partner; with the second one both are on the board."""
    if position.half is None:
        return replace(position, half=square)
    table = position.table
    pair = sorted((square, position.half), key=table.grid.at)
    light, dark = position.tiles
    added = 1 << pair[0] | 1 << pair[1]
    tiles = (light | added, dark) if position.mover == LIGHT else (light, dark | added)
    placed = tuple(table.tiles[one] for one in pair)
    return _turned(replace(position, tiles=tiles, half=None), placed)


def _turned(position: Position, done: tuple[Action, ...]) -> Position:
    """The turn passes, or the game ends: by dark's pass, or after the turn that follows light's."""
    passed = isinstance(done[0], Pass)
    over = position.mover == DARK and (passed or position.final)
    after = replace(
        position,
        mover=1 - position.mover,
        number=position.number + 1,
        final=position.final or passed,
        last=done,
        last_seat=position.seat(position.mover),
    )
    return replace(after, end=outcome(after)) if over else after


def outcome(position: Position) -> Over:
    """Score, then islands, then bridges; all equal is a draw (section 2.5)."""
    found = [position.networks(colour) for colour in (LIGHT, DARK)]
    scores = [sum(network.score for network in one) for one in found]
    islands = [sum(len(network.islands) for network in one) for one in found]
    built = [len(position.own_spans(colour)) for colour in (LIGHT, DARK)]
    by_seat = tuple(scores[::-1] if position.swapped else scores)
    for reason, (light, dark) in (("score", scores), ("islands", islands), ("bridges", built)):
        if light != dark:
            winner = position.seat(LIGHT if light > dark else DARK)
            return Over(frozenset({winner}), reason, by_seat)
    return Over(frozenset(), "tie", by_seat)


def weight(view: PonteView, action: Action) -> int:
    """2 for winning at once, 1 for completing an island or raising the score, else 0."""
    position = view.position
    then = after(position, action)
    if then.end:
        return 2 if view.seat in then.end.winners else 0
    if isinstance(action, Bridge):
        return int(then.score(position.mover) > position.score(position.mover))
    if isinstance(action, Tile):
        own = position.tiles[position.mover]
        if position.half is not None:
            own |= 1 << position.half
        group = position.table.group(_number(position, action.square), own)
        return int(group.bit_count() == ISLAND)
    return 0


def written(action: Action) -> str:
    """The canonical text of an action."""
    match action:
        case Tile(square=square):
            return square
        case Bridge(first=first, second=second):
            return f"{first}-{second}"
        case Pass():
            return "pass"
        case Swap():
            return "swap"


def path(action: Action) -> tuple[str, ...]:
    """What a person picks: a file and a rank, or a bridge and its ends, or a word."""
    match action:
        case Tile(square=square):
            return square[0], square[1:]
        case Bridge(first=first, second=second):
            return "@ponte.bridge", first, second
        case Pass():
            return ("@ponte.pass",)
        case Swap():
            return ("@ponte.swap",)
