"""Flip Junqi as its players see it, all alike, and their actions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...core import Act, Argument, Event, IllegalAction, OutOfTurn, Over, View, Word
from ...core import Code as Core
from ..board import BLUE, CAMPS, HEADQUARTERS, HOMES, RED, Colour, other
from ..codes import Code, piece_args, piece_word
from ..options import Options
from ..pieces import FLAG, STILL, Move, Verdict
from ..tally import Missed
from .board import (
    DOWN,
    Action,
    Alive,
    Cell,
    Deed,
    Down,
    Face,
    FlagDown,
    Flip,
    Flipped,
    MinesGone,
    Strike,
    Workers,
    actions,
    after_move,
    enemy,
    fallen_pieces,
    fight,
    out_of_moves,
    refuge_refusal,
    refusal,
    without,
)
from .refuge import NAMES, lines

SIDES = {RED: Word("junqi.seat.0"), BLUE: Word("junqi.seat.1")}
FATES = {Verdict.ATTACKER: Code.TOOK, Verdict.DEFENDER: Code.FAILED, Verdict.BOTH: Code.TRADED}


@dataclass(frozen=True, slots=True)
class FlipView(View):
    """The table as all see it. `board` holds a cell for every square of the grid, and with
    `mountain_refuge` for both mountains.

    `colours` are those of the sides by seat, "" until they are decided. `dead` are the removed
    pieces in order. `ply` counts turns, `quiet` those since the last capture or flip, `missed` the
    turns each seat let go by.
    """

    options: Options
    board: tuple[Cell, ...]
    colours: tuple[Colour, Colour]
    alive: Alive
    dead: tuple[Face, ...]
    ply: int
    quiet: int
    missed: tuple[int, ...]
    deeds: tuple[Deed, ...]

    @property
    def number(self) -> int:
        return self.ply + 1

    @property
    def strike(self) -> Strike | None:
        return next((deed for deed in self.deeds if isinstance(deed, Strike)), None)

    @property
    def flipped(self) -> Flipped | None:
        """Return the piece just turned up, if the last turn was that."""
        return next((deed for deed in self.deeds if isinstance(deed, Flipped)), None)

    @property
    def face_down(self) -> int:
        """Count the pieces not turned up yet."""
        return sum(cell is DOWN for cell in self.board)


def legal(view: FlipView) -> list[Action]:
    """List every flip and every move of the view's owner."""
    if not view.acting or view.seat is None:
        return []
    return list(actions(view.board, view.colours[view.seat], view.alive, view.options))


def check(view: FlipView, action: Action) -> None:
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
        raise IllegalAction(Code.EMPTY_SQUARE, square=NAMES[square])
    if isinstance(cell, Face):
        raise IllegalAction(Code.FACE_UP, square=NAMES[square])


def _check_move(view: FlipView, colour: Colour, action: Move) -> None:
    origin, target = NAMES[action.origin], NAMES[action.target]
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
    if action.target not in lines(view.options).reach(view.board, action.origin, cell.code):
        raise IllegalAction(Code.NO_WAY, origin=origin, target=target)
    reason = refusal(cell, there, view.alive, view.options) if there else None
    if reason is not Code.OWN_PIECE:
        if there and action.target in CAMPS:
            reason = Code.IN_CAMP
        reason = refuge_refusal(cell, action.target, there, view.alive) or reason
    if reason:
        raise IllegalAction(reason, square=target)


def preview(view: FlipView, action: Action) -> FlipView:
    """Return the view after the owner's action; what a flip turns up cannot be foreseen."""
    if view.seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    turn = Act(frozenset({other(view.seat)}))
    turned = replace(view, turn=turn, news=(), ply=view.ply + 1, deeds=())
    if isinstance(action, Flip):
        return replace(turned, news=(Event(Code.PLAN_FLIP),))
    cell, there = view.board[action.origin], view.board[action.target]
    if not isinstance(cell, Face):
        return turned
    if isinstance(there, Down):
        return replace(turned, news=(Event(Code.PLAN_ATTACK, _piece(cell)),))
    strike = fight(view.seat, action, cell, there, view.alive)
    if end := _end(view, strike):
        turned = replace(turned, turn=end)
    board = tuple(after_move(list(view.board), strike, view.options))
    events = _strike_news(strike) if there else [Event(Code.PLAN_MOVE, _piece(cell))]
    return replace(turned, news=tuple(events), board=board, deeds=(strike,))


def news(deeds: tuple[Deed, ...], colours: tuple[Colour, Colour], limit: int) -> Iterator[Event]:
    for deed in deeds:
        match deed:
            case Flipped():
                where = {"square": NAMES[deed.square]}
                yield Event(Code.FLIPPED, {**where, **_piece(deed.face)})
                if deed.first:
                    first, second = deed.first, enemy(deed.first)
                    yield Event(Code.COLOURS, {"first": SIDES[first], "second": SIDES[second]})
            case Strike():
                yield from _strike_news(deed)
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                side = SIDES.get(colours[deed.seat], Word(f"junqi-flip.seat.{deed.seat}"))
                yield Event(code, {"side": side, "n": deed.count, "limit": limit})
            case Workers():
                yield Event(Code.WORKERS, {"side": SIDES[deed.colour], **piece_args(deed.code)})
            case MinesGone():
                yield Event(Code.MINES_GONE, {"side": SIDES[deed.colour]})
            case FlagDown():
                at = NAMES[deed.square]
                yield Event(Code.FLAG_DOWN, {"side": SIDES[deed.colour], "square": at})


def _strike_news(deed: Strike) -> Iterator[Event]:
    met = deed.met
    flag = deed.carried if deed.verdict in (None, Verdict.ATTACKER) else ""
    if met and deed.turned:
        yield Event(Code.TURNED, {"square": NAMES[deed.move.target], **_piece(met)})
    elif met and met.code == FLAG and deed.verdict is Verdict.ATTACKER:
        flag = enemy(deed.face.colour)
    elif met and deed.verdict is not None:
        yield Event(FATES[deed.verdict], _piece(met))
    if flag:
        yield Event(Code.CARRIES, {"name": piece_word(deed.face.code), "side": SIDES[flag]})


def _piece(face: Face) -> dict[str, Argument]:
    return {"side": SIDES[face.colour], **piece_args(face.code)}


def weight(view: FlipView, action: Action) -> int:
    """Return 2 for a move that wins at once, 1 for any other attack."""
    if isinstance(action, Flip) or view.seat is None:
        return 0
    cell, there = view.board[action.origin], view.board[action.target]
    if not isinstance(cell, Face):
        return 0
    if isinstance(there, Down):
        return 1
    end = _end(view, fight(view.seat, action, cell, there, view.alive))
    return 2 if end and view.seat in end.winners else int(there is not None)


def _end(view: FlipView, strike: Strike) -> Over | None:
    """Return the end of the game if this move, on a piece that lies face up, brings it about."""
    takes = strike.met is not None and strike.met.code == FLAG
    if takes or (strike.carried and strike.verdict in (None, Verdict.ATTACKER)):
        if view.options.flag_goal == "capture":
            return Over(frozenset({strike.seat}), "flag")
        if strike.move.target in HOMES[strike.seat]:
            return Over(frozenset({strike.seat}), "flag_carried")
    alive = without(view.alive, fallen_pieces(strike, view.options))
    return out_of_moves(alive, view.colours, strike.seat, view.options)


def takeback_refusal(view: FlipView) -> str | None:
    """Refuse after a flip, which all have seen, a capture, which stays, and a missed turn."""
    strike = view.strike
    if any(isinstance(deed, Missed) for deed in view.deeds):
        return Core.MISSED_SINCE
    planned = any(event.code in (Code.PLAN_FLIP, Code.PLAN_ATTACK) for event in view.news)
    if planned or view.flipped or (strike and strike.turned):
        return Code.FLIP_STANDS
    return Code.CAPTURE_STANDS if strike and strike.met else None


def path(action: Action) -> tuple[str, ...]:
    """Return the piece to turn up, or origin and target."""
    if isinstance(action, Flip):
        return (NAMES[action.square],)
    return NAMES[action.origin], NAMES[action.target]
