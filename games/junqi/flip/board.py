"""The pieces of flip Junqi as all see them, and their actions (section B4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from ...core import Over, Seat
from ..board import CAMPS, COLOURS, HEADQUARTERS, SEATS, Colour
from ..codes import Code
from ..options import Options
from ..pieces import BOMB, CODES, ENGINEER, FLAG, MINE, RANKS, STILL, Kind, Move, Verdict, clash
from ..tally import Missed, end_by_elimination
from .refuge import REFUGES, lines


@dataclass(frozen=True, slots=True)
class Face:
    """A piece lying face up; `under` holds the colours of flags it stands on: "", "r", "br"."""

    colour: Colour
    code: Kind
    under: str = ""


class Down(Enum):
    """A piece lying face down: the same object in every process that a view is sent to."""

    DOWN = ""


DOWN = Down.DOWN
Cell: TypeAlias = Face | Down | None


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn a piece up."""

    square: int


Action: TypeAlias = Flip | Move


@dataclass(frozen=True, slots=True)
class Flipped:
    """A piece turned up, and the colour of seat 0 if that decided it."""

    seat: Seat
    square: int
    face: Face
    first: Colour = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """A move by the piece `face`, which carried the flag of colour `carried` along.

    `verdict` is None unless it was an attack, on the piece `met`. A face-down piece that was
    attacked and could not be fought is only `turned` up.
    """

    seat: Seat
    move: Move
    face: Face
    verdict: Verdict | None = None
    met: Face | None = None
    carried: Colour = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Workers:
    """A colour's workers are of another kind now."""

    colour: Colour
    code: Kind


@dataclass(frozen=True, slots=True)
class MinesGone:
    """The last mine of a colour is gone."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class FlagDown:
    """A colour's flag lies free on a square."""

    colour: Colour
    square: int


Deed: TypeAlias = Flipped | Strike | Missed | Workers | MinesGone | FlagDown
Alive: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of pieces in play, face up or down, by colour and code (as COLOURS and CODES)."""


def enemy(colour: Colour) -> Colour:
    return COLOURS[COLOURS[0] == colour]


def count(alive: Alive, colour: Colour, code: Kind) -> int:
    """Count a colour's pieces of a kind in play."""
    return alive[COLOURS.index(colour)][CODES.index(code)]


def worker(alive: Alive, colour: Colour) -> Kind:
    """Return the kind of a colour's workers: engineers, else the lowest rank left, or "" (B4)."""
    return next((code for code in reversed(RANKS) if count(alive, colour, code)), "")


def carried_flag(face: Face, alive: Alive) -> Colour:
    """Return the colour of the flag that goes along when this piece moves, or "" (B6)."""
    theirs = enemy(face.colour)
    return theirs if theirs in face.under and face.code == worker(alive, face.colour) else ""


def actions(
    board: tuple[Cell, ...], colour: Colour, alive: Alive, options: Options
) -> Iterator[Action]:
    """List the actions of a colour's side; "" while colours are open."""
    for square, cell in enumerate(board):
        if isinstance(cell, Down):
            yield Flip(square)
    if not colour:
        return
    reach = lines(options).reach
    for origin, cell in enumerate(board):
        if not isinstance(cell, Face) or cell.colour != colour or cell.code in STILL:
            continue
        if options.hq_locks and origin in HEADQUARTERS:
            continue
        reached = reach(board, origin, cell.code)
        if options.mountain_refuge:
            reached = {to for to in reached if not refuge_refusal(cell, to, board[to], alive)}
        for target in reached:
            there = board[target]
            if there is None or (
                target not in CAMPS and refusal(cell, there, alive, options) is None
            ):
                yield Move(origin, target)


def refuge_refusal(face: Face, target: int, there: Cell, alive: Alive) -> Code | None:
    """Return why a piece may not enter a mountain; None if it may, or elsewhere (B8)."""
    if target not in REFUGES:
        return None
    if face.code != ENGINEER:
        return Code.ENGINEERS_ONLY
    if carried_flag(face, alive):
        return Code.FLAG_OUTSIDE
    return Code.IN_MOUNTAIN if there else None


def refusal(face: Face, there: Face | Down, alive: Alive, options: Options) -> Code | None:
    """Return why a piece may not attack another, wherever it stands; None if it may (B4)."""
    if isinstance(there, Down):
        return None if options.attack_face_down else Code.FACE_DOWN
    theirs, works = enemy(face.colour), face.code == worker(alive, face.colour)
    if there.code == FLAG and theirs in there.colour + there.under:
        if not works:
            return Code.FLAG_SAFE
        return Code.FLAG_GUARDED if count(alive, theirs, MINE) else None
    if there.colour == face.colour:
        return Code.OWN_PIECE
    if there.code == MINE:
        return None if works or face.code == BOMB else Code.MINE_SAFE
    loses = clash(face.code, there.code) is Verdict.DEFENDER
    return Code.STRONGER if loses and not options.suicide_attacks else None


def fight(seat: Seat, move: Move, face: Face, there: Face | None, alive: Alive) -> Strike:
    """Resolve a legal move onto whatever stands on its target."""
    strike = Strike(seat, move, face, carried=carried_flag(face, alive))
    if there is None:
        return strike
    verdict = clash(face.code, there.code)
    digs = face.code == worker(alive, face.colour)
    if there.code == MINE and digs and face.code != ENGINEER:
        verdict = Verdict.BOTH
    return replace(strike, verdict=verdict, met=there)


def after_move(board: list[Any], strike: Strike, options: Options) -> list[Any]:
    """Return the board after a move and its outcome; flags stay or go along by section B6. Its
    cells may be those of a view or of a position, as only the two of the move matter."""
    move, face, met = strike.move, strike.face, strike.met
    lives = strike.verdict in (None, Verdict.ATTACKER)
    along = strike.carried if lives else ""
    board[move.origin] = _flags(face.under.replace(along, "") if along else face.under)
    below = met.under if met else ""
    if met and met.code == FLAG and options.flag_goal == "carry":
        below += met.colour
    if lives:
        board[move.target] = replace(face, under="".join(sorted(along + below)))
    elif strike.verdict is Verdict.BOTH:
        board[move.target] = _flags(below)
    return board


def fallen_pieces(strike: Strike, options: Options) -> tuple[Face, ...]:
    """List the pieces that a move takes off the board."""
    fell: tuple[Face, ...] = ()
    if strike.verdict in (Verdict.BOTH, Verdict.DEFENDER):
        fell = (replace(strike.face, under=""),)
    met = strike.met if strike.verdict in (Verdict.BOTH, Verdict.ATTACKER) else None
    if met and (met.code != FLAG or options.flag_goal == "capture"):
        fell += (replace(met, under=""),)
    return fell


def without(alive: Alive, fell: Sequence[Face]) -> Alive:
    """Return the tallies with these pieces gone."""
    if not fell:
        return alive
    tallies = [list(side) for side in alive]
    for face in fell:
        tallies[COLOURS.index(face.colour)][CODES.index(face.code)] -= 1
    red, blue = map(tuple, tallies)
    return red, blue


def out_of_moves(
    alive: Alive, colours: tuple[Colour, Colour], last: Seat, options: Options
) -> Over | None:
    """Return the end once a side has nothing left in play that could ever move; `last` moved."""
    if not colours[0]:
        return None
    able = frozenset(
        seat
        for seat in SEATS
        if any(count(alive, colours[seat], code) for code in CODES if code not in STILL)
    )
    return end_by_elimination(able, last, options)


def _flags(under: str) -> Face | None:
    return Face(under[0], FLAG, under[1:]) if under else None
