"""Positions that show most of what a board can show, drawn at the start so that no tile is new."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Act, Over, Seat, View
from games.diablo.board import Move as Step
from games.diablo.board import Removal
from games.diablo.board import Sign as Deal
from games.diablo.position import Deed, Position, Stage
from games.diablo.view import DiabloView
from games.diablo.view import news as diablo_news
from games.junqi.board import COLOURS, GRID, SEATS
from games.junqi.dark.view import DarkView
from games.junqi.flip.board import DOWN, Face
from games.junqi.flip.board import Strike as FlipStrike
from games.junqi.flip.view import FlipView
from games.junqi.four.board import NAMES as POINTS
from games.junqi.four.board import SEATS as FOUR
from games.junqi.four.board import point
from games.junqi.four.view import FourView
from games.junqi.hidden import Back, Piece
from games.junqi.hidden import Strike as DarkStrike
from games.junqi.options import Options
from games.junqi.pieces import CODES
from games.junqi.pieces import Move as March
from games.murus.board import GRID as MURUS_GRID
from games.murus.board import Move, Sign, Variant
from games.murus.view import MurusView
from games.ponte import notation as ponte
from games.ponte.view import PonteView
from games.ponte.view import news as ponte_news

TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
WON = Over(frozenset({Seat(0)}), "score")
TALLEST = 9
"""The stacks of Diablo that most games see."""
LANDS = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xooxx.xx/.....xooxx/"
    ".ooo.xoo../..o.....x./....x.xxx./...xx...../...x.oooo. d 27 0 0 - "
    "g9-i10,g6-i8,e3-f5,e2-g3,i4-i6,d7-f9 - 0 d7-f9"
)
OPTIONS = Options(
    text="standard",
    hq_locks=True,
    no_move="lose",
    missed_limit=5,
    missed_reset_on_move=False,
    resign_min_ply=0,
    no_capture_limit=70,
    max_plies=0,
    mutual_elimination="draw",
)


def portraits() -> Iterator[View]:
    """Views of every game, none of them of a real match."""
    for number in range(12):
        yield _murus(number)
    for number in range(6):
        yield _diablo(number)
    yield from _ponte()
    for number in range(4):
        yield _dark(number)
        yield _flip(number)
        yield _four(number)


def _murus(number: int) -> MurusView:
    """Every stack on both kinds of cells, and a shot or a distribution of each direction."""
    board = [(3 * square + square // 8 + number) % 7 for square in range(len(MURUS_GRID))]
    origin = MURUS_GRID.square("d4") + number // 6
    names = ("d6", "f6", "f4", "f2", "d2", "b2")
    target = MURUS_GRID.square(names[number % 6]) + number // 6
    if number % 2:
        board[origin] = 0
    sign = Sign.TO if number % 2 else Sign.TAKE
    last = Move(origin, sign, target)
    ply = 20 + number // 2 % 2
    return MurusView(None, TURNS[ply % 2], (), bytes(board), Variant(advanced=True), ply, last)


def _diablo(number: int) -> DiabloView:
    """Stacks of every height on both kinds of cells, and the ways of every throw."""
    heights = [(square * 5 + square // 8 + number) % (2 * TALLEST + 1) for square in range(64)]
    board = [height - TALLEST for height in heights]
    origin, far = "d4", number % 4 + 1
    targets = (f"d{4 + far}", f"{'defgh'[far]}4", f"d{4 - min(far, 3)}", f"{'dcbaa'[far]}4")
    target = targets[number % 4]
    board[8 * 3 + 3] = 0
    sign = (Deal.GO, Deal.MERGE, Deal.TAKE)[number % 3]
    last = (Deed(Step(origin, sign, target), 2), Deed(Removal("g7"), 1))
    position = Position(
        8,
        tuple(board),
        Seat(number // 2 % 2),
        Stage.ACTION1,
        (3, 1),
        (3, 1),
        17,
        last=last,
        last_dice=(1, 4),
    )
    return DiabloView(None, position.turn, diablo_news(position), position)


def _ponte() -> Iterator[PonteView]:
    """Lands and bridges in play, and counted."""
    position = ponte.load(LANDS)
    for turn in TURNS:
        yield PonteView(None, turn, ponte_news(position), position)
    yield PonteView(None, WON, ponte_news(position), position)


def _dark(number: int) -> DarkView:
    """All pieces of one side and the backs of the other, so that each stands on every kind."""
    board: list[Piece | Back | None] = []
    for square in range(len(GRID)):
        code = CODES[(square + 3 * number) % len(CODES)]
        piece = Piece(Seat(number % 2), code, square)
        back = Back(Seat(1 - number % 2), square)
        board.append((piece, back, None)[(square + square // 5 + number) % 3])
    origin, target = (GRID.square(name) for name in (("a6", "a3"), ("c4", "c3"))[number % 2])
    board[origin] = None
    deed = DarkStrike(Seat(1), March(origin, target))
    lost = tuple(Piece(Seat(number % 2), code, at) for at, code in enumerate(CODES))
    return DarkView(
        seat=Seat(number % 2),
        turn=TURNS[number // 2 % 2],
        news=(),
        options=OPTIONS,
        board=tuple(board),
        ready=frozenset(SEATS),
        ply=20,
        quiet=3,
        missed=(0, 0),
        lost=lost,
        revealed=frozenset(),
        deeds=(deed,),
    )


def _flip(number: int) -> FlipView:
    """The pieces of both colours, and those face down."""
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
        turn=TURNS[number // 2 % 2],
        news=(),
        options=OPTIONS,
        board=tuple(board),
        colours=colours,
        alive=((0,) * len(CODES), (0,) * len(CODES)),
        dead=tuple(Face(colour, code) for colour in COLOURS for code in CODES),
        ply=30,
        quiet=3,
        missed=(0, 0),
        deeds=(FlipStrike(Seat(0), March(origin, target), face),),
    )


def _four(number: int) -> FourView:
    """All pieces of one seat and the backs of the others."""
    board: list[Piece | Back | None] = []
    for at in range(len(POINTS)):
        piece = Piece(FOUR[number], CODES[at % len(CODES)], at)
        back = Back(FOUR[(at + number) % len(FOUR)], at)
        board.append((piece, back, None)[at % 3])
    origin, target = map(point, (("g5", "b7"), ("i6", "i11"))[number % 2])
    board[origin] = None
    return FourView(
        seat=FOUR[number],
        turn=Act(frozenset({FOUR[number]})),
        news=(),
        options=OPTIONS,
        board=tuple(board),
        ready=frozenset(FOUR),
        ply=20,
        quiet=3,
        missed=(0,) * len(FOUR),
        lost=tuple(Piece(FOUR[number], code, at) for at, code in enumerate(CODES[:number])),
        revealed=frozenset(),
        gone=(),
        deeds=(DarkStrike(FOUR[number], March(origin, target)),),
    )
