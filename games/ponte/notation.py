"""Ponte del Diavolo in writing: `a1,b2`, `a1-b3`, `pass`, `swap`, and positions on one line."""

import re
from contextlib import suppress
from typing import Any

from ..core import Code as Core
from ..core import NotationError, Over, Seat
from ..submission import excerpt, tidy
from .board import DARK, LIGHT, Action, Bridge, Mask, Pass, Span, Swap, Tile, water
from .position import Position, Variant
from .view import PonteView

_SQUARE = r"([a-z]\d{1,2})"
_BRIDGE = re.compile(rf"{_SQUARE}([-=]?){_SQUARE}")
_PASSES, _SWAPS = ("pass", "弃权", "棄權", "停一手"), ("swap", "换边", "換邊")
LETTERS = ".ox"
LIMITED = {"standard": (10, 40, 15), "unlimited": (10, None, None)}
VARIANTS = ("standard", "unlimited", "size-8", "size-12")
SMALLEST, LARGEST = 3, 12


def parse(view: PonteView, text: str) -> Action:
    """Read one action. Two squares with nothing between them are refused: a pair or a bridge?"""
    grid = view.position.table.grid
    tidied = tidy(text).replace(" ", "")
    if tidied in _PASSES:
        return Pass()
    if tidied in _SWAPS:
        return Swap()
    if re.fullmatch(_SQUARE, tidied):
        grid.square(tidied)
        return Tile(tidied)
    match = _BRIDGE.fullmatch(tidied)
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="c3,d5")
    one, sign, other = match.groups()
    first, second = sorted((one, other), key=lambda name: grid.at(grid.square(name)))
    if not sign:
        raise NotationError(Core.AMBIGUOUS, first=f"{first},{second}", second=f"{first}-{second}")
    return Bridge(first, second)


def write_action(action: Action) -> str:
    match action:
        case Tile(square=square):
            return square
        case Bridge(first=first, second=second):
            return f"{first}-{second}"
        case Pass():
            return "pass"
        case Swap():
            return "swap"


def last(view: PonteView) -> tuple[Seat, str] | None:
    """Return the last seat to move, and its turn; in the middle of one, its first tile."""
    position = view.position
    if position.half is not None:
        return position.seat(position.mover), position.table.grid.names[position.half]
    if position.last_seat is None:
        return None
    return position.last_seat, ",".join(map(write_action, position.last))


def cells(view: PonteView) -> dict[str, str]:
    """List the tiles by colour: `"a1": "0"` is light, `"1"` dark."""
    position = view.position
    return {
        position.table.grid.names[square]: str(colour)
        for colour, mask in enumerate(position.placed)
        for square in position.table.squares(mask)
    }


def diagram(view: PonteView) -> str:
    """Draw the board in o (light), x (dark), ~ under a bridge; a capital carries a bridge."""
    position = view.position
    light, dark = position.placed
    tokens = []
    for square in range(len(position.table.grid)):
        bit = 1 << square
        empty = "~" if position.covered & bit else "."
        token = "o" if light & bit else "x" if dark & bit else empty
        tokens.append(token.upper() if position.ends & bit else token)
    return position.table.grid.frame(tokens)


def facts(view: PonteView) -> dict[str, Any]:
    position = view.position
    return {
        "bridges": [write_action(span.action) for span in position.spans],
        "tiles_left": [position.tiles_left(colour) for colour in (LIGHT, DARK)],
        "bridges_left": position.bridges_left,
        "score": [position.score(colour) for colour in (LIGHT, DARK)],
        "colours": ["light", "dark"][:: -1 if position.swapped else 1],
        "final_turn": position.final,
    }


def read_variant(text: str) -> Variant:
    """Read `standard`, `unlimited` or `size-8`, perhaps with `pie=off`; "" is the default."""
    parts = re.split(r"[\s,+]+", tidy(text)) if text.strip() else ["standard"]
    pie = [part for part in parts if part.startswith("pie=")]
    names = [part for part in parts if part not in pie] or ["standard"]
    if len(names) != 1 or len(pie) > 1 or (pie and pie[0] not in ("pie=on", "pie=off")):
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    wanted = pie != ["pie=off"]
    if names[0] in LIMITED:
        return Variant(names[0], *LIMITED[names[0]], wanted)
    match = re.fullmatch(r"size-(\d{1,2})", names[0])
    if not match or not SMALLEST <= int(match[1]) <= LARGEST:
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    return Variant(f"size-{int(match[1])}", int(match[1]), None, None, wanted)


def variant(text: str) -> str:
    meant = read_variant(text)
    return meant.name if meant.pie else f"{meant.name} pie=off"


def dump(position: Position) -> str:
    """Write `ponte1 variant pie board mover number swapped final half bridges result seat last`."""
    grid = position.table.grid
    light, dark = position.tiles
    held = ((light >> n & 1) + 2 * (dark >> n & 1) for n in range(len(grid)))
    end = position.end
    result = "-"
    if end:
        scores = ":".join(map(str, end.scores))
        result = f"{end.reason}/{''.join(map(str, sorted(end.winners)))}/{scores}"
    return " ".join(
        (
            "ponte1",
            position.variant.name,
            "on" if position.variant.pie else "off",
            grid.write(held, LETTERS),
            "ld"[position.mover],
            str(position.number),
            str(int(position.swapped)),
            str(int(position.final)),
            "-" if position.half is None else grid.names[position.half],
            ",".join(write_action(span.action) for span in position.spans) or "-",
            result,
            "-" if position.last_seat is None else str(position.last_seat),
            ",".join(map(write_action, position.last)) or "-",
        )
    )


def load(text: str) -> Position:
    fields = text.split()
    with suppress(KeyError, ValueError, IndexError):
        if len(fields) == 13 and fields[0] == "ponte1" and _possible(position := _read(fields)):
            return position
    raise NotationError(Core.BAD_POSITION, text=excerpt(text))


def _read(fields: list[str]) -> Position:
    variant = read_variant(f"{fields[1]} pie={fields[2]}")
    square = water(variant.size).grid.square
    return Position(
        variant,
        _read_board(fields[3], variant.size),
        tuple(_read_span(variant.size, span) for span in _list(fields[9])),
        {"l": LIGHT, "d": DARK}[fields[4]],
        int(fields[5]),
        {"0": False, "1": True}[fields[6]],
        {"0": False, "1": True}[fields[7]],
        None if fields[8] == "-" else square(fields[8]),
        tuple(_read_action(variant.size, action) for action in _list(fields[12])),
        None if fields[11] == "-" else {"0": Seat(0), "1": Seat(1)}[fields[11]],
        _read_result(fields[10]),
    )


def _list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _read_board(text: str, size: int) -> tuple[Mask, Mask]:
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size or set(row) - set(LETTERS) for row in rows):
        raise ValueError(text)
    signs = "".join(reversed(rows))
    light, dark = (sum(1 << n for n, sign in enumerate(signs) if sign == letter) for letter in "ox")
    return light, dark


def _read_span(size: int, text: str) -> Span:
    table = water(size)
    first, second = (table.grid.square(name) for name in text.split("-"))
    return table.by_ends[(first, second)]


def _read_action(size: int, text: str) -> Action:
    if text == "pass":
        return Pass()
    if text == "swap":
        return Swap()
    if "-" in text:
        return _read_span(size, text).action
    return water(size).tiles[water(size).grid.square(text)]


def _read_result(text: str) -> Over | None:
    if text == "-":
        return None
    reason, winners, scores = text.split("/")
    if not reason.isidentifier() or set(winners) - {"0", "1"}:
        raise ValueError(text)
    numbers = tuple(int(score) for score in scores.split(":")) if scores else ()
    return Over(frozenset(Seat(int(winner)) for winner in winners), reason, numbers)


def _possible(position: Position) -> bool:
    """Tell whether bridges stand on one colour, one on each tile, over water; and the rest fits."""
    light, dark = position.tiles
    carrying = [end for span in position.spans for end in (span.first, span.second)]
    on_tiles = all(
        any(own >> span.first & own >> span.second & 1 for own in position.tiles)
        and not span.covered & (light | dark)
        for span in position.spans
    )
    placed = (tile.square for tile in position.last if isinstance(tile, Tile))
    known = all((light | dark) >> position.table.grid.square(name) & 1 for name in placed)
    half = position.half is None or not (light | dark) >> position.half & 1
    named = (position.last_seat is None) == (not position.last)
    alone = len(set(carrying)) == len(carrying)
    return on_tiles and known and half and named and alone and position.number >= 0
