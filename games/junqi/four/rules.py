"""Four-player Junqi: its rules, for the referee, and the views of each seat."""

from __future__ import annotations

from dataclasses import replace

from ...core import Code, IllegalAction, OutOfTurn, Rules, Seat, Turn
from ...quitting import BY_ALL, broken_off, check_lapse, quitting
from ..codes import Code as Junqi
from ..hidden import Action, Deploy, Strike, covered, retold
from . import notation, turns, view
from .board import TEAM_OF
from .game import FOUR_JUNQI
from .position import Position
from .view import FourView


def initial(variant: str) -> Position:
    return Position(notation.read_variant(variant))


def turn(position: Position) -> Turn:
    return position.turn


def see(position: Position, seat: Seat | None) -> FourView:
    """Return the view of one seat, or of a spectator (None); after the end, everything. A match
    that ends before all are ready shows no layout, for others have none to show."""
    return _shown(position, seat, sight(position, seat))


def opened(position: Position) -> FourView:
    """Return the view of a spectator who knows every piece, once all have set up."""
    return _shown(position, None, frozenset() if position.deploying else FOUR_JUNQI.info.everybody)


def _shown(position: Position, seat: Seat | None, known: frozenset[Seat]) -> FourView:
    """Return the view of a reader who knows the pieces of these seats."""
    tally, over = position.tally, position.end is not None and not position.deploying
    deeds = tuple(
        retold(deed, known, position.shown) if isinstance(deed, Strike) else deed
        for deed in position.deeds
    )
    told = () if broken_off(position.turn, BY_ALL) else deeds  # who goes out is news itself
    return FourView(
        seat,
        position.turn,
        tuple(view.news(told, seat, position.options, 0 if over else tally.quiet)),
        position.options,
        tuple(covered(position.board, known, position.shown)),
        position.ready,
        tally.ply,
        tally.quiet,
        tally.missed,
        tuple(filter(None, covered(position.lost, known, position.shown))),
        position.revealed,
        deeds,
        position.gone,
    )


def sight(position: Position, seat: Seat | None) -> frozenset[Seat]:
    """Return the seats whose pieces a viewer knows; during the set-up only the viewer's own."""
    if position.deploying:
        return frozenset() if seat is None else frozenset({seat})
    if position.end or position.options.sight == "all":
        return FOUR_JUNQI.info.everybody
    if seat is None:
        return frozenset()
    return TEAM_OF[seat] if position.options.sight == "partner" else frozenset({seat})


def apply(position: Position, seat: Seat, action: Action) -> Position:
    view.check(see(position, seat), action)
    if isinstance(action, Deploy):
        return turns.deployed(position, seat, action.codes)
    return turns.after(position, action)


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    raise OutOfTurn(Code.ALREADY_OVER if position.end else Code.NOT_YOUR_TURN)


def lapse(position: Position, seat: Seat) -> Position:
    check_lapse(position.turn, seat)
    return turns.lapsed(position, seat)


def forfeit(position: Position, seats: frozenset[Seat], reason: str) -> Position:
    """Let one seat resign or escape, or all together end the match (section 5)."""
    info = FOUR_JUNQI.info
    end = quitting(info, position.turn, seats, reason)
    early = position.tally.ply < position.options.resign_min_ply
    if seats == info.everybody:
        if reason == "cancelled" and not early and not position.deploying:
            raise IllegalAction(Junqi.TOO_LATE, n=position.options.resign_min_ply)
        return replace(position, end=end)
    seat = min(seats)
    if len(seats) > 1:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
    if seat in position.out:
        raise IllegalAction(Junqi.IS_OUT, side=view.SIDES[seat])
    if reason == "escape":
        return turns.fled(position, seat)
    if early:
        raise IllegalAction(
            Junqi.TOO_EARLY_FOUR, n=position.options.resign_min_ply - position.tally.ply
        )
    return turns.resigned(position, seat)


def initial_first(variant: str) -> Position:
    """Return the state before the first turn of a match of version 1."""
    return Position(notation.read_first(variant))


def load_first(text: str) -> Position:
    """Return the state of a line of version 1. Raises NotationError."""
    return notation.load(text, notation.read_first)


_RULES = Rules(
    game=FOUR_JUNQI,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=notation.dump,
    load=notation.load,
    opened=opened,
)
FIRST = replace(
    _RULES,
    game=replace(FOUR_JUNQI, info=replace(FOUR_JUNQI.info, version=1)),
    initial=initial_first,
    load=load_first,
)
"""Version 1, where with `no_move=lose` a seat that cannot move goes out only in its own turn."""
FOUR_RULES = replace(_RULES, earlier={1: FIRST})
