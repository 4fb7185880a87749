"""Boards of square cells with pieces on them, and what is written under them, in games for two."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from . import marks
from .frame import WIDTH, Field, Wording, surround
from .look import Look, Theme
from .scene import Box, Run, Shape, Stamp, Tile, place_at
from .theme import GRID_LINE, TOKENS, Tokens, inks, marking, mix, tints

Marked = Iterable[tuple[int, str]]
"""Squares with their marks, as `marks.UNDER` names them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All that a cell's looks depend on. `side` is in px; `shade` is 0 for the lighter cells, 1 for
    those as dark as a1; `seams` are the sides ("lrtb") on which a line parts it from its neighbour;
    `stack` is as on the board. The marks of a turn that is only `planned` look like a choice."""

    side: int
    shade: int
    seams: str = ""
    stack: int = 0
    marks: tuple[str, ...] = ()
    planned: bool = False


def _nothing(theme: Theme, field: Field) -> Iterable[Shape]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The board of a game: the colours of its cells, light first, its pieces, and what lies on the
    frame. `piece` draws what stands on a square round the middle of its cell, in px. Other
    processes paint it too, so it is made of values and of functions that have a name."""

    cells: Mapping[Theme, tuple[str, str]]
    piece: Callable[[Theme, int, int], Iterable[Shape]]
    edging: Callable[[Theme, Field], Iterable[Shape]] = _nothing

    def stamps(
        self, board: Sequence[int], marked: Marked, look: Look, field: Field
    ) -> Iterator[Stamp]:
        """Yield a tile for every cell not as empty as the ground."""
        names: dict[int, tuple[str, ...]] = {}
        for square, mark in marked:
            if mark not in names.get(square, ()):
                names[square] = (*names.get(square, ()), mark)
        for square, stack in enumerate(board):
            if stack or square in names:
                own = names.get(square, ())
                planned = look.preview and bool(own)
                yield _stamp(self, look.theme, field, square, stack, own, planned)

    def every_cell(self, theme: Theme, field: Field, stacks: Iterable[int]) -> Iterator[Stamp]:
        """Yield each cell with each stack, as it is and as a move's target, and as its source with
        none, all in one place."""
        grounds = {_place(field, at, theme)[1:] for at in range(field.files * field.ranks)}
        for (shade, seams), stack in product(grounds, stacks):
            for own in ((), ("target",)) if stack else (("source",),):
                yield Stamp(0, 0, _tile(self, theme, Cell(field.cell, shade, seams, stack, own)))

    def ground(self, theme: Theme, field: Field, lines: int) -> Tile:
        """Draw the page and the empty board, with room for so many lines in the footer."""
        later = partial(self._ground, theme, field, lines)
        return Tile(("ground", field, lines), WIDTH, field.height(lines), later=later)

    def _ground(self, theme: Theme, field: Field, lines: int) -> Tile:
        shapes = [*surround(field, TOKENS[theme], lines), *self.edging(theme, field)]
        for square in range(field.files * field.ranks):
            (x, y), shade, seams = _place(field, square, theme)
            shapes += place_at(_floor(self, theme, Cell(field.cell, shade, seams)), x, y)
        return Tile(("ground", field, lines), WIDTH, field.height(lines), tuple(shapes))


def _place(field: Field, square: int, theme: Theme) -> tuple[tuple[int, int], int, str]:
    """Return the corner of a square's cell, its shade, and its seams."""
    rank, file = divmod(square, field.files)
    x, y = field.corner(file, rank)
    return (x, y), (file + rank + 1) % 2, field.seams(x, y) if theme == "contrast" else ""


@lru_cache(maxsize=4096)
def _stamp(
    squares: Squares,
    theme: Theme,
    field: Field,
    square: int,
    stack: int,
    names: tuple[str, ...],
    planned: bool,
) -> Stamp:
    (x, y), shade, seams = _place(field, square, theme)
    cell = Cell(field.cell, shade, seams, stack, names, planned)
    return Stamp(x, y, _tile(squares, theme, cell))


@lru_cache(maxsize=2048)
def _tile(squares: Squares, theme: Theme, cell: Cell) -> Tile:
    return Tile(("cell", cell), cell.side, cell.side, later=partial(_build, squares, theme, cell))


def _build(squares: Squares, theme: Theme, cell: Cell) -> Tile:
    """Build the cell from the ground up: floor and marks, then the piece as another layer."""
    side = cell.side
    about = (side, cell.shade, cell.seams, cell.marks, cell.planned)
    ground = Tile(("floor", *about), side, side, _floor(squares, theme, cell))
    layers = (ground, _piece(squares, theme, side, cell.stack)) if cell.stack else (ground,)
    return Tile(("cell", cell), side, side, (), layers)


@lru_cache(maxsize=512)
def _piece(squares: Squares, theme: Theme, side: int, stack: int) -> Tile:
    shapes = place_at(squares.piece(theme, stack, side), side / 2, side / 2)
    return Tile(("stack", side, stack), side, side, shapes)


def _floor(squares: Squares, theme: Theme, cell: Cell) -> tuple[Shape, ...]:
    """Draw the cell's colour, tinted by its marks, its half of the grid lines, and the marks."""
    tokens, colour = marking(theme, cell.planned), squares.cells[theme][cell.shade]
    tinted = (mix(colour, *tint) for mark, tint in tints(tokens).items() if mark in cell.marks)
    shapes: list[Shape] = [Box(0, 0, cell.side, cell.side, next(tinted, colour))]
    shapes += marks.grid_lines(cell.side, cell.seams)
    for mark in cell.marks:
        shapes += marks.UNDER[mark](cell.side, tokens)
    return tuple(shapes)


def flat(tokens: Tokens, cells: tuple[str, str], shadow: str | None) -> Iterator[str]:
    """Yield the colours used flat on such a board, beside those of its pieces."""
    yield from (*inks(tokens), *cells)
    yield from (mix(cell, *tint) for cell in cells for tint in tints(tokens).values())
    yield from (shadow,) if shadow else ("#FFFFFF", "#000000", GRID_LINE)


def ways(look: Look, field: Field, moves: Iterable[tuple[int, int]]) -> Iterator[Stamp]:
    """Yield the ways of turns before the last between two squares each, unless something is
    picked."""
    for ends in () if look.picked else moves:
        way = [field.middle(*reversed(divmod(square, field.files))) for square in ends]
        yield marks.arrow(look.theme, way, marks.EARLIER)


def square_field(size: int, flipped: bool) -> Field:
    """Place a square board of any size on the picture, each about as wide as the others."""
    return Field(size, size, 70 if size == 10 else 696 // size, flipped)


def stock(look: Look, code: str, counts: Iterable[int], space: int = 10) -> Wording:
    """Write what both sides have at the right of the first line: "Stones 15 : 12"."""
    tokens, (one, other) = TOKENS[look.theme], counts
    return (
        Run(look.words(code), 25, tokens.ink2),
        Run(str(one), 25, tokens.ink, "Bold", space),
        Run(":", 25, tokens.ink2, space=7),
        Run(str(other), 25, tokens.ink, "Bold", 7),
    )
