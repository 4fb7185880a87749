"""Four-player Junqi in writing: `g6-f7`, `deploy LF23L…`, and positions on one line."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import hidden_notation
from ..hidden import Piece
from ..hidden_notation import Script
from ..notation import NOTHING, bad, read_count
from ..options import FOUR, Options, read
from .board import CAMPS, GRID, HEADQUARTERS, HOMES, NAMES, SEATS, point
from .happenings import REASONS, Fled, Gone, Out, Reason
from .position import Position
from .view import FourView

VARIANTS = {
    "standard": {},
    "partners": {"sight": "partner"},
    "open": {"sight": "all"},
    "qq": {"order": "anticlockwise", "no_move": "lose", "resign_min_ply": "20"},
}
LETTERS = "swne"
_GONE = re.compile(rf"([0-9])({'|'.join(REASONS)})")
_OUT = re.compile(rf"o([0-9])\.({'|'.join(REASONS)})\.([0-9]{{1,5}})\.([0-9]{{1,5}})")
_FLED = re.compile(r"e([0-9])")


class FourScript(Script):
    """The notation of hidden pieces, with the fates of seats."""

    def deed(self, deed: object) -> str:
        match deed:
            case Out():
                return f"o{deed.seat}.{deed.reason}.{deed.timed}.{deed.skipped}"
            case Fled():
                return f"e{deed.seat}"
        return super().deed(deed)

    def read_deed(self, text: str) -> object:
        if match := _OUT.fullmatch(text):
            reason, counts = _reason(match[2]), map(read_count, match.groups()[2:])
            return Out(self.read_seat(match[1]), reason, *counts)
        if match := _FLED.fullmatch(text):
            return Fled(self.read_seat(match[1]))
        return super().read_deed(text)


SCRIPT = FourScript(NAMES, point, SEATS)
parse, write_action, write_for_board = SCRIPT.parse, SCRIPT.write_action, SCRIPT.write_for_board
last, cells = SCRIPT.last, SCRIPT.cells


def facts(view: FourView) -> dict[str, Any]:
    """Return the facts of every game with layouts, and the seats out, in order, and why."""
    return hidden_notation.facts(view) | {"out": [[seat, reason] for seat, reason in view.gone]}


def diagram(view: FourView) -> str:
    """Draw the board with s9 and w?, South below; `()` empty camps, `[]` empty headquarters."""
    signs = [""] * len(GRID)
    for at, piece in enumerate(view.board):
        sign = "()" if at in CAMPS else "[]" if at in HEADQUARTERS else "."
        if piece:
            code = piece.code if isinstance(piece, Piece) else "?"
            sign = f"{LETTERS[piece.seat]}{code}"
        signs[GRID.square(NAMES[at])] = sign
    return GRID.frame(signs)


def read_variant(text: str) -> Options:
    """Read `partners no_move=lose`; "" is the default. Raises NotationError."""
    return read(text, FOUR, VARIANTS)


def read_first(text: str) -> Options:
    """Read a variant as version 1 did: a seat that cannot move goes out in its own turn. Raises
    NotationError."""
    options = read_variant(text)
    return replace(options, no_move="lose_in_turn") if options.no_move == "lose" else options


def variant(text: str) -> str:
    return read_variant(text).text


def confers(text: str) -> bool:
    """Tell whether partners may confer in a variant: where each sees the other's pieces anyway."""
    return read_variant(text).sight != "own"


def dump(position: Position) -> str:
    """Write what every game with layouts does, and between it the seats out and the skips."""
    gone = ",".join(f"{seat}{reason}" for seat, reason in position.gone) or NOTHING
    return SCRIPT.dump(position, gone, ",".join(map(str, position.skips)))


def load(text: str, read_options: Callable[[str], Options] = read_variant) -> Position:
    """Return the position of such a line. Raises NotationError. The line does not give its version:
    `read_options` knows what its variant meant."""
    shared, (gone, skips) = SCRIPT.load(Position, text, read_options, more=2)
    position = replace(
        shared, gone=_read_gone(gone), skips=tuple(map(read_count, skips.split(",")))
    )
    if not _possible(position):
        raise bad(text)
    return position


def _possible(position: Position) -> bool:
    pieces = [piece for piece in (*position.board, *position.lost) if piece]
    if any(piece.origin not in HOMES[piece.seat] for piece in pieces):
        return False
    skips, missed, out = position.skips, position.tally.missed, position.out
    if len(skips) != len(SEATS) or any(a > b for a, b in zip(skips, missed, strict=True)):
        return False
    if len(out) < len(position.gone):
        return False
    if position.deploying:
        return not out
    return position.end is not None or position.tally.mover not in out


def _read_gone(text: str) -> tuple[Gone, ...]:
    parts = text.split(",") if text != NOTHING else ()
    matches = [_GONE.fullmatch(part) for part in parts]
    if not all(matches):
        raise bad(text)
    return tuple((SCRIPT.read_seat(match[1]), _reason(match[2])) for match in matches if match)


def _reason(text: str) -> Reason:
    return next(reason for reason in REASONS if reason == text)
