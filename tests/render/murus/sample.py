"""Positions of Murus Gallicus to draw, written as in the game."""

from games.core import Seat
from games.murus.board import GRID
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.murus.view import MurusView
from games.submission import play
from render.frame import Field
from render.look import Look
from render.murus.drawing import DUEL
from render.murus.pieces import CELL
from render.scene import Scene
from render.squares import Cell
from tests.laws.walks import walked

from ..sample import reader

START = "tttttttt/......../......../......../......../......../TTTTTTTT"
MIDDLE = "tt....t./..w.cw../..t...ww/.....T../..C.WW../...T...W/T.T....W"
ROMANS, GAULS = Seat(0), Seat(1)


def state_after(position: str, *turns: str) -> Position:
    """Return the state some turns after a position line."""
    state = MURUS_RULES.load(position)
    for text in turns:
        state, _ = play(MURUS_RULES, state, Seat(state.ply % 2), text)
    return state


def view_after(position: str, *turns: str, seat: Seat | None = None) -> MurusView:
    """Return the view of a seat, or a spectator, some turns after a position line."""
    return MURUS_RULES.view(state_after(position, *turns), seat)


def romans_to_move(*turns: str, seat: Seat | None = None) -> MurusView:
    """Return the middle of an advanced game."""
    return view_after(f"advanced {MIDDLE} 24 -", *turns, seat=seat)


def gauls_to_move(*turns: str, seat: Seat | None = None) -> MurusView:
    return view_after(f"advanced {MIDDLE} 23 -", *turns, seat=seat)


def random_views(seed: int, variant: str = "advanced") -> list[MurusView]:
    """Return a spectator's views of a whole game played at random."""
    return [MURUS_RULES.view(step.state, None) for step in walked("murus", variant, seed).moments]


def corners(flipped: bool) -> dict[tuple[int, int], str]:
    field = Field(GRID.files, GRID.ranks, CELL, flipped)
    return {field.corner(*GRID.at(square)): name for square, name in enumerate(GRID.names)}


def cells(scene: Scene, flipped: bool = False) -> dict[str, Cell]:
    """Return the cells of a scene not as empty as the ground, by their squares' names."""
    names = corners(flipped)
    named: dict[str, Cell] = {}
    for stamp in scene.stamps:
        kind, *about = stamp.tile.name
        if kind == "cell":
            (cell,) = about
            assert isinstance(cell, Cell)
            named[names[stamp.x, stamp.y]] = cell
    return named


def badges(scene: Scene, flipped: bool = False) -> dict[str, str]:
    """Return the badges of a scene by the squares on whose corners they are."""
    names = corners(flipped)
    return {
        names[stamp.x + stamp.tile.width // 2 - CELL, stamp.y + stamp.tile.height // 2]: kind
        for stamp in scene.stamps
        for about in [stamp.tile.name]
        if about[0] == "badge" and isinstance(kind := about[2], str)
    }


def marks(view: MurusView, look: Look | None = None) -> dict[str, set[str]]:
    """Return the marks on the squares of a picture, badges among them."""
    scene = DUEL.scene(view, look or reader())
    marked: dict[str, set[str]] = {
        name: set(cell.marks) for name, cell in cells(scene).items() if cell.marks
    }
    for name, kind in badges(scene).items():
        marked.setdefault(name, set()).add(f"{kind} badge")
    return marked
