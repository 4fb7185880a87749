"""Diablo in writing: `a1-a3`, `b2+b4`, `c3xc6`, `-c3`, and positions on one line (section 8)."""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..core import Code as Core
from ..core import NotationError, Over, Seat
from ..submission import excerpt, tidy
from .board import (
    BLACK,
    GREEN,
    LARGEST,
    SMALLEST,
    Action,
    Board,
    Move,
    Removal,
    Sign,
    checkers,
    grid,
    other,
    owner,
    side,
)
from .position import HALFWAY, REMOVING, Deed, Position, Stage
from .turns import actions, after_roll, meaning
from .view import DiabloView

_SQUARE = r"([a-z][0-9]{1,2})"
_MOVE = re.compile(rf"{_SQUARE}([-x+:]?){_SQUARE}")
_REMOVAL = re.compile(rf"(?:-|rm|remove){_SQUARE}|{_SQUARE}-")
_STACK = re.compile(r"\.|([bg])([1-9][0-9]{0,2})")
_DICE = r"-|[0-9]{1,2},[0-9]{1,2}"
_DEED = rf"(?:{_SQUARE}([-x+]){_SQUARE}|-{_SQUARE})=([0-9]{{1,3}})"
_DEEDS = r"-|[-a-z0-9x+=]+(?:,[-a-z0-9x+=]+)?"
_POSITION = re.compile(
    r"diablo1 (?P<size>[0-9]{1,2}) (?P<board>[.bg0-9/]+) (?P<side>[bg]) (?P<stage>[a-z0-9_]+)"
    rf" (?P<dice>{_DICE}) (?P<left>{_DICE}|[0-9]{{1,2}}) (?P<number>[1-9][0-9]{{0,4}})"
    r" (?P<end>-|[bg]?:[a-z_]{1,32})"
    rf"(?: (?P<done>{_DEEDS}) (?P<last_dice>{_DICE}) (?P<last>{_DEEDS}))?"
)
_SIDES = {"b": BLACK, "g": GREEN}
LETTERS = {BLACK: "b", GREEN: "g"}


def parse(view: DiabloView, text: str) -> Action:
    """Read one action; "-" or nothing between the squares means whatever the move is. A bare square
    is a removal only while checkers are to be removed. Raises NotationError."""
    position = view.position
    square = grid(position.size).square
    tidied = tidy(text).replace(" ", "")
    if match := _REMOVAL.fullmatch(tidied):
        name = match[1] or match[2]
        square(name)
        return Removal(name)
    if position.stage in REMOVING and re.fullmatch(_SQUARE, tidied):
        square(tidied)
        return Removal(tidied)
    match = _MOVE.fullmatch(tidied)
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="a1-a3")
    origin, sign, target = match.groups()
    square(origin), square(target)
    if sign in ("x", ":"):
        return Move(origin, Sign.TAKE, target)
    if sign == "+":
        return Move(origin, Sign.MERGE, target)
    return Move(origin, meaning(position, origin, target), target)


def write_action(action: Action) -> str:
    if isinstance(action, Removal):
        return f"-{action.square}"
    return f"{action.origin}{action.sign.value}{action.target}"


def last(view: DiabloView) -> tuple[Seat, str] | None:
    """Return the last seat to act, and its turn, or as much of it as has been played."""
    position = view.position
    if position.done:
        return position.mover, _turn(position.done)
    if not position.last:
        return None
    mover = position.mover if position.stage is Stage.OVER else other(position.mover)
    return mover, _turn(position.last)


def _turn(deeds: tuple[Deed, ...]) -> str:
    return " ".join(write_action(deed.action) for deed in deeds)


def cells(view: DiabloView) -> dict[str, str]:
    """List the stacks: `"a1": "0:3"` is three checkers of seat 0."""
    names = grid(view.position.size).names
    return {
        names[square]: f"{owner(cell)}:{abs(cell)}"
        for square, cell in enumerate(view.position.board)
        if cell
    }


def diagram(view: DiabloView) -> str:
    """Draw the board with b and g and the stacks' heights, a dot for an empty square."""
    position = view.position
    return grid(position.size).frame([_token(cell) for cell in position.board])


def _token(cell: int) -> str:
    whose = owner(cell)
    return "." if whose is None else f"{LETTERS[whose]}{abs(cell)}"


def facts(view: DiabloView) -> dict[str, Any]:
    position = view.position
    over = position.end is not None
    return {
        "dice": list(position.dice),
        "dice_left": [] if over else list(position.left),
        "stage": (Stage.OVER if over else position.stage).value,
        "turn_number": position.number,
        "size": position.size,
    }


def read_variant(text: str) -> int:
    """Return the squares per side of, say, `size-8`; "" is the default. Raises NotationError."""
    wanted = tidy(text) if text.strip() else "size-8"
    match = re.fullmatch(r"(?:size-?)?([0-9]{1,2})", wanted.replace(" ", ""))
    size = int(match[1]) if match else 0
    if not SMALLEST <= size <= LARGEST or size % 2:
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    return size


def variant(text: str) -> str:
    return f"size-{read_variant(text)}"


def dump(position: Position) -> str:
    """Write `diablo1 size board side stage dice left turn result done last-dice last`."""
    rows = ("".join(_token(position.board[n]) for n in row) for row in grid(position.size).rows())
    return " ".join(
        (
            "diablo1",
            str(position.size),
            "/".join(rows),
            LETTERS[position.mover],
            position.stage.value,
            _dice(position.dice),
            _dice(position.left),
            str(position.number),
            _result(position.end),
            _deeds(position.done),
            _dice(position.last_dice),
            _deeds(position.last),
        )
    )


def _dice(dice: tuple[int, ...]) -> str:
    return ",".join(map(str, dice)) or "-"


def _result(end: Over | None) -> str:
    if end is None:
        return "-"
    return "".join(LETTERS[seat] for seat in sorted(end.winners)) + ":" + end.reason


def _deeds(deeds: tuple[Deed, ...]) -> str:
    return ",".join(f"{write_action(deed.action)}={deed.number}" for deed in deeds) or "-"


def load(text: str) -> Position:
    """Return the position of such a line, the last three fields optional. Raises NotationError."""
    match = _POSITION.fullmatch(text)
    with suppress(KeyError, ValueError):
        if match and _possible(position := _read(match.groupdict("-"))):
            return position
    raise NotationError(Core.BAD_POSITION, text=excerpt(text))


def _read(fields: dict[str, str]) -> Position:
    size = read_variant(fields["size"])
    last, last_dice = _read_deeds(fields["last"], size), _read_dice(fields["last_dice"], size)
    if bool(last) != bool(last_dice):
        raise ValueError(fields["last"])
    return Position(
        size,
        _read_board(fields["board"], size),
        _SIDES[fields["side"]],
        Stage(fields["stage"]),
        _read_dice(fields["dice"], size),
        _read_dice(fields["left"], size),
        int(fields["number"]),
        _read_deeds(fields["done"], size),
        last,
        last_dice,
        _read_result(fields["end"]),
    )


def _read_board(text: str, size: int) -> Board:
    rows = text.split("/")
    board: list[int] = []
    for row in reversed(rows):
        stacks = list(_STACK.finditer(row))
        if len(stacks) != size or "".join(stack[0] for stack in stacks) != row:
            raise ValueError(row)
        board += [int(stack[2]) * side(_SIDES[stack[1]]) if stack[1] else 0 for stack in stacks]
    if len(rows) != size:
        raise ValueError(text)
    return tuple(board)


def _read_dice(text: str, size: int) -> tuple[int, ...]:
    dice = () if text == "-" else tuple(map(int, text.split(",")))
    if not all(1 <= die <= size // 2 for die in dice):
        raise ValueError(text)
    return dice


def _read_result(text: str) -> Over | None:
    winners, _, reason = text.partition(":")
    return None if text == "-" else Over(frozenset(_SIDES[letter] for letter in winners), reason)


def _read_deeds(text: str, size: int) -> tuple[Deed, ...]:
    return () if text == "-" else tuple(_read_deed(deed, size) for deed in text.split(","))


def _read_deed(text: str, size: int) -> Deed:
    match = re.fullmatch(_DEED, text)
    if not match:
        raise ValueError(text)
    origin, sign, target, removed, number = match.groups()
    for name in (removed,) if removed else (origin, target):
        grid(size).square(name)
    return Deed(Removal(removed) if removed else Move(origin, Sign(sign), target), int(number))


def _possible(position: Position) -> bool:
    """Tell whether stage, dice, result and checkers go together; colours need not balance."""
    left = {seat: checkers(position.board, seat) for seat in (BLACK, GREEN)}
    if position.stage is Stage.OVER:
        return (
            position.end is not None
            and {seat for seat in left if left[seat]} == position.end.winners
            and position.end.reason in ("captured", "removed")
            and (len(position.dice), position.left, position.done) == (2, (), ())
        )
    if not all(left.values()):
        return False
    if position.end and position.end.reason in ("captured", "removed"):
        return False
    if position.done and (len(position.done) > 1 or position.stage not in HALFWAY):
        return False
    if position.stage is Stage.ROLL:
        return position.dice == position.left == ()
    return _dice_fit(position)


def _dice_fit(position: Position) -> bool:
    """Tell whether the dice and the moves they leave are those of the stage (section 5)."""
    if len(position.dice) != 2:
        return False
    match position.stage:
        case Stage.REMOVE1:
            return position.left == ()
        case Stage.ACTION2_ANY | Stage.ACTION2_MC:
            one = len(position.left) == 1 and position.left[0] in position.dice
            return one and bool(actions(position))
        case _:
            before = replace(position, stage=Stage.ROLL, left=())
            return after_roll(before, position.dice) == position and bool(actions(position))
