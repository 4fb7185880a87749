"""Flip Junqi in writing: `a6` turns a piece up, `a6-a7` moves one; positions on one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ...core import Seat
from ...submission import tidy
from ..board import COLOURS, GRID, Colour
from ..notation import (
    NOTHING,
    bad,
    board_lines,
    counted,
    end_text,
    head,
    read_end,
    read_head,
    read_squares,
)
from ..notation import written as written_move
from ..options import FLIP, Options, read
from ..pieces import CODES, FLAG, RANKS, SET, Move, Verdict
from ..tally import Missed
from .board import (
    Action,
    Alive,
    Deed,
    Down,
    Face,
    FlagDown,
    Flip,
    Flipped,
    MinesGone,
    Strike,
    Workers,
)
from .position import EVERYBODY, Board, Hidden, Position
from .view import FlipView

VARIANTS: Mapping[str, Mapping[str, str]] = {
    "standard": {},
    "quick": {"colour_rule": "own", "flag_goal": "capture"},
}
DUMPED = 11
"""The parts of a position on one line."""
_FACE = re.compile(rf"([rb])([{CODES}])((?:\+[rb]){{0,2}})")


def parse(view: FlipView, text: str) -> Action:
    """Read a flip or a move."""
    found = read_squares(tidy(text))
    return Flip(*found) if len(found) == 1 else Move(*found)


def written(action: Action) -> str:
    """The canonical text of an action."""
    if isinstance(action, Flip):
        return GRID.names[action.square]
    return written_move(action.origin, action.target)


def last(view: FlipView) -> tuple[Seat, str] | None:
    """Who moved or flipped last, and what; an attack has an x."""
    if flipped := view.flipped:
        return flipped.seat, GRID.names[flipped.square]
    if strike := view.strike:
        move = strike.move
        return strike.seat, written_move(move.origin, move.target, attack=strike.met is not None)
    return None


def token(face: Face | Down) -> str:
    """`r:9`, `r:1+b` on the blue flag, `#` face down."""
    if isinstance(face, Down):
        return "#"
    return f"{face.colour}:{face.code}" + "".join(f"+{flag}" for flag in face.under)


def cells(view: FlipView) -> dict[str, str]:
    return {GRID.names[at]: token(cell) for at, cell in enumerate(view.board) if cell}


def facts(view: FlipView) -> dict[str, Any]:
    return {
        "variant": view.options.text,
        "colours": [colour or None for colour in view.colours],
        "ply": view.ply,
        "quiet": view.quiet,
        "missed": list(view.missed),
        "dead": sorted(map(token, view.dead)),
        "face_down": view.face_down,
    }


def diagram(view: FlipView) -> str:
    """The board with r9 and b1+r, and # for face-down pieces; seat 0's home is at the bottom."""
    return board_lines(
        {at: token(cell).replace(":", "") for at, cell in enumerate(view.board) if cell}
    )


def read_variant(text: str) -> Options:
    """`quick suicide_attacks=true`; "" is the default. Raises NotationError."""
    return read(text, FLIP, VARIANTS)


def variant(text: str) -> str:
    """The canonical text of a variant. Raises NotationError."""
    return read_variant(text).text


def dump(position: Position) -> str:
    """The counts, the colours, the last flips, board, dead, deeds, end."""
    return " ".join(
        (
            *head(position.options, position.tally),
            _colours_text(position.colours),
            _colours_text(position.flips),
            _board_text(position.board),
            _faces_text(position.dead),
            _deeds_text(position.deeds),
            end_text(position.end),
        )
    )


def load(text: str) -> Position:
    """The position such a line stands for. Raises NotationError."""
    parts = text.split()
    if len(parts) != DUMPED:
        raise bad(text)
    options, tally = read_head(parts, read_variant)
    board = _read_board(parts[7])
    position = Position(
        options,
        tally,
        colours=_read_colours(parts[5]),
        flips=_read_colours(parts[6]),
        board=board,
        alive=_living(board) if board else EVERYBODY,
        dead=_read_faces(parts[8]),
        deeds=_read_deeds(parts[9]),
        end=read_end(parts[10]),
    )
    if not _possible(position):
        raise bad(text)
    return position


def _living(board: Board) -> Alive:
    """How many of every kind stand on a board."""
    tallies = {colour: dict.fromkeys(CODES, 0) for colour in COLOURS}
    for cell in board:
        if cell:
            tallies[cell.colour][cell.code] += 1
            for flag in cell.under if isinstance(cell, Face) else "":
                tallies[flag][FLAG] += 1
    red, blue = (tuple(tallies[colour].values()) for colour in COLOURS)
    return red, blue


def _possible(position: Position) -> bool:
    """Whether no side has more pieces than a set; a position is free to say which pieces."""
    held = Counter(cell.colour for cell in (*position.board, *position.dead) if cell)
    decided = set(position.colours)
    if decided != {""} and decided != set(COLOURS):
        return False
    return all(count <= len(SET) for count in held.values())


def _board_text(board: Board) -> str:
    """`a1:#b3,c1:r6,a11:r1+b`: on which square, face down or not, what, and on whose flags."""
    return ",".join(_cell_text(at, cell) for at, cell in enumerate(board) if cell) or NOTHING


def _cell_text(at: int, cell: Face | Hidden) -> str:
    down = "#" if isinstance(cell, Hidden) else ""
    under = "".join(f"+{flag}" for flag in cell.under) if isinstance(cell, Face) else ""
    return f"{GRID.names[at]}:{down}{cell.colour}{cell.code}{under}"


def _read_board(text: str) -> Board:
    if text == NOTHING:
        return ()
    board: list[Face | Hidden | None] = [None] * len(GRID)
    for part in text.split(","):
        name, _, piece = part.partition(":")
        at, face = GRID.square(name), _read_face(piece.removeprefix("#"))
        if board[at]:
            raise bad(part)
        board[at] = Hidden(face.colour, face.code) if piece.startswith("#") else face
    return tuple(board)


def _colours_text(colours: Iterable[Colour]) -> str:
    return ",".join(colour or NOTHING for colour in colours)


def _read_colours(text: str) -> tuple[Colour, Colour]:
    match = re.fullmatch(r"([rb-]),([rb-])", text)
    if not match:
        raise bad(text)
    return match[1].strip(NOTHING), match[2].strip(NOTHING)


def _face_text(face: Face) -> str:
    return token(face).replace(":", "")


def _read_face(text: str) -> Face:
    match = _FACE.fullmatch(text)
    if not match:
        raise bad(text)
    return Face(match[1], match[2], "".join(sorted(match[3].replace("+", ""))))


def _faces_text(faces: Iterable[Face]) -> str:
    return ".".join(map(_face_text, faces)) or NOTHING


def _read_faces(text: str) -> tuple[Face, ...]:
    return tuple(map(_read_face, text.split("."))) if text != NOTHING else ()


def _deeds_text(deeds: Iterable[Deed]) -> str:
    return ",".join(map(_deed_text, deeds)) or NOTHING


def _deed_text(deed: Deed) -> str:
    match deed:
        case Flipped():
            face = _face_text(deed.face)
            return f"u{deed.seat}/{GRID.names[deed.square]}/{face}/{deed.first or NOTHING}"
        case Strike():
            move = written_move(deed.move.origin, deed.move.target)
            met = _face_text(deed.met) if deed.met else NOTHING
            verdict = "turned" if deed.turned else str(deed.verdict or NOTHING)
            face, flag = _face_text(deed.face), deed.carried or NOTHING
            return f"m{deed.seat}/{move}/{face}/{verdict}/{met}/{flag}"
        case Missed():
            return f"{'t' if deed.kind == 'time' else 's'}{deed.seat}/{deed.count}"
        case Workers():
            return f"w{COLOURS.index(deed.colour)}/{deed.code}"
        case MinesGone():
            return f"l{COLOURS.index(deed.colour)}/{NOTHING}"
        case FlagDown():
            return f"f{COLOURS.index(deed.colour)}/{GRID.names[deed.square]}"


def _read_deeds(text: str) -> tuple[Deed, ...]:
    return tuple(map(_read_deed, text.split(","))) if text != NOTHING else ()


def _read_deed(text: str) -> Deed:
    match = re.fullmatch(r"([umtswlf])([01])((?:/[^/]+)+)", text)
    if not match:
        raise bad(text)
    kind, seat, parts = match[1], Seat(int(match[2])), match[3][1:].split("/")
    given = ["" if part == NOTHING else part for part in parts]
    match kind, given:
        case "u", [square, face, ("" | "r" | "b") as first]:
            return Flipped(seat, GRID.square(square), _read_face(face), first)
        case "m", [move, face, verdict, met, ("" | "r" | "b") as flag]:
            squares = read_squares(move)
            if len(squares) == 2 and verdict in ("", "turned", *Verdict):
                fought = Verdict(verdict) if verdict in list(Verdict) else None
                other = _read_face(met) if met else None
                turned = verdict == "turned"
                return Strike(seat, Move(*squares), _read_face(face), fought, other, flag, turned)
        case "t" | "s", [missed]:
            return Missed(seat, "time" if kind == "t" else "stuck", counted(missed))
        case "w", [code] if code in RANKS:
            return Workers(COLOURS[seat], code)
        case "l", [""]:
            return MinesGone(COLOURS[seat])
        case "f", [square]:
            return FlagDown(COLOURS[seat], GRID.square(square))
    raise bad(text)
