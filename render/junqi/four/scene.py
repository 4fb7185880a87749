"""The picture of four-player Junqi for a seat or a spectator, and of the reader's set-up."""

from games.core import Event, Over, Seat
from games.junqi.four import notation
from games.junqi.four.view import SIDES, FourView
from games.junqi.hidden import Piece

from ...frame import Footer, Wording, lines_under, only_you, result
from ...look import Look
from ...scene import Run, Scene
from ...theme import TOKENS
from ..footer import last_turn, later, picking, small
from .ending import plates
from .ground import floor
from .panels import panels, strip
from .pieces import chip
from .plan import Plan
from .points import points
from .setup import setup_scene


def scene(view: FourView, look: Look) -> Scene:
    """Draw the whole cross, the reader's own seat or `look.below` at the bottom; or a part of it.

    That is the reader's own zone while it is set up, or a quarter with the centre, enlarged.
    """
    if view.free and view.seat is not None and _own(view):
        return setup_scene(view, look, Plan(view.seat, zone=True))
    plan = Plan(Seat(look.below % 4), zoom=None if look.zoom is None else Seat(look.zoom % 4))
    boxes, words = panels(view, look, plan) if plan.zoom is None else strip(view, look, plan)
    plates_, ended = plates(view, look, plan)
    chips, sentences = lines_under(plan.rule, look.theme, _lines(view, look))
    return Scene(
        f"junqi-four-{look.theme}",
        floor(look.theme, plan),
        (*boxes, *points(view, look, plan), *plates_, *chips),
        (*words, *ended, *sentences),
    )


def _own(view: FourView) -> bool:
    return any(isinstance(cell, Piece) and cell.seat == view.seat for cell in view.board)


def _lines(view: FourView, look: Look) -> tuple[Footer, ...]:
    """Write the last turn, then what it has made known; at the end the result comes first."""
    tokens = TOKENS[look.theme]
    last = notation.last(view)
    sign = chip(look.theme, last[0]) if last else None
    begins = Event("frame.begins", {"side": SIDES[0]})
    ended = isinstance(view.turn, Over)
    number = view.ply if ended else view.number
    counted = look.words("frame.turns" if ended else "junqi-four.turn_number", n=number)
    if isinstance(view.turn, Over) and not look.preview:
        under = Footer(last_turn(view, look, last, begins, 22), (Run(counted, 22, tokens.ink2),))
        return Footer(result(view.turn, look, SIDES)), under
    limit = view.options.no_capture_limit
    counts = limit and not view.deploying
    event = Event("junqi.quiet_for", {"n": view.quiet, "limit": limit}) if counts else None
    quiet = small(look, event)
    if look.picked:
        return Footer(picking(look, further=True)), Footer((quiet,), only_you(look))
    begins = Event("junqi.all_set_up") if view.deploying else begins
    second = later(view, look, SIDES, moved=last is not None) or ((Run(counted, 22, tokens.ink2),),)
    choice: Wording = ()
    if look.preview:
        choice = (Run(look.words("frame.preview"), 24, tokens.pick, "Bold"),)
    return (
        Footer(last_turn(view, look, last, begins, 25), choice, sign),
        Footer(second, only_you(look) or quiet),
    )
