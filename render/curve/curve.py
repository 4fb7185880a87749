"""The curve of a match as a picture of its own: what Analysis shows."""

from games.core import View

from ..draw import Picture
from ..library import DRAWINGS
from ..look import Look
from ..painting.paint import paint
from ..painting.png import pack
from ..scene import Box, Scene, Tile
from ..theme import TOKENS
from ..words import together
from .graph import ABOVE, UNDER, Course, describe_course, draw_course

WIDTH, HEIGHT = 800, 400


def curve(view: View, course: Course, look: Look) -> Picture:
    """Draw how a match went, in the colours its seats have in a view."""
    return Picture(
        pack(paint(scene(view, course, look))), together(describe_course(view, course, look), look)
    )


def scene(view: View, course: Course, look: Look) -> Scene:
    shapes, words = draw_course(view, course, look, ABOVE, HEIGHT - UNDER)
    page = Box(0, 0, WIDTH, HEIGHT, TOKENS[look.theme].page)
    box = DRAWINGS[type(view)].paintbox.name
    return Scene(f"{box}-{look.theme}", Tile((), WIDTH, HEIGHT, (page, *shapes)), (), tuple(words))
