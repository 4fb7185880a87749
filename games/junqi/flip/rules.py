"""Flip Junqi: its rules, for those who hold positions, and the view of one."""

from ...core import Seat
from ...quitting import was_broken_off
from .. import codes
from ..referee.rules import junqi_rules
from . import notation, turns, view
from .game import FLIP_JUNQI
from .position import Position, public_board
from .refuge import size
from .view import FlipView


def see(position: Position, seat: Seat | None) -> FlipView:
    """Return the view, which is the same for every seat and for spectators (None)."""
    options, tally = position.options, position.tally
    deeds = () if was_broken_off(position.turn) else position.deeds
    told = [*view.news(deeds, position.colours, options.missed_limit)]
    if position.deeds and not position.end:
        told += codes.warning(codes.Code.QUIET_FLIP, options.no_capture_limit, tally.quiet)
    return FlipView(
        seat,
        position.turn,
        tuple(told),
        options,
        public_board(position.board) or (None,) * size(options),
        position.colours,
        position.alive,
        position.dead,
        tally.ply,
        tally.quiet,
        tally.missed,
        position.deeds,
    )


FLIP_RULES = junqi_rules(
    FLIP_JUNQI,
    notation,
    begun=Position,
    view=see,
    after=lambda position, action, seat: turns.after(position, action),
    lapsed=turns.after_lapse,
    rolled=turns.deal,
)
