"""Make the pictures of the README, docs/pictures/*.png, as the bot itself draws them.

python -m scripts.readme_pictures
"""

from __future__ import annotations

from pathlib import Path

from bot.ui.text import catalogue
from games.core import Seat, play
from games.library import GAMES
from render.draw import draw
from render.look import Look

TARGET = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Livia", "Brennus")
BEFORE = "advanced tt....t./..w.cw../..t...ww/.....W../..C.W.../...T.T.W/T.T....W 22 -"
"""Before the Romans' f2-f4."""
LATER = "advanced tt....t./..w.cw../..t...ww/.....T../..C.WW../...T...W/T.T....W 24 -"
"""The same board with the Romans to move again."""
STACKS = (
    "g2..b1..g1b1/.......g1/b2b1...b1g1b1/..b1....g3/.b1g1.g1b1b4./..g1g12b11..g1/"
    "..g1g1.b1g1b1/g1g2b1.b1g1b1g1"
)
THROWN = f"diablo1 8 {STACKS} b action1 3,1 3,1 17 - - 3,4 d7+d3=12,a2xd2=1"
"""Diablo, Black to move with 3 and 1."""
LANDS = (
    "........o./.x.oooo.o./.xx.....oo/..xooxx.xx/.....xooxx/"
    ".ooo.xoo../..o.....x./....x.xxx./...xx...../...x.oooo."
)
BRIDGED = f"ponte1 standard on {LANDS} d 27 0 0 - g9-i10,g6-i8,e3-f5,e2-g3,i4-i6,d7-f9 - 0 d7-f9"
"""Ponte del Diavolo, Dark to move after a bridge."""


def main() -> None:
    game, words = GAMES["murus"], catalogue("en")
    TARGET.mkdir(parents=True, exist_ok=True)
    public = game.view(play(game, game.load(BEFORE), Seat(0), "f2-f4")[0], None)
    own = game.view(game.load(LATER), Seat(0))
    diablo = GAMES["diablo"]
    ponte = GAMES["ponte"]
    bridged = ponte.view(ponte.load(BRIDGED), None)
    thrown = diablo.view(diablo.load(THROWN), Seat(0))
    pictures = {
        "ponte-light": (bridged, Look(words, "light", ("Chiara", "Luca"))),
        "diablo-light": (thrown, Look(words, "light", ("Mara", "Tobias"))),
        "murus-light": (public, Look(words, "light", NAMES)),
        "murus-dark": (public, Look(words, "dark", NAMES)),
        "murus-contrast": (public, Look(words, "contrast", NAMES)),
        "murus-chinese": (public, Look(catalogue("zh-CN"), "light", NAMES)),
        "murus-picker": (own, Look(words, "light", NAMES, private=True, picked=("f4",))),
    }
    for name, (view, look) in pictures.items():
        picture = draw(view, look)
        (TARGET / f"{name}.png").write_bytes(picture.png)
        print(f"{name}.png: {len(picture.png)} bytes\n    {picture.alt}")


if __name__ == "__main__":
    main()
