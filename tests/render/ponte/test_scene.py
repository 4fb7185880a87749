"""Islands and their networks in the pictures of Ponte del Diavolo."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES
from games.submission import play
from render.look import Look
from render.ponte import scene as ponte

FULL = (
    "ponte1 size-8 off oo..ox.o/o.oo...x/xxxoxoxo/oox.o.../.....oxx/oxoox.xx/oo....../.xoxxoxo"
    " d 33 0 1 - a7-c7,f8-h7,c1-d3,b3-c5,g6-h4,c3-e5,e6-g4,a3-b5,d1-e3,g1-h3,e8-f6,e1-g3 - 0 pass"
)
"""Dark's last turn; every tile of the island g3 g4 h3 h4 carries the end of a bridge."""


def drawn(state: Position) -> list[str]:
    """List the kinds of things on the water, tile by tile, and the badges."""
    scene = ponte.scene(PONTE_RULES.view(state, None), Look(catalogue("en")))
    kinds: list[str] = []
    for stamp in scene.stamps:
        kinds.append(str(stamp.tile.name[0]))
        for layer in stamp.tile.layers:
            match layer.name:
                case ("layer", _, (str(kind), *_)):
                    kinds.append(kind)
    return kinds


def test_an_island_full_of_bridge_ends_still_has_a_building() -> None:
    assert "building" in drawn(PONTE_RULES.load(FULL))


def test_an_island_full_of_bridge_ends_carries_its_letter_between_two_tiles() -> None:
    state, _ = play(PONTE_RULES, PONTE_RULES.load(FULL), Seat(1), "d8,e4")
    seen = drawn(state)
    assert seen.count("badge") == 2
    assert "building" not in seen
