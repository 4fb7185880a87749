"""The picture of four-player Junqi for a seat or a spectator, and of the reader's set-up."""

from functools import lru_cache

from games.core import Event, Over, Seat
from games.junqi.four import notation
from games.junqi.four.board import GROUND, NAMES
from games.junqi.four.view import SIDES, FourView, faults
from games.junqi.hidden import Piece

from ... import marks
from ...frame import WIDTH, Footer, Wording, footer, name_of, only_you, ordinal, prompt, result
from ...look import Look, Theme
from ...painting.lettering import shown_name
from ...scene import Box, Run, Scene, Shape, Stamp, Stroke, Text, Tile, compose
from ...theme import TOKENS
from ..footer import advice, last_turn, later, quiet_for, small
from .ground import floor
from .panels import header, panels, strip
from .pieces import chip, tile
from .plan import Plan
from .points import points


def scene(view: FourView, look: Look) -> Scene:
    """Draw the whole cross, the reader's own seat or `look.below` at the bottom; or a part of it.
    That is the reader's own zone while it is set up, or a quarter with the centre, enlarged."""
    if view.arranging and view.seat is not None:
        return setup_scene(view, look, Plan(view.seat, zone=True))
    plan = Plan(Seat(look.below % 4), zoom=None if look.zoom is None else Seat(look.zoom % 4))
    return compose(
        f"junqi-four-{look.theme}",
        floor(look.theme, plan),
        panels(view, look, plan) if plan.zoom is None else strip(view, look, plan),
        (points(view, look, plan), ()),
        footer(plan.rule, look.theme, _lines(view, look)),
    )


def _lines(view: FourView, look: Look) -> tuple[Footer, ...]:
    """Write the last turn, then what it has made known; at the end the result comes first."""
    tokens = TOKENS[look.theme]
    last = notation.last(view)
    sign = chip(look.theme, last[0]) if last else None
    begins = Event("frame.begins", {"side": SIDES[0]})
    ended = isinstance(view.turn, Over)
    number = view.ply if ended else ordinal(view, look, view.number)
    turn = look.words("frame.turns" if ended else "line.turn_number", n=number)
    if isinstance(view.turn, Over) and not look.preview:
        under = Footer(last_turn(view, look, last, begins, 22), (Run(turn, 22, tokens.ink2),))
        return Footer(result(view.turn, look, SIDES)), under
    event = quiet_for("junqi.quiet_for", view.quiet, view.options.no_capture_limit)
    quiet = small(look, None if view.deploying else event)
    if look.picked:
        text, asked = "-".join(look.squares) or look.file, look.words("frame.choose_square")
        return Footer(prompt(look, text, asked)), Footer((quiet,), only_you(look))
    begins = Event("junqi.all_set_up") if view.deploying else begins
    second = later(view, look, SIDES, moved=last is not None) or ((Run(turn, 22, tokens.ink2),),)
    choice: Wording = ()
    if look.preview:
        choice = (Run(look.words("frame.preview"), 24, tokens.pick, "Bold"),)
    return (
        Footer(last_turn(view, look, last, begins, 25), choice, sign),
        Footer(second, only_you(look) or quiet),
    )


def setup_scene(view: FourView, look: Look, plan: Plan) -> Scene:
    """Draw the player's own zone, twice as large, with misplaced and picked pieces marked."""
    seat, theme, tokens = plan.below, look.theme, TOKENS[look.theme]
    home = GROUND.homes[seat]
    pieces = {at: cell.code for at in home if isinstance(cell := view.board[at], Piece)}
    wrong = faults(seat, "".join(pieces[at] for at in home)) if len(pieces) == 25 else ()
    bad = {str(fault.args["square"]) for fault in wrong if "square" in fault.args}
    stamps = [header(theme, seat, lit=view.acting)]
    for at, code in pieces.items():
        x, y = plan.corner(at)
        picked = NAMES[at] in look.picked
        if picked or NAMES[at] in bad:
            stamps.append(Stamp(x, y, _ring(theme, plan, picked), clear=True))
        stamps.append(Stamp(x, y, tile(look, seat, code, plan.cell), clear=True))
        if NAMES[at] in bad:
            stamps.append(marks.badge(theme, x, y, plan.cell, "removed"))
    under = footer(plan.rule, theme, advice(view, look, wrong, "junqi.sealed_layout"))
    name = name_of(look, seat)
    side = look.words("junqi.deploys", side=look.words(SIDES[seat].code))
    state = look.words("junqi.is_ready" if not view.acting else "junqi.not_ready")
    words = [Text(110, 47, "left", (Run(name or side, 26, tokens.on, "Bold"),), tokens.panelon)]
    if name:
        words.append(Text(110, 79, "left", (Run(side, 22, tokens.on2),), tokens.panelon))
    words.append(Text(WIDTH - 36, 79, "right", (Run(state, 22, tokens.on2),), tokens.panelon))
    if title := shown_name(look.title):
        titled = Run(look.words("junqi.layout_title", title=title), 26, tokens.on, "Bold")
        words.append(Text(WIDTH - 36, 47, "right", (titled,), tokens.panelon))
    return compose(f"junqi-four-{theme}", floor(theme, plan), (stamps, words), under)


@lru_cache(maxsize=8)
def _ring(theme: Theme, plan: Plan, picked: bool) -> Tile:
    """Draw a ring round a piece that is picked, or a dashed one round a misplaced piece."""
    tokens, side = TOKENS[theme], plan.cell
    if picked:
        shapes: tuple[Shape, ...] = (Box(1, 4, side - 1, side - 4, None, 9, tokens.pick, 5),)
    else:
        shapes = tuple(
            Stroke(((12.0 * n + 4, y), (12.0 * n + 9, y)), 5, tokens.bad)
            for n in range(side // 12)
            for y in (6, side - 6)
        )
    return Tile(("four ring", picked), side, side, shapes)
