"""Positions of both modes of Junqi for the palettes and for the README."""

from __future__ import annotations

from ..drawing import Example, Reference

DARK_REFERENCES = (
    Reference(
        (
            "standard 0 14 0 0,0 01 0 b1 a1:0La1,b1:0Fb1,c1:0Lc1,d1:05d1,e1:06e1,a2:03a2,b2:0Lb"
            "2,c2:02c2,d2:02d2,e2:14e10,a3:07a3,c3:01c3,a4:06a4,b4:05b4,d4:04d4,a5:07a5,c5:01c5"
            ",b6:02b6,d6:03d6,b9:17b9,d9:16d9,c10:1Bc10,a11:01e3,b11:11b11,c11:15c11,d11:14d11,"
            "e11:1Le11,a12:1La12,b12:1Fb12,c12:19c12,d12:13d12,e12:12e12 12e7.04e6.17c7.13c8.13"
            "b7.11a7.16a8.18d7.08c6.15a9.1Ba10.09a6.0Be5.12e8.11e9.0Be4.1La11.03e2 m1e10xe2=att"
            "acker/03e2/14e10/- -"
        ),
    ),
    Reference(
        (
            "standard 1 25 4 0,0 01 1 d12 a1:01a1,b1:0Fb1,c1:0Lc1,d1:0Ld1,e1:07e1,a2:0La2,b2:01"
            "b2,c2:05c2,d2:02d2,c3:07c3,b4:09b4,d4:03d4,c8:13c8,b9:18b9,c9:17d9,c10:15c10,d10:1"
            "5c11,e10:0Be2,b11:1Lb11,d11:1Ld11,a12:17a12,b12:11b12,c12:11c12,d12:1Fd12,e12:1Le1"
            "2 02c6.01a6.12a7.12a8.12e7.14d7.04e6.06b6.1Ba9.13e8.06e5.16e9.05a5.0Be4.13e10.11b7"
            ".08a4.1Be11.03e3.02a3.19a10.16a11.03d6.04c5.14c7 m0e2-e10 -"
        ),
    ),
    Reference(
        (
            "standard 0 60 0 0,0 01 0 b1 a1:07a1,b1:0Fb1,e2:05d2,c3:05c3,a4:16c7,c4:0Bb4,d5:07d"
            "6,b9:15b9,a12:19a12,b12:1Fb12,c12:1Lc12,d12:1Bd12,e12:1Le12 12e7.17d7.16e8.13e9.03"
            "c6.11e10.09e6.03a6.0Be5.1Le11.02a5.01a4.06a3.17a7.14a8.15a9.11a10.13a11.12b11.13c1"
            "1.1Bd11.08a2.04b6.14b7.06e4.04c5.03e3.18d9.0Le2.02c2.0Le1.0Ld1.01c1.11c8.01d4.12c1"
            "0.02b2 m1a11xa4=attacker/02b2/16c7/- -"
        ),
    ),
    Reference(
        (
            "standard 1 171 10 5,0 01 0 d1 a1:0La1,b1:03b1,d1:0Fd1,b2:0Lb2,a3:1Bc11,e11:1Le11,b"
            "12:1Fb12,c12:1Lc12,d12:1Ld12,e12:19e12 02a6.12a7.14c7.04c6.01e6.11e7.15a8.12e8.13e"
            "9.06a5.05e5.06a4.07a3.0Be4.17e10.01a2.02e3.18a9.15d9.13a10.03b4.0Le2.11a11.16d7.17"
            "b9.09c3.05d2.01d4.12b11.03d6.02b6.1Ba12.0Bc5.13b7.11c8.14c10.04e1.16d11.08c1.07c2 "
            "m1a11-a3,s0.5 1:missed_turns"
        ),
    ),
)
FLIP_REFERENCES = (
    Reference(
        (
            "standard 0 24 0 0,0 b,r -,- a1:#r4,b1:#b3,c1:#r6,d1:#r1,e1:#r4,a2:#b3,b2:b5,c2:#b3"
            ",d2:bF,e2:#b7,a3:#r1,c3:#r5,e3:b1,a4:#r8,b4:#b4,d4:#b2,e4:#r9,a5:#bB,c5:b9,e5:#b2,"
            "a6:r7,b6:#r2,d6:b6,e6:#rB,c7:#r6,d7:#bL,e7:#b1,a8:#r3,c8:#b6,e8:#rL,a9:r7,b9:#r3,d"
            "9:b8,e9:b5,a10:#bL,c10:b7,a11:#bB,b11:rB,c11:rF,d11:r2,e11:#bL,a12:r2,b12:#b4,c12:"
            "#rL,d12:#r3,e12:rL b1.r1.r5.b2 u1/c10/b7/- -"
        ),
    ),
    Reference(
        (
            "standard 0 70 0 0,0 b,r -,- a1:r7,b1:r5,c1:r5,a2:#bL,b2:#rL,c2:#rB,d2:#bB,e2:b8,a3"
            ":bL,c3:r7,e3:bF,a4:#r2,b4:#b3,d4:b3,e4:bB,a5:#b4,c5:r8,e5:#b9,b6:bL,c6:r9,e6:rL,a7"
            ":b6,b7:#rL,d7:b5,c8:b1,b9:rF,d9:r6,a10:b7,a11:b3,c11:b5,d11:b7,d12:#b6,e12:#r6 rB."
            "b4.b1.r3.r4.r1.r3.r3.b2.r2.b1.b2.b2.r4.r2.r1.r1 u1/a1/r7/- -"
        ),
    ),
    Reference(
        (
            "standard 0 110 4 0,0 r,b -,- b1:b3,b3:b4,e3:r6,b4:bF,b5:b6,a8:b7,c8:bL,d9:#b2,a10:"
            "#rB,a11:rF,b11:b6,c11:#b5,d11:rL,e11:rL,e12:r4 b2.r7.r5.bB.rB.bL.r6.r2.b2.b4.r2.bB"
            ".r4.r1.r1.b3.b1.r3.b3.r9.b9.rL.b1.b8.r8.r7.b7.bL.r3.r2.b1.r1.r3.b5.r5 m1/b2-b3/b4/"
            "-/-/- -"
        ),
    ),
)
"""Positions from games played by chance."""
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
NAMES = ("Mei", "Jonas")
MARKS = (("c8", "9?"), ("d12", "F?"))
DARK_EXAMPLES = tuple(
    Example(name, HIDDEN, NAMES, "light", seat=0, private=True, notes=MARKS, locale=locale)
    for name, locale in (("junqi-own", "en"), ("junqi-chinese", "zh-CN"))
)
FLIP_EXAMPLES = (Example("junqi-flip", TURNED, NAMES, "dark"),)
