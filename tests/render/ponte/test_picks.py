"""The marks on squares for the next tile in the private picture of Ponte del Diavolo."""

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import Seat, Word
from games.ponte.rules import PONTE_RULES
from games.ponte.view import PonteView
from games.submission import play
from render.look import Look
from render.ponte import scene as ponte
from render.ponte import words as ponte_text
from render.squares import square_field

GAME = "size-8 pie=off"
START = ("a1,h1", "a8,h8")
ISLAND = (*START, "d4,d5", "a3,a5", "e4,e5", "a7,h3")


def played(*turns: str, game: str = GAME) -> PonteView:
    """Return the mover's view after these turns."""
    state = PONTE_RULES.initial(game)
    for number, text in enumerate(turns):
        state, _ = play(PONTE_RULES, state, Seat(number % 2), text)
    return PONTE_RULES.view(state, Seat(len(turns) % 2))


def marked(view: PonteView, picked: tuple[str, ...] = (), private: bool = True) -> dict[str, str]:
    """Return closed squares, dots and chosen squares by name."""
    look = Look(catalogue("en"), private=private, picked=picked)
    grid = view.position.table.grid
    size = view.position.variant.size
    field = square_field(size, False)
    names = {field.corner(*grid.at(square)): name for square, name in enumerate(grid.names)}
    marks: dict[str, str] = {}
    for stamp in ponte.scene(view, look).stamps:
        for layer in stamp.tile.layers:
            match layer.name:
                case ("layer", _, ("closed" | "dot" | "chosen" as mark, *_)):
                    marks[names[stamp.x, stamp.y]] = mark
    return marks


def test_an_empty_board_is_left_empty() -> None:
    assert marked(played()) == {}


def test_the_water_round_an_own_island_is_closed_and_the_rest_stays_empty() -> None:
    around = {f"{file}{rank}" for file in "cdef" for rank in (3, 4, 5, 6)}
    island = {"d4", "d5", "e4", "e5"}
    assert marked(played(*ISLAND)) == dict.fromkeys(around - island, "closed")


def test_the_opponents_islands_close_nothing() -> None:
    assert marked(played(*ISLAND, "g1,g6")) == {}


def test_water_under_a_bridge_is_closed_to_both() -> None:
    bridge = ("a1,c1", "a8,h8", "a1-c1")
    assert marked(played(*bridge)) == {"b1": "closed"}
    assert marked(played(*bridge, "a7,h7")) == {"b1": "closed"}


def test_the_public_picture_says_nothing_of_it() -> None:
    assert marked(played(*ISLAND), private=False) == {}


def test_after_a_file_its_open_squares_have_dots() -> None:
    dots = {name for name, mark in marked(played(*ISLAND), ("d",)).items() if mark == "dot"}
    assert dots == {"d1", "d2", "d7", "d8"}


def test_once_few_squares_are_open_they_alone_are_marked() -> None:
    rows = "/".join(("oooo.xx.", ".....xx.", *6 * ("xxxxxxxx",)))
    crowded = PONTE_RULES.view(
        PONTE_RULES.load(f"ponte1 {GAME[:6]} off {rows} l 40 0 0 - - - - -"), Seat(0)
    )
    assert marked(crowded) == {"h7": "dot", "h8": "dot"}


def test_where_no_tile_can_be_placed_nothing_is_marked() -> None:
    full = PONTE_RULES.load("ponte1 size-3 off xxx/x.x/xxx l 9 0 0 - - - - -")
    assert marked(PONTE_RULES.view(full, Seat(0))) == {}


@pytest.mark.parametrize("private", [False, True])
def test_what_is_left_is_shown_to_everybody_and_told(private: bool) -> None:
    view = played("a1,h1", "swap", game="")
    look = Look(catalogue("en"), private=private)
    words = {"".join(run.text for run in text.runs) for text in ponte.scene(view, look).words}
    assert "tiles left 40 : 38 · bridges left 15" in words, "the first has dark tiles"
    assert ("only you see this" in words) == private
    text = ponte_text.describe(view, look)
    assert "Tiles left: light 38, dark 40. Bridges left: 15." in text
    assert "Sandbanks: none." in text


def test_a_picked_end_of_a_bridge_shows_the_bridges_it_could_carry() -> None:
    view = played("a1,c1", "a8,h8")
    look = Look(catalogue("en"), private=True, picked=(Word("ponte.bridge"), "a1"))
    ghosts = [stamp for stamp in ponte.scene(view, look).stamps if stamp.tile.name[0] == "ghost"]
    assert len(ghosts) == 1
    texts = {"".join(run.text for run in text.runs) for text in ponte.scene(view, look).words}
    assert "a1choose where the bridge ends" in texts


@pytest.mark.parametrize(
    ("locale", "begins", "ends"),
    [
        ("en", "choose where the bridge begins", "choose where the bridge ends"),
        ("zh-CN", "请选桥的一端", "请选桥的另一端"),
    ],
)
def test_the_footer_asks_for_both_ends_of_a_bridge_in_turn(
    locale: str, begins: str, ends: str
) -> None:
    view = played("a1,c1", "a8,h8")
    asked = []
    for picked in ((), ("a",), ("a1",), ("a1", "c")):
        look = Look(catalogue(locale), private=True, picked=(Word("ponte.bridge"), *picked))
        runs = [text.runs[-1].text for text in ponte.scene(view, look).words]
        asked += [text for text in runs if text in (begins, ends)]
    assert asked == [begins, begins, ends, ends]
