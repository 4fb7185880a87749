"""Make the pictures of README and docs, docs/pictures/*.png, as the bot itself draws them.

python -m scripts.readme_pictures
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.ui.words.catalogue import catalogue
from bot.ui.words.pages import pages
from games.core import Seat
from games.rulebook import RULES
from games.submission import play
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
HIDDEN = (
    "standard 0 24 1 0,0 01 - - a1:0La1,b1:0Fb1,c1:0Lc1,d1:03d1,b2:0Lb2,c3:0Bc3,b4:09b4,a"
    "5:19a9,c5:05c5,b6:16e10,a7:14c7,b7:12b7,c8:17c8,d8:12d7,b9:15b9,d9:15d9,a10:16a10,c1"
    "0:17c10,d10:11d11,a11:11a11,b11:1Lb11,c11:14c11,e11:1Le11,a12:12a12,b12:1Fb12,c12:1L"
    "c12,d12:13d12,e12:11e12 13a7.1Ba8.07a6.01e6.13e7.06e5.1Be8.08a5.04a4.01e4.05a3.06e3."
    "03d6.02c6.04b6.02a2.07d4.01e2.03d2.02e1.0Bc2.18e9 m1b8-a7 -"
)
"""Dark Junqi, Red to move."""
TURNED = (
    "standard 0 60 3 0,0 b,r -,- a1:#b3,c1:r6,d1:#r1,e1:#r7,b2:r3,c2:bF,d2:#bB,e2:#b3,a3:"
    "r9,c3:#b9,d3:rB,a4:rL,e4:r7,a5:#r3,d5:r2,e5:#b6,a6:b6,b6:#b2,c6:#bL,a7:b3,c7:#bL,d7:"
    "#r5,e7:b8,a8:#rL,c8:#r5,d8:b2,b9:r6,d9:b7,b10:r2,c10:#r3,e10:bL,c11:#r8,d11:b5,e11:b"
    "4,a12:rF,c12:#r4,d12:rL r2.r1.b1.bB.r4.b7.b1.rB.b1.b5.b2.b4.r1 m1/d6-d5/r2/-/-/- -"
)
"""Flip Junqi in the middle."""


def main() -> None:
    murus, words, chinese = RULES["murus"], catalogue("en"), catalogue("zh-CN")
    TARGET.mkdir(parents=True, exist_ok=True)
    public = murus.view(play(murus, murus.load(BEFORE), Seat(0), "f2-f4")[0], None)
    own = murus.view(murus.load(LATER), Seat(0))
    diablo = RULES["diablo"]
    ponte = RULES["ponte"]
    bridged = ponte.view(ponte.load(BRIDGED), None)
    dark, flip = RULES["junqi-dark"], RULES["junqi-flip"]
    mine = dark.view(dark.load(HIDDEN), Seat(0))
    marked = Look(
        words, "light", ("Mei", "Jonas"), private=True, notes=(("c8", "9?"), ("d12", "F?"))
    )
    turned = flip.view(flip.load(TURNED), None)
    crossed = next(page for page in pages()["junqi-four"] if page.topic == "board")
    four = RULES["junqi-four"].view(RULES["junqi-four"].load(crossed.position), Seat(0))
    at_four = ("Livia", "Brennus", "Mara", "Quintus")
    thrown = diablo.view(diablo.load(THROWN), Seat(0))
    pictures = {
        "junqi-own": (mine, marked),
        "junqi-flip": (turned, Look(words, "dark", ("Mei", "Jonas"))),
        "junqi-four": (four, Look(words, "light", at_four, private=True)),
        "ponte-light": (bridged, Look(words, "light", ("Chiara", "Luca"))),
        "diablo-light": (thrown, Look(words, "light", ("Mara", "Tobias"))),
        "murus-light": (public, Look(words, "light", NAMES)),
        "murus-dark": (public, Look(words, "dark", NAMES)),
        "murus-contrast": (public, Look(words, "contrast", NAMES)),
        "murus-chinese": (public, Look(chinese, "dark", NAMES)),
        "diablo-chinese": (thrown, Look(chinese, "light", ("Mara", "Tobias"))),
        "ponte-chinese": (bridged, Look(chinese, "light", ("Chiara", "Luca"))),
        "junqi-chinese": (mine, replace(marked, words=chinese)),
        "murus-picker": (own, Look(words, "light", NAMES, private=True, picked=("f4",))),
    }
    for name, (view, look) in pictures.items():
        picture = draw(view, look)
        (TARGET / f"{name}.png").write_bytes(picture.png)
        print(f"{name}.png: {len(picture.png)} bytes\n    {picture.alt}")


if __name__ == "__main__":
    main()
