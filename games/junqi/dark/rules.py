"""Dark Junqi: its rules, for the referee, and the views of each side."""

from ...core import Seat
from ...quitting import was_broken_off
from ..referee.rules import deeds_as_heard, hidden_rules, view_of
from . import notation, turns, view
from .board import GROUND
from .game import DARK_JUNQI
from .position import Position
from .view import DarkView


def make_view(position: Position, seat: Seat | None, known: frozenset[Seat]) -> DarkView:
    """Return the view of a reader who knows the pieces of these sides."""
    deeds = deeds_as_heard(position.deeds, known, position.shown)
    told = () if was_broken_off(position.turn) else deeds
    news = view.news(told, seat, position.options, 0 if position.open else position.tally.quiet)
    return view_of(DarkView, position, seat, known, news, deeds)


DARK_RULES = hidden_rules(DARK_JUNQI, GROUND, notation, turns, begun=Position, shown=make_view)
