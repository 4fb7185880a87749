"""The picture of Murus Gallicus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core import Over, Seat, Word
from games.murus.board import GRID, TOWER, Action, Move, Sign, height, owner, stones
from games.murus.notation import last
from games.murus.view import PIECES, MurusView, legal, path

from ..frame import TOP, Chair, Field, Footer, Wording, centre, footer, header, surround
from ..look import Look, Theme
from ..scene import Box, Point, Run, Scene, Stamp, Tile, placed
from ..theme import TOKENS
from ..words import result, sayings
from .cells import CELL, Cell, Mark, floor, tile
from .colours import MURUS
from .pieces import chip

SEATS = (Seat(0), Seat(1))


def scene(view: MurusView, look: Look) -> Scene:
    """The position as the reader wants it.

    The number in the header is that of the move to come; at the end, of the moves made. Once
    something is picked, what can follow is marked instead of the last move.
    """
    field = Field(GRID.files, GRID.ranks, CELL, flipped=look.below == 1)
    over = isinstance(view.turn, Over)
    lines = _lines(view, look)
    panels, names = header(view, look, (_chair(look, SEATS[0]), _chair(look, SEATS[1])))
    chips, sentences = footer(field, look.theme, lines)
    number = centre(
        TOKENS[look.theme],
        look.words("frame.final" if over else "frame.move"),
        str(view.ply if over else view.ply + 1),
    )
    return Scene(
        f"murus-{look.theme}",
        _ground(look.theme, field.flipped, len(lines)),
        (*panels, *_cells(view, look, field), *chips),
        (*names, *number, *sentences),
    )


def _chair(look: Look, seat: Seat) -> Chair:
    word = look.words(f"murus.seat.{seat}")
    return Chair(word, chip(look.theme, seat, lit=True), chip(look.theme, seat))


@lru_cache(maxsize=16)
def _ground(theme: Theme, flipped: bool, lines: int) -> Tile:
    """The page and the empty board; each home row wears its side's trim on the frame."""
    field = Field(GRID.files, GRID.ranks, CELL, flipped)
    shapes = [*surround(field, TOKENS[theme], lines)]
    one, other = MURUS[theme].sides
    lower, upper = (other, one) if flipped else (one, other)
    shapes.append(Box(field.left, TOP - 5, field.right, TOP, upper.trim))
    shapes.append(Box(field.left, field.bottom, field.right, field.bottom + 5, lower.trim))
    for square in range(len(GRID)):
        x, y = field.corner(*GRID.at(square))
        shapes += placed(floor(theme, Cell(_shade(square), field.seams(x, y))), x, y)
    return Tile(("ground", flipped, lines), 800, field.height(lines), tuple(shapes))


def _shade(square: int) -> int:
    file, rank = GRID.at(square)
    return (file + rank + 1) % 2


def _cells(view: MurusView, look: Look, field: Field) -> Iterator[Stamp]:
    """A tile for every cell that is not as empty as the ground."""
    marked: dict[int, tuple[Mark, ...]] = {}
    for square, mark in _picks(view, look) if look.picked else _deed(view):
        marked[square] = (*marked.get(square, ()), mark)
    shot = None if look.picked else _shot(view)
    under = _flight(shot) if shot else frozenset()
    for square, stack in enumerate(view.board):
        if not (stack or square in marked or square in under):
            continue
        x, y = field.corner(*GRID.at(square))
        arrow = _arrow(shot, field, x, y) if shot and square in under else None
        cell = Cell(_shade(square), field.seams(x, y), stack, marked.get(square, ()), arrow)
        yield Stamp(x, y, tile(look.theme, cell))


def _deed(view: MurusView) -> Iterator[tuple[int, Mark]]:
    """The marks of the last move."""
    action = view.last
    if action is None:
        return
    yield action.origin, "source"
    if not isinstance(action, Move):
        yield action.first, "target"
        yield action.second, "target"
        return
    if _walked(view, action):
        yield (action.origin + action.target) // 2, "target"
    yield action.target, "target"
    if action.sign is not Sign.TO:
        yield action.target, "taken"


def _walked(view: MurusView, action: Move) -> bool:
    """Whether a tower was distributed: only then is nothing left where a "-" began."""
    return action.sign is Sign.TO and height(view.board[action.origin]) == 0


def _shot(view: MurusView) -> Move | None:
    """The last move, if a catapult threw; what else reaches so far is a distribution."""
    action = view.last
    if not isinstance(action, Move) or GRID.distance(action.origin, action.target) < 2:
        return None
    return None if _walked(view, action) else action


def _arrow(shot: Move, field: Field, x: int, y: int) -> tuple[Point, Point]:
    """From the catapult's cell to the ring of the cell it hit, in px from (x, y)."""
    (x1, y1), (x2, y2) = (field.corner(*GRID.at(square)) for square in (shot.origin, shot.target))
    reach, half = max(abs(x2 - x1), abs(y2 - y1)), CELL / 2
    right, down = (x2 - x1) / reach, (y2 - y1) / reach
    centre_x, centre_y = half - x, half - y
    return (
        (x1 + centre_x + right * (half - 10), y1 + centre_y + down * (half - 10)),
        (x2 + centre_x - right * (half - 4), y2 + centre_y - down * (half - 4)),
    )


def _flight(shot: Move) -> frozenset[int]:
    """The squares an arrow touches: its line, and on a slant those beside it."""
    (f1, r1), (f2, r2) = GRID.at(shot.origin), GRID.at(shot.target)
    slant = f1 != f2 and r1 != r2
    return frozenset(
        rank * GRID.files + file
        for rank in range(min(r1, r2), max(r1, r2) + 1)
        for file in range(min(f1, f2), max(f1, f2) + 1)
        if not slant or abs(abs(file - f1) - abs(rank - r1)) <= 1
    )


def _open(view: MurusView, look: Look) -> Iterator[tuple[Action, str]]:
    """The actions that begin with what is picked, and the next step of each."""
    depth = len(look.picked)
    for action in legal(view):
        steps = path(action)
        if steps[:depth] == look.picked and steps[depth:]:
            yield action, steps[depth]


def _picks(view: MurusView, look: Look) -> Iterator[tuple[int, Mark]]:
    """What is picked so far, and where it can go on."""
    for step in look.squares:
        yield _square(step), "chosen"
    marks: dict[int, Mark] = {}
    for action, step in _open(view, look):
        target = _square(step)
        holder = owner(view.board[target])
        marks[target] = "dot" if holder is None else "corner dot" if holder == view.seat else "prey"
        if isinstance(action, Move) and height(view.board[action.origin]) == TOWER:
            near = (action.origin + action.target) // 2
            if action.sign is Sign.TO and owner(view.board[near]) is None:
                marks.setdefault(near, "passing")
    yield from marks.items()


def _square(step: str) -> int:
    """The square of one step of a path, which may carry the sign of a capture."""
    return GRID.square(step.lstrip("x*"))


def _lines(view: MurusView, look: Look) -> tuple[Footer, ...]:
    """The footer: the last move or what is picked; then the result, a warning, for whose eyes."""
    tokens = TOKENS[look.theme]
    count = [str(stones(view.board, seat)) for seat in SEATS]
    stock = (
        Run(look.words("frame.stones"), 25, tokens.ink2),
        Run(count[0], 25, tokens.ink, "Bold", 14),
        Run(":", 25, tokens.ink2, space=7),
        Run(count[1], 25, tokens.ink, "Bold", 7),
    )
    private = (Run(look.words("frame.only_you"), 25, tokens.ink2),) if look.private else ()
    if look.picked:
        return (_picking(view, look, private or stock),)
    second = _second(view, look)
    first = _told(view, look, stock)
    if not second and not private:
        return (first,)
    right = tuple(Run(run.text, 22, run.ink) for run in private)
    return first, Footer(second or ((),), right)


def _picking(view: MurusView, look: Look, right: Wording) -> Footer:
    """What is picked, and what to do next."""
    tokens = TOKENS[look.theme]
    stack = view.board[_square(look.squares[0])]
    text = "-".join(look.squares).replace("-x", "x").replace("-*", "*")
    bold = Run(text, 25, tokens.ink, "Bold")
    wordings: tuple[Wording, ...] = ((bold,),)
    if any(_open(view, look)):
        asked = look.words("frame.choose", piece=PIECES[height(stack)])
        wordings = (bold, Run(asked, 25, tokens.ink2, space=14)), *wordings
    return Footer(wordings, right, chip(look.theme, owner(stack) or SEATS[0]))


def _told(view: MurusView, look: Look, right: Wording) -> Footer:
    """The last move, in full if there is room; before it, who begins."""
    tokens = TOKENS[look.theme]
    told = last(view)
    if told is None:
        first = Seat(view.ply % 2)
        begins = look.words("frame.begins", side=Word(f"murus.seat.{first}"))
        return Footer(((Run(begins, 25, tokens.ink2),),), right, chip(look.theme, first))
    seat, text = told
    bold = Run(text, 25, tokens.ink, "Bold")
    wordings = tuple(
        (bold, Run(sentence, 25, tokens.ink2, space=20)) for sentence in sayings(look, view.news[0])
    )
    return Footer((*wordings, (bold,)), right, chip(look.theme, seat))


def _second(view: MurusView, look: Look) -> tuple[Wording, ...]:
    """The result, or else a warning that the end is near."""
    tokens = TOKENS[look.theme]
    if isinstance(view.turn, Over):
        ends = sayings(look, result(view.turn, "murus"))
        return tuple((Run(saying, 22, tokens.ink, "Bold"),) for saying in ends)
    warnings = [tuple(sayings(look, event)) for event in view.news[1:]]
    if not warnings:
        return ()
    semicolon = look.words("alt.semicolon")
    full = semicolon.join(wordings[0] for wordings in warnings)
    brief = semicolon.join(wordings[-1] for wordings in warnings)
    return (Run(full, 22, tokens.ink2),), (Run(brief, 22, tokens.ink2),)
