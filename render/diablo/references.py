"""Positions of Diablo for the palettes and for the README."""

from __future__ import annotations

from ..drawing import Example, Reference

STACKS = (
    "g2..b1..g1b1/.......g1/b2b1...b1g1b1/..b1....g3/.b1g1.g1b1b4./..g1g4b11..g1/"
    "..g1g1.b1g1b1/g1g2b1.b1g1b1g1"
)
REFERENCES = (
    Reference("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1"),
    Reference("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1", picked="a6"),
    Reference("diablo1 8 " + STACKS + " g action1 3,1 3,1 18 - - 2,4 c1-a1=1,-g4=3", picked="h5"),
    Reference(
        "diablo1 8 " + STACKS + " g remove1 3,1 - 18 - - 2,4 c1-a1=1,-g4=3", picked="@diablo.remove"
    ),
    Reference("diablo1 8 " + STACKS + " b action2_any 3,1 3 17 - g4xg3=1 3,4 d7+d3=4"),
    Reference("diablo1 8 " + STACKS + " b roll - - 17 g:resign - 3,1 a6xa3=1"),
    Reference("size-12"),
    Reference("size-4"),
)
HIGHER = STACKS.replace("g4b11", "g12b11")
THROWN = f"diablo1 8 {HIGHER} b action1 3,1 3,1 17 - - 3,4 d7+d3=12,a2xd2=1"
"""Black to move with 3 and 1."""
NAMES = ("Mara", "Tobias")
EXAMPLES = (
    Example("diablo-light", THROWN, NAMES, "light", seat=0),
    Example("diablo-chinese", THROWN, NAMES, "light", seat=0, locale="zh-CN"),
)
