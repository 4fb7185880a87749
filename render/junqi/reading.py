"""What can be asked about a position of Junqi, as far as the asker may know it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from games.core import Argument, Event, Seat, View, Word
from games.junqi.board import CAMPS, COLOURS, HEADQUARTERS, HOMES
from games.junqi.board_shape import Ground
from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.view import SIDES as DARK_SIDES
from games.junqi.flip.board import Down, Face, actions, count, enemy
from games.junqi.flip.refuge import NAMES, find, lines, size
from games.junqi.flip.view import SIDES, FlipView
from games.junqi.hidden import Piece
from games.junqi.hidden_view import HiddenView
from games.junqi.lines import Lines
from games.junqi.pieces import FLAG, MINE, STILL, Kind, Move

from ..reading import Held, Reading, Way, nothing
from ..words import Sides
from .words import flip_sides

ORDINARY: Kind = "5"
"""A kind that moves as most do, which stands for the pieces whose kind is hidden."""


def apart(ways: Lines, origin: int) -> Mapping[int, int]:
    """Count the steps from a square to every other along the lines, whatever stands there."""
    steps, edge = {origin: 0}, [origin]
    while edge:
        at = edge.pop(0)
        for near in sorted(ways.steps[at]):
            if near not in steps:
                steps[near] = steps[at] + 1
                edge.append(near)
    return steps


# ------------------------------------------------------------- hidden pieces


def hidden_held(ground: Ground, view: HiddenView, square: str) -> Held | None:
    cell = view.board[ground.point(square)]
    if cell is None:
        return None
    known = isinstance(cell, Piece)
    code = f"junqi.piece.{cell.code}" if isinstance(cell, Piece) else "junqi.hidden_piece"
    return Held(cell.seat, Event(code), known)


def _movable(ground: Ground, view: HiddenView, at: int) -> bool:
    """Tell whether the piece on a square could move, as far as the reader knows."""
    cell = view.board[at]
    if cell is None or cell.seat in view.out:
        return False
    locked = view.options.hq_locks and at in ground.headquarters
    return not locked and not (isinstance(cell, Piece) and cell.code in STILL)


def hidden_ways(ground: Ground, view: HiddenView, square: str) -> tuple[Way, ...]:
    at = ground.point(square)
    cell = view.board[at]
    if cell is None or not _movable(ground, view, at):
        return ()
    code = cell.code if isinstance(cell, Piece) else ORDINARY
    found = []
    for target in sorted(ground.lines.reach(view.board, at, code)):
        there = view.board[target]
        if there is None:
            found.append(Way(ground.names[target]))
        elif there.seat not in ground.teams[cell.seat] and target not in ground.camps:
            found.append(Way(ground.names[target], takes=True))
    return tuple(found)


def hidden_near(ground: Ground, view: HiddenView, square: str) -> tuple[str, ...]:
    return tuple(ground.names[at] for at in sorted(ground.lines.steps[ground.point(square)]))


def hidden_about(ground: Ground, view: HiddenView, square: str) -> tuple[Event, ...]:
    return tuple(_kind_of(ground.point(square), ground.camps, ground.headquarters, ground.lines))


def _kind_of(
    at: int, camps: frozenset[int], headquarters: frozenset[int], ways: Lines
) -> Iterator[Event]:
    if at in camps:
        yield Event("junqi.ask_camp")
    if at in headquarters:
        yield Event("junqi.ask_headquarters")
    if at in ways.rails:
        yield Event("junqi.ask_railway")


def hidden_goal(
    ground: Ground, sides: Callable[[View], Sides], view: HiddenView
) -> tuple[Event, ...]:
    """Tell of every side which piece that can move is nearest to an enemy's headquarters."""
    events = []
    for seat, side in enumerate(sides(view)):
        bases = [
            at
            for other, home in enumerate(ground.homes)
            if other not in ground.teams[seat] and other not in view.out
            for at in home
            if at in ground.headquarters
        ]
        movers = [
            at
            for at, cell in enumerate(view.board)
            if cell and cell.seat == seat and _movable(ground, view, at)
        ]
        ways = [(apart(ground.lines, base)[at], at, base) for base in bases for at in movers]
        if ways:
            steps, at, base = min(ways)
            where = {"square": ground.names[at], "target": ground.names[base]}
            events.append(Event("junqi.far", {"side": side, "n": steps, **where}))
    return tuple(events) or (Event("junqi.far_none"),)


def of_hidden(
    ground: Ground, sides: Callable[..., Sides], lines_of: Callable[..., Iterable[str]] = nothing
) -> Reading:
    """Make the answers of a game with hidden pieces; `lines_of` lists its roads in words."""
    return Reading(
        "junqi",
        sides,
        lambda view: ground.names,
        partial(hidden_held, ground),
        partial(hidden_ways, ground),
        partial(hidden_near, ground),
        partial(hidden_about, ground),
        partial(hidden_goal, ground, sides),
        lines_of,
    )


DARK_READING = of_hidden(DARK, lambda view: DARK_SIDES)


# -------------------------------------------------------------- flip mode


def flip_held(view: FlipView, square: str) -> Held | None:
    cell = view.board[find(square)]
    if cell is None:
        return None
    if isinstance(cell, Down):
        return Held(None, Event("junqi.down"))
    if cell.colour in view.colours:
        return Held(Seat(view.colours.index(cell.colour)), Event(f"junqi.piece.{cell.code}"))
    name = Word(f"junqi.piece.{cell.code}")
    return Held(None, Event("junqi.of_side", {"side": SIDES[cell.colour], "name": name}))


def flip_ways(view: FlipView, square: str) -> tuple[Way, ...]:
    at = find(square)
    cell = view.board[at]
    if not isinstance(cell, Face) or cell.colour not in view.colours:
        return ()
    moves = actions(view.board, cell.colour, view.alive, view.options)
    targets = sorted(move.target for move in moves if isinstance(move, Move) and move.origin == at)
    return tuple(Way(NAMES[target], view.board[target] is not None) for target in targets)


def flip_near(view: FlipView, square: str) -> tuple[str, ...]:
    return tuple(NAMES[at] for at in sorted(lines(view.options).steps[find(square)]))


def flip_about(view: FlipView, square: str) -> tuple[Event, ...]:
    at = find(square)
    cell = view.board[at]
    events = list(_kind_of(at, CAMPS, HEADQUARTERS, lines(view.options)))
    for flag in cell.under if isinstance(cell, Face) else "":
        events.append(Event("alt.flag_under", {"side": SIDES[flag], "square": square}))
    return tuple(events)


def flip_goal(view: FlipView) -> tuple[Event, ...]:
    """Tell where the flags are, how many mines guard them, and the way to a headquarters."""
    if not view.colours[0]:
        return (Event("junqi.no_colours_yet", {"n": view.face_down}),)
    return tuple(_flag(view, colour) for colour in COLOURS)


def _flag(view: FlipView, colour: str) -> Event:
    known: dict[str, Argument] = {"side": SIDES[colour], "mines": count(view.alive, colour, MINE)}
    for at, cell in enumerate(view.board):
        if isinstance(cell, Face) and (
            colour in cell.under or (cell.code == FLAG and cell.colour == colour)
        ):
            where = {**known, "square": NAMES[at]}
            if view.options.flag_goal == "capture":
                return Event("junqi.flag_at", where)
            steps = apart(lines(view.options), at)
            homes = HOMES[view.colours.index(enemy(colour))]
            n, base = min((steps[home], home) for home in homes)
            return Event("junqi.flag_home", {**where, "n": n, "target": NAMES[base]})
    return Event("junqi.flag_hidden", known)


FLIP_READING = Reading(
    "junqi",
    flip_sides,
    lambda view: NAMES[: size(view.options)],
    flip_held,
    flip_ways,
    flip_near,
    flip_about,
    flip_goal,
)
