"""Flip Junqi in writing: `a6` turns a piece up, `a6-a7` moves one; and the parts of a position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...core import Seat
from ...submission import tidy
from ..board import CODES, COLOURS, GRID, Verdict
from ..options import FLIP, Options, read
from ..turns import Missed, Move
from ..writing import NOTHING, bad, board_lines, counted, read_squares
from ..writing import written as written_move
from .view import (
    Action,
    Deed,
    Down,
    Face,
    Flip,
    Flipped,
    FlipView,
    Noted,
    Strike,
)

VARIANTS: Mapping[str, Mapping[str, str]] = {
    "standard": {},
    "quick": {"colour_rule": "own", "flag_goal": "capture"},
}
_FACE = re.compile(rf"([rb])([{CODES}])((?:\+[rb]){{0,2}})")
_NOTES = {"w": "workers", "l": "mines", "f": "flag"}


def read_options(text: str) -> Options:
    """`quick suicide_attacks=true`; "" is the default. Raises NotationError."""
    return read(text, FLIP, VARIANTS)


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
    """The board with r9 and b1+r, # for face-down pieces, seat 0's home below."""
    return board_lines(
        {at: token(cell).replace(":", "") for at, cell in enumerate(view.board) if cell}
    )


# ------------------------------------------------------------------- positions


def colours_text(colours: Iterable[str]) -> str:
    return ",".join(colour or NOTHING for colour in colours)


def read_colours(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"([rb-]),([rb-])", text)
    if not match:
        raise bad(text)
    return match[1].strip(NOTHING), match[2].strip(NOTHING)


def face_text(face: Face) -> str:
    return token(face).replace(":", "")


def read_face(text: str) -> Face:
    match = _FACE.fullmatch(text)
    if not match:
        raise bad(text)
    return Face(match[1], match[2], "".join(sorted(match[3].replace("+", ""))))


def faces_text(faces: Iterable[Face]) -> str:
    return ".".join(map(face_text, faces)) or NOTHING


def read_faces(text: str) -> tuple[Face, ...]:
    return tuple(map(read_face, text.split("."))) if text != NOTHING else ()


def deeds_text(deeds: Iterable[Deed]) -> str:
    return ",".join(map(_deed_text, deeds)) or NOTHING


def _deed_text(deed: Deed) -> str:
    match deed:
        case Flipped():
            face = face_text(deed.face)
            return f"u{deed.seat}/{GRID.names[deed.square]}/{face}/{deed.first or NOTHING}"
        case Strike():
            move = written_move(deed.move.origin, deed.move.target)
            met = face_text(deed.met) if deed.met else NOTHING
            verdict = "turned" if deed.turned else str(deed.verdict or NOTHING)
            face, flag = face_text(deed.face), deed.carried or NOTHING
            return f"m{deed.seat}/{move}/{face}/{verdict}/{met}/{flag}"
        case Missed():
            return f"{'t' if deed.kind == 'time' else 's'}{deed.seat}/{deed.count}"
        case Noted():
            sign = next(key for key, kind in _NOTES.items() if kind == deed.kind)
            return f"{sign}{COLOURS.index(deed.colour)}/{deed.code or NOTHING}"


def read_deeds(text: str) -> tuple[Deed, ...]:
    return tuple(map(_read_deed, text.split(","))) if text != NOTHING else ()


def _read_deed(text: str) -> Deed:
    match = re.fullmatch(r"([umtswlf])([01])((?:/[^/]+)+)", text)
    if not match:
        raise bad(text)
    kind, seat, parts = match[1], Seat(int(match[2])), match[3][1:].split("/")
    given = ["" if part == NOTHING else part for part in parts]
    match kind, given:
        case "u", [square, face, ("" | "r" | "b") as first]:
            return Flipped(seat, GRID.square(square), read_face(face), first)
        case "m", [move, face, verdict, met, ("" | "r" | "b") as flag]:
            squares = read_squares(move)
            if len(squares) == 2 and verdict in ("", "turned", *Verdict):
                fought = Verdict(verdict) if verdict in list(Verdict) else None
                other = read_face(met) if met else None
                turned = verdict == "turned"
                return Strike(seat, Move(*squares), read_face(face), fought, other, flag, turned)
        case "t" | "s", [missed]:
            return Missed(seat, "time" if kind == "t" else "stuck", counted(missed))
        case "w" | "l" | "f", [code]:
            return Noted(COLOURS[seat], _NOTES[kind], code)  # type: ignore[arg-type]
    raise bad(text)
