"""Four-player Junqi in writing: `g6-f7`, `deploy LF23L…`, and positions on one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .. import hidden_notation
from ..hidden import Piece
from ..hidden_notation import Script
from ..notation import (
    NOTHING,
    bad,
    counted,
    end_text,
    head,
    read_end,
    read_head,
    read_seats,
    seats_text,
)
from ..options import FOUR, Options, read
from ..pieces import SET
from .board import CAMPS, GRID, HEADQUARTERS, HOMES, NAMES, SEATS, point
from .happenings import REASONS, Deed, Fled, Gone, Out
from .position import Position
from .view import FourView

VARIANTS = {
    "standard": {},
    "partners": {"sight": "partner"},
    "open": {"sight": "all"},
    "qq": {"order": "anticlockwise", "no_move": "lose", "resign_min_ply": "20"},
}
LETTERS = "swne"
"""The letters of the seats in text boards."""
SCRIPT = Script(NAMES, point, SEATS)
parse, written, shown = SCRIPT.parse, SCRIPT.written, SCRIPT.shown
last, cells = SCRIPT.last, SCRIPT.cells
DUMPED = 14
"""The parts of a position on one line."""
_GONE = re.compile(rf"([0-9])({'|'.join(REASONS)})")
_OUT = re.compile(rf"o([0-9])\.({'|'.join(REASONS)})\.([0-9]{{1,5}})\.([0-9]{{1,5}})")
_FLED = re.compile(r"e([0-9])")


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
    """Return the canonical text of a variant. Raises NotationError."""
    return read_variant(text).text


def confers(text: str) -> bool:
    """Tell whether partners may confer in a variant: where each sees the other's pieces anyway."""
    return read_variant(text).sight != "own"


def dump(position: Position) -> str:
    """Write counts, ready, flags public, shown, board, lost, seats out, skips, deeds, end."""
    return " ".join(
        (
            *head(position.options, position.tally),
            seats_text(position.ready),
            seats_text(position.revealed),
            SCRIPT.points(position.shown),
            SCRIPT.board(position.board),
            SCRIPT.pieces(position.lost),
            ",".join(f"{seat}{reason}" for seat, reason in position.gone) or NOTHING,
            ",".join(map(str, position.skips)),
            _deeds_text(position.deeds),
            end_text(position.end),
        )
    )


def load(text: str, read_options: Callable[[str], Options] = read_variant) -> Position:
    """Return the position of such a line. Raises NotationError. The line does not give its version:
    `read_options` knows what its variant meant."""
    parts = text.split()
    if len(parts) != DUMPED:
        raise bad(text)
    options, tally = read_head(parts, read_options, SEATS)
    position = Position(
        options,
        tally,
        ready=read_seats(parts[5], SEATS),
        revealed=read_seats(parts[6], SEATS),
        shown=SCRIPT.read_points(parts[7]),
        board=SCRIPT.read_board(parts[8]),
        lost=SCRIPT.read_pieces(parts[9]),
        gone=_read_gone(parts[10]),
        skips=tuple(map(counted, parts[11].split(","))),
        deeds=_read_deeds(parts[12]),
        end=read_end(parts[13], SEATS),
    )
    if not _possible(position):
        raise bad(text)
    return position


def _possible(position: Position) -> bool:
    """Tell whether the seats and their pieces go together; a position may name any pieces."""
    pieces = [piece for piece in (*position.board, *position.lost) if piece]
    if any(count > len(SET) for count in Counter(piece.seat for piece in pieces).values()):
        return False
    if len({piece.origin for piece in pieces}) < len(pieces):
        return False
    if any(piece.origin not in HOMES[piece.seat] for piece in pieces):
        return False
    skips, missed, out = position.skips, position.tally.missed, position.out
    if len(skips) != len(SEATS) or any(a > b for a, b in zip(skips, missed, strict=True)):
        return False
    if len(out) < len(position.gone):
        return False
    if position.deploying:
        done = {piece.seat for piece in pieces}
        untouched = position.tally.ply == 0 and not position.lost and not out
        return untouched and done == position.ready
    return position.end is not None or position.tally.mover not in out


def _read_gone(text: str) -> tuple[Gone, ...]:
    gone: list[Gone] = []
    for part in text.split(",") if text != NOTHING else ():
        match = _GONE.fullmatch(part)
        if not match:
            raise bad(part)
        reason = next(one for one in REASONS if one == match[2])
        gone.append((SCRIPT.read_seat(match[1]), reason))
    return tuple(gone)


def _deeds_text(deeds: Iterable[Deed]) -> str:
    return ",".join(map(_deed_text, deeds)) or NOTHING


def _deed_text(deed: Deed) -> str:
    match deed:
        case Out():
            return f"o{deed.seat}.{deed.reason}.{deed.timed}.{deed.skipped}"
        case Fled():
            return f"e{deed.seat}"
        case _:
            return SCRIPT.deed(deed)


def _read_deeds(text: str) -> tuple[Deed, ...]:
    return tuple(map(_read_deed, text.split(","))) if text != NOTHING else ()


def _read_deed(text: str) -> Deed:
    if match := _OUT.fullmatch(text):
        reason = next(one for one in REASONS if one == match[2])
        return Out(SCRIPT.read_seat(match[1]), reason, counted(match[3]), counted(match[4]))
    if match := _FLED.fullmatch(text):
        return Fled(SCRIPT.read_seat(match[1]))
    return SCRIPT.read_deed(text)
