"""The pictures of Diablo: the functions that draw them, their colours, and sample views."""

from collections.abc import Iterable, Iterator

from games.core import Seat
from games.diablo.board import Move, Removal, Sign, grid
from games.diablo.position import Deed, Position, Stage
from games.diablo.view import Code, DiabloView, news

from .. import squares
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..scene import Scene
from ..theme import TOKENS, inks
from .board import every_way
from .pieces import DIABLO as COLOURS
from .pieces import SQUARES, chip
from .reading import READING
from .scene import LINES, scene
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


SIZES = {8: 6, 4: 5, 6: 3, 10: 3, 12: 3}
"""The boards by their sides, and the portraits of each."""


def portraits() -> Iterator[DiabloView]:
    for size, count in SIZES.items():
        yield from (_portrait(size, number) for number in range(count))


def _portrait(size: int, number: int) -> DiabloView:
    names, middle = grid(size).names, size // 2 - 1
    heights = range(2 * TALLEST + 1)
    board = [heights[(at * 5 + at // size + number) % len(heights)] for at in range(size**2)]
    board = [height - TALLEST for height in board]
    far, back = min(number % 4 + 1, size - 2 - middle), min(number % 4 + 1, middle)
    origin = middle * (size + 1) + number % 2
    target = origin + (far * size, far, -back * size, -back)[number % 4]
    board[origin] = 0
    sign = (Sign.GO, Sign.MERGE, Sign.TAKE)[number % 3]
    last = (
        Deed(Move(names[origin], sign, names[target]), 2),
        Deed(Removal(names[(size - 2) * (size + 1)]), 1),
    )
    position = Position(
        size,
        tuple(board),
        Seat(number % 2),
        Stage.ACTION1,
        (size // 2, number % (size // 2) + 1),
        (size // 2,),
        17,
        last=last,
        last_dice=(1, 2),
    )
    return DiabloView(None, position.turn, news(position), position)


def prepared(theme: Theme, below: int) -> Iterator[Scene]:
    """Yield every cell and way of every board, for chance positions show few of them."""
    for size in () if below else SIZES:
        field = squares.square_field(size, False)
        cells = SQUARES.every_cell(theme, field, range(-TALLEST, TALLEST + 1))
        stamps = (*cells, *every_way(theme, field))
        yield Scene(f"diablo-{theme}", SQUARES.ground(theme, field, LINES), stamps, ())


DIABLO = Drawing(
    game="diablo",
    view=DiabloView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    prepared=prepared,
    paintbox=Paintbox("diablo", flat, {"light": 52, "dark": 52, "contrast": 17}, level=5),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].cells[1],
    marked=None,
    notable=frozenset((Code.MERGED, Code.TOOK)),
)
