"""What the players of flip Junqi see and may do: the same for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from ...core import Act, Argument, Event, IllegalAction, OutOfTurn, Over, Seat, View, Word
from ...core import Code as Core
from ..board import (
    BLUE,
    BOMB,
    CAMPS,
    CODES,
    COLOURS,
    ENGINEER,
    FLAG,
    GRID,
    HEADQUARTERS,
    HOMES,
    MINE,
    RANKS,
    RED,
    STILL,
    Verdict,
    clash,
    reach,
)
from ..codes import Code, piece_word
from ..options import Options
from ..turns import Missed, Move, other


@dataclass(frozen=True, slots=True)
class Face:
    """A piece lying face up; `under` holds the colours of flags it stands on: "", "r", "br"."""

    colour: str
    code: str
    under: str = ""


@dataclass(frozen=True, slots=True)
class Down:
    """A piece lying face down."""


DOWN = Down()
SIDES = {RED: Word("junqi.red"), BLUE: Word("junqi.blue")}
FATES = {
    Verdict.ATTACKER: Code.TOOK,
    Verdict.DEFENDER: Code.FAILED,
    Verdict.BOTH: Code.TRADED,
}
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
    first: str = ""


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
    carried: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """What a turn changed for a colour.

    Its `workers` are now of the kind `code`, its last of the three `mines` is gone, or its `flag`
    lies free on the square `code`.
    """

    colour: str
    kind: Literal["workers", "mines", "flag"]
    code: str = ""


Deed: TypeAlias = Flipped | Strike | Missed | Noted
Alive: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""By colour and code, in the order of COLOURS and CODES, how many are in play, face down or up."""


@dataclass(frozen=True, slots=True)
class FlipView(View):
    """The table as everybody sees it. `board` holds a cell for every square of the grid.

    `colours` are the sides' by seat, "" until they are decided. `dead` are the removed pieces in
    order. `ply` counts turns, `quiet` those since the last capture or flip, `missed` the turns each
    seat let go by.
    """

    options: Options
    board: tuple[Cell, ...]
    colours: tuple[str, str]
    alive: Alive
    dead: tuple[Face, ...]
    ply: int
    quiet: int
    missed: tuple[int, ...]
    deeds: tuple[Deed, ...]

    @property
    def number(self) -> int:
        """Skipped and missed turns count too."""
        return self.ply + 1

    @property
    def strike(self) -> Strike | None:
        """The last move, if the last turn was one."""
        return next((deed for deed in self.deeds if isinstance(deed, Strike)), None)

    @property
    def flipped(self) -> Flipped | None:
        """The piece just turned up, if the last turn was that."""
        return next((deed for deed in self.deeds if isinstance(deed, Flipped)), None)

    @property
    def face_down(self) -> int:
        """How many pieces nobody has seen yet."""
        return sum(cell is DOWN for cell in self.board)


def enemy(colour: str) -> str:
    """The other colour."""
    return COLOURS[COLOURS[0] == colour]


def count(alive: Alive, colour: str, code: str) -> int:
    """How many of a colour's pieces of a kind are in play."""
    return alive[COLOURS.index(colour)][CODES.index(code)]


def worker(alive: Alive, colour: str) -> str:
    """The kind of a colour's workers: engineers, else the lowest rank left; "" without any (B4)."""
    left = (code for code in reversed(RANKS) if count(alive, colour, code))
    return next(left, "")


def carried(face: Face, alive: Alive) -> str:
    """The colour of the flag that goes along when this piece moves, or "" (B6)."""
    theirs = enemy(face.colour)
    return theirs if theirs in face.under and face.code == worker(alive, face.colour) else ""


def legal(view: FlipView) -> list[Action]:
    """Every flip and every move of the view's owner."""
    if not view.acting or view.seat is None:
        return []
    return list(actions(view.board, view.colours[view.seat], view.alive, view.options))


def actions(
    board: tuple[Cell, ...], colour: str, alive: Alive, options: Options
) -> Iterator[Action]:
    """What the side of a colour ("" while they are open) can do."""
    for square, cell in enumerate(board):
        if isinstance(cell, Down):
            yield Flip(square)
    if not colour:
        return
    for origin, cell in enumerate(board):
        if not isinstance(cell, Face) or cell.colour != colour or cell.code in STILL:
            continue
        if options.hq_locks and origin in HEADQUARTERS:
            continue
        for target in reach(board, origin, cell.code):
            there = board[target]
            if there is None or (
                target not in CAMPS and refusal(cell, there, alive, options) is None
            ):
                yield Move(origin, target)


def refusal(face: Face, there: Face | Down, alive: Alive, options: Options) -> Code | None:
    """Why a piece may not attack another, wherever that stands; None if it may (B4)."""
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


def check(view: FlipView, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
    if isinstance(view.turn, Over):
        raise OutOfTurn(Core.ALREADY_OVER)
    if view.seat is None or not view.acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    if isinstance(action, Flip):
        _check_flip(view, action.square)
    else:
        _check_move(view, view.colours[view.seat], action)


def _check_flip(view: FlipView, square: int) -> None:
    cell = view.board[square]
    if cell is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=GRID.names[square])
    if isinstance(cell, Face):
        raise IllegalAction(Code.FACE_UP, square=GRID.names[square])


def _check_move(view: FlipView, colour: str, action: Move) -> None:
    origin, target = GRID.names[action.origin], GRID.names[action.target]
    cell, there = view.board[action.origin], view.board[action.target]
    if cell is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=origin)
    if not colour:
        raise IllegalAction(Code.NO_COLOURS)
    if isinstance(cell, Down):
        raise IllegalAction(Code.FLIP_FIRST, square=origin)
    if cell.colour != colour:
        raise IllegalAction(Code.NOT_YOURS, square=origin)
    if cell.code in STILL:
        raise IllegalAction(Code.IMMOBILE, name=piece_word(cell.code))
    if view.options.hq_locks and action.origin in HEADQUARTERS:
        raise IllegalAction(Code.IN_HEADQUARTERS, square=origin)
    if action.target not in reach(view.board, action.origin, cell.code):
        raise IllegalAction(Code.NO_WAY, origin=origin, target=target)
    if there is None:
        return
    reason = refusal(cell, there, view.alive, view.options)
    if action.target in CAMPS and reason is not Code.OWN_PIECE:
        raise IllegalAction(Code.IN_CAMP, square=target)
    if reason:
        raise IllegalAction(reason, square=target)


def preview(view: FlipView, action: Action) -> FlipView:
    """The view after the owner's action; what a flip turns up is not to be foreseen."""
    if view.seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    turned = replace(
        view, turn=Act(frozenset({other(view.seat)})), news=(), ply=view.ply + 1, deeds=()
    )
    if isinstance(action, Flip):
        return replace(turned, news=(Event(Code.PLAN_FLIP),))
    cell, there = view.board[action.origin], view.board[action.target]
    if not isinstance(cell, Face):
        return turned
    if isinstance(there, Down):
        return replace(turned, news=(Event(Code.PLAN_ATTACK, _piece(cell)),))
    strike = fight(view.seat, action, cell, there, view.alive)
    board = tuple(landed(list(view.board), strike, view.options))
    told = _told(strike) if there else [Event(Code.PLAN_MOVE, _piece(cell))]
    return replace(turned, news=tuple(told), board=board, deeds=(strike,))


def fight(seat: Seat, move: Move, face: Face, there: Face | None, alive: Alive) -> Strike:
    """What a legal move comes to, with whatever stands on its target."""
    strike = Strike(seat, move, face, carried=carried(face, alive))
    if there is None:
        return strike
    verdict = clash(face.code, there.code)
    digs = face.code == worker(alive, face.colour)
    if there.code == MINE and digs and face.code != ENGINEER:
        verdict = Verdict.BOTH
    return replace(strike, verdict=verdict, met=there)


def landed(board: list[Any], strike: Strike, options: Options) -> list[Any]:
    """The board after a move and what it brought; flags stay or go along by section B6.

    Its cells are those of a view or of a state: none but the two of the move matter.
    """
    move, face, met = strike.move, strike.face, strike.met
    lives = strike.verdict in (None, Verdict.ATTACKER)
    along = strike.carried if lives else ""
    board[move.origin] = _flags(face.under.replace(along, "") if along else face.under)
    below = met.under if met else ""
    if met and met.code == FLAG and options.flag_goal == "carry":
        below += met.colour
    if lives:
        under = "".join(sorted(along + below))
        board[move.target] = replace(face, under=under)
    elif strike.verdict is Verdict.BOTH:
        board[move.target] = _flags(below)
    return board


def _flags(under: str) -> Face | None:
    """Flags standing by themselves."""
    return Face(under[0], FLAG, under[1:]) if under else None


def news(view_deeds: tuple[Deed, ...], colours: tuple[str, str], limit: int) -> Iterator[Event]:
    """What the last turn did."""
    for deed in view_deeds:
        match deed:
            case Flipped():
                where = {"square": GRID.names[deed.square]}
                yield Event(Code.FLIPPED, {**where, **_piece(deed.face)})
                if deed.first:
                    first, second = deed.first, enemy(deed.first)
                    yield Event(Code.COLOURS, {"first": SIDES[first], "second": SIDES[second]})
            case Strike():
                yield from _told(deed)
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                side = SIDES.get(colours[deed.seat], Word(f"junqi-flip.seat.{deed.seat}"))
                yield Event(code, {"side": side, "n": deed.count, "limit": limit})
            case Noted():
                yield _noted(deed)


def _noted(deed: Noted) -> Event:
    side = SIDES[deed.colour]
    match deed.kind:
        case "flag":
            return Event(Code.FLAG_DOWN, {"side": side, "square": deed.code})
        case "mines":
            return Event(Code.MINES_GONE, {"side": side})
        case "workers":
            name = piece_word(deed.code)
            return Event(Code.WORKERS, {"side": side, "piece": deed.code, "name": name})


def _told(deed: Strike) -> Iterator[Event]:
    met = deed.met
    flag = deed.carried if deed.verdict in (None, Verdict.ATTACKER) else ""
    if met is None:
        if not flag:
            yield Event(Code.MOVED, {"target": GRID.names[deed.move.target]})
    elif deed.turned:
        yield Event(Code.TURNED, {"square": GRID.names[deed.move.target], **_piece(met)})
    elif met.code == FLAG and deed.verdict is Verdict.ATTACKER:
        flag = enemy(deed.face.colour)
    elif deed.verdict is not None:
        yield Event(FATES[deed.verdict], _piece(met))
    if flag:
        name = piece_word(deed.face.code)
        yield Event(Code.CARRIES, {"name": name, "side": SIDES[flag]})


def _piece(face: Face) -> dict[str, Argument]:
    name = piece_word(face.code)
    return {"side": SIDES[face.colour], "piece": face.code, "name": name}


def weight(view: FlipView, action: Action) -> int:
    """2 for a move that ends the game at once, 1 for an attack."""
    if isinstance(action, Flip) or view.seat is None:
        return 0
    cell, there = view.board[action.origin], view.board[action.target]
    if not isinstance(cell, Face):
        return 0
    if isinstance(there, Down):
        return 1
    strike = fight(view.seat, action, cell, there, view.alive)
    takes = there is not None and there.code == FLAG
    flag = takes or (strike.carried and strike.verdict in (None, Verdict.ATTACKER))
    home = action.target in HOMES[view.seat] or view.options.flag_goal == "capture"
    return 2 if flag and home else int(there is not None)


def takeback_refusal(view: FlipView) -> str | None:
    """What was turned up cannot be forgotten, and what was captured stays off the board."""
    strike = view.strike
    if any(isinstance(deed, Missed) for deed in view.deeds):
        return Core.MISSED_SINCE
    if view.flipped or (strike and strike.turned):
        return Code.FLIP_STANDS
    return Code.CAPTURE_STANDS if strike and strike.met else None


def path(action: Action) -> tuple[str, ...]:
    """The piece to turn up, or from where to where."""
    if isinstance(action, Flip):
        return (GRID.names[action.square],)
    return GRID.names[action.origin], GRID.names[action.target]
