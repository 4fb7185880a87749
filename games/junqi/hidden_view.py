"""A game with hidden pieces as its players see it, and their actions, on any board."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from ..core import Act, Event, IllegalAction, OutOfTurn, Over, Seat, Turn, View
from ..core import Code as Core
from ..quitting import was_broken_off
from . import combat_news
from .board_shape import Ground
from .codes import Code, piece_args
from .hidden import Action, Back, Cell, Deploy, Fallen, Piece, Readied, Strike, place_layout
from .layout import PRESETS, insist, misfits
from .options import Options
from .pieces import COUNTS, FLAG, MARSHAL, STILL, Kind, Move


@dataclass(frozen=True, slots=True)
class HiddenView(View):
    """The view of one seat or a spectator. `board` holds a cell for every point of the board.

    `ready` are the seats that have set up; once all have, play has begun. `ply` counts turns,
    `quiet` those since the last capture, `missed` the turns each seat let go by. `lost` are the
    pieces off the board in order, `revealed` the seats whose flag their Field Marshal's fall has
    shown, `deeds` the deeds of the last turn.
    """

    options: Options
    board: tuple[Cell, ...]
    ready: frozenset[Seat]
    ply: int
    quiet: int
    missed: tuple[int, ...]
    lost: tuple[Fallen, ...]
    revealed: frozenset[Seat]
    deeds: tuple[object, ...]

    @property
    def deploying(self) -> bool:
        """Tell whether the pieces are still being set up."""
        return len(self.ready) < len(self.missed)

    @property
    def number(self) -> int:
        """Count skipped and missed turns too."""
        return self.ply + 1

    @property
    def strike(self) -> Strike | None:
        """Return the last move, if the last turn was one."""
        first = self.deeds[0] if self.deeds else None
        return first if isinstance(first, Strike) else None

    @property
    def arranging(self) -> bool:
        """Tell whether the reader sees the own layout, which can still be changed."""
        own = (isinstance(cell, Piece) and cell.seat == self.seat for cell in self.board)
        return self.free and self.seat is not None and any(own)

    @property
    def exposed_flags(self) -> Iterator[int]:
        """Yield the points of flags that the fall of a Field Marshal has shown."""
        for at, cell in enumerate(self.board):
            if isinstance(cell, Piece) and cell.code == FLAG and cell.seat in self.revealed:
                yield at


V = TypeVar("V", bound=HiddenView)


@dataclass(frozen=True, slots=True)
class Seeing:
    """The actions and the foresight of a view's owner on this ground. `faults` lists the faults of
    a seat's layout of 25 codes, `uncounted` tells of more or fewer."""

    ground: Ground
    faults: Callable[[Seat, str], tuple[Event, ...]]
    uncounted: Code

    def legal(self, view: HiddenView) -> list[Action]:
        """List every move of the view's owner; during the set-up the presets, as suggestions."""
        if not view.acting:
            return []
        if view.deploying:
            return [Deploy(codes) for codes in PRESETS.values()]
        return list(self.ground.actions(view.board, view.seat, locks=view.options.hq_locks))

    def check(self, view: HiddenView, action: Action) -> None:
        """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
        if isinstance(view.turn, Over):
            raise OutOfTurn(Core.ALREADY_OVER)
        seat = view.seat
        if seat is None or not view.acting:
            done = view.deploying and seat in view.ready
            raise OutOfTurn(Code.SET_UP_DONE if done else Core.NOT_YOUR_TURN)
        if not isinstance(action, Deploy):
            if view.deploying:
                raise IllegalAction(Core.SET_UP_FIRST)
            self.ground.check(view.board, seat, action, locks=view.options.hq_locks)
        elif not view.deploying:
            raise IllegalAction(Code.SET_UP_OVER)
        else:
            insist(action.codes, lambda codes: self.faults(seat, codes), self.uncounted)

    def after_setup(self, view: V, codes: str) -> V:
        """Return the owner's view once the owner has set up."""
        seat = owner(view)
        ready, draft = view.ready | {seat}, self.with_draft(view, codes)
        left = frozenset(map(Seat, range(len(view.missed)))) - ready
        turn = Act(left, free=True) if left else Act(frozenset({Seat(0)}))
        return replace(draft, turn=turn, news=(), ready=ready, deeds=(Readied(seat),))

    def with_draft(self, view: V, codes: str) -> V:
        """Return the owner's view with a draft of 25 codes on their points, legal or not."""
        if view.seat is None:
            return view
        return replace(
            view, board=place_layout(view.board, view.seat, self.ground.homes[view.seat], codes)
        )

    def path(self, action: Action) -> tuple[str, ...]:
        """Return origin and target; a layout is picked whole."""
        if isinstance(action, Deploy):
            return (action.codes,)
        return self.ground.names[action.origin], self.ground.names[action.target]

    def hidden_pieces(self, view: HiddenView) -> dict[str, int]:
        """List the pieces of hidden rank by square, each with the number it keeps for life."""
        cells = zip(self.ground.names, view.board, strict=True)
        return {name: cell.origin for name, cell in cells if isinstance(cell, Back)}

    def possible(self, view: HiddenView, square: str) -> tuple[Kind, ...]:
        """List the kinds a hidden piece can be by public knowledge alone.

        That is the point of its set-up, whether it still stands there, how many of each kind are
        known, and whether its seat's Field Marshal has fallen.
        """
        at = self.ground.point(square)
        cell = view.board[at]
        if not isinstance(cell, Back):
            return ()
        pieces = [piece for piece in (*view.board, *view.lost) if isinstance(piece, Piece)]
        known = Counter(piece.code for piece in pieces if piece.seat == cell.seat)
        if cell.seat in view.revealed:
            known[MARSHAL] = COUNTS[MARSHAL]
        place = self.ground.homes[cell.seat].index(cell.origin)
        return tuple(
            code
            for code, count in COUNTS.items()
            if known[code] < count
            and (at == cell.origin or code not in STILL)
            and not any(misfits(code, place))
        )

    def fought(self, then: HiddenView, now: HiddenView) -> tuple[Event, ...]:
        """Tell how a piece of the owner's fared in the last turn of `then`, and the enemy since.
        Both views must be the same owner's, who could note all of it while playing."""
        strike = None if was_broken_off(then.turn) else then.strike
        return combat_news.fought(strike, then.seat, now.board, self.ground.names)


def foresee_move(view: V, action: Move, after: Turn) -> V:
    """Return the view after the owner's move, as far as the owner can foresee it. `after` is the
    turn. The outcome of an attack is hidden: both pieces are shown where they stood."""
    seat = owner(view)
    board = list(view.board)
    mover = board[action.origin]
    code = Code.PLAN_ATTACK if board[action.target] else Code.PLAN_MOVE
    plan = (Event(code, piece_args(mover.code)),) if isinstance(mover, Piece) else ()
    if board[action.target] is None:
        board[action.target], board[action.origin] = mover, None
    deeds, ply = (Strike(seat, action),), view.ply + 1
    return replace(view, turn=after, news=plan, board=tuple(board), ply=ply, deeds=deeds)


def takeback_refusal(view: HiddenView) -> str | None:
    """Return the refusal after a fight, which shows something, a missed turn or a seat going
    out."""
    if any(not isinstance(deed, Strike | Readied) for deed in view.deeds):
        return Core.MISSED_SINCE
    attack = any(event.code == Code.PLAN_ATTACK for event in view.news)
    return Code.CAPTURE_STANDS if attack or (view.strike and view.strike.verdict) else None


def owner(view: View) -> Seat:
    """Return the view's owner. Raises OutOfTurn for a spectator."""
    if view.seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    return view.seat
