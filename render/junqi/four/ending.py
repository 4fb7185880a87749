"""The two plates in the middle of the cross at the end: who won, or how it ended for all."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import Over, Seat
from games.junqi.four.view import SIDES, FourView
from games.quitting import WITHOUT_RESULT

from ...frame import crown
from ...look import Look, Theme
from ...painting.lettering import cut, shown_name
from ...scene import Box, Run, Shape, Stamp, Text, Tile, placed
from ...theme import TOKENS
from .plan import Plan

ROWS = (1, 3)
"""The two rows of the centre without points, from above."""
EDGE, CROWN = 12, 42
"""The room beside a name, and that of a crown, in px of the whole board."""


def plates(view: FourView, look: Look, plan: Plan) -> tuple[list[Stamp], list[Text]]:
    """Write the winners' names, else that the match is drawn or has no result, and its length.

    The plates lie between the points, so that no piece is hidden.
    """
    if not isinstance(view.turn, Over) or look.preview:
        return [], []
    tokens, scale = TOKENS[look.theme], plan.scale
    won = bool(view.turn.winners)
    (left, top), (right, _) = plan.middle
    tile = _plate(look.theme, right - left, plan.cell, won)
    indent = round(CROWN * scale) if won else 0
    room = tile.width - indent - 2 * round(EDGE * scale)
    paper = tokens.panelon if won else tokens.panel
    stamps: list[Stamp] = []
    words: list[Text] = []
    for row, run in zip(ROWS, _lines(view, look, round(26 * scale)), strict=False):
        y = top + row * plan.cell
        middle = left + indent + (tile.width - indent) / 2
        stamps.append(Stamp(left, y, tile, clear=True))
        words.append(Text(middle, y + plan.cell / 2, "middle", (cut(run, room),), paper))
    return stamps, words


def _lines(view: FourView, look: Look, size: int) -> Iterator[Run]:
    tokens, turn = TOKENS[look.theme], view.turn
    if not isinstance(turn, Over):
        return
    if turn.winners:
        for seat in sorted(turn.winners):
            yield Run(_name(look, seat), size, tokens.on, "Bold")
        return
    code = "frame.no_result" if turn.reason in WITHOUT_RESULT else "frame.draw"
    yield Run(look.words(code), size, tokens.ink, "Bold")
    yield Run(look.words("frame.turns", n=view.ply), size - 4, tokens.ink2)


def _name(look: Look, seat: Seat) -> str:
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""
    return name or look.words(SIDES[seat].code)


@lru_cache(maxsize=32)
def _plate(theme: Theme, wide: int, high: int, won: bool) -> Tile:
    """Draw an empty plate, with a crown at its left for a winner."""
    tokens, scale = TOKENS[theme], high / 42
    fill, edge = (tokens.panelon, tokens.last) if won else (tokens.panel, tokens.line)
    shapes: list[Shape] = [Box(1, 0, wide - 1, high, fill, 10 * scale, edge, 3)]
    if won:
        shapes += placed(crown(tokens.pointer), 30 * scale, high / 2, 0.85 * scale)
    return Tile(("four plate", wide, high, won), wide, high, tuple(shapes))
