"""The marks of a Diablo turn: numbers, badges, and ways over other stacks."""

from math import dist

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.diablo import notation
from games.diablo.view import DiabloView, see
from render.diablo.scene import scene
from render.look import Look
from render.scene import Scene, Stamp, Stroke

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


@pytest.mark.parametrize(
    ("deeds", "sides"),
    [
        ("e7-c7=1,b7xd7=1", ["above", "below"]),
        ("b7xd7=1,e7-c7=1", ["above", "below"]),
        ("f7-c7=1,a7-d7=1", ["above", "below"]),
        ("e7-c7=1,d3-d5=1", ["above", "beside"]),
    ],
)
def test_the_second_of_two_leaps_beside_each_other_flies_on_the_other_side(
    deeds: str, sides: list[str]
) -> None:
    stacks = STACKS.replace("/.......g1/", "/..b1b1...g1/").replace("/..b1....g3/", "/..b1b1...g3/")
    line = f"diablo1 8 {stacks} b action1 3,1 3,1 17 - - 2,2 {deeds}"
    picture = drawn(see(notation.load(line), None))
    ways = [
        [(x + stamp.x, y + stamp.y) for x, y in next(iter(lines(stamp))).points]
        for stamp in picture.stamps
        if stamp.tile.name[0] == "arrow"
    ]
    assert [side(way) for way in ways] == sides
    assert min(dist(spot, two) for spot in ways[0] for two in ways[1]) > 8


def lines(stamp: Stamp) -> list[Stroke]:
    return [shape for shape in stamp.tile.shapes if isinstance(shape, Stroke)]


def side(way: list[tuple[float, float]]) -> str:
    """Tell on which side of its start a way is bowed."""
    (x, y), (_, high) = way[0], way[len(way) // 2]
    if abs(way[-1][0] - x) < abs(way[-1][1] - y):
        return "beside"
    return "above" if high < y else "below"


def test_the_dice_stay_in_sight_under_the_plate_of_a_preview() -> None:
    view = see(notation.load(f"diablo1 8 {STACKS} b action2_any 1,1 1 17 - g4xg3=1 - -"), Seat(0))
    picture = drawn(view, preview=True)
    assert len(named(picture, "plate")) == 1
    assert [name[1:3] for name in named(picture, "die")] == [(1, False), (1, True)], "one is used"
