"""Four-player Junqi: its rules, for the referee, and the views of each seat."""

from dataclasses import replace

from ...core import Code, IllegalAction, Seat
from ...quitting import BY_ALL, quitting, was_broken_off
from ..codes import Code as Junqi
from ..referee.rules import deeds_as_heard, hidden_rules, view_of
from . import notation, turns, view
from .board import GROUND
from .game import FOUR_JUNQI
from .position import Position
from .view import FourView


def make_view(position: Position, seat: Seat | None, known: frozenset[Seat]) -> FourView:
    """Return the view of a reader who knows the pieces of these seats."""
    deeds = deeds_as_heard(position.deeds, known, position.shown)
    told = () if was_broken_off(position.turn, BY_ALL) else deeds  # who goes out is news itself
    news = view.news(told, seat, position.options, 0 if position.open else position.tally.quiet)
    return view_of(FourView, position, seat, known, news, deeds, position.gone)


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
        return turns.end_after_escape(position, seat)
    if early:
        raise IllegalAction(Junqi.TOO_EARLY, n=position.options.resign_min_ply - position.tally.ply)
    return turns.after_resignation(position, seat)


_RULES = replace(
    hidden_rules(FOUR_JUNQI, GROUND, notation, turns, begun=Position, shown=make_view),
    forfeit=forfeit,
)
FIRST = replace(
    _RULES,
    game=replace(FOUR_JUNQI, info=replace(FOUR_JUNQI.info, version=1)),
    initial=lambda variant: Position(notation.read_first(variant)),
    load=lambda text: notation.load(text, notation.read_first),
)
"""Version 1, where with `no_move=lose` a seat that cannot move goes out only in its own turn."""
FOUR_RULES = replace(_RULES, earlier={1: FIRST})
