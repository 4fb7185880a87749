"""The picture of Diablo, a game by Mark Steere."""

from games.core import Over, Seat
from games.diablo.board import Move, checkers, grid
from games.diablo.notation import last
from games.diablo.position import Position, Stage
from games.diablo.view import ROLLS, DiabloView

from .. import frame
from ..look import Look
from ..scene import Run, Scene, Stamp, Text, compose
from ..squares import square_field, stock
from ..theme import TOKENS
from ..words import saying
from .board import following, stamps
from .pieces import DIE, SQUARES, chip, die
from .words import SIDES

SEATS = (Seat(0), Seat(1))
LINES = 2
SMALL_DIE = 32


def scene(view: DiabloView, look: Look) -> Scene:
    """Draw the position as the reader wants it. The header shows the dice in the order they were
    thrown, the used ones struck; at the end the result. Every action of the last turn is marked
    with its number, or what can follow the picks."""
    field = square_field(view.position.size, look.below == 1)
    chips_ = [[chip(look.theme, seat, lit=lit) for seat in SEATS] for lit in (False, True)]
    return compose(
        f"diablo-{look.theme}",
        SQUARES.ground(look.theme, field, LINES),
        frame.header(view, look, SIDES, *chips_),
        _middle(view, look),
        (stamps(view, look, field), ()),
        frame.footer(field.rule, look.theme, _lines(view, look)),
    )


def _middle(view: DiabloView, look: Look) -> tuple[list[Stamp], list[Text]]:
    """Show the dice of this turn, else of the last, under a preview's plate; at the end the
    result."""
    position = view.position
    if isinstance(view.turn, Over) and not look.preview:
        return frame.centre(view, look, position.turns)
    left = _unused(position)
    side, y = (SMALL_DIE, 63) if look.preview else (DIE, 45)
    stamps_, words = [], []
    if look.preview:
        stamps_.append(Stamp(frame.WIDTH // 2 - frame.PLATE // 2, 11, frame.plate(look.theme, 32)))
        words.append(frame.said_plate(look, 27))
    for place, face in enumerate(position.dice or position.last_dice):
        used = face not in left
        if not used:
            left.remove(face)
        offset = (1 if place else -1) * (20 if look.preview else 29)
        corner = frame.WIDTH // 2 + offset - side // 2, y - side // 2
        stamps_.append(Stamp(*corner, die(look.theme, face, used, side)))
    return stamps_, words


def _unused(position: Position) -> list[int]:
    """List the dice not used; the very first turn uses only one of its two."""
    if position.dice or position.number != 2:
        return list(position.left)
    dice, squares = list(position.last_dice), grid(position.size)
    for deed in position.last:
        if isinstance(deed.action, Move):
            ends = (squares.square(name) for name in (deed.action.origin, deed.action.target))
            dice.remove(squares.distance(*ends))
    return dice


def _lines(view: DiabloView, look: Look) -> tuple[frame.Footer, frame.Footer]:
    """Write the last turn and the checkers left; then the author, with the turn or "only you". At
    the end the result comes first, and the last turn under it."""
    position, tokens, words = view.position, TOKENS[look.theme], look.words
    right = stock(look, "frame.checkers", (checkers(position.board, seat) for seat in SEATS))
    played = last(view)
    about: Seat | None = played[0] if played else position.mover
    credit = (Run(words("diablo.credit"), 22, tokens.ink2),)
    if isinstance(view.turn, Over) and not look.preview:
        about = min(view.turn.winners, default=None)
        first = frame.result(view.turn, look, SIDES)
        second = frame.Footer(_last_turn(view, look, 22), frame.only_you(look) or credit)
    else:
        first = _picking(view, look) if look.picked else _last_turn(view, look, 25)
        turn = Run(
            words("line.turn_number", n=frame.ordinal(view, look, position.number)), 22, tokens.ink2
        )
        second = frame.Footer((credit,), frame.only_you(look) or (turn,))
    sign = None if about is None else chip(look.theme, about)
    if look.picked:
        sign = chip(look.theme, position.mover)
    return frame.Footer(first, right, sign), second


def _picking(view: DiabloView, look: Look) -> tuple[frame.Wording, ...]:
    squares = "".join(
        step if number == 0 or step[0] in "x+" else f"-{step}"
        for number, step in enumerate(look.squares)
    )
    text = squares or look.file
    asked = look.words("frame.choose_square" if text else "frame.choose_removal")
    return frame.prompt(look, text, asked if following(view, look) else "")


def _last_turn(view: DiabloView, look: Look, size: int) -> tuple[frame.Wording, ...]:
    position, tokens, words = view.position, TOKENS[look.theme], look.words
    turn = last(view)
    if turn is None:
        side = SIDES[position.mover]
        either = position.stage is Stage.FIRST
        codes = (*("frame.begins_either",) * either, "frame.begins")
        begun = position.stage not in (Stage.ROLL, Stage.FIRST)
        said = ("",) if begun else tuple(words(code, side=side) for code in codes)
        return tuple((Run(text, size, tokens.ink2),) for text in said)
    dice = position.dice if position.done else position.last_dice
    thrown = Run(words("frame.dice", dice=", ".join(map(str, dice))) + " ", size, tokens.ink2)
    text = Run(turn[1], size, tokens.ink, "Bold")
    events = (event for event in view.news if event.code not in ROLLS)
    news = words("alt.semicolon").join(saying(look, event) for event in events)
    told = ((thrown, text, Run(news, size, tokens.ink2, "Medium", 14)),) if news else ()
    return *told, (thrown, text), (text,)
