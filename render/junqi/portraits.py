"""What is drawn of Junqi at the start so that no tile is new: views of both modes, and boards
unlike any game's: every point marked, every count."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

from games.core import Act, Over, Seat
from games.junqi.board import COLOURS, GRID, SEATS
from games.junqi.dark.notation import read_variant
from games.junqi.dark.view import DarkView
from games.junqi.flip.board import DOWN, Face
from games.junqi.flip.board import Strike as FlipStrike
from games.junqi.flip.view import FlipView
from games.junqi.hidden import Back, Piece
from games.junqi.hidden import Strike as DarkStrike
from games.junqi.hidden_view import HiddenView
from games.junqi.pieces import CODES, Move

from ..frame import WIDTH
from ..look import Theme
from ..scene import Scene, Stamp, Tile
from .board import Plan, ground
from .cells import PieceTile, Spot, stamp
from .losses import ALIVE, LEFT, pips

W = TypeVar("W", bound=HiddenView)
TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
OPTIONS = read_variant("standard")
HALVES = (CODES[: len(CODES) // 2], CODES[len(CODES) // 2 :])
"""The kinds that either end has lost: a longer list is drawn smaller."""


def _won(seat: Seat) -> Over:
    return Over(frozenset({seat}), "flag")


def dark_portraits() -> Iterator[DarkView]:
    for seat, codes in zip(SEATS, HALVES, strict=True):
        board = (Piece(SEATS[at % 2], CODES[at // 2 % len(CODES)], at) for at in range(len(GRID)))
        lost = tuple(Piece(side, code, 0) for side in SEATS for code in codes)
        yield replace(_dark(0), seat=None, turn=_won(seat), board=tuple(board), lost=lost)
    yield from map(_dark, range(4))


def _dark(number: int) -> DarkView:
    board: list[Piece | Back | None] = []
    for square in range(len(GRID)):
        code = CODES[(square + 3 * number) % len(CODES)]
        piece = Piece(Seat(number % 2), code, square)
        back = Back(Seat(1 - number % 2), square)
        board.append((piece, back, None)[(square + square // 5 + number) % 3])
    origin, target = (GRID.square(name) for name in (("a6", "a3"), ("c4", "c3"))[number % 2])
    board[origin] = None
    deed = DarkStrike(Seat(1), Move(origin, target))
    lost = tuple(Piece(Seat(number % 2), code, at) for at, code in enumerate(CODES))
    turn = TURNS[number // 2 % 2]
    return view_in_play(
        DarkView, SEATS, Seat(number % 2), turn, board=tuple(board), lost=lost, deeds=(deed,)
    )


def view_in_play(
    kind: Callable[..., W], seats: Sequence[Seat], seat: Seat, turn: Act, **own: Any
) -> W:
    """Return a view of a game with hidden pieces that is in its middle."""
    return kind(
        seat,
        turn,
        (),
        OPTIONS,
        ready=frozenset(seats),
        ply=20,
        quiet=3,
        missed=(0,) * len(seats),
        revealed=frozenset(),
        **own,
    )


def flip_portraits() -> Iterator[FlipView]:
    for seat, codes in zip(SEATS, HALVES, strict=True):
        board = (Face(COLOURS[at % 2], CODES[at // 2 % len(CODES)]) for at in range(len(GRID)))
        dead = tuple(Face(colour, code) for colour in COLOURS for code in codes)
        yield replace(_flip(0), turn=_won(seat), board=tuple(board), dead=dead)
    yield from map(_flip, range(4))


def _flip(number: int) -> FlipView:
    board = []
    for square in range(len(GRID)):
        face = Face(COLOURS[square % 2], CODES[(square + 5 * number) % len(CODES)])
        board.append((face, DOWN, None)[(square + square // 5 + number) % 3])
    origin, target = (GRID.square(name) for name in (("e6", "e9"), ("b1", "c1"))[number % 2])
    board[origin] = None
    face = Face(COLOURS[0], "7")
    colours = COLOURS if number < 2 else COLOURS[::-1]
    return FlipView(
        seat=None,
        turn=TURNS[number % 2],
        news=(),
        options=OPTIONS,
        board=tuple(board),
        colours=colours,
        alive=((0,) * len(CODES), (0,) * len(CODES)),
        dead=tuple(Face(colour, code) for colour in COLOURS for code in CODES),
        ply=30,
        quiet=3,
        missed=(0, 0),
        deeds=(FlipStrike(Seat(0), Move(origin, target), face),),
    )


SPOTS = (
    Spot(0, None, ("source",)),
    Spot(0, PieceTile(COLOURS[0]), ("target",)),
    *(Spot(0, PieceTile(colour)) for colour in (*COLOURS, "")),
    *(Spot(0, PieceTile(*piece), large=True) for piece in product(COLOURS, CODES)),
)
"""The points where a move begins and ends, as it leaves them, and those with a piece."""


def boards(theme: Theme, below: int) -> Iterator[Scene]:
    """Yield the points as a game's first moves leave them, and the pieces left of sides that have
    lost some. The points differ with the lines that meet in them, so that chance positions show few
    of them."""
    for homes, spot in product((COLOURS, COLOURS[::-1], ("", "")), SPOTS):
        plan = Plan(below == 1, homes=homes)
        floor = Tile(("floor", plan), WIDTH, plan.height, tuple(ground(theme, plan)))
        stamps = (stamp(theme, plan, replace(spot, square=at)) for at in range(len(GRID)))
        yield Scene(f"junqi-{theme}", floor, tuple(stamps), ())
    counts = (pips(theme, colour, lost) for colour in COLOURS for lost in range(ALIVE + 1))
    yield Scene(f"junqi-{theme}", floor, tuple(Stamp(LEFT, 0, tile) for tile in counts), ())
