"""What the players of dark Junqi see and may do: their own pieces, and the backs of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...core import Act, Event, IllegalAction, OutOfTurn, Over, Seat, View, Word
from ...core import Code as Core
from .. import fates
from ..board import CAMPS, GRID, HEADQUARTERS, SEATS, other, reach
from ..codes import Code, piece_args, piece_word, warning
from ..hidden import Action, Back, Cell, Deed, Deploy, Fallen, Piece, Readied, Strike, laid
from ..layout import HALVES, PRESETS, faults, insist, misplaced
from ..options import Options
from ..pieces import BOMB, COUNTS, FLAG, MARSHAL, STILL, Kind, Move, Verdict
from ..tally import Missed
from .board import actions

SIDES = (Word("junqi.red"), Word("junqi.blue"))
VERDICTS = {
    Verdict.ATTACKER: Code.ATTACKER,
    Verdict.DEFENDER: Code.DEFENDER,
    Verdict.BOTH: Code.BOTH,
}


@dataclass(frozen=True, slots=True)
class DarkView(View):
    """What one side or a spectator may know. `board` holds a cell for every square of the grid.

    `ready` are the sides that have set up; once both have, play has begun. `ply` counts turns,
    `quiet` those since the last capture, `missed` the turns each side let go by. `lost` are the
    removed pieces in order, `revealed` the sides whose flag is public.
    """

    options: Options
    board: tuple[Cell, ...]
    ready: frozenset[Seat]
    ply: int
    quiet: int
    missed: tuple[int, ...]
    lost: tuple[Fallen, ...]
    revealed: frozenset[Seat]
    deeds: tuple[Deed, ...]

    @property
    def deploying(self) -> bool:
        """Whether the pieces are still being set up."""
        return len(self.ready) < len(SEATS)

    @property
    def number(self) -> int:
        """Skipped and missed turns count too."""
        return self.ply + 1

    @property
    def strike(self) -> Strike | None:
        """The last move, if the last turn was one."""
        first = self.deeds[0] if self.deeds else None
        return first if isinstance(first, Strike) else None


def legal(view: DarkView) -> list[Action]:
    """Every move of the view's owner; during the set-up the presets, as suggestions."""
    if not view.acting:
        return []
    if view.deploying:
        return [Deploy(codes) for codes in PRESETS.values()]
    return list(actions(view.board, view.seat, view.options))


def check(view: DarkView, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
    if isinstance(view.turn, Over):
        raise OutOfTurn(Core.ALREADY_OVER)
    if view.seat is None or not view.acting:
        done = view.deploying and view.seat in view.ready
        raise OutOfTurn(Code.SET_UP_DONE if done else Core.NOT_YOUR_TURN)
    seat = view.seat
    if not isinstance(action, Deploy):
        if view.deploying:
            raise IllegalAction(Code.SET_UP_FIRST)
        _check_move(view, seat, action)
    elif not view.deploying:
        raise IllegalAction(Code.SET_UP_OVER)
    else:
        insist(action.codes, lambda codes: faults(seat, codes))


def _check_move(view: DarkView, seat: Seat, action: Move) -> None:
    origin, target = GRID.names[action.origin], GRID.names[action.target]
    cell, there = view.board[action.origin], view.board[action.target]
    if cell is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=origin)
    if cell.seat != seat or isinstance(cell, Back):
        raise IllegalAction(Code.NOT_YOURS, square=origin)
    if cell.code in STILL:
        raise IllegalAction(Code.IMMOBILE, name=piece_word(cell.code))
    if view.options.hq_locks and action.origin in HEADQUARTERS:
        raise IllegalAction(Code.IN_HEADQUARTERS, square=origin)
    if there is not None and there.seat == seat:
        raise IllegalAction(Code.OWN_PIECE, square=target)
    if action.target not in reach(view.board, action.origin, cell.code):
        raise IllegalAction(Code.NO_WAY, origin=origin, target=target)
    if there is not None and action.target in CAMPS:
        raise IllegalAction(Code.IN_CAMP, square=target)


def preview(view: DarkView, action: Action) -> DarkView:
    """The view after the owner's action, as far as the owner can foresee it.

    The outcome of an attack is hidden: both pieces are shown where they stood.
    """
    seat = view.seat
    if seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    if isinstance(action, Deploy):
        ready = view.ready | {seat}
        return replace(
            drafted(view, action.codes),
            turn=Act(frozenset(SEATS) - ready or frozenset({SEATS[0]})),
            news=(),
            ready=ready,
            deeds=(Readied(seat),),
        )
    board = list(view.board)
    mover = board[action.origin]
    code = Code.PLAN_ATTACK if board[action.target] else Code.PLAN_MOVE
    plan = (Event(code, piece_args(mover.code)),) if isinstance(mover, Piece) else ()
    if board[action.target] is None:
        board[action.target], board[action.origin] = mover, None
    wins = weight(view, action) > 1
    return replace(
        view,
        turn=Over(frozenset({seat}), "flag") if wins else Act(frozenset({other(seat)})),
        news=plan,
        board=tuple(board),
        ply=view.ply + 1,
        deeds=(Strike(seat, action),),
    )


def drafted(view: DarkView, codes: str) -> DarkView:
    """The owner's view with a draft of 25 codes on their half, whether it is legal or not."""
    if view.seat is None:
        return view
    return replace(view, board=laid(view.board, view.seat, HALVES[view.seat], codes))


def news(
    deeds: tuple[Deed, ...], seat: Seat | None, options: Options, quiet: int
) -> Iterator[Event]:
    """What the last turn did, as told to somebody who may know what these deeds show."""
    for deed in deeds:
        match deed:
            case Readied():
                yield Event(Code.READY, {"side": SIDES[deed.seat]})
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                limit = options.missed_limit
                yield Event(code, {"side": SIDES[deed.seat], "n": deed.count, "limit": limit})
            case Strike():
                if deed.verdict:
                    plain = Event(VERDICTS[deed.verdict])
                    yield from fates.told(deed, seat, plain, GRID.names, SIDES)
    yield from warning(Code.QUIET, options.no_capture_limit, quiet)


def fought(then: DarkView, now: DarkView) -> tuple[Event, ...]:
    """How a piece of the owner's fared in the last turn of `then`, and what became of the enemy.

    Both views must be the same owner's, who could note all of it while playing.
    """
    return fates.fought(then.strike, then.seat, now.board, GRID.names)


def weight(view: DarkView, action: Action) -> int:
    """2 for taking a flag that is known and that nothing can protect, 1 for an attack."""
    if isinstance(action, Deploy):
        return 0
    cell, there, options = view.board[action.origin], view.board[action.target], view.options
    if there is None:
        return 0
    flag = isinstance(there, Piece) and there.code == FLAG
    in_vain = isinstance(cell, Piece) and cell.code == BOMB and not options.bomb_takes_flag
    return 2 if flag and not in_vain and not options.dark_flag_needs_mines_dug else 1


def takeback_refusal(view: DarkView) -> str | None:
    """A fight shows something, and so does a turn that was skipped or missed."""
    if any(isinstance(deed, Missed) for deed in view.deeds):
        return Core.MISSED_SINCE
    planned = any(event.code == Code.PLAN_ATTACK for event in view.news)
    fought = planned or (view.strike and view.strike.verdict)
    return Code.CAPTURE_STANDS if fought else None


def path(action: Action) -> tuple[str, ...]:
    """From where, to where; a layout is picked whole."""
    if isinstance(action, Deploy):
        return (action.codes,)
    return GRID.names[action.origin], GRID.names[action.target]


def hidden(view: DarkView) -> dict[str, int]:
    """The pieces whose rank the reader cannot see, by square, each with its number for life."""
    return {
        GRID.names[at]: cell.origin for at, cell in enumerate(view.board) if isinstance(cell, Back)
    }


def possible(view: DarkView, square: str) -> tuple[Kind, ...]:
    """What the hidden piece on a square can be, by what everybody knows and by nothing else.

    That is where it was set up, whether it stands there still, how many of each kind are known,
    and whether its side's Field Marshal has fallen.
    """
    at = GRID.square(square)
    cell = view.board[at]
    if not isinstance(cell, Back):
        return ()
    pieces = (*view.board, *view.lost)
    known = Counter(one.code for one in pieces if isinstance(one, Piece) and one.seat == cell.seat)
    if cell.seat in view.revealed:
        known[MARSHAL] = COUNTS[MARSHAL]
    return tuple(
        code
        for code, count in COUNTS.items()
        if known[code] < count
        and (at == cell.origin or code not in STILL)
        and not any(misplaced(cell.seat, cell.origin, code))
    )
