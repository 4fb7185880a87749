"""Layouts of a side's own half: rules, presets, ways to change one (rules/junqi.md, section A1).

A layout's text is 25 codes from the own back row to the front row, each row from file a to file e,
the camps left out; it means the same for both seats, file by file. People may write the pieces in
Chinese as well, by their names (地雷 军旗) or a letter each (雷旗).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from ..core import Code as Core
from ..core import Event, IllegalAction, NotationError
from ..submission import excerpt, tidy
from .board import CAMPS, GRID, HOMES
from .codes import Code, piece_args
from .pieces import BOMB, CODES, COUNTS, FLAG, MINE, SET

DEPLOY = "deploy"
CHINESE = str.maketrans("司军师旅团营连排工炸雷旗軍師團營連", CODES + "87543")
SECOND = re.compile(r"[令长長兵弹彈]|地(?=雷)")
"""The letters of the pieces' Chinese names that tell nothing."""
OWN_RANKS = (range(1, 7), range(12, 6, -1))
"""The ranks of a half by seat, from the back row to the front row."""


HALVES = tuple(
    tuple(
        at
        for rank in ranks
        for file in "abcde"
        if (at := GRID.square(f"{file}{rank}")) not in CAMPS
    )
    for ranks in OWN_RANKS
)
"""The 25 points of a half by seat, in the order of a layout's text."""
MINE_ROWS, FRONT_ROW = 2, 5
"""The number of rows from the back that may hold mines; the row in which no bomb may stand."""
FLAG_ROOM = tuple(n for n, square in enumerate(HALVES[0]) if square in HOMES[0])
MINE_ROOM, BOMB_ROOM = 10, 20
"""The numbers of points from the back that may hold a mine, and a bomb."""
ROWS = tuple(GRID.at(square)[1] for square in HALVES[0])
MIRROR = tuple(
    HALVES[0].index(GRID.square("edcba"["abcde".index(name[0])] + name[1:]))
    for name in (GRID.names[square] for square in HALVES[0])
)

CHANGES, CLOSE = 10, 2
"""The pairs exchanged to vary a preset, and the greatest difference in strength within a pair."""
_STRENGTHS = {code: int(code) for code in SET if code.isdecimal()} | {MINE: 2, BOMB: 4}
"""The strengths for exchanges that keep the idea of a layout; the flag has no equal."""

PRESETS: Mapping[str, str] = {
    name: rows.replace(" ", "")
    for name, rows in {
        "balanced": "LF23L 23L41 6B5 18B4 736 59172",
        "fortress": "LFL32 2LB31 5B6 4971 856 74231",
        "onslaught": "3L2F1 L23L2 131 B44B 565 78976",
        "spearhead": "32LFL 213L4 7B5 6B31 864 97521",
        "ambush": "2FL31 1L41L 676 9558 B7B 32423",
        "raiders": "2L3F2 L23L4 6BB 7347 195 18651",
        "decoy": "4FL2L B53L2 3B3 6174 518 79261",
    }.items()
}
"""Layouts to start from, each named after its idea and written row by row; all are legal."""


def read(text: str) -> str:
    """Return the codes of `deploy …`, in either case or in Chinese, with blanks or punctuation
    between them. Raises NotationError."""
    codes = tidy(text).removeprefix(DEPLOY).upper()
    if SECOND.search(codes):  # names, so that 军旗 is the flag, not a general beside it
        codes = SECOND.sub("", re.sub("[军軍]旗", "旗", codes))
    codes = re.sub(r"[\s,;/|.:。·-]+", "", codes.translate(CHINESE))
    if strange := [code for code in codes if code not in COUNTS]:
        text = excerpt("".join(strange))
        raise NotationError(Core.UNREADABLE, text=text, example="LF23L…, 雷旗排连雷…")
    return codes


def write_layout(codes: str) -> str:
    """Return the text of a deployment, as it stands in the log and is sealed."""
    return f"{DEPLOY} {codes}"


def pieces_by_square(seat: int, codes: str) -> dict[str, str]:
    """Return the pieces by square once a seat has set up 25 codes."""
    return {GRID.names[at]: code for at, code in zip(HALVES[seat], codes, strict=True)}


def squares(seat: int) -> tuple[str, ...]:
    """Return the names of the 25 points of a seat's half, in the order of a layout's text."""
    return tuple(GRID.names[at] for at in HALVES[seat])


def faults(seat: int, codes: str) -> tuple[Event, ...]:
    """List every fault of a layout of 25 codes."""
    return placement_faults(seat, pieces_by_square(seat, codes))


def placement_faults(seat: int, pieces: Mapping[str, str]) -> tuple[Event, ...]:
    """List every fault of a deployment, given as a piece per square."""
    return tuple(_faults(seat, {GRID.square(name): code for name, code in pieces.items()}))


def _faults(seat: int, pieces: Mapping[int, str]) -> Iterator[Event]:
    yield from count_faults(pieces.values())
    for square in sorted(pieces):
        yield from misplaced(seat, square, pieces[square])
    for square in HALVES[seat]:
        if square not in pieces:
            yield Event(Code.EMPTY, {"square": GRID.names[square]})


def count_faults(codes: Iterable[str]) -> Iterator[Event]:
    """List the kinds of which there are too many or too few."""
    held = Counter(codes)
    for code, count in COUNTS.items():
        if held[code] != count:
            yield Event(Code.COUNT, {**piece_args(code), "n": held[code], "wanted": count})


def misplaced(seat: int, square: int, piece: str) -> Iterator[Event]:
    """List the faults of a piece on its square."""
    where = {"square": GRID.names[square]}
    rank = GRID.at(square)[1] + 1
    if rank not in OWN_RANKS[seat]:
        yield Event(Code.OUTSIDE, where)
        return
    row = OWN_RANKS[seat].index(rank)
    if square in CAMPS:
        yield Event(Code.CAMP, where)
    yield from (Event(code, where) for code in _misfits(piece, row, square in HOMES[seat]))


def _misfits(piece: str, row: int, home: bool) -> Iterator[Code]:
    """List why a piece may not stand in this row from the back, in a headquarters or not."""
    if piece == FLAG and not home:
        yield Code.FLAG_OUT
    if piece == MINE and row >= MINE_ROWS:
        yield Code.MINE_FORWARD
    if piece == BOMB and row == FRONT_ROW:
        yield Code.BOMB_FORWARD


def misfits(piece: str, n: int) -> Iterator[Code]:
    """List why a piece may not stand on the nth point of a layout, counted from 0."""
    return _misfits(piece, ROWS[n], n in FLAG_ROOM)


def insist(
    codes: str, faults: Callable[[str], Iterable[Event]], count: Code = Code.BAD_LAYOUT
) -> None:
    """Raise IllegalAction with the first fault of a layout of any length. `count` is the code for
    too few or too many codes."""
    if len(codes) != len(SET):
        raise IllegalAction(count, n=len(codes), wanted=len(SET))
    for fault in faults(codes):
        raise IllegalAction(fault.code, **fault.args)


def mirrored(codes: str) -> str:
    """Return the layout mirrored, left to right."""
    return "".join(codes[n] for n in MIRROR)


def swapped(codes: str, one: int, other: int) -> str:
    """Return the layout with two of its 25 points exchanged."""
    changed = list(codes)
    changed[one], changed[other] = codes[other], codes[one]
    return "".join(changed)


def random_layout(pick: Callable[[int], int]) -> str:
    """Return a random legal layout; `pick(n)` returns a number from 0 to n - 1. Flag, mines and
    bombs are placed first, where they may stand, then the rest anywhere."""
    room = [""] * len(SET)

    def put(code: str, allowed: list[int]) -> None:
        free = [n for n in allowed if not room[n]]
        room[free[pick(len(free))]] = code

    everywhere = list(range(len(SET)))
    put(FLAG, list(FLAG_ROOM))
    for code, allowed in ((MINE, everywhere[:MINE_ROOM]), (BOMB, everywhere[:BOMB_ROOM])):
        for _ in range(COUNTS[code]):
            put(code, allowed)
    for code in SET:
        if code not in (FLAG, MINE, BOMB):
            put(code, everywhere)
    return "".join(room)


def vary_preset(pick: Callable[[int], int]) -> str:
    """Vary a preset, perhaps mirrored, into a legal layout that is none: pieces like each other are
    exchanged. `pick(n)` returns a number from 0 to n - 1."""
    codes = tuple(PRESETS.values())[pick(len(PRESETS))]
    if pick(2):
        codes = mirrored(codes)
    known = {*PRESETS.values(), *map(mirrored, PRESETS.values())}
    for _ in range(CHANGES):
        codes = _exchange(codes, pick)
    while codes in known:
        codes = _exchange(codes, pick)
    return codes


def _exchange(codes: str, pick: Callable[[int], int]) -> str:
    """Exchange two different pieces of like strength; the layout stays legal."""
    pairs = [
        (code, other)
        for code, other in combinations(range(len(codes)), 2)
        if _may_stand_for(codes[code], codes[other], other)
        and _may_stand_for(codes[other], codes[code], code)
    ]
    return swapped(codes, *pairs[pick(len(pairs))])


def _may_stand_for(piece: str, other: str, at: int) -> bool:
    """Tell whether a piece could stand on a point of another one of like strength."""
    if piece == other or FLAG in (piece, other):
        return False
    room = {MINE: MINE_ROOM, BOMB: BOMB_ROOM}.get(piece, len(SET))
    return at < room and abs(_STRENGTHS[piece] - _STRENGTHS[other]) <= CLOSE
