"""A position of Diablo in words."""

from games.core import Act, Over, Seat, Word
from games.diablo.board import checkers, grid, side
from games.diablo.notation import last
from games.diablo.position import Stage
from games.diablo.view import ROLLS, DiabloView, legal, path

from ..look import Look
from ..words import deed, describe_choice, opening, together

SIDES = (Word("diablo.seat.0"), Word("diablo.seat.1"))


def describe(view: DiabloView, look: Look) -> str:
    """Write the alt text of a picture: dice and stacks, the highest first."""
    news = (event for event in view.news if event.code not in ROLLS)
    over = isinstance(view.turn, Over) and not look.preview
    number = view.position.turns if over else view.position.number
    return together(
        (
            *opening(view, look, "diablo", number, SIDES),
            *_dice(view, look),
            *deed(look, news, last(view), SIDES),
            *describe_choice(look, (path(action) for action in legal(view))),
            *(_side(view, look, Seat(seat)) for seat in (0, 1)),
        ),
        look,
    )


def _dice(view: DiabloView, look: Look) -> tuple[str, ...]:
    """List the dice as thrown, and those not used yet unless that is all of them."""
    position, comma = view.position, look.words("alt.comma")
    if not isinstance(view.turn, Act):
        return ()
    thrown = comma.join(map(str, position.dice))
    if position.stage is Stage.FIRST:
        return (look.words("alt.dice_first", dice=thrown),)
    if sorted(position.left) == sorted(position.dice):
        return (look.words("alt.dice_all", dice=thrown),)
    left = comma.join(map(str, position.left)) or look.words("alt.none")
    return (look.words("alt.dice", dice=thrown, left=left),)


def _side(view: DiabloView, look: Look, seat: Seat) -> str:
    """List one side's stacks by height: "Black, 12 left: stack of 11 e3; single checker c1"."""
    board, words = view.position.board, look.words
    names = grid(view.position.size).names
    heights: dict[int, list[str]] = {}
    for name, cell in zip(names, board, strict=True):
        if cell * side(seat) > 0:
            heights.setdefault(abs(cell), []).append(name)
    stacks = [
        f"{words('diablo.stack', n=height)} {words('alt.comma').join(heights[height])}"
        for height in sorted(heights, reverse=True)
    ]
    held = words("alt.semicolon").join(stacks) or words("alt.none")
    what, n = words("frame.checkers"), checkers(board, seat)
    return words("alt.pieces", side=SIDES[seat], what=what, n=n, pieces=held)
