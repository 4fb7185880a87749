"""Make render/palettes.toml: the fixed colours of every game in every theme (ART, section 9).

    python -m scripts.make_palettes

Every colour that has a name comes first and is kept exactly; the rest are the commonest blends
along the edges of shapes and letters, found over reference pictures by median cut and rounds of
k-means in which the named colours do not move. Run it after any change of a colour or a shape.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from pathlib import Path
from typing import get_args

from bot.ui.words.catalogue import catalogue
from games.core import Act, Seat, Turn, read_pick
from games.rulebook import RULES
from games.submission import play
from render.diablo import cells as diablo_cells
from render.diablo.colours import DIABLO
from render.draw import DRAWERS
from render.junqi.colours import JUNQI
from render.junqi.four.colours import SEATS as FOUR
from render.look import Look, Theme
from render.murus.cells import tints
from render.murus.colours import MURUS
from render.paint import paint_in_full_colour
from render.ponte.colours import NETWORKS, PONTE
from render.theme import (
    GRID_LINE,
    PICKED,
    TOKENS,
    channels,
    mixed,
)

TARGET = Path(__file__).parent.parent / "render" / "palettes.toml"
ROUNDS = 4
Colour = tuple[int, int, int]

START = "tttttttt/......../......../......../......../......../TTTTTTTT"
MIDDLE = "tt....t./..w.cw../..t...ww/.....T../..C.WW../...T...W/T.T....W"
BEFORE = "tt....t./..w.cw../..t...ww/.....W../..C.W.../...T.T.W/T.T....W"
MURUS_POSITIONS = (
    (f"advanced {START} 0 -", "", ""),
    (f"advanced {BEFORE} 22 -", "f2-f4", ""),
    (f"advanced {BEFORE} 22 -", "f2-f4", "e6"),
    (f"advanced {MIDDLE} 23 -", "a7-c5", ""),
    (f"advanced {MIDDLE} 23 -", "a7-c5", "f4"),
    (f"advanced {MIDDLE} 24 -", "f4xg5", ""),
    (f"advanced {MIDDLE} 24 -", "f4xg5", "c5"),
    (f"advanced {MIDDLE} 24 -", "c3xc6", ""),
    (f"advanced {MIDDLE} 24 -", "c3-e5", ""),
    (f"advanced {MIDDLE} 23 -", "e6xe3", "c3"),
    (f"advanced {MIDDLE} 30 resign:0", "", ""),
    (f"basic+redistribution {START} 0 -", "", "a1"),
)
"""Positions of Murus Gallicus, the move made there, and what is picked in the picture after it."""

STACKS = (
    "g2..b1..g1b1/.......g1/b2b1...b1g1b1/..b1....g3/.b1g1.g1b1b4./..g1g4b11..g1/"
    "..g1g1.b1g1b1/g1g2b1.b1g1b1g1"
)
DIABLO_POSITIONS = (
    ("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1", "", ""),
    ("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1", "", "a6"),
    ("diablo1 8 " + STACKS + " g action1 3,1 3,1 18 - - 2,4 c1-a1=1,-g4=3", "", "h5"),
    ("diablo1 8 " + STACKS + " g remove1 3,1 - 18 - - 2,4 c1-a1=1,-g4=3", "", "@diablo.remove"),
    ("diablo1 8 " + STACKS + " b action2_any 3,1 3 17 - g4xg3=1 3,4 d7+d3=4", "", ""),
    ("diablo1 8 " + STACKS + " b roll - - 17 g:resign - 3,1 a6xa3=1", "", ""),
    ("size-12", "", ""),
    ("size-4", "", ""),
)
"""Positions (or variants at their beginning) of Diablo, and what is picked in the picture."""

BEGUN = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xoo...../........../"
    ".ooo....../..o......./....x...../...xx...../...x......"
)
PONTE_POSITIONS = (
    (f"{BEGUN} d 27 0 0 - d7-f9 - 0 d7-f9", "", ""),
    (f"{BEGUN} l 28 0 0 - d7-f9 - 1 d1,d2", "", "e"),
    (f"{BEGUN} l 28 0 0 e6 d7-f9 - 1 d1,d2", "", ""),
    (f"{BEGUN} l 30 0 1 - d7-f9 score/0/3:1 1 pass", "", ""),
    ("size-8", "", ""),
    ("size-12", "", ""),
)
"""Positions (or variants at their beginning) of Ponte del Diavolo, and what is picked."""

JUNQI_POSITIONS = (
    (
        (
            "junqi-dark: standard 0 14 0 0,0 01 0 b1 a1:0La1,b1:0Fb1,c1:0Lc1,d1:05d1,e1:06e1,"
            "a2:03a2,b2:0Lb2,c2:02c2,d2:02d2,e2:14e10,a3:07a3,c3:01c3,a4:06a4,b4:05b4,d4:04d4"
            ",a5:07a5,c5:01c5,b6:02b6,d6:03d6,b9:17b9,d9:16d9,c10:1Bc10,a11:01e3,b11:11b11,c1"
            "1:15c11,d11:14d11,e11:1Le11,a12:1La12,b12:1Fb12,c12:19c12,d12:13d12,e12:12e12 12"
            "e7.04e6.17c7.13c8.13b7.11a7.16a8.18d7.08c6.15a9.1Ba10.09a6.0Be5.12e8.11e9.0Be4.1"
            "La11.03e2 m1e10xe2=attacker/03e2/14e10/- -"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-dark: standard 1 25 4 0,0 01 1 d12 a1:01a1,b1:0Fb1,c1:0Lc1,d1:0Ld1,e1:07e1"
            ",a2:0La2,b2:01b2,c2:05c2,d2:02d2,c3:07c3,b4:09b4,d4:03d4,c8:13c8,b9:18b9,c9:17d9"
            ",c10:15c10,d10:15c11,e10:0Be2,b11:1Lb11,d11:1Ld11,a12:17a12,b12:11b12,c12:11c12,"
            "d12:1Fd12,e12:1Le12 02c6.01a6.12a7.12a8.12e7.14d7.04e6.06b6.1Ba9.13e8.06e5.16e9."
            "05a5.0Be4.13e10.11b7.08a4.1Be11.03e3.02a3.19a10.16a11.03d6.04c5.14c7 m0e2-e10 -"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-dark: standard 0 60 0 0,0 01 0 b1 a1:07a1,b1:0Fb1,e2:05d2,c3:05c3,a4:16c7,"
            "c4:0Bb4,d5:07d6,b9:15b9,a12:19a12,b12:1Fb12,c12:1Lc12,d12:1Bd12,e12:1Le12 12e7.1"
            "7d7.16e8.13e9.03c6.11e10.09e6.03a6.0Be5.1Le11.02a5.01a4.06a3.17a7.14a8.15a9.11a1"
            "0.13a11.12b11.13c11.1Bd11.08a2.04b6.14b7.06e4.04c5.03e3.18d9.0Le2.02c2.0Le1.0Ld1"
            ".01c1.11c8.01d4.12c10.02b2 m1a11xa4=attacker/02b2/16c7/- -"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-dark: standard 1 171 10 5,0 01 0 d1 a1:0La1,b1:03b1,d1:0Fd1,b2:0Lb2,a3:1Bc"
            "11,e11:1Le11,b12:1Fb12,c12:1Lc12,d12:1Ld12,e12:19e12 02a6.12a7.14c7.04c6.01e6.11"
            "e7.15a8.12e8.13e9.06a5.05e5.06a4.07a3.0Be4.17e10.01a2.02e3.18a9.15d9.13a10.03b4."
            "0Le2.11a11.16d7.17b9.09c3.05d2.01d4.12b11.03d6.02b6.1Ba12.0Bc5.13b7.11c8.14c10.0"
            "4e1.16d11.08c1.07c2 m1a11-a3,s0.5 1:missed_turns"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-flip: standard 0 24 0 0,0 b,r -,- a1:#r4,b1:#b3,c1:#r6,d1:#r1,e1:#r4,a2:#b"
            "3,b2:b5,c2:#b3,d2:bF,e2:#b7,a3:#r1,c3:#r5,e3:b1,a4:#r8,b4:#b4,d4:#b2,e4:#r9,a5:#"
            "bB,c5:b9,e5:#b2,a6:r7,b6:#r2,d6:b6,e6:#rB,c7:#r6,d7:#bL,e7:#b1,a8:#r3,c8:#b6,e8:"
            "#rL,a9:r7,b9:#r3,d9:b8,e9:b5,a10:#bL,c10:b7,a11:#bB,b11:rB,c11:rF,d11:r2,e11:#bL"
            ",a12:r2,b12:#b4,c12:#rL,d12:#r3,e12:rL b1.r1.r5.b2 u1/c10/b7/- -"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-flip: standard 0 70 0 0,0 b,r -,- a1:r7,b1:r5,c1:r5,a2:#bL,b2:#rL,c2:#rB,d"
            "2:#bB,e2:b8,a3:bL,c3:r7,e3:bF,a4:#r2,b4:#b3,d4:b3,e4:bB,a5:#b4,c5:r8,e5:#b9,b6:b"
            "L,c6:r9,e6:rL,a7:b6,b7:#rL,d7:b5,c8:b1,b9:rF,d9:r6,a10:b7,a11:b3,c11:b5,d11:b7,d"
            "12:#b6,e12:#r6 rB.b4.b1.r3.r4.r1.r3.r3.b2.r2.b1.b2.b2.r4.r2.r1.r1 u1/a1/r7/- -"
        ),
        "",
        "",
    ),
    (
        (
            "junqi-flip: standard 0 110 4 0,0 r,b -,- b1:b3,b3:b4,e3:r6,b4:bF,b5:b6,a8:b7,c8:"
            "bL,d9:#b2,a10:#rB,a11:rF,b11:b6,c11:#b5,d11:rL,e11:rL,e12:r4 b2.r7.r5.bB.rB.bL.r"
            "6.r2.b2.b4.r2.bB.r4.r1.r1.b3.b1.r3.b3.r9.b9.rL.b1.b8.r8.r7.b7.bL.r3.r2.b1.r1.r3."
            "b5.r5 m1/b2-b3/b4/-/-/- -"
        ),
        "",
        "",
    ),
)
"""Positions of both modes of Junqi, from games played by chance."""


def main() -> None:
    lines = ["# Made by scripts/make_palettes.py; the first colours are named ones, kept exactly."]
    for subject in SUBJECTS:
        for theme in get_args(Theme):
            named = list(dict.fromkeys(subject.colours(theme)))
            wanted = max(subject.sizes[theme] - len(named), 0)
            blends = commonest(seen(subject, theme), [channels(one) for one in named], wanted)
            colours = named + [f"#{r:02X}{g:02X}{b:02X}" for r, g, b in blends]
            lines += [f"{subject.game}-{theme} = [", *rows(colours), "]"]
            print(f"{subject.game}-{theme}: {len(named)} named colours of {len(colours)}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def rows(colours: Sequence[str]) -> Iterator[str]:
    """Colours as lines of TOML, eight on each."""
    for start in range(0, len(colours), 8):
        yield "    " + ", ".join(f'"{one}"' for one in colours[start : start + 8]) + ","


def murus_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Murus Gallicus uses flat."""
    tokens, colours = TOKENS[theme], MURUS[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens) if field.name != "good")
    yield from (value for value in values if isinstance(value, str))
    for cell in colours.cells:
        yield cell
        yield from (mixed(cell, over, percent) for over, percent in tints(tokens).values())
    for side in colours.sides:
        yield from (side.fill, side.outline, side.trim, side.joints)
    if colours.shadow:
        yield colours.shadow
    else:
        yield from ("#FFFFFF", "#000000", GRID_LINE)


def diablo_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Diablo uses flat."""
    tokens, colours = TOKENS[theme], DIABLO[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    for cell in colours.cells:
        yield cell
        yield from (mixed(cell, *tint) for tint in diablo_cells.tints(tokens).values())
    for stack in colours.stacks:
        yield from (getattr(stack, field.name) for field in fields(stack))
    yield from (*colours.die, *colours.used_die)
    if colours.shadow:
        yield colours.shadow
    else:
        yield from ("#FFFFFF", "#000000", GRID_LINE)


def ponte_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Ponte del Diavolo uses flat."""
    tokens, colours = TOKENS[theme], PONTE[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    yield from (*colours.water, colours.grid, colours.foam, colours.shadow, *NETWORKS, "#14131F")
    if colours.wave:
        yield colours.wave
    for land in colours.lands:
        yield from (getattr(land, field.name) for field in fields(land))
    for bridge in colours.bridges:
        yield from (getattr(bridge, field.name) for field in fields(bridge))


def junqi_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Junqi uses flat."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    for field in fields(colours):
        value = getattr(colours, field.name)
        if isinstance(value, str):
            yield value
    yield from colours.homes
    for tile in (colours.red, colours.blue, colours.down):
        yield from (tile.fill, tile.outline, tile.inner)
    for over, share in ((tokens.last, tokens.source), (tokens.last, tokens.target)):
        yield mixed(colours.station, over, share)
        yield mixed(colours.camp, over, share)
    for ground in (colours.station, colours.camp):
        yield mixed(ground, tokens.pick, PICKED)
    yield "#10141C"


def four_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that four-player Junqi uses flat."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens) if field.name != "good")
    yield from (value for value in values if isinstance(value, str))
    yield from (colours.board, colours.station, colours.edge, colours.road, colours.rail)
    yield from (colours.dash, colours.camp, colours.camp_line, colours.home)
    yield from (colours.slip, colours.slip_text)
    for seat in FOUR[theme]:
        yield from (seat.fill, seat.outline, seat.text)
    for over, share in ((tokens.last, tokens.source), (tokens.last, tokens.target)):
        yield mixed(colours.station, over, share)
        yield mixed(colours.camp, over, share)
    yield mixed(colours.station, tokens.pick, PICKED)


FOUR_POSITIONS = (
    (
        "standard 0 86 6 0,0,0,0 0123 - - g1:0Lg1,h1:0Fh1,i1:0Li1,j1:03j1,k1:02k1,h2:0Lh2,j2:"
        "03j2,h3:0Bi2,g4:02g2,i4:04g4,k4:32p7,h5:09h4,i5:05i5,j5:07j4,g6:38m7,q7:3Lq7,l8:34l8"
        ",n8:39n8,p8:3Lp8,q8:3Fq8,m9:28g14,o9:3Bo9,q9:3Lq9,n10:31n11,o10:3Bp9,q10:33q10,e11:2"
        "5h14,p11:33p10,q11:32q11,h12:22h12,j12:22j12,h13:27i13,i14:27i15,j14:29k14,h15:21h16"
        ",g16:2Lg16,i16:24i16,j16:2Lj16,g17:21g17,h17:23h17,i17:2Li17,j17:2Fj17,k17:22k17 01k"
        "6.23g12.13f11.06k5.1Be11.2Bg13.31l11.01k4.13f7.2Bk13.36m11.23k12.1Be7.07g6.26k15.36o"
        "11.31p11.08g5.18d7.06k3.03j6.21k16.05g3.26g15.16c11.11b11.01k2.02i6.24i12.14f9.25j14"
        ".11a7.1Lb7.16c7.13a8.11b8.14b9.12f8.1La9.17c9.15d8.17e9.1Fa10.1Lb10.19d11.12f10.12a1"
        "1.15d10.04h6.37l7.32l9.34n7.33l10.0Bi3.35o7.35m9.37n10 1resign 0,0,0,0 m3j6-g6 -",
        "",
        "",
    ),
    (
        "open 0 116 11 0,0,0,0 0123 0123 h1,a8,q10,h17 g1:02g1,h1:0Fh1,i1:0Li1,j1:03j1,k1:01k"
        "1,h2:0Lh2,i2:01j2,k2:0Lk2,h4:05h4,i4:07i3,h5:05j4,k5:22j16,b7:11a7,d7:12b7,p7:3Lp7,q"
        "7:33q7,a8:1Fa8,b8:1Lb8,f8:17f8,l8:14d10,m8:34n8,n8:38l8,q8:3Lq8,a9:12a9,b9:13b9,c9:1"
        "3c9,e9:16e9,q9:32q9,a10:1La10,b10:12b10,l10:37l10,m10:36m9,n10:33o9,o10:34n10,q10:3F"
        "q10,a11:13a11,b11:1Lb11,m11:18f10,p11:32p8,q11:31q11,g12:28j12,h13:23i16,j13:24h14,h"
        "15:2Bi15,h16:2Lh16,k16:2Lk16,g17:22g17,h17:2Fh17,i17:23i17,j17:2Lj17,k17:22k17 21g12"
        ".21k12.04i6.36l11.03k6.21k13.25g13.15e11.35m11.0Bk5.37l7.27g14.1Bd11.11c11.2Bg15.17f"
        "11.24g16.35m7.03g6.31o7.3Bn11.26k15.0Bg5.15e7.27k14.31o11.02h6.32p11.02j6.26i12.19f9"
        ".09g4.16f7.1Bd7.06g3.07i5.3Lp10.11c7.01g2.23j14.25h12.39l9.29i13.08k4.3Bn7.04i2.14d8"
        ".33p9.06k3 - 0,0,0,0 m3p10-p11 -",
        "",
        "",
    ),
    (
        "partners 0 56 6 0,0,0,0 0123 - - g1:03g1,h1:0Lh1,i1:02i1,j1:0Fj1,k1:01k1,g2:0Lg2,h2:"
        "02h2,i2:03i2,j2:0Lj2,k2:02k2,h3:05k5,i3:03i3,j3:04j4,k3:01k3,g4:04h4,k4:0Bk4,i5:06i5"
        ",h6:08h6,i6:09i6,j6:07j6,a7:12a7,k7:24g13,p7:3Lp7,q7:32q7,a8:13a8,b8:13b8,d8:17d8,l8"
        ":35l10,n8:33n8,p8:32p8,q8:3Lq8,a9:1La9,b9:1Bb9,c9:1Bc9,e9:15e9,f9:12f9,i9:38l8,k9:26"
        "k14,n9:39m9,p9:33p9,q9:33q9,a10:1Fa10,b10:1Lb10,c10:19d10,f10:14f10,n10:34n10,o10:3B"
        "o9,p10:3Lp10,q10:3Fq10,a11:1La11,d11:29k12,q11:32q11,h12:22h12,j12:27j12,h13:25i12,i"
        "13:26i13,h14:23h14,j14:2Bj14,g15:25g15,i15:2Bi15,k15:27k15,g16:24g16,h16:2Lh16,i16:2"
        "3i16,j16:21j16,k16:22k16,g17:2Lg17,h17:2Fh17,i17:2Li17,j17:22j17,k17:23k17 11f7.16e7"
        ".21g12.31l7.31l11.13f8.35m11.17f11.31m7.11d7.18e11.37n7.07g6.05g5.37n11.16c7.0Bg4.36"
        "l9.3Bo11.28k13.01g3.11b7.34p11.15c11.21g14.14d11.36o7.06k6.12b11 - 0,0,0,0 m3g9-i9 -",
        "",
        "g4",
    ),
    (
        "standard 2 146 1 0,0,0,0 0123 023 j1,q10,h17 h1:02h1,i1:0Li1,j1:0Fj1,k1:0Lk1,g2:0Bi3"
        ",i6:26i13,a7:11a7,b7:1Lb7,p7:3Lp7,q7:33q7,a8:13a8,b8:11b8,m8:33o9,p8:32p8,q8:3Lq8,a9"
        ":1La9,c9:17c9,f9:17e9,i9:38l8,m9:36m9,p9:33p9,q9:32q9,a10:1Fa10,b10:1Lb10,m10:34n8,n"
        "10:34n10,p10:3Lp10,q10:3Fq10,a11:12a11,b11:19d11,c11:15d8,q11:31q11,j12:24j14,h14:24"
        "h14,i14:23i15,j15:22i17,h16:2Lh16,i16:23i16,j16:22j16,h17:2Fh17,j17:2Lj17,k17:23k17 "
        "01k6.04k5.37l7.27k12.01k4.25k13.35m7.05k3.14f9.04k2.3Bn7.13f7.1Be7.09g6.26g12.08g5.1"
        "8d7.16c7.29i12.39l9.13f11.07g3.12f10.21g15.31o7.25g13.1Be11.2Bg14.21k15.05i6.01h2.36"
        "l11.06i5.02j6.22g16.12f8.35m11.2Bk14.02g2.3Bn11.28j12.14b9.07h6.32p11.03g1.0Lj2.31o1"
        "1.15d10.2Lk16.11b11.06g4.27h12.03i2.21g17.37l10.0Bh4.16c11.03j4 - 0,0,0,0 m1c10-c11 "
        "-",
        "",
        "",
    ),
)
"""Positions of four-player Junqi, and what is picked in the picture."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A game whose palettes are made: its flat colours, its pictures, its number of colours.

    Where several games share a palette, positions begin with theirs: "junqi-dark: standard".
    """

    game: str
    colours: Callable[[Theme], Iterable[str]]
    positions: tuple[tuple[str, str, str], ...]
    sizes: dict[Theme, int]


SUBJECTS = (
    Subject(
        "murus",
        murus_colours,
        MURUS_POSITIONS,
        {"light": 64, "dark": 64, "contrast": 18},
    ),
    Subject(
        "diablo",
        diablo_colours,
        DIABLO_POSITIONS,
        {"light": 64, "dark": 64, "contrast": 40},
    ),
    Subject(
        "ponte",
        ponte_colours,
        PONTE_POSITIONS,
        {"light": 48, "dark": 48, "contrast": 24},
    ),
    Subject(
        "junqi",
        junqi_colours,
        JUNQI_POSITIONS,
        {"light": 64, "dark": 64, "contrast": 40},
    ),
    Subject(
        "junqi-four",
        four_colours,
        FOUR_POSITIONS,
        {"light": 64, "dark": 64, "contrast": 40},
    ),
)
"""High contrast has few colours to blend; more would make its files larger and no better."""


def seen(subject: Subject, theme: Theme) -> Counter[Colour]:
    """How often each colour is seen in the reference pictures."""
    count: Counter[Colour] = Counter()
    for number, (position, text, picked) in enumerate(subject.positions):
        named, _, position = position.rpartition(": ")
        rules = RULES[named or subject.game]
        state = rules.load(position) if " " in position else rules.initial(position)
        if text:
            state, _ = play(rules, state, mover(rules.turn(state)), text)
        view = rules.view(state, mover(rules.turn(state)))
        words = catalogue("zh-CN" if number % 4 == 3 else "en")
        steps = tuple(map(read_pick, picked.split()))
        look = Look(words, theme, ("Livia", "Brennus"), picked=steps, private=bool(steps))
        scene, _ = DRAWERS[type(view)]
        image = paint_in_full_colour(scene(view, look), fit=True)
        for times, colour in image.getcolors(1 << 24) or []:
            if isinstance(colour, tuple):
                count[colour[0], colour[1], colour[2]] += times
    return count


def mover(turn: Turn) -> Seat:
    """Who is to act; the first seat when nobody is."""
    return min(turn.seats) if isinstance(turn, Act) else Seat(0)


def distance(one: Colour, other: Colour) -> int:
    return sum(w * (a - b) ** 2 for w, a, b in zip((2, 4, 3), one, other, strict=True))


def commonest(count: Counter[Colour], fixed: Sequence[Colour], wanted: int) -> list[Colour]:
    """More colours, so that whatever is seen lies near one of them or a fixed one."""
    left = {colour: times for colour, times in count.items() if colour not in set(fixed)}
    centres = cut(left, wanted)
    for _ in range(ROUNDS):
        groups: dict[Colour, list[Colour]] = {centre: [] for centre in centres}
        everything = [*fixed, *centres]
        for colour in left:
            nearest = min(everything, key=lambda centre: distance(centre, colour))
            if nearest in groups:
                groups[nearest].append(colour)
        centres = [mean(group, left) if group else centre for centre, group in groups.items()]
        centres = list(dict.fromkeys(centres))
    return centres


def cut(count: dict[Colour, int], wanted: int) -> list[Colour]:
    """Median cut: halve the box with the most weight times spread until there are enough."""
    boxes = [sorted(count)]
    while len(boxes) < wanted:
        box = max(boxes, key=lambda box: sum(count[c] for c in box) * max(spread(box)))
        boxes.remove(box)
        axis = max(range(3), key=lambda axis: spread(box)[axis])
        box = sorted(box, key=lambda colour: (colour[axis], colour))
        sums = list(accumulate(count[colour] for colour in box))
        place = min(max(bisect_left(sums, sums[-1] / 2) + 1, 1), len(box) - 1)
        boxes += [box[:place], box[place:]]
    return [mean(box, count) for box in boxes]


def spread(box: list[Colour]) -> list[float]:
    return [
        (max(c[axis] for c in box) - min(c[axis] for c in box)) * weight
        for axis, weight in enumerate((2**0.5, 2, 3**0.5))
    ]


def mean(colours: list[Colour], count: dict[Colour, int]) -> Colour:
    total = sum(count[c] for c in colours)
    red, green, blue = (round(sum(c[i] * count[c] for c in colours) / total) for i in range(3))
    return red, green, blue


if __name__ == "__main__":
    main()
