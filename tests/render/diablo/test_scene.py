"""The marks of a Diablo turn: numbers, badges, and ways over other stacks."""

from __future__ import annotations

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.diablo import notation
from games.diablo.view import DiabloView, see
from render.diablo.scene import scene
from render.look import Look
from render.scene import Scene, Stroke

STACKS = (
    "g2..b1..g1b1/.......g1/b2b1...b1g1b1/..b1....g3/.b1g1.g1b1b4./..g1g4b11..g1/"
    "..g1g1.b1g1b1/g1g2b1.b1g1b1g1"
)


def after(deeds: str, mover: str = "b") -> DiabloView:
    """Return a spectator's view of the stacks after a turn with 2 and 4."""
    line = f"diablo1 8 {STACKS} {mover} action1 3,1 3,1 17 - - 2,4 {deeds}"
    return see(notation.load(line), None)


def drawn(view: DiabloView, *, preview: bool = False) -> Scene:
    names = ("Mara", "Tobias")
    return scene(view, Look(catalogue("en"), "light", names, private=preview, preview=preview))


def named(picture: Scene, kind: str) -> list[tuple[object, ...]]:
    return [stamp.tile.name for stamp in picture.stamps if stamp.tile.name[0] == kind]


def test_every_action_of_a_turn_has_its_number_a_removal_too() -> None:
    picture = drawn(after("d7-d3=4,-g4=3"))
    assert {name[2] for name in named(picture, "order")} == {1, 2}
    assert [name[2] for name in named(picture, "badge")] == ["removed"]


def test_a_turn_of_one_action_has_no_number() -> None:
    assert named(drawn(after("d7+d3=4")), "order") == []


def test_a_stack_that_leaps_flies_beside_the_numbers() -> None:
    straight, bowed = (
        next(s.tile for s in drawn(after(deed)).stamps if s.tile.name[0] == "arrow")
        for deed in ("d7+d3=4", "e7-e3=11")
    )
    assert len(next(s for s in straight.shapes if isinstance(s, Stroke)).points) == 2
    assert len(next(s for s in bowed.shapes if isinstance(s, Stroke)).points) > 2


def test_the_dice_stay_in_sight_under_the_plate_of_a_preview() -> None:
    view = see(notation.load(f"diablo1 8 {STACKS} b action2_any 3,1 3 17 - g4xg3=1 - -"), Seat(0))
    picture = drawn(view, preview=True)
    assert len(named(picture, "plate")) == 1
    assert len(named(picture, "die")) == 2
