"""The games Tetrarch can draw, by the type of their views."""

from games.core import View

from .diablo.drawing import DIABLO
from .drawing import Drawing
from .junqi.drawing import DARK_JUNQI, FLIP_JUNQI
from .junqi.four.drawing import FOUR_JUNQI
from .murus.drawing import MURUS
from .ponte.drawing import PONTE

DRAWINGS: dict[type[View], Drawing] = {
    drawing.view: drawing
    for drawing in (
        DIABLO,
        DARK_JUNQI,
        FLIP_JUNQI,
        FOUR_JUNQI,
        MURUS,
        PONTE,
    )
}
