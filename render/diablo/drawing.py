"""The pictures of Diablo: the functions that draw them, their colours, and sample views."""

from collections.abc import Iterable, Iterator

from games.core import Seat
from games.diablo.board import Move, Removal, Sign
from games.diablo.position import Deed, Position, Stage
from games.diablo.view import Code, DiabloView, news

from .. import squares
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS, inks
from .pieces import DIABLO as COLOURS
from .pieces import chip
from .reading import READING
from .scene import scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    tokens, colours = TOKENS[theme], COLOURS[theme]
    yield from squares.flat(tokens, colours.cells, colours.shadow)
    yield from inks((colours.stacks, colours.die, colours.used_die))


def liveries(view: DiabloView, theme: Theme) -> tuple[Livery, ...]:
    return tuple(
        Livery(SIDES[seat], chip(theme, Seat(seat)), stack.top, stack.outline)
        for seat, stack in enumerate(COLOURS[theme].stacks)
    )


TALLEST = 9
"""The highest stacks that most games see."""


def portraits() -> Iterator[DiabloView]:
    return map(_portrait, range(6))


def _portrait(number: int) -> DiabloView:
    heights = [(square * 5 + square // 8 + number) % (2 * TALLEST + 1) for square in range(64)]
    board = [height - TALLEST for height in heights]
    origin, far = "d4", number % 4 + 1
    targets = (f"d{4 + far}", f"{'defgh'[far]}4", f"d{4 - min(far, 3)}", f"{'dcbaa'[far]}4")
    target = targets[number % 4]
    board[8 * 3 + 3] = 0
    sign = (Sign.GO, Sign.MERGE, Sign.TAKE)[number % 3]
    last = (Deed(Move(origin, sign, target), 2), Deed(Removal("g7"), 1))
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
    return DiabloView(None, position.turn, news(position), position)


DIABLO = Drawing(
    game="diablo",
    view=DiabloView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("diablo", flat, {"light": 64, "dark": 64, "contrast": 40}, level=5),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].cells[1],
    marked=None,
    notable=frozenset((Code.MERGED, Code.TOOK)),
)
