"""Dark Junqi: the secret state, and the referee who resolves what happens in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ...core import (
    Act,
    IllegalAction,
    OutOfTurn,
    Over,
    Rules,
    Seat,
    Turn,
)
from ...core import Code as Core
from ..board import BOMB, FLAG, GRID, MARSHAL, MINE, SEATS, SET, STILL, Verdict, clash
from ..codes import Code
from ..options import Options
from ..turns import (
    Missed,
    Missing,
    Move,
    check_lapse,
    eliminated,
    forgiven,
    given_up,
    one_more,
    other,
    too_long,
    too_many,
)
from ..writing import (
    NOTHING,
    bad,
    counted,
    end_text,
    read_end,
    read_missed,
    read_seats,
    seats_text,
)
from . import notation, view
from .game import DARK_JUNQI
from .view import (
    Action,
    Back,
    DarkView,
    Deed,
    Deploy,
    Piece,
    Readied,
    Strike,
    lay,
)

Board: TypeAlias = tuple[Piece | None, ...]

BACKS = tuple(tuple(Back(seat, origin) for origin in range(len(GRID))) for seat in SEATS)
DUMPED = 12
"""The parts of a position on one line."""
TURNS = tuple(Act(frozenset({seat})) for seat in SEATS)


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """Everything, ranks included. `shown` are the origins of the pieces whose rank is public."""

    options: Options
    board: Board = (None,) * len(GRID)
    mover: Seat = SEATS[0]
    ready: frozenset[Seat] = frozenset()
    ply: int = 0
    quiet: int = 0
    missed: tuple[int, ...] = (0, 0)
    lost: tuple[Piece, ...] = ()
    shown: frozenset[int] = frozenset()
    revealed: frozenset[Seat] = frozenset()
    deeds: tuple[Deed, ...] = ()
    end: Over | None = None


def initial(variant: str) -> State:
    return State(notation.read_options(variant))


def turn(state: State) -> Turn:
    if state.end:
        return state.end
    if len(state.ready) < len(SEATS):
        return Act(frozenset(SEATS) - state.ready, free=True)
    return TURNS[state.mover]


def see(state: State, seat: Seat | None) -> DarkView:
    open_ = state.end is not None
    deeds = state.deeds if open_ else tuple(_seen(state, seat, deed) for deed in state.deeds)
    return DarkView(
        seat,
        turn(state),
        tuple(view.news(deeds, seat, state.options, 0 if open_ else state.quiet)),
        state.options,
        state.board if open_ else tuple(_hidden(state, seat, state.board)),
        state.ready,
        state.ply,
        state.quiet,
        state.missed,
        state.lost if open_ else tuple(filter(None, _hidden(state, seat, state.lost))),
        state.revealed,
        deeds,
    )


def apply(state: State, seat: Seat, action: Action) -> State:
    view.check(see(state, seat), action)
    if isinstance(action, Deploy):
        board: list[Any] = list(state.board)
        lay(board, seat, action.codes)
        ready = state.ready | {seat}
        return replace(state, board=tuple(board), ready=ready, deeds=(Readied(seat),))
    return moved(state, seat, action)


def roll(state: State, faces: tuple[int, ...]) -> State:
    raise OutOfTurn(Core.ALREADY_OVER if state.end else Core.NOT_YOUR_TURN)


def lapse(state: State, seat: Seat) -> State:
    check_lapse(turn(state), seat)
    if len(state.ready) < len(SEATS):
        return replace(state, end=Over(frozenset({other(seat)}), "time"))
    state = replace(state, quiet=state.quiet + 1, deeds=())
    return _settled(_missed(state, seat, "time"))


def forfeit(state: State, seats: frozenset[Seat], reason: str) -> State:
    end = given_up(DARK_JUNQI.info, turn(state), state.options, state.ply, seats, reason)
    return replace(state, end=end)


def dump(state: State) -> str:
    return " ".join(
        (
            state.options.text.replace(" ", "+"),
            str(state.mover),
            str(state.ply),
            str(state.quiet),
            ",".join(map(str, state.missed)),
            seats_text(state.ready),
            seats_text(state.revealed),
            ",".join(GRID.names[origin] for origin in sorted(state.shown)) or NOTHING,
            notation.board_text(state.board),
            notation.pieces_text(state.lost),
            notation.deeds_text(state.deeds),
            end_text(state.end),
        )
    )


def load(text: str) -> State:
    parts = text.split()
    if len(parts) != DUMPED or parts[1] not in ("0", "1"):
        raise bad(text)
    state = State(
        options=notation.read_options(parts[0]),
        mover=Seat(int(parts[1])),
        ply=counted(parts[2]),
        quiet=counted(parts[3]),
        missed=read_missed(parts[4]),
        ready=read_seats(parts[5]),
        revealed=read_seats(parts[6]),
        shown=frozenset(map(GRID.square, re.findall(r"[a-z]\d+", parts[7]))),
        board=notation.read_board(parts[8]),
        lost=notation.read_pieces(parts[9]),
        deeds=notation.read_deeds(parts[10]),
        end=read_end(parts[11]),
    )
    if not _possible(state):
        raise bad(text)
    return state


def _possible(state: State) -> bool:
    """Whether no side has more pieces than a set; which they are, a position is free to say."""
    pieces = [piece for piece in (*state.board, *state.lost) if piece]
    if any(count > len(SET) for count in Counter(piece.seat for piece in pieces).values()):
        return False
    if len({piece.origin for piece in pieces}) < len(pieces):
        return False
    if state.ready != frozenset(SEATS):
        done = {piece.seat for piece in pieces}
        return state.ply == 0 and not state.lost and done == state.ready
    return True


def _hidden(
    state: State, seat: Seat | None, pieces: Iterable[Piece | None]
) -> Iterator[Piece | Back | None]:
    """Pieces as one side may see them: others' as backs, unless their rank is public."""
    shown = state.shown
    for piece in pieces:
        if piece is None or piece.seat == seat or piece.origin in shown:
            yield piece
        else:
            yield BACKS[piece.seat][piece.origin]


def _seen(state: State, seat: Seat | None, deed: Deed) -> Deed:
    """What somebody did, without what one side may not know of it."""
    if not isinstance(deed, Strike) or deed.verdict is None:
        return deed
    fell = tuple(piece for piece in _hidden(state, seat, _whole(deed.fell)) if piece)
    stayed = next(_hidden(state, seat, _whole((deed.stayed,))), None)
    return replace(deed, fell=fell, stayed=stayed)


def _whole(pieces: Iterable[Piece | Back | None]) -> Iterator[Piece | None]:
    return (piece if isinstance(piece, Piece) else None for piece in pieces)


def moved(state: State, seat: Seat, move: Move) -> State:
    """The state after a legal move and all that follows from it."""
    return _settled(_moved(state, seat, move))


def _moved(state: State, seat: Seat, move: Move) -> State:
    """The state after a legal move and the combat it may bring; the turn is counted."""
    board = list(state.board)
    attacker, defender = board[move.origin], board[move.target]
    if attacker is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=GRID.names[move.origin])
    board[move.origin] = None
    missed = forgiven(state.missed, seat, state.options)
    turned = replace(state, mover=other(seat), ply=state.ply + 1, missed=missed)
    if defender is None:
        board[move.target] = attacker
        deeds = (Strike(seat, move),)
        return replace(turned, board=tuple(board), quiet=state.quiet + 1, deeds=deeds)
    verdict = _verdict(state, attacker, defender)
    board[move.target] = {
        Verdict.ATTACKER: attacker,
        Verdict.DEFENDER: defender,
        Verdict.BOTH: None,
    }[verdict]
    fell = tuple(piece for piece in (attacker, defender) if piece is not board[move.target])
    return _announced(replace(turned, board=tuple(board)), move, verdict, fell, defender)


def _verdict(state: State, attacker: Piece, defender: Piece) -> Verdict:
    """Who remains, by section 4 and the options on mines, bombs and flags.

    Where an option protects the flag, what strikes it is lost as at a mine: a refusal would tell
    the attacker what stands there.
    """
    options = state.options
    verdict = clash(attacker.code, defender.code)
    if defender.code == FLAG:
        undug = any(
            piece and piece.seat == defender.seat and piece.code == MINE for piece in state.board
        )
        if options.dark_flag_needs_mines_dug and undug:
            return Verdict.DEFENDER
        if attacker.code == BOMB and not options.bomb_takes_flag:
            return Verdict.DEFENDER
    if defender.code == MINE and verdict is Verdict.DEFENDER:
        known = defender.origin in state.shown
        if options.mine_vs_attacker == "both" or (options.mine_vs_attacker == "reveal" and known):
            return Verdict.BOTH
    return verdict


def _announced(
    state: State, move: Move, verdict: Verdict, fell: tuple[Piece, ...], defender: Piece
) -> State:
    """The state after a combat, with what the referee makes public and whether a flag has fallen.

    `state` is already turned over to the next side.
    """
    options, seat, stayed = state.options, other(state.mover), state.board[move.target]
    shown = set(state.shown)
    if options.combat_disclosure != "result":
        shown.update(piece.origin for piece in fell)
    if stayed and (
        options.combat_disclosure == "both"
        or (options.mine_vs_attacker == "reveal" and stayed.code == MINE and stayed is defender)
    ):
        shown.add(stayed.origin)
    exposed = []
    for piece in fell:
        if piece.code == MARSHAL and options.commander_reveals_flag:
            flags = _standing(state.board, piece.seat, FLAG)
            exposed += [(piece.seat, square) for square in flags]
            shown.update(flag.origin for square in flags if (flag := state.board[square]))
    end = state.end
    if any(piece.code == FLAG for piece in fell):
        end = Over(frozenset({seat}), "flag")
    strike = Strike(seat, move, verdict, fell, stayed, tuple(exposed))
    return replace(
        state,
        quiet=0,
        lost=(*state.lost, *fell),
        shown=frozenset(shown),
        revealed=state.revealed | {side for side, _ in exposed},
        deeds=(strike,),
        end=end,
    )


def _standing(board: Board, seat: Seat, code: str) -> list[int]:
    """Where a side's pieces of a kind stand."""
    return [
        square
        for square, piece in enumerate(board)
        if piece and piece.seat == seat and piece.code == code
    ]


def _missed(state: State, seat: Seat, kind: Missing) -> State:
    """A turn of this seat goes by; the last one it may miss loses."""
    missed = one_more(state.missed, seat)
    return replace(
        state,
        mover=other(seat),
        ply=state.ply + 1,
        missed=missed,
        deeds=(*state.deeds, Missed(seat, kind, missed[seat])),
        end=too_many(missed, seat, state.options),
    )


def _settled(state: State) -> State:
    """The state once the referee has looked for an end and passed over who cannot move (A5)."""
    if state.end:
        return state
    able = frozenset(seat for seat in SEATS if _able(state.board, seat))
    if end := eliminated(able, other(state.mover), state.options):
        return replace(state, end=end)
    while not state.end:
        options = state.options
        if end := too_long(options, state.quiet, state.ply):
            return replace(state, end=end)
        if _mobile(state, state.mover):
            return state
        if not _mobile(state, other(state.mover)):
            return replace(state, end=Over(frozenset(), "deadlock"))
        if options.no_move == "lose":
            return replace(state, end=Over(frozenset({other(state.mover)}), "no_moves"))
        state = _missed(replace(state, quiet=state.quiet + 1), state.mover, "stuck")
    return state


def _able(board: Board, seat: Seat) -> bool:
    """Whether a side has anything left but mines and its flag."""
    return any(piece and piece.seat == seat and piece.code not in STILL for piece in board)


def _mobile(state: State, seat: Seat) -> bool:
    return next(view.moves(state.board, seat, state.options), None) is not None


DARK_RULES = Rules(
    game=DARK_JUNQI,
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
