"""Murus Gallicus: the state of a game and what changes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..core import Act, Code, GameError, NotationError, OutOfTurn, Over, Rules, Seat, Turn
from ..quitting import lapsing, quitting
from ..submission import excerpt
from . import notation, view
from .board import (
    CATAPULT,
    EMPTY,
    GAULS,
    ROMANS,
    SECOND_ROW,
    START,
    TOWER,
    Action,
    Board,
    Move,
    Sign,
    Variant,
    height,
    other,
    owner,
    stack,
    stones,
)
from .game import MURUS
from .view import MurusView

TURNS = (Act(frozenset({ROMANS})), Act(frozenset({GAULS})))
REPETITIONS = 3
_POSITION = re.compile(
    r"(?P<variant>[a-z+]+) (?P<board>[.WTCwtc/]+) (?P<ply>[0-9]{1,6})"
    r" (?P<end>-|[a-z_]+:[01]?)(?P<line>( [a-h1-7x*,-]+)*)"
)


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A position with what the repetition rule needs.

    `line` holds the actions since stones last left the board, that action included; `past` the
    boards before this one in which the present position could still recur, oldest first.
    """

    variant: Variant
    board: Board
    ply: int
    line: tuple[Action, ...]
    past: tuple[Board, ...]
    end: Over | None

    @property
    def to_move(self) -> Seat:
        return Seat(self.ply % 2)

    @property
    def times(self) -> int:
        """How often this position has stood with this side to move, now included."""
        return 1 + self.past[-2::-2].count(self.board)


def irreversible(action: Action) -> bool:
    """Whether no earlier position can come again after this action."""
    return not isinstance(action, Move) or action.sign is not Sign.TO


def initial(variant: str) -> State:
    return State(notation.read_variant(variant), START, 0, (), (), None)


def turn(state: State) -> Turn:
    return state.end or TURNS[state.ply % 2]


def see(state: State, seat: Seat | None) -> MurusView:
    last = state.line[-1] if state.line else None
    times = state.times
    news = view.news(state.board, other(state.to_move), last, state.variant, times)
    return MurusView(seat, turn(state), news, state.board, state.variant, state.ply, last, times)


def apply(state: State, seat: Seat, action: Action) -> State:
    view.check(see(state, seat), action)
    board = view.moved(state.board, seat, action)
    kept = not irreversible(action)
    line = (*state.line, action) if kept else (action,)
    past = (*state.past, state.board) if kept else ()
    return _settled(State(state.variant, board, state.ply + 1, line, past, None))


def roll(state: State, faces: tuple[int, ...]) -> State:
    raise OutOfTurn(Code.ALREADY_OVER if state.end else Code.NOT_YOUR_TURN)


def lapse(state: State, seat: Seat) -> State:
    return replace(state, end=lapsing(MURUS.info, turn(state), seat))


def forfeit(state: State, seats: frozenset[Seat], reason: str) -> State:
    return replace(state, end=quitting(MURUS.info, turn(state), seats, reason))


def dump(state: State) -> str:
    """`variant board plies end actions…`; the end is "-", or reason and winner: `resign:1`."""
    end = "-"
    if state.end:
        end = state.end.reason + ":" + "".join(map(str, state.end.winners))
    line = [notation.format_action(action) for action in state.line]
    board = notation.format_board(state.board)
    return " ".join([state.variant.text, board, str(state.ply), end, *line])


def load(text: str) -> State:
    match = _POSITION.fullmatch(text)
    if not match:
        raise NotationError(Code.BAD_POSITION, text=excerpt(text))
    variant = notation.read_variant(match["variant"])
    board, ply = notation.read_board(match["board"]), int(match["ply"])
    if not _possible(variant, board, ply):
        raise NotationError(Code.BAD_POSITION, text=excerpt(match["board"]))
    bare = MurusView(None, TURNS[ply % 2], (), board, variant, ply, None, 1)
    line = tuple(notation.parse(bare, action) for action in match["line"].split())
    past = _retraced(variant, board, ply, line)
    return _settled(State(variant, board, ply, line, past, _read_end(match["end"])))


def _settled(state: State) -> State:
    """The same position, with its end where the rules or the third repetition make one."""
    if state.end:
        return state
    end = view.ended(state.board, state.to_move, state.variant, state.ply)
    if end is None and state.times >= REPETITIONS:
        end = Over(frozenset(), "repetition")
    return replace(state, end=end)


def _read_end(text: str) -> Over | None:
    reason, _, winners = text.partition(":")
    return None if text == "-" else Over(frozenset(Seat(int(seat)) for seat in winners), reason)


def _possible(variant: Variant, board: Board, ply: int) -> bool:
    """Whether stones and heights fit the variant, and rows await their set-up turn untouched."""
    highest = CATAPULT if variant.advanced else TOWER
    if max(map(height, board)) > highest or max(stones(board, ROMANS), stones(board, GAULS)) > 16:
        return False
    untouched = slice(SECOND_ROW[GAULS].start * ply, None)
    return not view.redistributing(variant, ply) or board[untouched] == START[untouched]


def _retraced(
    variant: Variant, board: Board, ply: int, line: tuple[Action, ...]
) -> tuple[Board, ...]:
    """The boards the actions of the line led through, each of them checked; oldest first."""
    past: list[Board] = []
    for back, action in enumerate(reversed(line), start=1):
        if irreversible(action):
            if back < len(line):
                raise NotationError(Code.BAD_POSITION, text=notation.format_action(action))
            break
        board = _unmoved(variant, board, ply - back, action)
        past.append(board)
    return tuple(reversed(past))


def _unmoved(variant: Variant, board: Board, ply: int, action: Action) -> Board:
    """The board before a distribution, or before a shot at an empty square, of turn `ply`."""
    refused = NotationError(Code.BAD_POSITION, text=notation.format_action(action))
    if not isinstance(action, Move) or ply < 0:
        raise refused
    seat = Seat(ply % 2)
    spread = board[action.origin] == EMPTY
    near = (action.origin + action.target) // 2
    before = bytearray(board)
    for square in (near, action.target) if spread else (action.target,):
        if owner(board[square]) != seat:
            raise refused
        before[square] = stack(seat, height(board[square]) - 1)
    before[action.origin] = stack(seat, TOWER if spread else CATAPULT)
    restored = bytes(before)
    try:
        view.check(MurusView(seat, TURNS[seat], (), restored, variant, ply, None, 1), action)
    except GameError:
        raise refused from None
    if view.moved(restored, seat, action) != board:
        raise refused
    return restored


MURUS_RULES = Rules(
    game=MURUS,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=dump,
    load=load,
)
