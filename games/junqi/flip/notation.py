"""Flip Junqi in writing: `a6` turns a piece up, `a6-a7` moves one; positions on one line."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...core import Seat
from ...submission import tidy
from ..board import COLOURS, GRID, Colour
from ..notation import (
    NOTHING,
    bad,
    board_lines,
    end_text,
    head,
    read_count,
    read_end,
    read_head,
    read_squares,
)
from ..notation import write_move as written_move
from ..options import FLIP, Options, read
from ..pieces import CODES, ENGINEER, FLAG, RANKS, SET, Move, Verdict
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
from .refuge import NAMES, REFUGES, finder, size
from .view import FlipView

VARIANTS: Mapping[str, Mapping[str, str]] = {
    "standard": {},
    "quick": {"colour_rule": "own", "flag_goal": "capture"},
}
DUMPED = 11
REFUGEES = tuple(Face(colour, ENGINEER) for colour in COLOURS)
_FACE = re.compile(rf"([rb])([{CODES}])((?:\+[rb]){{0,2}})")


def parse(view: FlipView, text: str) -> Action:
    """Read a flip or a move."""
    squares = read_squares(tidy(text), finder(view.options))
    return Flip(*squares) if len(squares) == 1 else Move(*squares)


def write_action(action: Action) -> str:
    if isinstance(action, Flip):
        return NAMES[action.square]
    return written_move(action.origin, action.target, names=NAMES)


def write_for_board(view: FlipView, action: Action) -> str:
    """Write a flip or a move as boards have it: an attack has an x."""
    if isinstance(action, Flip):
        return write_action(action)
    attack = view.board[action.target] is not None
    return written_move(action.origin, action.target, attack=attack, names=NAMES)


def last(view: FlipView) -> tuple[Seat, str] | None:
    """Return the last seat to move or flip, and its action; an attack has an x."""
    if flipped := view.flipped:
        return flipped.seat, NAMES[flipped.square]
    if strike := view.strike:
        move, attack = strike.move, strike.met is not None
        return strike.seat, written_move(move.origin, move.target, attack=attack, names=NAMES)
    return None


def token(face: Face | Down) -> str:
    """Write `r:9`, `r:1+b` on the blue flag, `#` face down."""
    if isinstance(face, Down):
        return "#"
    return f"{face.colour}:{face.code}" + "".join(f"+{flag}" for flag in face.under)


def cells(view: FlipView) -> dict[str, str]:
    return {NAMES[at]: token(cell) for at, cell in enumerate(view.board) if cell}


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
    """Draw the board with r9 and b1+r, # for face-down pieces, and seat 0's home at the bottom.
    Where engineers may hide in the mountains, those stand between the ranks 7 and 6."""
    tokens = {at: token(cell).replace(":", "") for at, cell in enumerate(view.board) if cell}
    board = board_lines(tokens)
    if not view.options.mountain_refuge:
        return board
    files, *rows = board.splitlines()
    west, east = (tokens.get(at, NAMES[at]) for at in REFUGES)
    ridge = f"{' ' * files.index('b')}{west:<{files.index('d') - files.index('b')}}{east}"
    return "\n".join((files, *rows[: GRID.ranks // 2], ridge, *rows[GRID.ranks // 2 :]))


def read_variant(text: str) -> Options:
    """Read `quick suicide_attacks=true`; "" is the default. Raises NotationError."""
    return read(text, FLIP, VARIANTS)


def variant(text: str) -> str:
    return read_variant(text).text


def dump(position: Position) -> str:
    """Write the counts, the colours, the last flips, board, dead, deeds, end."""
    return " ".join(
        (
            *head(position.options, position.tally),
            _colours_text(position.colours),
            _colours_text(position.flips),
            ",".join(_cell_text(at, cell) for at, cell in enumerate(position.board) if cell)
            or NOTHING,
            ".".join(map(_face_text, position.dead)) or NOTHING,
            ",".join(map(_deed_text, position.deeds)) or NOTHING,
            end_text(position.end),
        )
    )


def load(text: str) -> Position:
    parts = text.split()
    if len(parts) != DUMPED:
        raise bad(text)
    options, tally = read_head(parts, read_variant)
    board, find = _read_board(parts[7], options), finder(options)
    dead = parts[8].split(".") if parts[8] != NOTHING else []
    deeds = parts[9].split(",") if parts[9] != NOTHING else []
    position = Position(
        options,
        tally,
        colours=_read_colours(parts[5]),
        flips=_read_colours(parts[6]),
        board=board,
        alive=_living(board) if board else EVERYBODY,
        dead=tuple(map(_read_face, dead)),
        deeds=tuple(_read_deed(deed, find) for deed in deeds),
        end=read_end(parts[10]),
    )
    if not _possible(position):
        raise bad(text)
    return position


def _living(board: Board) -> Alive:
    tallies = {colour: dict.fromkeys(CODES, 0) for colour in COLOURS}
    for cell in board:
        if cell:
            tallies[cell.colour][cell.code] += 1
            for flag in cell.under if isinstance(cell, Face) else "":
                tallies[flag][FLAG] += 1
    red, blue = (tuple(tallies[colour].values()) for colour in COLOURS)
    return red, blue


def _possible(position: Position) -> bool:
    """Tell whether no side has more pieces than a set; a position may name any pieces. Only an
    engineer can be in a mountain, face up and without a flag."""
    if any(cell and cell not in REFUGEES for cell in position.board[len(GRID) :]):
        return False
    held = Counter(cell.colour for cell in (*position.board, *position.dead) if cell)
    decided = set(position.colours)
    if decided != {""} and decided != set(COLOURS):
        return False
    return all(count <= len(SET) for count in held.values())


def _cell_text(at: int, cell: Face | Hidden) -> str:
    """Write `a1:#b3`, `c1:r6`, `a11:r1+b`: square, face down or not, piece, and flags under it."""
    down = "#" if isinstance(cell, Hidden) else ""
    under = "".join(f"+{flag}" for flag in cell.under) if isinstance(cell, Face) else ""
    return f"{NAMES[at]}:{down}{cell.colour}{cell.code}{under}"


def _read_board(text: str, options: Options) -> Board:
    if text == NOTHING:
        return ()
    board: list[Face | Hidden | None] = [None] * size(options)
    find = finder(options)
    for part in text.split(","):
        name, _, piece = part.partition(":")
        at, face = find(name), _read_face(piece.removeprefix("#"))
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


def _deed_text(deed: Deed) -> str:
    match deed:
        case Flipped():
            face = _face_text(deed.face)
            return f"u{deed.seat}/{NAMES[deed.square]}/{face}/{deed.first or NOTHING}"
        case Strike():
            move = written_move(deed.move.origin, deed.move.target, names=NAMES)
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
            return f"f{COLOURS.index(deed.colour)}/{NAMES[deed.square]}"


def _read_deed(text: str, find: Callable[[str], int]) -> Deed:
    match = re.fullmatch(r"([umtswlf])([01])((?:/[^/]+)+)", text)
    if not match:
        raise bad(text)
    kind, seat, parts = match[1], Seat(int(match[2])), match[3][1:].split("/")
    given = ["" if part == NOTHING else part for part in parts]
    match kind, given:
        case "u", [square, face, ("" | "r" | "b") as first]:
            return Flipped(seat, find(square), _read_face(face), first)
        case "m", [move, face, verdict, met, ("" | "r" | "b") as flag]:
            squares = read_squares(move, find)
            if len(squares) == 2 and verdict in ("", "turned", *Verdict):
                fought = Verdict(verdict) if verdict in list(Verdict) else None
                other = _read_face(met) if met else None
                turned = verdict == "turned"
                return Strike(seat, Move(*squares), _read_face(face), fought, other, flag, turned)
        case "t" | "s", [missed]:
            return Missed(seat, "time" if kind == "t" else "stuck", read_count(missed))
        case "w", [code] if code in RANKS:
            return Workers(COLOURS[seat], code)
        case "l", [""]:
            return MinesGone(COLOURS[seat])
        case "f", [square]:
            return FlagDown(COLOURS[seat], find(square))
    raise bad(text)
