"""The picture of a player's own set-up for four."""

from functools import lru_cache

from games.core import Seat
from games.junqi.four.board import NAMES, point
from games.junqi.four.view import SIDES, FourView, faults, squares
from games.junqi.hidden import Piece

from ... import marks
from ...frame import WIDTH, lines_under
from ...look import Look, Theme
from ...painting.lettering import shown_name
from ...scene import Box, Run, Scene, Shape, Stamp, Stroke, Text, Tile
from ...theme import TOKENS
from ..footer import advice
from ..setup import banner
from .ground import floor
from .pieces import chip, tile
from .plan import Plan


def setup_scene(view: FourView, look: Look, plan: Plan) -> Scene:
    """Draw the player's own zone, twice as large, with misplaced and picked pieces marked."""
    seat, theme, tokens = plan.below, look.theme, TOKENS[look.theme]
    home = [point(name) for name in squares(seat)]
    pieces = {at: cell.code for at in home if isinstance(cell := view.board[at], Piece)}
    wrong = faults(seat, "".join(pieces[at] for at in home)) if len(pieces) == 25 else ()
    bad = {str(fault.args["square"]) for fault in wrong if "square" in fault.args}
    stamps = [header(theme, seat, lit=view.acting)]
    for at, code in pieces.items():
        x, y = plan.corner(at)
        picked = NAMES[at] in look.picked
        if picked or NAMES[at] in bad:
            stamps.append(Stamp(x, y, _ring(theme, plan, picked), clear=True))
        piece = tile(theme, seat, code, look.script, coded=look.coded, cell=plan.cell)
        stamps.append(Stamp(x, y, piece, clear=True))
        if NAMES[at] in bad:
            stamps.append(marks.badge(theme, x, y, plan.cell, "removed"))
    footing = advice(view, look, wrong, "junqi.sealed_layout_four")
    chips, sentences = lines_under(plan.rule, theme, footing)
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""
    side = look.words("junqi.deploys", side=look.words(SIDES[seat].code))
    state = look.words("junqi.is_ready" if not view.acting else "junqi.not_ready")
    words = [Text(110, 47, "left", (Run(name or side, 26, tokens.on, "Bold"),), tokens.panelon)]
    if name:
        words.append(Text(110, 79, "left", (Run(side, 22, tokens.on2),), tokens.panelon))
    words.append(Text(WIDTH - 36, 79, "right", (Run(state, 22, tokens.on2),), tokens.panelon))
    if title := shown_name(look.title):
        titled = Run(look.words("junqi.layout_title", title=title), 26, tokens.on, "Bold")
        words.append(Text(WIDTH - 36, 47, "right", (titled,), tokens.panelon))
    return Scene(f"junqi-four-{theme}", floor(theme, plan), (*stamps, *chips), (*words, *sentences))


def header(theme: Theme, seat: Seat, *, lit: bool) -> Stamp:
    """Draw the one wide panel over a part of the board."""
    return banner(theme, chip(theme, seat), 24, 74, (52, 37, 56), lit=lit)


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
