"""The picture of Murus Gallicus."""

from games.core import Over, Seat
from games.murus.board import GRID, height, owner, stones
from games.murus.notation import last
from games.murus.view import PIECES, MurusView

from ..frame import Field, Footer, Wording, centre, footer, header, only_you, prompt, result
from ..look import Look
from ..scene import Run, Scene
from ..squares import stock
from ..theme import TOKENS
from ..words import sayings
from .board import following, stamps, step_square
from .pieces import CELL, SQUARES, chip
from .words import SIDES

SEATS = (Seat(0), Seat(1))


def scene(view: MurusView, look: Look) -> Scene:
    """Draw the position as the reader wants it. The number in the header is that of the move to
    come; at the end, of the moves made. Once something is picked, the possible continuations are
    marked instead of the last move."""
    field = Field(GRID.files, GRID.ranks, CELL, flipped=look.below == 1)
    over = isinstance(view.turn, Over)
    lines = _lines(view, look)
    chips_ = [[chip(look.theme, seat, lit=lit) for seat in SEATS] for lit in (False, True)]
    panels, names = header(view, look, SIDES, *chips_)
    plate, number = centre(view, look, "move", view.ply if over else view.ply + 1)
    chips, sentences = footer(field.rule, look.theme, lines)
    return Scene(
        f"murus-{look.theme}",
        SQUARES.ground(look.theme, field, len(lines)),
        (*panels, *plate, *stamps(view, look, field), *chips),
        (*names, *number, *sentences),
    )


def _lines(view: MurusView, look: Look) -> tuple[Footer, ...]:
    """Write the last move, or at the end the result before it; then warnings and "only you"."""
    counts = (stones(view.board, seat) for seat in SEATS)
    right = stock(look, "frame.stones", counts, space=14)
    second: tuple[Wording, ...] = ()
    if look.picked:
        first = _picking(view, look, right)
    elif isinstance(view.turn, Over) and not look.preview:
        winner = min(view.turn.winners, default=None)
        sign = None if winner is None else chip(look.theme, winner)
        first = Footer(result(view.turn, look, SIDES), right, sign)
        second = _last_turn(view, look, 22)
    else:
        turn = last(view)
        seat = turn[0] if turn else Seat(view.ply % 2)
        first = Footer(_last_turn(view, look, 25), right, chip(look.theme, seat))
        second = _second(view, look)
    if not second and not look.private:
        return (first,)
    return first, Footer(second or ((),), only_you(look))


def _picking(view: MurusView, look: Look, right: Wording) -> Footer:
    stack = view.board[step_square(look.squares[0])] if look.squares else 0
    text = ("-".join(look.squares) or look.file).replace("-x", "x").replace("-*", "*")
    asked = look.words("frame.choose", piece=PIECES[height(stack)])
    wordings = prompt(look, text, asked if any(following(view, look)) else "")
    return Footer(wordings, right, chip(look.theme, owner(stack) or SEATS[0]))


def _last_turn(view: MurusView, look: Look, size: int) -> tuple[Wording, ...]:
    """Return wordings of the last move, in full if there is room; before it, of who begins."""
    tokens = TOKENS[look.theme]
    turn = last(view)
    if turn is None and isinstance(view.turn, Over):
        return ()
    if turn is None:
        return ((Run(look.words("frame.begins", side=SIDES[view.ply % 2]), size, tokens.ink2),),)
    bold = Run(turn[1], size, tokens.ink, "Bold")
    wordings = tuple(
        (bold, Run(sentence, size, tokens.ink2, space=0.8 * size))
        for event in view.news[:1]
        for sentence in sayings(look, event)
    )
    return *wordings, (bold,)


def _second(view: MurusView, look: Look) -> tuple[Wording, ...]:
    """Say how a preview would end, or else warn that the end is near."""
    tokens = TOKENS[look.theme]
    if isinstance(view.turn, Over):
        return result(view.turn, look, SIDES, 22)
    warnings = [tuple(sayings(look, event)) for event in view.news[1:]]
    if not warnings:
        return ()
    semicolon = look.words("alt.semicolon")
    full = semicolon.join(wordings[0] for wordings in warnings)
    brief = semicolon.join(wordings[-1] for wordings in warnings)
    return (Run(full, 22, tokens.ink2),), (Run(brief, 22, tokens.ink2),)
