"""The picture of Diablo, a game by Mark Steere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core import Over, Seat
from games.diablo.board import Move, Removal, Sign, checkers, grid
from games.diablo.notation import last
from games.diablo.position import Position
from games.diablo.view import DiabloView, legal, path

from ..frame import Chair, Field, Footer, Wording, centre, footer, header, surround
from ..look import Look, Theme
from ..scene import Point, Run, Scene, Stamp, Text, Tile, placed
from ..theme import TOKENS
from ..words import result, sayings
from .cells import Cell, Mark, floor, tile
from .pieces import DIE, chip, die

CELLS = {4: 174, 6: 116, 8: 87, 10: 70, 12: 58}
SEATS = (Seat(0), Seat(1))
LINES = 2
BADGES: dict[Sign, Mark] = {Sign.TAKE: "took", Sign.MERGE: "merged"}


def scene(view: DiabloView, look: Look) -> Scene:
    """The position as the reader wants it.

    The header shows the dice in the order they were thrown, the used ones struck; at the end the
    number of turns. Both actions of the last turn are marked in their order, or what can follow
    the picks.
    """
    position = view.position
    side = CELLS.get(position.size, 696 // position.size)
    field = Field(position.size, position.size, side, flipped=look.below == 1)
    panels, names = header(view, look, (_chair(look, SEATS[0]), _chair(look, SEATS[1])))
    chips, sentences = footer(field, look.theme, _lines(view, look))
    dice, number = _middle(view, look)
    return Scene(
        f"diablo-{look.theme}",
        _ground(look.theme, position.size, field.flipped),
        (*panels, *dice, *_cells(view, look, field), *chips),
        (*names, *number, *sentences),
    )


def _chair(look: Look, seat: Seat) -> Chair:
    word = look.words(f"diablo.seat.{seat}")
    return Chair(word, chip(look.theme, seat, lit=True), chip(look.theme, seat))


def _middle(view: DiabloView, look: Look) -> tuple[list[Stamp], list[Text]]:
    """The dice of this turn, or of the last while none are thrown; at the end the turns."""
    position, tokens = view.position, TOKENS[look.theme]
    if isinstance(view.turn, Over):
        return [], centre(tokens, look.words("frame.final"), str(position.number))
    dice = position.dice or position.last_dice
    left = list(position.left)
    stamps = []
    for place, face in enumerate(dice):
        used = face not in left
        if not used:
            left.remove(face)
        x = 400 + (29 if place else -29) - DIE // 2
        stamps.append(Stamp(x, 45 - DIE // 2, die(look.theme, face, used)))
    return stamps, []


@lru_cache(maxsize=32)
def _ground(theme: Theme, size: int, flipped: bool) -> Tile:
    side = CELLS.get(size, 696 // size)
    field = Field(size, size, side, flipped)
    shapes = [*surround(field, TOKENS[theme], LINES)]
    for square in range(size * size):
        x, y = field.corner(*grid(size).at(square))
        shapes += placed(floor(theme, Cell(side, _shade(size, square), field.seams(x, y))), x, y)
    return Tile(("ground", size, flipped), 800, field.height(LINES), tuple(shapes))


def _shade(size: int, square: int) -> int:
    file, rank = grid(size).at(square)
    return (file + rank + 1) % 2


def _cells(view: DiabloView, look: Look, field: Field) -> Iterator[Stamp]:
    """A tile for every cell that is not as empty as the ground."""
    position = view.position
    size = position.size
    marked: dict[int, tuple[Mark, ...]] = {}
    for square, mark in _picks(view, look) if look.picked else _deeds(position):
        marked[square] = (*marked.get(square, ()), mark)
    flights = [] if look.picked else [(one, _over(one, size)) for one in _flights(position)]
    orders = {} if look.picked else _orders(position)
    for square, stack in enumerate(position.board):
        x, y = field.corner(*grid(size).at(square))
        arrows = tuple(
            _arrow(flight, field, size, x, y) for flight, under in flights if square in under
        )
        if not (stack or square in marked or arrows):
            continue
        cell = Cell(
            field.cell,
            _shade(size, square),
            field.seams(x, y),
            stack,
            marked.get(square, ()),
            arrows,
            orders.get(square, 0) if len(_turn(position)) > 1 else 0,
        )
        yield Stamp(x, y, tile(look.theme, cell))


def _turn(position: Position) -> tuple[Move | Removal, ...]:
    """The actions to be marked: this turn's so far, else the last turn's."""
    return tuple(deed.action for deed in position.done or position.last)


def _deeds(position: Position) -> Iterator[tuple[int, Mark]]:
    """The marks of the last turn; a square left again is only a source."""
    square, board = grid(position.size).square, position.board
    for action in _turn(position):
        if isinstance(action, Removal):
            yield square(action.square), "source"
            yield square(action.square), "removed"
            continue
        origin, target = square(action.origin), square(action.target)
        if not board[origin]:
            yield origin, "source"
        if board[target]:
            yield target, "target"
            if action.sign in BADGES:
                yield target, BADGES[action.sign]


def _orders(position: Position) -> dict[int, int]:
    """The number of the action that left each square."""
    square = grid(position.size).square
    return {
        square(action.origin): number
        for number, action in enumerate(_turn(position), start=1)
        if isinstance(action, Move)
    }


def _flights(position: Position) -> list[tuple[int, int]]:
    square = grid(position.size).square
    return [
        (square(action.origin), square(action.target))
        for action in _turn(position)
        if isinstance(action, Move)
    ]


def _over(flight: tuple[int, int], size: int) -> frozenset[int]:
    """The squares an arrow lies on."""
    (f1, r1), (f2, r2) = (grid(size).at(square) for square in flight)
    return frozenset(
        rank * size + file
        for rank in range(min(r1, r2), max(r1, r2) + 1)
        for file in range(min(f1, f2), max(f1, f2) + 1)
    )


def _arrow(flight: tuple[int, int], field: Field, size: int, x: int, y: int) -> tuple[Point, Point]:
    """From the bracketed cell to the ring of the other, in px from (x, y)."""
    (x1, y1), (x2, y2) = (field.corner(*grid(size).at(square)) for square in flight)
    reach, half = max(abs(x2 - x1), abs(y2 - y1)), field.cell / 2
    right, down = (x2 - x1) / reach, (y2 - y1) / reach
    begin = max(14.0, 0.19 * field.cell) + 3
    return (
        (x1 - x + half + right * begin, y1 - y + half + down * begin),
        (x2 - x + half - right * (half - 4), y2 - y + half - down * (half - 4)),
    )


def _picks(view: DiabloView, look: Look) -> Iterator[tuple[int, Mark]]:
    """The stack picked and where it can go, or the stacks that can lose a checker."""
    position, depth = view.position, len(look.picked)
    square = grid(position.size).square
    for pick in look.squares:
        yield square(pick.lstrip("x+")), "chosen"
    for action in legal(view):
        if path(action)[:depth] != look.picked or len(path(action)) == depth:
            continue
        if isinstance(action, Removal):
            yield square(action.square), "corner dot"
            continue
        marks: dict[Sign, Mark] = {Sign.GO: "dot", Sign.MERGE: "corner dot", Sign.TAKE: "prey"}
        yield square(action.target), marks[action.sign]


def _lines(view: DiabloView, look: Look) -> tuple[Footer, Footer]:
    """The last turn and the checkers left; then the author, and the turn or who sees this."""
    position, tokens, words = view.position, TOKENS[look.theme], look.words
    counts = (checkers(position.board, seat) for seat in SEATS)
    one, other = (str(count) for count in counts)
    right: Wording = (
        Run(words("frame.checkers"), 25, tokens.ink2),
        Run(one, 25, tokens.ink, "Bold", 10),
        Run(":", 25, tokens.ink2, "Medium", 7),
        Run(other, 25, tokens.ink, "Bold", 7),
    )
    told = last(view)
    about = told[0] if told else position.mover
    if isinstance(view.turn, Over):
        about = min(view.turn.winners, default=about)
    fact = words("frame.only_you") if look.private else words("frame.turn", n=position.number)
    credit = (Run(words("diablo.credit"), 22, tokens.ink2),)
    return (
        Footer(_wordings(view, look), right, chip(look.theme, about)),
        Footer((credit,), (Run(fact, 22, tokens.ink2),)),
    )


def _wordings(view: DiabloView, look: Look) -> tuple[Wording, ...]:
    """What the first line says, the longest wording first."""
    position, tokens, words = view.position, TOKENS[look.theme], look.words
    told = last(view)
    if isinstance(view.turn, Over):
        ends = sayings(look, result(view.turn, "diablo"))
        return tuple((Run(said, 25, tokens.ink, "Bold"),) for said in ends)
    if told is None:
        side = words(f"diablo.seat.{position.mover}")
        return ((Run(words("frame.begins", side=side), 25, tokens.ink2),),)
    dice = position.dice if position.done else position.last_dice
    thrown = Run(words("frame.dice", dice=", ".join(map(str, dice))) + " ", 25, tokens.ink2)
    text = Run(told[1], 25, tokens.ink, "Bold")
    deeds = len(position.done or position.last)
    saying = words("alt.semicolon").join(
        words(event.code, **event.args) for event in view.news[:deeds]
    )
    return (thrown, text, Run(saying, 25, tokens.ink2, "Medium", 14)), (thrown, text), (text,)
