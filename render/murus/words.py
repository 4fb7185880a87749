"""A position of Murus Gallicus in words."""

from games.core import Over, Seat, Word
from games.murus.board import CATAPULT, GRID, TOWER, WALL, stack, stones
from games.murus.notation import last
from games.murus.view import MurusView, legal, path

from ..look import Look
from ..words import deed, describe_choice, opening, together

SIDES = (Word("murus.seat.0"), Word("murus.seat.1"))
STACKS = {WALL: "alt.walls", TOWER: "alt.towers", CATAPULT: "alt.catapults"}


def describe(view: MurusView, look: Look) -> str:
    """Write the alt text of a picture: the whole position."""
    number = view.ply if isinstance(view.turn, Over) else view.ply + 1
    return together(
        (
            *opening(view, look, "murus", number, SIDES),
            *deed(look, view.news, last(view), SIDES),
            *describe_choice(look, (path(action) for action in legal(view))),
            *(_side(view, look, Seat(seat)) for seat in (0, 1)),
        ),
        look,
    )


def _side(view: MurusView, look: Look, seat: Seat) -> str:
    """List one side's stacks by kind: "Romans, 15 stones: walls on e3, f3; tower on a1"."""
    kinds = []
    for height, code in STACKS.items():
        cell = stack(seat, height)
        squares = [name for name, held in zip(GRID.names, view.board, strict=True) if held == cell]
        if squares:
            listed = look.words("alt.comma").join(squares)
            kinds.append(look.words(code, squares=listed, n=len(squares)))
    held = look.words("alt.semicolon").join(kinds) or look.words("alt.nothing")
    return look.words("alt.side", side=SIDES[seat], n=stones(view.board, seat), stacks=held)
