"""What the players of four-player Junqi see and may do; a partner's pieces are hidden as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...core import Act, Event, IllegalAction, OutOfTurn, Over, Seat, View, Word
from ...core import Code as Core
from .. import fates, layout
from ..codes import Code, piece_args, piece_word
from ..hidden import Action, Back, Cell, Deploy, Fallen, Piece, Readied, Strike, laid
from ..options import Options
from ..pieces import COUNTS, FLAG, MARSHAL, STILL, Kind, Move, Verdict
from ..tally import Missed
from .board import CAMPS, GRAPH, HEADQUARTERS, HOMES, NAMES, SEATS, TEAM_OF, actions, partner, point
from .deeds import Deed, Fled, Gone, Out, following

SIDES = tuple(Word(f"junqi.side.{side}") for side in ("south", "west", "north", "east"))
VERDICTS = {
    Verdict.ATTACKER: Code.CLASH_ATTACKER,
    Verdict.DEFENDER: Code.CLASH_DEFENDER,
    Verdict.BOTH: Code.CLASH_BOTH,
}
WARNINGS = (20, 5)
"""How many turns before a draw without captures the players are warned."""


@dataclass(frozen=True, slots=True)
class FourView(View):
    """What one seat or a spectator may know. `board` holds a cell for every point of the board.

    `ready` are the seats that have set up; once all have, play has begun. `ply` counts turns,
    `quiet` those since the last capture, `missed` the turns each seat let go by. `lost` are the
    pieces off the board in order, `revealed` the seats whose flag their Field Marshal's fall has
    shown, `gone` the seats that are out, in order, and why.
    """

    options: Options
    board: tuple[Cell, ...]
    ready: frozenset[Seat]
    ply: int
    quiet: int
    missed: tuple[int, ...]
    lost: tuple[Fallen, ...]
    revealed: frozenset[Seat]
    gone: tuple[Gone, ...]
    deeds: tuple[Deed, ...]

    @property
    def deploying(self) -> bool:
        """Whether the pieces are still being set up."""
        return len(self.ready) < len(SEATS)

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset(seat for seat, _ in self.gone)

    @property
    def number(self) -> int:
        """Skipped and missed turns count too."""
        return self.ply + 1

    @property
    def strike(self) -> Strike | None:
        """The last move, if the last turn was one."""
        first = self.deeds[0] if self.deeds else None
        return first if isinstance(first, Strike) else None


def faults(seat: Seat, codes: str) -> tuple[Event, ...]:
    """Everything that is wrong with a layout of 25 codes."""
    return tuple(layout.point_faults(squares(seat), codes))


def squares(seat: Seat) -> tuple[str, ...]:
    """The names of the 25 points on which a seat sets up, in the order of a layout's text."""
    return tuple(NAMES[at] for at in HOMES[seat])


def legal(view: FourView) -> list[Action]:
    """Every move of the view's owner; during the set-up the presets, as suggestions."""
    if not view.acting:
        return []
    if view.deploying:
        return [Deploy(codes) for codes in layout.PRESETS.values()]
    return list(actions(view.board, view.seat))


def check(view: FourView, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
    if isinstance(view.turn, Over):
        raise OutOfTurn(Core.ALREADY_OVER)
    seat = view.seat
    if seat is None or not view.acting:
        done = view.deploying and seat in view.ready
        raise OutOfTurn(Code.SET_UP_DONE if done else Core.NOT_YOUR_TURN)
    if not isinstance(action, Deploy):
        if view.deploying:
            raise IllegalAction(Code.SET_UP_FIRST)
        _check_move(view, seat, action)
    elif not view.deploying:
        raise IllegalAction(Code.SET_UP_OVER)
    else:
        layout.insist(action.codes, lambda codes: faults(seat, codes), Code.BAD_LAYOUT_FOUR)


def _check_move(view: FourView, seat: Seat, action: Move) -> None:
    origin, target = NAMES[action.origin], NAMES[action.target]
    cell, there = view.board[action.origin], view.board[action.target]
    if cell is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=origin)
    if cell.seat != seat or isinstance(cell, Back):
        raise IllegalAction(Code.NOT_YOURS, square=origin)
    if cell.code in STILL:
        raise IllegalAction(Code.IMMOBILE, name=piece_word(cell.code))
    if action.origin in HEADQUARTERS:
        raise IllegalAction(Code.IN_HEADQUARTERS, square=origin)
    if there is not None and there.seat in TEAM_OF[seat]:
        own = there.seat == seat
        raise IllegalAction(Code.OWN_PIECE if own else Code.PARTNERS_PIECE, square=target)
    if action.target not in GRAPH.reach(view.board, action.origin, cell.code):
        raise IllegalAction(Code.NO_WAY, origin=origin, target=target)
    if there is not None and action.target in CAMPS:
        raise IllegalAction(Code.IN_CAMP, square=target)


def preview(view: FourView, action: Action) -> FourView:
    """The view after the owner's action, as far as the owner can foresee it.

    The outcome of an attack is hidden: both pieces are shown where they stood.
    """
    seat = view.seat
    if seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    if isinstance(action, Deploy):
        ready = view.ready | {seat}
        left = frozenset(SEATS) - ready
        return replace(
            drafted(view, action.codes),
            turn=Act(left, free=True) if left else Act(frozenset({SEATS[0]})),
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
    after = Act(frozenset({following(seat, view.out, view.options)}))
    return replace(
        view,
        turn=Over(TEAM_OF[seat], "flag") if wins else after,
        news=plan,
        board=tuple(board),
        ply=view.ply + 1,
        deeds=(Strike(seat, action),),
    )


def drafted(view: FourView, codes: str) -> FourView:
    """The owner's view with a draft of 25 codes on their points, whether it is legal or not."""
    if view.seat is None:
        return view
    return replace(view, board=laid(view.board, view.seat, HOMES[view.seat], codes))


def news(
    deeds: tuple[Deed, ...], seat: Seat | None, options: Options, quiet: int
) -> Iterator[Event]:
    """What the last turn did, as told to somebody who may know what these deeds show."""
    for deed in deeds:
        side = {"side": SIDES[deed.seat]}
        match deed:
            case Readied():
                yield Event(Code.READY, side)
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                yield Event(code, {**side, "n": deed.count, "limit": options.missed_limit})
            case Strike():
                yield from _told(deed, seat)
            case Out(reason="missed_turns"):
                n = deed.timed + deed.skipped
                counts = {"n": n, "timed": deed.timed, "skipped": deed.skipped}
                yield Event(Code.OUT_MISSED, {**side, **counts})
            case Out():
                yield Event(Code.OUT, {**side, "why": Word(f"junqi.why.{deed.reason}")})
            case Fled():
                yield Event(Code.FLED, side)
    yield from _warned(deeds, options.no_capture_limit, quiet)


def _told(deed: Strike, seat: Seat | None) -> Iterator[Event]:
    if deed.verdict is None:
        return
    met = {piece.seat for piece in (*deed.fell, deed.stayed) if piece} - {deed.seat}
    sides = {"side": SIDES[deed.seat], "of": SIDES[min(met, default=deed.seat)]}
    where = {"square": NAMES[deed.move.target]}
    plain = Event(VERDICTS[deed.verdict], {**sides, **where})
    yield from fates.told(deed, seat, plain, NAMES, SIDES)


def _warned(deeds: tuple[Deed, ...], limit: int, quiet: int) -> Iterator[Event]:
    """The warning that a draw without captures is near; a turn may also bring skipped ones."""
    turns = sum(isinstance(deed, Strike | Missed) for deed in deeds)
    for left in WARNINGS:
        if quiet < limit and quiet - turns < limit - left <= quiet:
            yield Event(Code.QUIET, {"n": limit - quiet})


def fought(then: FourView, now: FourView) -> tuple[Event, ...]:
    """How a piece of the owner's fared in the last turn of `then`, and what became of the enemy."""
    return fates.fought(then.strike, then.seat, now.board, NAMES)


def weight(view: FourView, action: Action) -> int:
    """2 for taking the last flag of the others, if it is known, 1 for any other attack."""
    if isinstance(action, Deploy):
        return 0
    there = view.board[action.target]
    if there is None:
        return 0
    flag = isinstance(there, Piece) and there.code == FLAG
    alone = partner(there.seat) in view.out and there.seat not in view.out
    return 2 if flag and alone else 1


def takeback_refusal(view: FourView) -> str | None:
    """A fight shows something; a seat has missed a turn, or gone out."""
    if any(isinstance(deed, Missed | Out) for deed in view.deeds):
        return Core.MISSED_SINCE
    planned = any(event.code == Code.PLAN_ATTACK for event in view.news)
    return Code.CAPTURE_STANDS if planned or (view.strike and view.strike.verdict) else None


def path(action: Action) -> tuple[str, ...]:
    """From where, to where; a layout is picked whole."""
    if isinstance(action, Deploy):
        return (action.codes,)
    return NAMES[action.origin], NAMES[action.target]


def hidden(view: FourView) -> dict[str, int]:
    """The pieces whose rank the reader cannot see, by square, each with its number for life."""
    return {NAMES[at]: cell.origin for at, cell in enumerate(view.board) if isinstance(cell, Back)}


def possible(view: FourView, square: str) -> tuple[Kind, ...]:
    """What the hidden piece on a square can be, by what everybody knows and by nothing else.

    That is where it was set up, whether it stands there still, how many of each kind are known,
    and whether its seat's Field Marshal has fallen.
    """
    at = point(square)
    cell = view.board[at]
    if not isinstance(cell, Back):
        return ()
    pieces = (*view.board, *view.lost)
    known = Counter(one.code for one in pieces if isinstance(one, Piece) and one.seat == cell.seat)
    if cell.seat in view.revealed:
        known[MARSHAL] = COUNTS[MARSHAL]
    place = HOMES[cell.seat].index(cell.origin)
    return tuple(
        code
        for code, count in COUNTS.items()
        if known[code] < count
        and (at == cell.origin or code not in STILL)
        and not any(layout.misfits(code, place))
    )
