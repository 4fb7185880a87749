"""Names in pictures: a computer's fits the panel of the player to move."""

import pytest

from bot.ui.words.catalogue import catalogue, locales
from games.library import GAMES
from render.frame import BESIDE_CHIP, BESIDE_SIGN, PANEL
from render.painting.lettering import cut
from render.scene import Run

ROOM = PANEL[0] - BESIDE_CHIP - BESIDE_SIGN


@pytest.mark.parametrize("locale", locales())
def test_a_computers_name_is_never_cut(locale: str) -> None:
    words = catalogue(locale)
    levels = [words(f"computer.level.{level}") for level in range(1, 7)]
    names = [words("computer.drawn.name", level=level) for level in levels]
    for game in GAMES.values():
        for seat in range(game.info.seats if game.info.seats > 2 else 0):
            names.append(words("computer.drawn.one_of", side=words(f"{game.info.id}.seat.{seat}")))
    assert [cut(Run(name, 26, "#000000", "Bold"), ROOM).text for name in names] == names
