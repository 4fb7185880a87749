"""Murus Gallicus: the state of a game and what changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core import (
    Act,
    Code,
    IllegalAction,
    Info,
    NotationError,
    OutOfTurn,
    Over,
    Seat,
    Turn,
    excerpt,
)
from . import notation, view
from .board import START, TOWER, VARIANTS, Action, Board, Move, Sign, Variant, height, other, stack
from .view import MurusView

TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
REPETITIONS = 3


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


class Murus:
    """The rules of Murus Gallicus as the contract wants them; see games.core.Game."""

    info = Info(
        id="murus",
        version=1,
        seats=2,
        variants=tuple(VARIANTS),
        designer="Phil Leduc",
        source="Phil Leduc's rules of 2009; draws by repetition are a house rule",
    )
    legal = staticmethod(view.legal)
    check = staticmethod(view.check)
    preview = staticmethod(view.preview)
    weight = staticmethod(view.weight)
    path = staticmethod(view.path)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format_action)
    last = staticmethod(notation.last)
    cells = staticmethod(notation.cells)
    diagram = staticmethod(notation.diagram)

    def initial(self, variant: str) -> State:
        return State(notation.read_variant(variant), START, 0, (), (), None)

    def turn(self, state: State) -> Turn:
        return state.end or TURNS[state.ply % 2]

    def view(self, state: State, seat: Seat | None) -> MurusView:
        last = state.line[-1] if state.line else None
        times = state.times
        news = view.news(state.board, other(state.to_move), last, state.variant, times)
        return MurusView(
            seat, self.turn(state), news, state.board, state.variant, state.ply, last, times
        )

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        self.check(self.view(state, seat), action)
        board = view.moved(state.board, seat, action)
        kept = not irreversible(action)
        line = (*state.line, action) if kept else (action,)
        past = (*state.past, state.board) if kept else ()
        ply = state.ply + 1
        end = view.ended(board, other(seat), state.variant, ply)
        after = State(state.variant, board, ply, line, past, end)
        if end is None and after.times >= REPETITIONS:
            end = Over(frozenset(), "repetition")
            after = State(state.variant, board, ply, line, past, end)
        return after

    def roll(self, state: State, faces: tuple[int, ...]) -> State:
        raise OutOfTurn(Code.NOT_YOUR_TURN)

    def lapse(self, state: State, seat: Seat) -> State:
        return self.forfeit(state, frozenset({seat}), "time")

    def forfeit(self, state: State, seats: frozenset[Seat], reason: str) -> State:
        if state.end:
            raise OutOfTurn(Code.ALREADY_OVER)
        if not seats or not seats <= {0, 1}:
            raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
        winners = frozenset({Seat(0), Seat(1)}) - seats
        return State(
            state.variant, state.board, state.ply, state.line, state.past, Over(winners, reason)
        )

    def facts(self, view: MurusView) -> dict[str, Any]:
        return {"ply": view.ply, "variant": view.variant.text, "times": view.times}

    def dump(self, state: State) -> str:
        """`variant board plies end actions…`; the end is "-", or reason and winner: `resign:1`."""
        end = "-"
        if state.end:
            end = state.end.reason + ":" + "".join(map(str, state.end.winners))
        line = [notation.format_action(action) for action in state.line]
        board = notation.format_board(state.board)
        return " ".join([state.variant.text, board, str(state.ply), end, *line])

    def load(self, text: str) -> State:
        try:
            variant_text, board_text, ply_text, end_text, *written = text.split()
            ply = int(ply_text)
        except ValueError:
            raise NotationError(Code.BAD_POSITION, text=excerpt(text)) from None
        variant = notation.read_variant(variant_text)
        board = notation.read_board(board_text)
        end = _read_end(end_text)
        seat = Seat(ply % 2)
        bare = MurusView(None, TURNS[seat], (), board, variant, ply, None, 1)
        line = tuple(notation.parse(bare, action) for action in written)
        past: list[Board] = []
        for action in reversed(line):
            if irreversible(action):
                break
            seat = other(seat)
            before = _unmoved(past[-1] if past else board, seat, action)
            past.append(before)
        return State(variant, board, ply, line, tuple(reversed(past)), end)


def _read_end(text: str) -> Over | None:
    if text == "-":
        return None
    reason, _, winners = text.partition(":")
    if not reason.isidentifier() or winners not in ("", "0", "1"):
        raise NotationError(Code.BAD_POSITION, text=excerpt(text))
    return Over(frozenset(Seat(int(winner)) for winner in winners), reason)


def _unmoved(board: Board, seat: Seat, action: Action) -> Board:
    """The board before a distribution, or before a shot at an empty square."""
    if not isinstance(action, Move):
        raise NotationError(Code.BAD_POSITION, text=notation.format_action(action))
    before = bytearray(board)
    spread = height(board[action.origin]) == 0
    taken = ((action.origin + action.target) // 2, action.target) if spread else (action.target,)
    for square in taken:
        if height(board[square]) == 0:
            raise NotationError(Code.BAD_POSITION, text=notation.format_action(action))
        before[square] = stack(seat, height(board[square]) - 1)
    before[action.origin] = stack(seat, TOWER) if spread else board[action.origin] + 1
    return bytes(before)


MURUS = Murus()
