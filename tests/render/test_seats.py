"""Whose is what on the pictures of every game: numbers and names stand beside their own chips."""

import re

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import View
from games.library import GAMES
from games.rulebook import RULES
from render.draw import scene
from render.library import DRAWINGS
from render.look import Look
from render.scene import Scene, Shape, Stamp, Text
from tests.families import mapped
from tests.laws.walks import walked
from tests.samples import chosen

from .sample import shapes
from .test_every_game import span

COUNTS = dict(mapped("facts", "COUNTS"))
DRAWN = {drawing.game: drawing for drawing in DRAWINGS.values()}
UNEVEN = dict(mapped("facts", "UNEVEN"))
"""A position for games whose sides always have as much as each other in play."""
NAMES = ("Livia", "Brennus", "Mara", "Quintus")
EACH = [(game, below) for game in GAMES for below in (0, 1)]
USUAL = {(game, number % 2) for number, game in enumerate(GAMES)}


def uneven(game: str) -> list[View]:
    """Return a spectator's views in which no two seats have the same count, and nobody is out."""
    rules, drawing = RULES[game], DRAWN[game]
    states = [rules.load(UNEVEN[game])] if game in UNEVEN else []
    for seed in range(2):
        states += (moment.state for moment in walked(game, drawing.measured, seed).moments)
    views = (rules.view(state, None) for state in states)
    counted = [view for view in views if len(set(COUNTS[game](view))) == rules.game.info.seats]
    return [view for view in counted if not view.out][:: max(1, len(counted) // 6)]


def inks(drawn: tuple[Shape, ...]) -> set[str]:
    """Return the colours of areas and lines."""
    colours = (getattr(shape, part, None) for shape in drawn for part in ("fill", "ink"))
    return {colour for colour in colours if colour}


def owners(view: View, drawn: Scene) -> list[tuple[Stamp, int]]:
    """Return what is drawn in the colours of the chip of one seat, and of no other."""
    chips = [inks(livery.chip.shapes) for livery in DRAWINGS[type(view)].liveries(view, "light")]
    own = [chip - set().union(*(other for other in chips if other is not chip)) for chip in chips]
    found = []
    for stamp in drawn.stamps:
        colours = inks(shapes(stamp.tile))
        seats = [seat for seat, mine in enumerate(own) if mine & colours]
        if len(seats) == 1:
            found.append((stamp, seats[0]))
    return found


def apart(text: Text, stamp: Stamp) -> float:
    """Return the distance of a line of text from what is drawn, in px."""
    left, right = span(text)
    across = max(stamp.x - right, left - stamp.x - stamp.tile.width, 0)
    down = max(stamp.y - text.y, text.y - stamp.y - stamp.tile.height, 0)
    return max(across, down)


def beside(text: Text, owned: list[tuple[Stamp, int]]) -> int:
    """Return the seat in whose colours the nearest thing is drawn."""
    return min(owned, key=lambda place: apart(text, place[0]))[1]


@pytest.mark.parametrize(("game", "below"), chosen(EACH, USUAL.__contains__))
def test_every_number_and_every_name_stands_beside_its_own_seat(game: str, below: int) -> None:
    views = uneven(game)
    assert views
    for view in views:
        names = NAMES[: GAMES[game].info.seats]
        drawn = scene(view, Look(catalogue("en"), "light", names, below))
        owned, counts = owners(view, drawn), COUNTS[game](view)
        written = [("".join(run.text for run in text.runs), text) for text in drawn.words]
        for seat, name in enumerate(names):
            assert seat in [beside(text, owned) for line, text in written if line == name]
        numbers = [([int(n) for n in re.findall(r"\d+", line)], text) for line, text in written]
        if any(found == counts for found, _ in numbers):
            continue  # in one line, in the order of seats, as their panels are
        for seat, count in enumerate(counts):
            assert seat in [beside(text, owned) for found, text in numbers if count in found]
