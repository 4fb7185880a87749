"""What is kept of pictures: never more than the budget, and pictures are the same without it."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from bot.config import Settings
from games.core import Seat
from render.curve.graph import Course, Swing
from render.curve.poster import curve
from render.draw import draw, keep
from render.painting.paint import paint
from render.painting.pen import KEPT
from render.painting.tile_cache import MIB, Kept
from render.scene import Box, Oval, Scene, Stamp, Tile
from render.theme import TOKENS

from .sample import OPEN, reader
from .test_every_game import views

USUAL = Settings.model_fields["picture_cache_mb"].default * MIB
SIZES = {"small": 10, "middle": 30, "large": 60, "too large": 101}


@pytest.fixture
def empty() -> Iterator[None]:
    """Begin with nothing kept, and go on with the usual budget afterwards."""
    keep(0)
    keep(USUAL)
    yield
    keep(USUAL)


def kept_of(*names: str, budget: int = 100) -> tuple[Kept, list[str]]:
    """Ask for things of these names; also return the names of those that had to be made."""
    made: list[str] = []
    kept = Kept(budget, SIZES.__getitem__)

    def make(name: str) -> str:
        made.append(name)
        return name.split(" (")[0]

    for name in names:
        assert kept.get(name, partial(make, name)) == name.split(" (")[0]
        assert kept.bytes <= budget
    return kept, made


@pytest.mark.parametrize(
    ("names", "budget", "made", "left"),
    [
        ("small/middle/small/large/small/middle/large", 100, "small/middle/large", 100),
        ("middle/large/small/small (2)/large/small", 100, "middle/large/small/small (2)", 80),
        ("middle/large/small/small (2)/middle", 100, "middle/large/small/small (2)/middle", 50),
        ("middle/large/middle/small/small (2)/middle", 100, "middle/large/small/small (2)", 50),
        ("small/too large/too large/small", 100, "small/too large/too large", 10),
        ("small/small", 0, "small/small", 0),
    ],
    ids=["made once", "the oldest goes", "and is made anew", "one in use stays", "too large", "0"],
)
def test_a_thing_is_kept_while_there_is_room(names: str, budget: int, made: str, left: int) -> None:
    kept, anew = kept_of(*names.split("/"), budget=budget)
    assert (anew, kept.bytes) == (made.split("/"), left)


def test_a_smaller_budget_holds_at_once() -> None:
    kept, _ = kept_of("small", "middle", "large")
    kept.allow(60)
    assert kept.bytes == 60
    kept.allow(0)
    assert kept.bytes == 0


def test_threads_at_once_count_right() -> None:
    kept = Kept(50, lambda number: 1 + number % 7)

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(5_000):
            number = rng.randrange(40)
            assert kept.get(number, partial(int, number)) == number

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(4)))
    assert 0 < kept.bytes <= 50
    kept.allow(0)
    assert kept.bytes == 0


@pytest.mark.slow
@pytest.mark.usefixtures("empty")
def test_pictures_are_equal_whatever_is_kept_and_the_budget_is_never_exceeded() -> None:
    seen = views(OPEN, "")[1:3]
    pictures = []
    for budget in (USUAL, MIB, 0):
        keep(budget)
        pictures.append([draw(view, reader("dark")).png for view in seen])
        assert KEPT.bytes <= budget
    assert all(others == pictures[0] for others in pictures)


@pytest.mark.usefixtures("empty")
def test_no_curve_is_kept() -> None:
    rng, kept, view = random.Random(1), [], views(OPEN, "")[-1]
    for _ in range(4):
        spots = tuple((n, rng.random()) for n in range(30))
        curve(view, Course(frozenset({Seat(0)}), spots, (Swing(7, bad=True),)), reader())
        kept.append(KEPT.bytes)
    assert len(set(kept)) == 1  # its words
    assert kept[0] < 200_000


@pytest.mark.usefixtures("empty")
def test_a_clear_stamp_is_blended_once_with_equal_ground() -> None:
    tokens = TOKENS["dark"]
    page = Tile(("page",), 90, 30, (Box(0, 0, 45, 30, tokens.page), Box(45, 0, 90, 30, tokens.ink)))
    disc = Tile(("disc",), 20, 20, (Oval(10, 10, 8, 8, tokens.last),))
    stamps = [Stamp(x, y, disc, clear=True) for x, y in ((0, 5), (20, 5), (60, 5), (66, 8))]
    scenes = [Scene(f"{OPEN}-dark", page, (stamp,), ()) for stamp in stamps]
    kept, rows = [], []
    for scene in scenes:
        rows.append(paint(scene).rows)
        kept.append(KEPT.bytes)
    assert kept[0] == kept[1] < kept[2] == kept[3]
    keep(0)
    assert [paint(scene).rows for scene in scenes] == rows
